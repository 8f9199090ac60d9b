//! A game as it was played: who, from where, which moves, how it ended.

use std::time::Duration;

use crate::{Game, IllegalMove, Outcome, Side};

/// A game that was played, or is being played, with everything a record file can say about it.
#[derive(Clone, PartialEq, Debug)]
pub struct Record<G: Game> {
    /// The position the game began from.
    pub start: G,
    /// Who sat at the first and at the second seat.
    pub players: [Player; 2],
    /// Everything else that is known (event, date, place, …), in the order in which it was given.
    pub tags: Vec<(String, String)>,
    /// What was said before the first move; empty if nothing was.
    pub comment: String,
    /// The moves that were played and how they ended.
    pub line: Line<G::Move>,
}

/// Someone at the table.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Player {
    /// A name; empty where it is not known.
    pub name: String,
    /// A rating, on whatever scale the source used.
    pub rating: Option<f64>,
}

impl Player {
    /// A player known by name only.
    pub fn named(name: impl Into<String>) -> Self {
        Player { name: name.into(), rating: None }
    }
}

/// Moves in order, and the end they led to.
#[derive(Clone, PartialEq, Debug)]
pub struct Line<M> {
    /// The moves.
    pub plies: Vec<Ply<M>>,
    /// How it ended; `None` where the record does not say.
    pub end: Option<Outcome>,
}

impl<M> Default for Line<M> {
    fn default() -> Self {
        Line { plies: Vec::new(), end: None }
    }
}

/// One move of a record and what was noted about it.
#[derive(Clone, PartialEq, Debug)]
pub struct Ply<M> {
    /// The move.
    pub mv: M,
    /// How long the mover thought.
    pub time: Option<Duration>,
    /// What the mover thought it was worth, on the mover's own scale.
    pub value: Option<f64>,
    /// What was said about it; lines are separated by `\n`, empty if nothing was.
    pub comment: String,
    /// Other moves that might have been played instead of this one, each with its continuation.
    pub variations: Vec<Line<M>>,
}

impl<M> Ply<M> {
    /// A move about which nothing else is known.
    pub const fn new(mv: M) -> Self {
        Ply { mv, time: None, value: None, comment: String::new(), variations: Vec::new() }
    }
}

/// A record that breaks the rules: the first move that does, counted from 1, and why.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("move {ply}: {illegal}")]
pub struct IllegalPly {
    /// The place of the move in its line, counted from 1.
    pub ply: usize,
    /// The rule it breaks.
    pub illegal: IllegalMove,
}

impl<G: Game> Record<G> {
    /// A record that begins at `start` and knows nothing else yet.
    pub fn new(start: G) -> Self {
        Record {
            start,
            players: [Player::default(), Player::default()],
            tags: Vec::new(),
            comment: String::new(),
            line: Line::default(),
        }
    }

    /// A record of bare `moves` from `start`, ended as the rules say.
    ///
    /// # Errors
    /// A move is not legal.
    pub fn from_moves(start: G, moves: impl IntoIterator<Item = G::Move>) -> Result<Self, IllegalPly> {
        let mut record = Record::new(start);
        record.line.plies = moves.into_iter().map(Ply::new).collect();
        record.line.end = record.replay()?.outcome();
        Ok(record)
    }

    /// The moves of the main line.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = G::Move> + '_ {
        self.line.plies.iter().map(|ply| ply.mv)
    }

    /// Plays the main line and every variation by the rules, and gives the last position of the main line.
    ///
    /// # Errors
    /// A move is not legal.
    pub fn replay(&self) -> Result<G, IllegalPly> {
        replay_line(self.start.clone(), &self.line, 0)
    }

    /// Who sits at the seat of `side`.
    pub fn player(&self, side: Side) -> &Player {
        &self.players[side.index()]
    }

    /// The value of the tag `name`.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Sets the tag `name`, in the place it already has or at the end.
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        match self.tags.iter_mut().find(|(key, _)| key == name) {
            Some((_, old)) => *old = value.into(),
            None => self.tags.push((name.to_owned(), value.into())),
        }
    }
}

fn replay_line<G: Game>(mut game: G, line: &Line<G::Move>, played: usize) -> Result<G, IllegalPly> {
    for (index, ply) in line.plies.iter().enumerate() {
        for variation in &ply.variations {
            replay_line(game.clone(), variation, played + index)?;
        }
        game.play(ply.mv).map_err(|illegal| IllegalPly { ply: played + index + 1, illegal })?;
    }
    Ok(game)
}

//! What the page is told about each game, one file per game: its words, the players of the documents, and
//! positions and moves in places that a page can point at. How to play it is in `lessons/`.
//!
//! Everything about an unfinished game is made from the seat's [`games::View`]: what the seat may not know
//! cannot be said here.

mod geister;
mod kalah;
pub(crate) mod lessons;
mod othello;
mod shogi;

use crate::oversights::Compared;
use crate::wire::{Belief, BoardChange, Move, Oversight, Position};
use games::{Game, Malformed, Record, Registered, Side};
use opponents::Roster;

/// A text in English and Japanese.
pub(crate) type Both = (&'static str, &'static str);

/// A player of one of the documents that the project follows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ResearchPlayer {
    /// Its level's id, after `research-`.
    pub(crate) id: &'static str,
    /// The opponent's name, with its defaults left out: what is learned about it later is played too.
    pub(crate) opponent: &'static str,
    /// Where its games begin; `None` is the usual start.
    pub(crate) start: Option<&'static str>,
    /// What people call it.
    pub(crate) name: Both,
    /// What it does, in a sentence.
    pub(crate) about: Both,
    /// Author and year.
    pub(crate) source: Both,
}

/// A game that can be shown on a page.
pub(crate) trait Geometry: Roster + Registered {
    /// What it is about, in a sentence.
    const ABOUT: Both;

    /// What the first and the second side are called.
    const SIDES: [Both; 2] = [("First player", "先手"), ("Second player", "後手")];

    /// What wins and what loses, a sentence each.
    const GOALS: &'static [Both];

    /// How to play it, step by step.
    const LESSON: &'static [lessons::Step];

    /// What decides a game that is counted at its end.
    const DECIDED_BY_COUNT: Both = ("decided by count", "数で決着");

    /// Moves to a position that shows what the game looks like; none for the start.
    const PICTURE: &'static str = "";

    /// The players of the documents (docs/references.md), all of them.
    const RESEARCH: &'static [ResearchPlayer];

    /// Other positions to begin from, by what people call them.
    const STARTS: &'static [(Both, &'static str)] = &[];

    /// A game of so many plies is drawn: without an end, what is kept of a game would have none either.
    const MOST_PLIES: u32 = 1000;

    /// What a player arranges before the first move, if anything.
    const SETUP: Option<&'static str> = None;

    /// The formats in which a record can be fetched.
    const FORMATS: &'static [&'static str];

    /// The analyst of finished games. It takes tens of milliseconds per position, so that a review takes
    /// seconds.
    const REVIEWER: &'static str;

    /// The least loss that is called a mistake, in the reviewer's unit.
    const MISTAKE: f64;

    /// From this value on the analyst has seen the end of the game.
    const MOST: f64;

    /// What is assumed to be worth 400 Elo as long as the game is not calibrated, in the reviewer's unit;
    /// where that is not the win rate anyway.
    const ASSUMED_VALUE_OF_400_ELO: Option<f64> = None;

    /// What the reviewer's win rates are, if its values are such.
    const COUNTS_WINS: Option<Both> = None;

    /// What may be seen of a position from one seat.
    fn position(view: &Self::View) -> Position;

    /// The position with nothing hidden, for a game that has ended.
    fn revealed(&self) -> Position {
        Self::position(&self.view(Side::First))
    }

    /// What both seats may see, made from what each of them sees.
    fn common(views: [&Self::View; 2]) -> Position {
        Self::position(views[0])
    }

    /// A move that is about to be played by the side to move.
    fn move_on(view: &Self::View, mv: Self::Move) -> Move;

    /// How `mv` changes what the seat sees.
    fn step(before: &Self::View, mv: Self::Move) -> BoardChange;

    /// Going back from `now` to `earlier` would take back something that the seat has been shown.
    fn has_shown_since(_now: &Self::View, _earlier: &Self::View) -> bool {
        false
    }

    /// What a worse move overlooks, the most important first; nothing if it has no name.
    fn oversights(compared: &Compared<'_, Self>) -> Vec<Oversight>;

    /// The record in one of [`Geometry::FORMATS`].
    ///
    /// # Errors
    /// The format cannot hold it.
    fn write(record: &Record<Self>, format: &str) -> Result<String, Malformed>;

    /// What the seat across the board from `seat` could tell from its moves, for the start and after each
    /// move: how likely each of its pieces looks blue. `None` in a game that hides nothing.
    fn beliefs(_start: &Self, _moves: &[Self::Move], _seat: Side) -> Option<Vec<Vec<Belief>>> {
        None
    }
}

/// The moves of the seat that `view` belongs to, in order.
#[must_use]
pub(crate) fn legal<G: Geometry>(view: &G::View) -> Vec<Move> {
    sorted::<G>(view).into_iter().map(|mv| G::move_on(view, mv)).collect()
}

/// The moves that the seat of `view` knows of, in order.
#[must_use]
pub(crate) fn sorted<G: Game>(view: &G::View) -> Vec<G::Move> {
    let mut moves = Vec::new();
    games::View::legal_moves(view, &mut moves);
    moves.sort_unstable();
    moves
}

/// The position after the moves of [`Geometry::PICTURE`].
#[must_use]
pub(crate) fn picture<G: Geometry>() -> Position {
    let mut game = G::default();
    for mv in G::PICTURE.split_whitespace().filter_map(|mv| mv.parse().ok()) {
        let _ = game.play(mv);
    }
    G::position(&game.view(Side::First))
}

#[cfg(test)]
mod tests {
    use games::{GameKind, with_game};

    use super::*;

    #[test]
    fn players_of_the_documents_begin_from_positions_of_their_game() {
        fn check<G: Geometry>() {
            for player in G::RESEARCH {
                let start =
                    player.start.map(|start| start.parse::<G>().unwrap_or_else(|_| panic!("{start}")));
                assert!(start.is_none_or(|start| start.outcome().is_none()), "{}", player.id);
            }
        }
        for &game in GameKind::ALL {
            with_game!(game, G => check::<G>());
        }
    }

    #[test]
    fn other_starts_are_positions_with_something_to_play() {
        fn check<G: Geometry>() {
            for (name, start) in G::STARTS {
                let game = start.parse::<G>().unwrap_or_else(|_| panic!("{start}"));
                assert!(game.outcome().is_none() && game.to_string() == *start, "{}", name.0);
                assert!(game.to_string() != G::default().to_string(), "{}", name.0);
            }
        }
        for &game in GameKind::ALL {
            with_game!(game, G => check::<G>());
        }
    }

    #[test]
    fn pictures_are_positions_of_legal_games() {
        fn check<G: Geometry>() {
            let mut game = G::default();
            for mv in G::PICTURE.split_whitespace() {
                game.play(mv.parse().unwrap_or_else(|_| panic!("{mv}"))).unwrap();
            }
        }
        for &game in GameKind::ALL {
            with_game!(game, G => check::<G>());
        }
    }
}

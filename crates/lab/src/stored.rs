//! A game as the store keeps it, and back.

use std::fmt::Write;
use std::time::Duration;

use games::{Game, Malformed, Outcome, Ply, Record};
use store::StoredGame;

use crate::Played;
use crate::plan::Keep;

/// A played game for the store.
pub(crate) fn stored<G: Game>(number: u64, played: &Played<G>, keep: Keep, took: Duration) -> StoredGame {
    let Played { record, .. } = played;
    let plies = &record.line.plies;
    let mut moves = String::with_capacity(3 * plies.len());
    for ply in plies {
        if !moves.is_empty() {
            moves.push(' ');
        }
        // Writing to a string does not fail.
        let _ = write!(moves, "{}", ply.mv);
    }
    let [first, second] = record.players.each_ref().map(|player| player.name.clone());
    StoredGame {
        number,
        first,
        second,
        score: played.score_of(games::Side::First),
        ending: record.line.end.map(|end| end.to_string()).unwrap_or_default(),
        forfeit: played.forfeit().map(str::to_owned),
        plies: plies.len() as u64,
        start: record.start.to_string(),
        moves,
        notes: (keep == Keep::Reasons).then(|| notes(plies)),
        millis: took.as_millis() as u64,
    }
}

/// One line per move, tab-separated: milliseconds, value, reason; unknown fields are empty.
fn notes<M>(plies: &[Ply<M>]) -> String {
    let mut notes = String::new();
    for ply in plies {
        if let Some(time) = ply.time {
            let _ = write!(notes, "{}", time.as_millis());
        }
        notes.push('\t');
        if let Some(value) = ply.value {
            let _ = write!(notes, "{value}");
        }
        notes.push('\t');
        notes.extend(ply.comment.chars().map(|letter| if letter.is_control() { ' ' } else { letter }));
        notes.push('\n');
    }
    notes
}

/// Why a stored game cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("game {number} of the store: {problem}")]
pub struct UnreadableGame {
    /// Its number.
    pub number: u64,
    /// What is wrong.
    pub problem: String,
}

/// The record of a stored game.
///
/// # Errors
/// The store holds something that is no game of this kind.
pub fn record<G: Game>(game: &StoredGame) -> Result<Record<G>, UnreadableGame> {
    let unreadable = |problem: String| UnreadableGame { number: game.number, problem };
    let malformed = |error: Malformed| unreadable(error.to_string());
    let start: G = game.start.parse().map_err(malformed)?;
    let moves: Vec<G::Move> =
        game.moves.split_whitespace().map(str::parse).collect::<Result<_, _>>().map_err(malformed)?;
    let mut record = Record::from_moves(start, moves).map_err(|error| unreadable(error.to_string()))?;
    record.players[0].name.clone_from(&game.first);
    record.players[1].name.clone_from(&game.second);
    if !game.ending.is_empty() {
        record.line.end = Some(game.ending.parse::<Outcome>().map_err(malformed)?);
    }
    if let Some(forfeit) = &game.forfeit {
        record.set_tag(crate::FORFEIT_TAG, forfeit.as_str());
    }
    for (ply, note) in record.line.plies.iter_mut().zip(game.notes.as_deref().unwrap_or_default().lines()) {
        let mut parts = note.splitn(3, '\t');
        ply.time = parts.next().and_then(|millis| millis.parse().ok()).map(Duration::from_millis);
        ply.value = parts.next().and_then(|value| value.parse().ok());
        ply.comment = parts.next().unwrap_or_default().to_owned();
    }
    Ok(record)
}

#[cfg(test)]
mod tests {
    use games::kalah::Kalah;

    use super::*;
    use crate::{GameLimits, Match};

    #[test]
    fn a_game_comes_back_as_it_went() {
        let plan: Match<Kalah> = Match {
            a: "random".to_owned(),
            b: "alphabeta:depth=1".to_owned(),
            games: 2,
            seed: 1,
            openings: Vec::new(),
        };
        let played = plan.play_as(1, GameLimits { clock: true, max_plies: None }, None).unwrap();
        let kept = stored(7, &played, Keep::Reasons, Duration::from_millis(3));
        assert_eq!(record::<Kalah>(&kept), Ok(played.record.clone()));
        assert_eq!((kept.number, kept.millis, kept.plies as usize), (7, 3, played.record.line.plies.len()));
        let bare = stored(7, &played, Keep::Moves, Duration::ZERO);
        assert_eq!(bare.notes, None);
        let broken = StoredGame { moves: "1 9".to_owned(), ..bare };
        assert!(record::<Kalah>(&broken).unwrap_err().to_string().starts_with("game 7 of the store: "));
    }
}

//! A record that is judged: positions, moves and how it ended; not who played it, nor what they thought.

use games::{Outcome, Record, text};

use crate::geometry::Geometry;
use crate::wire::{BoardChange, GameKind, Position, RecordedMove, Text};
use crate::words;
use games::with_game;

/// A record as a participant sees it.
pub(crate) struct Replay {
    pub(crate) positions: Vec<Position>,
    pub(crate) steps: Vec<BoardChange>,
    pub(crate) moves: Vec<RecordedMove>,
    pub(crate) ending: Text,
}

/// The record in `text`, which holds one; `None` if it does not.
#[must_use]
pub(crate) fn replay(game: GameKind, text: &str) -> Option<Replay> {
    with_game!(game, G => replay_of::<G>(text))
}

fn replay_of<G: Geometry>(text: &str) -> Option<Replay> {
    let record: Record<G> = text::read(text).ok()?.into_iter().next()?;
    let mut game = record.start.clone();
    let mut replay = Replay {
        positions: vec![game.revealed()],
        steps: Vec::new(),
        moves: Vec::new(),
        ending: Text::new("The record ends here.", "棋譜はここまでです。"),
    };
    for mv in record.moves() {
        let side = game.side_to_move();
        let view = game.view(side);
        replay.moves.push(RecordedMove {
            ply: replay.moves.len() as u32 + 1,
            side: side.into(),
            label: G::move_on(&view, mv).label,
        });
        replay.steps.push(G::step(&view, mv));
        game.play(mv).ok()?;
        replay.positions.push(game.revealed());
    }
    if let Some(outcome) = record.line.end.or_else(|| game.outcome()) {
        replay.ending = ending::<G>(outcome);
    }
    Some(replay)
}

fn ending<G: Geometry>(outcome: Outcome) -> Text {
    let reason = words::reason::<G>(outcome.reason);
    match outcome.winner {
        Some(side) => {
            let (en, ja) = G::SIDES[side.index()];
            Text::new(format!("{en} wins: {}", reason.en), format!("{ja}の勝ち（{}）", reason.ja))
        }
        None => Text::new(format!("Draw: {}", reason.en), format!("引き分け（{}）", reason.ja)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_replayed_without_who_played_it() {
        let text = "game othello\nstart ---------------------------OX------XO--------------------------- X\n\
                    first alphabeta:depth=8\nsecond Kurita\n1 f5 value=3\n* because\n2 d6\n\
                    end first resignation\n";
        let parsed = games::text::read::<games::othello::Othello>(text);
        let record = parsed.unwrap().remove(0);
        let replay = replay(GameKind::Othello, &games::text::write(&record)).unwrap();
        assert_eq!((replay.positions.len(), replay.steps.len(), replay.moves.len()), (3, 2, 2));
        assert_eq!(replay.ending.en, "Black wins: resignation");
        let sent = serde_json::to_string(&(&replay.positions, &replay.steps, &replay.moves)).unwrap();
        for secret in ["alphabeta", "Kurita", "because", "value"] {
            assert!(!sent.contains(secret), "{sent}");
        }
        assert!(super::replay(GameKind::Othello, "nonsense").is_none());
    }
}

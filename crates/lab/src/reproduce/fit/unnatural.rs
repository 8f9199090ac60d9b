//! Moves that would look unnatural to a spectator, counted without asking people.

use games::geister::{Board, Geister};
use games::kalah::Kalah;
use games::othello::Othello;
use games::shogi::Shogi;
use games::{Game, PerfectInformation, Record, Side};
use opponents::{NameError, Roster, analyst_by_name};
use search::Stop;
use search::shogi::{Mate, MateSolver};
use serde::{Deserialize, Serialize};

use crate::{Judged, Mistakes, judge};

/// Unnatural moves of one side of one game.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(super) struct UnnaturalMoves {
    /// Bad moves, and those among them that an observer of the user's strength sees.
    pub(super) mistakes: Mistakes,
    /// How often each of the game's [`Reviewed::OBVIOUS_BLUNDERS`] happened.
    pub(super) obvious_blunders: Vec<u64>,
}

/// A game whose moves can be reviewed.
pub(super) trait Reviewed: Game {
    /// What is counted beside bad moves, in words.
    const OBVIOUS_BLUNDERS: &'static [&'static str];

    /// Counts the unnatural moves of each of these sides; the observer says which bad moves are visible.
    ///
    /// # Errors
    /// One of the two is not known.
    fn unnatural(
        record: &Record<Self>,
        sides: [Side; 2],
        analyst: &str,
        observer: &str,
    ) -> Result<[UnnaturalMoves; 2], NameError>;
}

/// Every move of a game as an analyst judges it; a record of ours can be replayed.
fn judged<G: PerfectInformation + Roster>(
    record: &Record<G>,
    analyst: &str,
) -> Result<Vec<Judged<G::Move>>, NameError> {
    analyst_by_name::<G>(analyst, 1)?;
    let make = || match analyst_by_name::<G>(analyst, 1) {
        Ok((thinker, _)) => thinker,
        Err(error) => unreachable!("the analyst was found a moment ago: {error}"),
    };
    Ok(judge(record, &make, &|| {}).unwrap_or_default())
}

/// The positions in which `side` moved, with its moves.
fn turns<G: Game>(record: &Record<G>, side: Side) -> Vec<(G, G::Move)> {
    let mut game = record.start.clone();
    let mut turns = Vec::new();
    for mv in record.moves() {
        if game.side_to_move() == side {
            turns.push((game.clone(), mv));
        }
        game.apply(mv);
    }
    turns
}

/// Corners of the board.
const CORNERS: [&str; 4] = ["a1", "h1", "a8", "h8"];

/// Whether the side to move can take a corner.
fn can_take_corner(game: &Othello) -> bool {
    let mut moves = Vec::new();
    game.legal_moves(&mut moves);
    moves.iter().any(|mv| CORNERS.contains(&mv.to_string().to_lowercase().as_str()))
}

impl Reviewed for Othello {
    const OBVIOUS_BLUNDERS: &'static [&'static str] = &["corners given away", "corners not taken"];

    fn unnatural(
        record: &Record<Othello>,
        sides: [Side; 2],
        analyst: &str,
        observer: &str,
    ) -> Result<[UnnaturalMoves; 2], NameError> {
        let (real, seen) = (judged(record, analyst)?, judged(record, observer)?);
        Ok(sides.map(|side| {
            let (mut given, mut left) = (0, 0);
            for (game, mv) in turns(record, side) {
                let gives = |mv| {
                    let mut after = game;
                    after.apply(mv);
                    after.side_to_move() != side && can_take_corner(&after)
                };
                let mut moves = Vec::new();
                game.legal_moves(&mut moves);
                // Only if another move would have avoided it.
                given += u64::from(gives(mv) && moves.iter().any(|&other| !gives(other)));
                let takes = CORNERS.contains(&mv.to_string().to_lowercase().as_str());
                left += u64::from(can_take_corner(&game) && !takes);
            }
            UnnaturalMoves { mistakes: Mistakes::of(side, &real, &seen), obvious_blunders: vec![given, left] }
        }))
    }
}

impl Reviewed for Kalah {
    const OBVIOUS_BLUNDERS: &'static [&'static str] = &[];

    fn unnatural(
        record: &Record<Kalah>,
        sides: [Side; 2],
        analyst: &str,
        observer: &str,
    ) -> Result<[UnnaturalMoves; 2], NameError> {
        let (real, seen) = (judged(record, analyst)?, judged(record, observer)?);
        Ok(sides.map(|side| UnnaturalMoves {
            mistakes: Mistakes::of(side, &real, &seen),
            obvious_blunders: Vec::new(),
        }))
    }
}

/// Points that a 2-ply search with captures sees lost when a piece is left hanging: more than a knight.
const HANGING: f64 = 500.0;

impl Reviewed for Shogi {
    const OBVIOUS_BLUNDERS: &'static [&'static str] = &["pieces left hanging", "mates in one missed"];

    fn unnatural(
        record: &Record<Shogi>,
        sides: [Side; 2],
        analyst: &str,
        observer: &str,
    ) -> Result<[UnnaturalMoves; 2], NameError> {
        let (real, seen) = (judged(record, analyst)?, judged(record, observer)?);
        let shallow = judged(record, "alphabeta:depth=2")?;
        let mut mates = MateSolver::new(8);
        Ok(sides.map(|side| {
            let hanging =
                shallow.iter().filter(|judged| judged.side == side && judged.loss() >= HANGING).count();
            let mut missed = 0;
            for (game, mv) in turns(record, side) {
                let mate = matches!(mates.solve(&game, 1, 1000, &Stop::default()), Mate::Found(_));
                let mut after = game;
                after.apply(mv);
                missed += u64::from(mate && after.outcome().is_none_or(|end| end.winner != Some(side)));
            }
            UnnaturalMoves {
                mistakes: Mistakes::of(side, &real, &seen),
                obvious_blunders: vec![hanging as u64, missed],
            }
        }))
    }
}

/// Whether the side to move can take a ghost on one of `squares`.
fn can_take(game: &Geister, squares: u64) -> bool {
    let mut moves = Vec::new();
    game.legal_moves(&mut moves);
    moves.iter().filter_map(|mv| mv.to()).any(|to| to.bit() & squares != 0)
}

/// Whether a move leaves the last blue ghost of its side where it can be taken.
fn exposes_last_blue(game: &Geister, mv: games::geister::Move) -> bool {
    let mut after = *game;
    after.apply(mv);
    let blue = after.board().other.blue;
    blue.count_ones() == 1 && after.outcome().is_none() && can_take(&after, blue)
}

impl Reviewed for Geister {
    const OBVIOUS_BLUNDERS: &'static [&'static str] =
        &["escapes missed", "escaping ghosts not captured", "last blue ghost exposed"];

    /// Whether most moves are bad depends on hidden colours. These blunders do not: a blue ghost could have
    /// escaped and won; a ghost on its exit could safely have been captured; the last blue ghost was left to
    /// be captured although another move kept it safe.
    fn unnatural(
        record: &Record<Geister>,
        sides: [Side; 2],
        _analyst: &str,
        _observer: &str,
    ) -> Result<[UnnaturalMoves; 2], NameError> {
        Ok(sides.map(|side| {
            let mut obvious_blunders = [0; 3];
            let mut moves = Vec::new();
            for (game, mv) in turns(record, side) {
                game.legal_moves(&mut moves);
                let can_leave = moves.iter().any(|mv| mv.is_leaving());
                obvious_blunders[0] += u64::from(can_leave && !mv.is_leaving());
                let board = game.board();
                let going = board.other.all() & Board::exits(side.other());
                let takes = mv.to().is_some_and(|to| to.bit() & going != 0);
                let safe_to_take = board.other.red.count_ones() > 1;
                obvious_blunders[1] +=
                    u64::from(!can_leave && !takes && safe_to_take && can_take(&game, going));
                let kept = |&other: &games::geister::Move| !exposes_last_blue(&game, other);
                obvious_blunders[2] += u64::from(exposes_last_blue(&game, mv) && moves.iter().any(kept));
            }
            UnnaturalMoves { mistakes: Mistakes::default(), obvious_blunders: obvious_blunders.into() }
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Blunders in one move of the first player.
    fn blunders(start: &str, mv: &str) -> Vec<u64> {
        let start: Geister = start.parse().unwrap();
        let record = Record::from_moves(start, vec![mv.parse().unwrap()]).unwrap();
        let [first, _] = Geister::unnatural(&record, [Side::First, Side::Second], "", "").unwrap();
        first.obvious_blunders
    }

    #[test]
    fn obvious_blunders_in_geister_are_counted() {
        let out = "a6B,c2R,d2R,e2R,b1B,c1B,d1B,e1R e5R,d5R,c5R,b5R,e6B,d6B,c6B,b6B first 20/256";
        assert_eq!(blunders(out, "a6out"), [0, 0, 0]);
        assert_eq!(blunders(out, "c2c3"), [1, 0, 0]);
        // The second player's A stands on its exit a1, beside b1.
        let going = "b2R,c2R,d2R,e2R,b1B,c1B,d1B,e1B a1R,d5R,c5R,b5R,e6B,d6B,c6B,b6B first 20/256";
        assert_eq!(blunders(going, "b1a1"), [0, 0, 0]);
        assert_eq!(blunders(going, "c2c3"), [0, 1, 0]);
        // The last blue is on b3 and could step beside c4.
        let last = "a1R,c1R,d1R,e1R,b3B,xB,xB,xB c4R,d5R,f5R,a6R,e6B,d6B,c6B,b6B first 60/256";
        assert_eq!(blunders(last, "b3b4"), [0, 0, 1]);
        assert_eq!(blunders(last, "b3a3"), [0, 0, 0]);
    }
}

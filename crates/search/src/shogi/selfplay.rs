//! Games of our own search against itself, and the positions in them that teach something.

use std::sync::Arc;

use games::shogi::{Move, Shogi};
use games::{Game, Side};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::mix::mix;
use crate::{Analyst, Budget, Changed};

use super::alphabeta::AlphaBeta;
use super::lessons::{Lesson, Lessons};
use super::options::Options;
use super::weights::Weights;

/// Moves by lot at the beginning of a game.
const OPENING: std::ops::RangeInclusive<u32> = 2..=10;

/// Moves of a record that a game begins with, at least: shorter ones lead to few different games.
const FOLLOWED: usize = 8;

/// One move in so many is by lot until [`SETTLED`]: games should not all be alike.
const LOT: u32 = 12;

/// From this move on both sides mean what they play, so that results say something of the positions.
const SETTLED: u32 = 40;

/// A game that is this long teaches nothing more.
const LONGEST: u32 = 256;

/// Positions this far from even, in points, are decided; what they are worth exactly does not matter.
const DECIDED: i32 = 2500;

/// A side that has been this far behind in so many of its searches in a row gives up.
const HOPELESS: (i32, u32) = (3000, 3);

/// Beginnings of games, each the moves from the start.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Openings(Arc<[Vec<Move>]>);

impl Openings {
    /// These beginnings; those that are too short to lead anywhere are left out.
    #[must_use]
    pub fn new(beginnings: impl IntoIterator<Item = Vec<Move>>) -> Openings {
        Openings(beginnings.into_iter().filter(|moves| moves.len() >= FOLLOWED).collect())
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Plays some of the moves of one of them.
    fn follow(&self, game: &mut Shogi, rng: &mut Xoshiro256PlusPlus) {
        let moves = &self.0[rng.random_range(0..self.0.len())];
        for &mv in &moves[..rng.random_range(FOLLOWED..=moves.len())] {
            if game.play(mv).is_err() {
                break;
            }
        }
    }
}

impl std::fmt::Debug for Openings {
    /// How many, and a number that changes with them: enough to tell two trainings apart.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let moves = self.0.iter().flatten();
        let mark = moves.fold(0, |mark, mv| {
            mix(mark ^ mv.to_string().bytes().fold(0, |all, byte| all << 8 | u64::from(byte)))
        });
        write!(f, "Openings({}, {mark:016x})", self.0.len())
    }
}

/// Both sides of games of self-play.
pub(super) struct Player {
    search: AlphaBeta,
    nodes: u64,
}

impl Player {
    /// A player that spends so many nodes on a move.
    pub(super) fn new(weights: &Arc<Weights>, nodes: u64) -> Player {
        // 512 KiB, far more than the nodes of a move fill.
        let options = Options { table_bits: 13, mate_nodes: nodes / 2, ..Options::default() };
        Player { search: AlphaBeta::new(Changed::unchanged(Arc::clone(weights)), options), nodes }
    }

    /// Plays a game and adds its lessons. Where there are openings, every other game begins with one of them: by lot alone
    /// one rarely sees how people set up their kings.
    pub(super) fn play(&mut self, seed: u64, openings: &Openings, lessons: &mut Lessons) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut game = Shogi::default().with_move_limit(Some(LONGEST));
        let mut opening = rng.random_range(OPENING);
        if !openings.is_empty() && rng.random_range(0..2) == 0 {
            openings.follow(&mut game, &mut rng);
            opening = 0;
        }
        let (mut moves, mut thoughts) = (Vec::new(), Vec::new());
        let mut behind = [0; 2];
        let mut winner: Option<Side> = None;
        while game.outcome().is_none() {
            let number = game.move_number();
            game.legal_moves(&mut moves);
            let by_lot = number <= opening || (number < SETTLED && rng.random_range(0..LOT) == 0);
            let mut mv = moves[rng.random_range(0..moves.len())];
            if number > opening {
                let analysis = self.search.analyse(&game, &Budget::nodes(self.nodes));
                let Some(best) = analysis.best() else { break };
                let value = best.value as i32;
                if value.abs() < DECIDED
                    && let Some(thought) = quiet_after(&game, &best.line, value)
                {
                    thoughts.push(thought);
                }
                let mover = game.side_to_move();
                let count = &mut behind[usize::from(mover == Side::First)];
                *count = if value < -HOPELESS.0 { *count + 1 } else { 0 };
                if *count >= HOPELESS.1 {
                    winner = Some(mover.other());
                    break;
                }
                if !by_lot {
                    mv = best.mv;
                }
            }
            game.apply(mv);
        }
        let winner = winner.or_else(|| game.outcome().and_then(|end| end.winner));
        lessons.0.extend(thoughts.into_iter().map(|(game, value)| {
            let result = winner.map_or(0, |winner| if winner == game.side_to_move() { 1 } else { -1 });
            Lesson::new(&game, value, result)
        }));
    }
}

/// The first position on the line whose next move takes, promotes and threatens nothing, and what it is worth to its side to
/// move: evaluations of other positions mean little.
fn quiet_after(game: &Shogi, line: &[Move], value: i32) -> Option<(Shogi, i32)> {
    let mut game = game.clone().with_move_limit(None);
    let mut value = value;
    for &mv in line {
        let quiet = mv.to().is_some_and(|to| game.piece_on(to).is_none())
            && !mv.promotes()
            && !game.in_check()
            && !game.gives_check(mv);
        if quiet {
            return Some((game, value));
        }
        game.apply(mv);
        if game.outcome().is_some() {
            return None;
        }
        value = -value;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exchanges_are_played_out_first() {
        let game: Shogi = "4k4/9/4r4/9/9/9/9/4R4/4K4 b - 1".parse().unwrap();
        let line: Vec<Move> = ["5h5c+", "5a4a", "5i5h"].map(|mv| mv.parse().unwrap()).to_vec();
        let mut quiet = game.clone();
        line[..2].iter().for_each(|&mv| quiet.apply(mv));
        assert_eq!(quiet_after(&game, &line, 700), Some((quiet, 700)));
        assert_eq!(quiet_after(&game, &line[..2], 700), None);
    }
}

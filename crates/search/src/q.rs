//! Q-learning with a table, for games of which every position can be listed.
//!
//! The learner plays against itself. What it learns of a move is the reward of that move and what its next
//! turn will be worth, after the other side has answered with its own best move by the same table.
//!
//! **Convergence.** Training begins from every position in turn (exploring starts) and tries each of its
//! moves once a sweep, so that no pair of position and move is left out. It is over when a whole sweep
//! changes no value by more than the tolerance: then every value agrees with the values it is computed from.
//! Positions near the end of the game come first, so what is learned there reaches the start in the same
//! sweep; in a game that cannot return to a position there is only one such table, and no chance is involved
//! in finding it.

use std::hash::Hash;
use std::sync::Arc;

use games::{Game, Side};

use crate::exact::{GameGraph, Policy};
use crate::{Analysis, Analyst, Budget, Candidate, Unit};

/// What a learner gets for a move.
pub trait Reward<G: Game>: Send + Sync {
    /// The reward of `mover` for the move that led to `after`.
    fn reward(&self, after: &G, mover: Side) -> f64;
}

/// How a table is learned.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct QLearning {
    /// What a reward one turn later is worth.
    pub discount: f64,
    /// How much of a new value replaces the old one. Training is deterministic, so the newest value is the
    /// best.
    pub rate: f64,
    /// Training is over when no value changes by more than this in a sweep.
    pub tolerance: f64,
    /// Training is given up after so many sweeps.
    pub sweeps: u32,
}

impl Default for QLearning {
    /// The discount is not in the paper (Li and Yokoyama 2022); 0.3 comes nearest to its win rates.
    fn default() -> Self {
        QLearning { discount: 0.3, rate: 1.0, tolerance: 1e-9, sweeps: 1000 }
    }
}

/// The value of every move in every position, for the side that moves.
#[derive(Clone, Debug)]
pub struct QTable<G> {
    pub(crate) positions: Arc<GameGraph<G>>,
    pub(crate) values: Vec<f64>,
    sweeps: u32,
    change: f64,
}

impl<G: Game + Eq + Hash> QTable<G> {
    /// Learns a table of `positions`.
    pub fn learn(positions: Arc<GameGraph<G>>, reward: &impl Reward<G>, learning: QLearning) -> QTable<G> {
        let mut table = QTable::empty(positions);
        while table.change > learning.tolerance && table.sweeps < learning.sweeps {
            table.change = table.sweep(reward, learning);
            table.sweeps += 1;
        }
        table
    }

    /// A table in which nothing has been learned.
    pub(crate) fn empty(positions: Arc<GameGraph<G>>) -> QTable<G> {
        QTable { values: vec![0.0; positions.move_count()], positions, sweeps: 0, change: f64::INFINITY }
    }

    /// Tries every move of every position once; the largest change of a value.
    fn sweep(&mut self, reward: &impl Reward<G>, learning: QLearning) -> f64 {
        let positions = Arc::clone(&self.positions);
        let mut largest = 0.0_f64;
        for (index, game) in positions.iter().enumerate() {
            let mover = game.side_to_move();
            for (mv, next) in positions.moves(index).zip(positions.next(index)) {
                let later = self.worth_of_next_turn(next, mover);
                let target = reward.reward(positions.game(next), mover) + learning.discount * later;
                let change = learning.rate * (target - self.values[mv]);
                self.values[mv] += change;
                largest = largest.max(change.abs());
            }
        }
        largest
    }

    /// The best value at the next turn of `mover`; nothing if the game ends before.
    pub(crate) fn worth_of_next_turn(&self, mut index: usize, mover: Side) -> f64 {
        loop {
            let Some((place, value)) = self.best(index) else { return 0.0 };
            if self.positions.game(index).side_to_move() == mover {
                return value;
            }
            match self.positions.next(index).nth(place) {
                Some(next) => index = next,
                None => return 0.0,
            }
        }
    }

    /// The place and the value of the best move; among equal ones the first.
    pub(crate) fn best(&self, index: usize) -> Option<(usize, f64)> {
        let mut best: Option<(usize, f64)> = None;
        for (place, &value) in self.values[self.positions.moves(index)].iter().enumerate() {
            if best.is_none_or(|(_, best)| value > best) {
                best = Some((place, value));
            }
        }
        best
    }

    /// The values of the moves of `game` in the order of its list; `None` for a position that was not
    /// learned.
    pub fn values(&self, game: &G) -> Option<&[f64]> {
        self.positions.find(game).map(|index| &self.values[self.positions.moves(index)])
    }

    /// The positions of the table.
    pub fn positions(&self) -> &Arc<GameGraph<G>> {
        &self.positions
    }

    /// Sweeps that training took, the last of which changed nothing of note.
    pub fn sweeps(&self) -> u32 {
        self.sweeps
    }

    /// The largest change of a value in the last sweep.
    pub fn change(&self) -> f64 {
        self.change
    }

    /// Always the best move by the table.
    pub fn max_policy(&self) -> Policy {
        Policy::best(&self.positions, |mv| self.values[mv])
    }

    /// Always the worst move by the table.
    pub fn min_policy(&self) -> Policy {
        Policy::best(&self.positions, |mv| -self.values[mv])
    }
}

impl<G: Game + Eq + Hash> Analyst<G> for QTable<G> {
    /// Every move with its value in the table; no candidates in a position that was not learned.
    fn analyse(&mut self, game: &G, _budget: &Budget) -> Analysis<G::Move> {
        let mut moves = Vec::new();
        game.legal_moves(&mut moves);
        let values = self.values(game).unwrap_or_default();
        let candidate = |(mv, &value)| Candidate { mv, value, line: vec![mv], visits: 0 };
        let mut candidates: Vec<_> = moves.into_iter().zip(values).map(candidate).collect();
        candidates.sort_by(|a, b| b.value.total_cmp(&a.value));
        Analysis { candidates, unit: Unit::Reward, depth: 0, nodes: 0, exact: false }
    }
}

#[cfg(test)]
mod tests {
    use games::kalah::{Kalah, Rules};

    use crate::exact::ResultProbabilities;
    use crate::kalah::StoreDifference;

    use super::*;

    fn positions(holes: u8, seeds: u8) -> Arc<GameGraph<Kalah>> {
        let start = Kalah::new(holes, seeds, Rules::default()).unwrap();
        Arc::new(GameGraph::from_start(&start, 1_000_000).unwrap())
    }

    #[test]
    fn training_converges_and_plays_as_measured() {
        // Wins of a random player in percent; see `QLearning::default`.
        for (holes, seeds, best, worst) in [(4, 2, 8.04, 79.21), (3, 3, 11.76, 61.55)] {
            let positions = positions(holes, seeds);
            let table = QTable::learn(Arc::clone(&positions), &StoreDifference, QLearning::default());
            assert!(table.change() <= 1e-9 && table.sweeps() == 2, "{} {}", table.change(), table.sweeps());
            for (policy, wins) in [(table.max_policy(), best), (table.min_policy(), worst)] {
                let chances = ResultProbabilities::with_random_seats(&positions, [&Policy::Random, &policy]);
                assert!((100.0 * chances.win - wins).abs() < 0.01, "{chances:?}");
            }
        }
    }

    #[test]
    fn a_cautious_learner_arrives_at_the_same_table() {
        let positions = positions(3, 2);
        let quick = QTable::learn(Arc::clone(&positions), &StoreDifference, QLearning::default());
        let cautious = QLearning { rate: 0.5, tolerance: 1e-12, ..QLearning::default() };
        let slow = QTable::learn(positions, &StoreDifference, cautious);
        assert!(slow.sweeps() > 10);
        let differences = quick.values.iter().zip(&slow.values).map(|(a, b)| (a - b).abs());
        assert!(differences.fold(0.0, f64::max) < 1e-9);
    }

    #[test]
    fn unknown_positions_have_no_values() {
        let table = QTable::learn(positions(2, 2), &StoreDifference, QLearning::default());
        assert_eq!(table.values(&Kalah::default()), None);
    }
}

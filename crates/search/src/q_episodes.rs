//! Q-learning by episodes: game after game from the start, as textbooks and Li and Yokoyama 2022 have it.
//!
//! Both sides are the learner. At each turn it plays its best move by the table so far, or with a certain
//! probability a random one, and corrects the value of the move by what it then sees. The table approaches
//! that of [`QTable::learn`], which tries every move of every position; moves that were seldom played are
//! still far from it.

use std::hash::Hash;
use std::sync::Arc;

use games::Game;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::exact::GameGraph;
use crate::q::{QTable, Reward};

/// How a table is learned by episodes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EpisodeLearning {
    /// What a reward one turn later is worth.
    pub discount: f64,
    /// How much of a new value replaces the old one.
    pub rate: f64,
    /// The probability of a random move.
    pub exploration: f64,
    /// Games.
    pub episodes: u64,
    /// Random seed.
    pub seed: u64,
}

/// A table and how often each of its moves was played.
#[derive(Clone, Debug)]
pub struct LearnedByEpisodes<G> {
    /// The table.
    pub table: QTable<G>,
    /// How often each move was played, in the order of the table's values.
    pub visits: Vec<u64>,
}

/// How far one table is from another.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TableDifference {
    /// The share of moves that were played at least once.
    pub played: f64,
    /// The largest difference of a value among the moves that were played.
    pub largest: f64,
    /// The mean difference over the moves that were played, each counted once.
    pub mean: f64,
    /// The mean difference over the games: each move counted as often as it was played.
    pub mean_in_games: f64,
}

impl<G: Game + Eq + Hash> LearnedByEpisodes<G> {
    /// Learns from games that begin at the start of `positions`; `done` is called after each.
    pub fn learn(
        positions: &Arc<GameGraph<G>>,
        reward: &impl Reward<G>,
        learning: EpisodeLearning,
        done: &mut dyn FnMut(),
    ) -> LearnedByEpisodes<G> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(learning.seed);
        let mut table = QTable::empty(Arc::clone(positions));
        let mut visits = vec![0; positions.move_count()];
        for _ in 0..learning.episodes {
            // The start is the last position: those near the end of the game come first.
            let mut index = positions.len() - 1;
            while let Some((best, _)) = table.best(index) {
                let moves = positions.moves(index);
                let explores = rng.random_bool(learning.exploration);
                let place = if explores { rng.random_range(..moves.len()) } else { best };
                let Some(next) = positions.next(index).nth(place) else { break };
                let mover = positions.game(index).side_to_move();
                let later = table.worth_of_next_turn(next, mover);
                let target = reward.reward(positions.game(next), mover) + learning.discount * later;
                let mv = moves.start + place;
                table.values[mv] += learning.rate * (target - table.values[mv]);
                visits[mv] += 1;
                index = next;
            }
            done();
        }
        LearnedByEpisodes { table, visits }
    }

    /// How far the table is from `other`, a table of the same positions.
    #[must_use]
    pub fn difference(&self, other: &QTable<G>) -> TableDifference {
        let (mut played, mut games) = (0.0, 0.0);
        let mut difference = TableDifference { played: 0.0, largest: 0.0, mean: 0.0, mean_in_games: 0.0 };
        for ((own, other), &visits) in self.table.values.iter().zip(&other.values).zip(&self.visits) {
            if visits == 0 {
                continue;
            }
            let apart = (own - other).abs();
            difference.largest = difference.largest.max(apart);
            difference.mean += apart;
            difference.mean_in_games += apart * visits as f64;
            played += 1.0;
            games += visits as f64;
        }
        difference.played = played / self.visits.len().max(1) as f64;
        difference.mean /= f64::max(played, 1.0);
        difference.mean_in_games /= f64::max(games, 1.0);
        difference
    }
}

#[cfg(test)]
mod tests {
    use games::kalah::{Kalah, Rules};

    use crate::kalah::StoreDifference;
    use crate::q::QLearning;

    use super::*;

    #[test]
    fn episodes_approach_the_table_of_all_moves() {
        let start = Kalah::new(2, 2, Rules::default()).unwrap();
        let positions = Arc::new(GameGraph::from_start(&start, 1_000_000).unwrap());
        let swept = QTable::learn(Arc::clone(&positions), &StoreDifference, QLearning::default());
        let learn = |episodes| {
            let learning = EpisodeLearning { discount: 0.3, rate: 0.5, exploration: 0.5, episodes, seed: 3 };
            let mut games = 0;
            let mut count = || games += 1;
            let learned = LearnedByEpisodes::learn(&positions, &StoreDifference, learning, &mut count);
            assert_eq!(games, episodes);
            learned.difference(&swept)
        };
        let (few, many) = (learn(20), learn(20_000));
        assert!(few.played < many.played && many.played > 0.99, "{few:?} {many:?}");
        assert!(many.mean_in_games < few.mean_in_games && many.largest < 1e-3, "{few:?} {many:?}");
    }
}

//! The values of all moves of one position, one ply deeper at a time.

use std::sync::Arc;

use games::shogi::{Move, Shogi};

use crate::Perturbed;

use super::options::{Pruning, SearchGoal, SearchOptions};
use super::ordering::MoveHistory;
use super::root::Root;
use super::search_position::SearchPosition;
use super::table::TranspositionTable;
use super::tree::{DEEPEST, TreeSearch};
use super::weights::Weights;

/// As good as [`Pruning::CONSERVATIVE`] for the policies that use these values, for fewer nodes; tuned on
/// positions of self-play.
const PRUNING: Pruning =
    Pruning { razoring: 300, reverse_futility: 180, futility: 120, delta: 200, ..Pruning::CONSERVATIVE };

/// Most nodes of a move at the first depth. Most take a dozen; where pieces hang everywhere, as in random
/// play, captures would have no end.
const FIRST_NODES: u64 = 200;

/// Values every move of a position by iterative deepening and keeps the values of each depth, so that several
/// depths cost no more than the deepest.
///
/// A move further below the best than the reach of a depth has only an upper bound for a value.
///
/// ```
/// use games::shogi::Shogi;
/// use search::shogi::{MultiPvSearch, Weights};
///
/// let mut search = MultiPvSearch::new(Weights::shipped(), 13, 60_000, vec![500]);
/// let game = Shogi::default();
/// search.set_position(&game);
/// assert_eq!(search.values(2).len(), 30);
/// let shallow = search.values(1).to_vec();
/// assert_ne!(shallow, search.values(2));
/// ```
pub struct MultiPvSearch {
    weights: Arc<Weights>,
    options: SearchOptions,
    nodes: u64,
    reaches: Vec<i32>,
    root: Option<Root>,
    /// What was found at each depth.
    found: Vec<Vec<(Move, f64)>>,
}

impl MultiPvSearch {
    /// A search with a table of two to the power of `table_bits` lines, which deepens as long as it has spent
    /// fewer than `nodes` nodes on a position. `reaches` says for each depth from the second on (the last for
    /// all beyond) how far below the best a move still gets its own value.
    #[must_use]
    pub fn new(weights: Arc<Weights>, table_bits: u32, nodes: u64, reaches: Vec<i32>) -> MultiPvSearch {
        let options =
            SearchOptions { table_bits, pruning: PRUNING, ..SearchOptions::for_goal(SearchGoal::AllMoves) };
        MultiPvSearch { weights, options, nodes, reaches, root: None, found: Vec::new() }
    }

    /// Begins with another position, from nothing: what is found does not depend on those before.
    pub fn set_position(&mut self, game: &Shogi) {
        // What is big is used again.
        let rooms = self.root.take().map(|root| (root.tree.table, root.tree.history));
        let (mut table, mut history) = rooms
            .unwrap_or_else(|| (TranspositionTable::new(self.options.table_bits), MoveHistory::new(DEEPEST)));
        table.begin(false);
        history.begin(false);
        let board = SearchPosition::new(game, Arc::clone(&self.weights), Perturbed::unchanged(()));
        let mut tree = TreeSearch::new(board, self.options, false, table, history);
        tree.limit = self.nodes;
        self.root = Some(Root::new(game, tree));
        self.found.clear();
    }

    /// The value of each move at this depth, in the order of the game's list; where the nodes do not suffice,
    /// at the deepest depth they did.
    pub fn values(&mut self, depth: u32) -> &[(Move, f64)] {
        let Some(root) = &mut self.root else { return &[] };
        if self.found.is_empty() {
            root.first_ply(FIRST_NODES);
            self.found.push(root.values());
        }
        while self.found.len() < depth as usize && !root.tree.aborted {
            let reach = self.reaches.get(self.found.len() - 1).or(self.reaches.last()).copied();
            if root.deepen(self.found.len() as i32 + 1, reach) {
                self.found.push(root.values());
            }
        }
        let deepest = self.found.len().min(depth.max(1) as usize);
        &self.found[deepest - 1]
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::random_position;
    use super::*;

    fn search(reach: i32) -> MultiPvSearch {
        MultiPvSearch::new(Weights::shipped(), 13, 100_000, vec![reach])
    }

    fn best(values: &[(Move, f64)]) -> f64 {
        values.iter().map(|&(_, value)| value).fold(f64::NEG_INFINITY, f64::max)
    }

    #[test]
    fn depths_come_out_alike_one_by_one_and_at_once() {
        let (mut steps, mut once) = (search(300), search(300));
        for seed in 0..8 {
            let game = random_position(seed, 40);
            steps.set_position(&game);
            let found: Vec<_> = (1..=3).map(|depth| steps.values(depth).to_vec()).collect();
            once.set_position(&game);
            assert_eq!(once.values(3), found[2]);
            assert_eq!(once.values(1), found[0]);
            assert_eq!(once.values(2), found[1]);
            // What came before leaves no trace.
            once.set_position(&random_position(seed + 100, 30));
            once.values(2);
            once.set_position(&game);
            assert_eq!(once.values(3), found[2]);
        }
    }

    #[test]
    fn only_what_is_within_reach_has_its_value() {
        let (mut near, mut all) = (search(300), search(100_000));
        let (mut far, mut wrong, mut apart) = (0, 0, 0.0);
        for seed in 0..20 {
            let game = random_position(seed, 40);
            near.set_position(&game);
            all.set_position(&game);
            let (near, all) = (near.values(3), all.values(3));
            let most = best(all);
            apart += (best(near) - most).abs() / 20.0;
            for (&(mv, near), &(known, value)) in near.iter().zip(all) {
                assert_eq!(mv, known);
                far += usize::from(value < most - 500.0);
                wrong += usize::from(value < most - 500.0 && near > most - 200.0);
            }
        }
        assert!(far > 100 && wrong * 50 < far && apart < 50.0, "{wrong} of {far}, {apart}");
    }

    #[test]
    fn few_nodes_are_enough_for_a_ply() {
        let mut search = MultiPvSearch::new(Weights::shipped(), 13, 1, vec![300]);
        search.set_position(&random_position(3, 40));
        let first = search.values(1).to_vec();
        assert!(first.iter().any(|&(_, value)| value != first[0].1));
        assert_eq!(search.values(4), first);
    }
}

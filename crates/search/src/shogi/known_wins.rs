//! Positions that earlier searches of the same game have proved to be won.

use std::collections::HashMap;

use rsshogi::types::Move;

use super::table::TranspositionTable;
use super::tree::MATE_THRESHOLD;

/// A forced win for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Win {
    /// The move that wins.
    pub(super) mv: Move,
    /// Its value: mate, less a point for every ply to it.
    pub(super) value: i32,
}

/// What one search found.
struct PastSearch {
    /// Where in the game its root was: the number of positions before it.
    place: usize,
    root: u64,
    wins: HashMap<u64, Win>,
}

/// The wins of a game's searches. Those from positions that are no longer part of the game are forgotten, so
/// takebacks and new games leave no trace.
#[derive(Default)]
pub(super) struct KnownWins {
    searches: Vec<PastSearch>,
}

impl KnownWins {
    /// The win that a search from an earlier position of this game found for its present position; `keys` are
    /// those of all its positions.
    pub(super) fn recall(&mut self, keys: &[u64]) -> Option<Win> {
        let (&now, before) = keys.split_last()?;
        self.searches.retain(|search| before.get(search.place) == Some(&search.root));
        self.searches.iter().rev().find_map(|search| search.wins.get(&now).copied())
    }

    /// Keeps what a search of the present position found: the wins in its table, and `at_root` if there is
    /// one.
    pub(super) fn note(&mut self, keys: &[u64], table: &TranspositionTable, at_root: Option<Win>) {
        let Some((&root, before)) = keys.split_last() else { return };
        let in_table = table.wins(MATE_THRESHOLD).map(|(key, mv, value)| (key, Win { mv, value }));
        let wins = in_table.chain(at_root.map(|win| (root, win))).collect();
        self.searches.push(PastSearch { place: before.len(), root, wins });
    }
}

//! The transposition table of the Othello searches.

use games::othello::Board;
use games::split_mix::INCREMENT;

/// Bounds on the value of a board and the move that proved them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TableEntry {
    /// The value is at least this.
    pub(super) lower: i16,
    /// The value is at most this.
    pub(super) upper: i16,
    /// The square of the best move; 64 where there is none.
    pub(super) best: u8,
    /// How deep the search behind it went.
    pub(super) depth: u8,
}

/// One cache line: as many boards as fit, with their bounds.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Bucket {
    boards: [Board; 2],
    known: [TableEntry; 2],
    ages: [u8; 2],
}

const VACANT: Bucket = Bucket {
    boards: [Board { own: 0, other: 0 }; 2],
    known: [TableEntry { lower: 0, upper: 0, best: 64, depth: 0 }; 2],
    ages: [0; 2],
};

/// A transposition table: whole boards, so two boards are never taken for each other.
pub(super) struct TranspositionTable {
    buckets: Vec<Bucket>,
    age: u8,
}

impl TranspositionTable {
    /// A table of `1 << bits` cache lines.
    pub(super) fn new(bits: u32) -> TranspositionTable {
        TranspositionTable { buckets: vec![VACANT; 1 << bits], age: 1 }
    }

    /// Lets what earlier searches left be overwritten first. It stays true.
    pub(super) fn grow_older(&mut self) {
        self.age = self.age.wrapping_add(1).max(1);
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.buckets.fill(VACANT);
    }

    #[inline(always)]
    fn index(&self, board: Board) -> usize {
        // Two odd multipliers (the golden ratio and a multiplier of Steele and Vigna's) and the high half of
        // the sum.
        let mixed = board.own.wrapping_mul(INCREMENT)
            ^ board.other.rotate_left(32).wrapping_mul(0xd134_2543_de82_ef95);
        ((mixed ^ (mixed >> 32)).wrapping_mul(INCREMENT) >> 24) as usize & (self.buckets.len() - 1)
    }

    /// Has the processor fetch what is known of `board`, to be there when it is asked for.
    #[inline(always)]
    pub(super) fn prefetch(&self, board: Board) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let bucket = &raw const self.buckets[self.index(board)];
            // SAFETY: every x86-64 processor has the instruction, which reads nothing.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(bucket.cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = board;
    }

    /// What is known of `board`.
    #[inline(always)]
    pub(super) fn get(&self, board: Board) -> Option<TableEntry> {
        let bucket = &self.buckets[self.index(board)];
        let slot = bucket.boards.iter().position(|&stored| stored == board)?;
        Some(bucket.known[slot])
    }

    /// Remembers `known` in place of an earlier entry for the board, an old one, or the shallower of two.
    #[inline(always)]
    pub(super) fn put(&mut self, board: Board, known: TableEntry) {
        let index = self.index(board);
        let bucket = &mut self.buckets[index];
        let worth = |slot: usize| (bucket.ages[slot] == self.age, bucket.known[slot].depth);
        let slot = if bucket.boards[0] == board {
            0
        } else if bucket.boards[1] == board {
            1
        } else {
            usize::from(worth(1) < worth(0))
        };
        bucket.boards[slot] = board;
        bucket.known[slot] = known;
        bucket.ages[slot] = self.age;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_is_found_until_something_deeper_comes() {
        let mut table = TranspositionTable::new(0);
        let board = |own| Board { own, other: !own };
        let known = |depth| TableEntry { lower: -2, upper: 4, best: 3, depth };
        for (own, depth) in [(1, 5), (2, 6), (3, 7)] {
            table.put(board(own), known(depth));
            assert_eq!(table.get(board(own)), Some(known(depth)));
        }
        assert_eq!(table.get(board(1)), None, "the shallowest went first");
        table.grow_older();
        table.put(board(4), known(1));
        assert_eq!(table.get(board(2)), None, "an old one went before a new one");
        assert_eq!(table.get(board(3)), Some(known(7)));
        table.clear();
        assert_eq!(table.get(board(3)), None);
    }
}

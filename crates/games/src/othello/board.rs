//! Bitboards: the hot part of the rules, without sides, hashes or passes.
//!
//! Loops that need speed choose a [`Kernel`] once, at their entry (see [`Board::perft`]); elsewhere the
//! portable one does.

use super::kernel::{Kernel, Portable};
use super::{Square, Squares};

/// The discs of the side to move and of the other side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Board {
    /// Discs of the side to move.
    pub own: u64,
    /// Discs of the other side.
    pub other: u64,
}

impl Board {
    /// The start, black to move.
    pub const START: Board = Board { own: 0x0000_0008_1000_0000, other: 0x0000_0010_0800_0000 };

    /// The squares without a disc.
    #[must_use]
    #[inline]
    pub const fn empty(self) -> u64 {
        !(self.own | self.other)
    }

    /// The same discs with the other side to move.
    #[must_use]
    #[inline]
    pub const fn swapped(self) -> Board {
        Board { own: self.other, other: self.own }
    }

    /// The squares on which the side to move may place a disc.
    #[must_use]
    #[inline]
    pub fn moves(self) -> u64 {
        Portable.moves(self)
    }

    /// The discs that turn over when the side to move places one on `square`, which must be empty.
    #[must_use]
    #[inline]
    pub fn flips(self, square: Square) -> u64 {
        Portable.flips(self, square.index())
    }

    /// The board after a disc on `square` turned over `flips`, seen by the other side.
    #[must_use]
    #[inline]
    pub const fn placed(self, square: Square, flips: u64) -> Board {
        Board { own: self.other ^ flips, other: self.own ^ flips ^ square.bit() }
    }

    /// Neither side has a move.
    #[must_use]
    #[inline]
    pub fn is_over(self) -> bool {
        self.moves() == 0 && self.swapped().moves() == 0
    }

    /// Discs of the side to move and of the other side.
    #[must_use]
    #[inline]
    pub const fn counts(self) -> (u32, u32) {
        (self.own.count_ones(), self.other.count_ones())
    }

    /// Counts the move sequences of length `depth`; a forced pass is a move, and a
    /// game that ends before is one sequence, as in the published counts.
    #[must_use]
    pub fn perft(self, depth: u32) -> u64 {
        #[cfg(target_arch = "x86_64")]
        if let Some(kernel) = super::kernel::Avx2::detect() {
            return perft(kernel, self, depth);
        }
        perft(Portable, self, depth)
    }
}

fn perft<K: Kernel>(kernel: K, board: Board, depth: u32) -> u64 {
    match depth {
        0 => return 1,
        1 => return count_moves(kernel, board),
        _ => {}
    }
    kernel.compiled(|| {
        let legal = kernel.moves(board);
        if legal == 0 {
            let passed = board.swapped();
            return if kernel.moves(passed) == 0 { 1 } else { perft(kernel, passed, depth - 1) };
        }
        let mut leaves = 0;
        for square in Squares(legal) {
            let next = board.placed(square, kernel.flips(board, square.index()));
            // The last ply is counted in place: that is where nearly all the time goes.
            leaves += if depth == 2 { count_moves(kernel, next) } else { perft(kernel, next, depth - 1) };
        }
        leaves
    })
}

/// The leaves one ply ahead: a pass and a finished game are one each.
#[inline(always)]
fn count_moves<K: Kernel>(kernel: K, board: Board) -> u64 {
    u64::from(kernel.moves(board).count_ones().max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Leaves by depth from the start, published on many Othello programmers' pages.
    const PERFT: [u64; 9] = [1, 4, 12, 56, 244, 1396, 8200, 55_092, 390_216];

    #[test]
    fn perft_counts_are_the_published_ones_on_both_paths() {
        for (depth, leaves) in (0..).zip(PERFT) {
            assert_eq!(Board::START.perft(depth), leaves, "depth {depth}");
            assert_eq!(perft(Portable, Board::START, depth), leaves, "portable, depth {depth}");
        }
    }

    #[test]
    fn passes_are_counted_alike_on_both_paths() {
        // From here on, passes and finished games come up within a few plies.
        let endgame = Board { own: 0x1e3c_5c6c_3c3c_3e00, other: 0x0040_2212_4342_403f };
        assert_eq!(endgame.own & endgame.other, 0);
        for depth in 0..8 {
            assert_eq!(endgame.perft(depth), perft(Portable, endgame, depth), "depth {depth}");
        }
    }
}

//! The order in which the solver tries moves.

use games::othello::kernel::Kernel;
use games::othello::{Board, Squares};

/// Squares no move has been noted on.
pub(super) const NO_SQUARE: u8 = 64;

/// The quadrant of each square. The last move in a region of its own is worth having, so odd quadrants come first.
pub(super) static QUADRANTS: [u64; 64] = quadrants();

const fn quadrants() -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let rows = if square / 8 < 4 { 0x0000_0000_ffff_ffff } else { 0xffff_ffff_0000_0000 };
        let columns = if square % 8 < 4 { 0x0f0f_0f0f_0f0f_0f0f } else { 0xf0f0_f0f0_f0f0_f0f0 };
        table[square] = rows & columns;
        square += 1;
    }
    table
}

/// The quadrants with an odd number of empty squares.
pub(super) fn odd_quadrants(empty: u64) -> u64 {
    Squares(empty).fold(0, |odd, square| odd ^ QUADRANTS[square.index()])
}

const CORNERS: u64 = 0x8100_0000_0000_0081;

/// A move with what it flips and how early it should be tried: the least first.
#[derive(Clone, Copy)]
pub(super) struct Ordered {
    pub(super) next: Board,
    pub(super) key: i32,
    pub(super) square: u8,
}

/// The moves of a board, on the stack.
pub(super) struct Ordering {
    moves: [Ordered; 34],
    pub(super) len: usize,
}

impl Ordering {
    #[inline(always)]
    pub(super) fn new<K: Kernel>(kernel: K, board: Board, legal: u64) -> Ordering {
        let vacant = Ordered { next: board, key: 0, square: NO_SQUARE };
        let mut ordering = Ordering { moves: [vacant; 34], len: 0 };
        for square in Squares(legal) {
            let next = board.placed(square, kernel.flips(board, square.index()));
            ordering.moves[ordering.len] = Ordered { next, key: 0, square: square.index() as u8 };
            ordering.len += 1;
        }
        ordering
    }

    #[inline(always)]
    pub(super) fn as_mut(&mut self) -> &mut [Ordered] {
        &mut self.moves[..self.len]
    }

    /// Moves the best of those from `from` on to that place and gives it.
    #[inline(always)]
    pub(super) fn pick(&mut self, from: usize) -> Ordered {
        let rest = &mut self.moves[from..self.len];
        let mut least = 0;
        for at in 1..rest.len() {
            if rest[at].key < rest[least].key {
                least = at;
            }
        }
        rest.swap(0, least);
        rest[0]
    }
}

/// Fewest replies first; replies in a corner count twice, and odd quadrants go before even ones.
#[inline(always)]
pub(super) fn fastest_first<K: Kernel>(kernel: K, mv: &Ordered, odd: u64) -> i32 {
    let replies = kernel.moves(mv.next);
    let mobility = (replies.count_ones() + (replies & CORNERS).count_ones()) as i32;
    let parity = i32::from(odd >> mv.square & 1 != 0);
    16 * mobility - 6 * parity - 8 * i32::from(CORNERS >> mv.square & 1 != 0)
}

//! The order in which the solver tries moves.

use games::othello::kernel::Kernel;
use games::othello::{Board, Squares};

/// Squares no move has been noted on.
pub(super) const NO_SQUARE: u8 = 64;

/// The four quadrants.
pub(super) const QUADRANT: [u64; 4] =
    [0x0000_0000_0f0f_0f0f, 0x0000_0000_f0f0_f0f0, 0x0f0f_0f0f_0000_0000, 0xf0f0_f0f0_0000_0000];

/// The quadrant of each square. The last move in a region of its own is worth having, so odd quadrants come
/// first.
pub(super) static QUADRANTS: [u64; 64] = quadrants();

const fn quadrants() -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = QUADRANT[square / 32 * 2 + square % 8 / 4];
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

/// The moves of a board with at most `MOST` of them, on the stack.
pub(super) struct Ordering<const MOST: usize> {
    moves: [Ordered; MOST],
    pub(super) len: usize,
}

impl<const MOST: usize> Ordering<MOST> {
    #[inline(always)]
    pub(super) fn new<K: Kernel>(kernel: K, board: Board, legal: u64) -> Self {
        let vacant = Ordered { next: board, key: 0, square: NO_SQUARE };
        let mut ordering = Ordering { moves: [vacant; MOST], len: 0 };
        for square in Squares(legal).take(MOST) {
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

/// Fewest replies first, replies in a corner count twice; then few squares beside the mover's discs, where
/// replies may come up later; corners and odd quadrants go before others. The weights were tuned by node
/// counts on FForum 40 to 44.
#[inline(always)]
pub(super) fn fastest_first<K: Kernel>(kernel: K, mv: &Ordered, odd: u64) -> i32 {
    let replies = kernel.moves(mv.next);
    let mobility = (replies.count_ones() + (replies & CORNERS).count_ones()) as i32;
    let open = (beside(mv.next.other) & mv.next.empty()).count_ones() as i32;
    let parity = i32::from(odd >> mv.square & 1 != 0);
    let corner = i32::from(CORNERS >> mv.square & 1 != 0);
    16 * mobility + 2 * open - 3 * parity - 8 * corner
}

/// The discs and the squares beside them.
#[inline(always)]
fn beside(discs: u64) -> u64 {
    let row = discs | (discs & !LEFT) >> 1 | (discs & !(LEFT << 7)) << 1;
    row | row << 8 | row >> 8
}

/// The first column.
const LEFT: u64 = 0x0101_0101_0101_0101;

//! Bitboards: the hot part of the rules, without names, hashes or a move limit.

use crate::Side;

use super::{Direction, Move, Square, Squares};

/// The ghosts of one side on the board, by colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Ghosts {
    /// Squares of the blue ones.
    pub blue: u64,
    /// Squares of the red ones.
    pub red: u64,
}

/// Every ghost on the board, seen by the side to move.
///
/// Squares are not turned round with the side: only the exits depend on it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    /// Ghosts of the side to move.
    pub own: Ghosts,
    /// Ghosts of the other side.
    pub other: Ghosts,
    /// The side to move.
    pub side: Side,
}

/// The 36 squares.
const ALL: u64 = (1 << 36) - 1;

/// Column a; column f is five further.
const COLUMN_A: u64 = 0x0000_0000_4104_1041;
const COLUMN_F: u64 = COLUMN_A << 5;

/// The corners of the far row of each side: a6 and f6, a1 and f1.
const EXITS: [u64; 2] = [1 << 30 | 1 << 35, 1 | 1 << 5];

impl Ghosts {
    /// Squares of all ghosts.
    #[must_use]
    #[inline]
    pub const fn all(self) -> u64 {
        self.blue | self.red
    }

    /// The ghosts that can step north, east, south and west, in the order of [`Direction::ALL`].
    #[must_use]
    #[inline]
    pub const fn steps(self) -> [u64; 4] {
        let own = self.all();
        let free = ALL & !own;
        [own & free >> 6, own & !COLUMN_F & free >> 1, own & free << 6, own & !COLUMN_A & free << 1]
    }

    /// The blue ghosts that stand on an exit of `side`, their own.
    #[must_use]
    #[inline]
    pub const fn leaving(self, side: Side) -> u64 {
        self.blue & EXITS[side as usize]
    }

    /// How many moves these ghosts have.
    #[must_use]
    #[inline]
    pub const fn count_moves(self, side: Side) -> u32 {
        let [north, east, south, west] = self.steps();
        north.count_ones()
            + east.count_ones()
            + south.count_ones()
            + west.count_ones()
            + self.leaving(side).count_ones()
    }

    /// Calls `each` with every move of these ghosts, which are `side`'s.
    #[inline]
    pub(super) fn for_each_move(self, side: Side, mut each: impl FnMut(Move)) {
        let mut steps = self.steps();
        // Leaving is written as the step over the edge.
        steps[Direction::forward(side) as usize] |= self.leaving(side);
        for (direction, squares) in Direction::ALL.into_iter().zip(steps) {
            for from in Squares(squares) {
                each(Move::known(from, direction));
            }
        }
    }

    /// Appends every move of these ghosts, which are `side`'s.
    #[inline]
    pub fn push_moves(self, side: Side, moves: &mut Vec<Move>) {
        // Room for all of them at once: eight ghosts have no more than four moves each.
        moves.reserve(32);
        self.for_each_move(side, |mv| moves.push(mv));
    }

    /// Takes the ghosts on the squares `bits` off the board.
    #[inline]
    const fn without(self, bits: u64) -> Ghosts {
        Ghosts { blue: self.blue & !bits, red: self.red & !bits }
    }
}

impl Board {
    /// The exits of `side`.
    #[must_use]
    pub const fn exits(side: Side) -> u64 {
        EXITS[side as usize]
    }

    /// The board after a step of one of the side's own ghosts, captures included, seen by the other side.
    #[must_use]
    #[inline]
    pub const fn stepped(self, from: Square, to: Square) -> Board {
        let moved = from.bit() | to.bit();
        let blue = if self.own.blue & from.bit() != 0 { moved } else { 0 };
        let own = Ghosts { blue: self.own.blue ^ blue, red: self.own.red ^ (moved ^ blue) };
        Board { own: self.other.without(to.bit()), other: own, side: self.side.other() }
    }

    /// The board after the ghost on `from` has left it, which ends the game; seen by the other side.
    #[must_use]
    pub const fn left(self, from: Square) -> Board {
        Board { own: self.other, other: self.own.without(from.bit()), side: self.side.other() }
    }

    /// Who has won by what was captured, if nobody has left the board.
    #[must_use]
    #[inline]
    pub const fn winner(self) -> Option<Side> {
        if self.own.blue == 0 || self.other.red == 0 {
            Some(self.side.other())
        } else if self.own.red == 0 || self.other.blue == 0 {
            Some(self.side)
        } else {
            None
        }
    }

    /// Counts the move sequences of length `depth`; a finished game has no continuation.
    #[must_use]
    pub fn perft(self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.winner().is_some() {
            return 0;
        }
        if depth == 1 {
            return u64::from(self.own.count_moves(self.side));
        }
        let mut leaves = 0;
        self.own.for_each_move(self.side, |mv| {
            // Nothing follows a ghost that left.
            if let Some(to) = mv.to() {
                leaves += self.stepped(mv.from(), to).perft(depth - 1);
            }
        });
        leaves
    }
}

//! Squares, sets of squares and directions.

use std::fmt;
use std::str::FromStr;

use crate::{Malformed, Side};

/// One of the 36 squares, `a1` (left on the first player's home row) to `f6`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square(u8);

impl Square {
    /// The square with the given number, `6 * row + column`.
    #[must_use]
    pub const fn new(index: u8) -> Option<Square> {
        if index < 36 { Some(Square(index)) } else { None }
    }

    /// Every square, row by row from a1.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..36).map(Square)
    }

    /// `6 * row + column`.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The column, 0 for a.
    #[must_use]
    pub const fn column(self) -> u8 {
        self.0 % 6
    }

    /// The row, 0 for the first player's home row.
    #[must_use]
    pub const fn row(self) -> u8 {
        self.0 / 6
    }

    /// The set of this square alone.
    #[must_use]
    #[inline]
    pub const fn bit(self) -> u64 {
        1 << self.0
    }

    /// The same square as it is numbered from the other seat.
    #[must_use]
    pub const fn rotated(self) -> Square {
        Square(35 - self.0)
    }

    /// The next square in `direction`, if the board goes on there.
    #[must_use]
    #[inline]
    pub const fn step(self, direction: Direction) -> Option<Square> {
        match direction {
            Direction::North if self.row() < 5 => Some(Square(self.0 + 6)),
            Direction::East if self.column() < 5 => Some(Square(self.0 + 1)),
            Direction::South if self.row() > 0 => Some(Square(self.0 - 6)),
            Direction::West if self.column() > 0 => Some(Square(self.0 - 1)),
            _ => None,
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column()), self.row() + 1)
    }
}

impl FromStr for Square {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Self, Malformed> {
        match *text.as_bytes() {
            [column @ b'a'..=b'f', row @ b'1'..=b'6'] => Ok(Square((row - b'1') * 6 + (column - b'a'))),
            _ => Err(Malformed::new(text, "a square from a1 to f6")),
        }
    }
}

/// The squares of a bitboard, lowest first.
#[derive(Clone, Copy, Debug)]
pub struct Squares(pub u64);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = Square::new(self.0.trailing_zeros() as u8)?;
        self.0 &= self.0 - 1;
        Some(square)
    }
}

/// A direction on the board, as the first player sees it: north is away from the first player.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Direction {
    /// To the next higher row.
    North,
    /// To the next column.
    East,
    /// To the next lower row.
    South,
    /// To the column before.
    West,
}

impl Direction {
    /// All four.
    pub const ALL: [Direction; 4] = [Direction::North, Direction::East, Direction::South, Direction::West];

    /// The same direction as it is called from the other seat.
    #[must_use]
    pub const fn rotated(self) -> Direction {
        match self {
            Direction::North => Direction::South,
            Direction::East => Direction::West,
            Direction::South => Direction::North,
            Direction::West => Direction::East,
        }
    }

    /// Towards the far row of `side`, where its exits are.
    #[must_use]
    pub const fn forward(side: Side) -> Direction {
        match side {
            Side::First => Direction::North,
            Side::Second => Direction::South,
        }
    }
}

//! Squares and sets of squares.

use std::fmt;
use std::str::FromStr;

use crate::Malformed;

/// One of the 64 squares, `a1` (upper left) to `h8`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square(u8);

impl Square {
    /// The square with the given number, `8 * row + column`.
    #[must_use]
    pub const fn new(index: u8) -> Option<Square> {
        if index < 64 { Some(Square(index)) } else { None }
    }

    /// Every square, row by row.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..64).map(Square)
    }

    /// `8 * row + column`.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The set of this square alone.
    #[must_use]
    pub const fn bit(self) -> u64 {
        1 << self.0
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.0 % 8), self.0 / 8 + 1)
    }
}

impl FromStr for Square {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Self, Malformed> {
        match *text.as_bytes() {
            [column, row]
                if column.to_ascii_lowercase().wrapping_sub(b'a') < 8 && row.wrapping_sub(b'1') < 8 =>
            {
                Ok(Square((row - b'1') * 8 + (column.to_ascii_lowercase() - b'a')))
            }
            _ => Err(Malformed::new(text, "a square from a1 to h8")),
        }
    }
}

/// The squares of a bitboard, lowest first.
///
/// ```
/// use games::othello::{Board, Squares};
/// let names: Vec<_> = Squares(Board::START.moves()).map(|square| square.to_string()).collect();
/// assert_eq!(names, ["d3", "c4", "f5", "e6"]);
/// ```
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

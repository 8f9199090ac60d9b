//! Moves, which are holes.

use std::fmt;
use std::str::FromStr;

use crate::Malformed;

use super::MAX_HOLES;

/// Sowing the seeds of one of the mover's holes: 1 is the farthest from the mover's store.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move(u8);

impl Move {
    /// Sowing the hole with the given number, 1 to 12.
    #[must_use]
    pub const fn new(number: u8) -> Option<Move> {
        if number >= 1 && number as usize <= MAX_HOLES { Some(Move(number)) } else { None }
    }

    /// Every move there is on the largest board.
    pub fn all() -> impl Iterator<Item = Move> {
        (1..=MAX_HOLES as u8).map(Move)
    }

    /// The number of the hole, from 1.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The place of the hole in its row, from 0.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize - 1
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Move {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Self, Malformed> {
        let is_plain = !text.starts_with(['+', '0']);
        let number = text.parse().ok().filter(|_| is_plain);
        number.and_then(Move::new).ok_or_else(|| Malformed::new(text, "a hole from 1 to 12"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_reads_back_and_nothing_else_is_one() {
        for mv in Move::all() {
            assert_eq!(mv.to_string().parse(), Ok(mv));
        }
        for text in ["", "0", "13", "+1", "01", "1 ", "-1", "999999999999", "a"] {
            assert!(text.parse::<Move>().is_err(), "{text}");
        }
    }
}

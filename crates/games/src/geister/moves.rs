//! Moves and how they are written.

use std::fmt;
use std::str::FromStr;

use crate::{Malformed, Side};

use super::{Direction, Square};

/// A ghost's step to the next square, or its leaving of the board from a corner.
///
/// Prints as the two squares, `b2b3`, or as `a6out`. There are 124: 120 steps and four ways out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move {
    from: Square,
    direction: Direction,
}

impl Move {
    /// One step from `from` in `direction`, or leaving, if that leads out of a corner towards a far row.
    /// `None` where the board ends.
    #[must_use]
    pub const fn new(from: Square, direction: Direction) -> Option<Move> {
        let corner = from.column() == 0 || from.column() == 5;
        let leaves = match direction {
            Direction::North => corner && from.row() == 5,
            Direction::South => corner && from.row() == 0,
            Direction::East | Direction::West => false,
        };
        if leaves || from.step(direction).is_some() { Some(Move { from, direction }) } else { None }
    }

    /// Leaving the board from a corner; `None` for any other square.
    #[must_use]
    pub const fn leave(from: Square) -> Option<Move> {
        let side = if from.row() == 5 { Side::First } else { Side::Second };
        match Move::new(from, Direction::forward(side)) {
            Some(mv) if mv.is_leaving() => Some(mv),
            _ => None,
        }
    }

    /// A move whose step is known to stay on the board or to leave it from a corner.
    #[inline]
    pub(super) const fn known(from: Square, direction: Direction) -> Move {
        Move { from, direction }
    }

    /// Every move there is.
    pub fn all() -> impl Iterator<Item = Move> {
        Square::all().flat_map(|from| {
            Direction::ALL.into_iter().filter_map(move |direction| Move::new(from, direction))
        })
    }

    /// Where the ghost stands.
    #[must_use]
    #[inline]
    pub const fn from(self) -> Square {
        self.from
    }

    /// Which way it goes; out of a corner, the way to the far row of the side that may leave there.
    #[must_use]
    #[inline]
    pub const fn direction(self) -> Direction {
        self.direction
    }

    /// Where it goes; `None` if it leaves the board.
    #[must_use]
    #[inline]
    pub const fn to(self) -> Option<Square> {
        self.from.step(self.direction)
    }

    /// It leaves the board.
    #[must_use]
    #[inline]
    pub const fn is_leaving(self) -> bool {
        self.to().is_none()
    }

    /// `4 * square + direction`: the place of the move among the 144 outputs of a policy.
    #[must_use]
    pub const fn index(self) -> usize {
        4 * self.from.index() + self.direction as usize
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.to() {
            Some(to) => write!(f, "{}{to}", self.from),
            None => write!(f, "{}out", self.from),
        }
    }
}

impl FromStr for Move {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Self, Malformed> {
        let malformed = || Malformed::new(text, "a step such as b2b3, or a6out");
        let (from, to) = text.split_at_checked(2).ok_or_else(malformed)?;
        let from: Square = from.parse().map_err(|_| malformed())?;
        if to == "out" {
            return Move::leave(from).ok_or_else(malformed);
        }
        let to: Square = to.parse().map_err(|_| malformed())?;
        Direction::ALL
            .into_iter()
            .find(|&direction| from.step(direction) == Some(to))
            .map(|direction| Move { from, direction })
            .ok_or_else(malformed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_reads_back() {
        assert_eq!(Move::all().count(), 124);
        for mv in Move::all() {
            assert_eq!(mv.to_string().parse(), Ok(mv));
        }
        assert_eq!(
            Move::all().filter(|mv| mv.is_leaving()).map(|mv| mv.to_string()).collect::<Vec<_>>(),
            ["a1out", "f1out", "a6out", "f6out"]
        );
    }

    #[test]
    fn what_is_no_step_is_refused() {
        for text in ["", "b2", "b2b2", "b2c3", "b2b4", "b2out", "a1a0", "ああ", "b2b3x", "B2B3"] {
            assert!(text.parse::<Move>().is_err(), "{text}");
        }
    }
}

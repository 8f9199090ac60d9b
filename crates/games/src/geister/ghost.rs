//! Ghosts by name, their colours and where they are.

use std::fmt;

use super::Square;

/// One of a side's eight ghosts, named A to H by where it starts: as its owner sees it, A to D from left to
/// right in front, E to H behind them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Ghost(u8);

impl Ghost {
    /// All eight.
    pub const ALL: [Ghost; 8] =
        [Ghost(0), Ghost(1), Ghost(2), Ghost(3), Ghost(4), Ghost(5), Ghost(6), Ghost(7)];

    /// The ghost with this letter, of either case.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Ghost> {
        match letter.to_ascii_uppercase() {
            letter @ 'A'..='H' => Some(Ghost(letter as u8 - b'A')),
            _ => None,
        }
    }

    /// `'A'` to `'H'`.
    #[must_use]
    pub const fn letter(self) -> char {
        (b'A' + self.0) as char
    }

    /// 0 for A to 7 for H.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The set of this ghost alone.
    #[inline]
    pub const fn bit(self) -> u8 {
        1 << self.0
    }
}

impl fmt::Display for Ghost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// What a ghost is worth: blue ones must live, red ones must be taken.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Colour {
    /// May leave the board; whose blues are all captured loses.
    Blue,
    /// Whose reds are all captured wins.
    Red,
}

impl Colour {
    /// Both colours.
    pub const BOTH: [Colour; 2] = [Colour::Blue, Colour::Red];

    /// `'B'` or `'R'`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Colour::Blue => 'B',
            Colour::Red => 'R',
        }
    }

    /// The colour with this capital letter.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Colour> {
        match letter {
            'B' => Some(Colour::Blue),
            'R' => Some(Colour::Red),
            _ => None,
        }
    }

    /// `"blue"` or `"red"`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Colour::Blue => "blue",
            Colour::Red => "red",
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// Where a ghost is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// On a square.
    On(Square),
    /// With the enemy.
    Captured,
    /// Out of the exit, which ended the game.
    Escaped,
}

impl Place {
    /// The square, if it is on one.
    #[must_use]
    pub const fn square(self) -> Option<Square> {
        match self {
            Place::On(square) => Some(square),
            Place::Captured | Place::Escaped => None,
        }
    }
}

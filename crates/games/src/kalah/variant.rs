//! The points on which rule books of Kalah differ.

use std::fmt;
use std::str::FromStr;

use crate::Malformed;

/// What a last seed in an empty hole of the mover's takes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Capture {
    /// Itself and the seeds of the opposite hole, if there are any there.
    #[default]
    Standard,
    /// The same, and itself alone where the opposite hole is empty.
    Empty,
}

/// When the game ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum EndRule {
    /// When either side has no seed in its holes after a move.
    #[default]
    Any,
    /// When the side to move has no seed in its holes.
    Mover,
}

/// A rule set, printed like `standard/any`.
///
/// The default is the one under which the win rates of a random player against minimax come out as published
/// for the selectQ player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Rules {
    /// What is captured.
    pub capture: Capture,
    /// When the game ends.
    pub end: EndRule,
}

impl Rules {
    /// Every rule set.
    pub const ALL: [Rules; 4] = [
        Rules { capture: Capture::Standard, end: EndRule::Any },
        Rules { capture: Capture::Standard, end: EndRule::Mover },
        Rules { capture: Capture::Empty, end: EndRule::Any },
        Rules { capture: Capture::Empty, end: EndRule::Mover },
    ];

    /// The name used in records and on the command line.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match (self.capture, self.end) {
            (Capture::Standard, EndRule::Any) => "standard/any",
            (Capture::Standard, EndRule::Mover) => "standard/mover",
            (Capture::Empty, EndRule::Any) => "empty/any",
            (Capture::Empty, EndRule::Mover) => "empty/mover",
        }
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for Rules {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Self, Malformed> {
        Rules::ALL.into_iter().find(|rules| rules.as_str() == text).ok_or_else(|| {
            Malformed::new(text, "rules: standard/any, standard/mover, empty/any or empty/mover")
        })
    }
}

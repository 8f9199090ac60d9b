//! Why an opponent does not play.

use games::{EndReason, IllegalMove};

/// What an opponent does instead of playing. Our own ones only ever find that the game is over; a program at
/// the other end of a pipe can do anything.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Failure {
    /// There is no move to choose from.
    #[error("the game is over")]
    NoMove,
    /// It gives up: no fault.
    #[error("resigned")]
    Resigned,
    /// It did not answer in time.
    #[error("timed out: {0}")]
    TimedOut(String),
    /// It ended, or could not be started.
    #[error("crashed: {0}")]
    Crashed(String),
    /// It chose a move that is not legal.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// It said something that cannot be understood, or refused what it was told.
    #[error("misunderstood: {0}")]
    Protocol(String),
}

impl Failure {
    /// What the record gives as the end of the game.
    #[must_use]
    pub const fn reason(&self) -> EndReason {
        match self {
            Failure::Resigned => EndReason::Resignation,
            Failure::TimedOut(_) => EndReason::Timeout,
            Failure::Illegal(_) => EndReason::IllegalMove,
            Failure::NoMove | Failure::Crashed(_) | Failure::Protocol(_) => EndReason::Forfeit,
        }
    }

    /// Whether the game was lost by a fault of the program and not by how it plays.
    #[must_use]
    pub const fn is_forfeit(&self) -> bool {
        !matches!(self, Failure::Resigned)
    }
}

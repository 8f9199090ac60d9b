//! How good is each move?
//!
//! An analyst looks at a position within a [`Budget`] and answers with an [`Analysis`]: the candidates, best first, each with
//! a value for the side to move. Nothing here reads a clock; whoever has one sets the budget's stop flag.

mod analysis;
mod budget;
pub mod othello;

pub use analysis::{Analysis, Candidate, Unit};
pub use budget::{Budget, Stop};

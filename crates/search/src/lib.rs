//! How good is each move?
//!
//! An analyst looks at a position within a [`Budget`] and answers with an [`Analysis`]: the candidates, best
//! first, each with a value for the side to move. Nothing here reads a clock; whoever has one sets the
//! budget's stop flag.

pub mod alphabeta;
mod analysis;
mod analyst;
mod batches;
mod budget;
mod evaluation;
pub mod exact;
pub mod geister;
pub mod kalah;
pub mod mcts;
pub mod othello;
pub mod q;
pub mod shogi;

pub use alphabeta::{AlphaBeta, AlphaBetaOptions};
pub use analysis::{Analysis, Candidate, Unit};
pub use analyst::Analyst;
pub use budget::{Budget, Stop};
pub use evaluation::{Evaluation, INFINITY, Perturbed};

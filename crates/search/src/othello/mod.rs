//! How good is each move in Othello?
//!
//! | to find | look in |
//! |---|---|
//! | exact values near the end | [`Solver`] |
//! | a search with an evaluation | [`AlphaBeta`], [`Options`] |
//! | what an evaluation is | [`Evaluation`] |
//! | the evaluation of a small game | [`ThreeTerm`]; [`Negated`] for an opponent that wants to lose |
//! | the strong evaluation | [`Weights`], made by [`Training`] |

mod alphabeta;
mod evaluation;
mod fit;
mod last;
mod lessons;
mod negamax;
mod options;
mod ordering;
mod patterns;
mod selfplay;
mod solver;
mod stability;
mod table;
mod three_term;
mod train;
mod weights;

pub use alphabeta::AlphaBeta;
pub use evaluation::{Evaluation, Negated};
pub use lessons::Lessons;
pub use options::Options;
pub use solver::{Solution, Solver};
pub use three_term::ThreeTerm;
pub use train::{Generation, Training};
pub use weights::Weights;

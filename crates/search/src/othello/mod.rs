//! How good is each move in Othello?
//!
//! | to find | look in |
//! |---|---|
//! | exact values near the end | [`Solver`] |
//! | a search with an evaluation | [`AlphaBeta`], [`Options`] |
//! | what an evaluation is | [`Evaluation`] |
//! | the evaluation of a small game | [`ThreeTerm`]; [`crate::Changed`] for an opponent that errs or wants to lose |
//! | the strong evaluation | [`Weights`], made by [`Training`] |

mod alphabeta;
mod compiled;
mod evaluation;
mod fit;
mod guess;
mod last;
mod lessons;
mod negamax;
mod options;
mod ordering;
mod patterns;
mod proof;
mod selfplay;
mod solver;
mod stability;
mod table;
mod three_term;
mod train;
mod weights;

pub use alphabeta::AlphaBeta;
pub use evaluation::Evaluation;
pub use lessons::Lessons;
pub use options::Options;
pub use solver::{Solution, Solver};
pub use three_term::ThreeTerm;
pub use train::{Generation, Teacher, Training};
pub use weights::Weights;

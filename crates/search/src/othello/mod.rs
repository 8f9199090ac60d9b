//! How good is each move in Othello?
//!
//! | to find | look in |
//! |---|---|
//! | exact values near the end | [`Solver`] |
//! | a search with an evaluation | [`AlphaBeta`], [`SearchOptions`] |
//! | what an evaluation is | [`Evaluation`] |
//! | the evaluation of a small game | [`ThreeTerm`] |
//! | an evaluation with errors or negated | [`crate::Perturbed`] |
//! | the strong evaluation | [`Weights`], made by [`Training`] |

mod alphabeta;
mod compiled_kernel;
mod evaluation;
mod fit;
mod guide;
mod last_empties;
mod negamax;
mod null_window;
mod options;
mod ordering;
mod patterns;
mod selfplay;
mod solver;
mod stability;
mod table;
mod three_term;
mod train;
mod training_samples;
mod weights;

pub use alphabeta::AlphaBeta;
pub use evaluation::Evaluation;
pub use options::SearchOptions;
pub use solver::{Solution, Solver};
pub use three_term::ThreeTerm;
pub use train::{Generation, LabelSource, Training};
pub use training_samples::TrainingSamples;
pub use weights::Weights;

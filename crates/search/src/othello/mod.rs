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
//! | the patterns it looks at | [`patterns`] |

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
pub mod patterns;
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

/// The files that come with the program and decide how its searches play, by name.
#[must_use]
pub fn shipped_files() -> Vec<(&'static str, &'static [u8])> {
    vec![
        ("othello-patterns.bin", weights::SHIPPED_FILE),
        ("othello-three-term.txt", three_term::SHIPPED_FILE.as_bytes()),
    ]
}

//! How good is each move in shogi?
//!
//! | to find | look in |
//! |---|---|
//! | a search with an evaluation | [`AlphaBeta`], [`Options`] |
//! | the evaluation | [`Weights`], made by [`Training`] from [`Lessons`] |
//! | short mates, exactly | [`Mates`] |

mod alphabeta;
mod exchange;
mod features;
mod lessons;
mod mate;
mod options;
mod ordering;
mod picker;
mod quiescence;
mod root;
mod table;
#[cfg(test)]
mod tests;
mod train;
mod tree;
mod values;
mod walk;
mod weights;

pub use alphabeta::AlphaBeta;
pub use lessons::Lessons;
pub use mate::{Mate, Mates};
pub use options::{Aim, Margins, Options};
pub use train::Training;
pub use tree::{MATE, SURE};
pub use weights::Weights;

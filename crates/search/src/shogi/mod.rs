//! How good is each move in shogi?
//!
//! | to find | look in |
//! |---|---|
//! | a search with an evaluation | [`AlphaBeta`], [`Options`] |
//! | the evaluation | [`Weights`] |
//! | short mates, exactly | [`Mates`] |

mod alphabeta;
mod exchange;
mod features;
mod mate;
mod options;
mod ordering;
mod picker;
mod quiescence;
mod root;
mod table;
#[cfg(test)]
mod tests;
mod tree;
mod values;
mod walk;
mod weights;

pub use alphabeta::AlphaBeta;
pub use mate::{Mate, Mates};
pub use options::{Aim, Margins, Options};
pub use weights::Weights;

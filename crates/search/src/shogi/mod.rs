//! How good is each move in shogi?
//!
//! | to find | look in |
//! |---|---|
//! | a search with an evaluation | [`AlphaBeta`], [`Options`] |
//! | values of every move at several depths | [`Deepening`] |
//! | the evaluation | [`Weights`], made by [`Training`] from [`Lessons`] |
//! | an evaluation that plays like the players of records | [`Imitation`] |
//! | short mates, exactly | [`Mates`] |

mod alphabeta;
mod attack_parts;
mod attacks;
mod deepening;
mod entering;
mod exchange;
mod features;
mod imitation;
mod lessons;
mod mate;
mod options;
mod ordering;
mod parts;
mod picker;
mod quiescence;
mod root;
mod selfplay;
mod steady;
mod table;
mod tastes;
#[cfg(test)]
mod tests;
mod train;
mod tree;
mod values;
mod walk;
mod weights;

pub use alphabeta::AlphaBeta;
pub use deepening::Deepening;
pub use imitation::{Decision, Imitation, Round};
pub use lessons::Lessons;
pub use mate::{Mate, Mates};
pub use options::{Aim, Margins, Options};
pub use selfplay::Openings;
pub use train::{Errors, Generation, Training};
pub use tree::{MATE, SURE};
pub use weights::Weights;

//! Othello on the 8 x 8 board.
//!
//! Squares are numbered from a1, the upper left corner, along the rows: `8 * row + column`.
//!
//! | to find | look in |
//! |---|---|
//! | the rules | [`Othello`], [`Move`], [`Square`] |
//! | bare bitboards for searches | [`Board`] |
//! | the eight symmetries | [`Symmetry`] |

mod board;
mod rules;
mod square;
mod symmetry;

pub use board::Board;
pub use rules::{Move, Othello};
pub use square::{Square, Squares};
pub use symmetry::Symmetry;

//! Othello on the 8 x 8 board.
//!
//! Squares are numbered from a1, the upper left corner, along the rows: `8 * row + column`.
//!
//! | to find | look in |
//! |---|---|
//! | the rules | [`Othello`], [`Move`], [`Square`] |
//! | bare bitboards for searches | [`Board`], [`kernel`] |
//! | the eight symmetries | [`Symmetry`] |
//! | move lists such as `f5d6c3` | [`moves`] |
//! | the Generic Game Format | [`ggf`] |
//! | endgame positions with known values | [`obf`] |
//! | the WTHOR database | [`wthor`] |

mod board;
pub mod ggf;
pub mod kernel;
pub mod moves;
pub mod obf;
mod rules;
mod square;
mod symmetry;
pub mod wthor;

pub use board::Board;
pub use rules::{Move, Othello};
pub use square::{Square, Squares};
pub use symmetry::Symmetry;

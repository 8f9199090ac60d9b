//! The Go Text Protocol, version 2, as Othello programs speak it: the board is 8 x 8, a1 is the upper left
//! corner, black moves first, and `pass` is a move.

mod engine;
mod program;

pub use engine::Engine;
pub(crate) use program::open;

//! Kalah with any number of holes a side and seeds a hole.
//!
//! A side's holes are numbered from 1, the farthest from its own store, in the direction of sowing.
//!
//! | to find | look in |
//! |---|---|
//! | the rules | [`Kalah`], [`Move`] |
//! | the named variants of the rules | [`Rules`], [`Capture`], [`EndRule`] |
//! | the bare board for searches | [`Board`] |
//! | the board text of the Kalah Game Protocol | [`kgp`] |

mod board;
mod hole;
pub mod kgp;
mod notation;
mod rules;
mod variant;

pub use board::{Board, MAX_HOLES, MAX_SEEDS};
pub use hole::Move;
pub use rules::Kalah;
pub use variant::{Capture, EndRule, Rules};

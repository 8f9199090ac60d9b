//! Shogi: the rules, on the bitboards of the `rsshogi` crate, and the notations it is written down in.
//!
//! | to find | look in |
//! |---|---|
//! | the rules | [`Shogi`], [`Move`] |
//! | even and handicap starts | [`Handicap`] |
//! | moves in Japanese | [`names`] |
//! | records | [`csa`], [`kif`], [`ki2`], [`jkf`], [`usi`] |
//! | openings | [`Book`] |
//! | positions that come from outside | [`setup`], [`sfen`] |

mod book;
pub mod csa;
mod ends;
mod handicap;
pub mod jkf;
pub mod ki2;
pub mod kif;
mod line_builder;
mod moves;
pub mod names;
mod refusal;
mod rules;
pub mod setup;
pub mod sfen;
pub mod usi;
mod words;

pub use book::Book;
pub use handicap::Handicap;
pub use moves::{Move, MoveKind};
pub use rsshogi::board::Position;
pub use rsshogi::types::{Color, Hand, HandPiece, Piece, PieceType, Square};
pub use rules::Shogi;

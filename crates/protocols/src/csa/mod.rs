//! The protocol of servers for shogi programs, version 1.2 of the Computer Shogi Association
//! (www2.computer-shogi.org/protocol): the server offers a game, both sides agree, and every move comes back
//! with the time it took.

mod client;
#[cfg(test)]
mod session_tests;
mod summary;

pub use client::{Client, Finished, Login};

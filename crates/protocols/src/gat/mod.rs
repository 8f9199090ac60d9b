//! The protocol of the GAT tournament of Geister: lines over TCP, in which a server asks two clients for
//! their red ghosts and then in turn for their moves, and shows each of them the board as its seat may see
//! it.
//!
//! The texts themselves are in [`games::geister::gat`].

mod client;
mod clock;
mod connection;
mod opponent;
mod referee;
mod server;

pub use client::{Client, Ended};
pub use clock::Allowance;
pub use connection::Connection;
pub(crate) use opponent::open;
pub use referee::Referee;
pub use server::{Refereed, Server};

use games::geister::Colour;
use games::{Outcome, Side};

/// What the server asks for at the start.
const SET: &str = "SET?";

/// What the server says to a move or a setup it takes, and to one it does not.
const TAKEN: &str = "OK ";
const REFUSED: &str = "NG ";

/// How many lines out of place are put up with in a game. A client that is merely confused sends a few.
const PATIENCE: u32 = 100;

/// The word before the last board, for `seat`.
fn end_word(end: &Outcome, seat: Side) -> &'static str {
    let [won, lost, drawn] = games::geister::gat::ENDS;
    match end.winner {
        Some(winner) if winner == seat => won,
        Some(_) => lost,
        None => drawn,
    }
}

/// What the server answers to a move that captured a ghost of this colour, or none.
fn taken(captured: Option<Colour>) -> &'static str {
    match captured {
        None => TAKEN,
        Some(Colour::Red) => "OKR",
        Some(Colour::Blue) => "OKB",
    }
}

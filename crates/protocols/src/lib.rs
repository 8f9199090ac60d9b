//! How do other programs talk? Our opponents as engines for other people's programs, and their programs as
//! our opponents.
//!
//! An engine is a session that turns a line of input into lines of output; pipes and sockets are the
//! caller's. A program is a child process that is asked line by line, within a limit of time; [`by_name`]
//! finds it by its name like any opponent.
//!
//! | protocol | game | ours as an engine | theirs as an opponent |
//! |---|---|---|---|
//! | Go Text Protocol, as Othello programs use it | Othello | [`gtp::Engine`] | `gtp:COMMAND` |
//! | NBoard | Othello | [`nboard::Engine`] | `nboard:COMMAND` |
//! | Kalah Game Protocol | Kalah | [`kgp::Client`] | |
//! | that of the GAT tournament | Geister | [`gat::Client`] | `gat:COMMAND`, `gat:listen=HOST:PORT` |
//! | CSA server protocol | shogi | [`csa::Client`] | |
//! | USI | shogi | [`usi::serve`] | `usi:COMMAND` |
//!
//! [`gat::Server`] lets any two programs play each other.
//!
//! # Decisions
//!
//! - **A fault is a lost game, not an error.** A program that crashes, hangs or cheats loses that game, and
//!   the match goes on. What cannot be started at all is an error before the first game.
//! - **A program is started anew for every game**, in a process group of its own: a crash leaves nothing
//!   behind, its children end with it, and an interrupt from the keyboard lets the games in hand finish.
//! - **Programs are asked only where there is a choice**: they differ in whether they announce a pass.
//! - **The clock is at the edge.** [`TimeLimited`] holds the watch and raises the stop flag; [`by_name`] puts
//!   it around every opponent of ours.
//! - **An engine thinks on a thread of its own** ([`usi::serve`]): lines, answers and the deadline meet in
//!   one loop, which alone speaks. A name without a limit thinks until the board's clock ends it; one with a
//!   limit is only ever cut short.

#![forbid(unsafe_code)]

mod address;
mod allowed;
pub mod csa;
mod custom_weights;
mod descendants;
mod game_history;
pub mod gat;
pub mod gtp;
pub mod kgp;
pub mod nboard;
mod opening_book;
mod process;
mod program;
mod registry;
mod time_limited;
pub mod usi;

pub use address::Address;
pub use allowed::{AllowedProgram, allow_only};
pub use process::Process;
pub use registry::{ExternalEngines, by_name};
pub use time_limited::TimeLimited;

/// What a session says to a line, and whether it goes on.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Reply {
    /// Lines to send, each ended by a line feed.
    pub text: String,
    /// The session is over.
    pub quit: bool,
}

impl Reply {
    /// Lines to send; the session goes on.
    fn lines(text: impl Into<String>) -> Reply {
        Reply { text: text.into(), quit: false }
    }
}

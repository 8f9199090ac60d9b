//! How do other programs talk? Our opponents as engines for other people's programs.
//!
//! Each protocol is a session that turns a line of input into lines of output; pipes and sockets are the caller's.
//!
//! | protocol | game | session |
//! |---|---|---|
//! | Go Text Protocol, as Othello programs use it | Othello | [`gtp::Engine`] |
//! | NBoard | Othello | [`nboard::Engine`] |
//! | Kalah Game Protocol | Kalah | [`kgp::Client`] |

pub mod gtp;
pub mod kgp;
pub mod nboard;
mod punctual;

pub use punctual::Punctual;

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

//! Who does which part of the work, on how many machines?
//!
//! Chunks of plans, carried by NATS JetStream. What has happened is kept in the [`store`]; this crate only
//! says who is to do what is missing. One machine needs neither a queue nor this crate.
//!
//! | to find | look in |
//! |---|---|
//! | connecting, losing the connection | [`Queue`] |
//! | publishing chunks, and announcing them | `publish.rs` |
//! | taking chunks, acknowledging and refusing them | [`Delivery`] |
//! | chunks that nobody could play | `dead.rs` |
//! | several servers of one site, and who thinks for them | [`Site`] |
//!
//! # Decisions
//!
//! - **The server's clock decides alone.** A chunk that is neither acknowledged nor reported to be in
//!   progress within `AckWait` is delivered again. No clock of a worker takes part.
//! - **A consumer per plan.** A worker asks for chunks of a plan only if its opponents have the plan's
//!   fingerprint and it may start the plan's programs; so nobody receives what they have to hand back, and an
//!   idle worker asks for nothing: it waits for an announcement.
//! - **A chunk is in the queue at most once**: it is published on the condition that its subject is empty. So
//!   anybody may publish what is missing, at any time, and a queue that has lost its disk is filled again
//!   from the store.
//! - **Leases and messages between servers are hints.** What is stored at a table is decided in the store,
//!   where a change is for one version; without the queue a site goes on, and works twice at worst.
//! - **Acknowledged after the games are stored**, never before. A game is known by its number, so a chunk
//!   that is delivered twice is harmless.

#![forbid(unsafe_code)]

mod connection;
mod dead;
mod delivery;
mod error;
mod publish;
mod site;
mod state;

pub use connection::{Access, Queue};
pub use delivery::{Delivery, MOST_DELIVERIES, Taker};
pub use error::QueueError;
pub use publish::Announcements;
pub use site::{Changes, Lease, Site, Task, Tasks};
pub use state::QueueState;

use std::fmt;
use std::str::FromStr;

/// Games of a plan that are played together: the numbers from `from` to before `to`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Chunk {
    /// The first game.
    pub from: u64,
    /// The first game that does not belong to it.
    pub to: u64,
}

impl fmt::Display for Chunk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.from, self.to)
    }
}

impl FromStr for Chunk {
    type Err = QueueError;

    fn from_str(text: &str) -> Result<Chunk, QueueError> {
        let numbers = text.split_once('-').map(|(from, to)| (from.parse(), to.parse()));
        match numbers {
            Some((Ok(from), Ok(to))) if from < to => Ok(Chunk { from, to }),
            _ => Err(QueueError::Subject { found: text.to_owned(), expected: "games such as 120-124" }),
        }
    }
}

/// The stream of chunks that are to be played: a work queue.
const WORK: &str = "GOKAKU_WORK";

/// The stream of chunks that nobody could play, with the reason of each.
const DEAD: &str = "GOKAKU_DEAD";

/// Where plans are announced.
const PLANS: &str = "gokaku.plans";

/// The subject of a chunk in the work queue.
fn work_subject(plan: &str, chunk: Chunk) -> String {
    format!("gokaku.work.{plan}.{chunk}")
}

/// The subject of a chunk that nobody could play.
fn dead_subject(plan: &str, chunk: Chunk) -> String {
    format!("gokaku.dead.{plan}.{chunk}")
}

/// The chunk that the last part of a subject names.
fn chunk_of(subject: &str) -> Result<Chunk, QueueError> {
    subject.rsplit('.').next().unwrap_or_default().parse()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chunk_is_read_back() {
        let chunk = Chunk { from: 120, to: 124 };
        assert_eq!(chunk_of(&work_subject("abc", chunk)), Ok(chunk));
        for wrong in ["", "7", "7-7", "8-7", "-1-3", "a-b", "1-2-3"] {
            let error = chunk_of(&format!("gokaku.work.abc.{wrong}")).unwrap_err().to_string();
            assert!(error.contains("expected games such as 120-124"), "{wrong}: {error}");
        }
    }
}

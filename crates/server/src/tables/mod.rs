//! Tables in progress: who sits there, what has been played, and what follows from it.
//!
//! | to find | look in |
//! |---|---|
//! | making a table | `new.rs` |
//! | one table of one game, without I/O | `live.rs`; what its player sees of it: `view.rs` |
//! | what requests change, or why they are refused | `proposals.rs` |
//! | the same of any game | `any.rs` |
//! | all tables: opening, changing, watching | `registry.rs` |
//! | what can be asked about a finished game | `finished.rs` |
//! | other servers on the same store | `site.rs` |
//! | asking the opponent | `opponent.rs` |
//! | saving changes before they are acknowledged | `writer.rs` |
//! | time on the clocks | `clock.rs` |
//! | how long an opponent seems to think | `pace.rs` |

mod any;
mod clock;
mod finished;
mod live;
mod new;
mod opponent;
mod pace;
mod proposals;
mod registry;
mod site;
mod terms;
mod view;
mod voice;
mod writer;

pub(crate) use any::{AnyTable, Request, open};
pub(crate) use finished::AnyFinished;
use live::split_seed;
pub(crate) use new::{ID_LETTERS, check_clock, chosen_level, new_table};
pub(crate) use opponent::{Reply, Thinking, estimate_of};
pub(crate) use registry::{Snapshot, TableRegistry};
pub(crate) use site::Shared;
pub(crate) use terms::Terms;

/// Milliseconds since 1970.
#[must_use]
pub(crate) fn now() -> i64 {
    jiff::Timestamp::now().as_millisecond()
}

/// A time as it goes over the wire: `2026-11-16T12:00:00Z`.
#[must_use]
pub(crate) fn written(millis: i64) -> String {
    let time = jiff::Timestamp::from_millisecond(millis).unwrap_or_default();
    time.strftime("%Y-%m-%dT%H:%M:%S%.3fZ").to_string()
}

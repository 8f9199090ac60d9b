//! Tables in progress: who sits there, what has been played, and what follows from it.
//!
//! | to find | look in |
//! |---|---|
//! | one table of one game, without I/O | `seated.rs` |
//! | the same of any game | `any.rs` |
//! | all tables: opening, changing, watching | `hall.rs` |
//! | what is on disk before it is acknowledged | `keeper.rs` |
//! | time on the clocks | `clock.rs` |

mod any;
mod clock;
mod hall;
mod keeper;
mod seated;
mod shown;
mod terms;
mod thinking;

pub(crate) use any::{AnyTable, Request};
pub(crate) use hall::{Hall, Shown};
pub(crate) use seated::lots;
pub(crate) use shown::phase;
pub(crate) use terms::Terms;
pub(crate) use thinking::{Thinking, Thought};

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

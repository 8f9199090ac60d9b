//! What the answers come to.
//!
//! Answers of one participant belong together: every interval is over participants, never over answers.
//!
//! | to find | look in |
//! |---|---|
//! | who said what of what, from everything collected | `observations.rs`: [`Observations`] |
//! | parts of the participants: groups, skill, rating | `parts.rs`: [`Split`], [`Part`] |
//! | an estimate with its interval | `estimate.rs`: [`Estimate`], [`jackknife`] |
//! | bad moves felt and not felt | `detection.rs`: [`Counts`], [`Detection`] |
//! | whether two differ | `comparison.rs`: [`difference`] |
//! | person or computer? | `verdicts.rs` |
//! | results, lengths, strength judged | `games.rs` |

mod comparison;
mod detection;
mod estimate;
mod games;
mod observations;
mod parts;
mod verdicts;

pub use comparison::difference;
pub use detection::{Counts, Detection, Rate};
pub use estimate::{Estimate, Scale, jackknife, ratio};
pub use games::{Correlation, Strength, correlation, plies, scores, strength, win_rate};
pub use observations::{FeltMove, GameSeen, Observations, Rater, VerdictGiven};
pub use parts::{Part, Split};
pub use verdicts::{mean_verdict, reasons_by_tag, verdicts};

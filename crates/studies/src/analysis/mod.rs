//! Estimates from the answers, with intervals.
//!
//! Answers of one participant belong together: every interval is over participants, never over answers.
//!
//! | to find | look in |
//! |---|---|
//! | the data that count | `observations.rs`: [`Observations`] |
//! | parts of the participants: groups, skill, rating | `parts.rs`: [`Split`], [`Part`] |
//! | an estimate with its interval | `estimate.rs`: [`IntervalEstimate`], [`jackknife`] |
//! | bad moves and whether they felt bad | `detection.rs`: [`Counts`], [`Detection`] |
//! | differences of two groups or programs | `comparison.rs`: [`difference`] |
//! | verdicts on records: person or computer? | `verdicts.rs` |
//! | moves that a text names | `named_moves.rs`: [`named_moves`] |
//! | results, lengths, perceived strength | `games.rs` |

mod comparison;
mod detection;
mod estimate;
mod games;
mod named_moves;
mod observations;
mod parts;
mod verdicts;

pub use comparison::{PairedTest, difference, sign_flip_test};
pub use detection::{Counts, Detection, Rate};
pub use estimate::{IntervalEstimate, StatisticRange, jackknife, ratio};
pub use games::{
    Correlation, Strength, correlation, games_each, plies, said, said_by_rater, scores, spread, strength,
    total_plies, win_rate,
};
pub use named_moves::named_moves;
pub use observations::{FeltMove, GameSeen, Observations, Rater, ScaleAnswer, VerdictGiven};
pub use parts::{Part, Split};
pub use verdicts::{mean_verdict, reasons_by_tag, verdicts};

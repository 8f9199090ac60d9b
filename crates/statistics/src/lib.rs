//! Intervals, ratings and tests for the results of games.
//!
//! Pure functions: no I/O, no clock; where chance is needed a generator is handed in. All intervals are 95%.
//!
//! ```
//! use statistics::{EloDifference, Tally, score_interval};
//!
//! let tally = Tally { wins: 136, draws: 111, losses: 96, ..Tally::default() };
//! let interval = score_interval(&tally);
//! let shown = format!("{:.3} ({:.3} to {:.3})", tally.score(), interval.low, interval.high);
//! assert_eq!(shown, "0.558 (0.515 to 0.601)");
//! assert_eq!(EloDifference::of(&tally).elo.round(), 41.0);
//! ```
//!
//! | to find | look in |
//! |---|---|
//! | wins, draws and losses; Wilson's interval, also with draws | `interval.rs`: [`Tally`], [`wilson`] |
//! | games in pairs from one opening, sides swapped | `pairs.rs`: [`Pairs`] |
//! | what [`Tally`] and [`Pairs`] have in common | `results.rs`: [`Results`] |
//! | the interval of any statistic, by items or clusters | `bootstrap.rs`: [`bootstrap`] |
//! | Elo difference, normalized Elo, likelihood of superiority | `elo.rs`: [`EloDifference`] |
//! | stopping a match as soon as it is decided | `sprt.rs`: [`Sprt`] |
//! | ratings of many players from all their games | `ratings.rs`: [`RatingModel`], [`Ratings`] |
//! | which players can be compared at all | `groups.rs`: [`Unrateable`] |
//! | ratings of people over time | `glicko.rs`: [`Glicko`] |
//! | the rating of Shogi Club 24 | `shogi_club.rs` |
//! | counting identical games once | `distinct.rs`: [`distinct`] |
//! | how many games an experiment needs | `planning.rs` |
//! | whether the 95% are 95% | `coverage.rs`: [`coverage`] |
//! | normal, Student's and binomial distributions | `distribution.rs` |
//!
//! # Decisions
//!
//! - **Pairs are the sample** where openings are played by both sides: two games from one opening are not
//!   independent.
//! - **Identical games count once** (Nakamichi 2020): deterministic players repeat themselves.
//! - **Formulas are tested against published figures**, intervals also by simulation
//!   (`examples/coverage.rs`).
#![forbid(unsafe_code)]

mod bootstrap;
pub mod coverage;
mod distinct;
pub mod distribution;
mod elo;
mod glicko;
mod groups;
mod interval;
mod pairs;
pub mod planning;
mod ratings;
mod results;
pub mod shogi_club;
mod sprt;
mod symmetric;

pub use bootstrap::{Method, acceleration, bootstrap, mean_of_clusters};
pub use distinct::{Distinct, distinct};
pub use elo::{ELO_PER_NAT, EloDifference, NORMALIZED_ELO_UNIT, elo_of_score, score_of_elo};
pub use glicko::{Glicko, GlickoSystem};
pub use groups::Unrateable;
pub use interval::{Interval, Tally, mean_interval, score_interval, wilson};
pub use pairs::Pairs;
pub use ratings::{Anchor, Draws, Pairing, Rating, RatingModel, Ratings};
pub use results::Results;
pub use sprt::{BadTest, Decision, EloScale, ExpectedRun, Sprt};

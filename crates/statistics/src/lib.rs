//! How sure is a result, and how strong is who?
//!
//! Pure functions: no I/O, no clock; where chance is needed a generator is handed in. All intervals are 95%.
//!
//! | to find | look in |
//! |---|---|
//! | wins, draws and losses; Wilson's interval, with draws and over pairs too | `interval.rs`: [`Tally`], [`wilson`], [`score_interval`] |
//! | games in pairs from one opening, sides swapped | `pairs.rs`: [`Pairs`] |
//! | what [`Tally`] and [`Pairs`] have in common | `results.rs`: [`Results`] |
//! | the interval of any statistic, by items or by clusters | `bootstrap.rs`: [`bootstrap`], [`mean_of_clusters`] |
//! | Elo difference of two, normalized Elo, likelihood of superiority | `elo.rs`: [`EloDifference`] |
//! | stopping a match as soon as it is decided | `sprt.rs`: [`Sprt`] |
//! | ratings of many from all their games | `ratings.rs`: [`RatingModel`], [`Ratings`] |
//! | who can be compared with whom at all | `groups.rs`: [`Unrateable`] |
//! | ratings of people over time | `glicko.rs`: [`Glicko`] |
//! | the rating of the shogi servers, formulas (5) and (6) of the thesis | `shogi_club.rs` |
//! | counting identical records once | `distinct.rs`: [`distinct`] |
//! | how many games an experiment needs | `planning.rs` |
//! | whether the 95% are 95% | `coverage.rs`: [`coverage`] |
//! | normal and binomial distributions | `distribution.rs` |

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

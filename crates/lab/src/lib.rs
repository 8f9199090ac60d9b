//! What happens over thousands of games?
//!
//! | to find | look in |
//! |---|---|
//! | one game between two opponents | [`play_game`] |
//! | ending games that are decided | [`Adjudication`] |
//! | many, with sides swapped, on all cores | [`Match`] |
//! | which games are to be played, as a value | [`Plan`] |
//! | playing them, on one machine or many | [`work`] |
//! | what they came to | [`Results`] |
//! | what an analyst says of a game's moves, and of all games of a plan | [`judge`], [`Judgements`] |
//! | keeping finished parts of long work | [`ResultCache`] |
//! | what is learned of Geister's colours from games | [`geister`] |
//! | how well an evaluation agrees with known scores | [`Agreement`] |
//! | the report on a plan | [`run_report`], [`add_mistakes`] |
//! | the experiments of the documents | [`reproduce`] |

mod adaptive_series;
mod agreement;
mod evidence;
mod game;
pub mod geister;
mod judge;
mod judgements;
mod matches;
pub mod plan;
mod referee;
pub mod reproduce;
mod result_cache;
mod results;
mod run;
mod run_report;
mod stored;
mod worker;

pub use adaptive_series::{AdaptiveSeries, SeriesGame};
pub use agreement::Agreement;
pub use evidence::Evidence;
pub use game::{FORFEIT, GameLimits, LONGEST_SHOGI, Opening, play_game};
pub use judge::{Judged, Mistakes, judge, judge_sides};
pub use judgements::{JudgedGame, Judgements, judge_missing};
pub use matches::{Match, Played, differing, match_interval, shuffle, tally};
pub use plan::{Plan, PlanError};
pub use referee::Adjudication;
pub use result_cache::ResultCache;
pub use results::{Meeting, Results, distinct_games};
pub use run::{RunError, Work, enter, work};
pub use run_report::{add_mistakes, run_report};
pub use stored::{Unreadable, record};
pub use worker::serve_plans;

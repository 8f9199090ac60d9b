//! What happens over thousands of games?
//!
//! | to find | look in |
//! |---|---|
//! | one game between two opponents | [`play_game`] |
//! | ending games that are decided | [`Adjudication`] |
//! | many, with sides swapped, on all cores | [`Match`] |
//! | how sure a result is, how strong is who, how many games it takes | [`statistics`] |
//! | which games are to be played, as a value | [`Plan`] |
//! | playing them, on one machine or many | [`work`] |
//! | what they came to | [`Results`] |
//! | what an analyst says of a game's moves, and of all games of a plan | [`judge`], [`Judgements`] |
//! | keeping finished parts of long work | [`Shelf`] |
//! | what is learned of Geister's colours from games | [`geister`] |
//! | figures | [`plot`] |
//! | how well an evaluation agrees with known scores | [`Agreement`] |
//! | reports to be read | [`report`] |
//! | the experiments of the documents | [`reproduce`] |

mod acquaintance;
mod agreement;
mod game;
pub mod geister;
mod judge;
mod judgements;
mod matches;
pub mod plan;
pub mod plot;
mod referee;
pub mod report;
pub mod reproduce;
mod results;
mod run;
mod shelf;
pub mod statistics;
mod stored;

pub use acquaintance::{Acquaintance, Met};
pub use agreement::Agreement;
pub use game::{Conduct, FORFEIT, LONGEST_SHOGI, Opening, play_game};
pub use judge::{Judged, Mistakes, judge, judge_sides};
pub use judgements::{JudgedGame, Judgements, judge_missing};
pub use matches::{Match, Played, differing, match_interval, shuffle, tally};
pub use plan::{Plan, PlanError};
pub use referee::Adjudication;
pub use report::{Evidence, Report};
pub use results::{Meeting, Results, distinct_games};
pub use run::{RunError, Work, enter, work};
pub use shelf::Shelf;
pub use statistics::{Interval, Pairs, Tally, mean_interval, wilson};
pub use stored::{Unreadable, record};

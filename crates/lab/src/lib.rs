//! What happens over thousands of games?
//!
//! | to find | look in |
//! |---|---|
//! | one game between two opponents | [`play_game`] |
//! | many, with sides swapped, on all cores | [`Match`] |
//! | how sure a result is, how strong is who, how many games it takes | [`statistics`] |
//! | what an analyst says of a game's moves | [`judge`] |
//! | figures | [`plot`] |
//! | the experiments of the documents | [`reproduce`] |

mod game;
mod judge;
mod matches;
pub mod plot;
pub mod reproduce;
pub mod statistics;

pub use game::{FORFEIT, Opening, play_game};
pub use judge::{Judged, judge};
pub use matches::{Match, Played, tally};
pub use statistics::{Interval, Pairs, Tally, wilson};

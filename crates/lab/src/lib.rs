//! What happens over thousands of games?
//!
//! | to find | look in |
//! |---|---|
//! | one game between two opponents | [`play_game`] |
//! | many, with sides swapped, on all cores | [`Match`] |
//! | how sure a result is | [`Tally`], [`wilson`], [`mean_interval`] |
//! | how well an evaluation agrees with known scores | [`Agreement`] |
//! | the experiments of the documents | [`reproduce`] |

mod agreement;
mod game;
mod interval;
mod matches;
pub mod reproduce;

pub use agreement::Agreement;
pub use game::{NoMove, play_game};
pub use interval::{Interval, Tally, mean_interval, wilson};
pub use matches::{Match, MatchError, Played, tally};

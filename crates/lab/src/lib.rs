//! Thousands of games: matches, plans with a store, judgements, reports and experiments.
//!
//! ```
//! use games::kalah::Kalah;
//! use lab::{GameLimits, Match, tally};
//!
//! let games = Match::<Kalah> {
//!     a: "alphabeta:depth=2".to_owned(),
//!     b: "random".to_owned(),
//!     games: 20,
//!     seed: 7,
//!     openings: Vec::new(),
//! };
//! let results = tally(&games.run(GameLimits::default(), &|_| {})?);
//! assert_eq!(results.games(), 20);
//! assert!(results.score() > 0.7, "a 2-ply search beats random play");
//! # Ok::<(), opponents::NameError>(())
//! ```
//!
//! | to find | look in |
//! |---|---|
//! | one game between two opponents | [`play_game`] |
//! | ending games that are decided | [`Adjudication`] |
//! | a match, with sides swapped, on all cores | [`Match`] |
//! | games in which one player adapts to the other | [`AdaptiveSeries`] |
//! | which games are to be played, as a value | [`Plan`] |
//! | playing a plan, on one machine or many | [`work`] |
//! | the games of a plan and their results | [`Evidence`], [`PlanResults`] |
//! | judging the moves of a game, and of all games of a plan | [`judge`], [`Judgements`] |
//! | saving finished parts of long work | [`ResultCache`] |
//! | Geister's networks: games, samples, training | [`geister`] |
//! | how well an evaluation agrees with known scores | [`Agreement`] |
//! | the report on a plan | [`run_report`], [`add_mistakes`] |
//! | the experiments of the papers | [`reproduce`] |
//! | simulated users | [`SimulatedUser`], [`panels`] |
//! | measuring what `gokaku` has to know of a game | [`calibrate`] |
//!
//! # Decisions
//!
//! - **Twice is harmless.** A game is identified by its plan and number, so all that a queue or a claim has
//!   to see to is that games are not often played twice. One machine, or a few with PostgreSQL, lease chunks
//!   from the store (`from_claims.rs`); many take them from a queue (`from_queue.rs`) and acknowledge what is
//!   stored.
//! - **A worker outlives what it works for.** While the store or the queue is away it waits, says so once,
//!   and keeps the games it has played ([`Patience`]).
//! - **Equal games are judged once.** Deterministic players repeat themselves, and a repeated game says
//!   nothing new: bad moves are counted over distinct games, with intervals over pairs of games. A judgement
//!   is identified by plan, number and the analyst's full name.
//! - **A forfeit is a result, not an error.** An engine that crashes, hangs or plays an illegal move loses
//!   that game; the match goes on, and record and report say so. What cannot be started at all is an error
//!   before the first game.
//! - **An experiment is a function of a context** ([`reproduce::Context`]). The program provides games,
//!   judgements, a cache and progress bars; the lab knows no terminal.
#![forbid(unsafe_code)]

mod adaptive_series;
mod adjudication;
mod agreement;
pub mod calibrate;
mod evidence;
mod from_claims;
mod from_queue;
mod game;
pub mod geister;
mod judge;
mod judgements;
mod matches;
pub mod panels;
mod patience;
pub mod plan;
pub mod reproduce;
mod result_cache;
mod results;
mod run;
mod run_report;
mod simulated_user;
mod stored;
mod stored_opponents;
mod worker;

pub use adaptive_series::{AdaptiveSeries, SeriesGame};
pub use adjudication::Adjudication;
pub use agreement::Agreement;
pub use evidence::Evidence;
pub use from_queue::publish_missing;
pub use game::{FORFEIT_TAG, GameLimits, Opening, SHOGI_MOVE_LIMIT, play_game};
pub use judge::{Judged, Mistakes, judge, judge_sides};
pub use judgements::{JudgedGame, Judgements, judge_missing};
pub use matches::{Match, Played, differing, match_interval, shuffle, tally};
pub use patience::{Patience, Tell};
pub use plan::{Plan, PlanError};
pub use result_cache::ResultCache;
pub use results::{PairingResult, PlanResults, distinct_games};
pub use run::{Done, Progress, RunError, Work, enter, is_ours, work};
pub use run_report::{add_mistakes, run_report};
pub use simulated_user::SimulatedUser;
pub use stored::{UnreadableGame, record};
pub use stored_opponents::StoredOpponents;
pub use worker::{Worker, serve_plans};

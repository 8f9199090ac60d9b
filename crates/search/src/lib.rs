//! How good is each move?
//!
//! An [`Analyst`] searches a position within a [`Budget`] and answers with an [`Analysis`]: the candidates,
//! best first, each with a value for the side to move; 0 is even. Nothing here reads a clock: the caller sets
//! the stop flag.
//!
//! ```
//! use games::kalah::Kalah;
//! use search::kalah::StoreDifference;
//! use search::{AlphaBeta, AlphaBetaOptions, Analyst, Budget};
//!
//! let mut analyst = AlphaBeta::new(StoreDifference, AlphaBetaOptions::default());
//! let analysis = analyst.analyse(&Kalah::default(), &Budget::depth(6));
//! let best = analysis.best().unwrap();
//! assert_eq!(analysis.depth, 6);
//! println!("{} is worth {:+} {}, then {:?}", best.mv, best.value, analysis.unit, best.line);
//! ```
//!
//! | to find | look in |
//! |---|---|
//! | alpha-beta for any game | [`alphabeta`] |
//! | Monte Carlo tree search for any game | [`mcts`] |
//! | Q-learning with a table | [`q`] |
//! | small games solved completely | [`exact`] |
//! | one game's evaluations, searches and solvers | [`othello`], [`kalah`], [`shogi`], [`geister`] |
//! | where shipped weights come from | `data/README.md` |
//!
//! # Decisions
//!
//! - **An analysis starts from nothing.** A search keeps no table from move to move: its answer depends on
//!   position, budget and seed alone, so a match gives the same games in any order and on any number of
//!   threads. Only where a clock ends the search, and no two runs are alike anyway, shogi may keep its table
//!   ([`shogi::SearchOptions::keep_table`]).
//! - **The rest of the game, not the margin.** Kalah's solver stores what is still to be won, which does not
//!   depend on the stores, so one entry serves every distribution of the seeds won so far.
//! - **One search for several depths.** An iteration of [`shogi::MultiPvSearch`] finds what a search of its
//!   depth would, and the values of every depth are kept.
//! - **Searches label Othello's training positions.** As soon as the weights search better than they play, a
//!   board's label is the mean of two searches, and games only have to lead to boards like people's.
//! - **Later searches label shogi's.** A short search misses an attack that decides the game ten moves later,
//!   and a game's result is the same for all of its positions. So a label is what the searches of later moves
//!   made of the position, nearer ones counting more (TD(λ)).

pub mod alphabeta;
mod analysis;
mod analyst;
mod batches;
mod budget;
mod evaluation;
pub mod exact;
pub mod geister;
pub mod kalah;
pub mod mcts;
pub mod othello;
pub mod q;
pub mod q_episodes;
pub mod shogi;

pub use alphabeta::{AlphaBeta, AlphaBetaOptions};
pub use analysis::{Analysis, Candidate, Unit};
pub use analyst::Analyst;
pub use budget::{Budget, Stop};
pub use evaluation::{Evaluation, INFINITY, Perturbed};

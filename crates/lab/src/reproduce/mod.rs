//! The experiments of the papers, re-run, with the paper's numbers beside ours.
//!
//! Each is a function of a [`Context`], which provides games from a store, judgements and a cache of finished
//! parts, so that an interrupted run goes on where it stopped.

mod context;
mod fit;
pub mod geister;
pub mod imitation;
pub mod kalah_table1;
mod kalah_usual;
mod natural;
pub mod othello;
pub mod shogi;

use anyhow::Result;
use report::{Provenance, Report};

use crate::plan::{Keep, Pairing};
use crate::{Evidence, Plan, PlanError};

pub use context::{CacheKind, Context, Runner};

/// An experiment that can be re-run.
#[derive(Clone, Copy, Debug)]
pub struct Experiment {
    /// Its name on the command line.
    pub id: &'static str,
    /// One line on what it shows.
    pub about: &'static str,
    /// The scale that takes minutes on two cores; 1 is the paper's.
    pub quick: f64,
    /// Runs it.
    pub run: fn(&Context<'_>) -> Result<Report>,
}

/// Every experiment there is.
pub const EXPERIMENTS: &[Experiment] = &[
    geister::table1::EXPERIMENT,
    geister::networks::TABLE3,
    geister::networks::TABLE4,
    geister::outputs::FIG4,
    geister::outputs::FIG5,
    geister::hints::FIG6,
    geister::hints::FIG7,
    geister::hints::FIG8,
    geister::hints::FIG9,
    geister::table5::TABLE5,
    geister::table5::TABLE5_PM,
    imitation::EXPERIMENT,
    kalah_table1::EXPERIMENT,
    kalah_usual::EXPERIMENT,
    othello::fig4::EXPERIMENT,
    othello::fig5::EXPERIMENT,
    othello::fig6::EXPERIMENT,
    othello::fig9::EXPERIMENT,
    shogi::fig9::EXPERIMENT,
    shogi::weakened::EXPERIMENT,
    shogi::badmoves::EXPERIMENT,
    fit::ALL,
    fit::OTHELLO,
    fit::KALAH,
    fit::SHOGI,
    fit::GEISTER,
    natural::EXPERIMENT,
];

/// `scale` times the paper's number, at least 1.
fn scaled(full: u64, scale: f64) -> u64 {
    (full as f64 * scale).ceil().max(1.0) as u64
}

/// The same for games, which come in pairs with sides swapped.
pub(crate) fn scaled_games(full: u64, scale: f64) -> u64 {
    scaled(full, scale).next_multiple_of(2)
}

/// A plan of games from the usual start.
fn plan(game: &str, title: &str, opponents: Vec<String>, pairing: Pairing, games: u64, seed: u64) -> Plan {
    Plan {
        title: title.to_owned(),
        game: game.to_owned(),
        opponents,
        pairing,
        games,
        seed,
        start: None,
        openings: Vec::new(),
        max_plies: None,
        keep: Keep::Reasons,
        adjudicate: None,
    }
}

/// Where the numbers of a report on these games come from.
fn provenance(evidence: &[Evidence]) -> Result<Vec<Provenance>, PlanError> {
    evidence.iter().map(Evidence::provenance).collect()
}

/// Joins parts in a sentence: "one, two and three".
fn listed(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests;

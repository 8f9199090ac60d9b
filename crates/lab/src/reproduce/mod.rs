//! The experiments of the documents, re-run, with the paper's number beside ours.
//!
//! Those that are made of games are plans: the games are in a store, and what is missing of them is played. Some of these teach
//! networks with the games. Others are meetings of two who get to know each other, each kept
//! when it is over; the rest is computed in one go.

mod fit;
pub mod geister;
pub mod imitation;
pub mod kalah_table1;
pub mod othello_fig4;
pub mod othello_fig5;
pub mod othello_fig6;
pub mod othello_fig9;
pub mod shogi;

use opponents::NameError;

pub use geister::Workshop;

use crate::geister::Unlearned;
use crate::{Evidence, Judgements, Plan, PlanError, Shelf};
use report::Report;

/// An experiment that can be re-run.
#[derive(Clone, Copy, Debug)]
pub struct Experiment {
    /// Its name on the command line.
    pub id: &'static str,
    /// What it shows.
    pub about: &'static str,
    /// The scale that takes minutes on two cores; 1 is the paper's.
    pub quick: f64,
    /// How its numbers come about.
    pub way: Way,
}

/// How the numbers of an experiment come about.
#[derive(Clone, Copy, Debug)]
pub enum Way {
    /// From games that a store keeps.
    Games {
        /// Which games, for a scale and a seed.
        plans: fn(f64, u64) -> Vec<Plan>,
        /// What they came to, for the same plans in the same order, played as far as they are.
        report: fn(&[Evidence]) -> Result<Report, PlanError>,
    },
    /// From what analysts say of games that a store keeps.
    Judged {
        /// Which games and who judges them, for a scale and a seed.
        inquiries: fn(f64, u64) -> Vec<Inquiry>,
        /// What they came to, in the same order.
        report: fn(&[Evidence], &[Judgements]) -> Result<Report, PlanError>,
    },
    /// From networks that learn from games that a store keeps.
    Learned {
        /// Which games, for a scale and a seed.
        plans: fn(f64, u64) -> Vec<Plan>,
        /// How many networks learn at a scale.
        networks: fn(f64) -> u64,
        /// What they came to.
        report: Lesson,
    },
    /// From meetings of two who get to know each other; those that have taken place are kept.
    Met {
        /// How many there are at a scale.
        steps: fn(f64) -> u64,
        /// What they came to for a scale and a seed; hears of every one.
        run: Meetings,
    },
    /// In one go.
    Computed {
        /// How many steps there are at a scale.
        steps: fn(f64) -> u64,
        /// What comes out for a scale and a seed; hears of every step.
        run: Computation,
    },
}

/// Games and who judges them.
#[derive(Clone, PartialEq, Debug)]
pub struct Inquiry {
    /// Which games.
    pub plan: Plan,
    /// Who says how good the moves are, by name.
    pub analyst: String,
    /// Somebody weaker who looks at the same moves.
    pub observer: Option<String>,
}

/// Gives a report of what networks learned from games.
pub type Lesson = fn(&[Evidence], &Workshop<'_>) -> Result<Report, Unlearned>;

/// Gives a report for a scale and a seed, keeps what is done, and calls the last argument after every step.
pub type Meetings = fn(f64, u64, &(dyn Shelf + Sync), &(dyn Fn() + Sync)) -> Result<Report, Unfinished>;

/// Why meetings came to no end.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unfinished {
    /// Somebody is not known.
    #[error(transparent)]
    Name(#[from] NameError),
    /// What is done cannot be kept or read.
    #[error("{0}")]
    Shelf(String),
}

/// Gives a report for a scale and a seed, and calls the last argument after every step.
pub type Computation = fn(f64, u64, &(dyn Fn() + Sync)) -> Result<Report, NameError>;

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
    othello_fig4::EXPERIMENT,
    othello_fig5::EXPERIMENT,
    othello_fig6::EXPERIMENT,
    othello_fig9::EXPERIMENT,
    shogi::fig9::EXPERIMENT,
    shogi::weakened::EXPERIMENT,
    shogi::badmoves::EXPERIMENT,
    fit::ALL,
    fit::OTHELLO,
    fit::KALAH,
    fit::SHOGI,
    fit::GEISTER,
];

/// `scale` times the paper's number, at least 1.
fn scaled(full: u64, scale: f64) -> u64 {
    (full as f64 * scale).ceil().max(1.0) as u64
}

/// The same for games, which come in pairs with sides swapped.
pub(crate) fn scaled_games(full: u64, scale: f64) -> u64 {
    scaled(full, scale).next_multiple_of(2)
}

/// Parts as a sentence has them: "one, two and three".
fn listed(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests;

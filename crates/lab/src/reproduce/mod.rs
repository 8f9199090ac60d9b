//! The experiments of the documents, re-run, with the paper's number beside ours.

pub mod kalah_table1;
pub mod othello_fig9;

/// An experiment that can be re-run.
#[derive(Clone, Copy, Debug)]
pub struct Experiment {
    /// Its name on the command line.
    pub id: &'static str,
    /// What it shows.
    pub about: &'static str,
}

/// Every experiment there is.
pub const EXPERIMENTS: &[Experiment] = &[
    Experiment {
        id: "kalah-table1",
        about: "Kalah: how often a random player wins against minimax, Q-learning and selectQ (document 001, table 1)",
    },
    Experiment {
        id: "othello-fig9",
        about: "Othello: nodes of a search by depth, with and without the principal variation first (document 003, figure 9)",
    },
];

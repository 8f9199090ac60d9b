//! Where the numbers come from.

use crate::Table;

/// Enough to play the same games again.
#[derive(Clone, PartialEq, Debug)]
pub struct Provenance {
    /// The plan as TOML.
    pub plan: String,
    /// Hash of the plan and the fingerprint.
    pub hash: String,
    /// What decided how the opponents played, as a hash.
    pub fingerprint: String,
    /// Random seed of the plan.
    pub seed: u64,
    /// Version of the program that wrote the report.
    pub version: &'static str,
    /// Number of games played.
    pub played: u64,
    /// Number of games in the plan.
    pub total: u64,
    /// The workers that played them.
    pub runs: Vec<WorkerRun>,
    /// The games that ended by a forfeit: their numbers and what happened.
    pub forfeits: Vec<(u64, String)>,
    /// One row per game.
    pub games: Table,
}

/// When and with which version a worker played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WorkerRun {
    /// Name of the worker.
    pub worker: String,
    /// Version of its program.
    pub version: String,
    /// When it began, in milliseconds since 1970.
    pub began: i64,
    /// When it last reported, in milliseconds since 1970.
    pub seen: i64,
}

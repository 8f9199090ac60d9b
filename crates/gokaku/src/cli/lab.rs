//! The words of the lab.

use std::path::PathBuf;

use clap::Args;

use games::GameKind;

/// Options of every command that plays games for the lab.
#[derive(Args, Debug)]
pub(crate) struct Lab {
    /// Database: a file, or postgres://USER@HOST/NAME [default: a file in your data folder].
    #[arg(long, value_name = "FILE-OR-URL")]
    pub(crate) store: Option<String>,
    /// Games played in parallel [default: one per core]. Does not change the games.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) jobs: Option<u16>,
    /// Lease of a chunk in milliseconds: an unrenewed chunk is reassigned.
    #[arg(long, value_name = "MILLISECONDS", default_value_t = 10_000)]
    #[arg(value_parser = clap::value_parser!(u64).range(100..))]
    pub(crate) lease: u64,
}

#[derive(Args, Debug)]
pub(crate) struct Run {
    /// Plan (TOML file).
    pub(crate) plan: PathBuf,
    #[command(flatten)]
    pub(crate) lab: Lab,
}

#[derive(Args, Debug)]
pub(crate) struct Resume {
    /// Beginning of the plan's hash [default: the newest plan].
    pub(crate) plan: Option<String>,
    #[command(flatten)]
    pub(crate) lab: Lab,
}

#[derive(Args, Debug)]
pub(crate) struct Worker {
    #[command(flatten)]
    pub(crate) lab: Lab,
    /// Exit when nothing is left to play instead of waiting for the next plan.
    #[arg(long)]
    pub(crate) once: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Status {
    /// Database: a file, or postgres://USER@HOST/NAME [default: a file in your data folder].
    #[arg(long, value_name = "FILE-OR-URL")]
    pub(crate) store: Option<String>,
}

#[derive(Args, Debug)]
pub(crate) struct MakeReport {
    /// Beginning of the plan's hash [default: the newest plan].
    pub(crate) plan: Option<String>,
    /// Database: a file, or postgres://USER@HOST/NAME [default: a file in your data folder].
    #[arg(long, value_name = "FILE-OR-URL")]
    pub(crate) store: Option<String>,
    /// Output folder for the page, tables and plots.
    #[arg(long, value_name = "FOLDER", default_value = "reports")]
    pub(crate) output: PathBuf,
    /// Analyst that judges every move; finished judgements are reused.
    #[arg(long, value_name = "NAME")]
    pub(crate) analyst: Option<String>,
    /// Weaker analyst, such as alphabeta:depth=2: which bad moves does it notice?
    #[arg(long, value_name = "NAME", requires = "analyst")]
    pub(crate) observer: Option<String>,
    /// Games judged in parallel [default: one per core].
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) jobs: Option<u16>,
}

#[derive(Args, Debug)]
pub(crate) struct Rate {
    /// Game.
    #[arg(value_parser = super::game::one())]
    pub(crate) game: GameKind,
    /// Database: a file, or postgres://USER@HOST/NAME [default: a file in your data folder].
    #[arg(long, value_name = "FILE-OR-URL")]
    pub(crate) store: Option<String>,
    /// Mean of all ratings.
    #[arg(long, default_value_t = 1500.0, allow_hyphen_values = true)]
    pub(crate) mean: f64,
    /// Output JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

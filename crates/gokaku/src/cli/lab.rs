//! The words of the lab.

use std::path::PathBuf;

use clap::Args;

use games::GameKind;

/// What every command that plays games for the lab takes.
#[derive(Args, Debug)]
pub(crate) struct Lab {
    /// The database: a file, or postgres://USER@HOST/NAME; by default a file among your own data.
    #[arg(long, value_name = "FILE-OR-URL")]
    pub(crate) store: Option<String>,
    /// Games at the same time; by default one for each core. The games are the same.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) jobs: Option<u16>,
    /// After so many milliseconds of silence a worker's part falls to another.
    #[arg(long, value_name = "MILLISECONDS", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(100..))]
    pub(crate) lease: u64,
}

#[derive(Args, Debug)]
pub(crate) struct Run {
    /// The plan, a TOML file.
    pub(crate) plan: PathBuf,
    #[command(flatten)]
    pub(crate) lab: Lab,
}

#[derive(Args, Debug)]
pub(crate) struct Resume {
    /// The beginning of the plan's hash; by default the newest plan.
    pub(crate) plan: Option<String>,
    #[command(flatten)]
    pub(crate) lab: Lab,
}

#[derive(Args, Debug)]
pub(crate) struct Worker {
    #[command(flatten)]
    pub(crate) lab: Lab,
    /// End when nothing is left to play, instead of waiting for the next plan.
    #[arg(long)]
    pub(crate) once: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Status {
    /// The database: a file, or postgres://USER@HOST/NAME; by default a file among your own data.
    #[arg(long, value_name = "FILE-OR-URL")]
    pub(crate) store: Option<String>,
}

#[derive(Args, Debug)]
pub(crate) struct MakeReport {
    /// The beginning of the plan's hash; by default the newest plan.
    pub(crate) plan: Option<String>,
    /// The database: a file, or postgres://USER@HOST/NAME; by default a file among your own data.
    #[arg(long, value_name = "FILE-OR-URL")]
    pub(crate) store: Option<String>,
    /// The folder for the report: a page, its tables and its plots.
    #[arg(long, value_name = "FOLDER", default_value = "reports")]
    pub(crate) output: PathBuf,
    /// Who judges the moves (Othello, Kalah): bad moves and what was given away. What was judged before is not judged again.
    #[arg(long, value_name = "NAME")]
    pub(crate) analyst: Option<String>,
    /// Somebody weaker, such as alphabeta:depth=2: which bad moves would they see?
    #[arg(long, value_name = "NAME", requires = "analyst")]
    pub(crate) observer: Option<String>,
    /// Games judged at the same time; by default one for each core.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) jobs: Option<u16>,
}

#[derive(Args, Debug)]
pub(crate) struct Rate {
    /// The game.
    #[arg(value_parser = super::game::one())]
    pub(crate) game: GameKind,
    /// The database: a file, or postgres://USER@HOST/NAME; by default a file among your own data.
    #[arg(long, value_name = "FILE-OR-URL")]
    pub(crate) store: Option<String>,
    /// The mean of all ratings.
    #[arg(long, default_value_t = 1500.0, allow_hyphen_values = true)]
    pub(crate) mean: f64,
    /// Print the result for a program to read.
    #[arg(long)]
    pub(crate) json: bool,
}

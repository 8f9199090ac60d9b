//! The words of the lab.

use std::path::PathBuf;

use clap::Args;

use games::GameKind;
use protocols::AllowedProgram;

/// Options of every command that plays games for the lab.
#[derive(Args, Debug)]
pub(crate) struct Lab {
    /// Database: a file, or postgres://USER@HOST/NAME [default: a file in your data folder].
    #[arg(long, value_name = "FILE-OR-URL", env = "GOKAKU_STORE", hide_env_values = true)]
    pub(crate) store: Option<String>,
    /// Games played in parallel [default: one per core]. Does not change the games.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) jobs: Option<u16>,
    /// Lease of a chunk in milliseconds: an unrenewed chunk is reassigned.
    #[arg(long, value_name = "MILLISECONDS", default_value_t = 10_000)]
    #[arg(value_parser = clap::value_parser!(u64).range(100..))]
    pub(crate) lease: u64,
    #[command(flatten)]
    pub(crate) queue: Queue,
}

/// How machines share work, if not by the database alone.
#[derive(Args, Default, Debug)]
pub(crate) struct Queue {
    /// NATS server with JetStream, by which machines share work: nats://HOST:PORT, or tls://HOST:PORT.
    #[arg(long = "queue", value_name = "URL", env = "GOKAKU_QUEUE", hide_env_values = true)]
    pub(crate) url: Option<String>,
    /// Certificates to trust for the queue, besides the system's (PEM file).
    #[arg(long = "queue-ca", value_name = "FILE", requires = "url")]
    pub(crate) authorities: Option<PathBuf>,
    /// Our own certificate for the queue (PEM file).
    #[arg(long = "queue-cert", value_name = "FILE", requires = "url", requires = "key")]
    pub(crate) certificate: Option<PathBuf>,
    /// The key of our certificate (PEM file).
    #[arg(long = "queue-key", value_name = "FILE", requires = "certificate")]
    pub(crate) key: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct Run {
    /// Plan (TOML file).
    pub(crate) plan: PathBuf,
    #[command(flatten)]
    pub(crate) lab: Lab,
    /// Publish the games and return; workers play them.
    #[arg(long, requires = "url")]
    pub(crate) detach: bool,
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
    /// Think for the servers of a site (gokaku serve --queue) instead of playing plans.
    #[arg(long, conflicts_with = "once", requires = "url")]
    pub(crate) serve: bool,
    /// Program that plans may start here: the command as it stands in them, and what is started for it.
    #[arg(long = "allow-program", value_name = "NAME=PATH")]
    pub(crate) allowed: Vec<AllowedProgram>,
}

#[derive(Args, Debug)]
pub(crate) struct Status {
    /// Database: a file, or postgres://USER@HOST/NAME [default: a file in your data folder].
    #[arg(long, value_name = "FILE-OR-URL", env = "GOKAKU_STORE", hide_env_values = true)]
    pub(crate) store: Option<String>,
    #[command(flatten)]
    pub(crate) queue: Queue,
}

#[derive(Args, Debug)]
pub(crate) struct MakeReport {
    /// Beginning of the plan's hash [default: the newest plan].
    pub(crate) plan: Option<String>,
    /// Database: a file, or postgres://USER@HOST/NAME [default: a file in your data folder].
    #[arg(long, value_name = "FILE-OR-URL", env = "GOKAKU_STORE", hide_env_values = true)]
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
    #[arg(long, value_name = "FILE-OR-URL", env = "GOKAKU_STORE", hide_env_values = true)]
    pub(crate) store: Option<String>,
    /// Fingerprint of the opponents whose games count [default: that of this program].
    #[arg(long, value_name = "HEX")]
    pub(crate) fingerprint: Option<String>,
    /// Mean of all ratings.
    #[arg(long, default_value_t = 1500.0, allow_hyphen_values = true)]
    pub(crate) mean: f64,
    /// Output JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Calibrate {
    /// Game.
    #[arg(value_parser = super::game::one())]
    pub(crate) game: GameKind,
    /// Fraction of the usual number of games to play.
    #[arg(long, default_value_t = 1.0, value_parser = super::parse_scale)]
    pub(crate) scale: f64,
    /// Random seed.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Output file [default: the game's file in this project, which the next build uses].
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) lab: Lab,
}

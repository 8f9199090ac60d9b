//! Options of `gokaku bench`.

use clap::{Args, Subcommand, ValueEnum};

#[derive(Args, Debug)]
pub(crate) struct Bench {
    /// What to measure.
    #[command(subcommand)]
    pub(crate) what: BenchSubject,
}

#[derive(Subcommand, Debug)]
pub(crate) enum BenchSubject {
    /// Move generators: perft, single thread.
    Games,
    /// Othello: the exact solver on FForum 40 to 49, random games, tree searches; single thread. Fails if a score is wrong.
    Othello(BenchOthello),
    /// Geister: random playouts by every path that this processor can take, and how they end; single thread. Fails if two
    /// paths play differently.
    Geister(BenchGeister),
}

#[derive(Args, Debug)]
pub(crate) struct BenchGeister {
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct BenchOthello {
    /// Only one of the measurements.
    #[arg(long, value_name = "PART")]
    pub(crate) only: Option<OthelloPart>,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(crate) enum OthelloPart {
    /// The exact solver.
    Ffo,
    /// Uniform random games.
    Games,
    /// Tree searches.
    Mcts,
}

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
    /// Othello: endgame solver on FFO positions 40 to 49, random games, MCTS; single thread. Fails if a score
    /// is wrong.
    Othello(BenchOthello),
    /// Geister: random playouts with every kernel this processor supports; single thread. Fails if two
    /// kernels play differently.
    Geister(BenchGeister),
}

#[derive(Args, Debug)]
pub(crate) struct BenchGeister {
    /// Output JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct BenchOthello {
    /// Run only this measurement.
    #[arg(long, value_name = "PART")]
    pub(crate) only: Option<OthelloPart>,
    /// Output JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(crate) enum OthelloPart {
    /// Endgame solver.
    Ffo,
    /// Random games.
    Games,
    /// MCTS.
    Mcts,
}

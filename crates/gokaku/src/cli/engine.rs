//! The words of `gokaku engine`: which protocol, and who plays.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::parse_seconds;

#[derive(Args, Debug)]
pub(crate) struct Engine {
    /// The protocol the other program speaks.
    #[command(subcommand)]
    pub(crate) protocol: Protocol,
    /// Who plays; by default `random`, in shogi its usual analyst.
    #[arg(long, global = true)]
    pub(crate) opponent: Option<String>,
    /// Seed of everything that is left to chance; by default it is drawn anew.
    #[arg(long, global = true)]
    pub(crate) seed: Option<u64>,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Protocol {
    /// Othello: the Go Text Protocol, over a pipe.
    Gtp,
    /// Othello: the NBoard protocol, over a pipe.
    Nboard,
    /// Kalah: the Kalah Game Protocol, as a client of a server.
    Kgp {
        /// The server, as HOST:PORT.
        server: String,
        /// The rules the server plays by.
        #[arg(long, default_value = "standard/any")]
        rules: String,
    },
    /// Geister: the protocol of the GAT tournament, as a client of a server.
    Gat(GatClient),
    /// Shogi: USI, over a pipe.
    Usi,
    /// Shogi: the protocol of the Computer Shogi Association, as a client of a server.
    Csa {
        /// The server, as HOST:PORT.
        server: String,
        /// The name on the server.
        #[arg(long)]
        user: String,
        /// The password there.
        #[arg(long)]
        password: String,
        /// The kind of game to ask for, such as floodgate-300-10F.
        #[arg(long, value_name = "NAME")]
        game: Option<String>,
        /// How many games to play before logging out.
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
        games: u32,
    },
}

#[derive(Args, Debug)]
pub(crate) struct GatClient {
    /// The server, as HOST:PORT; by custom port 10000 moves first and 10001 second.
    pub(crate) server: String,
    /// How many games to play, one after the other.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: u64,
    /// The letters of the red ghosts, such as ABCD; by default drawn anew for every game.
    #[arg(long)]
    pub(crate) red: Option<String>,
    /// Plies after which the server's games are drawn at the latest.
    #[arg(long, default_value_t = 300, value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) limit: u16,
    /// How long the server may be silent, while nobody comes to play or the other side thinks.
    #[arg(long, value_name = "SECONDS", default_value_t = 3600.0, value_parser = parse_seconds)]
    pub(crate) patience: f64,
}

#[derive(Args, Debug)]
pub(crate) struct GatServer {
    /// Where to listen.
    #[arg(long, default_value = "127.0.0.1")]
    pub(crate) host: String,
    /// Port of the side that moves first; 0 is any that is free.
    #[arg(long, default_value_t = 10_000)]
    pub(crate) first_port: u16,
    /// Port of the side that moves second; 0 is any that is free.
    #[arg(long, default_value_t = 10_001)]
    pub(crate) second_port: u16,
    /// End after so many games; by default never.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: Option<u64>,
    /// Plies after which a game is drawn.
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) limit: u16,
    /// Time a side for the whole game.
    #[arg(long, value_name = "SECONDS", default_value_t = 600.0, value_parser = parse_seconds)]
    pub(crate) time: f64,
    /// Time for each move when that is used up.
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = parse_seconds)]
    pub(crate) then: f64,
    /// Where to keep the games; those already there are kept too.
    #[arg(long, value_name = "FILE.gkr")]
    pub(crate) out: Option<PathBuf>,
}

//! The words of `gokaku engine`: which protocol, and who plays.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::parse_seconds;

#[derive(Args, Debug)]
pub(crate) struct Engine {
    /// Protocol to speak.
    #[command(subcommand)]
    pub(crate) protocol: Protocol,
    /// Opponent to play as; the default plays at the other side's level.
    #[arg(long, global = true, default_value = "gokaku")]
    pub(crate) opponent: String,
    /// Random seed [default: a new one].
    #[arg(long, global = true)]
    pub(crate) seed: Option<u64>,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Protocol {
    /// Othello: Go Text Protocol on standard input and output.
    Gtp,
    /// Othello: NBoard protocol on standard input and output.
    Nboard,
    /// Kalah: Kalah Game Protocol, as a client.
    Kgp {
        /// Server, as HOST:PORT.
        server: String,
        /// Rules that the server uses.
        #[arg(long, default_value = "standard/any")]
        rules: String,
    },
    /// Geister: GAT tournament protocol, as a client.
    Gat(GatClient),
    /// Shogi: USI on standard input and output.
    Usi,
    /// Shogi: CSA protocol (Computer Shogi Association), as a client.
    Csa {
        /// Server, as HOST:PORT.
        server: String,
        /// User name on the server.
        #[arg(long)]
        user: String,
        /// Password on the server.
        #[arg(long)]
        password: String,
        /// Game to ask for, such as floodgate-300-10F.
        #[arg(long, value_name = "NAME")]
        game: Option<String>,
        /// Number of games to play before logging out.
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
        games: u32,
    },
}

#[derive(Args, Debug)]
pub(crate) struct GatClient {
    /// Server, as HOST:PORT; by convention port 10000 moves first and 10001 second.
    pub(crate) server: String,
    /// Number of games to play, one after another.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: u64,
    /// Letters of the red ghosts, such as ABCD [default: random in every game].
    #[arg(long)]
    pub(crate) red: Option<String>,
    /// Plies after which the server declares a draw.
    #[arg(long, default_value_t = 300, value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) limit: u16,
    /// Longest time to wait for the server, while it finds an opponent or the other side thinks.
    #[arg(long, value_name = "SECONDS", default_value_t = 3600.0, value_parser = parse_seconds)]
    pub(crate) patience: f64,
}

#[derive(Args, Debug)]
pub(crate) struct GatServer {
    /// Address to listen on.
    #[arg(long, default_value = "127.0.0.1")]
    pub(crate) host: String,
    /// Port for the side that moves first; 0 takes any free port.
    #[arg(long, default_value_t = 10_000)]
    pub(crate) first_port: u16,
    /// Port for the side that moves second; 0 takes any free port.
    #[arg(long, default_value_t = 10_001)]
    pub(crate) second_port: u16,
    /// Stop after this many games [default: never].
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: Option<u64>,
    /// Plies after which a game is drawn.
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) limit: u16,
    /// Time per side for the whole game.
    #[arg(long, value_name = "SECONDS", default_value_t = 600.0, value_parser = parse_seconds)]
    pub(crate) time: f64,
    /// Time per move once that is used up.
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = parse_seconds)]
    pub(crate) then: f64,
    /// File to append the games to.
    #[arg(long, value_name = "FILE.gkr")]
    pub(crate) out: Option<PathBuf>,
}

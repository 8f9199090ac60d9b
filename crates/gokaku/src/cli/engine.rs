//! The words of `gokaku engine`: which protocol, and who plays.

use clap::{Args, Subcommand};

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

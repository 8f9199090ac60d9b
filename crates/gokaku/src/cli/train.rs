//! The words of `gokaku train`: what learns, and from which games.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use games::kalah::{Kalah, Rules};

use super::{Lab, parse_scale};

#[derive(Args, Debug)]
pub(crate) struct Train {
    /// What to train.
    pub(crate) what: Trainee,
    /// Files or folders of shogi games in any format: training data for shogi-imitation, openings for
    /// self-play in shogi.
    #[arg(value_name = "RECORDS")]
    pub(crate) records: Vec<PathBuf>,
    /// Ratings of the players of a WTHOR database, for people: a CSV file with the columns player_id,
    /// bt_elo and is_program.
    #[arg(long, value_name = "FILE")]
    pub(crate) player_ratings: Option<PathBuf>,
    /// Train only on players rated in this range, such as 1300..1399.
    #[arg(long, alias = "rating", value_name = "LOW..HIGH", value_parser = parse_ratings)]
    pub(crate) ratings: Option<(f64, f64)>,
    /// Output file [default: named after what is trained].
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Fraction of the usual number of games.
    #[arg(long, default_value_t = 1.0, value_parser = parse_scale)]
    pub(crate) scale: f64,
    /// Random seed.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Colour network to train (Geister).
    #[arg(long, default_value = "count")]
    pub(crate) network: ColourNetwork,
    /// Player whose games to train on.
    #[arg(long, default_value = "mc")]
    pub(crate) player: GeisterPlayer,
    /// Kalah board: houses per side and seeds per house.
    #[arg(long, default_value = "3,3", value_name = "HOUSES,SEEDS", value_parser = parse_kalah_board)]
    pub(crate) board: Kalah,
    /// How much of a new value replaces the old one (Kalah).
    #[arg(long, default_value_t = 0.5, value_parser = parse_share)]
    pub(crate) learning_rate: f64,
    /// Probability of a random move while learning (Kalah).
    #[arg(long, default_value_t = 0.3, value_parser = parse_share)]
    pub(crate) exploration: f64,
    /// What a reward one turn later is worth (Kalah).
    #[arg(long, default_value_t = 0.3, value_parser = parse_share)]
    pub(crate) discount: f64,
    /// Use the games in the store and play none.
    #[arg(long)]
    pub(crate) as_is: bool,
    /// Threads [default: one per core]. Does not change the weights.
    #[command(flatten)]
    pub(crate) lab: Lab,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(crate) enum Trainee {
    /// Shogi's evaluation, by self-play.
    Shogi,
    /// Shogi evaluation that imitates the players in game records.
    ShogiImitation,
    /// Othello's pattern evaluation, by self-play.
    OthelloPatterns,
    /// Geister's policy network, from self-play by negamax.
    GeisterPolicy,
    /// Geister's colour networks, which infer colours from moves.
    GeisterColour,
    /// What people play, from their games: people othello WTHOR... (the years' .wtb files or their folder).
    People,
    /// Q-learning of a small Kalah board, game after game; compared with the table that q:max uses.
    KalahQ,
}

/// The colour networks (Teramura and Matsuzaki 2021).
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(crate) enum ColourNetwork {
    /// The board only.
    Base,
    /// Also the number of ghosts left.
    Count,
    /// Also the beliefs about the other ghosts.
    Countch,
}

/// The players (Teramura and Matsuzaki 2021).
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(crate) enum GeisterPlayer {
    /// Monte Carlo.
    Mc,
    /// The policy network.
    Pr,
    /// Monte Carlo with the policy network.
    Pm,
    /// Random.
    Ra,
}

fn parse_kalah_board(text: &str) -> Result<Kalah, String> {
    let expected = || format!("found \"{text}\", expected houses and seeds such as 3,3");
    let (houses, seeds) = text.split_once(',').ok_or_else(expected)?;
    let sizes = houses.trim().parse().ok().zip(seeds.trim().parse().ok());
    let (houses, seeds) = sizes.ok_or_else(expected)?;
    Kalah::new(houses, seeds, Rules::default()).map_err(|_| expected())
}

fn parse_share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| format!("found \"{text}\", expected a number from 0 to 1"))
}

fn parse_ratings(text: &str) -> Result<(f64, f64), String> {
    let range = text.split_once("..").and_then(|(low, high)| Some((low.parse().ok()?, high.parse().ok()?)));
    let range = range.filter(|(low, high)| low <= high);
    range.ok_or_else(|| "expected two ratings, such as 1300..1399".to_owned())
}

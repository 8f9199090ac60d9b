//! The test panel: simulated users that the adaptive opponent has to match.

use games::geister::Geister;
use games::kalah::Kalah;
use games::othello::Othello;
use games::shogi::Shogi;
use opponents::NameError;

use super::series::{GameSummary, Review, play};
use super::true_strength::true_elo;
use super::unnatural::Reviewed;
use crate::{AdaptiveSeries, GameLimits, SHOGI_MOVE_LIMIT};

/// The simulated users of one game, from a random player to a strong one, and the adaptive opponents of the
/// papers.
pub(super) struct Panel {
    pub(super) game: &'static str,
    pub(super) users: [User; 7],
    pub(super) others: &'static [&'static str],
    /// Says which moves are bad; empty where the position is hidden.
    pub(super) analyst: &'static str,
    /// What is counted beside bad moves, in words.
    pub(super) obvious_blunders: &'static [&'static str],
    /// Games of a series at full scale.
    pub(super) games: u64,
    pub(super) max_plies: Option<u32>,
    /// Plays a series and reviews its last games.
    pub(super) play: fn(&AdaptiveSeries<'_>, Option<Review<'_>>) -> Result<Vec<GameSummary>, NameError>,
    /// A user's true strength, by so many games against each reference player.
    pub(super) true_elo: fn(&str, u64, u64, GameLimits) -> Result<f64, NameError>,
}

impl Panel {
    pub(super) fn limits(&self) -> GameLimits {
        GameLimits { max_plies: self.max_plies, ..GameLimits::default() }
    }
}

/// A simulated user and an observer that searches as deep as the user does.
pub(super) struct User {
    pub(super) name: &'static str,
    pub(super) observer: &'static str,
}

const fn user(name: &'static str, observer: &'static str) -> User {
    User { name, observer }
}

const DEPTHS: [&str; 5] =
    ["alphabeta:depth=1", "alphabeta:depth=2", "alphabeta:depth=3", "alphabeta:depth=4", "alphabeta:depth=5"];

/// The panels: Othello, Kalah, shogi, Geister.
pub(super) const PANELS: [Panel; 4] = [
    Panel {
        game: "Othello",
        users: [
            user("random", DEPTHS[0]),
            user("mcts:playouts=20", DEPTHS[0]),
            user("alphabeta:depth=1,noise=10", DEPTHS[0]),
            user("mcts:playouts=200", DEPTHS[1]),
            user("alphabeta:depth=1", DEPTHS[0]),
            user("alphabeta:depth=3", DEPTHS[2]),
            user("alphabeta:depth=5", DEPTHS[4]),
        ],
        others: &["ladder:playouts=200", "balance:depth=3"],
        analyst: "alphabeta:depth=7",
        obvious_blunders: Othello::OBVIOUS_BLUNDERS,
        games: 400,
        max_plies: None,
        play: play::<Othello>,
        true_elo: true_elo::<Othello>,
    },
    Panel {
        game: "Kalah",
        users: [
            user("random", DEPTHS[0]),
            user("alphabeta:depth=1,noise=4", DEPTHS[0]),
            user("mcts:playouts=50", DEPTHS[1]),
            user("alphabeta:depth=1", DEPTHS[0]),
            user("mcts:playouts=500", DEPTHS[2]),
            user("alphabeta:depth=2", DEPTHS[1]),
            user("alphabeta:depth=5", DEPTHS[4]),
        ],
        others: &["ladder:playouts=200", "balance:depth=3", "select-q"],
        analyst: "alphabeta:depth=8",
        obvious_blunders: Kalah::OBVIOUS_BLUNDERS,
        games: 400,
        max_plies: None,
        play: play::<Kalah>,
        true_elo: true_elo::<Kalah>,
    },
    Panel {
        game: "Shogi",
        users: [
            user("random", DEPTHS[0]),
            user("alphabeta:depth=1,noise=1000", DEPTHS[0]),
            user("alphabeta:depth=1,noise=300", DEPTHS[0]),
            user("alphabeta:depth=1", DEPTHS[0]),
            user("alphabeta:depth=2", DEPTHS[1]),
            user("alphabeta:depth=3", DEPTHS[2]),
            user("alphabeta:depth=4", DEPTHS[3]),
        ],
        others: &["balance:mate=second,until=256,repeat=300,depth=3"],
        analyst: "alphabeta:depth=6",
        obvious_blunders: Shogi::OBVIOUS_BLUNDERS,
        games: 100,
        max_plies: Some(SHOGI_MOVE_LIMIT),
        play: play::<Shogi>,
        true_elo: true_elo::<Shogi>,
    },
    Panel {
        game: "Geister",
        users: [
            user("random", ""),
            user("ra", ""),
            user("mc:playouts=30", ""),
            user("mc:playouts=100", ""),
            user("pr", ""),
            user("mc:playouts=1000", ""),
            user("mc:playouts=5000", ""),
        ],
        others: &[],
        analyst: "",
        obvious_blunders: Geister::OBVIOUS_BLUNDERS,
        games: 400,
        max_plies: None,
        play: play::<Geister>,
        true_elo: true_elo::<Geister>,
    },
];

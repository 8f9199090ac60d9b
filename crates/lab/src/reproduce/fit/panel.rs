//! Whom the opponent that fits must fit.

use games::geister::Geister;
use games::kalah::Kalah;
use games::othello::Othello;
use games::shogi::Shogi;
use opponents::NameError;

use super::meeting::{Seen, Watch, meet};
use super::natural::Watched;
use super::place::place;
use crate::{Acquaintance, Conduct, LONGEST_SHOGI};

/// The users of one game, from one that moves by lot to a strong one, and the adaptive opponents of the documents.
pub(super) struct Panel {
    pub(super) game: &'static str,
    pub(super) users: [User; 7],
    pub(super) others: &'static [&'static str],
    /// Who says whether a move was bad.
    pub(super) analyst: &'static str,
    /// What is counted beside bad moves.
    pub(super) gifts: &'static [&'static str],
    /// Games of an acquaintance at full scale.
    pub(super) games: u64,
    pub(super) max_plies: Option<u32>,
    /// Plays all games of two, and watches some of them.
    pub(super) meet: fn(&Acquaintance<'_>, Option<Watch<'_>>) -> Result<Vec<Seen>, NameError>,
    /// Where a user stands, by so many games against each player of reference.
    pub(super) place: fn(&str, u64, u64, Conduct) -> Result<f64, NameError>,
}

impl Panel {
    /// How its games are conducted.
    pub(super) fn conduct(&self) -> Conduct {
        Conduct { max_plies: self.max_plies, ..Conduct::default() }
    }
}

/// A user and an observer who looks as far ahead as the user does.
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
        gifts: Othello::GIFTS,
        games: 400,
        max_plies: None,
        meet: meet::<Othello>,
        place: place::<Othello>,
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
        gifts: Kalah::GIFTS,
        games: 400,
        max_plies: None,
        meet: meet::<Kalah>,
        place: place::<Kalah>,
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
        others: &["balance:depth=3"],
        analyst: "alphabeta:depth=6",
        gifts: Shogi::GIFTS,
        games: 100,
        max_plies: Some(LONGEST_SHOGI),
        meet: meet::<Shogi>,
        place: place::<Shogi>,
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
        gifts: Geister::GIFTS,
        games: 400,
        max_plies: None,
        meet: meet::<Geister>,
        place: place::<Geister>,
    },
];

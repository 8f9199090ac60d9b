//! Whom the opponent that fits must fit.

use games::geister::Geister;
use games::kalah::Kalah;
use games::othello::Othello;
use games::shogi::Shogi;
use opponents::NameError;

use crate::Acquaintance;

/// The users of one game, from one that moves by lot to a strong one, and the adaptive opponents of the documents.
pub(super) struct Panel {
    pub(super) game: &'static str,
    pub(super) users: [&'static str; 7],
    pub(super) others: &'static [&'static str],
    /// Games of an acquaintance at full scale.
    pub(super) games: u64,
    pub(super) max_plies: Option<u32>,
    /// Plays all games of two; gives what the host scored.
    pub(super) meet: fn(&Acquaintance<'_>) -> Result<Vec<f64>, NameError>,
}

/// The panels: Othello, Kalah, shogi, Geister.
pub(super) const PANELS: [Panel; 4] = [
    Panel {
        game: "Othello",
        users: [
            "random",
            "mcts:playouts=20",
            "alphabeta:depth=1,noise=10",
            "mcts:playouts=200",
            "alphabeta:depth=1",
            "alphabeta:depth=3",
            "alphabeta:depth=5",
        ],
        others: &["ladder:playouts=200", "balance:depth=3"],
        games: 400,
        max_plies: None,
        meet: |two| two.scores::<Othello>(),
    },
    Panel {
        game: "Kalah",
        users: [
            "random",
            "alphabeta:depth=1,noise=4",
            "mcts:playouts=50",
            "alphabeta:depth=1",
            "alphabeta:depth=2",
            "mcts:playouts=500",
            "alphabeta:depth=5",
        ],
        others: &["ladder:playouts=200", "balance:depth=3"],
        games: 400,
        max_plies: None,
        meet: |two| two.scores::<Kalah>(),
    },
    Panel {
        game: "Shogi",
        users: [
            "random",
            "alphabeta:depth=1,noise=1000",
            "alphabeta:depth=1,noise=300",
            "alphabeta:depth=1",
            "alphabeta:depth=2",
            "alphabeta:depth=3",
            "alphabeta:depth=4",
        ],
        others: &["balance:depth=3"],
        games: 100,
        max_plies: Some(512),
        meet: |two| two.scores::<Shogi>(),
    },
    Panel {
        game: "Geister",
        users: [
            "random",
            "ra",
            "mc:playouts=30",
            "mc:playouts=100",
            "pr",
            "mc:playouts=1000",
            "mc:playouts=5000",
        ],
        others: &[],
        games: 400,
        max_plies: None,
        meet: |two| two.scores::<Geister>(),
    },
];

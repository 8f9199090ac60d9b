//! Simulated users of each game: those with whom `gokaku` is calibrated.
//!
//! Whom it is judged by stands in [`crate::reproduce`]: the two panels share no user.

use games::geister::Geister;
use games::kalah::Kalah;
use games::othello::Othello;
use games::shogi::Shogi;

use crate::SHOGI_MOVE_LIMIT;

/// The users of a game with whom it is calibrated, and how long that takes.
pub trait CalibrationPanel {
    /// Searches of other kinds than the reference players': noise on values instead of a softmax, MCTS; and
    /// people of other ratings.
    const USERS: &'static [&'static str];

    /// Games of everybody who is rated at full scale: what two cores play in the time that a calibration may
    /// take.
    const GAMES: u64;

    /// Longer games are drawn.
    const MAX_PLIES: Option<u32> = None;
}

impl CalibrationPanel for Othello {
    const USERS: &'static [&'static str] = &[
        "mcts:playouts=20",
        "alphabeta:depth=1,noise=10",
        "mcts:playouts=200",
        "alphabeta:depth=1",
        "alphabeta:depth=3",
        "alphabeta:depth=5",
        "people:rating=1350",
        "people:rating=1750",
    ];

    const GAMES: u64 = 200;
}

impl CalibrationPanel for Kalah {
    const USERS: &'static [&'static str] = &[
        "alphabeta:depth=1,noise=4",
        "mcts:playouts=50",
        "alphabeta:depth=1",
        "mcts:playouts=500",
        "alphabeta:depth=2",
        "alphabeta:depth=5",
    ];

    const GAMES: u64 = 120;
}

impl CalibrationPanel for Shogi {
    const USERS: &'static [&'static str] = &[
        "alphabeta:depth=1,noise=1000",
        "alphabeta:depth=1,noise=300",
        "alphabeta:depth=1",
        "alphabeta:depth=2",
        "alphabeta:depth=3",
        "alphabeta:depth=4",
    ];

    const GAMES: u64 = 60;

    const MAX_PLIES: Option<u32> = Some(SHOGI_MOVE_LIMIT);
}

impl CalibrationPanel for Geister {
    const USERS: &'static [&'static str] =
        &["ra", "mc:playouts=30", "mc:playouts=100", "pr", "mc:playouts=1000", "mc:playouts=5000"];

    const GAMES: u64 = 200;
}

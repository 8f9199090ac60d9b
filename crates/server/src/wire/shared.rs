//! A game that anybody may see who has its link.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{BoardChange, Company, GameKind, Level, Ply, Position, SideName, Text};

/// The link to a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ShareLink {
    /// What stands behind `/g/`.
    pub id: String,
}

/// A game as anybody may see it. As long as it is in progress it has nothing that is hidden from a seat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct SharedGame {
    /// The game.
    pub game: GameKind,
    /// Whose link it is, and from where the board is seen.
    pub seat: SideName,
    /// Who played against them.
    pub level: Level,
    /// Who sat across the board.
    pub company: Company,
    /// When it last changed.
    pub at: String,
    /// The moves.
    pub plies: Vec<Ply>,
    /// The position before the first ply and after each.
    pub positions: Vec<Position>,
    /// How each ply changed it.
    pub steps: Vec<BoardChange>,
    /// How it ended; none while it is in progress.
    pub result: Option<SharedResult>,
}

/// How a shared game ended.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct SharedResult {
    /// The winner, if there is one.
    pub winner: Option<SideName>,
    /// What ended the game.
    pub reason: Text,
    /// Discs or seeds of each side, in games that count them.
    pub counts: Option<[u16; 2]>,
}

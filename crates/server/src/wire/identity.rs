//! What belongs to a player, as they take it along.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::TableView;

/// A code by which a player goes on in another browser.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct PlayerCode {
    /// The code: it can be used once.
    pub code: String,
    /// Until when.
    pub until: String,
}

/// A code that somebody typed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TypedCode {
    /// The code; hyphens, spaces and capitals do not matter.
    pub code: String,
}

/// Everything that is kept of a player.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Everything {
    /// When it was put together.
    pub at: String,
    /// The name they gave themself.
    pub name: Option<String>,
    /// Their games, the oldest first.
    pub games: Vec<KeptGame>,
    /// What opponents remember of them.
    pub memories: Vec<KeptMemory>,
}

/// A game as it is kept.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct KeptGame {
    /// When it last changed.
    pub at: String,
    /// What the player may see of it.
    pub table: TableView,
    /// The record, if the game is over.
    pub record: Option<String>,
}

/// What an opponent remembers of a player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct KeptMemory {
    /// The game.
    pub game: String,
    /// The opponent.
    pub opponent: String,
    /// What it remembers, in its own words.
    pub memory: String,
}

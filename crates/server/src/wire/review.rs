//! The review of a finished game.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Arrow, BoardChange, Move, Oversight, Position, SideName, Text};

/// A finished game, looked at by an analyst.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Review {
    /// The first side's chance to win, from 0 to 1, before the first ply and after each; none where the
    /// analyst has no word on it.
    pub chances: Vec<Option<f64>>,
    /// Where the chances come from.
    pub source: Text,
    /// The plies that lost something, the worst first.
    pub mistakes: Vec<Mistake>,
    /// The position before the first ply and after each.
    pub positions: Vec<Position>,
    /// How each ply changed it.
    pub steps: Vec<BoardChange>,
    /// Why the opponent chose its moves.
    pub reasons: Vec<Option<Text>>,
    /// Geister: for the start and after each ply, how likely the player's ghosts looked blue from the other
    /// side.
    pub beliefs: Option<Vec<Vec<Belief>>>,
}

/// A ply after which its side stood worse than it could have.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Mistake {
    /// Its number, from 1.
    pub ply: u32,
    /// Who played it.
    pub side: SideName,
    /// By how much it lowered that side's chance to win.
    pub loss: f64,
    /// A better move.
    pub best: String,
    /// What people call that one.
    pub best_label: Text,
    /// That move on the board.
    pub arrow: Arrow,
    /// What was overlooked, the most important first.
    pub why: Vec<Oversight>,
}

/// How likely a ghost of the player's looked blue.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Belief {
    /// The ghost.
    pub letter: String,
    /// From 0 to 1.
    pub blue: f64,
}

/// The review is being made.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ReviewProgress {
    /// How much of it is done, from 0 to 1.
    pub progress: f64,
}

/// What if other moves had been played?
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WhatIf {
    /// After this many plies of the game …
    pub ply: u32,
    /// … these moves are played.
    pub moves: Vec<String>,
}

/// What would be, then.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct WhatIfResult {
    /// The position.
    pub position: Position,
    /// The first side's chance to win, from 0 to 1.
    pub chance: Option<f64>,
    /// The best move there.
    pub best: Option<String>,
    /// The moves that could be played there.
    pub legal: Vec<Move>,
    /// How the last of the tried moves changed the position.
    pub step: Option<BoardChange>,
}

/// A record of a game from elsewhere.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GivenRecord {
    /// Its text, in any format: KIF, KI2, CSA, JKF, USI, GGF, bare moves of Othello, or our own.
    pub text: String,
}

/// A record that was opened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct OpenedRecord {
    /// The table whose review it has.
    pub table: String,
}

//! Mistakes that are played again.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Arrow, BoardChange, GameKind, Move, Oversight, Position, SideName, Text};

/// What a player can practise.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Exercises {
    /// Those that are due, the longest due first, at most 10.
    pub due: Vec<Exercise>,
    /// How many are due in all.
    pub due_count: u32,
    /// How many there are.
    pub all: u32,
    /// When the next one is due, if none is now.
    pub next_at: Option<String>,
}

/// A position in which the player once chose a worse move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Exercise {
    /// The game it comes from.
    pub table: String,
    /// The mistake's number there, from 1.
    pub ply: u32,
    /// The game.
    pub game: GameKind,
    /// Who is to move: the player.
    pub side: SideName,
    /// When that game ended.
    pub at: String,
    /// What the player may see of the position.
    pub position: Position,
    /// The moves.
    pub legal: Vec<Move>,
    /// How the move before it changed the position.
    pub step: Option<BoardChange>,
}

/// A move for an exercise.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ExerciseMove {
    /// The move, as `text` of a legal one.
    #[serde(rename = "move")]
    pub mv: String,
}

/// How good an attempt was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AttemptVerdict {
    /// No move is better.
    Best,
    /// Nearly as good as the best.
    Good,
    /// Worse than that.
    Mistake,
}

/// What comes of a move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Attempt {
    /// How good it was.
    pub verdict: AttemptVerdict,
    /// The player's chance to win after it, from 0 to 1.
    pub chance: f64,
    /// The same after the best move.
    pub best_chance: f64,
    /// What people call the best move.
    pub best_label: Text,
    /// The best move on the board.
    pub arrow: Arrow,
    /// What was overlooked; nothing after a good move.
    pub why: Vec<Oversight>,
    /// The position after the move.
    pub position: Position,
    /// How the move changed it.
    pub step: BoardChange,
    /// When the exercise comes again, if this was the time for it.
    pub again_at: Option<String>,
}

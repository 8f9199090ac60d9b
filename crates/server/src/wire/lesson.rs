//! How to play a game, in a few steps on its board.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{BoardChange, GameKind, Move, Position, SideName, Text};

/// How to play a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Lesson {
    /// The game.
    pub game: GameKind,
    /// What wins and what loses, a sentence each.
    pub goals: Vec<Text>,
    /// One idea each, the simplest first.
    pub steps: Vec<LessonStep>,
}

/// A position in which the reader makes one move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct LessonStep {
    /// Where the reader sits.
    pub seat: SideName,
    /// What they see.
    pub position: Position,
    /// What they are asked to do.
    pub task: Text,
    /// What they have seen by doing it.
    pub done: Text,
    /// All their legal moves.
    pub moves: Vec<LessonMove>,
}

/// A move that the reader can make, and what happens then.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LessonMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: Move,
    /// It does what was asked.
    pub is_right: bool,
    /// What is seen after it, and after each answer to it.
    pub frames: Vec<LessonFrame>,
}

/// A position and how it came about.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct LessonFrame {
    /// The position.
    pub position: Position,
    /// How the last move changed it.
    pub step: BoardChange,
}

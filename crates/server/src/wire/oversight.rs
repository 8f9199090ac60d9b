//! Why a move was worse than another, as a word to count and a sentence to read.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Place, Text};

/// What was overlooked, over all games.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OversightKind {
    /// A win that was there.
    MissedWin,
    /// A win of the other side.
    AllowsWin,
    /// A capture.
    MissedCapture,
    /// A capture by the other side.
    AllowsCapture,
    /// A capture that does harm.
    BadCapture,
    /// A corner that was free.
    MissedCorner,
    /// A corner for the other side.
    GivesCorner,
    /// How many moves the other side is left with.
    Mobility,
    /// An extra turn.
    MissedTurn,
    /// Nothing that has a name: the position is judged worse.
    Judgement,
}

/// Why a move was worse than the best one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Oversight {
    /// What was overlooked.
    pub kind: OversightKind,
    /// The same in words.
    pub text: Text,
}

/// A move as an arrow on the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Arrow {
    /// Where it begins, if it begins somewhere.
    pub from: Option<Place>,
    /// Where it ends.
    pub to: Place,
}

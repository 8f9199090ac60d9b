//! Who plays, and how they have done.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{GameKind, Level, OversightKind, PersonResult, SideName, Text};

/// Whoever has this cookie.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Player {
    /// The name they gave themself.
    pub name: Option<String>,
    /// Their ratings, for the games in which they have played somebody rated.
    pub ratings: Vec<GameRating>,
}

/// A rating and its 95% interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct GameRating {
    /// The game.
    pub game: GameKind,
    /// The rating.
    pub rating: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// How many games it rests on.
    pub games: u32,
}

/// A new name, or none.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayerName {
    /// 1 to 40 characters; none forgets the old one.
    pub name: Option<String>,
}

/// What a player has played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct History {
    /// Finished games, newest first, at most 100; `before` the time of the last one gives more.
    pub games: Vec<HistoryGame>,
}

/// A finished game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct HistoryGame {
    /// The table.
    pub id: String,
    /// The game.
    pub game: GameKind,
    /// Who was played against.
    pub level: Level,
    /// Where the player sat.
    pub seat: SideName,
    /// How the player did.
    pub result: PersonResult,
    /// How many moves it had.
    pub plies: u32,
    /// When it ended.
    pub at: String,
}

/// How strong a player is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Strength {
    /// In each game of which something is known.
    pub games: Vec<GameStrength>,
}

/// How strong a player is in one game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct GameStrength {
    /// The game.
    pub game: GameKind,
    /// The present estimate, if there is one.
    pub now: Option<StrengthNow>,
    /// The estimates over time.
    pub curve: Vec<CurvePoint>,
    /// How games ended, by opponent.
    pub results: Vec<ResultsAgainst>,
    /// What the player overlooked in games that were reviewed, the most frequent first.
    pub overlooked: Vec<Overlooked>,
}

/// A strength, its 95% interval, and what it means.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct StrengthNow {
    /// The strength in Elo (random play = 0).
    pub rating: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// How many games it rests on.
    pub games: u32,
    /// The strength beside those of the levels.
    pub words: Text,
}

/// How often something was overlooked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Overlooked {
    /// What it was.
    pub kind: OversightKind,
    /// How often.
    pub count: u32,
}

/// All results against one opponent.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ResultsAgainst {
    /// What people call the opponent.
    pub opponent: Text,
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

/// A strength after a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct CurvePoint {
    /// When.
    pub at: String,
    /// The strength in Elo (random play = 0).
    pub rating: f64,
    /// The lower end of its 95% interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// Against whom the game was.
    pub opponent: Text,
}

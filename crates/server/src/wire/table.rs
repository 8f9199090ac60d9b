//! A table: who plays what against whom, and how it stands.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{GameKind, Move, Position, SideName, Step, Text};

/// What can be played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Catalogue {
    /// The games.
    pub games: Vec<GameInfo>,
}

/// What a game offers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GameInfo {
    /// The game.
    pub game: GameKind,
    /// Its name.
    pub name: Text,
    /// Who can be played against, "fits me" first.
    pub levels: Vec<Level>,
    /// Taking a move back makes sense.
    pub undo: bool,
    /// A hint makes sense.
    pub hint: bool,
    /// What the player arranges before the first move: `reds` in Geister.
    pub setups: Vec<String>,
    /// The formats of records.
    pub formats: Vec<String>,
}

/// Somebody to play against.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Level {
    /// `fits-me`, `level-1` to `level-5`, or `named` for an opponent that was asked for by name.
    pub id: String,
    /// What it is called.
    pub name: Text,
    /// What the opponent does, in a sentence.
    pub about: Text,
    /// The opponent's name in the project's grammar.
    pub opponent: String,
}

/// Where the player wants to sit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Seat {
    /// The side that opens.
    First,
    /// The side that answers.
    Second,
    /// Whichever the lot gives.
    Lot,
}

/// How fast the opponent answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Pace {
    /// As a person would.
    #[default]
    Person,
    /// As soon as it can.
    AtOnce,
}

/// Time for the whole game, and for each move after that.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ClockSetting {
    /// Minutes for the whole game, 0 to 180.
    pub minutes: u32,
    /// Seconds for each move after that, 0 to 600.
    #[serde(default)]
    pub byoyomi: u32,
}

/// What a new table should be.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// The game.
    pub game: GameKind,
    /// The level, if no opponent is named: `fits-me` unless it is given.
    #[serde(default)]
    pub level: Option<String>,
    /// An opponent's name in the project's grammar, instead of a level.
    #[serde(default)]
    pub opponent: Option<String>,
    /// Where the player sits.
    pub seat: Seat,
    /// Moves may be taken back.
    #[serde(default)]
    pub undo: bool,
    /// Hints may be asked for.
    #[serde(default)]
    pub hint: bool,
    /// How fast the opponent answers.
    #[serde(default)]
    pub pace: Pace,
    /// A clock, if one is wanted.
    #[serde(default)]
    pub clock: Option<ClockSetting>,
}

/// A request that holds for one version of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct At {
    /// The version of the table that the client has seen.
    pub version: u64,
}

/// A move for one version of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MoveAt {
    /// The version of the table that the client has seen.
    pub version: u64,
    /// The move, as `text` of a legal one.
    #[serde(rename = "move")]
    pub mv: String,
}

/// Geister: which ghosts are red.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SetupAt {
    /// The version of the table that the client has seen.
    pub version: u64,
    /// The letters of the four red ghosts, such as `ABCD`.
    pub reds: String,
}

/// How far a game is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// The player arranges something before the first move.
    Setup,
    /// It goes on.
    Playing,
    /// It has ended.
    Over,
}

/// A game in progress, or one that has ended, as the player may see it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Table {
    /// What it is known by.
    pub id: String,
    /// Grows with every change.
    pub version: u64,
    /// The game.
    pub game: GameKind,
    /// Where the player sits.
    pub seat: SideName,
    /// Who plays against them.
    pub level: Level,
    /// How far the game is.
    pub phase: Phase,
    /// Whose turn it is.
    pub to_move: Option<SideName>,
    /// The opponent is thinking.
    pub thinking: bool,
    /// What the player may see of the position.
    pub position: Position,
    /// The player's moves; none when it is not their turn.
    pub legal: Vec<Move>,
    /// The moves so far.
    pub plies: Vec<Ply>,
    /// How the last ply changed the position.
    pub step: Option<Step>,
    /// What the player may do now.
    pub allowed: Allowed,
    /// The clocks, if there are any.
    pub clock: Option<Clocks>,
    /// How it ended.
    pub result: Option<TableResult>,
    /// The formats in which the record can be fetched; none before the end.
    pub formats: Vec<String>,
}

/// A move that was played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Ply {
    /// Its number, from 1.
    pub number: u32,
    /// Who played it.
    pub side: SideName,
    /// The move, as it is written.
    pub text: String,
    /// How a person calls it.
    pub label: Text,
    /// There was no other, as far as the player can know.
    pub forced: bool,
}

/// What the player may do now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Allowed {
    /// Take back.
    pub undo: bool,
    /// Ask for a hint.
    pub hint: bool,
    /// Give up.
    pub resign: bool,
}

/// The time each side has left for the game, in milliseconds; byoyomi comes after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Clocks {
    /// The first side's.
    pub first: u64,
    /// The second side's.
    pub second: u64,
    /// Seconds for each move after that.
    pub byoyomi: u32,
    /// Whose clock runs.
    pub running: Option<SideName>,
}

/// How the player did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PersonResult {
    /// The player won.
    Won,
    /// The opponent won.
    Lost,
    /// Nobody did.
    Drew,
}

/// How a game ended.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TableResult {
    /// The winner, if there is one.
    pub winner: Option<SideName>,
    /// What ended the game.
    pub reason: Text,
    /// Discs or seeds of each side, in games that count them.
    pub counts: Option<[u16; 2]>,
    /// How the player did.
    pub person: PersonResult,
    /// What the opponent took the player for, move by move.
    pub taken_for: Option<TakenFor>,
}

/// What the opponent took the player for.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct TakenFor {
    /// What the estimates count.
    pub unit: Text,
    /// An estimate for each of the opponent's moves that had one.
    pub points: Vec<TakenForPoint>,
}

/// One estimate, with what it lay between.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct TakenForPoint {
    /// The ply before which it held.
    pub ply: u32,
    /// The estimate.
    pub estimate: f64,
    /// The lower end of what is likely.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// A table in the list of those that go on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TableSummary {
    /// What it is known by.
    pub id: String,
    /// The game.
    pub game: GameKind,
    /// Who plays against the player.
    pub level: Level,
    /// Where the player sits.
    pub seat: SideName,
    /// How far the game is.
    pub phase: Phase,
    /// How many moves have been played.
    pub plies: u32,
    /// It is the player's turn.
    pub your_turn: bool,
    /// When it last changed.
    pub at: String,
}

/// A move worth considering.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Hint {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Why.
    pub why: Text,
}

/// The answer to a request for an old version: the error, and the table as it is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Stale {
    /// What is wrong.
    pub error: crate::error::Problem,
    /// The table as it is now.
    pub table: Table,
}

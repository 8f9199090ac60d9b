//! A table: who plays what against whom, and how it stands.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{BoardChange, GameKind, Move, Position, SideName, Text};

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
    /// What it is about, in a sentence.
    pub about: Text,
    /// What the first and the second side are called.
    pub sides: [Text; 2],
    /// A position that shows what the game looks like.
    pub picture: Position,
    /// The opponents: the adaptive one, those of fixed strength, then the players of research papers.
    pub levels: Vec<Level>,
    /// How two people can play each other.
    pub two_people: Vec<Level>,
    /// Takebacks make sense.
    pub undo: bool,
    /// Hints make sense.
    pub hint: bool,
    /// What wins and what loses, a sentence each.
    pub goals: Vec<Text>,
    /// Other positions to begin from: handicaps, boards of another size.
    pub starts: Vec<Start>,
    /// What the player arranges before the first move: `reds` in Geister.
    pub setups: Vec<String>,
    /// The formats of records.
    pub formats: Vec<String>,
}

/// A position to begin from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Start {
    /// What people call it.
    pub name: Text,
    /// The position in the game's own notation.
    pub position: String,
}

/// An opponent to choose.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Level {
    /// `my-level`, `level-1` to `level-5`, `research-…`, `one-board`, `by-link`, or `named` for an opponent
    /// that was asked for by name.
    pub id: String,
    /// Its name for people: how strong it is.
    pub name: Text,
    /// What the opponent is called as somebody; `None` for people, papers and studies.
    pub who: Option<Text>,
    /// What the opponent does, in a sentence.
    pub about: Text,
    /// The opponent's name in the project's grammar; empty for people.
    pub opponent: String,
    /// Author and year, for a player of a research paper.
    pub source: Option<Text>,
}

/// Where the player wants to sit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Seat {
    /// The side that opens.
    First,
    /// The side that answers.
    Second,
    /// Drawn at random.
    Random,
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

/// How much a player has played a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Experience {
    /// New to it.
    Beginner,
    /// Now and then.
    Casual,
    /// A lot.
    Regular,
    /// In tournaments.
    Tournament,
}

impl Experience {
    /// Its word in the name of an opponent.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Experience::Beginner => "beginner",
            Experience::Casual => "casual",
            Experience::Regular => "regular",
            Experience::Tournament => "tournament",
        }
    }
}

/// How hard the player wants it to be against the opponent that plays at their level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Wish {
    /// To win more often than not.
    Easier,
    /// As often as not.
    Even,
    /// Less often than not.
    Harder,
}

impl Wish {
    /// The win rate at which the opponent aims.
    pub(crate) const fn target(self) -> &'static str {
        match self {
            Wish::Easier => "0.3",
            Wish::Even => "0.5",
            Wish::Harder => "0.7",
        }
    }
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
    /// The level, if no opponent is named: `my-level` unless it is given.
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
    /// What the player says of themselves; counts where the opponent adapts and does not know them yet.
    #[serde(default)]
    pub experience: Option<Experience>,
    /// How hard it should be; counts where the opponent adapts.
    #[serde(default)]
    pub wish: Option<Wish>,
    /// The position to begin from, in the game's own notation; the usual start if there is none.
    #[serde(default)]
    pub position: Option<String>,
    /// The most plies, where a study says so; no browser can.
    #[serde(skip)]
    pub most_plies: Option<u32>,
}

/// A request for one version of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AtVersion {
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

/// Who sits across the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Company {
    /// An opponent of ours.
    Opponent,
    /// Another person in front of the same screen: the seat is that of the side to move.
    OneBoard,
    /// Another person who has opened the table's link.
    ByLink,
}

/// How far a game is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// The seat of the second person is free.
    Waiting,
    /// Somebody arranges something before the first move.
    Setup,
    /// Two people share a screen, and it is being passed on: nothing that is hidden is shown.
    HandOver,
    /// It is in progress.
    Playing,
    /// It has ended.
    Over,
}

impl From<store::Phase> for Phase {
    fn from(phase: store::Phase) -> Phase {
        match phase {
            store::Phase::Waiting => Phase::Waiting,
            store::Phase::Setup => Phase::Setup,
            store::Phase::HandOver => Phase::HandOver,
            store::Phase::Playing => Phase::Playing,
            store::Phase::Over => Phase::Over,
        }
    }
}

/// A game in progress, or one that has ended, as the player may see it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TableView {
    /// Its id.
    pub id: String,
    /// Grows with every change.
    pub version: u64,
    /// The game.
    pub game: GameKind,
    /// Where the player sits.
    pub seat: SideName,
    /// Who plays against them.
    pub level: Level,
    /// Who sits across the board.
    pub company: Company,
    /// How far the game is.
    pub phase: Phase,
    /// Whose turn it is; between two people also whose to arrange or to take the screen.
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
    pub step: Option<BoardChange>,
    /// What the opponent says: before the first move what it will do, after the end what it saw.
    pub said: Vec<Text>,
    /// What the player may do now.
    pub allowed: Allowed,
    /// The clocks, if there are any.
    pub clock: Option<Clocks>,
    /// How it ended.
    pub result: Option<TableResult>,
    /// The formats in which the record can be fetched; none before the end.
    pub formats: Vec<String>,
}

/// The game so far, as the player may see it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct TableLine {
    /// The version of the table.
    pub version: u64,
    /// The position before the first ply and after each.
    pub positions: Vec<Position>,
    /// How each ply changed it.
    pub steps: Vec<BoardChange>,
}

/// A move that was played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Ply {
    /// Its number, from 1.
    pub number: u32,
    /// Who played it.
    pub side: SideName,
    /// The move, as it is written.
    pub text: String,
    /// What people call it.
    pub label: Text,
    /// There was no other, as far as the player can know.
    pub forced: bool,
    /// It was played on a square or from a hand, unlike a pass.
    pub on_board: bool,
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
    /// The opponent's estimates of the player's strength, move by move.
    pub strength: Option<StrengthEstimates>,
}

/// The opponent's estimates of the player's strength.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct StrengthEstimates {
    /// What the estimates count.
    pub unit: Text,
    /// An estimate for each of the opponent's moves that had one.
    pub points: Vec<StrengthEstimate>,
}

/// One estimate and its interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct StrengthEstimate {
    /// The ply before which it held.
    pub ply: u32,
    /// The estimate.
    pub estimate: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// A table in the list of games in progress.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TableSummary {
    /// Its id.
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
    pub table: TableView,
}

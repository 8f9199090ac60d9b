//! What goes over the wire: every value the page and other clients send or receive, as `openapi.json` describes it.

mod player;
mod position;
mod research;
mod review;
mod study;
mod table;
mod text;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use player::{CurvePoint, GameRating, History, HistoryGame, Player, PlayerName, ResultsAgainst};
pub use position::{Captured, Ghost, GhostColour, KalahCapture, Move, Place, Position, ShogiPiece, Step};
pub use research::{
    GroupProgress, GroupedBy, KeyFor, LoggedIn, Person, Progress, Reason, Reasons, StudyFiles, Tag, Tags,
};
pub use review::{Belief, Mistake, Review, ReviewProgress, Tried, Try};
pub use study::{
    AnotherStep, Code, GameStep, GroupName, Item, ItemKind, Join, JoinedStudy, JudgedPly, JudgementAt, Me,
    OptionOf, QuestionsStep, RecordStep, RecordedMove, StepAnswer, StepTable, StudyState, StudyStep,
    StudyView, TableFor, Taking, Verdict, WrongAnswer, WrongItem,
};
pub use table::{
    Allowed, At, Catalogue, ClockSetting, Clocks, GameInfo, Hint, Level, MoveAt, NewTable, Pace,
    PersonResult, Phase, Ply, Seat, SetupAt, Stale, Table, TableResult, TableSummary, TakenFor,
    TakenForPoint,
};
pub use text::Text;

/// One of the four games.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum GameName {
    /// Othello.
    Othello,
    /// Kalah.
    Kalah,
    /// Shogi.
    Shogi,
    /// Geister.
    Geister,
}

impl GameName {
    /// All games, in the order in which the title page shows them.
    pub const ALL: [GameName; 4] = [GameName::Othello, GameName::Kalah, GameName::Shogi, GameName::Geister];

    /// The word used in records, in the database and over the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            GameName::Othello => "othello",
            GameName::Kalah => "kalah",
            GameName::Shogi => "shogi",
            GameName::Geister => "geister",
        }
    }

    /// The game that is called so.
    #[must_use]
    pub fn from_word(word: &str) -> Option<GameName> {
        GameName::ALL.into_iter().find(|game| game.as_str() == word)
    }
}

/// One of the two seats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SideName {
    /// Opens the game.
    First,
    /// Answers.
    Second,
}

impl From<games::Side> for SideName {
    fn from(side: games::Side) -> SideName {
        match side {
            games::Side::First => SideName::First,
            games::Side::Second => SideName::Second,
        }
    }
}

impl From<SideName> for games::Side {
    fn from(side: SideName) -> games::Side {
        match side {
            SideName::First => games::Side::First,
            SideName::Second => games::Side::Second,
        }
    }
}

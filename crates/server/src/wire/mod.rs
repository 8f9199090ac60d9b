//! What goes over the wire: every value the page and other clients send or receive, as `openapi.json`
//! describes it.

mod exercise;
mod identity;
mod lesson;
mod oversight;
mod player;
mod position;
mod research;
mod review;
mod shared;
mod study;
mod table;
mod text;

pub use games::GameKind;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use exercise::{Attempt, AttemptVerdict, Exercise, ExerciseMove, Exercises};
pub use identity::{Everything, KeptGame, KeptMemory, PlayerCode, TypedCode};
pub use lesson::{Lesson, LessonFrame, LessonMove, LessonStep};
pub use oversight::{Arrow, Oversight, OversightKind};
pub use player::{
    CurvePoint, GameRating, GameStrength, History, HistoryGame, Overlooked, Player, PlayerName,
    ResultsAgainst, Strength, StrengthNow,
};
pub use position::{
    BoardChange, Captured, Ghost, GhostColour, KalahCapture, Move, Place, Position, ShogiPiece,
};
pub use research::{
    GroupProgress, GroupedBy, KeyFor, LoggedIn, Person, StudyFiles, StudyProgress, Tag, Tags, VerdictReason,
    VerdictReasons,
};
pub use review::{Belief, GivenRecord, Mistake, OpenedRecord, Review, ReviewProgress, WhatIf, WhatIfResult};
pub use shared::{ShareLink, SharedGame, SharedResult};
pub use study::{
    AnotherStep, Code, GameStep, GroupName, Item, ItemKind, Join, JoinedStudy, JudgedPly, JudgementAt,
    OptionOf, ParticipantState, ParticipantView, QuestionsStep, RecordStep, RecordedMove, StepAnswer,
    StepTable, StudyState, StudyStep, StudyView, TableFor, Verdict, WrongAnswer, WrongItem,
};
pub use table::{
    Allowed, AtVersion, Catalogue, ClockSetting, Clocks, Company, Experience, GameInfo, Hint, Level, MoveAt,
    NewTable, Pace, PersonResult, Phase, Ply, Seat, SetupAt, Stale, Start, StrengthEstimate,
    StrengthEstimates, TableLine, TableResult, TableSummary, TableView, Wish,
};
pub use text::Text;

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

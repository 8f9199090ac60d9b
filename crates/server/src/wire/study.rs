//! What a participant of a study sends and receives. Nothing here names an opponent or the source of a
//! record.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{BoardChange, ClockSetting, GameKind, Position, SideName, Text};
use crate::error::Problem;

/// Whether a study takes new people.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StudyState {
    /// It does.
    Open,
    /// It does not; participants who have started may finish.
    Closed,
}

/// A study as everybody with the link may see it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct StudyView {
    /// What it is known by.
    pub id: String,
    /// Its title.
    pub title: Text,
    /// What participants agree to; paragraphs are parted by an empty line.
    pub consent: Text,
    /// Whether it takes new people.
    pub state: StudyState,
    /// The groups, if the link says which one somebody belongs to.
    pub groups: Vec<GroupName>,
    /// How far this browser's participant is, if there is one.
    pub me: Option<ParticipantView>,
}

/// A group's name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct GroupName {
    /// What it is known by.
    pub id: String,
    /// What it is called.
    pub name: Text,
}

/// Somebody agrees to take part.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Join {
    /// They have read what they agree to, and do.
    pub agreed: bool,
    /// The language in which they have read it.
    pub language: crate::Language,
    /// The group that the link names.
    #[serde(default)]
    pub group: Option<String>,
}

/// Somebody takes part.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct JoinedStudy {
    /// How far they are.
    pub me: ParticipantView,
    /// The code to continue in another browser; none if they took part before.
    pub code: Option<String>,
}

/// The code to continue in another browser.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Code {
    /// 20 letters and digits.
    pub code: String,
}

/// Whether somebody still takes part.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ParticipantState {
    /// They do.
    Going,
    /// They have done everything.
    Finished,
    /// They have withdrawn, and nothing of theirs is left.
    Withdrawn,
}

impl From<store::ParticipantState> for ParticipantState {
    fn from(state: store::ParticipantState) -> ParticipantState {
        match state {
            store::ParticipantState::Going => ParticipantState::Going,
            store::ParticipantState::Finished => ParticipantState::Finished,
            store::ParticipantState::Withdrawn => ParticipantState::Withdrawn,
        }
    }
}

/// How far a participant is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ParticipantView {
    /// Their number in the study; 0 after a withdrawal.
    pub number: u64,
    /// Whether they still take part.
    pub state: ParticipantState,
    /// Steps they have done.
    pub done: u32,
    /// Steps there are.
    pub of: u32,
    /// What to do now.
    pub step: Option<StudyStep>,
    /// What they are told at the end.
    pub debriefing: Option<Text>,
}

/// What to do now.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum StudyStep {
    /// Answer questions.
    Questions(QuestionsStep),
    /// Judge a record.
    Record(RecordStep),
    /// Play.
    Game(GameStep),
}

/// Questions to answer: the value is an object from their ids to answers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct QuestionsStep {
    /// The step.
    pub id: String,
    /// The heading.
    pub title: Text,
    /// What is to be read first; paragraphs are parted by an empty line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub intro: Option<Text>,
    /// The questions; none if there is only something to read.
    pub items: Vec<Item>,
}

/// How a question is answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ItemKind {
    /// By a step, from 1 to as many as there are labels.
    Scale,
    /// By the id of an option.
    Single,
    /// By the ids of options.
    Multiple,
    /// By a number.
    Number,
    /// In words.
    Text,
}

/// A question.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Item {
    /// What it is known by.
    pub id: String,
    /// How it is answered.
    pub kind: ItemKind,
    /// The question.
    pub ask: Text,
    /// It has to be answered.
    pub required: bool,
    /// What the steps of a scale are called.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub labels: Option<Vec<Text>>,
    /// What can be chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub options: Option<Vec<OptionOf>>,
    /// The least number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub low: Option<f64>,
    /// The greatest number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub high: Option<f64>,
    /// The most characters of a text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub longest: Option<u32>,
}

/// Something to choose.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct OptionOf {
    /// What it is known by.
    pub id: String,
    /// What it says.
    pub text: Text,
}

/// A record to judge: the value is `{"verdict": 1 to 5, "reason": text, "seen": true or false}`, 5 for a
/// person.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct RecordStep {
    /// The step.
    pub id: String,
    /// The game.
    pub game: GameKind,
    /// Whose moves are judged.
    pub judged: SideName,
    /// The position before the first move and after each.
    pub positions: Vec<Position>,
    /// How each move changed it.
    pub steps: Vec<BoardChange>,
    /// What the moves are called.
    pub moves: Vec<RecordedMove>,
    /// How the game ended.
    pub ending: Text,
    /// Seconds for which it has to be looked at before it can be judged.
    #[serde(rename = "leastSeconds")]
    pub least_seconds: u32,
    /// Which record of the task this is, from 1.
    pub nth: u32,
    /// How many there are.
    pub of: u32,
}

/// A move of a record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct RecordedMove {
    /// Its number, from 1.
    pub ply: u32,
    /// Who played it.
    pub side: SideName,
    /// How a person calls it.
    pub label: Text,
}

/// A game to play: when it is over, the value is `{}`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GameStep {
    /// The step.
    pub id: String,
    /// The game.
    pub game: GameKind,
    /// Where the participant sits; none if they choose.
    pub sides: Option<SideName>,
    /// Every move of the program is judged.
    pub judge_moves: bool,
    /// The participant may ask for another game: then the value is `{"again": true or false}`.
    pub again: bool,
    /// It is only practice.
    pub practice: bool,
    /// The clock, if there is one.
    pub clock: Option<ClockSetting>,
    /// The table, once there is one.
    pub table: Option<String>,
    /// What was said of the program's moves.
    pub judged: Vec<JudgedPly>,
    /// Which game of the task this is, from 1.
    pub nth: u32,
    /// How many there are.
    pub of: u32,
}

/// What is said of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// A bad move.
    Bad,
    /// Neither.
    Normal,
    /// A good move.
    Good,
}

/// What was said of a move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct JudgedPly {
    /// The move's number, from 1.
    pub ply: u32,
    /// What was said.
    pub verdict: Verdict,
    /// In their own words.
    pub note: String,
}

/// An answer to a step.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StepAnswer {
    /// The step.
    pub step: String,
    /// The answer.
    #[schema(value_type = Object)]
    pub value: serde_json::Value,
    /// How long it took.
    #[serde(default)]
    pub millis: u64,
    /// How much of it each question took, by its id.
    #[serde(default)]
    pub times: BTreeMap<String, u64>,
}

/// A table is wanted for a step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TableFor {
    /// The step.
    pub step: String,
    /// Where to sit, if the participant chooses.
    #[serde(default)]
    pub side: Option<SideName>,
}

/// The table of a step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct StepTable {
    /// The table.
    pub table: String,
}

/// A word on a move of the program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct JudgementAt {
    /// The step.
    pub step: String,
    /// The move's number, from 1.
    pub ply: u32,
    /// What is said.
    pub verdict: Verdict,
    /// In their own words, at most 2000 characters.
    #[serde(default)]
    pub note: String,
}

/// The answer was for another step: here is the present one.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct AnotherStep {
    /// What is wrong.
    pub error: Problem,
    /// How far the participant is.
    pub me: ParticipantView,
}

/// What is wrong with an answer to a question.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct WrongItem {
    /// The question; empty for the whole answer.
    pub item: String,
    /// What would have been an answer.
    pub expected: String,
}

/// The answer is none.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct WrongAnswer {
    /// What is wrong.
    pub error: Problem,
    /// By question.
    pub items: Vec<WrongItem>,
}

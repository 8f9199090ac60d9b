//! What participants gave.

use games::Side;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::word;

/// Everything that was given in a study. Times are in milliseconds since 1970.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Collected {
    /// Who took part, those who withdrew not among them.
    pub participants: Vec<Participant>,
    /// What they answered.
    pub answers: Vec<Answer>,
    /// What they played.
    pub games: Vec<Played>,
    /// What they said of the program's moves.
    pub judgements: Vec<Judgement>,
    /// How the researcher sorted their reasons.
    pub tags: Vec<Tagged>,
}

/// Somebody who takes part.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Participant {
    /// From 1, in the order in which they came.
    pub number: u64,
    /// What their steps follow from.
    pub seed: u64,
    /// Their group's id, where they are in one.
    pub group: Option<String>,
    /// `en` or `ja`.
    pub language: String,
    /// Their rating from the rated games they have played here, if there are enough.
    pub rating: Option<f64>,
    /// When they began.
    pub begun: i64,
    /// When they had finished.
    pub ended: Option<i64>,
    /// How far they are.
    pub state: State,
}

/// How far a participant is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// Not at the end.
    Going,
    /// At the end.
    Finished,
    /// No longer taking part; what they gave is deleted.
    Withdrawn,
}

/// An answer to a step.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Answer {
    /// The participant's number.
    pub participant: u64,
    /// The step's id.
    pub step: String,
    /// What was answered, as [`crate::Study::check_answer`] keeps it.
    pub value: Value,
    /// How long it took.
    pub millis: u64,
    /// When it came.
    pub at: i64,
}

/// A game that was played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Played {
    /// The participant's number.
    pub participant: u64,
    /// The step's id.
    pub step: String,
    /// The condition's id.
    pub condition: String,
    /// The participant's side.
    #[serde(with = "word")]
    pub side: Side,
    /// What the table is known by.
    pub table: String,
    /// The opponent's name with all its options.
    pub opponent: String,
    /// The record (`.gkr`).
    pub record_text: String,
    /// How it ended, as a record says it; empty while it goes on.
    pub outcome: String,
    /// What the participant scored: 1, 0.5 or 0; `None` for a game without a result.
    pub score: Option<f64>,
    /// How many moves it had.
    pub plies: u32,
}

/// What a participant said of a move of the program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Judgement {
    /// The participant's number.
    pub participant: u64,
    /// The step's id.
    pub step: String,
    /// The move's number in its game, from 1.
    pub ply: u32,
    /// What they said.
    pub verdict: Verdict,
    /// A word about it; empty if there was none.
    pub note: String,
    /// Whether nothing was said and this was filled in as normal.
    pub filled: bool,
}

/// How a move was felt.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// A bad move.
    Bad,
    /// Neither, or not sure.
    Normal,
    /// A good move.
    Good,
}

impl Verdict {
    /// The word for it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Verdict::Bad => "bad",
            Verdict::Normal => "normal",
            Verdict::Good => "good",
        }
    }
}

/// A reason of a participant, sorted by the researcher under a tag.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Tagged {
    /// The participant's number.
    pub participant: u64,
    /// The step's id.
    pub step: String,
    /// The tag's id.
    pub tag: String,
}

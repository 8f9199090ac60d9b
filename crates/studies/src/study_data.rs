//! Everything that was collected in a study.

use std::collections::{BTreeMap, HashMap, HashSet};

use games::Side;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::progress::asks_again;
use crate::steps::Step;
use crate::{Study, side_text};

/// Everything that was collected in a study. Times are Unix time in milliseconds.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StudyData {
    /// The participants; those who withdrew are not included.
    pub participants: Vec<Participant>,
    /// Their answers.
    pub answers: Vec<Answer>,
    /// Their games.
    pub games: Vec<Played>,
    /// Their verdicts on the program's moves.
    pub judgements: Vec<Judgement>,
    /// Tags that the researcher gave their reasons.
    pub tags: Vec<ReasonTag>,
}

impl StudyData {
    /// The steps of every participant, by number and step; games that they asked for are among them.
    #[must_use]
    pub fn steps(&self, study: &Study) -> HashMap<(u64, String), Step> {
        let again: HashSet<(u64, &str)> = self
            .answers
            .iter()
            .filter(|answer| asks_again(&answer.value))
            .map(|answer| (answer.participant, answer.step.as_str()))
            .collect();
        let mut steps = HashMap::new();
        for one in &self.participants {
            let asked = |step: &str| again.contains(&(one.number, step));
            let theirs = study.steps_with(one.seed, one.number, &asked);
            steps.extend(theirs.into_iter().map(|step| ((one.number, step.id.clone()), step)));
        }
        steps
    }
}

/// A participant.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Participant {
    /// From 1, in the order of joining.
    pub number: u64,
    /// Random seed of their steps.
    pub seed: u64,
    /// Their group's id, where they are in one.
    pub group: Option<String>,
    /// `en` or `ja`.
    pub language: String,
    /// Their rating from the rated games they have played here, if there are enough.
    pub rating: Option<f64>,
    /// When they joined.
    pub begun: i64,
    /// When they finished.
    pub ended: Option<i64>,
    /// Where they stand.
    pub state: State,
}

/// Where a participant stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// In progress.
    Going,
    /// Has done every step.
    Finished,
    /// Withdrew; their data are deleted.
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
    /// The answer as [`crate::Study::check_answer`] returns it.
    pub value: Value,
    /// How long it took.
    pub millis: u64,
    /// How much of it each question took, by item.
    #[serde(default)]
    pub times: BTreeMap<String, u64>,
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
    #[serde(with = "side_text")]
    pub side: Side,
    /// The id of its table.
    pub table: String,
    /// The opponent's name with all its options.
    pub opponent: String,
    /// The record (`.gkr`).
    pub record_text: String,
    /// The outcome in record notation; empty while in progress.
    pub outcome: String,
    /// The participant's score: 1, 0.5 or 0; `None` without a result.
    pub score: Option<f64>,
    /// Number of moves.
    pub plies: u32,
}

/// A participant's verdict on a move of the program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Judgement {
    /// The participant's number.
    pub participant: u64,
    /// The step's id.
    pub step: String,
    /// The move's number in its game, from 1.
    pub ply: u32,
    /// The verdict.
    pub verdict: Verdict,
    /// A remark, or empty.
    pub note: String,
    /// Whether they gave none and "normal" was filled in.
    pub filled: bool,
}

/// How a move felt to a participant.
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

/// A tag that the researcher gave a participant's reason.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReasonTag {
    /// The participant's number.
    pub participant: u64,
    /// The step's id.
    pub step: String,
    /// The tag's id.
    pub tag: String,
}

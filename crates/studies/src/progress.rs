//! How far a participant is, and what an answer to the current step means.

use std::collections::{HashMap, HashSet};

use games::GameKind;
use serde_json::Value;

use crate::design::{Group, Study, Task};
use crate::steps::{Step, StepKind};

/// The steps of a participant and which of them are answered.
#[derive(Clone, Debug)]
pub struct Progress {
    steps: Vec<Step>,
    answered: HashSet<String>,
}

impl Progress {
    /// The progress of the participant with this seed and number, who has answered the steps with these ids
    /// in this way.
    #[must_use]
    pub fn new(
        study: &Study,
        seed: u64,
        number: u64,
        answered: impl IntoIterator<Item = (String, Value)>,
    ) -> Progress {
        let answered: HashMap<String, Value> = answered.into_iter().collect();
        let again = |step: &str| answered.get(step).is_some_and(asks_again);
        let steps = study.steps_with(seed, number, &again);
        Progress { steps, answered: answered.into_keys().collect() }
    }

    /// The first step that is not answered.
    #[must_use]
    pub fn current(&self) -> Option<&Step> {
        self.steps.iter().find(|step| !self.is_answered(&step.id))
    }

    /// Whether a step is answered.
    #[must_use]
    pub fn is_answered(&self, step: &str) -> bool {
        self.answered.contains(step)
    }

    /// Whether `step` is the only one left when it is answered so.
    #[must_use]
    pub fn is_last(&self, step: &str, answer: &Value) -> bool {
        !asks_again(answer) && self.steps.iter().all(|one| one.id == step || self.is_answered(&one.id))
    }

    /// How many steps are answered, and how many there are.
    #[must_use]
    pub fn counts(&self) -> (usize, usize) {
        (self.steps.iter().filter(|step| self.is_answered(&step.id)).count(), self.steps.len())
    }
}

/// Whether the answer to a game asks for another one.
#[must_use]
pub(crate) fn asks_again(answer: &Value) -> bool {
    answer.get("again").and_then(Value::as_bool) == Some(true)
}

impl Step {
    /// Whether the participant judges every move of the program in this step.
    #[must_use]
    pub const fn judges_moves(&self) -> bool {
        matches!(self.kind, StepKind::Game { judged_moves: true, .. })
    }

    /// Whether the step is only practice, which counts nowhere.
    #[must_use]
    pub const fn is_practice(&self) -> bool {
        matches!(self.kind, StepKind::Game { practice: true, .. })
    }

    /// Whether the step is a game, which has to be over before the step can be answered.
    #[must_use]
    pub const fn is_game(&self) -> bool {
        matches!(self.kind, StepKind::Game { .. })
    }
}

/// The reason for a verdict on a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerdictReason {
    /// Where the record comes from.
    pub source: String,
    /// 5 for a person, 1 for a computer.
    pub verdict: u64,
    /// In the participant's words.
    pub reason: String,
}

impl Study {
    /// The group that an answer to `step` puts the participant into, if it decides that.
    #[must_use]
    pub fn group_decided_by(&self, step: &Step, answer: &Value) -> Option<&Group> {
        match &step.kind {
            StepKind::Questions { questionnaire } => self.group_by_answer(questionnaire, answer),
            _ => None,
        }
    }

    /// The reason in an answer to `step`, if it judges a record and has one.
    #[must_use]
    pub fn reason_in(&self, step: &Step, answer: &Value) -> Option<VerdictReason> {
        let source = self.record(step)?.source.clone();
        let reason = answer["reason"].as_str().filter(|reason| !reason.is_empty())?.to_owned();
        Some(VerdictReason { source, verdict: answer["verdict"].as_u64()?, reason })
    }

    /// The game in which participants are rated: that of the first record or game.
    #[must_use]
    pub fn rated_in(&self) -> Option<GameKind> {
        self.tasks.iter().find_map(|task| match task {
            Task::Questions { .. } => None,
            Task::JudgeRecords { game, .. } => Some(*game),
            Task::Play { conditions, .. } => Some(self.condition(conditions.first()?)?.game),
        })
    }
}

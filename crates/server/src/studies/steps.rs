//! How far a participant is, and what they see of the step they are at.

use std::collections::HashSet;

use store::{Store, StoredJudgement, StoredParticipant};
use studies::{Item, Kind, Step, StepKind, Study, Task};

use super::{Running, records, text};
use crate::error::Refusal;
use crate::wire::{self, GameStep, JudgedPly, Me, QuestionsStep, RecordStep, StudyStep, Taking, Verdict};

/// A participant, the steps they do, and the one they are at.
pub(crate) struct Taken {
    pub(crate) row: StoredParticipant,
    pub(crate) steps: Vec<Step>,
    answered: HashSet<String>,
}

impl Taken {
    /// How far the participant `row` is.
    ///
    /// # Errors
    /// The store refuses.
    pub(crate) async fn load(
        store: &Store,
        running: &Running,
        row: StoredParticipant,
    ) -> Result<Taken, Refusal> {
        let steps = running.study.steps(row.seed, row.number);
        let answered = store.answered_steps(&running.row.id, row.number).await?.into_iter().collect();
        Ok(Taken { row, steps, answered })
    }

    /// The first step that is not answered.
    pub(crate) fn present(&self) -> Option<&Step> {
        self.steps.iter().find(|step| !self.is_answered(&step.id))
    }

    /// Whether the participant has answered a step.
    pub(crate) fn is_answered(&self, step: &str) -> bool {
        self.answered.contains(step)
    }

    /// Whether `step` is the only one that is left.
    pub(crate) fn is_last(&self, step: &str) -> bool {
        self.steps.iter().all(|one| one.id == step || self.is_answered(&one.id))
    }

    /// What the participant is told.
    ///
    /// # Errors
    /// The store refuses.
    pub(crate) async fn me(&self, store: &Store, running: &Running) -> Result<Me, Refusal> {
        let step = match self.present() {
            Some(step) => Some(shown(store, running, &self.row, step).await?),
            None => None,
        };
        Ok(Me {
            number: self.row.number,
            state: if step.is_some() { Taking::Going } else { Taking::Finished },
            done: self.steps.iter().filter(|step| self.is_answered(&step.id)).count() as u32,
            of: self.steps.len() as u32,
            debriefing: step.is_none().then(|| text(&running.study.debriefing)),
            step,
        })
    }
}

/// What is left to say to somebody who has withdrawn.
pub(crate) const fn withdrawn() -> Me {
    Me { number: 0, state: Taking::Withdrawn, done: 0, of: 0, step: None, debriefing: None }
}

async fn shown(
    store: &Store,
    running: &Running,
    participant: &StoredParticipant,
    step: &Step,
) -> Result<StudyStep, Refusal> {
    let study = &*running.study;
    // Whatever a step names is in its study: that was checked when it was read.
    let missing = Refusal::internal;
    let (nth, of) = (step.nth as u32, step.of as u32);
    match &step.kind {
        StepKind::Questions { questionnaire } => {
            let questions = study.questionnaire(questionnaire).ok_or_else(missing)?;
            Ok(StudyStep::Questions(QuestionsStep {
                id: step.id.clone(),
                title: text(&questions.title),
                items: questions.items.iter().map(item).collect(),
            }))
        }
        StepKind::Record { task, .. } => {
            let Some(Task::JudgeRecords { game: played, judged, .. }) = study.tasks.get(*task) else {
                return Err(missing());
            };
            let record = study.record(step).ok_or_else(missing)?;
            let replay = records::replay(*played, &record.text).ok_or_else(missing)?;
            Ok(StudyStep::Record(RecordStep {
                id: step.id.clone(),
                game: *played,
                judged: (*judged).into(),
                positions: replay.positions,
                steps: replay.steps,
                moves: replay.moves,
                ending: replay.ending,
                nth,
                of,
            }))
        }
        StepKind::Game { condition, side, judged_moves, .. } => {
            let condition = study.condition(condition).ok_or_else(missing)?;
            let id = &running.row.id;
            let judged = store.judgements_of(id, participant.number, &step.id).await?;
            Ok(StudyStep::Game(GameStep {
                id: step.id.clone(),
                game: condition.game,
                sides: side.map(Into::into),
                judge_moves: *judged_moves,
                table: store.study_table(id, participant.number, &step.id).await?,
                judged: judged.iter().filter_map(judged_ply).collect(),
                nth,
                of,
            }))
        }
    }
}

fn judged_ply(judgement: &StoredJudgement) -> Option<JudgedPly> {
    let verdict = serde_json::from_value::<Verdict>(judgement.verdict.clone().into()).ok()?;
    Some(JudgedPly { ply: judgement.ply as u32, verdict, note: judgement.note.clone() })
}

fn item(item: &Item) -> wire::Item {
    let option =
        |choice: &studies::Choice| wire::OptionOf { id: choice.id.clone(), text: text(&choice.text()) };
    let bare = wire::Item {
        id: item.id.clone(),
        kind: wire::ItemKind::Text,
        ask: text(&item.ask),
        required: item.required,
        labels: None,
        options: None,
        low: None,
        high: None,
        longest: None,
    };
    match &item.kind {
        Kind::Scale(labels) => wire::Item {
            kind: wire::ItemKind::Scale,
            labels: Some(labels.iter().map(text).collect()),
            ..bare
        },
        Kind::Single(options) => wire::Item {
            kind: wire::ItemKind::Single,
            options: Some(options.iter().map(option).collect()),
            ..bare
        },
        Kind::Multiple(options) => wire::Item {
            kind: wire::ItemKind::Multiple,
            options: Some(options.iter().map(option).collect()),
            ..bare
        },
        Kind::Number { low, high } => {
            wire::Item { kind: wire::ItemKind::Number, low: Some(*low), high: Some(*high), ..bare }
        }
        Kind::Text { longest } => wire::Item { longest: Some(*longest as u32), ..bare },
    }
}

/// The game in which participants of a study are rated: that of its first record or game.
pub(crate) fn rated_in(study: &Study) -> Option<wire::GameKind> {
    study.tasks.iter().find_map(|task| match task {
        Task::Questions { .. } => None,
        Task::JudgeRecords { game: played, .. } => Some(*played),
        Task::Play { conditions, .. } => Some(study.condition(conditions.first()?)?.game),
    })
}

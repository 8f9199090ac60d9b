//! How far a participant is, and what they see of the step they are at.

use store::{Store, StoredJudgement, StoredParticipant};
use studies::{Item, Kind, Progress, Step, StepKind, Task};

use super::{Running, records, text};
use crate::error::Refusal;
use crate::wire::{
    self, ClockSetting, GameStep, JudgedPly, ParticipantState, ParticipantView, QuestionsStep, RecordStep,
    StudyStep, Verdict,
};

/// A participant and how far they are.
pub(crate) struct CurrentParticipant {
    pub(crate) row: StoredParticipant,
    pub(crate) progress: Progress,
}

impl CurrentParticipant {
    /// How far the participant `row` is.
    ///
    /// # Errors
    /// The store refuses.
    pub(crate) async fn load(
        store: &Store,
        running: &Running,
        row: StoredParticipant,
    ) -> Result<CurrentParticipant, Refusal> {
        let answered = store.answered_steps(&running.row.id, row.number).await?;
        let answered = answered
            .into_iter()
            .map(|(step, value)| (step, serde_json::from_str(&value).unwrap_or_default()));
        let progress = Progress::new(&running.study, row.seed, row.number, answered);
        Ok(CurrentParticipant { row, progress })
    }

    /// What the participant is told.
    ///
    /// # Errors
    /// The store refuses.
    pub(crate) async fn view(&self, store: &Store, running: &Running) -> Result<ParticipantView, Refusal> {
        let step = match self.progress.current() {
            Some(step) => Some(shown(store, running, &self.row, step).await?),
            None => None,
        };
        let (done, of) = self.progress.counts();
        Ok(ParticipantView {
            number: self.row.number,
            state: if step.is_some() { ParticipantState::Going } else { ParticipantState::Finished },
            done: done as u32,
            of: of as u32,
            debriefing: step.is_none().then(|| text(&running.study.debriefing)),
            step,
        })
    }
}

/// What is left to say to somebody who has withdrawn.
pub(crate) const fn withdrawn() -> ParticipantView {
    ParticipantView {
        number: 0,
        state: ParticipantState::Withdrawn,
        done: 0,
        of: 0,
        step: None,
        debriefing: None,
    }
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
                intro: questions.intro.as_ref().map(text),
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
                least_seconds: (study.least_millis(step) / 1000) as u32,
                nth,
                of,
            }))
        }
        StepKind::Game { task, condition, side, judged_moves, again, practice } => {
            let clock = match study.tasks.get(*task) {
                Some(Task::Play { clock, .. }) => clock.map(clock_setting),
                _ => None,
            };
            let condition = study.condition(condition).ok_or_else(missing)?;
            let id = &running.row.id;
            let judged = store.judgements_of(id, participant.number, &step.id).await?;
            Ok(StudyStep::Game(GameStep {
                id: step.id.clone(),
                game: condition.game,
                sides: side.map(Into::into),
                judge_moves: *judged_moves,
                again: *again,
                practice: *practice,
                clock,
                table: store.study_table(id, participant.number, &step.id).await?,
                judged: judged.iter().filter_map(judged_ply).collect(),
                nth,
                of,
            }))
        }
    }
}

/// A study's clock as it goes over the wire.
pub(crate) const fn clock_setting(clock: studies::Clock) -> ClockSetting {
    ClockSetting { minutes: clock.minutes, byoyomi: clock.byoyomi }
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

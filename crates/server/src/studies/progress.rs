//! How far a study is.

use std::collections::BTreeMap;

use store::{ParticipantState, Store, StoredParticipant};
use studies::{GroupBy, Task};

use super::{Running, text};
use crate::error::Refusal;
use crate::tables::written;
use crate::wire::{GroupProgress, GroupedBy, Person, StudyProgress, StudyState};

/// How far a study is now.
///
/// # Errors
/// The store refuses.
pub(crate) async fn progress(store: &Store, running: &Running) -> Result<StudyProgress, Refusal> {
    let Running { row, study } = running;
    let participants = store.participants(&row.id).await?;
    let counts = store.study_counts(&row.id).await?;
    // How many steps there are depends only on how many games somebody asks for.
    let of = study.steps(0, 1).len() as u32;
    let again = games_again(store, running).await?;
    let taking: Vec<&StoredParticipant> =
        participants.iter().filter(|one| one.state != ParticipantState::Withdrawn).collect();
    let finished = |one: &&&StoredParticipant| one.state == ParticipantState::Finished;
    let groups = study.groups().iter().map(|group| {
        let members = || taking.iter().filter(|one| one.group.as_ref() == Some(&group.id));
        GroupProgress {
            id: group.id.clone(),
            name: text(&group.name),
            begun: members().count() as u64,
            finished: members().filter(finished).count() as u64,
            quota: group.quota,
        }
    });
    let person = |one: &&StoredParticipant| Person {
        number: one.number,
        group: one.group.clone(),
        language: one.language.clone(),
        state: one.state.into(),
        done: counts.answers.get(&one.number).copied().unwrap_or(0) as u32,
        of: of + again.get(&one.number).copied().unwrap_or(0),
        begun: written(one.begun),
        last: written(one.seen),
    };
    Ok(StudyProgress {
        id: row.id.clone(),
        title: text(&study.title),
        state: if row.open { StudyState::Open } else { StudyState::Closed },
        link: row.link.clone(),
        hash: row.hash.clone(),
        begun: participants.len() as u64,
        finished: taking.iter().filter(finished).count() as u64,
        withdrawn: (participants.len() - taking.len()) as u64,
        grouped_by: study.grouping.as_ref().map(|grouping| match grouping.by {
            GroupBy::Link => GroupedBy::Link,
            GroupBy::Random => GroupedBy::Random,
            GroupBy::Answer => GroupedBy::Answer,
        }),
        groups: groups.collect(),
        answers: counts.answers.values().sum(),
        games: counts.games,
        judgements: counts.judgements,
        people: taking.iter().map(person).collect(),
    })
}

/// How many games each participant has asked for besides the first.
async fn games_again(store: &Store, running: &Running) -> Result<BTreeMap<u64, u32>, Refusal> {
    let mut again = BTreeMap::new();
    let repeats = |task: &Task| matches!(task, Task::Play { most_games: Some(_), .. });
    if running.study.tasks.iter().any(repeats) {
        for answer in store.study_answers(&running.row.id).await? {
            let value: serde_json::Value = serde_json::from_str(&answer.value).unwrap_or_default();
            if value["again"] == true {
                *again.entry(answer.participant).or_default() += 1;
            }
        }
    }
    Ok(again)
}

//! `gokaku study check`: faults or a summary of a study.

use std::collections::BTreeMap;
use std::io::Write;

use anyhow::Result;
use serde_json::{Value, json};
use studies::{StepKind, Study, Task};

use super::source;
use crate::cli;
use crate::error::Failed;

pub(super) fn run(args: &cli::CheckStudy) -> Result<()> {
    let mut out = anstream::stdout();
    match source::look_at(&args.study)? {
        Ok(study) if args.json => writeln!(out, "{}", summary(&study))?,
        Ok(study) => write!(out, "{}", text(&study))?,
        Err(faults) => {
            let lines: Vec<String> = faults.iter().map(|fault| format!("{}: {fault}", args.study)).collect();
            return Err(Failed(lines.join("\n")).into());
        }
    }
    Ok(())
}

/// What a participant does, counted.
fn counts(study: &Study) -> [usize; 3] {
    let mut counts = [0; 3];
    for step in study.steps(1, 1) {
        counts[match step.kind {
            StepKind::Questions { .. } => 0,
            StepKind::Record { .. } => 1,
            StepKind::Game { .. } => 2,
        }] += 1;
    }
    counts
}

/// How many records each source has.
fn records(study: &Study) -> BTreeMap<&str, usize> {
    let mut sources = BTreeMap::new();
    for task in &study.tasks {
        if let Task::JudgeRecords { records, .. } = task {
            for record in records {
                *sources.entry(record.source.as_str()).or_default() += 1;
            }
        }
    }
    sources
}

/// The opponent's name with every option.
fn full_name(condition: &studies::Condition) -> String {
    studies::full_name(condition.game, &condition.opponent).unwrap_or_else(|_| condition.opponent.clone())
}

fn summary(study: &Study) -> Value {
    let [questionnaires, judged, games] = counts(study);
    json!({
        "id": study.id,
        "hash": study.hash(),
        "title": study.title,
        "groups": study
            .groups()
            .iter()
            .map(|group| json!({"id": group.id, "quota": group.quota}))
            .collect::<Vec<_>>(),
        "conditions": study.conditions.iter().map(|condition| {
            json!({"id": condition.id, "game": condition.game.as_str(), "opponent": full_name(condition)})
        }).collect::<Vec<_>>(),
        "records": records(study),
        "steps": {"questionnaires": questionnaires, "records": judged, "games": games},
    })
}

fn text(study: &Study) -> String {
    let [questionnaires, judged, games] = counts(study);
    let mut text = format!("{}: {} / {}\nhash {}\n", study.id, study.title.en, study.title.ja, study.hash());
    for group in study.groups() {
        let quota = group.quota.map(|quota| format!(", at most {quota}")).unwrap_or_default();
        text += &format!("group {}: {} / {}{quota}\n", group.id, group.name.en, group.name.ja);
    }
    for condition in &study.conditions {
        text +=
            &format!("condition {}: {} {}\n", condition.id, condition.game.as_str(), full_name(condition));
    }
    for (source, count) in records(study) {
        text += &format!("records of {source}: {count}\n");
    }
    text + &format!("each participant: {questionnaires} questionnaires, {judged} records, {games} games\n")
}

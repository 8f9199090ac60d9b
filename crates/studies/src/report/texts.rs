//! What participants wrote, question by question: the findings of Takagi 2021 and the comments of study B of
//! Nakamichi 2020 are such answers.

use std::collections::HashMap;

use report::{Block, Cell, Column, Section, Table};

use super::View;
use crate::Step;
use crate::questionnaire::{Item, Kind};
use crate::steps::StepKind;

/// A written answer with what it is about.
struct Written<'a> {
    /// The place of the program among the study's conditions, and its name, if it was asked after a game.
    program: Option<(usize, &'a str)>,
    group: &'a str,
    /// How strong the same questionnaire found the program.
    strength: Option<u64>,
    text: &'a str,
}

/// The section; `None` if nobody wrote anything.
///
/// Participants are not named: their consent allows quoting without their number. What they are known by
/// elsewhere is never shown.
pub(super) fn section(view: &View<'_>) -> Option<Section> {
    let steps = view.collected.steps(view.study);
    let mut blocks = Vec::new();
    for questionnaire in &view.study.questionnaires {
        for item in questionnaire.items.iter().filter(|item| matches!(item.kind, Kind::Text { .. })) {
            let reference = format!("{}.{}", questionnaire.id, item.id);
            if view.study.analysis.identity.as_deref() == Some(&reference) {
                continue;
            }
            let written = written(view, &steps, &questionnaire.id, item);
            if !written.is_empty() {
                blocks.push(Block::Folded {
                    summary: format!("{} ({} answers)", item.ask.en, written.len()),
                    blocks: vec![Block::Table(table(&questionnaire.id, item, &written))],
                });
            }
        }
    }
    (!blocks.is_empty()).then(|| Section::new("In their own words", blocks))
}

/// The answers to a question, by program, group and perceived strength.
fn written<'a>(
    view: &'a View<'_>,
    steps: &HashMap<(u64, String), Step>,
    questionnaire: &str,
    item: &Item,
) -> Vec<Written<'a>> {
    let strength = view.study.analysis.strength.as_deref().and_then(|reference| reference.split_once('.'));
    let strength = strength.filter(|(of, _)| *of == questionnaire).map(|(_, item)| item);
    let mut found = Vec::new();
    for answer in &view.collected.answers {
        let kind = |step: &str| steps.get(&(answer.participant, step.to_owned())).map(|step| &step.kind);
        let is_asked = matches!(kind(&answer.step),
            Some(StepKind::Questions { questionnaire: asked }) if asked == questionnaire);
        let Some(text) = answer.value.get(&item.id).and_then(|value| value.as_str()).filter(|_| is_asked)
        else {
            continue;
        };
        let condition = match answer.step.strip_suffix(".after").and_then(kind) {
            Some(StepKind::Game { condition, .. }) => Some(condition),
            _ => None,
        };
        let conditions = view.study.conditions.iter().enumerate();
        let program = condition
            .and_then(|id| conditions.clone().find(|(_, one)| one.id == *id))
            .map(|(place, one)| (place, one.name.en.as_str()));
        let group =
            view.observations.raters.get(&answer.participant).and_then(|rater| rater.group.as_deref());
        let group = view.study.groups().iter().find(|one| Some(one.id.as_str()) == group);
        found.push(Written {
            program,
            group: group.map_or("", |group| group.name.en.as_str()),
            strength: strength.and_then(|item| answer.value.get(item)?.as_u64()),
            text,
        });
    }
    found.sort_by_key(|one| (one.program.map(|(place, _)| place), one.group, one.strength));
    found
}

fn table(questionnaire: &str, item: &Item, written: &[Written<'_>]) -> Table {
    let has_program = written.iter().any(|one| one.program.is_some());
    let has_group = written.iter().any(|one| !one.group.is_empty());
    let has_strength = written.iter().any(|one| one.strength.is_some());
    let mut columns = Vec::new();
    columns.extend(has_program.then(|| Column::ours("program")));
    columns.extend(has_group.then(|| Column::ours("group")));
    columns.extend(has_strength.then(|| Column::ours("found the program, 1 to 5")));
    columns.push(Column::ours("answer"));
    let row = |one: &Written<'_>| {
        let mut row = Vec::new();
        row.extend(has_program.then(|| Cell::words(one.program.map_or("", |(_, name)| name))));
        row.extend(has_group.then(|| Cell::words(one.group)));
        row.extend(has_strength.then(|| one.strength.map_or(Cell::Nothing, Cell::Count)));
        row.push(Cell::words(one.text));
        row
    };
    Table {
        name: format!("written-{questionnaire}-{}", item.id),
        caption: item.ask.en.clone(),
        columns,
        rows: written.iter().map(row).collect(),
    }
}

//! Single raters and single records: appendix B, figures 7 and 8 of Nakamichi 2020, and the moves that
//! reasons name.

use std::collections::{BTreeMap, BTreeSet};

use games::GameKind;
use report::{Block, Cell, Column, Dot, Dots, Drawing, Picture, Table};

use super::{View, paper};
use crate::analysis::{
    IntervalEstimate, Part, StatisticRange, VerdictGiven, mean_verdict, named_moves, ratio, reasons_by_tag,
};
use crate::design::Task;

/// The mean verdict of every rater by source, as in appendix B.
pub(super) fn by_rater(view: &View<'_>, sources: &[String]) -> Table {
    let mut rows = Vec::new();
    for part in view.main_parts() {
        for &number in &part.people {
            let alone = Part { people: BTreeSet::from([number]), ..part.clone() };
            let mean = |source: Option<&str>| {
                mean_verdict(&view.observations, &alone, source)
                    .map_or(Cell::Nothing, |estimate| Cell::Number(estimate.value, 1))
            };
            if mean(None) == Cell::Nothing {
                continue;
            }
            let mut row = vec![Cell::words(&part.name), Cell::words(number.to_string())];
            row.extend(sources.iter().map(|source| mean(Some(source))));
            row.push(mean(None));
            rows.push(row);
        }
        let mean = |source: Option<&str>| {
            mean_verdict(&view.observations, &part, source)
                .map_or(Cell::Nothing, |estimate| Cell::Number(estimate.value, 1))
        };
        if mean(None) != Cell::Nothing {
            let mut row = vec![Cell::words(&part.name), Cell::words("mean")];
            row.extend(sources.iter().map(|source| mean(Some(source))));
            row.push(mean(None));
            rows.push(row);
        }
    }
    let mut columns = Column::all(["group", "rater"]);
    columns.extend(sources.iter().map(Column::ours));
    columns.push(Column::ours("all"));
    Table {
        name: "verdicts-by-rater".into(),
        caption:
            "Mean verdict of every rater by source of the record, and of each group, as in appendix B of the \
                  thesis."
                .into(),
        columns,
        rows,
    }
}

/// Figures 7 and 8: how often each reason was given with a verdict on one side, by group.
pub(super) fn reasons_figures(view: &View<'_>) -> Vec<Block> {
    let parts = view.main_parts();
    let figure = |place: usize, what: &str, number: u32| {
        let mut dots = Vec::new();
        for tag in view.study.tags() {
            for part in &parts {
                let counts = reasons_by_tag(&view.observations, part, &view.collected.tags);
                let count = counts.get(&tag.id).map_or(0, |(by_side, _)| by_side[place]);
                let name = format!("{}, {}", tag.en, part.name);
                dots.push(Dot { name, value: count as f64, interval: None, paper: None });
            }
        }
        let most = dots.iter().map(|dot| dot.value).fold(1.0, f64::max);
        Block::Figure(Picture {
            caption: format!(
                "Reasons for calling a player {what}, by tag and group (figure {number} of the thesis)."
            ),
            description: format!("Number of reasons given for {what}, by tag and group of raters."),
            drawing: Drawing::Dots(Dots {
                label: "reasons given".into(),
                range: Some((0.0, most)),
                even: None,
                dots,
            }),
        })
    };
    vec![figure(2, "a computer", 7), figure(0, "a person", 8)]
}

/// A record with the verdicts on it, in the order of the study.
struct OneRecord<'a> {
    file: &'a str,
    source: &'a str,
    game: GameKind,
    verdicts: Vec<&'a VerdictGiven>,
}

fn all<'a>(view: &'a View<'_>) -> Vec<OneRecord<'a>> {
    let mut all = Vec::new();
    for task in &view.study.tasks {
        if let Task::JudgeRecords { game, records, .. } = task {
            for record in records {
                let is_of = |given: &&VerdictGiven| given.file == record.file;
                let verdicts = view.observations.verdicts.iter().filter(is_of).collect();
                let (file, source) = (record.file.as_str(), record.source.as_str());
                all.push(OneRecord { file, source, game: *game, verdicts });
            }
        }
    }
    all
}

fn mean(record: &OneRecord<'_>, part: &Part) -> Option<IntervalEstimate> {
    let theirs = record.verdicts.iter().filter(|given| part.people.contains(&given.rater));
    let verdicts: Vec<(f64, f64)> = theirs.map(|given| (given.verdict, 1.0)).collect();
    ratio(&verdicts, StatisticRange::Steps(5))
}

/// Every record by group with the moves that reasons name, those first on which the groups differ most.
pub(super) fn single_records(view: &View<'_>) -> Vec<Block> {
    let parts = view.main_parts();
    let mut records = all(view);
    let gap = |record: &OneRecord<'_>| {
        let means: Vec<f64> = parts.iter().filter_map(|part| Some(mean(record, part)?.value)).collect();
        let greatest = means.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let least = means.iter().copied().fold(f64::INFINITY, f64::min);
        if means.len() > 1 { greatest - least } else { 0.0 }
    };
    records.retain(|record| !record.verdicts.is_empty());
    records.sort_by(|one, other| gap(other).total_cmp(&gap(one)));
    let mut rows = Vec::new();
    for record in &records {
        let mut row = vec![Cell::words(record.file), Cell::words(record.source)];
        for part in &parts {
            row.push(mean(record, part).map_or(Cell::Nothing, |mean| Cell::Number(mean.value, 1)));
        }
        row.push(if parts.len() > 1 { Cell::Number(gap(record), 1) } else { Cell::Nothing });
        row.push(Cell::words(moves_named(record, &parts)));
        rows.push(row);
    }
    let mut columns = Column::all(["record", "source"]);
    columns.extend(parts.iter().map(|part| Column::ours(&part.name)));
    columns.extend(Column::all(["difference", "moves that reasons name"]));
    let mut caption =
        "Mean verdict on every record by group, those first on which the groups differ most.".to_owned();
    if paper::verdict(view.study, "amateurs", None).is_some() {
        caption += " In the thesis two records split the groups: one by the program of depth 3 (amateurs \
                    4.0, professionals 2.2) and one by people (4.7 and 2.6).";
    }
    let table = Table { name: "records".into(), caption, columns, rows };
    let reasons: Vec<Block> = records.iter().filter_map(|record| reasons(record, &parts)).collect();
    let mut blocks = vec![Block::Table(table)];
    if !reasons.is_empty() {
        blocks.push(Block::Folded { summary: "The reasons, record by record".into(), blocks: reasons });
    }
    blocks
}

/// The moves that reasons name with how often each group does.
fn moves_named(record: &OneRecord<'_>, parts: &[Part]) -> String {
    let mut counts: BTreeMap<String, Vec<u64>> = BTreeMap::new();
    for given in &record.verdicts {
        let Some(place) = parts.iter().position(|part| part.people.contains(&given.rater)) else { continue };
        let named: BTreeSet<String> = named_moves(record.game, &given.reason).into_iter().collect();
        for name in named {
            counts.entry(name).or_insert_with(|| vec![0; parts.len()])[place] += 1;
        }
    }
    let mut counts: Vec<(String, Vec<u64>)> = counts.into_iter().collect();
    counts.sort_by_key(|(_, by_part)| std::cmp::Reverse(by_part.iter().sum::<u64>()));
    let shown = counts.iter().map(|(name, by_part)| {
        let by = parts.iter().zip(by_part).filter(|(_, count)| **count > 0);
        let by: Vec<String> = by.map(|(part, count)| format!("{} {count}", part.name)).collect();
        format!("{name} ({})", by.join(", "))
    });
    shown.collect::<Vec<_>>().join("; ")
}

fn reasons(record: &OneRecord<'_>, parts: &[Part]) -> Option<Block> {
    let mut rows = Vec::new();
    for part in parts {
        for given in record.verdicts.iter().filter(|given| part.people.contains(&given.rater)) {
            if !given.reason.is_empty() {
                rows.push(vec![
                    Cell::words(&part.name),
                    Cell::words(given.rater.to_string()),
                    Cell::Number(given.verdict, 0),
                    Cell::words(&given.reason),
                ]);
            }
        }
    }
    let stem: String =
        record.file.chars().map(|one| if one.is_ascii_alphanumeric() { one } else { '-' }).collect();
    (!rows.is_empty()).then(|| {
        Block::Table(Table {
            name: format!("reasons-{stem}"),
            caption: format!("Reasons for the verdicts on {} ({}).", record.file, record.source),
            columns: Column::all(["group", "rater", "verdict", "reason"]),
            rows,
        })
    })
}

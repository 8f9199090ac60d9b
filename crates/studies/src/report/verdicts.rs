//! The section on judged records, laid out like figure 4 and appendix B of Nakamichi 2020.

use report::{Block, Cell, Column, Dots, Drawing, Picture, Section, Table};

use super::{View, cells, paper, records};
use crate::analysis::{Part, Split, difference, mean_verdict, reasons_by_tag, verdicts};
use crate::design::Task;

/// The section; `None` if no record was judged.
pub(super) fn section(view: &View<'_>) -> Option<Section> {
    if view.observations.verdicts.is_empty() {
        return None;
    }
    let sources = sources(view);
    let mut blocks = vec![
        Block::text(
            "\"Is this player a person or a computer?\" on a scale from 1 (computer) to 5 (person); 3 is \
             undecided. Records that the rater had seen before are excluded.",
        ),
        Block::Table(means(view, &sources)),
        Block::Figure(figure(view, &sources)),
    ];
    for split in view.splits() {
        blocks.push(Block::Table(by_part(view, split, &sources)));
    }
    blocks.push(Block::Table(differences(view, &sources)));
    if view.collected.tags.is_empty() {
        blocks.push(Block::text("No reason has been tagged yet."));
    } else {
        blocks.extend(records::reasons_figures(view));
        blocks.push(Block::Table(reasons(view)));
    }
    blocks.push(Block::Table(records::by_rater(view, &sources)));
    blocks.extend(records::single_records(view));
    Some(Section::new("Person or computer?", blocks))
}

/// Who played the records, in the order of the study.
fn sources(view: &View<'_>) -> Vec<String> {
    let mut sources: Vec<String> = Vec::new();
    for task in &view.study.tasks {
        if let Task::JudgeRecords { records, .. } = task {
            for record in records {
                if !sources.contains(&record.source) {
                    sources.push(record.source.clone());
                }
            }
        }
    }
    sources
}

/// The sources, and all of them together.
fn columns(sources: &[String]) -> impl Iterator<Item = (Option<&str>, &str)> {
    sources.iter().map(|source| (Some(source.as_str()), source.as_str())).chain([(None, "all")])
}

/// One row per group, one column per source, as in the thesis.
fn means(view: &View<'_>, sources: &[String]) -> Table {
    let mut rows = Vec::new();
    for part in view.main_parts() {
        let mean = |source| cells::numbers(mean_verdict(&view.observations, &part, source), 1)[0].clone();
        let mut row = vec![Cell::words(&part.name)];
        row.extend(columns(sources).map(|(source, _)| mean(source)));
        rows.push(row);
        if columns(sources).any(|(source, _)| paper::verdict(view.study, &part.id, source).is_some()) {
            let mut row = vec![Cell::words(format!("{} (thesis)", part.name))];
            row.extend(
                columns(sources)
                    .map(|(source, _)| cells::paper(paper::verdict(view.study, &part.id, source), 1)),
            );
            rows.push(row);
        }
    }
    let mut heads = vec![Column::ours("raters")];
    heads.extend(columns(sources).map(|(_, name)| Column::ours(name)));
    Table {
        name: "verdicts".into(),
        caption: "Mean verdict by group of raters (rows) and source of the record (columns).".into(),
        columns: heads,
        rows,
    }
}

fn figure(view: &View<'_>, sources: &[String]) -> Picture {
    let mut dots = Vec::new();
    for part in view.main_parts() {
        for source in sources {
            if let Some(estimate) = mean_verdict(&view.observations, &part, Some(source)) {
                let name = format!("{}, {source}", part.name);
                dots.push(cells::dot(name, estimate, paper::verdict(view.study, &part.id, Some(source))));
            }
        }
    }
    Picture {
        caption: "Mean verdicts with 95% intervals over raters; diamonds: the thesis.".into(),
        description: "Mean verdicts by rater group and source, from 1 (computer) to 5 (person).".into(),
        drawing: Drawing::Dots(Dots {
            label: "1 = computer, 5 = person".into(),
            range: Some((1.0, 5.0)),
            even: Some(3.0),
            dots,
        }),
    }
}

fn by_part(view: &View<'_>, split: Split, sources: &[String]) -> Table {
    let mut rows = Vec::new();
    for part in split.parts(view.study, &view.observations) {
        for (source, name) in columns(sources) {
            let estimate = mean_verdict(&view.observations, &part, source);
            let answers: f64 =
                verdicts(&view.observations, &part, source).values().map(|(_, count)| count).sum();
            let mut row = vec![
                Cell::words(&part.name),
                Cell::words(name),
                cells::people(estimate),
                Cell::Count(answers as u64),
            ];
            row.extend(cells::numbers(estimate, 2));
            row.push(cells::paper(paper::verdict(view.study, &part.id, source), 1));
            rows.push(row);
        }
    }
    let mut columns = Column::all(["raters", "source", "people", "verdicts", "mean", "95%"]);
    columns.push(Column::paper("thesis"));
    Table {
        name: format!("verdicts-{}", super::slug(split)),
        caption: format!("Mean verdicts {}, with 95% intervals over raters.", split.as_str()),
        columns,
        rows,
    }
}

/// Within raters: each source against the last one; between groups: the same source.
fn differences(view: &View<'_>, sources: &[String]) -> Table {
    let parts: Vec<Part> = view.main_parts();
    let mut rows = Vec::new();
    let mut add = |what: String, of: &str, estimate| {
        let mut row = vec![Cell::words(what), Cell::words(of)];
        row.extend(cells::numbers(estimate, 2));
        rows.push(row);
    };
    for part in &parts {
        for (place, one) in sources.iter().enumerate() {
            for other in &sources[place + 1..] {
                let of = |source: &String| verdicts(&view.observations, part, Some(source));
                add(format!("{one} \u{2212} {other}"), &part.name, difference(&of(one), &of(other)));
            }
        }
    }
    for (place, one) in parts.iter().enumerate() {
        for other in &parts[place + 1..] {
            for (source, name) in columns(sources) {
                let of = |part: &Part| verdicts(&view.observations, part, source);
                add(format!("{} \u{2212} {}", one.name, other.name), name, difference(&of(one), &of(other)));
            }
        }
    }
    Table {
        name: "verdicts-compared".into(),
        caption: "Differences of mean verdicts: two sources judged by the same raters, and two groups \
                  judging the same source. An interval that excludes 0 is significant at 5%; one \
                  comparison in twenty is expected to be so by chance."
            .into(),
        columns: Column::all(["comparison", "by", "difference of means", "95%"]),
        rows,
    }
}

fn reasons(view: &View<'_>) -> Table {
    let mut rows = Vec::new();
    for (split, part) in view.all_parts() {
        let counts = reasons_by_tag(&view.observations, &part, &view.collected.tags);
        for tag in view.study.tags() {
            let ([person, neither, computer], raters) = counts.get(&tag.id).copied().unwrap_or_default();
            rows.push(vec![
                Cell::words(split.as_str()),
                Cell::words(&part.name),
                Cell::words(&tag.en),
                Cell::Count(person),
                Cell::Count(neither),
                Cell::Count(computer),
                Cell::Count(raters as u64),
            ]);
        }
    }
    Table {
        name: "reasons".into(),
        caption: "Reasons by tag: number given with a verdict of person (4, 5), undecided (3) and computer \
                  (1, 2), and number of raters who gave them."
            .into(),
        columns: Column::all([
            "split",
            "raters",
            "reason",
            "person",
            "undecided",
            "computer",
            "raters \
                                                                                               giving it",
        ]),
        rows,
    }
}

//! The sections on games and on the answers after them.

use report::{Block, Cell, Column, Dots, Drawing, Picture, Section, Table};

use super::{View, cells, paper};
use crate::analysis::{
    Part, Rater, Split, correlation, difference, plies, said_by_rater, scores, sign_flip_test, strength,
    win_rate,
};

use crate::Kind;

/// The section on results; `None` if nothing was played.
pub(super) fn results(view: &View<'_>) -> Option<Section> {
    if view.observations.games.is_empty() {
        return None;
    }
    let mut blocks = vec![Block::text("Participants' scores against each program; a draw is half a win.")];
    for split in view.splits() {
        blocks.push(Block::Table(results_table(view, split)));
    }
    blocks.push(Block::Figure(figure(view)));
    blocks.push(Block::Table(differences(view)));
    Some(Section::new("Games", blocks))
}

fn results_table(view: &View<'_>, split: Split) -> Table {
    let mut rows = Vec::new();
    for part in split.parts(view.study, &view.observations) {
        for condition in view.conditions() {
            let Some((rate, games)) = win_rate(&view.observations, &part, Some(&condition.id)) else {
                continue;
            };
            let thesis = paper::column(view.study, &part.id, &condition.id);
            let open =
                paper::open(view.study).filter(|_| split == Split::Everybody).map(|open| 100.0 * open[0]);
            let (mean, deviation) =
                plies(&view.observations, &part, Some(&condition.id)).unwrap_or((0.0, None));
            let mut row = vec![
                Cell::words(&part.name),
                Cell::words(&condition.name.en),
                cells::people(Some(rate)),
                Cell::Count(games as u64),
            ];
            row.extend(cells::shares(Some(rate)));
            row.push(cells::paper_share(thesis.map(|column| column.win_rate).or(open)));
            row.extend([
                Cell::Number(mean, 1),
                deviation.map_or(Cell::Nothing, |deviation| Cell::Number(deviation, 1)),
            ]);
            row.extend([
                cells::paper(thesis.map(|column| column.plies.0), 1),
                cells::paper(thesis.map(|column| column.plies.1), 1),
            ]);
            rows.push(row);
        }
    }
    let mut columns = Column::all(["participants", "program", "people", "games", "score %", "95%"]);
    columns.push(Column::paper("thesis"));
    columns.extend(Column::all(["plies", "SD"]));
    columns.extend(["plies, thesis", "SD, thesis"].map(Column::paper));
    Table {
        name: format!("games-{}", super::slug(split)),
        caption: format!(
            "Participants' scores, {}, with 95% intervals over participants, and the lengths of games.",
            split.as_str()
        ),
        columns,
        rows,
    }
}

fn figure(view: &View<'_>) -> Picture {
    let mut dots = Vec::new();
    for part in view.main_parts() {
        for condition in view.conditions() {
            if let Some((estimate, _)) = win_rate(&view.observations, &part, Some(&condition.id)) {
                let thesis =
                    paper::column(view.study, &part.id, &condition.id).map(|column| column.win_rate / 100.0);
                dots.push(cells::dot(format!("{}, {}", part.name, condition.name.en), estimate, thesis));
            }
        }
    }
    Picture {
        caption: if dots.iter().any(|dot| dot.paper.is_some()) {
            "Participants' scores with 95% intervals over participants; diamonds: the thesis.".into()
        } else {
            "Participants' scores with 95% intervals over participants.".into()
        },
        description: "Scores of participants by group and program; one half is even.".into(),
        drawing: Drawing::Dots(Dots {
            label: "participants' score".into(),
            range: Some((0.0, 1.0)),
            even: Some(0.5),
            dots,
        }),
    }
}

/// Scores compared: against two programs by the same people, of two groups against the same program.
fn differences(view: &View<'_>) -> Table {
    let parts = view.main_parts();
    let conditions = view.conditions();
    let mut rows = Vec::new();
    let of = |part: &Part, condition: &str| scores(&view.observations, part, Some(condition));
    let mut add = |what: String, of: &str, estimate| {
        let mut row = vec![Cell::words(what), Cell::words(of)];
        row.extend(cells::shares(estimate));
        rows.push(row);
    };
    for part in &parts {
        for (place, one) in conditions.iter().enumerate() {
            for other in &conditions[place + 1..] {
                let estimate = difference(&of(part, &one.id), &of(part, &other.id));
                add(format!("{} \u{2212} {}", one.name.en, other.name.en), &part.name, estimate);
            }
        }
    }
    for (place, one) in parts.iter().enumerate() {
        for other in &parts[place + 1..] {
            for condition in &conditions {
                let estimate = difference(&of(one, &condition.id), &of(other, &condition.id));
                add(format!("{} \u{2212} {}", one.name, other.name), &condition.name.en, estimate);
            }
        }
    }
    Table {
        name: "games-compared".into(),
        caption:
            "Differences of participants' scores in percentage points, with 95% intervals over participants."
                .into(),
        columns: Column::all(["comparison", "by", "difference, points", "95%"]),
        rows,
    }
}

/// The section on what was said after games; `None` if nothing was.
pub(super) fn said_after(view: &View<'_>) -> Option<Section> {
    let mut items: Vec<(String, String, usize, bool)> = Vec::new();
    for questionnaire in &view.study.questionnaires {
        for item in &questionnaire.items {
            if let Kind::Scale(labels) = &item.kind {
                let is_strength = view.study.analysis.strength.as_deref()
                    == Some(&format!("{}.{}", questionnaire.id, item.id));
                if view.observations.said.iter().any(|answer| answer.item == item.id) {
                    items.push((item.id.clone(), item.ask.en.clone(), labels.len(), is_strength));
                }
            }
        }
    }
    if items.is_empty() {
        return None;
    }
    let mut blocks = Vec::new();
    for (item, ask, steps, is_strength) in items {
        blocks.push(Block::text(ask));
        for split in view.splits() {
            blocks.push(Block::Table(scale_table(view, split, &item, steps, is_strength)));
        }
        blocks.push(Block::Figure(scale_figure(view, &item, steps, is_strength)));
        blocks.extend(compared(view, &item).map(Block::Table));
    }
    if view.observations.said.iter().any(|answer| answer.is_strength) {
        blocks.push(Block::Table(correlations(view)));
    }
    Some(Section::new("Answers after the games", blocks))
}

/// Means by group and program; for strength that is figure 14 of the thesis.
fn scale_figure(view: &View<'_>, item: &str, steps: usize, is_strength: bool) -> Picture {
    let mut dots = Vec::new();
    for part in view.main_parts() {
        for condition in view.conditions() {
            let said = strength(&view.observations, &part, Some(&condition.id), Some(item), steps);
            if let Some(said) = said {
                dots.push(cells::dot(format!("{}, {}", part.name, condition.name.en), said.mean, None));
            }
        }
    }
    let is_14 = is_strength && paper::column(view.study, "novices", "balance").is_some();
    Picture {
        caption: format!(
            "Mean answers by group and program, with 95% intervals over participants{}.",
            if is_14 { " (figure 14 of the thesis)" } else { "" }
        ),
        description: format!("Mean answers from 1 to {steps} by group and program."),
        drawing: Drawing::Dots(Dots {
            label: format!("mean answer, 1 to {steps}"),
            range: Some((1.0, steps as f64)),
            even: Some((steps as f64 + 1.0) / 2.0),
            dots,
        }),
    }
}

/// What the same people answered about two programs, with an exact test; `None` if there is only one program.
fn compared(view: &View<'_>, item: &str) -> Option<Table> {
    let conditions = view.conditions();
    let mut rows = Vec::new();
    for part in view.main_parts() {
        for (place, one) in conditions.iter().enumerate() {
            for other in &conditions[place + 1..] {
                let of = |id: &str| said_by_rater(&view.observations, &part, Some(id), Some(item));
                let (of_one, of_other) = (of(&one.id), of(&other.id));
                let Some(test) = sign_flip_test(&of_one, &of_other) else { continue };
                let mut row = vec![
                    Cell::words(format!("{} \u{2212} {}", one.name.en, other.name.en)),
                    Cell::words(&part.name),
                    Cell::Count(test.people as u64),
                ];
                row.extend(cells::numbers(difference(&of_one, &of_other), 2));
                row.push(Cell::Number(test.p, 4));
                rows.push(row);
            }
        }
    }
    (!rows.is_empty()).then(|| Table {
        name: format!("{item}-compared"),
        caption: "Differences of mean answers within participants, with 95% intervals, and p of the exact \
                  permutation test: the share of all exchanges of the two programs within participants that \
                  differ at least as much. With fewer than six participants it cannot fall below 5%."
            .into(),
        columns: Column::all(["comparison", "by", "people", "difference of means", "95%", "p"]),
        rows,
    })
}

fn scale_table(view: &View<'_>, split: Split, item: &str, steps: usize, is_strength: bool) -> Table {
    let mut rows = Vec::new();
    for part in split.parts(view.study, &view.observations) {
        for condition in view.conditions() {
            let Some(said) = strength(&view.observations, &part, Some(&condition.id), Some(item), steps)
            else {
                continue;
            };
            let thesis = paper::open(view.study).filter(|_| is_strength && split == Split::Everybody);
            let mut row = vec![
                Cell::words(&part.name),
                Cell::words(&condition.name.en),
                Cell::Count(said.answers as u64),
            ];
            row.extend(cells::numbers(Some(said.mean), 2));
            row.push(cells::paper(thesis.map(|open| open[1]), 1));
            row.push(said.deviation.map_or(Cell::Nothing, |deviation| Cell::Number(deviation, 2)));
            row.push(cells::paper(thesis.map(|open| open[2]), 1));
            row.extend(cells::shares(said.like_me));
            row.push(cells::paper_share(thesis.map(|open| 100.0 * open[3])));
            rows.push(row);
        }
    }
    let mut columns = Column::all(["participants", "program", "answers", "mean", "95%"]);
    columns.push(Column::paper("thesis"));
    columns.push(Column::ours("SD"));
    columns.push(Column::paper("SD, thesis"));
    let middle = if is_strength { "like me" } else { "middle step" };
    columns.extend([
        Column::ours(format!("{middle} %")),
        Column::ours(format!("{middle} 95%")),
        Column::paper("thesis %"),
    ]);
    Table {
        name: format!("{item}-{}", super::slug(split)),
        caption: format!(
            "Answers from 1 to {steps}, {}, with 95% intervals over participants.",
            split.as_str()
        ),
        columns,
        rows,
    }
}

/// How strong a participant is, by one measure of it.
type Measure = fn(&Rater) -> Option<f64>;

fn correlations(view: &View<'_>) -> Table {
    let measures: [(&str, Measure); 3] = [
        ("stated rating", |rater| rater.stated),
        ("rating in our games", |rater| rater.rating),
        ("self-assessed skill", |rater| rater.skill),
    ];
    let mut rows = Vec::new();
    for (split, part) in view.all_parts() {
        for (place, (name, measure)) in measures.into_iter().enumerate() {
            let found = correlation(&view.observations, &part, measure);
            let thesis = paper::open(view.study)
                .filter(|_| place == 0 && split == Split::Everybody)
                .map(|open| open[4]);
            if found.is_none() && thesis.is_none() {
                continue;
            }
            let mut row = vec![
                Cell::words(split.as_str()),
                Cell::words(&part.name),
                Cell::words(name),
                Cell::Count(found.map_or(0, |found| found.answers as u64)),
            ];
            row.extend(cells::numbers(found.map(|found| found.coefficient), 2));
            row.push(cells::paper(thesis, 2));
            rows.push(row);
        }
    }
    let mut columns =
        Column::all(["split", "participants", "perceived strength with", "answers", "correlation", "95%"]);
    columns.push(Column::paper("thesis"));
    Table {
        name: "strength-correlations".into(),
        caption: "Pearson correlation of the program's perceived strength with the participant's own \
                  strength, with 95% intervals over participants on Fisher's scale."
            .into(),
        columns,
        rows,
    }
}

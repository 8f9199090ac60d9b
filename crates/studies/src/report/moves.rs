//! The section on judged moves, laid out like table 5 of Nakamichi 2020.

use report::{Block, Cell, Column, Dots, Drawing, Picture, Section, Table};

use super::{View, cells, paper};
use crate::analysis::{Detection, Part, Rate, Split, difference, plies, total_plies, win_rate};

/// The section; `None` if no move was judged.
pub(super) fn section(view: &View<'_>) -> Option<Section> {
    if view.observations.moves.is_empty() {
        return None;
    }
    let mut blocks = vec![
        Block::text(format!(
            "A move of the program is bad if it is not the analyst's best move and lowers the value; it \
             felt bad if the participant said so while playing. Analyst: {}.",
            view.judged.analyst
        )),
        Block::Table(as_table_5(view)),
        Block::text(
            "Detection rate: felt bad among bad by value. False-alarm rate: felt bad among NOT bad by \
             value. False-discovery rate: not bad by value among felt bad. The thesis defines its \
             false-alarm rate as the second and prints the third; its figures stand beside the one they \
             are. d' is the distance between bad moves and others as they are felt, in standard \
             deviations, with the log-linear correction.",
        ),
    ];
    if view.study.conditions.iter().any(|one| paper::column(view.study, "novices", &one.id).is_some()) {
        blocks.push(Block::text(
            "The bad-move rate is over the program's own moves. In the thesis's table the number of the \
             program's moves is ten times the mean number of plies in every column, so it counts both sides' \
             moves: over the program's own, its rates are about twice as high (40, 35, 23 and 71, 51, 31%). \
             The row on both sides' moves is ours by its denominator; the other rates do not depend on it.",
        ));
    }
    for split in view.splits() {
        blocks.push(Block::Table(rates(view, split)));
    }
    blocks.push(Block::Figure(figure(view)));
    blocks.push(Block::Table(classes(view)));
    blocks.push(Block::Table(differences(view)));
    Some(Section::new("Moves judged while playing", blocks))
}

/// A column of table 5: a part of the participants against a condition.
fn places(view: &View<'_>) -> Vec<(Part, String, String)> {
    let mut places = Vec::new();
    for part in view.main_parts() {
        for condition in view.conditions() {
            if !Detection::of(&view.observations, &part, Some(&condition.id)).people.is_empty() {
                places.push((part.clone(), condition.id.clone(), condition.name.en.clone()));
            }
        }
    }
    places
}

/// The rows of the thesis, a column for every group and program.
fn as_table_5(view: &View<'_>) -> Table {
    let places = places(view);
    let mut columns = vec![Column::ours("")];
    columns.extend(
        places.iter().map(|(part, _, condition)| Column::ours(format!("{}, {condition}", part.name))),
    );
    let row = |name: &str, cell: &dyn Fn(&Part, &str) -> Cell| {
        let mut row = vec![Cell::words(name)];
        row.extend(places.iter().map(|(part, condition, _)| cell(part, condition)));
        row
    };
    let total =
        |part: &Part, condition: &str| Detection::of(&view.observations, part, Some(condition)).total();
    let share = |rate: Rate| {
        move |part: &Part, condition: &str| match total(part, condition).share(rate) {
            (_, 0) => Cell::Nothing,
            (count, of) => Cell::Number(100.0 * count as f64 / of as f64, 1),
        }
    };
    let rows = vec![
        row("win rate %", &|part, condition| {
            let rate = win_rate(&view.observations, part, Some(condition));
            rate.map_or(Cell::Nothing, |(estimate, _)| Cell::Number(100.0 * estimate.value, 0))
        }),
        row("plies mean (SD)", &|part, condition| match plies(&view.observations, part, Some(condition)) {
            Some((mean, Some(deviation))) => Cell::words(format!("{mean:.1} ({deviation:.1})")),
            Some((mean, None)) => Cell::Number(mean, 1),
            None => Cell::Nothing,
        }),
        row("program's moves", &|part, condition| Cell::Count(total(part, condition).moves)),
        row("bad", &|part, condition| Cell::Count(total(part, condition).bad)),
        row("felt bad", &|part, condition| Cell::Count(total(part, condition).felt)),
        row("bad-move rate %", &share(Rate::Bad)),
        row("bad % of both sides' moves", &|part, condition| {
            let plies = total_plies(&view.observations, part, Some(condition));
            let bad = total(part, condition).bad as f64;
            if plies > 0.0 { Cell::Number(100.0 * bad / plies, 1) } else { Cell::Nothing }
        }),
        row("detection rate %", &share(Rate::Detection)),
        row("false-alarm rate %", &share(Rate::FalseAlarm)),
        row("false-discovery rate %", &share(Rate::FalseDiscovery)),
    ];
    Table {
        name: "moves".into(),
        caption: "Games, bad moves of the program and how they felt, laid out like table 5 of the thesis."
            .into(),
        columns,
        rows,
    }
}

fn rates(view: &View<'_>, split: Split) -> Table {
    let mut rows = Vec::new();
    for part in split.parts(view.study, &view.observations) {
        for condition in view.conditions() {
            let detection = Detection::of(&view.observations, &part, Some(&condition.id));
            let counts = detection.total();
            if counts.moves == 0 {
                continue;
            }
            let thesis = paper::column(view.study, &part.id, &condition.id);
            let percent = |place: usize| cells::paper_share(thesis.map(|column| column.rates[place]));
            let mut row = vec![
                Cell::words(&part.name),
                Cell::words(&condition.name.en),
                Cell::Count(detection.people.len() as u64),
                Cell::Count(counts.moves),
                Cell::Count(counts.bad),
                Cell::Count(counts.felt),
            ];
            row.extend(cells::shares(detection.rate(Rate::Bad)));
            row.push(percent(0));
            row.extend(cells::shares(detection.rate(Rate::Detection)));
            row.push(percent(1));
            row.extend(cells::shares(detection.rate(Rate::FalseAlarm)));
            row.extend(cells::shares(detection.rate(Rate::FalseDiscovery)));
            row.push(percent(2));
            row.extend(cells::numbers(detection.d_prime(), 2));
            rows.push(row);
        }
    }
    let mut columns =
        Column::all(["participants", "program", "people", "moves", "bad", "felt bad", "bad %", "bad 95%"]);
    columns.push(Column::paper("thesis"));
    columns.extend(Column::all(["detection %", "detection 95%"]));
    columns.push(Column::paper("thesis"));
    columns.extend(Column::all([
        "false alarm %",
        "false alarm 95%",
        "false discovery %",
        "false discovery 95%",
    ]));
    columns.push(Column::paper("thesis"));
    columns.extend(Column::all(["d'", "d' 95%"]));
    Table {
        name: format!("moves-{}", super::slug(split)),
        caption: format!(
            "Bad moves and how they felt, {}, with 95% intervals over participants.",
            split.as_str()
        ),
        columns,
        rows,
    }
}

fn figure(view: &View<'_>) -> Picture {
    let dots = places(view)
        .into_iter()
        .filter_map(|(part, condition, name)| {
            let estimate =
                Detection::of(&view.observations, &part, Some(&condition)).rate(Rate::Detection)?;
            let thesis =
                paper::column(view.study, &part.id, &condition).map(|column| column.rates[1] / 100.0);
            Some(cells::dot(format!("{}, {name}", part.name), estimate, thesis))
        })
        .collect();
    Picture {
        caption: "Detection rate: share of bad moves that felt bad, with 95% intervals over participants; \
                  diamonds: the thesis."
            .into(),
        description: "Detection rates by group and program.".into(),
        drawing: Drawing::Dots(Dots {
            label: "share of bad moves that felt bad".into(),
            range: None,
            even: None,
            dots,
        }),
    }
}

/// The three classes of moves of Nakamichi 2020.
fn classes(view: &View<'_>) -> Table {
    let mut rows = Vec::new();
    for (split, part) in view.all_parts() {
        for condition in view.conditions() {
            let counts = Detection::of(&view.observations, &part, Some(&condition.id)).total();
            if counts.moves > 0 {
                rows.push(vec![
                    Cell::words(split.as_str()),
                    Cell::words(&part.name),
                    Cell::words(&condition.name.en),
                    Cell::Count(counts.hits),
                    Cell::Count(counts.bad - counts.hits),
                    Cell::Count(counts.felt - counts.hits),
                ]);
            }
        }
    }
    Table {
        name: "move-classes".into(),
        caption: "Moves by class: bad and felt bad (obviously going easy), bad but not felt (going easy \
                  unnoticed), felt bad only."
            .into(),
        columns: Column::all(["split", "participants", "program", "obvious", "unnoticed", "felt bad only"]),
        rows,
    }
}

/// Detection rates compared: of two programs by the same people, of two groups with the same program.
fn differences(view: &View<'_>) -> Table {
    let places = places(view);
    let mut rows = Vec::new();
    for (place, (part, condition, name)) in places.iter().enumerate() {
        for (other_part, other_condition, other_name) in &places[place + 1..] {
            let (what, of) = if part.id == other_part.id {
                (format!("{name} \u{2212} {other_name}"), part.name.clone())
            } else if condition == other_condition {
                (format!("{} \u{2212} {}", part.name, other_part.name), name.clone())
            } else {
                continue;
            };
            let shares = |part: &Part, condition: &str| {
                Detection::of(&view.observations, part, Some(condition)).shares(Rate::Detection)
            };
            let mut row = vec![Cell::words(what), Cell::words(of)];
            row.extend(cells::shares(difference(
                &shares(part, condition),
                &shares(other_part, other_condition),
            )));
            rows.push(row);
        }
    }
    Table {
        name: "moves-compared".into(),
        caption: "Differences of detection rates in percentage points, with 95% intervals over participants."
            .into(),
        columns: Column::all(["comparison", "by", "difference, points", "95%"]),
        rows,
    }
}

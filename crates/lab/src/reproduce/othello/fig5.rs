//! Figure 5 of Takagi 2021: time a move by the cap on the depth of the tree, in self-play.
//!
//! The paper capped a move at 8 s but its means are 4.3 to 6.0 s; it does not say what else ended a search.
//! Ours would use all its time at any depth, so each search has the same number of playouts, and how the time
//! grows is compared, for every meaning of the cap.

use anyhow::Result;
use search::mcts::CapRule;

use super::super::{Context, Experiment, listed};
use super::{READINGS, bot, plan};
use crate::Evidence;
use crate::Plan;
use crate::plan::{Keep, Pairing};
use report::plot::{Axis, Figure, Point, Series, Style};
use report::{Block, Cell, Column, Drawing, Picture, Report, Reproduction, Section, Table, Verdict};
use statistics::distribution::Z_95;

pub(crate) const EXPERIMENT: Experiment = Experiment {
    id: "othello-fig5",
    about: "Othello: time per move by the cap on the depth of the search (Takagi 2021, figure 5)",
    quick: 0.2,
    run: |context| report(&context.games(games(context))?),
};

/// The depth caps, and the paper's seconds a move where the text or the figure gives them: "level" after 15.
const DEPTHS: [(u32, Option<f64>); 5] =
    [(5, Some(4.3)), (10, None), (15, Some(6.0)), (20, Some(6.0)), (25, Some(6.0))];

/// Games of each depth in the paper.
const PAPER_GAMES: u64 = 100;

/// Playouts of a search: ten times as many as elsewhere, so that the tree reaches the caps.
const PLAYOUTS: u64 = 20_000;

/// The searches take turns so many times, so that a busy machine slows all of them alike.
const ROUNDS: u64 = 10;

/// How far a ratio of times may lie from the paper's to agree with it.
const NEAR: f64 = 0.15;

fn games(context: &Context<'_>) -> Plan {
    let of = |(reading, _): (CapRule, &str)| DEPTHS.map(|(depth, _)| bot(depth, reading, PLAYOUTS));
    let opponents: Vec<String> = READINGS.into_iter().flat_map(of).collect();
    let pairs = (0..ROUNDS).flat_map(|_| (0..opponents.len()).map(|number| [number; 2])).collect();
    let (pairing, games) = (Pairing::List(pairs), PAPER_GAMES / ROUNDS);
    Plan { keep: Keep::Moves, ..plan(context, "Time a move by depth of the tree", opponents, pairing, games) }
}

/// The time of a move with one depth cap.
struct Row {
    depth: u32,
    games: u64,
    /// The mean over games and its standard error, in milliseconds.
    millis: f64,
    error: f64,
    paper: Option<f64>,
}

/// The rows of each meaning of the cap, in the order of [`READINGS`].
fn rows(evidence: &Evidence) -> Vec<Vec<Row>> {
    let players = READINGS.len() * DEPTHS.len();
    let row = |number: usize| {
        let (depth, paper) = DEPTHS[number % DEPTHS.len()];
        let games =
            evidence.games.iter().filter(|game| evidence.plan.place(game.number).0 % players == number);
        let times: Vec<f64> = games.map(|game| game.millis as f64 / game.plies.max(1) as f64).collect();
        let (millis, error) = mean(&times);
        Row { depth, games: times.len() as u64, millis, error, paper }
    };
    let of = |reading: usize| {
        let numbers = reading * DEPTHS.len()..(reading + 1) * DEPTHS.len();
        numbers.map(row).filter(|row| row.millis > 0.0).collect()
    };
    (0..READINGS.len()).map(of).collect()
}

fn report(evidence: &Evidence) -> Result<Report> {
    let rows = rows(evidence);
    let ladder = &rows[0];
    let readings = READINGS.into_iter().zip(&rows).filter(|(_, rows)| rows.len() == DEPTHS.len());
    let readings: Vec<((CapRule, &str), &Vec<Row>)> = readings.collect();
    let sections = vec![
        Section::new(
            "Time",
            vec![
                Block::Table(table(ladder)),
                Block::Figure(figure(ladder)),
                Block::text(
                    "Times are wall-clock times: other work on the machine adds to them. Seconds on \
                     different machines cannot be compared; growth with depth can. The playout of the \
                     ladder's searches ends at the cap, so that a deeper cap makes a longer playout.",
                ),
            ],
        ),
        Section::new(
            "What the cap does",
            vec![Block::Table(readings_table(&readings)), Block::text(what_ended(&readings))],
        ),
    ];
    Ok(Report {
        title: "Time per move by the depth of the tree".into(),
        verdict: (ladder.len() == DEPTHS.len()).then(|| verdict(ladder)),
        lead: lead(ladder, evidence.games.len() as u64),
        sections,
        provenance: vec![evidence.provenance()?],
        ..Report::default()
    })
}

/// What may have ended the paper's searches, by which meanings of the cap have its shape.
fn what_ended(readings: &[((CapRule, &str), &Vec<Row>)]) -> String {
    let like = readings.iter().filter(|(_, rows)| held(rows) == [true, true]);
    let like: Vec<String> = like.map(|((reading, _), _)| reading.as_str().to_owned()).collect();
    let found = match like.as_slice() {
        [] => "None of these meanings has the shape of its figure with our number of playouts.".to_owned(),
        like => format!("Of these meanings {} has the shape of its figure.", listed(like)),
    };
    format!(
        "The paper does not say what ended its searches before their 8 s. {found} With a fixed number of \
         playouts the time follows from how long a playout is and how much of it is spent in the tree."
    )
}

/// Whether the time grows by the paper's factor to depth 15, and no further.
fn held(rows: &[Row]) -> [bool; 2] {
    let near = |ours: f64, paper: f64| (ours / paper - 1.0).abs() <= NEAR;
    let paper = paper_ratio(&rows[2]).unwrap_or(1.0);
    [near(ratio(rows, &rows[2]), paper), near(ratio(rows, &rows[4]), ratio(rows, &rows[2]))]
}

fn verdict(rows: &[Row]) -> Verdict {
    let held = held(rows);
    Verdict {
        finding: "A move takes 1.4 times as long with a cap of 15 as with one of 5, and no longer after \
                  that"
            .into(),
        paper: "1.40 times at depth 15 and at 25".into(),
        ours: format!(
            "{:.2} times at depth 15, {:.2} times at 25",
            ratio(rows, &rows[2]),
            ratio(rows, &rows[4])
        ),
        outcome: Reproduction::of_parts(held.iter().filter(|held| **held).count(), held.len()),
    }
}

/// How the time grows for every meaning of the cap.
fn readings_table(readings: &[((CapRule, &str), &Vec<Row>)]) -> Table {
    let row = |((reading, words), rows): &((CapRule, &str), &Vec<Row>)| {
        let mut cells = vec![Cell::words(reading.as_str()), Cell::words(*words)];
        cells.push(Cell::Number(rows[0].millis, 2));
        cells.extend(rows.iter().map(|row| Cell::Number(ratio(rows, row), 2)));
        cells.push(Cell::words(match held(rows) {
            [true, true] => "yes",
            [false, false] => "no",
            _ => "in part",
        }));
        cells
    };
    let mut columns = Column::all(["cap", "what it does", "ms at 5"]);
    columns.extend(DEPTHS.iter().map(|(depth, _)| Column::ours(format!("depth {depth}"))));
    columns.push(Column::ours("as in the paper"));
    Table {
        name: "readings".into(),
        caption: format!(
            "Time per move as a multiple of that at depth 5, by what the cap does; it is as in the paper if \
             within {:.0}% of 1.40 at depth 15 and of that at depth 25.",
            100.0 * NEAR
        ),
        columns,
        rows: readings.iter().map(row).collect(),
    }
}

/// The mean of values and its standard error.
fn mean(values: &[f64]) -> (f64, f64) {
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    (mean, (variance / count).sqrt())
}

/// The time of a depth as a multiple of that at the smallest one.
fn ratio(rows: &[Row], row: &Row) -> f64 {
    row.millis / rows.first().map_or(1.0, |first| first.millis)
}

fn paper_ratio(row: &Row) -> Option<f64> {
    row.paper.zip(DEPTHS[0].1).map(|(seconds, first)| seconds / first)
}

fn lead(rows: &[Row], games: u64) -> String {
    if rows.len() < DEPTHS.len() {
        return format!("{games} games have been played so far, not yet with every depth.");
    }
    let at = |depth: u32| rows.iter().find(|row| row.depth == depth).map_or(0.0, |row| ratio(rows, row));
    format!(
        "Figure 5 of Takagi 2021, played again in self-play with {PLAYOUTS} playouts a search instead of a \
         cap of 8 s, {games} games. A move at depth 15 takes {:.2} times as long as at depth 5, at depth \
         25 {:.2} times; in the paper 1.40 times (4.3 s and 6.0 s) at depth 15, and no more after.",
        at(15),
        at(25),
    )
}

fn figure(rows: &[Row]) -> Picture {
    let first = rows.first().map_or(1.0, |row| row.millis);
    let ours = |row: &Row| {
        let half = Z_95 * row.error / first;
        let y = ratio(rows, row);
        Point { x: f64::from(row.depth), y, interval: Some((y - half, y + half)) }
    };
    let paper = |row: &Row| paper_ratio(row).map(|ratio| Point::new(f64::from(row.depth), ratio));
    let said: Vec<String> =
        rows.iter().map(|row| format!("{:.2} at depth {}", ratio(rows, row), row.depth)).collect();
    Picture {
        caption: format!(
            "Time per move in self-play by cap on the depth of the tree, as a multiple of that at depth 5, \
             with 95% intervals over games; {PLAYOUTS} playouts a search. Grey: the paper, with a cap of 8 \
             s."
        ),
        description: format!("Time per move as a multiple of that at depth 5: {}.", listed(&said)),
        drawing: Drawing::Plot(Figure {
            x: Axis::new("depth cap").from_to(3.0, 27.0),
            y: Axis::new("time per move, depth 5 = 1"),
            series: vec![
                Series {
                    name: "ours".into(),
                    points: rows.iter().map(ours).collect(),
                    style: Style::Measured,
                },
                Series {
                    name: "the paper".into(),
                    points: rows.iter().filter_map(paper).collect(),
                    style: Style::Paper,
                },
            ],
        }),
    }
}

fn table(rows: &[Row]) -> Table {
    let row = |row: &Row| {
        let half = Z_95 * row.error;
        let or_nothing =
            |value: Option<f64>, digits| value.map_or(Cell::Nothing, |value| Cell::Number(value, digits));
        vec![
            Cell::Count(u64::from(row.depth)),
            Cell::Count(row.games),
            Cell::Number(row.millis, 2),
            Cell::Range(row.millis - half, row.millis + half, 2),
            Cell::Number(ratio(rows, row), 2),
            or_nothing(row.paper, 1),
            or_nothing(paper_ratio(row), 2),
        ]
    };
    let mut columns = Column::all(["depth cap", "games", "ms per move", "95%", "to depth 5"]);
    columns.extend([Column::paper("paper, s per move"), Column::paper("paper, to depth 5")]);
    Table {
        name: "time".into(),
        caption: "Milliseconds per move, mean over games of self-play, and as a multiple of that at depth \
                  5. The paper's seconds at 5 and 15 are in its text; after that its figure is level."
            .into(),
        columns,
        rows: rows.iter().map(row).collect(),
    }
}

//! Figure 5 of Takagi 2021: time a move by the cap on the depth of the tree, in self-play.
//!
//! The paper capped a move at 8 s but its means are 4.3 to 6.0 s; it does not say what else ended a search.
//! Ours would use all its time at any depth, so each search has the same number of playouts, and how the time
//! grows is compared.

use super::{Context, Experiment, plan};
use crate::Evidence;
use crate::plan::{Keep, Pairing};
use crate::{Plan, PlanError};
use report::plot::{Axis, Figure, Point, Series, Style};
use report::{Block, Cell, Column, Drawing, Picture, Report, Section, Table};
use statistics::distribution::Z_95;

pub(super) const EXPERIMENT: Experiment = Experiment {
    id: "othello-fig5",
    about: "Othello: time per move by the cap on the depth of the search (Takagi 2021, figure 5)",
    quick: 0.2,
    run: |context| Ok(report(&context.games(games(context))?)?),
};

/// The depth caps, and the paper's seconds a move where the text or the figure gives them: "level" after 15.
const DEPTHS: [(u32, Option<f64>); 5] =
    [(5, Some(4.3)), (10, None), (15, Some(6.0)), (20, Some(6.0)), (25, Some(6.0))];

/// Games of each depth in the paper.
const PAPER_GAMES: u64 = 100;

/// Playouts of a search: ten times as many as elsewhere, so that the tree reaches the caps.
const PLAYOUTS: u64 = 20_000;

/// The depths take turns so many times, so that a busy machine slows all of them alike.
const ROUNDS: u64 = 10;

fn games(context: &Context<'_>) -> Plan {
    let bot = |&(depth, _): &(u32, _)| format!("mcts:depth={depth},playouts={PLAYOUTS}");
    let opponents = DEPTHS.iter().map(bot).collect();
    let pairs = (0..ROUNDS).flat_map(|_| (0..DEPTHS.len()).map(|number| [number; 2])).collect();
    let games = context.scaled_games(PAPER_GAMES / ROUNDS);
    let title = "Time a move by depth of the tree";
    Plan { keep: Keep::Moves, ..plan("othello", title, opponents, Pairing::List(pairs), games, context.seed) }
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

fn report(evidence: &Evidence) -> Result<Report, PlanError> {
    let rows: Vec<Row> = DEPTHS
        .into_iter()
        .enumerate()
        .map(|(number, (depth, paper))| {
            let games = evidence
                .games
                .iter()
                .filter(|game| evidence.plan.place(game.number).0 % DEPTHS.len() == number);
            let times = games.map(|game| game.millis as f64 / game.plies.max(1) as f64);
            let times: Vec<f64> = times.collect();
            let (millis, error) = mean(&times);
            Row { depth, games: times.len() as u64, millis, error, paper }
        })
        .filter(|row| row.millis > 0.0)
        .collect();
    let sections = vec![Section::new(
        "Time",
        vec![
            Block::Figure(figure(&rows)),
            Block::Table(table(&rows)),
            Block::text(
                "Times are wall-clock times: other work on the machine adds to them. Seconds on different \
                 machines cannot be compared; growth with depth can. With a fixed number of playouts only \
                 the steps inside the tree can add to the time, and a search ended by time alone takes the \
                 same time at every depth. The paper does not say what ended its searches before their 8 \
                 s; where its curve and ours differ, that is the likely reason.",
            ),
        ],
    )];
    Ok(Report {
        title: "Time per move by the depth of the tree".into(),
        lead: lead(&rows, evidence.games.len() as u64),
        sections,
        provenance: vec![evidence.provenance()?],
        ..Report::default()
    })
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
        description: format!("Time per move as a multiple of that at depth 5: {}.", super::listed(&said)),
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

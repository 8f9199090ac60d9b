//! Study C of Nakamichi 2020 (table 5) without people: programs stand in for experienced players and novices,
//! and searches as deep as theirs decide which moves would have felt bad.

use anyhow::{Result, bail};

use super::super::{Context, Experiment, listed, provenance};
use super::{BALANCE, PLAIN, depth, plan};
use crate::Evidence;
use crate::plan::{Pairing, Scheme};
use crate::run_report::{Sample, players_table};
use crate::{Judgements, Plan};
use report::{Block, Cell, Column, Report, Section, Table, short_names};
use statistics::Tally;

pub(crate) const EXPERIMENT: Experiment = Experiment {
    id: "shogi-badmoves",
    about: "Shogi: bad moves of the balance player, and which of them are noticed (Nakamichi 2020, table 5)",
    quick: 1.0,
    run,
};

/// Games of a group with a program in the thesis: five people, two games each.
const GAMES: u64 = 10;

/// The thesis's analyst.
const ANALYST: &str = "alphabeta:depth=9";

/// A move feels bad if the observer sees it lose more than this, in points: people call a move normal when
/// unsure.
const FELT: f64 = 300.0;

/// A value within this of zero is close.
const CLOSE: f64 = 300.0;

/// A loss of more than this is an obvious blunder.
const BLUNDER: f64 = 1000.0;

/// Beyond this a value is a mate.
const MATE: f64 = 20_000.0;

/// A group of the thesis, and the program in its place.
struct Group {
    called: &'static str,
    depth: u32,
    /// By program: win rate, bad-move rate, detection rate and false alarms among felt bad, all in percent.
    paper: [[f64; 4]; 3],
}

/// Depths 4 and 1 were rated 1740 and 824 in the thesis, on both sides of its groups.
const GROUPS: [Group; 2] = [
    Group {
        called: "experienced",
        depth: 4,
        paper: [[90.0, 20.0, 22.5, 36.5], [90.0, 17.4, 31.0, 15.4], [20.0, 11.3, 8.3, 50.0]],
    },
    Group {
        called: "novices",
        depth: 1,
        paper: [[40.0, 35.7, 4.6, 9.4], [0.0, 25.8, 1.9, 20.0], [0.0, 15.6, 1.2, 0.0]],
    },
];

/// The programs of the study, as the report calls them.
const PROGRAMS: [&str; 3] = ["balance", "depth 1", "depth 5"];

/// Each group's depth plays all programs, and observes as deep as it plays.
fn run(context: &Context<'_>) -> Result<Report> {
    let plan = |group: &Group| {
        let opponents = vec![depth(group.depth), BALANCE.to_owned(), depth(1), PLAIN.to_owned()];
        let title = format!("Shogi: study C with depth {} in the place of {}", group.depth, group.called);
        plan(&title, opponents, Pairing::Scheme(Scheme::Gauntlet), GAMES, context)
    };
    let evidence = context.runner.games(GROUPS.iter().map(plan).collect())?;
    let judged = evidence
        .iter()
        .zip(&GROUPS)
        .map(|(evidence, group)| context.runner.judgements(evidence, ANALYST, Some(&depth(group.depth))));
    report(&evidence, &judged.collect::<Result<Vec<_>>>()?)
}

/// The moves of one program against one group.
#[derive(Default)]
struct ProgramMoves {
    /// What the person scored.
    person: Tally,
    /// Moves of each game.
    plies: Vec<f64>,
    /// 1 for a bad move of the program, 0 for another.
    bad: Sample,
    /// Of the bad moves, 1 for those that felt bad.
    detected: Sample,
    /// Of the other moves, 1 for those that felt bad.
    false_alarms: Sample,
    /// Of the moves that felt bad, 1 for those that are not.
    false_discoveries: Sample,
    /// 1 for a move after which the value is close to zero.
    close: Sample,
    /// 1 for an obvious blunder other than a missed mate.
    blunders: Sample,
    /// 1 for a missed mate, of all moves.
    missed_mates: Sample,
}

fn moves(evidence: &Evidence, judgements: &Judgements) -> Vec<ProgramMoves> {
    let plan: &Plan = &evidence.plan;
    let mut by_program: Vec<ProgramMoves> = PROGRAMS.iter().map(|_| ProgramMoves::default()).collect();
    for game in &evidence.games {
        let (pairing, index) = plan.place(game.number);
        let Some(moves) = by_program.get_mut(pairing) else { continue };
        // The person is A, in the first seat in games with an even number.
        moves.person.add(if index.is_multiple_of(2) { game.score } else { 1.0 - game.score });
        moves.plies.push(game.plies as f64);
    }
    for game in &judgements.games {
        let (pairing, index) = plan.place(game.number);
        let (Some(moves), Some(seats)) = (by_program.get_mut(pairing), plan.seats(game.number)) else {
            continue;
        };
        let pair = (pairing, index / 2);
        for judged in game.analyst.iter().filter(|judged| seats[judged.side.index()] != 0) {
            let observed = game.observer.iter().find(|observed| observed.ply == judged.ply);
            let felt = observed.is_some_and(|observed| observed.is_bad() && observed.loss() > FELT);
            let bad = judged.is_bad();
            let one_if = |yes: bool| f64::from(u8::from(yes));
            moves.bad.add(pair, one_if(bad));
            let among = if bad { &mut moves.detected } else { &mut moves.false_alarms };
            among.add(pair, one_if(felt));
            if felt {
                moves.false_discoveries.add(pair, one_if(!bad));
            }
            let missed_mate = judged.best_value > MATE && judged.value < MATE;
            moves.close.add(pair, one_if(judged.value.abs() <= CLOSE));
            moves.blunders.add(pair, one_if(judged.loss() > BLUNDER && !missed_mate));
            moves.missed_mates.add(pair, one_if(missed_mate));
        }
    }
    by_program
}

fn report(evidence: &[Evidence], judgements: &[Judgements]) -> Result<Report> {
    let mut rows = Vec::new();
    for ((group, evidence), judgements) in GROUPS.iter().zip(evidence).zip(judgements) {
        let by_program = moves(evidence, judgements);
        for ((program, moves), paper) in PROGRAMS.into_iter().zip(by_program).zip(group.paper) {
            rows.push(Row { group: group.called, program, moves, paper, seed: evidence.plan.seed });
        }
    }
    let Some(first) = evidence.first() else {
        bail!("found no plan, expected two");
    };
    let names = short_names(&first.plan.opponents);
    Ok(Report {
        title: "Shogi: bad moves, and who notices them".into(),
        lead: lead(&rows),
        sections: vec![
            Section::new(
                "The study with programs in place of people",
                vec![
                    Block::text(format!(
                        "A move is bad if it is not the best move of {ANALYST} and lowers the value. It \
                         feels bad if a search as deep as the stand-in's sees it lose more than {FELT} \
                         points. Programs are not people: this shows how the balance player's moves look \
                         to a shallow search."
                    )),
                    Block::Table(games_table(&rows)),
                    Block::Table(rates_table(&rows)),
                    Block::text(
                        "The thesis defines the false-alarm rate over moves that are not bad, but prints \
                         false alarms among the moves that felt bad, which is the false-discovery rate. \
                         Both are given; the thesis's figures are shown beside the false-discovery rate.",
                    ),
                ],
            ),
            Section::new(
                "Score, closeness and blunders of the balance player",
                vec![
                    Block::text(
                        "Three separate measures: the program's score, how often the value stayed near \
                         zero, and how often it blundered. Under the rule mate=second the first mate is \
                         missed on purpose, so missed mates are counted separately.",
                    ),
                    Block::Table(closeness_table(&rows)),
                ],
            ),
            Section::new("Players", vec![Block::Table(players_table(&first.plan, &names))]),
        ],
        data: Vec::new(),
        provenance: provenance(evidence)?,
    })
}

/// A program against a group.
struct Row {
    group: &'static str,
    program: &'static str,
    moves: ProgramMoves,
    paper: [f64; 4],
    seed: u64,
}

impl Row {
    fn head(&self) -> Vec<Cell> {
        vec![Cell::words(self.group), Cell::words(self.program)]
    }
}

fn lead(rows: &[Row]) -> String {
    let rates: Vec<String> = rows
        .iter()
        .filter_map(|row| {
            Some(format!("{:.1}% ({}, {})", 100.0 * row.moves.bad.mean()?, row.group, row.program))
        })
        .collect();
    format!(
        "Table 5 of Nakamichi 2020 with programs in the place of people. Bad moves of the program: {}. The \
         thesis: 20.0, 17.4 and 11.3% with experienced players, 35.7, 25.8 and 15.6% with novices.",
        listed(&rates)
    )
}

/// The mean and the standard deviation.
fn spread(values: &[f64]) -> Option<(f64, f64)> {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (values.len() > 1).then(|| (mean, (squares / (n - 1.0)).sqrt()))
}

fn games_table(rows: &[Row]) -> Table {
    let row = |row: &Row| {
        let ProgramMoves { person, plies, .. } = &row.moves;
        let interval = person.interval();
        let (mean, deviation) = match spread(plies) {
            Some((mean, deviation)) => (Cell::Number(mean, 1), Cell::Number(deviation, 1)),
            None => (Cell::Nothing, Cell::Nothing),
        };
        let mut cells = row.head();
        cells.extend([
            Cell::Count(person.games()),
            Cell::Share(person.score()),
            Cell::Shares(interval.low, interval.high),
            Cell::Share(row.paper[0] / 100.0),
            mean,
            deviation,
        ]);
        cells
    };
    let mut columns = Column::all(["in the place of", "program", "games", "stand-in's score %", "95%"]);
    columns.push(Column::paper("thesis %"));
    columns.extend(Column::all(["plies", "SD"]));
    Table {
        name: "games".into(),
        caption: "Score of the stand-in, and length of games.".into(),
        columns,
        rows: rows.iter().map(row).collect(),
    }
}

fn rates_table(rows: &[Row]) -> Table {
    let row = |row: &Row| {
        let ProgramMoves { bad, detected, false_alarms, false_discoveries, .. } = &row.moves;
        let paper = row.paper.map(|percent| Cell::Share(percent / 100.0));
        let [_, paper_bad, paper_detected, paper_false] = paper;
        let mut cells = row.head();
        cells.extend([Cell::Count(bad.count()), Cell::Count(bad.sum() as u64)]);
        cells.extend(bad.share_cells(row.seed));
        cells.push(paper_bad);
        cells.extend(detected.share_cells(row.seed));
        cells.push(paper_detected);
        cells.extend(false_alarms.share_cells(row.seed));
        cells.extend(false_discoveries.share_cells(row.seed));
        cells.push(paper_false);
        cells
    };
    let mut columns = Column::all(["in the place of", "program", "moves", "bad", "bad %", "95%"]);
    columns.push(Column::paper("thesis"));
    columns.extend(Column::all(["detection %", "detection 95%"]));
    columns.push(Column::paper("thesis"));
    columns.extend(Column::all([
        "false alarms %",
        "false alarms 95%",
        "false discoveries %",
        "false discoveries 95%",
    ]));
    columns.push(Column::paper("thesis"));
    Table {
        name: "rates".into(),
        caption: "Bad moves of the program; share of them that felt bad (detection); share of other moves \
                  that felt bad (false alarms); share of moves that felt bad but are not (false \
                  discoveries). 95% intervals over pairs of games."
            .into(),
        columns,
        rows: rows.iter().map(row).collect(),
    }
}

fn closeness_table(rows: &[Row]) -> Table {
    let row = |row: &Row| {
        let ProgramMoves { person, close, blunders, missed_mates, .. } = &row.moves;
        let mut cells = row.head();
        cells.push(Cell::Share(1.0 - person.score()));
        for sample in [close, blunders, missed_mates] {
            cells.extend(sample.share_cells(row.seed));
        }
        cells
    };
    Table {
        name: "closeness".into(),
        caption: format!(
            "The program's score; share of its moves after which the value is within {CLOSE} points of \
             zero; share that loses more than {BLUNDER} points; share that misses a mate. 95% intervals \
             over pairs of games."
        ),
        columns: Column::all([
            "in the place of",
            "program",
            "program's score %",
            "close %",
            "close 95%",
            "blunders %",
            "blunders 95%",
            "missed mates %",
            "missed 95%",
        ]),
        rows: rows.iter().map(row).collect(),
    }
}

//! Study C of Nakamichi 2020 (table 5) without people: programs stand in for experienced players and novices,
//! and searches as deep as theirs decide which moves would have felt bad.

use anyhow::{Result, bail};

use super::super::{Context, Experiment, listed, provenance};
use super::{BALANCE, PLAIN, depth, plan};
use crate::Evidence;
use crate::plan::{Pairing, Scheme};
use crate::run_report::{Sample, players_table};
use crate::{Judgements, Plan};
use report::{Block, Cell, Column, Report, Reproduction, Section, Table, Verdict, short_names};
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

/// A larger loss counts as this, about a rook and a bishop, so that missed mates do not decide the mean.
const MOST_LOST: f64 = 3000.0;

/// Beyond this a value is a mate.
const MATE: f64 = 20_000.0;

/// A group of the thesis, and the program in its place.
struct Group {
    called: &'static str,
    depth: u32,
    /// By program: win rate, bad-move rate as printed, detection rate and false alarms among felt bad, all in
    /// percent.
    paper: [[f64; 4]; 3],
    /// By program: bad moves, and the moves that the thesis divides them by, which are those of both sides.
    counts: [[f64; 2]; 3],
}

/// Depths 4 and 1 were rated 1740 and 824 in the thesis, on both sides of its groups.
const GROUPS: [Group; 2] = [
    Group {
        called: "experienced",
        depth: 4,
        paper: [[90.0, 20.0, 22.5, 36.5], [90.0, 17.4, 31.0, 15.4], [20.0, 11.3, 8.3, 50.0]],
        counts: [[240.0, 1198.0], [142.0, 816.0], [121.0, 1067.0]],
    },
    Group {
        called: "novices",
        depth: 1,
        paper: [[40.0, 35.7, 4.6, 9.4], [0.0, 25.8, 1.9, 20.0], [0.0, 15.6, 1.2, 0.0]],
        counts: [[634.0, 1778.0], [212.0, 823.0], [84.0, 537.0]],
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
    let mut judged = Vec::new();
    for (evidence, group) in evidence.iter().zip(&GROUPS) {
        judged.push(context.runner.judgements(evidence, ANALYST, Some(&depth(group.depth)))?);
    }
    // The same games seen by the other group: what differs then is the observer, not the moves.
    let mut exchanged = Vec::new();
    for (evidence, group) in evidence.iter().zip(GROUPS.iter().rev()) {
        exchanged.push(context.runner.judgements(evidence, ANALYST, Some(&depth(group.depth)))?);
    }
    report(&evidence, &judged, &exchanged)
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
    /// What each bad move loses, at most [`MOST_LOST`].
    lost: Sample,
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
            if bad {
                moves.lost.add(pair, judged.loss().min(MOST_LOST));
            }
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

fn report(evidence: &[Evidence], judgements: &[Judgements], exchanged: &[Judgements]) -> Result<Report> {
    let mut rows = Vec::new();
    for (((group, evidence), judgements), exchanged) in
        GROUPS.iter().zip(evidence).zip(judgements).zip(exchanged)
    {
        let seen_by_others = moves(evidence, exchanged);
        let by_program = moves(evidence, judgements).into_iter().zip(seen_by_others);
        for (place, (program, (moves, others))) in PROGRAMS.into_iter().zip(by_program).enumerate() {
            let (paper, counts) = (group.paper[place], group.counts[place]);
            let seed = evidence.plan.seed;
            rows.push(Row { group, program, moves, seen_by_others: others.detected, paper, counts, seed });
        }
    }
    let Some(first) = evidence.first() else {
        bail!("found no plan, expected two");
    };
    let names = short_names(&first.plan.opponents);
    Ok(Report {
        title: "Shogi: bad moves, and who notices them".into(),
        verdict: Some(verdict(&rows)),
        lead: lead(&rows),
        sections: vec![
            Section::new(
                "Bad moves",
                vec![
                    Block::Table(rates_table(&rows)),
                    Block::text(
                        "The thesis divides bad moves by a number that is ten times the mean length of the \
                         games in every column, so by the moves of both sides, although its text says the \
                         program's. The rate over the program's own moves is therefore about twice the \
                         printed one; both are shown, and ours is over its own moves. The thesis defines the \
                         false-alarm rate over moves that are not bad, but prints false alarms among the \
                         moves that felt bad, which is the false-discovery rate. Both are given; the \
                         thesis's figures are shown beside the false-discovery rate.",
                    ),
                ],
            ),
            Section::new(
                "Why detection differs",
                vec![
                    Block::text(
                        "In the thesis experienced people notice several times as many bad moves as novices. \
                         A search does not tire or hesitate: depth 1 with captures sees at once every piece \
                         that is given away, which novices overlook, and an evaluation that is the program's \
                         own agrees with it about small losses. The table has the same games seen by both \
                         stand-ins. Where a row's two rates are alike, what is noticed depends on how much \
                         the bad moves of these games lose, not on the observer.",
                    ),
                    Block::Table(observers_table(&rows)),
                ],
            ),
            Section::new(
                "Score, closeness and blunders of the balance player",
                vec![
                    Block::text(
                        "Three separate measures: the program's score, how often the value stayed near zero, \
                         and how often it blundered. The balance player lets mates go that it finds for the \
                         first time, so missed mates are counted separately.",
                    ),
                    Block::Table(closeness_table(&rows)),
                    Block::Table(games_table(&rows)),
                ],
            ),
            Section::new(
                "How it was measured",
                vec![
                    Block::text(format!(
                        "A move is bad if it is not the best move of {ANALYST} and lowers the value; book \
                         moves count 0. It feels bad if a search as deep as the stand-in's sees it lose more \
                         than {FELT} points. Programs are not people: this shows how the balance player's \
                         moves look to a shallow search."
                    )),
                    Block::Folded {
                        summary: "Players".into(),
                        blocks: vec![Block::Table(players_table(&first.plan, &names))],
                    },
                ],
            ),
        ],
        provenance: provenance(evidence)?,
        ..Report::default()
    })
}

/// What the thesis found, part by part: the balance player has more bad moves than plain depth 5 with both
/// groups; fewer than a quarter of them are noticed; experienced players notice more than novices.
fn verdict(rows: &[Row]) -> Verdict {
    let of = |group: &Group, program: &str| {
        rows.iter().find(|row| row.group.called == group.called && row.program == program)
    };
    let rate = |row: Option<&Row>| row.and_then(|row| row.moves.bad.mean());
    let detection = |group: &Group| of(group, PROGRAMS[0]).and_then(|row| row.moves.detected.mean());
    let mut parts = Vec::new();
    for group in &GROUPS {
        parts.push(rate(of(group, PROGRAMS[0])) > rate(of(group, PROGRAMS[2])));
        parts.push(detection(group).is_some_and(|share| share < 0.25));
    }
    let [experienced, novices] = [detection(&GROUPS[0]), detection(&GROUPS[1])];
    parts.push(experienced > novices);
    let percent = |share: Option<f64>| share.map_or("none".into(), |share| format!("{:.1}%", 100.0 * share));
    Verdict {
        finding: "The balance player makes more bad moves than plain depth 5, and few are noticed, most by \
                  experienced players"
            .into(),
        paper: "22.5% of them noticed by experienced players, 4.6% by novices".into(),
        ours: format!("{} and {} by programs in their place", percent(experienced), percent(novices)),
        outcome: Reproduction::of_parts(parts.iter().filter(|held| **held).count(), parts.len()),
    }
}

/// A program against a group.
struct Row {
    group: &'static Group,
    program: &'static str,
    moves: ProgramMoves,
    /// Of the bad moves, 1 for those that feel bad to the other group's stand-in.
    seen_by_others: Sample,
    paper: [f64; 4],
    counts: [f64; 2],
    seed: u64,
}

impl Row {
    fn head(&self) -> Vec<Cell> {
        vec![Cell::words(self.group.called), Cell::words(self.program)]
    }
}

fn lead(rows: &[Row]) -> String {
    let rates: Vec<String> = rows
        .iter()
        .filter_map(|row| {
            Some(format!("{:.1}% ({}, {})", 100.0 * row.moves.bad.mean()?, row.group.called, row.program))
        })
        .collect();
    format!(
        "Table 5 of Nakamichi 2020 with programs in the place of people. Bad moves among the program's own: \
         {}. The finding has five parts: more bad moves than plain depth 5 with each group, under a quarter \
         of them noticed by each, and more noticed by experienced players than by novices.",
        listed(&rates)
    )
}

/// The same games seen by both stand-ins.
fn observers_table(rows: &[Row]) -> Table {
    let row = |row: &Row| {
        let mut cells = row.head();
        cells.extend([Cell::Count(row.moves.lost.count())]);
        cells.push(row.moves.lost.mean().map_or(Cell::Nothing, |lost| Cell::Number(lost, 0)));
        let [own, other] = [&row.moves.detected, &row.seen_by_others];
        let (shallow, deep) = if row.group.depth < GROUPS[0].depth { (own, other) } else { (other, own) };
        cells.extend(shallow.share_cells(row.seed));
        cells.extend(deep.share_cells(row.seed));
        cells
    };
    let depths = [GROUPS[1].depth, GROUPS[0].depth];
    let [shallow, deep] = depths.map(|depth| format!("noticed by depth {depth} %"));
    let mut columns = Column::all(["games of", "program", "bad moves", "mean loss"]);
    columns.extend([Column::ours(&shallow), Column::ours("95%"), Column::ours(&deep), Column::ours("95%")]);
    Table {
        name: "observers".into(),
        caption: format!(
            "Bad moves of the program, what they lose on average (a loss over {MOST_LOST} counts as that), \
             and the share of them that each stand-in notices."
        ),
        columns,
        rows: rows.iter().map(row).collect(),
    }
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
        cells.extend([Cell::Share(2.0 * row.counts[0] / row.counts[1]), paper_bad]);
        cells.extend(detected.share_cells(row.seed));
        cells.push(paper_detected);
        cells.extend(false_alarms.share_cells(row.seed));
        cells.extend(false_discoveries.share_cells(row.seed));
        cells.push(paper_false);
        cells
    };
    let mut columns = Column::all(["in the place of", "program", "moves", "bad", "bad %", "95%"]);
    columns.push(Column::paper("thesis, own moves"));
    columns.push(Column::paper("thesis, as printed"));
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

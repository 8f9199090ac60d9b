//! The matches of Nakamichi 2020, section 4.4 (figure 9): the balance player and the program it was made of
//! against programs that search less deep.

use anyhow::{Result, bail};

use super::super::{Context, Experiment, listed, provenance};
use super::{BALANCE, PLAIN, depth, plan};
use crate::Evidence;
use crate::plan::{Pairing, Scheme};
use crate::results::distinct_games;
use crate::run_report::{conduct_table, players_table};
use crate::{Plan, SHOGI_MOVE_LIMIT};
use report::{Block, Cell, Column, Dot, Dots, Drawing, Picture, Report, Section, Table, short_names};
use statistics::score_interval;
use statistics::{Interval, Tally};

pub(crate) const EXPERIMENT: Experiment = Experiment {
    id: "shogi-fig9",
    about: "Shogi: how often shallow searches beat the balance player (Nakamichi 2020, section 4.4)",
    quick: 0.02,
    run: |context| report(&context.runner.games(plans(context))?),
};

/// Games of a pairing in the thesis: 500 in each seat.
const GAMES: u64 = 1000;

/// A program with what the thesis says of those that search 1, 2, 3 and 4 plies deep against it: in words,
/// and in percent where it gives a number.
struct Program {
    name: &'static str,
    called: &'static str,
    paper: [(&'static str, Option<f64>); 4],
}

const PROGRAMS: [Program; 2] = [
    Program {
        name: BALANCE,
        called: "balance",
        paper: [("40 to 50", Some(45.0)), ("40 to 80", None), ("40 to 80", None), ("over 80", Some(80.0))],
    },
    Program {
        name: PLAIN,
        called: "plain depth 5",
        paper: [("0", Some(0.0)), ("0", Some(0.0)), ("0", Some(0.0)), ("20", Some(20.0))],
    },
];

fn plans(context: &Context<'_>) -> Vec<Plan> {
    let of = |program: &Program| {
        let opponents = [vec![program.name.to_owned()], (1..=4).map(depth).collect()].concat();
        let title = format!("Shogi: {} against programs that search less deep", program.called);
        plan(&title, opponents, Pairing::Scheme(Scheme::Gauntlet), GAMES, context)
    };
    PROGRAMS.iter().map(of).collect()
}

/// What a shallow search scored against a program, over games that differ.
struct DepthResult {
    depth: usize,
    /// In the first and in the second seat.
    seats: [Tally; 2],
    removed: u64,
    over_length: u64,
}

impl DepthResult {
    fn all(&self) -> Tally {
        let mut all = self.seats[0];
        all.add_all(&self.seats[1]);
        all
    }
}

fn results(evidence: &Evidence) -> Vec<DepthResult> {
    let plan = &evidence.plan;
    let empty = |depth| DepthResult { depth, seats: [Tally::default(); 2], removed: 0, over_length: 0 };
    let mut results: Vec<DepthResult> = (1..=plan.pairings().len()).map(empty).collect();
    let distinct = distinct_games(plan, &evidence.games);
    for game in &distinct {
        let (pairing, index) = plan.place(game.number);
        // The program is A, which sits first in games with an even number.
        let (seat, score) = if index.is_multiple_of(2) { (1, 1.0 - game.score) } else { (0, game.score) };
        results[pairing].seats[seat].add(score);
        results[pairing].over_length += u64::from(game.plies >= SHOGI_MOVE_LIMIT.into());
    }
    for game in &evidence.games {
        results[plan.place(game.number).0].removed += 1;
    }
    for results in &mut results {
        results.removed -= results.all().games();
    }
    results
}

fn report(evidence: &[Evidence]) -> Result<Report> {
    if evidence.len() != PROGRAMS.len() {
        bail!("found {} plans, expected {}", evidence.len(), PROGRAMS.len());
    }
    let results: Vec<Vec<DepthResult>> = evidence.iter().map(results).collect();
    let mut blocks = vec![
        Block::text(
            "The balance player searches every move to depth 5 and plays the one whose value is nearest to \
             zero. The first mate it finds is passed over and the next one played, as in the thesis \
             (`mate=second`). From move 256 on it plays the best move (`until=256`, our addition), so that \
             games end. Games begin from openings of our own, each played by both sides; records that are \
             equal move by move are counted once, as in the thesis.",
        ),
        Block::Figure(figure(&results)),
        Block::Table(table(&results)),
        Block::text(
            "Where a number differs, these are likely reasons: the thesis's program, Bonanza, judges by \
             another evaluation and its depth 5 comes with other extensions than ours; it began from its \
             own book.",
        ),
    ];
    for (program, evidence) in PROGRAMS.iter().zip(evidence) {
        let names = short_names(&evidence.plan.opponents);
        let mut conduct = conduct_table(&evidence.results(), &names);
        conduct.name = format!("conduct-{}", program.called.replace(' ', "-"));
        blocks.push(Block::Table(conduct));
    }
    let names = short_names(&evidence[0].plan.opponents);
    let players = Block::Table(players_table(&evidence[0].plan, &names));
    Ok(Report {
        title: "Shogi: the balance player against shallow searches".into(),
        lead: lead(&results),
        sections: vec![Section::new("Results", blocks), Section::new("Players", vec![players])],
        data: Vec::new(),
        provenance: provenance(evidence)?,
    })
}

fn lead(results: &[Vec<DepthResult>]) -> String {
    let of = |program: &Program, results: &Vec<DepthResult>| {
        let shares: Vec<String> = results
            .iter()
            .map(|results| format!("{:.1}% (depth {})", 100.0 * results.all().score(), results.depth))
            .collect();
        format!("Against {} the shallow searches scored {}.", program.called, listed(&shares))
    };
    let said: Vec<String> =
        PROGRAMS.iter().zip(results).map(|(program, results)| of(program, results)).collect();
    let seats = results.iter().flatten().flat_map(|results| results.seats);
    let most = seats.map(|seat| seat.games()).max().unwrap_or(0);
    format!(
        "Section 4.4 of Nakamichi 2020, played again with at most {most} games a seat and pairing (the \
         thesis: {}). {} The thesis: 40 to 80% against balance, and against plain depth 5 nothing but 20% \
         for depth 4.",
        GAMES / 2,
        said.join(" ")
    )
}

fn table(results: &[Vec<DepthResult>]) -> Table {
    let mut rows = Vec::new();
    for (program, results) in PROGRAMS.iter().zip(results) {
        for (results, (paper, _)) in results.iter().zip(&program.paper) {
            let all = results.all();
            let Interval { low, high } = score_interval(&all);
            let share = |tally: &Tally| {
                if tally.games() == 0 { Cell::Nothing } else { Cell::Share(tally.score()) }
            };
            rows.push(vec![
                Cell::words(program.called),
                Cell::Count(results.depth as u64),
                Cell::Count(all.games()),
                Cell::Count(results.removed),
                Cell::Results(all),
                share(&all),
                Cell::Shares(low, high),
                share(&results.seats[0]),
                share(&results.seats[1]),
                Cell::Count(results.over_length),
                Cell::words(*paper),
            ]);
        }
    }
    let mut columns = Column::all([
        "against",
        "depth",
        "games",
        "equal removed",
        "results",
        "score %",
        "95%",
        "as first %",
        "as second %",
        "512 moves",
    ]);
    columns.push(Column::paper("thesis %"));
    Table {
        name: "matches".into(),
        caption: "Score of a search of the given depth against the balance player and against plain depth \
                  5, over distinct games, with 95% intervals; identical games removed; games drawn by the \
                  limit of 512 moves."
            .into(),
        columns,
        rows,
    }
}

fn figure(results: &[Vec<DepthResult>]) -> Picture {
    let mut dots = Vec::new();
    for (program, results) in PROGRAMS.iter().zip(results) {
        for (results, (_, paper)) in results.iter().zip(&program.paper) {
            let all = results.all();
            if all.games() > 0 {
                let Interval { low, high } = score_interval(&all);
                dots.push(Dot {
                    name: format!("depth {} \u{2013} {}", results.depth, program.called),
                    value: 100.0 * all.score(),
                    interval: Some((100.0 * low, 100.0 * high)),
                    paper: *paper,
                });
            }
        }
    }
    let said: Vec<String> = dots.iter().map(|dot| format!("{} {:.1}%", dot.name, dot.value)).collect();
    Picture {
        caption:
            "Scores of shallow searches in percent, with 95% intervals; grey, the thesis, where it gives \
             numbers."
                .into(),
        description: format!("Scores: {}.", said.join("; ")),
        drawing: Drawing::Dots(Dots {
            label: "score of the shallow search, percent".into(),
            range: Some((0.0, 100.0)),
            even: Some(50.0),
            dots,
        }),
    }
}

//! Figure 6 of Takagi 2021: the ladder against MCTS with depth caps of 5, 10, 15, 20 and 25; and what its
//! estimate ends at against players of every strength.
//!
//! The paper let every search think for up to 8 s; ours has a number of playouts, so that a seed determines
//! the games.

use anyhow::{Result, bail};
use search::mcts::CapRule;

use super::super::{Context, Experiment, listed, provenance};
use super::estimates::{self, Ended, ended};
use super::{PLAYOUTS, bot, plan};
use crate::plan::{Pairing, Scheme};
use crate::run_report::{conduct_table, players_table, share};
use crate::{Evidence, PairingResult, Plan};
use report::plot::{Axis, Figure, Point, Series, Style};
use report::{
    Block, Cell, Column, Drawing, Picture, Report, Reproduction, Section, Table, Verdict, short_names,
};
use statistics::Interval;

pub(crate) const EXPERIMENT: Experiment = Experiment {
    id: "othello-fig6",
    about: "Othello: how even the ladder is with searches of different depth (Takagi 2021, figure 6)",
    quick: 0.2,
    run: |context| report(&context.runner.games(plans(context))?),
};

/// The depth caps of the bots, and the ladder's share of wins as far as it can be read off the paper's
/// figure: "a little over 60%" and "about 50%".
const BOTS: [(u32, f64); 5] = [(5, 0.61), (10, 0.5), (15, 0.5), (20, 0.5), (25, 0.5)];

/// Players that are no rungs, from the weakest to the strongest.
const OTHERS: [&str; 4] = ["random", "alphabeta:depth=1", "alphabeta:depth=3", "alphabeta:depth=5"];

/// The ladder's rules: the one it uses, and the paper's with what that leaves open.
const RULES: [(&str, &str); 4] = [
    ("posterior", "ladder"),
    ("paper", "ladder:rule=paper"),
    ("paper, lowest of several", "ladder:rule=paper,tie=lowest"),
    ("mean", "ladder:rule=mean"),
];

/// Games of the ladder's own rule against each player; the paper has 50.
const GAMES: u64 = 200;

/// Games of every other rule, which only their estimates are asked of.
const GAMES_OF_OTHERS: u64 = 60;

/// What counts as about 50%.
const EVEN: std::ops::RangeInclusive<f64> = 0.4..=0.6;

/// One plan for each rule: the ladder against all.
fn plans(context: &Context<'_>) -> Vec<Plan> {
    let of = |(rule, ladder): (&str, &str)| {
        let bots = BOTS.iter().map(|&(depth, _)| bot(depth, CapRule::default(), PLAYOUTS));
        let others = OTHERS.into_iter().map(str::to_owned);
        let players = std::iter::once(ladder.to_owned()).chain(bots).chain(others).collect();
        let games = if rule == RULES[0].0 { GAMES } else { GAMES_OF_OTHERS };
        plan(context, &format!("The ladder ({rule})"), players, Pairing::Scheme(Scheme::Gauntlet), games)
    };
    RULES.into_iter().map(of).collect()
}

fn report(evidence: &[Evidence]) -> Result<Report> {
    let [ladder, ..] = evidence else {
        bail!("found no plan, expected {}", RULES.len());
    };
    let results = ladder.results();
    let (intervals, _) = ladder.intervals(&results);
    let rows: Vec<Row<'_>> = BOTS
        .into_iter()
        .zip(results.pairings.iter().zip(&intervals).zip(ended(ladder)))
        .map(|((depth, paper), ((meeting, &interval), ended))| Row { depth, paper, meeting, interval, ended })
        .filter(|row| row.meeting.all.games() > 0)
        .collect();
    let names = short_names(&ladder.plan.opponents);
    let rules: Vec<(&str, &Evidence)> = RULES.iter().map(|(rule, _)| *rule).zip(evidence).collect();
    let sections = vec![
        Section::new(
            "The ladder",
            vec![
                Block::Table(ladder_table(&rows)),
                Block::Figure(figure(&rows)),
                Block::text(difference(&rows)),
            ],
        ),
        Section::new(
            "What the estimate ends at",
            vec![
                Block::text(
                    "The ladder sees which of its seven searches would have played the other side's moves. \
                     Its own rule asks how likely each rung is to play them and takes the mean of the \
                     posterior; the paper's takes one matching rung for each move and their running mean, \
                     which is drawn to the middle of the ladder whoever plays.",
                ),
                Block::Table(estimates::table(&rules, &names[1..])),
            ],
        ),
        Section::new(
            "The games",
            vec![Block::Folded {
                summary: "Lengths, times and forfeits".into(),
                blocks: vec![
                    Block::Table(conduct_table(&results, &names)),
                    Block::Table(players_table(&ladder.plan, &names)),
                ],
            }],
        ),
    ];
    Ok(Report {
        title: "The ladder against searches of different depth".into(),
        verdict: verdict(&rows),
        lead: lead(&rows),
        sections,
        provenance: provenance(evidence)?,
        ..Report::default()
    })
}

/// A bot, with what the ladder scored against it.
struct Row<'a> {
    depth: u32,
    paper: f64,
    meeting: &'a PairingResult,
    interval: Interval,
    ended: Ended,
}

impl Row<'_> {
    fn score(&self) -> f64 {
        self.meeting.all.score()
    }
}

/// One part for each bot: a score from 40 to 60%.
fn verdict(rows: &[Row<'_>]) -> Option<Verdict> {
    let held = rows.iter().filter(|row| EVEN.contains(&row.score())).count();
    let scores: Vec<String> = rows.iter().map(|row| format!("{:.1}%", 100.0 * row.score())).collect();
    (!rows.is_empty()).then(|| Verdict {
        finding: "The ladder scores about 50% (40 to 60%) against searches with caps of 5, 10, 15, 20 and 25"
            .into(),
        paper: "a little over 60% against 5, about 50% against the others".into(),
        ours: listed(&scores),
        outcome: Reproduction::of_parts(held, BOTS.len()),
    })
}

fn lead(rows: &[Row<'_>]) -> String {
    if rows.is_empty() {
        return "No game has been played so far.".to_owned();
    }
    let shares: Vec<String> =
        rows.iter().map(|row| format!("{:.1}% (depth {})", 100.0 * row.score(), row.depth)).collect();
    let even = rows.iter().filter(|row| row.interval.contains(0.5)).count();
    let games = rows.first().map_or(0, |row| row.meeting.all.games());
    format!(
        "Figure 6 of Takagi 2021, played again with {PLAYOUTS} playouts a search instead of 8 s a move, \
         {games} games against each bot. The ladder scored {}. The paper has a little over 60% against \
         depth 5 and about 50% against the others. Even (50%) is in the 95% interval of {even} of the {} \
         pairings.",
        listed(&shares),
        rows.len(),
    )
}

/// Where we differ from the paper, and why: how far the rung that played was from the bot.
fn difference(rows: &[Row<'_>]) -> String {
    let outside: Vec<String> = rows
        .iter()
        .filter(|row| !EVEN.contains(&row.score()))
        .map(|row| {
            let played = row.ended.rung().map_or_else(String::new, |rung| {
                format!(", where the rung that played was {rung:.1} on average")
            });
            format!("depth {}{played}", row.depth)
        })
        .collect();
    if outside.is_empty() {
        return "Every score is between 40 and 60%.".to_owned();
    }
    format!(
        "The score is outside 40 to 60% against {}. The ladder begins with its middle rung and learns from \
         some 25 moves; until then it plays too weakly against a deep search. Near the top the rungs play \
         the same move so often that a game tells little about which of them it was, and a posterior mean \
         lies inside the ends of the ladder.",
        listed(&outside)
    )
}

fn figure(rows: &[Row<'_>]) -> Picture {
    let point = |row: &Row<'_>| Point {
        x: f64::from(row.depth),
        y: 100.0 * row.score(),
        interval: Some((100.0 * row.interval.low, 100.0 * row.interval.high)),
    };
    let paper = |row: &Row<'_>| Point::new(f64::from(row.depth), 100.0 * row.paper);
    let ends = [3.0, 27.0];
    let said: Vec<String> =
        rows.iter().map(|row| format!("{:.0}% at depth {}", 100.0 * row.score(), row.depth)).collect();
    Picture {
        caption: "What the ladder scored against MCTS with different caps on the depth of its tree, in \
                  percent, with 95% intervals; grey: the paper, as far as its figure 6 can be read. The \
                  dashed line is an even match."
            .into(),
        description: format!("The ladder's score by depth of the bot: {}.", listed(&said)),
        drawing: Drawing::Plot(Figure {
            x: Axis::new("depth cap of the bot").from_to(ends[0], ends[1]),
            y: Axis::new("score of the ladder, percent").from_to(0.0, 100.0),
            series: vec![
                Series {
                    name: "ours".into(),
                    points: rows.iter().map(point).collect(),
                    style: Style::Measured,
                },
                Series {
                    name: "the paper".into(),
                    points: rows.iter().map(paper).collect(),
                    style: Style::Paper,
                },
                Series {
                    name: "even".into(),
                    points: ends.map(|x| Point::new(x, 50.0)).to_vec(),
                    style: Style::Even,
                },
            ],
        }),
    }
}

fn ladder_table(rows: &[Row<'_>]) -> Table {
    let row = |row: &Row<'_>| {
        let Row { depth, paper, meeting, interval, .. } = row;
        vec![
            Cell::words(format!("mcts depth {depth}")),
            Cell::Count(meeting.all.games()),
            Cell::Results(meeting.seats[0]),
            Cell::Results(meeting.seats[1]),
            share(&meeting.all),
            Cell::Shares(interval.low, interval.high),
            Cell::Words(format!(
                "{} {:.0}",
                if *paper > 0.5 { "a little over" } else { "about" },
                100.0 * paper.min(0.6)
            )),
        ]
    };
    let mut columns = Column::all(["bot", "games", "ladder first", "ladder second", "score", "95%"]);
    columns.push(Column::paper("paper, read off its figure"));
    Table {
        name: "ladder".into(),
        caption:
            "Wins, draws and losses of the ladder in the first and the second seat, and its score in percent."
                .into(),
        columns,
        rows: rows.iter().map(row).collect(),
    }
}

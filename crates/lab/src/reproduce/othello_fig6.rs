//! Figure 6 of Takagi 2021: the ladder against MCTS with depth caps of 5, 10, 15, 20 and 25.
//!
//! The paper let every search think for up to 8 s; ours has 2000 playouts, so that a seed determines the
//! games. The bots also play each other: how even the ladder can be depends on how far apart its rungs are.

use anyhow::{Result, bail};

use super::{Context, Experiment, listed, plan, provenance};
use crate::Evidence;
use crate::plan::{Pairing, Scheme};
use crate::run_report::{conduct_table, players_table, ratings_of, results_table, share};
use crate::{PairingResult, Plan};
use report::plot::{Axis, Figure, Point, Series, Style};
use report::{Block, Cell, Column, Drawing, Picture, Report, Section, Table, short_names};
use statistics::Interval;
use statistics::{Rating, Unrateable};

pub(super) const EXPERIMENT: Experiment = Experiment {
    id: "othello-fig6",
    about: "Othello: how even the ladder is with searches of different depth (Takagi 2021, figure 6)",
    quick: 1.0,
    run: |context| report(&context.runner.games(plans(context))?),
};

/// The depth caps of the bots, and the ladder's share of wins as far as it can be read off the paper's
/// figure: "a little over 60%" and "about 50%".
const BOTS: [(u32, f64); 5] = [(5, 0.61), (10, 0.5), (15, 0.5), (20, 0.5), (25, 0.5)];

/// Games against each bot in the paper.
const PAPER_GAMES: u64 = 50;

/// Playouts of a search, for the ladder's rungs and for the bots.
pub(super) const PLAYOUTS: u64 = 2000;

/// The bot with this depth cap.
pub(super) fn bot(depth: u32) -> String {
    format!("mcts:depth={depth},playouts={PLAYOUTS}")
}

/// Two plans: the ladder against every bot, and the bots among themselves.
fn plans(context: &Context<'_>) -> Vec<Plan> {
    let bots: Vec<String> = BOTS.iter().map(|&(depth, _)| bot(depth)).collect();
    let ladder = format!("ladder:playouts={PLAYOUTS}");
    let games = context.scaled_games(PAPER_GAMES);
    let plan = |title: &str, opponents, scheme| {
        plan("othello", title, opponents, Pairing::Scheme(scheme), games, context.seed)
    };
    vec![
        plan(
            "The ladder against searches of different depth",
            [vec![ladder], bots.clone()].concat(),
            Scheme::Gauntlet,
        ),
        plan("Searches of different depth among themselves", bots, Scheme::RoundRobin),
    ]
}

fn report(evidence: &[Evidence]) -> Result<Report> {
    let [ladder, bots] = evidence else {
        bail!("found {} plans, expected two", evidence.len());
    };
    let spread = spread(bots);
    let results = ladder.results();
    let (intervals, _) = ladder.intervals(&results);
    let rows: Vec<Row<'_>> = BOTS
        .into_iter()
        .zip(results.pairings.iter().zip(&intervals))
        .map(|((depth, paper), (meeting, &interval))| Row { depth, paper, meeting, interval })
        .filter(|row| row.meeting.all.games() > 0)
        .collect();
    let names = short_names(&ladder.plan.opponents);
    let sections = vec![
        Section::new(
            "The ladder",
            vec![
                Block::text(
                    "The ladder observes which of its seven searches would have played the opponent's \
                     moves, and answers with the search nearest to their mean. The claim is that it scores \
                     about 50% against players of different strength.",
                ),
                Block::Figure(figure(&rows)),
                Block::Table(ladder_table(&rows)),
                Block::text(difference(&rows)),
            ],
        ),
        bots_section(bots, &spread),
        Section::new(
            "Lengths, times and forfeits",
            vec![
                Block::Table(conduct_table(&results, &names)),
                Block::Table(players_table(&ladder.plan, &names)),
            ],
        ),
    ];
    Ok(Report {
        title: "The ladder against searches of different depth".into(),
        lead: lead(&rows, &spread),
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
}

fn lead(rows: &[Row<'_>], spread: &Result<Rating, Unrateable>) -> String {
    if rows.is_empty() {
        return "No game has been played so far.".to_owned();
    }
    let shares: Vec<String> = rows
        .iter()
        .map(|row| format!("{:.1}% (depth {})", 100.0 * row.meeting.all.score(), row.depth))
        .collect();
    let even = rows.iter().filter(|row| row.interval.contains(0.5)).count();
    let games = rows.first().map_or(0, |row| row.meeting.all.games());
    format!(
        "Figure 6 of Takagi 2021, played again with {PLAYOUTS} playouts a search instead of 8 s a move, \
         {games} games against each bot. The ladder scored {}. The paper has a little over 60% against \
         depth 5 and about 50% against the others. Even (50%) is in the 95% interval of {even} of the {} \
         pairings.{}",
        listed(&shares),
        rows.len(),
        worth(spread),
    )
}

/// Where we differ from the paper, and the likely reason.
fn difference(rows: &[Row<'_>]) -> String {
    let outside = rows.iter().filter(|row| !row.interval.contains(row.paper));
    let apart: Vec<String> = outside.map(|row| format!("depth {}", row.depth)).collect();
    if apart.is_empty() {
        return "The paper's shares, as far as they can be read, are inside our intervals.".to_owned();
    }
    format!(
        "The paper's share is outside our interval for {}. The likely reason: ours searches {PLAYOUTS} \
         playouts and the paper's up to 8 s, so that both the bots and the ladder's rungs are at other \
         distances from each other than the paper's (next section).",
        listed(&apart)
    )
}

fn figure(rows: &[Row<'_>]) -> Picture {
    let point = |row: &Row<'_>| Point {
        x: f64::from(row.depth),
        y: 100.0 * row.meeting.all.score(),
        interval: Some((100.0 * row.interval.low, 100.0 * row.interval.high)),
    };
    let paper = |row: &Row<'_>| Point::new(f64::from(row.depth), 100.0 * row.paper);
    let ends = [3.0, 27.0];
    let said: Vec<String> = rows
        .iter()
        .map(|row| format!("{:.0}% at depth {}", 100.0 * row.meeting.all.score(), row.depth))
        .collect();
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
        let Row { depth, paper, meeting, interval } = row;
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

/// How much stronger the deepest bot is than the shallowest, if the games tell.
fn spread(bots: &Evidence) -> Result<Rating, Unrateable> {
    let players = bots.plan.opponents.len();
    let (ratings, _) = ratings_of(&bots.results(), players)?;
    Ok(ratings.difference(players.saturating_sub(1), 0))
}

/// What an even score is worth: much against bots of different strength, little against equals.
fn worth(spread: &Result<Rating, Unrateable>) -> &'static str {
    match spread {
        Ok(spread) if !spread.interval().contains(0.0) => {
            " The bots differ in strength, so that one opponent is even with all of them only if it adapts."
        }
        Ok(_) => {
            " But with so few playouts the results do not separate the shallowest from the deepest bot: \
             any of them would be about even with the others too, and the scores do not show whether the \
             ladder adapts."
        }
        Err(_) => "",
    }
}

/// How far apart the bots are.
fn bots_section(bots: &Evidence, spread: &Result<Rating, Unrateable>) -> Section {
    let results = bots.results();
    let names = short_names(&bots.plan.opponents);
    let (intervals, paired) = bots.intervals(&results);
    let mut table = results_table(&results, &names, &intervals, paired);
    table.name = "bots".into();
    let apart = match spread {
        Ok(spread) => {
            let Interval { low, high } = spread.interval();
            format!(
                "With {PLAYOUTS} playouts a search, the distance from depth {} to depth {} is {} Elo (95%: \
                 {}), by the model of Bradley and Terry over these games.{}",
                BOTS[0].0,
                BOTS[BOTS.len() - 1].0,
                Cell::Number(spread.elo, 0).shown(),
                Cell::Range(low, high, 0).shown(),
                worth(&Ok(*spread)),
            )
        }
        Err(error) => format!("The games give no ratings: {error}."),
    };
    Section::new("How far apart the bots are", vec![Block::text(apart), Block::Table(table)])
}

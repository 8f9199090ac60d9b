//! Figure 4 of Takagi 2021: the strength of MCTS by the cap on the depth of its tree.
//!
//! The paper's bots were rated by a server after games with people. Ours play each other and are rated from
//! these games.

use anyhow::{Result, bail};
use search::mcts::CapRule;

use super::super::{Context, Experiment, listed, provenance};
use super::{PLAYOUTS, READINGS, RUNGS, bot, plan};
use crate::plan::{Keep, Pairing, Scheme};
use crate::run_report::{conduct_table, cross_table, ratings_of, results_table, share};
use crate::{Evidence, Plan};
use report::plot::{Axis, Figure, Point, Series, Style};
use report::{
    Block, Cell, Column, Drawing, Picture, Report, Reproduction, Section, Table, Verdict, short_names,
};
use statistics::distribution::Z_95;
use statistics::{Interval, Rating};

pub(crate) const EXPERIMENT: Experiment = Experiment {
    id: "othello-fig4",
    about: "Othello: strength of a search by the cap on its depth (Takagi 2021, figure 4)",
    quick: 0.2,
    run: |context| report(&context.runner.games(plans(context))?),
};

/// The depth caps, and the ratings on Othello Quest where the paper's figure can be read: its lowest, and the
/// level it stays at from 25 on.
const DEPTHS: [(u32, Option<f64>); 6] =
    [(5, Some(980.0)), (10, None), (15, None), (20, None), (25, Some(1300.0)), (30, Some(1300.0))];

/// The rise from depth 5 to 25 in the paper.
const PAPER_RISE: f64 = 320.0;

/// The most that a rating may rise from depth 25 to 30 to be called level: a tenth of the paper's rise.
const LEVEL: f64 = PAPER_RISE / 10.0;

/// Games of each pairing; the paper does not say how many it had.
const GAMES: u64 = 200;

/// Three plans: the paper's depths against each other, the ladder's rungs against their neighbours, and the
/// deepest against the shallowest for every meaning of the cap.
fn plans(context: &Context<'_>) -> Vec<Plan> {
    let of = |depth| bot(depth, CapRule::default(), PLAYOUTS);
    let depths = DEPTHS.iter().map(|&(depth, _)| of(depth)).collect();
    let rungs: Vec<String> = RUNGS.into_iter().map(of).collect();
    let neighbours = (1..rungs.len()).map(|place| [place, place - 1]).collect();
    let ends = |(reading, _)| [RUNGS[RUNGS.len() - 1], RUNGS[0]].map(|depth| bot(depth, reading, PLAYOUTS));
    let readings: Vec<String> = READINGS.into_iter().flat_map(ends).collect();
    let pairs = (0..READINGS.len()).map(|reading| [2 * reading, 2 * reading + 1]).collect();
    let round_robin = Pairing::Scheme(Scheme::RoundRobin);
    [
        ("Strength by depth of the search", depths, round_robin),
        ("Each rung of the ladder against the one below it", rungs, Pairing::List(neighbours)),
        ("Depth 25 against depth 5, by what the cap does", readings, Pairing::List(pairs)),
    ]
    .map(|(title, opponents, pairing)| Plan {
        keep: Keep::Moves,
        ..plan(context, title, opponents, pairing, GAMES)
    })
    .to_vec()
}

fn report(evidence: &[Evidence]) -> Result<Report> {
    let [depths, rungs, readings] = evidence else {
        bail!("found {} plans, expected three", evidence.len());
    };
    let results = depths.results();
    let names = short_names(&depths.plan.opponents);
    let (intervals, paired) = depths.intervals(&results);
    let ratings = ratings_of(&results, names.len()).map(|(ratings, _)| {
        let base = DEPTHS[0].1.unwrap_or_default();
        let from_base = |player| {
            let distance = ratings.difference(player, 0);
            Rating { elo: base + distance.elo, ..distance }
        };
        (0..names.len()).map(from_base).collect::<Vec<_>>()
    });
    let (lead, blocks) = match &ratings {
        Err(error) => (
            format!("{} games have been played so far; they give no ratings: {error}.", results.played),
            Vec::new(),
        ),
        Ok(ratings) => (
            lead(ratings, results.played),
            vec![
                Block::Table(table(ratings)),
                Block::Figure(figure(ratings)),
                Block::text(difference(ratings)),
            ],
        ),
    };
    let games = vec![
        Block::Table(cross_table(&results, &names)),
        Block::Table(results_table(&results, &names, &intervals, paired)),
        Block::Table(conduct_table(&results, &names)),
    ];
    Ok(Report {
        title: "Strength of a search by the depth of its tree".into(),
        verdict: ratings.ok().map(|ratings| verdict(&ratings)),
        lead,
        sections: vec![
            Section::new("Ratings", blocks),
            rungs_section(rungs),
            Section::new(
                "What the cap does",
                vec![
                    Block::Table(readings_table(readings)),
                    Block::text(format!(
                        "The paper does not say what happens below the cap. Where the playout goes on to \
                         the end of the game, {PLAYOUTS} playouts hardly build a tree as deep as the cap, \
                         and all depths are one player. Where the playout ends at the cap and whoever has \
                         more discs there counts as the winner, a deeper cap sees more of the game."
                    )),
                ],
            ),
            Section::new(
                "The games",
                vec![Block::Folded { summary: "Every pairing of the depths".into(), blocks: games }],
            ),
        ],
        provenance: provenance(evidence)?,
        ..Report::default()
    })
}

/// The distance from the first to the depth at `place`, with its interval.
fn rise(ratings: &[Rating], place: usize) -> (f64, Interval) {
    let base = ratings[0].elo;
    let Interval { low, high } = ratings[place].interval();
    (ratings[place].elo - base, Interval { low: low - base, high: high - base })
}

/// Two parts: the rating rises with every depth up to 25, and hardly from there to 30.
fn verdict(ratings: &[Rating]) -> Verdict {
    let (whole, _) = rise(ratings, 4);
    let step = ratings[5].elo - ratings[4].elo;
    let rises = ratings[..5].windows(2).all(|two| two[1].elo > two[0].elo);
    let level = step <= LEVEL;
    Verdict {
        finding: "The strength of MCTS rises with the cap on its depth and is level from depth 25 on".into(),
        paper: format!("+{PAPER_RISE:.0} from depth 5 to 25, 0 from 25 to 30"),
        ours: format!("{whole:+.0} Elo from depth 5 to 25, {step:+.0} from 25 to 30"),
        outcome: Reproduction::of_parts(usize::from(rises) + usize::from(level), 2),
    }
}

fn lead(ratings: &[Rating], games: u64) -> String {
    let (whole, Interval { low, high }) = rise(ratings, 4);
    format!(
        "Figure 4 of Takagi 2021, played again as a round robin of {games} games with {PLAYOUTS} playouts \
         a search instead of a server's games with people. From depth 5 to 25 the rating changes by {} Elo \
         (95%: {}), from 25 to 30 by {}; in the paper it rises from about 980 to about 1300, and no \
         further after depth 25. Ours is put at 980 for depth 5: only distances can be compared.",
        Cell::Number(whole, 0).shown(),
        Cell::Range(low, high, 0).shown(),
        Cell::Number(ratings[5].elo - ratings[4].elo, 0).shown(),
    )
}

/// Where we differ from the paper, and the likely reason.
fn difference(ratings: &[Rating]) -> String {
    let (whole, interval) = rise(ratings, 4);
    let distance = if interval.contains(PAPER_RISE) {
        "The paper's distance of 320 from depth 5 to 25 is inside our interval.".to_owned()
    } else {
        let direction = if whole < PAPER_RISE { "smaller" } else { "larger" };
        format!(
            "Our distance from depth 5 to 25 is {direction} than the paper's 320. A server rates by games \
             with people, whose results are on another scale than games between bots."
        )
    };
    let Rating { elo, error } = ratings[5];
    let level = if elo - Z_95 * error > ratings[4].elo {
        " The paper's curve is level after 25 because its searches then used up their 8 s; ours have a \
         number of playouts and no clock, so that a deeper cap still helps."
    } else {
        ""
    };
    distance + level
}

/// Each rung against the one below it.
fn rungs_section(evidence: &Evidence) -> Section {
    let results = evidence.results();
    let (intervals, _) = evidence.intervals(&results);
    let rows = results.pairings.iter().zip(&intervals).map(|(meeting, interval)| {
        let [upper, lower] = meeting.pair.map(|place| Cell::Count(u64::from(RUNGS[place])));
        let shares = Cell::Shares(interval.low, interval.high);
        vec![upper, lower, Cell::Count(meeting.all.games()), share(&meeting.all), shares]
    });
    let table = Table {
        name: "rungs".into(),
        caption: "Score of each rung of the ladder against the one below it, in percent.".into(),
        columns: Column::all(["rung", "against", "games", "score", "95%"]),
        rows: rows.collect(),
    };
    Section::new("The rungs of the ladder", vec![Block::Table(table)])
}

/// Depth 25 against depth 5 for every meaning of the cap.
fn readings_table(evidence: &Evidence) -> Table {
    let results = evidence.results();
    let (intervals, _) = evidence.intervals(&results);
    let meetings = READINGS.into_iter().zip(results.pairings.iter().zip(&intervals));
    let row =
        |((reading, words), (meeting, interval)): ((CapRule, &str), (&crate::PairingResult, &Interval))| {
            vec![
                Cell::words(reading.as_str()),
                Cell::words(words),
                Cell::Count(meeting.all.games()),
                share(&meeting.all),
                Cell::Shares(interval.low, interval.high),
            ]
        };
    Table {
        name: "readings".into(),
        caption: format!(
            "Score of depth 25 against depth 5 in percent, {PLAYOUTS} playouts, by what the cap does."
        ),
        columns: Column::all(["cap", "what it does", "games", "score", "95%"]),
        rows: meetings.map(row).collect(),
    }
}

fn figure(ratings: &[Rating]) -> Picture {
    let ours = |(rating, &(depth, _)): (&Rating, &(u32, Option<f64>))| {
        let interval = rating.interval();
        Point { x: f64::from(depth), y: rating.elo, interval: Some((interval.low, interval.high)) }
    };
    let paper =
        |&(depth, rating): &(u32, Option<f64>)| rating.map(|rating| Point::new(f64::from(depth), rating));
    let said: Vec<String> = ratings
        .iter()
        .zip(DEPTHS)
        .map(|(rating, (depth, _))| format!("{:.0} at depth {depth}", rating.elo))
        .collect();
    Picture {
        caption: "Rating by cap on the depth of the tree, with the 95% interval of the distance to depth \
                  5, which is put at the paper's 980; grey: the ends of the paper's curve, read off its \
                  figure 4."
            .into(),
        description: format!("Ratings: {}.", listed(&said)),
        drawing: Drawing::Plot(Figure {
            x: Axis::new("depth cap").from_to(3.0, 32.0),
            y: Axis::new("rating, Elo"),
            series: vec![
                Series {
                    name: "ours".into(),
                    points: ratings.iter().zip(&DEPTHS).map(ours).collect(),
                    style: Style::Measured,
                },
                Series {
                    name: "the paper".into(),
                    points: DEPTHS.iter().filter_map(paper).collect(),
                    style: Style::Paper,
                },
            ],
        }),
    }
}

fn table(ratings: &[Rating]) -> Table {
    let row = |(rating, (depth, paper)): (&Rating, (u32, Option<f64>))| {
        let interval = rating.interval();
        vec![
            Cell::Count(u64::from(depth)),
            Cell::Number(rating.elo, 0),
            if rating.error > 0.0 { Cell::Range(interval.low, interval.high, 0) } else { Cell::Nothing },
            paper.map_or(Cell::Nothing, |paper| Cell::words(format!("about {paper:.0}"))),
        ]
    };
    let mut columns = Column::all(["depth cap", "Elo", "95%"]);
    columns.push(Column::paper("paper, read off its figure"));
    Table {
        name: "depths".into(),
        caption: "Ratings by the model of Bradley and Terry, a draw as half a win, depth 5 at 980; the \
                  interval is that of the distance to depth 5."
            .into(),
        columns,
        rows: ratings.iter().zip(DEPTHS).map(row).collect(),
    }
}

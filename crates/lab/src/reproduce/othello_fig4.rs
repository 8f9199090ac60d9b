//! Figure 4 of Takagi 2021: the strength of MCTS by the cap on the depth of its tree.
//!
//! The paper's bots were rated by a server after games with people. Ours play each other and are rated from
//! these games.

use super::othello_fig6::{PLAYOUTS, bot};
use super::{Context, Experiment, plan};
use crate::Evidence;
use crate::plan::{Keep, Pairing, Scheme};
use crate::run_report::{conduct_table, cross_table, ratings_of, results_table};
use crate::{Plan, PlanError};
use report::plot::{Axis, Figure, Point, Series, Style};
use report::{Block, Cell, Column, Drawing, Picture, Report, Section, Table, short_names};
use statistics::Rating;
use statistics::distribution::Z_95;

pub(super) const EXPERIMENT: Experiment = Experiment {
    id: "othello-fig4",
    about: "Othello: strength of a search by the cap on its depth (Takagi 2021, figure 4)",
    quick: 0.5,
    run: |context| Ok(report(&context.games(games(context))?)?),
};

/// The depth caps, and the ratings on Othello Quest where the paper's figure can be read: its lowest, and the
/// level it stays at from 25 on.
const DEPTHS: [(u32, Option<f64>); 6] =
    [(5, Some(980.0)), (10, None), (15, None), (20, None), (25, Some(1300.0)), (30, Some(1300.0))];

/// Games of each pairing; the paper does not say how many it had. The intervals are then about 20 Elo either
/// way.
const GAMES: u64 = 200;

fn games(context: &Context<'_>) -> Plan {
    let opponents = DEPTHS.iter().map(|&(depth, _)| bot(depth)).collect();
    let (pairing, games) = (Pairing::Scheme(Scheme::RoundRobin), context.scaled_games(GAMES));
    let title = "Strength by depth of the tree";
    Plan { keep: Keep::Moves, ..plan("othello", title, opponents, pairing, games, context.seed) }
}

fn report(evidence: &Evidence) -> Result<Report, PlanError> {
    let results = evidence.results();
    let names = short_names(&evidence.plan.opponents);
    let (intervals, paired) = evidence.intervals(&results);
    let base = DEPTHS[0].1.unwrap_or_default();
    let (lead, blocks) = match ratings_of(&results, names.len()) {
        Err(error) => (
            format!("{} games have been played so far; they give no ratings: {error}.", results.played),
            Vec::new(),
        ),
        Ok((ratings, _)) => {
            let ratings: Vec<Rating> = (0..names.len())
                .map(|player| {
                    let distance = ratings.difference(player, 0);
                    Rating { elo: base + distance.elo, ..distance }
                })
                .collect();
            let blocks = vec![
                Block::Figure(figure(&ratings)),
                Block::Table(table(&ratings)),
                Block::text(difference(&ratings)),
            ];
            (lead(&ratings, results.played), blocks)
        }
    };
    let sections = vec![
        Section::new("Ratings", blocks),
        Section::new(
            "Results",
            vec![
                Block::Table(cross_table(&results, &names)),
                Block::Table(results_table(&results, &names, &intervals, paired)),
                Block::Table(conduct_table(&results, &names)),
            ],
        ),
    ];
    let title = "Strength of a search by the depth of its tree".to_owned();
    Ok(Report { title, lead, sections, provenance: vec![evidence.provenance()?], ..Report::default() })
}

fn lead(ratings: &[Rating], games: u64) -> String {
    let elo = |at: usize| ratings.get(at).map_or(0.0, |rating| rating.elo);
    let rise = elo(4) - elo(0);
    let half = Z_95 * ratings.get(4).map_or(0.0, |rating| rating.error);
    format!(
        "Figure 4 of Takagi 2021, played again as a round robin of {games} games with {PLAYOUTS} playouts \
         a search instead of a server's games with people. From depth 5 to 25 the rating changes by {} Elo \
         (95%: {}), from 25 to 30 by {}; in the paper it rises from about 980 to about 1300, and no \
         further after depth 25. Ours is put at 980 for depth 5: only distances can be compared.",
        Cell::Number(rise, 0).shown(),
        Cell::Range(rise - half, rise + half, 0).shown(),
        Cell::Number(elo(5) - elo(4), 0).shown(),
    )
}

/// Where we differ from the paper, and the likely reason.
fn difference(ratings: &[Rating]) -> String {
    let (Some(first), Some(deepest)) = (ratings.first(), ratings.get(4)) else { return String::new() };
    let (ours, papers) = (deepest.elo - first.elo, 320.0);
    let half = Z_95 * deepest.error;
    if (ours - papers).abs() <= half {
        return "The paper's distance of 320 from depth 5 to 25 is inside our interval.".to_owned();
    }
    let direction = if ours < papers { "smaller" } else { "larger" };
    format!(
        "Our distance from depth 5 to 25 is {direction} than the paper's 320. The likely reasons: most of \
         a tree of {PLAYOUTS} playouts is nearer to its root than the smallest cap, so that the caps \
         change little, and a search of 8 s grows deeper; and a server rates by games with people, whose \
         results are on another scale than games between bots."
    )
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
        description: format!("Ratings: {}.", super::listed(&said)),
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

//! selectQ on the usual board, where Li and Yokoyama 2022 have no table: our continuation of their table 1.

use anyhow::{Result, bail};
use games::Game;
use games::kalah::Kalah;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{Context, Experiment, listed, plan, provenance};
use crate::plan::{Keep, Pairing, Scheme};
use crate::run_report::share;
use crate::{Evidence, PairingResult, Plan};
use opponents::Reason;
use report::plot::{Axis, Figure, Point, Series, Style};
use report::{Block, Cell, Column, Drawing, Picture, Report, Reproduction, Section, Table, Verdict};
use statistics::Interval;

pub(super) const EXPERIMENT: Experiment = Experiment {
    id: "kalah-usual",
    about: "Kalah: how even selectQ is on the usual board, with searched values (after Li and Yokoyama 2022)",
    quick: 0.25,
    run: |context| report(&context.runner.games(plans(context))?),
};

/// Who selectQ meets.
const OTHERS: [&str; 3] = ["random", "alphabeta:depth=1", "alphabeta:depth=3"];

/// The depths of the search that gives a move its value; the first is the player's own.
const DEPTHS: [u32; 3] = [4, 2, 6];

/// Levels that are kept through a game, to see which of them would be even.
const LEVELS: [f64; 7] = [0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0];

/// Games against each at full scale, and of each level that is kept.
const GAMES: [u64; 2] = [400, 100];

/// Openings, each played by both sides, and their length: without them a player that always makes the same
/// move in a position repeats its games.
const OPENINGS: (u64, usize) = (200, 4);

/// What counts as even.
const EVEN: std::ops::RangeInclusive<f64> = 0.4..=0.6;

/// One plan for each depth, and one for the levels that are kept.
fn plans(context: &Context<'_>) -> Vec<Plan> {
    let others = OTHERS.map(str::to_owned);
    let of_depth = |depth: u32| {
        let players = [vec![format!("select-q:depth={depth}")], others.to_vec()].concat();
        let games = context.scaled_games(GAMES[0]);
        let pairing = Pairing::Scheme(Scheme::Gauntlet);
        plan(
            "kalah",
            &format!("selectQ with searches of depth {depth}"),
            players,
            pairing,
            games,
            context.seed,
        )
    };
    let levels = LEVELS.map(|level| format!("select-q:beta=0,level={level}"));
    let pairs = (0..LEVELS.len())
        .flat_map(|level| (LEVELS.len()..LEVELS.len() + OTHERS.len()).map(move |other| [level, other]));
    let kept = Plan {
        keep: Keep::Moves,
        ..plan(
            "kalah",
            "selectQ at levels that are kept",
            [levels.to_vec(), others.to_vec()].concat(),
            Pairing::List(pairs.collect()),
            context.scaled_games(GAMES[1]),
            context.seed,
        )
    };
    let openings = openings(context.seed);
    let all = DEPTHS.into_iter().map(of_depth).chain([kept]);
    all.map(|plan| Plan { openings: openings.clone(), ..plan }).collect()
}

/// Random moves from the start.
fn openings(seed: u64) -> Vec<String> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut moves = Vec::new();
    let mut opening = |_| {
        let mut game = Kalah::default();
        let mut played = Vec::new();
        for _ in 0..OPENINGS.1 {
            game.legal_moves(&mut moves);
            let mv = moves[rng.random_range(..moves.len())];
            played.push(mv.to_string());
            game.apply(mv);
        }
        played.join(" ")
    };
    (0..OPENINGS.0).map(&mut opening).collect()
}

/// selectQ's games against one player.
struct Row<'a> {
    other: &'static str,
    meeting: &'a PairingResult,
    interval: Interval,
    /// The mean of the last level in a game.
    level: Option<f64>,
}

fn rows<'a>(results: &'a crate::PlanResults, evidence: &Evidence) -> Vec<Row<'a>> {
    let (intervals, _) = evidence.intervals(results);
    let mut levels = vec![Vec::new(); OTHERS.len()];
    for game in &evidence.games {
        let notes = game.notes.as_deref().unwrap_or_default().lines().rev();
        let reasons = notes.filter_map(|note| note.splitn(3, '\t').nth(2)).map(Reason::from_stored);
        let level = reasons.into_iter().find_map(|reason| match reason {
            Reason::SelectQ { level, .. } => Some(level),
            _ => None,
        });
        levels[evidence.plan.place(game.number).0].extend(level);
    }
    let mean =
        |levels: &Vec<f64>| (!levels.is_empty()).then(|| levels.iter().sum::<f64>() / levels.len() as f64);
    let meetings = OTHERS.into_iter().zip(results.pairings.iter().zip(intervals)).zip(&levels);
    let row = |((other, (meeting, interval)), levels): ((&'static str, (&'a PairingResult, Interval)), _)| {
        Row { other, meeting, interval, level: mean(levels) }
    };
    meetings.map(row).filter(|row| row.meeting.all.games() > 0).collect()
}

fn report(evidence: &[Evidence]) -> Result<Report> {
    let [depths @ .., kept] = evidence else {
        bail!("found no plan, expected {}", DEPTHS.len() + 1);
    };
    let results: Vec<_> = depths.iter().map(Evidence::results).collect();
    let all: Vec<Vec<Row<'_>>> = results.iter().zip(depths).map(|(all, games)| rows(all, games)).collect();
    let own = all.first().map(Vec::as_slice).unwrap_or_default();
    let even = own.iter().filter(|row| EVEN.contains(&row.meeting.all.score())).count();
    let shown = |row: &Row<'_>| format!("{:.1}% against {}", 100.0 * row.meeting.all.score(), row.other);
    let scores: Vec<String> = own.iter().map(shown).collect();
    let kept = kept_scores(kept);
    Ok(Report {
        title: "selectQ on the usual board".into(),
        verdict: (!scores.is_empty()).then(|| Verdict {
            finding: "selectQ comes near an even score against players of different strength".into(),
            paper: "50.4% and 56.4% of games not won by a random player, on two small boards".into(),
            ours: listed(&scores),
            outcome: Reproduction::of_parts(even, OTHERS.len()),
        }),
        lead: "The paper learns a table of every position, which the usual board is too large for. Here the \
               value of a move is that of a search, and the rest is as in the paper: the level is drawn at \
               random for each game and follows the other side's moves. Between 40% and 60% counts as even."
            .into(),
        sections: vec![
            Section::new("Scores", vec![Block::Table(scores_table(&all))]),
            Section::new(
                "Which level would be even",
                vec![
                    Block::Table(levels_table(&kept)),
                    Block::Figure(figure(&kept)),
                    Block::text(why(own, &kept)),
                ],
            ),
        ],
        provenance: provenance(evidence)?,
        ..Report::default()
    })
}

fn scores_table(all: &[Vec<Row<'_>>]) -> Table {
    let of_depth = |(depth, rows): (u32, &Vec<Row<'_>>)| {
        let row = |row: &Row<'_>| {
            vec![
                Cell::Count(depth.into()),
                Cell::words(row.other),
                Cell::Count(row.meeting.all.games()),
                Cell::Results(row.meeting.all),
                share(&row.meeting.all),
                Cell::Shares(row.interval.low, row.interval.high),
                row.level.map_or(Cell::Nothing, |level| Cell::Number(level, 2)),
            ]
        };
        rows.iter().map(row).collect::<Vec<_>>()
    };
    Table {
        name: "scores".into(),
        caption: format!(
            "Wins, draws and losses of selectQ on the usual board (six houses, four seeds), its score in \
             percent with the 95% interval, and its mean level at the end of a game, by the depth of its \
             search ({} is its own).",
            DEPTHS[0]
        ),
        columns: Column::all(["depth", "against", "games", "won/drawn/lost", "score", "95%", "level"]),
        rows: DEPTHS.into_iter().zip(all).flat_map(of_depth).collect(),
    }
}

/// The score of each level that is kept, against each player; `None` without games.
fn kept_scores(evidence: &Evidence) -> Vec<[Option<f64>; OTHERS.len()]> {
    let results = evidence.results();
    let score = |meeting: &PairingResult| (meeting.all.games() > 0).then(|| meeting.all.score());
    let chunks = results.pairings.chunks_exact(OTHERS.len());
    chunks.map(|chunk| std::array::from_fn(|place| score(&chunk[place]))).collect()
}

fn levels_table(kept: &[[Option<f64>; OTHERS.len()]]) -> Table {
    let row = |(level, scores): (f64, &[Option<f64>; OTHERS.len()])| {
        let cells = scores.iter().map(|score| score.map_or(Cell::Nothing, Cell::Share));
        std::iter::once(Cell::Number(level, 1)).chain(cells).collect()
    };
    let mut columns = vec![Column::ours("level")];
    columns.extend(OTHERS.map(|other| Column::ours(format!("against {other}"))));
    Table {
        name: "levels".into(),
        caption: "Score of selectQ in percent where the level does not move (beta 0).".into(),
        columns,
        rows: LEVELS.into_iter().zip(kept).map(row).collect(),
    }
}

fn figure(kept: &[[Option<f64>; OTHERS.len()]]) -> Picture {
    let series = |(place, other): (usize, &str)| Series {
        name: other.to_owned(),
        points: LEVELS
            .into_iter()
            .zip(kept)
            .filter_map(|(level, scores)| Some(Point::new(level, 100.0 * scores[place]?)))
            .collect(),
        style: Style::Measured,
    };
    let mut all: Vec<Series> = OTHERS.into_iter().enumerate().map(series).collect();
    let ends = [LEVELS[0], LEVELS[LEVELS.len() - 1]];
    all.push(Series {
        name: "even".into(),
        points: ends.map(|x| Point::new(x, 50.0)).to_vec(),
        style: Style::Even,
    });
    Picture {
        caption: "Score by the level that is kept through a game; the dashed line is an even match.".into(),
        description: "Three curves; the table above has their values.".into(),
        drawing: Drawing::Plot(Figure {
            x: Axis::new("level, share of the range of values").from_to(ends[0], ends[1]),
            y: Axis::new("score of selectQ, percent").from_to(0.0, 100.0),
            series: all,
        }),
    }
}

/// The lowest level that would be even against the player at `place`: where its scores first reach one half.
fn even_level(kept: &[[Option<f64>; OTHERS.len()]], place: usize) -> Option<f64> {
    let mut points = LEVELS.into_iter().zip(kept).filter_map(|(level, scores)| Some((level, scores[place]?)));
    let mut before = points.next()?;
    if before.1 >= 0.5 {
        return Some(before.0);
    }
    for point in points {
        if point.1 >= 0.5 {
            let share = (0.5 - before.1) / (point.1 - before.1);
            return Some(before.0 + share * (point.0 - before.0));
        }
        before = point;
    }
    None
}

/// Where selectQ is not even, and the level it ends at beside the one that would be.
fn why(rows: &[Row<'_>], kept: &[[Option<f64>; OTHERS.len()]]) -> String {
    let outside = rows.iter().enumerate().filter(|(_, row)| !EVEN.contains(&row.meeting.all.score()));
    let said: Vec<String> = outside
        .map(|(place, row)| {
            let needed = match even_level(kept, place) {
                Some(level) => format!("a level of {level:.2} would be even"),
                None => "no level reaches half of the points".to_owned(),
            };
            let shown =
                row.level.map_or_else(String::new, |level| format!("its moves show {level:.2}, and "));
            format!("against {} {shown}{needed}", row.other)
        })
        .collect();
    if said.is_empty() {
        return "Every score is between 40 and 60%.".to_owned();
    }
    format!(
        "Where the score is not even, {}. A share of the range is no measure of strength: a player who finds \
         the best move wherever much is at stake and errs where little is loses few seeds, while selectQ \
         gives up the same share of every range, large or small. And the level is drawn at random: the first \
         moves of a game, of which a Kalah game has few, are played at any strength.",
        listed(&said)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_even_level_lies_between_the_scores_around_one_half() {
        let mut kept = vec![[Some(0.1), None, Some(0.7)]; LEVELS.len()];
        kept[3][0] = Some(0.4);
        kept[4][0] = Some(0.6);
        let level = even_level(&kept, 0).unwrap();
        assert!((level - 0.75).abs() < 1e-9, "{level}");
        assert_eq!((even_level(&kept, 1), even_level(&kept, 2)), (None, Some(0.4)));
    }

    #[test]
    fn openings_differ_and_follow_from_the_seed() {
        let all = openings(3);
        assert_eq!((all.len() as u64, &all), (OPENINGS.0, &openings(3)));
        assert!(all.iter().collect::<std::collections::BTreeSet<_>>().len() > 100);
    }
}

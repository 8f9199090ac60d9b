//! The report of any plan.

use games::Side;

use report::{Block, Cell, Column, Dot, Dots, Drawing, Picture, Report, Section, Table, short_names};
use statistics::{Interval, Pairing, RatingModel, Ratings, Tally, Unrateable};

use crate::{Evidence, Meeting, Plan, PlanError, Results};

mod mistakes;
mod sample;

pub use mistakes::add_mistakes;
pub(crate) use sample::Sample;

/// The report on the games of a plan.
///
/// # Errors
/// The plan has no text.
pub fn run_report(evidence: &Evidence) -> Result<Report, PlanError> {
    let Evidence { plan, .. } = evidence;
    let results = evidence.results();
    let names = short_names(&plan.opponents);
    let title = match plan.title.as_str() {
        "" => format!("{}: {}", capital(&plan.game), names.join(", ")),
        title => title.to_owned(),
    };
    let mut sections = vec![results_section(evidence, &results, &names)];
    sections.push(ratings_section(&results, &names));
    sections.push(Section::new("Conduct", vec![Block::Table(conduct_table(&results, &names))]));
    sections.push(Section::new("Players", vec![Block::Table(players_table(plan, &names))]));
    Ok(Report {
        title,
        lead: lead(evidence, &results, &names),
        sections,
        provenance: vec![evidence.provenance()?],
        data: Vec::new(),
    })
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

fn lead(evidence: &Evidence, results: &Results, names: &[String]) -> String {
    let Results { meetings, played, total } = results;
    let mut first = Tally::default();
    for [a_first, b_first] in meetings.iter().map(|meeting| meeting.seats) {
        first.wins += a_first.wins + b_first.losses;
        first.draws += a_first.draws + b_first.draws;
        first.losses += a_first.losses + b_first.wins;
    }
    let game = capital(&evidence.plan.game);
    let unfinished = if played < total { format!(" of {total}") } else { String::new() };
    let games = match meetings.as_slice() {
        [only] => {
            let [a, b] = only.pair.map(|number| &names[number]);
            let (interval, _) = evidence.intervals(results);
            let score = scored(only.all.score(), interval.first().copied());
            format!("{played}{unfinished} games of {game}: {a} scored {score} against {b}.")
        }
        meetings => {
            format!(
                "{played}{unfinished} games of {game} between {} players in {} meetings.",
                names.len(),
                meetings.len()
            )
        }
    };
    let seat = scored(first.score(), Some(first.interval()));
    let forfeits = match meetings.iter().map(|meeting| meeting.forfeits.len()).sum() {
        0 => "No game was forfeited.".to_owned(),
        1 => "One game was forfeited.".to_owned(),
        faults => format!("{faults} games were forfeited."),
    };
    format!("{games} The first seat scored {seat}. {forfeits}")
}

/// A score with its interval, as a sentence has it.
fn scored(score: f64, interval: Option<Interval>) -> String {
    let interval = interval.map(|Interval { low, high }| format!(" ({})", Cell::Shares(low, high).shown()));
    format!("{}%{}", Cell::Share(score).shown(), interval.unwrap_or_default())
}

/// Who meets whom, as the line of a figure says it.
fn against(meeting: &Meeting, names: &[String]) -> String {
    let [a, b] = meeting.pair.map(|number| &names[number]);
    format!("{a} \u{2013} {b}")
}

/// More lines than these make no figure.
const DRAWN: usize = 40;

/// More columns than these make no cross table.
const ACROSS: usize = 12;

fn results_section(evidence: &Evidence, results: &Results, names: &[String]) -> Section {
    let (intervals, paired) = evidence.intervals(results);
    let mut blocks = vec![Block::Table(results_table(results, names, &intervals, paired))];
    if results.meetings.len() <= DRAWN {
        let dot = |(meeting, interval): (&Meeting, &Interval)| Dot {
            name: against(meeting, names),
            value: 100.0 * meeting.all.score(),
            interval: Some((100.0 * interval.low, 100.0 * interval.high)),
            paper: None,
        };
        let met = results.meetings.iter().zip(&intervals).filter(|(meeting, _)| meeting.all.games() > 0);
        let dots: Vec<Dot> = met.map(dot).collect();
        let said = dots.iter().map(|dot| format!("{} {:.1}%", dot.name, dot.value));
        blocks.push(Block::Figure(Picture {
            caption: "What the player named first scored against the other, in percent, with its 95% interval. The dashed line is an even match.".into(),
            description: format!("Scores by meeting: {}.", said.collect::<Vec<_>>().join("; ")),
            drawing: Drawing::Dots(Dots {
                label: "score of the player named first, percent".into(),
                range: Some((0.0, 100.0)),
                even: Some(50.0),
                dots,
            }),
        }));
    }
    if results.meetings.len() > 2 && names.len() <= ACROSS {
        blocks.push(Block::Table(cross_table(results, names)));
    }
    Section::new("Results", blocks)
}

/// A score, if there is a game.
pub(crate) fn share(tally: &Tally) -> Cell {
    if tally.games() == 0 { Cell::Nothing } else { Cell::Share(tally.score()) }
}

/// What A scored in every meeting.
pub(crate) fn results_table(
    results: &Results,
    names: &[String],
    intervals: &[Interval],
    paired: bool,
) -> Table {
    let row = |(meeting, interval): (&Meeting, &Interval)| {
        let [a, b] = meeting.pair.map(|number| Cell::words(&names[number]));
        let [first, second] = meeting.seats.map(Cell::Results);
        let score = share(&meeting.all);
        vec![
            a,
            b,
            Cell::Count(meeting.all.games()),
            first,
            second,
            score,
            Cell::Shares(interval.low, interval.high),
        ]
    };
    let how =
        if paired { "over pairs of games from the same opening, sides swapped" } else { "over single games" };
    Table {
        name: "results".into(),
        caption: format!(
            "Wins, draws and losses of A in the first and in the second seat, and its score in percent with the 95% interval, {how}."
        ),
        columns: Column::all(["A", "B", "games", "A first", "A second", "score", "95%"]),
        rows: results.meetings.iter().zip(intervals).map(row).collect(),
    }
}

/// What everybody scored against everybody.
pub(crate) fn cross_table(results: &Results, names: &[String]) -> Table {
    let mut sums = vec![vec![(0.0, 0); names.len()]; names.len()];
    for meeting in results.meetings.iter().filter(|meeting| meeting.pair[0] != meeting.pair[1]) {
        let ([a, b], games, points) = (meeting.pair, meeting.all.games(), meeting.all.points());
        for (one, other, points) in [(a, b, points), (b, a, games as f64 - points)] {
            sums[one][other].0 += points;
            sums[one][other].1 += games;
        }
    }
    let share = |points: f64, games: u64| match games {
        0 => Cell::Nothing,
        games => Cell::Share(points / games as f64),
    };
    let row = |(number, row): (usize, &Vec<(f64, u64)>)| {
        let (points, games) = row.iter().fold((0.0, 0), |sum, cell| (sum.0 + cell.0, sum.1 + cell.1));
        let cells = row.iter().map(|&(points, games)| share(points, games));
        let name = Cell::words(format!("{}. {}", number + 1, names[number]));
        std::iter::once(name).chain(cells).chain([share(points, games), Cell::Count(games)]).collect()
    };
    let numbers = (1..=names.len()).map(|number| number.to_string());
    let heads =
        std::iter::once("player".to_owned()).chain(numbers).chain(["all".to_owned(), "games".to_owned()]);
    Table {
        name: "cross-table".into(),
        caption: "What the player of the line scored against the player of the column, in percent.".into(),
        columns: heads.map(Column::ours).collect(),
        rows: sums.iter().enumerate().map(row).collect(),
    }
}

/// Virtual draws where somebody won all games: BayesElo's number.
const VIRTUAL_DRAWS: f64 = 2.0;

/// The ratings of all players, and whether virtual draws were needed to make them finite.
///
/// # Errors
/// The games do not determine ratings.
pub(crate) fn ratings_of(results: &Results, players: usize) -> Result<(Ratings, bool), Unrateable> {
    let pairing = |meeting: &Meeting, seat: Side| {
        let tally = meeting.seats[seat.index()];
        let [a, b] = meeting.pair;
        let (wins, draws, losses) = (tally.wins as f64, tally.draws as f64, tally.losses as f64);
        match seat {
            Side::First => Pairing { first: a, second: b, wins, draws, losses },
            Side::Second => Pairing { first: b, second: a, wins: losses, draws, losses: wins },
        }
    };
    let met = results.meetings.iter().filter(|meeting| meeting.pair[0] != meeting.pair[1]);
    let pairings: Vec<Pairing> =
        met.flat_map(|meeting| Side::BOTH.map(|seat| pairing(meeting, seat))).collect();
    let model = RatingModel::default();
    match model.fit(players, &pairings) {
        Err(Unrateable::WonAll(_)) => {
            let model = RatingModel { virtual_draws: VIRTUAL_DRAWS, ..model };
            Ok((model.fit(players, &pairings)?, true))
        }
        ratings => Ok((ratings?, false)),
    }
}

fn ratings_section(results: &Results, names: &[String]) -> Section {
    let blocks = match ratings_of(results, names.len()) {
        Err(error) => vec![Block::text(format!("The games give no ratings: {error}."))],
        Ok((ratings, helped)) => {
            let mut order: Vec<usize> = (0..names.len()).collect();
            order.sort_by(|&one, &two| ratings.players[two].elo.total_cmp(&ratings.players[one].elo));
            let row = |&player: &usize| {
                let rating = ratings.players[player];
                let Interval { low, high } = rating.interval();
                vec![Cell::words(&names[player]), Cell::Number(rating.elo, 0), Cell::Range(low, high, 0)]
            };
            let dot = |&player: &usize| {
                let rating = ratings.players[player];
                let Interval { low, high } = rating.interval();
                Dot {
                    name: names[player].clone(),
                    value: rating.elo,
                    interval: Some((low, high)),
                    paper: None,
                }
            };
            let dots: Vec<Dot> = order.iter().map(dot).collect();
            let said = dots.iter().map(|dot| format!("{} {:.0}", dot.name, dot.value));
            let help = if helped {
                " Somebody won every game against others, so each player was given two virtual draws (BayesElo's prior); without them the distance would have no upper end."
            } else {
                ""
            };
            let table = Table {
                name: "ratings".into(),
                caption: format!(
                    "Ratings in Elo by the model of Bradley and Terry, a draw as half a win, the mean of all players at 0; with 95% intervals.{help}"
                ),
                columns: Column::all(["player", "Elo", "95%"]),
                rows: order.iter().map(row).collect(),
            };
            let figure = Picture {
                caption: "The ratings with their 95% intervals; the dashed line is the mean of all players."
                    .into(),
                description: format!("Ratings in Elo: {}.", said.collect::<Vec<_>>().join("; ")),
                drawing: Drawing::Dots(Dots { label: "Elo".into(), range: None, even: Some(0.0), dots }),
            };
            vec![Block::Table(table), Block::Figure(figure)]
        }
    };
    Section::new("Ratings", blocks)
}

/// How the games went, whoever won them.
pub(crate) fn conduct_table(results: &Results, names: &[String]) -> Table {
    let row = |meeting: &Meeting| {
        let [a, b] = meeting.pair.map(|number| Cell::words(&names[number]));
        let forfeits = Cell::Count(meeting.forfeits.len() as u64);
        let (distinct, of_distinct) = (Cell::Count(meeting.distinct), share(&meeting.of_distinct));
        let (plies, millis) = (meeting.mean_plies(), 1000.0 * meeting.seconds_a_move());
        vec![a, b, distinct, of_distinct, Cell::Number(plies, 1), Cell::Number(millis, 1), forfeits]
    };
    Table {
        name: "conduct".into(),
        caption: "Games that differ in at least one move and A's score in percent over these alone, moves of a game, milliseconds of a move over both sides, and games forfeited.".into(),
        columns: Column::all(["A", "B", "distinct", "score", "moves", "ms a move", "forfeits"]),
        rows: results.meetings.iter().map(row).collect(),
    }
}

/// Who is who.
pub(crate) fn players_table(plan: &Plan, names: &[String]) -> Table {
    let row = |(name, full): (&String, &String)| vec![Cell::words(name), Cell::words(full)];
    Table {
        name: "players".into(),
        caption: "The players with all their options.".into(),
        columns: Column::all(["player", "in full"]),
        rows: names.iter().zip(&plan.opponents).map(row).collect(),
    }
}

#[cfg(test)]
mod tests;

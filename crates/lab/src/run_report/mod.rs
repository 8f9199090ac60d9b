//! The report of any plan.

use games::Side;

use report::{Block, Cell, Column, Dot, Dots, Drawing, Picture, Report, Section, Table, short_names};
use statistics::{Interval, Pairing, RatingModel, Ratings, Tally, Unrateable};

use crate::{Evidence, PairingResult, Plan, PlanError, PlanResults};

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
    sections.push(Section::new(
        "Lengths, times and forfeits",
        vec![Block::Table(conduct_table(&results, &names))],
    ));
    sections.push(Section::new("Players", vec![Block::Table(players_table(plan, &names))]));
    Ok(Report {
        title,
        lead: lead(evidence, &results, &names),
        sections,
        provenance: vec![evidence.provenance()?],
        ..Report::default()
    })
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

fn lead(evidence: &Evidence, results: &PlanResults, names: &[String]) -> String {
    let PlanResults { pairings, played, total } = results;
    let mut first = Tally::default();
    for [a_first, b_first] in pairings.iter().map(|pairing| pairing.seats) {
        first.wins += a_first.wins + b_first.losses;
        first.draws += a_first.draws + b_first.draws;
        first.losses += a_first.losses + b_first.wins;
    }
    let game = capital(&evidence.plan.game);
    let unfinished = if played < total { format!(" of {total}") } else { String::new() };
    let games = match pairings.as_slice() {
        [only] => {
            let [a, b] = only.pair.map(|number| &names[number]);
            let (interval, _) = evidence.intervals(results);
            let score = scored(only.all.score(), interval.first().copied());
            format!("{played}{unfinished} games of {game}: {a} scored {score} against {b}.")
        }
        pairings => {
            format!(
                "{played}{unfinished} games of {game} between {} players in {} pairings.",
                names.len(),
                pairings.len()
            )
        }
    };
    let seat = scored(first.score(), Some(first.interval()));
    let forfeits = match pairings.iter().map(|pairing| pairing.forfeits.len()).sum() {
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
fn against(pairing: &PairingResult, names: &[String]) -> String {
    let [a, b] = pairing.pair.map(|number| &names[number]);
    format!("{a} \u{2013} {b}")
}

/// More lines than these make no figure.
const DRAWN: usize = 40;

/// More columns than these make no cross table.
const ACROSS: usize = 12;

fn results_section(evidence: &Evidence, results: &PlanResults, names: &[String]) -> Section {
    let (intervals, paired) = evidence.intervals(results);
    let mut blocks = vec![Block::Table(results_table(results, names, &intervals, paired))];
    if results.pairings.len() <= DRAWN {
        let dot = |(pairing, interval): (&PairingResult, &Interval)| Dot {
            name: against(pairing, names),
            value: 100.0 * pairing.all.score(),
            interval: Some((100.0 * interval.low, 100.0 * interval.high)),
            paper: None,
        };
        let met = results.pairings.iter().zip(&intervals).filter(|(pairing, _)| pairing.all.games() > 0);
        let dots: Vec<Dot> = met.map(dot).collect();
        let said = dots.iter().map(|dot| format!("{} {:.1}%", dot.name, dot.value));
        blocks.push(Block::Figure(Picture {
            caption: "Score of the player named first, in percent, with 95% intervals. The dashed line is \
                      an even match."
                .into(),
            description: format!("Scores by pairing: {}.", said.collect::<Vec<_>>().join("; ")),
            drawing: Drawing::Dots(Dots {
                label: "score of the player named first, percent".into(),
                range: Some((0.0, 100.0)),
                even: Some(50.0),
                dots,
            }),
        }));
    }
    if results.pairings.len() > 2 && names.len() <= ACROSS {
        blocks.push(Block::Table(cross_table(results, names)));
    }
    Section::new("Results", blocks)
}

/// A score, if there is a game.
pub(crate) fn share(tally: &Tally) -> Cell {
    if tally.games() == 0 { Cell::Nothing } else { Cell::Share(tally.score()) }
}

/// What A scored in every pairing.
pub(crate) fn results_table(
    results: &PlanResults,
    names: &[String],
    intervals: &[Interval],
    paired: bool,
) -> Table {
    let row = |(pairing, interval): (&PairingResult, &Interval)| {
        let [a, b] = pairing.pair.map(|number| Cell::words(&names[number]));
        let [first, second] = pairing.seats.map(Cell::Results);
        let score = share(&pairing.all);
        vec![
            a,
            b,
            Cell::Count(pairing.all.games()),
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
            "Wins, draws and losses of A in the first and in the second seat, and its score in percent \
             with the 95% interval, {how}."
        ),
        columns: Column::all(["A", "B", "games", "A first", "A second", "score", "95%"]),
        rows: results.pairings.iter().zip(intervals).map(row).collect(),
    }
}

/// What everybody scored against everybody.
pub(crate) fn cross_table(results: &PlanResults, names: &[String]) -> Table {
    let mut sums = vec![vec![(0.0, 0); names.len()]; names.len()];
    for pairing in results.pairings.iter().filter(|pairing| pairing.pair[0] != pairing.pair[1]) {
        let ([a, b], games, points) = (pairing.pair, pairing.all.games(), pairing.all.points());
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
        caption: "Score of the row's player against the column's player, in percent.".into(),
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
pub(crate) fn ratings_of(results: &PlanResults, players: usize) -> Result<(Ratings, bool), Unrateable> {
    let pairing = |pairing: &PairingResult, seat: Side| {
        let tally = pairing.seats[seat.index()];
        let [a, b] = pairing.pair;
        let (wins, draws, losses) = (tally.wins as f64, tally.draws as f64, tally.losses as f64);
        match seat {
            Side::First => Pairing { first: a, second: b, wins, draws, losses },
            Side::Second => Pairing { first: b, second: a, wins: losses, draws, losses: wins },
        }
    };
    let met = results.pairings.iter().filter(|pairing| pairing.pair[0] != pairing.pair[1]);
    let pairings: Vec<Pairing> =
        met.flat_map(|result| Side::BOTH.map(|seat| pairing(result, seat))).collect();
    let model = RatingModel::default();
    match model.fit(players, &pairings) {
        Err(Unrateable::WonAll(_)) => {
            let model = RatingModel { virtual_draws: VIRTUAL_DRAWS, ..model };
            Ok((model.fit(players, &pairings)?, true))
        }
        ratings => Ok((ratings?, false)),
    }
}

fn ratings_section(results: &PlanResults, names: &[String]) -> Section {
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
                " A player won every game, so each player was given two virtual draws (the prior of \
                 BayesElo); without them its rating would be infinite."
            } else {
                ""
            };
            let table = Table {
                name: "ratings".into(),
                caption: format!(
                    "Ratings in Elo by the model of Bradley and Terry, a draw as half a win, the mean of \
                     all players at 0; with 95% intervals.{help}"
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
pub(crate) fn conduct_table(results: &PlanResults, names: &[String]) -> Table {
    let row = |pairing: &PairingResult| {
        let [a, b] = pairing.pair.map(|number| Cell::words(&names[number]));
        let forfeits = Cell::Count(pairing.forfeits.len() as u64);
        let (distinct, of_distinct) = (Cell::Count(pairing.distinct), share(&pairing.of_distinct));
        let (plies, millis) = (pairing.mean_plies(), 1000.0 * pairing.seconds_a_move());
        vec![a, b, distinct, of_distinct, Cell::Number(plies, 1), Cell::Number(millis, 1), forfeits]
    };
    Table {
        name: "conduct".into(),
        caption: "Distinct games and A's score in percent over them, moves per game, milliseconds per move \
                  over both sides, and forfeits."
            .into(),
        columns: Column::all(["A", "B", "distinct", "score", "moves", "ms per move", "forfeits"]),
        rows: results.pairings.iter().map(row).collect(),
    }
}

/// Who is who.
pub(crate) fn players_table(plan: &Plan, names: &[String]) -> Table {
    let row = |(name, full): (&String, &String)| vec![Cell::words(name), Cell::words(full)];
    Table {
        name: "players".into(),
        caption: "The players with all their options.".into(),
        columns: Column::all(["player", "full name"]),
        rows: names.iter().zip(&plan.opponents).map(row).collect(),
    }
}

#[cfg(test)]
mod tests;

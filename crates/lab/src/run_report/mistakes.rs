//! What the players did wrong, by the word of an analyst, and how much of it somebody weaker would see.

use std::collections::BTreeSet;

use games::Side;

use report::plot::{Axis, COLOURS, Figure, Point, Series, Style};
use report::{Block, Cell, Column, Dot, Dots, Drawing, Picture, Report, Section, Table, short_names};
use statistics::Interval;

use super::Sample;
use crate::judge::third;
use crate::{Evidence, Judged, JudgedGame, Judgements, Plan};

/// More players than these make no figure.
const DRAWN: usize = 40;

/// The middle of each third, in percent of the game.
const MIDDLES: [f64; 3] = [100.0 / 6.0, 50.0, 500.0 / 6.0];

/// Where the section stands: after the results.
const PLACE: usize = 1;

/// What one player did in all games.
#[derive(Default)]
struct Player {
    games: u64,
    /// 1 for a bad move, 0 for another.
    bad: Sample,
    /// Of the bad moves, 1 for what the observer sees.
    seen: Sample,
    /// What moves gave away in each third of the game.
    lost: [Sample; 3],
}

impl Player {
    fn add(&mut self, pair: (usize, u64), side: Side, game: &JudgedGame, seen: &BTreeSet<usize>) {
        self.games += 1;
        for judged in game.analyst.iter().filter(|judged| judged.side == side) {
            let bad = judged.is_bad();
            self.bad.add(pair, f64::from(u8::from(bad)));
            self.lost[third(judged.ply, game.plies)].add(pair, judged.loss());
            if bad {
                self.seen.add(pair, f64::from(u8::from(seen.contains(&judged.ply))));
            }
        }
    }
}

/// The moves of a game that the observer finds bad.
fn seen_in(game: &JudgedGame) -> BTreeSet<usize> {
    game.observer.iter().filter(|judged| judged.is_bad()).map(|judged| judged.ply).collect()
}

fn players(plan: &Plan, judgements: &Judgements) -> Vec<Player> {
    let mut players: Vec<Player> = plan.opponents.iter().map(|_| Player::default()).collect();
    for game in &judgements.games {
        let Some(seats) = plan.seats(game.number) else { continue };
        let (pairing, index) = plan.place(game.number);
        let seen = seen_in(game);
        for side in Side::BOTH {
            players[seats[side.index()]].add((pairing, index / 2), side, game, &seen);
        }
    }
    players
}

/// Adds what an analyst says of the moves to a report on the same games.
pub fn add_mistakes(report: &mut Report, evidence: &Evidence, judgements: &Judgements) {
    let plan = &evidence.plan;
    let names = short_names(&plan.opponents);
    let players = players(plan, judgements);
    let mut blocks = vec![
        Block::text(words(judgements)),
        Block::Table(mistakes_table(plan, &names, &players, judgements.observer.is_some())),
    ];
    let losses = losses_table(plan, &names, &players, &unit(judgements));
    if names.len() <= DRAWN {
        blocks.push(Block::Figure(rates_figure(plan, &names, &players)));
    }
    blocks.push(Block::Table(losses));
    if names.len() <= COLOURS.len() {
        blocks.push(Block::Figure(losses_figure(plan, &names, &players, judgements)));
    }
    let place = PLACE.min(report.sections.len());
    report.sections.insert(place, Section::new("Mistakes", blocks));
    report.data.push(moves_table(plan, judgements));
}

/// What the values count, in words.
fn unit(judgements: &Judgements) -> String {
    let said = judgements.games.iter().flat_map(|game| &game.analyst);
    let units: BTreeSet<String> = said.map(|judged| judged.unit.to_string()).collect();
    units.into_iter().collect::<Vec<_>>().join(" or ")
}

fn words(judgements: &Judgements) -> String {
    let Judgements { analyst, observer, games } = judgements;
    let seen = match observer {
        Some(observer) => format!(" A bad move is visible if {observer} finds it bad too."),
        None => String::new(),
    };
    format!(
        "{} distinct games were judged by {analyst}, values in {}. A move is bad if it is not the best \
         move and lowers the value (Nakamichi 2020).{seen} Opening moves are not judged.",
        games.len(),
        unit(judgements)
    )
}

fn mistakes_table(plan: &Plan, names: &[String], players: &[Player], observed: bool) -> Table {
    let row = |(name, player): (&String, &Player)| {
        let Player { bad, seen, .. } = player;
        let mut row = vec![Cell::words(name), Cell::Count(bad.count()), Cell::Count(seen.count())];
        row.extend(bad.share_cells(plan.seed));
        if observed {
            row.extend(seen.share_cells(plan.seed));
        }
        row
    };
    let mut columns = Column::all(["player", "moves", "bad", "bad %", "95%"]);
    let mut caption = "Bad moves of each player and their share in percent with the 95% interval \
                       (bootstrap over pairs of games)"
        .to_owned();
    if observed {
        columns.extend(Column::all(["visible %", "visible 95%"]));
        caption += "; share of the bad moves that are visible to the observer";
    }
    Table {
        name: "mistakes".into(),
        caption: caption + ".",
        columns,
        rows: names.iter().zip(players).map(row).collect(),
    }
}

fn losses_table(plan: &Plan, names: &[String], players: &[Player], unit: &str) -> Table {
    let row = |(name, player): (&String, &Player)| {
        let mut row = vec![Cell::words(name), Cell::Count(player.games)];
        for lost in &player.lost {
            row.push(lost.mean().map_or(Cell::Nothing, |mean| Cell::Number(mean, 2)));
            let interval = lost.interval(plan.seed);
            row.push(interval.map_or(Cell::Nothing, |Interval { low, high }| Cell::Range(low, high, 2)));
        }
        row
    };
    Table {
        name: "losses".into(),
        caption: format!("Mean loss per move in {unit}, by thirds of the game, with 95% intervals."),
        columns: Column::all([
            "player",
            "games",
            "first",
            "first 95%",
            "second",
            "second 95%",
            "last",
            "last 95%",
        ]),
        rows: names.iter().zip(players).map(row).collect(),
    }
}

fn rates_figure(plan: &Plan, names: &[String], players: &[Player]) -> Picture {
    let dot = |(name, player): (&String, &Player)| {
        let interval = player.bad.share_interval(plan.seed);
        Some(Dot {
            name: name.clone(),
            value: 100.0 * player.bad.mean()?,
            interval: interval.map(|Interval { low, high }| (100.0 * low, 100.0 * high)),
            paper: None,
        })
    };
    let dots: Vec<Dot> = names.iter().zip(players).filter_map(dot).collect();
    let said: Vec<String> = dots.iter().map(|dot| format!("{} {:.1}%", dot.name, dot.value)).collect();
    Picture {
        caption: "The share of bad moves among all moves of a player, in percent, with its 95% interval."
            .into(),
        description: format!("Bad moves: {}.", said.join("; ")),
        drawing: Drawing::Dots(Dots {
            label: "bad moves, percent of all moves".into(),
            range: None,
            even: None,
            dots,
        }),
    }
}

fn losses_figure(plan: &Plan, names: &[String], players: &[Player], judgements: &Judgements) -> Picture {
    let point = |(middle, lost): (f64, &Sample)| {
        let interval = lost.interval(plan.seed).map(|Interval { low, high }| (low, high));
        Some(Point { interval, ..Point::new(middle, lost.mean()?) })
    };
    let series = |(name, player): (&String, &Player)| Series {
        name: name.clone(),
        points: MIDDLES.into_iter().zip(&player.lost).filter_map(point).collect(),
        style: Style::Measured,
    };
    let series: Vec<Series> = names.iter().zip(players).map(series).collect();
    let said = series.iter().map(|series| {
        let losses: Vec<String> = series.points.iter().map(|point| format!("{:.2}", point.y)).collect();
        format!("{} {}", series.name, losses.join(", "))
    });
    Picture {
        caption: "Mean loss per move, by thirds of the game, with 95% intervals over pairs of games.".into(),
        description: format!("Mean loss by thirds of the game: {}.", said.collect::<Vec<_>>().join("; ")),
        drawing: Drawing::Plot(Figure {
            x: Axis::new("part of the game, percent of its moves").from_to(0.0, 100.0),
            y: Axis::new(format!("mean loss per move, {}", unit(judgements))),
            series,
        }),
    }
}

/// Every judged move, for a file.
fn moves_table(plan: &Plan, judgements: &Judgements) -> Table {
    let mut rows = Vec::new();
    for game in &judgements.games {
        let (Some(seats), seen) = (plan.seats(game.number), seen_in(game)) else { continue };
        let yes_or_no = |yes: bool| Cell::Count(u64::from(yes));
        let row = |judged: &Judged<String>| {
            let mut row = vec![
                Cell::Count(game.number),
                Cell::Count(judged.ply as u64 + 1),
                Cell::words(judged.side.to_string()),
                Cell::words(&plan.opponents[seats[judged.side.index()]]),
                Cell::words(&judged.mv),
                Cell::Number(judged.value, 2),
                Cell::words(&judged.best),
                Cell::Number(judged.best_value, 2),
                Cell::Count(judged.rank as u64),
                Cell::Count(judged.moves as u64),
                Cell::Number(judged.loss(), 2),
                yes_or_no(judged.is_bad()),
            ];
            if judgements.observer.is_some() {
                row.push(yes_or_no(seen.contains(&judged.ply)));
            }
            row
        };
        rows.extend(game.analyst.iter().map(row));
    }
    let mut columns = Column::all([
        "game",
        "ply",
        "side",
        "player",
        "move",
        "value",
        "best",
        "best value",
        "rank",
        "moves",
        "loss",
        "bad",
    ]);
    columns.extend(judgements.observer.is_some().then(|| Column::ours("bad to the observer")));
    Table { name: "moves".into(), caption: "Every judged move.".into(), columns, rows }
}

#[cfg(test)]
mod tests {
    use search::Unit;

    use statistics::wilson;

    use super::*;

    fn judged(ply: usize, loss: f64) -> Judged<String> {
        let (mv, best) = if loss > 0.0 { ("a", "b") } else { ("b", "b") };
        Judged {
            ply,
            side: Side::BOTH[ply % 2],
            mv: mv.to_owned(),
            value: -loss,
            rank: 1,
            moves: 2,
            best: best.to_owned(),
            best_value: 0.0,
            unit: Unit::Discs,
            exact: false,
        }
    }

    fn game(number: u64, analyst: [f64; 6], observer: [f64; 6]) -> JudgedGame {
        let of =
            |losses: [f64; 6]| losses.into_iter().enumerate().map(|(ply, loss)| judged(ply, loss)).collect();
        JudgedGame { number, plies: 6, analyst: of(analyst), observer: of(observer) }
    }

    #[test]
    fn mistakes_are_counted_by_player_and_third() {
        let text = "game = \"othello\"\nopponents = [\"random\", \"alphabeta:depth=1\"]\ngames = 4";
        let plan = text.parse().unwrap();
        let fingerprint = String::new();
        let evidence = Evidence { plan, fingerprint, games: Vec::new(), runs: Vec::new() };
        // The random one sits first, then second, then first, and gives away 2, 4 and 0 discs, the other
        // nothing.
        let judgements = Judgements {
            analyst: "deep".into(),
            observer: Some("shallow".into()),
            games: vec![
                game(0, [2.0, 0.0, 2.0, 0.0, 2.0, 0.0], [1.0, 0.0, 0.0, 3.0, 0.0, 0.0]),
                game(1, [0.0, 4.0, 0.0, 4.0, 0.0, 4.0], [0.0, 1.0, 0.0, 1.0, 0.0, 0.0]),
                game(2, [0.0; 6], [0.0; 6]),
            ],
        };
        let mut report = crate::run_report(&evidence).unwrap();
        add_mistakes(&mut report, &evidence, &judgements);
        assert_eq!(report.sections[PLACE].heading, "Mistakes");
        let row = |name: &str, row: usize| {
            let table = report.tables().find(|table| table.name == name).unwrap();
            table.rows[row].iter().map(Cell::shown).collect::<Vec<_>>()
        };
        let mistakes = row("mistakes", 0);
        assert_eq!(mistakes[..4], ["random", "9", "6", "66.7"]);
        assert_eq!(mistakes[5], "50.0");
        let losses = row("losses", 0);
        assert_eq!(
            [0, 1, 2, 4, 6].map(|column| losses[column].as_str()),
            ["random", "3", "2.00", "2.00", "2.00"]
        );
        let mistakes = row("mistakes", 1);
        assert_eq!(mistakes[..4], ["alphabeta", "9", "0", "0.0"]);
        // Nothing bad in nine moves: Wilson's interval, as far as nine go, and nothing to be seen.
        let Interval { low, high } = wilson(0.0, 9);
        assert_eq!(mistakes[4..], [&Cell::Shares(low, high).shown(), "\u{2013}", "\u{2013}"]);
        let files = report.csv();
        let moves = &files.iter().find(|(name, _)| name == "moves.csv").unwrap().1;
        assert_eq!(moves.lines().count(), 19);
        assert!(moves.contains("\n1,2,second,random,a,-4,b,0,1,2,4,1,1\n"), "{moves}");
        assert!(report.html().contains("judged by deep, values in discs"));
    }
}

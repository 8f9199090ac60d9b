//! Table 5 of Teramura and Matsuzaki 2021: what reading colours is worth in play.

use anyhow::Result;
use belief::BeliefUpdate::{Cumulative, LastMoveOnly};
use belief::shipped::TrainedOn::{self, Mc, Pm};
use belief::{BeliefUpdate, shipped};
use games::Side;
use store::StoredGame;

use super::super::{Context, Experiment, plan};
use super::reading::{Reader, ReadingScore};
use super::turned;
use crate::geister::Player;
use crate::plan::{Pairing, Scheme};
use crate::{Evidence, PairingResult, UnreadableGame};
use report::{Block, Cell, Column, Report, Reproduction, Section, Table, Verdict};
use statistics::score_interval;
use statistics::{Interval, Tally};

pub(crate) const TABLE5: Experiment = Experiment {
    id: "geister-table5",
    about: "Geister: MC that reads colours against MC that does not (Teramura and Matsuzaki 2021, table 5)",
    quick: 0.1,
    run: |context| run(Player::Mc, context),
};

pub(crate) const TABLE5_PM: Experiment = Experiment {
    id: "geister-table5-pm",
    about: "Geister: PM that reads colours against MC that does not (Teramura and Matsuzaki 2021, table 5)",
    quick: 0.03,
    run: |context| run(Player::Pm, context),
};

/// Games of the reader against plain MC in the paper, both seats together.
const GAMES: u64 = 720;

/// A network, with the paper's mean points in both seats: MC's, then PM's.
struct Reading {
    options: &'static str,
    network: &'static str,
    reader: Option<Reader>,
    paper: [[f64; 2]; 2],
}

const fn count(trained: TrainedOn, update: BeliefUpdate) -> Option<Reader> {
    Some(Reader { network: shipped::count, trained, update })
}

const fn count_ch(trained: TrainedOn) -> Option<Reader> {
    Some(Reader { network: shipped::count_ch, trained, update: Cumulative })
}

const READINGS: [Reading; 7] = [
    Reading { options: "", network: "none", reader: None, paper: [[0.499, 0.501], [0.185, 0.165]] },
    Reading {
        options: ",belief=count-single,trained=mc",
        network: "count, single",
        reader: count(Mc, LastMoveOnly),
        paper: [[0.575, 0.628], [0.289, 0.303]],
    },
    Reading {
        options: ",belief=count-cumulative,trained=mc",
        network: "count, cumulative",
        reader: count(Mc, Cumulative),
        paper: [[0.656, 0.625], [0.581, 0.614]],
    },
    Reading {
        options: ",belief=countch-cumulative,trained=mc",
        network: "countCH, cumulative",
        reader: count_ch(Mc),
        paper: [[0.603, 0.653], [0.569, 0.547]],
    },
    Reading {
        options: ",belief=count-single,trained=pm",
        network: "count, single",
        reader: count(Pm, LastMoveOnly),
        paper: [[0.500, 0.525], [0.269, 0.197]],
    },
    Reading {
        options: ",belief=count-cumulative,trained=pm",
        network: "count, cumulative",
        reader: count(Pm, Cumulative),
        paper: [[0.547, 0.539], [0.314, 0.389]],
    },
    Reading {
        options: ",belief=countch-cumulative,trained=pm",
        network: "countCH, cumulative",
        reader: count_ch(Pm),
        paper: [[0.544, 0.569], [0.400, 0.367]],
    },
];

/// Plain MC plays every reader.
fn run(reader: Player, context: &Context<'_>) -> Result<Report> {
    let mut opponents = vec![Player::Mc.opponent().to_owned()];
    opponents.extend(READINGS.iter().map(|reading| format!("{}{}", reader.opponent(), reading.options)));
    let title = format!("Geister: {} that reads colours against MC that does not", reader.abbreviation());
    let (pairing, games) = (Pairing::Scheme(Scheme::Gauntlet), context.scaled_games(GAMES));
    let plan = plan("geister", &title, opponents, pairing, games, context.seed);
    report(reader, &context.games(plan)?)
}

/// What a reader achieved with one network.
struct Row {
    reading: &'static Reading,
    /// Points in the first and in the second seat.
    seats: [Tally; 2],
    all: Tally,
    /// The paper's points in both seats.
    paper: [f64; 2],
    score: ReadingScore,
}

impl Row {
    fn new(
        reading: &'static Reading,
        result: &PairingResult,
        paper: [f64; 2],
        games: &[(&StoredGame, Side)],
    ) -> Result<Row, UnreadableGame> {
        // The plan's A is plain MC: where it sat second, the reader sat first.
        let seats = [turned(&result.seats[1]), turned(&result.seats[0])];
        let score = ReadingScore::of(reading.reader, games)?;
        Ok(Row { reading, seats, all: turned(&result.all), paper, score })
    }

    fn trained(&self) -> &'static str {
        match self.reading.reader.map(|reader| reader.trained) {
            None => "",
            Some(Mc) => "MC",
            Some(Pm) => "PM",
        }
    }

    fn paper_points(&self) -> f64 {
        f64::midpoint(self.paper[0], self.paper[1])
    }

    fn head(&self) -> Vec<Cell> {
        vec![Cell::words(self.trained()), Cell::words(self.reading.network)]
    }
}

fn rows(reader: Player, evidence: &Evidence) -> Result<Vec<Row>, UnreadableGame> {
    let results = evidence.results().pairings;
    let which = usize::from(reader == Player::Pm);
    let mut games = vec![Vec::new(); results.len()];
    for game in &evidence.games {
        let (pairing, index) = evidence.plan.place(game.number);
        // A sits first in every other game, beginning with the first.
        let seat = if index.is_multiple_of(2) { Side::Second } else { Side::First };
        games[pairing].push((game, seat));
    }
    let readings = READINGS.iter().zip(results.iter().zip(&games));
    let rows = readings.filter(|(_, (result, _))| result.all.games() > 0);
    rows.map(|(reading, (result, games))| Row::new(reading, result, reading.paper[which], games)).collect()
}

/// What the player scores without reading. MC then plays against itself, and half of the points is what it
/// must come to in the long run; the games say it only roughly.
fn without(reader: Player, rows: &[Row]) -> Option<f64> {
    let alone = rows.iter().find(|row| row.reading.reader.is_none());
    if reader == Player::Mc { Some(0.5) } else { alone.map(|row| row.all.score()) }
}

/// A part for each network: the interval lies above the points without reading. Nothing before every network
/// has played.
fn verdict(reader: Player, rows: &[Row]) -> Option<Verdict> {
    let without = without(reader, rows)?;
    let readers: Vec<&Row> = rows.iter().filter(|row| row.reading.reader.is_some()).collect();
    let held = readers.iter().filter(|row| score_interval(&row.all).low > without).count();
    let shown = |trained: &str, points: &dyn Fn(&Row) -> f64| {
        let of = readers.iter().filter(|row| row.trained() == trained).map(|row| points(row));
        let (low, high) = super::ends(&of.collect::<Vec<_>>());
        format!("{low:.3} to {high:.3} with networks trained on {trained}")
    };
    let all = |points: &dyn Fn(&Row) -> f64, without: f64| {
        format!("{} and {}, {without:.3} without", shown("MC", points), shown("PM", points))
    };
    let paper_without = rows.first().map_or(f64::NAN, Row::paper_points);
    (readers.len() + 1 == READINGS.len()).then(|| Verdict {
        finding: format!(
            "{} scores more when it reads colours, with networks trained on MC and on PM",
            reader.abbreviation()
        ),
        paper: all(&Row::paper_points, paper_without),
        ours: all(&|row| row.all.score(), without),
        outcome: Reproduction::of_parts(held, readers.len()),
    })
}

fn report(reader: Player, evidence: &Evidence) -> Result<Report> {
    let rows = rows(reader, evidence)?;
    let name = reader.abbreviation();
    let games = rows.first().map_or(0, |row| row.all.games());
    let baseline = match (reader, rows.first().map(|row| row.all.score())) {
        (_, None) => String::new(),
        (Player::Mc, Some(alone)) => format!(
            " MC that does not read plays against itself and must come to 0.5 in the long run; in these \
             games it has {alone:.3}, which is chance."
        ),
        (_, Some(alone)) => format!(" Without reading {name} scores {alone:.3}."),
    };
    let mut explained = vec![Block::text(
        "Every playout samples the hidden colours from the belief: each ghost is blue with its estimated \
         probability, and the number of blue ghosts is always right. Single: only the last move counts. \
         Cumulative: every move counts, and the other ghosts' probabilities are adjusted.",
    )];
    explained.extend(misread(&rows).map(Block::Text));
    explained.push(Block::text(
        "Other likely reasons for differences: the paper prints a plus in the update of the other ghosts \
         that keeps no sum, so that what it ran is not certain; how it sampled colours from the \
         probabilities is not said; and our PM rests on another teacher.",
    ));
    Ok(Report {
        title: format!("Geister: {name} that reads colours"),
        verdict: verdict(reader, &rows),
        lead: format!(
            "Table 5 of Teramura and Matsuzaki 2021, the rows of {name}, {games} games against plain MC \
             for every network (the paper: {GAMES}). A network helps where the interval of its points lies \
             above those without reading.{baseline} The networks are the shipped ones."
        ),
        sections: vec![
            Section::new(
                "What reading is worth",
                vec![
                    Block::Table(both_seats(name, &rows)),
                    Block::Folded {
                        summary: "The same by seat".into(),
                        blocks: vec![Block::Table(by_seat(name, &rows))],
                    },
                ],
            ),
            Section::new(
                "What was read in these games",
                vec![Block::Table(read_table(&rows)), Block::Table(exit_table(&rows))],
            ),
            Section::new("Where it differs", explained),
        ],
        provenance: vec![evidence.provenance()?],
        ..Report::default()
    })
}

fn both_seats(name: &str, rows: &[Row]) -> Table {
    let row = |row: &Row| {
        let Interval { low, high } = score_interval(&row.all);
        let mut cells = row.head();
        cells.extend([
            Cell::Number(row.all.score(), 3),
            Cell::Range(low, high, 3),
            Cell::Number(row.paper_points(), 3),
        ]);
        cells
    };
    let mut columns = Column::all(["trained on", "network", "points", "95%"]);
    columns.push(Column::paper("paper"));
    Table {
        name: "both-seats".into(),
        caption: format!("Mean points of {name} against plain MC, both seats together."),
        columns,
        rows: rows.iter().map(row).collect(),
    }
}

fn by_seat(name: &str, rows: &[Row]) -> Table {
    let row = |(row, place): (&Row, usize)| {
        let tally = row.seats[place];
        let Interval { low, high } = score_interval(&tally);
        let mut cells = row.head();
        cells.extend([
            Cell::words(["first", "second"][place]),
            Cell::Count(tally.games()),
            Cell::Results(tally),
            Cell::Number(tally.score(), 3),
            Cell::Range(low, high, 3),
            Cell::Number(row.paper[place], 3),
        ]);
        cells
    };
    let mut columns = Column::all(["trained on", "network", "seat", "games", "results", "points", "95%"]);
    columns.push(Column::paper("paper"));
    Table {
        name: "seats".into(),
        caption: format!("Wins, draws and losses of {name} by seat, and its mean points."),
        columns,
        rows: rows.iter().flat_map(|row| [(row, 0), (row, 1)]).map(row).collect(),
    }
}

fn number(value: Option<f64>) -> Cell {
    value.map_or(Cell::Nothing, |value| Cell::Number(value, 3))
}

fn share(value: Option<f64>) -> Cell {
    value.map_or(Cell::Nothing, Cell::Share)
}

fn read_table(rows: &[Row]) -> Table {
    let row = |row: &Row| {
        let ReadingScore { moved, hidden, .. } = &row.score;
        let mut cells = row.head();
        cells.extend([
            Cell::Count(moved.ghosts),
            share(moved.share(moved.right)),
            number(moved.cross_entropy()),
            number(hidden.cross_entropy()),
        ]);
        cells
    };
    Table {
        name: "read".into(),
        caption:
            "What the reader believed when it was to move: the ghost that plain MC has just moved (right \
                  answers in percent, cross entropy in nats) and all hidden ghosts. A fair coin has 0.693."
                .into(),
        columns: Column::all([
            "trained on",
            "network",
            "moves",
            "right %",
            "cross entropy",
            "all hidden ghosts",
        ]),
        rows: rows.iter().filter(|row| row.reading.reader.is_some()).map(row).collect(),
    }
}

fn exit_table(rows: &[Row]) -> Table {
    let row = |row: &Row| {
        let at_exit = &row.score.at_exit;
        let mut cells = row.head();
        cells.extend([
            Cell::Count(at_exit.ghosts),
            share(at_exit.share(at_exit.blue)),
            share(at_exit.believed()),
            share(at_exit.share(at_exit.captured)),
            number(at_exit.cross_entropy()),
            share(row.score.lost()),
        ]);
        cells
    };
    Table {
        name: "exits".into(),
        caption:
            "Ghosts of plain MC that have just moved onto their exit or beside it, where the reader can \
                  capture them: how many are blue, how blue the reader believes them to be on average, and \
                  how many it captures at once, in percent; the cross entropy of its belief; and the share \
                  of games that it loses because such a ghost, let pass, leaves the board."
                .into(),
        columns: Column::all([
            "trained on",
            "network",
            "ghosts",
            "blue %",
            "believed blue %",
            "captured %",
            "cross entropy",
            "lost to one let pass %",
        ]),
        rows: rows.iter().map(row).collect(),
    }
}

/// What networks trained on one player and on the other make of ghosts that run for the exit.
fn misread(rows: &[Row]) -> Option<String> {
    let sum = |trained: &str| {
        let mut sum = ReadingScore::default();
        rows.iter().filter(|row| row.trained() == trained).for_each(|row| sum.add_all(&row.score));
        sum
    };
    let percent = |share: f64| format!("{:.0}%", 100.0 * share);
    let told = |trained: &str| {
        let score = sum(trained);
        let ReadingScore { moved, at_exit, .. } = score;
        Some(format!(
            "Networks trained on {trained} were right about {} of the moves. Of the ghosts that moved onto \
             their exit or beside it, {} were blue, and {} were believed to be; {} were captured, and {} of \
             the games were lost to one that was let pass.",
            percent(moved.share(moved.right)?),
            percent(at_exit.share(at_exit.blue)?),
            percent(at_exit.believed()?),
            percent(at_exit.share(at_exit.captured)?),
            percent(score.lost()?),
        ))
    };
    let alone = sum("");
    let off = |trained: &str| {
        let at_exit = sum(trained).at_exit;
        Some((at_exit.believed()? - at_exit.share(at_exit.blue)?).abs())
    };
    let transfer = if off("PM")? > off("MC")? {
        " The networks of both kinds have the same layers and settings, so the difference is whose moves \
         they learned from: those trained on PM misread MC where one capture decides the game."
    } else {
        ""
    };
    Some(format!(
        "{} {} Without reading, {} of these ghosts were captured, and {} of the games were lost to one that \
         was let pass.{transfer}",
        told("MC")?,
        told("PM")?,
        percent(alone.at_exit.share(alone.at_exit.captured)?),
        percent(alone.lost()?),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows of 100 games a network: the score without reading, and with.
    fn rows(points: [u64; 7]) -> Vec<Row> {
        let row = |(reading, wins): (&'static Reading, u64)| {
            let all = Tally { wins, losses: 100 - wins, ..Tally::default() };
            let score = ReadingScore::default();
            Row { reading, seats: [all, all], all, paper: reading.paper[0], score }
        };
        READINGS.iter().zip(points).map(row).collect()
    }

    #[test]
    fn reading_helps_where_the_interval_is_above_the_score_without() {
        let outcome = |reader, points| verdict(reader, &rows(points)).unwrap().outcome;
        let helped = [54, 70, 70, 70, 65, 65, 65];
        assert_eq!(outcome(Player::Mc, helped), Reproduction::Reproduced);
        assert_eq!(outcome(Player::Mc, [54, 70, 70, 70, 50, 50, 50]), Reproduction::InPart);
        assert_eq!(outcome(Player::Mc, [40, 50, 50, 50, 45, 45, 59]), Reproduction::NotReproduced);
        // PM is measured against what it scores without reading, MC against half of the points.
        assert_eq!(outcome(Player::Pm, [20, 50, 50, 50, 35, 35, 35]), Reproduction::Reproduced);
        assert_eq!(outcome(Player::Pm, [64, 70, 70, 70, 65, 65, 65]), Reproduction::NotReproduced);
    }

    #[test]
    fn the_verdict_waits_for_every_network() {
        let mut rows = rows([54, 70, 70, 70, 65, 65, 65]);
        let said = verdict(Player::Mc, &rows).unwrap();
        assert_eq!(
            said.paper,
            "0.601 to 0.641 with networks trained on MC and 0.512 to 0.556 with networks trained on PM, \
             0.500 without"
        );
        assert!(said.ours.starts_with("0.700 to 0.700 with networks trained on MC"), "{}", said.ours);
        rows.pop();
        assert_eq!(verdict(Player::Mc, &rows), None);
        assert_eq!(verdict(Player::Pm, &[]), None);
    }
}

//! Table 5 of Teramura and Matsuzaki 2021: what reading colours is worth in play.

use anyhow::Result;

use super::super::{Context, Experiment, plan};
use crate::Evidence;
use crate::PlanError;
use crate::geister::Player;
use crate::plan::{Pairing, Scheme};
use report::{Block, Cell, Column, Report, Section, Table};
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
    learned_from: &'static str,
    paper: [[f64; 2]; 2],
}

const READINGS: [Reading; 7] = [
    Reading { options: "", network: "none", learned_from: "", paper: [[0.499, 0.501], [0.185, 0.165]] },
    Reading {
        options: ",belief=count-single,trained=mc",
        network: "count, single",
        learned_from: "MC",
        paper: [[0.575, 0.628], [0.289, 0.303]],
    },
    Reading {
        options: ",belief=count-cumulative,trained=mc",
        network: "count, cumulative",
        learned_from: "MC",
        paper: [[0.656, 0.625], [0.581, 0.614]],
    },
    Reading {
        options: ",belief=countch-cumulative,trained=mc",
        network: "countCH, cumulative",
        learned_from: "MC",
        paper: [[0.603, 0.653], [0.569, 0.547]],
    },
    Reading {
        options: ",belief=count-single,trained=pm",
        network: "count, single",
        learned_from: "PM",
        paper: [[0.500, 0.525], [0.269, 0.197]],
    },
    Reading {
        options: ",belief=count-cumulative,trained=pm",
        network: "count, cumulative",
        learned_from: "PM",
        paper: [[0.547, 0.539], [0.314, 0.389]],
    },
    Reading {
        options: ",belief=countch-cumulative,trained=pm",
        network: "countCH, cumulative",
        learned_from: "PM",
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
    Ok(report(reader, &context.games(plan)?)?)
}

/// The same results from the other side.
fn turned(tally: &Tally) -> Tally {
    Tally {
        wins: tally.losses,
        losses: tally.wins,
        forfeits: [tally.forfeits[1], tally.forfeits[0]],
        ..*tally
    }
}

fn report(reader: Player, evidence: &Evidence) -> Result<Report, PlanError> {
    let pairings = evidence.results().pairings;
    let which = usize::from(reader == Player::Pm);
    let mut rows = Vec::new();
    let (mut gains, mut held) = (Vec::new(), 0);
    let alone = pairings.first().map(|pairing| turned(&pairing.all));
    for (reading, pairing) in READINGS.iter().zip(&pairings) {
        // The plan's A is plain MC: where it sat second, the reader sat first.
        let seats = [turned(&pairing.seats[1]), turned(&pairing.seats[0])];
        for (seat, (tally, paper)) in
            ["first", "second"].into_iter().zip(seats.iter().zip(reading.paper[which]))
        {
            let Interval { low, high } = score_interval(tally);
            rows.push(vec![
                Cell::words(reading.learned_from),
                Cell::words(reading.network),
                Cell::words(seat),
                Cell::Count(tally.games()),
                Cell::Results(*tally),
                Cell::Number(tally.score(), 3),
                Cell::Range(low, high, 3),
                Cell::Number(paper, 3),
            ]);
        }
        if !reading.options.is_empty() && pairing.all.games() > 0 {
            let all = turned(&pairing.all);
            let interval = score_interval(&all);
            let paper = reading.paper[which].iter().sum::<f64>() / 2.0;
            held += u32::from(alone.is_some_and(|alone| interval.low > alone.score()));
            gains.push(vec![
                Cell::words(reading.learned_from),
                Cell::words(reading.network),
                Cell::Number(all.score(), 3),
                Cell::Range(interval.low, interval.high, 3),
                Cell::Number(paper, 3),
            ]);
        }
    }
    let alone = alone.map_or(f64::NAN, |tally| tally.score());
    let games = pairings.first().map_or(0, |pairing| pairing.all.games());
    let name = reader.abbreviation();
    let mut columns = Column::all(["trained on", "network", "seat", "games", "results", "points", "95%"]);
    columns.push(Column::paper("paper"));
    let mut both = Column::all(["trained on", "network", "points", "95%"]);
    both.push(Column::paper("paper"));
    Ok(Report {
        title: format!("Geister: {name} that reads colours"),
        lead: format!(
            "Table 5 of Teramura and Matsuzaki 2021, the rows of {name}, {games} games against plain MC \
             for every network (the paper: {GAMES}). Without reading {name} scores {alone:.3}; the \
             interval of {held} of six networks lies above that. The networks are the shipped ones."
        ),
        sections: vec![Section::new(
            "What reading is worth",
            vec![
                Block::text(
                    "Every playout samples the hidden colours from the belief: each ghost is blue with its \
                     estimated probability, and the number of blue ghosts is always right. Single: only \
                     the last move counts. Cumulative: every move counts, and the other ghosts' \
                     probabilities are adjusted.",
                ),
                Block::Table(Table {
                    name: "both-seats".into(),
                    caption: format!("Mean points of {name} against plain MC, both seats together."),
                    columns: both,
                    rows: gains,
                }),
                Block::Table(Table {
                    name: "seats".into(),
                    caption: format!("The same by seat: wins, draws and losses of {name}."),
                    columns,
                    rows,
                }),
                Block::text(
                    "Where a number differs, these are likely reasons: the networks learned from fewer \
                     positions than the paper's; the paper prints a plus in the update of the other ghosts \
                     that keeps no sum, so that what it ran is not certain; and how it sampled colours \
                     from the probabilities is not said.",
                ),
            ],
        )],
        provenance: vec![evidence.provenance()?],
        ..Report::default()
    })
}

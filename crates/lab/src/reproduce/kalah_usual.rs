//! selectQ on the usual board, where Li and Yokoyama 2022 have no table: our continuation of their table 1.

use anyhow::Result;

use super::{Context, Experiment, listed, plan, provenance};
use crate::Evidence;
use crate::plan::{Pairing, Scheme};
use crate::run_report::share;
use report::{Block, Cell, Column, Report, Reproduction, Section, Table, Verdict};

pub(super) const EXPERIMENT: Experiment = Experiment {
    id: "kalah-usual",
    about: "Kalah: how even selectQ is on the usual board, with searched values (after Li and Yokoyama 2022)",
    quick: 0.25,
    run: |context| report(&context.games(games(context))?),
};

/// Who selectQ meets.
const OTHERS: [&str; 3] = ["random", "alphabeta:depth=1", "alphabeta:depth=3"];

/// Games against each at full scale.
const GAMES: u64 = 400;

/// What counts as even.
const EVEN: std::ops::RangeInclusive<f64> = 0.4..=0.6;

fn games(context: &Context<'_>) -> crate::Plan {
    let players = std::iter::once("select-q").chain(OTHERS).map(str::to_owned).collect();
    let games = context.scaled_games(GAMES);
    let pairing = Pairing::Scheme(Scheme::Gauntlet);
    plan("kalah", "selectQ on the usual board", players, pairing, games, context.seed)
}

fn report(evidence: &Evidence) -> Result<Report> {
    let results = evidence.results();
    let (intervals, _) = evidence.intervals(&results);
    let met: Vec<_> = OTHERS.into_iter().zip(results.pairings.iter().zip(&intervals)).collect();
    let row = |&(other, (pairing, interval)): &(&str, (&crate::PairingResult, &statistics::Interval))| {
        vec![
            Cell::words(other),
            Cell::Count(pairing.all.games()),
            Cell::Results(pairing.all),
            share(&pairing.all),
            Cell::Shares(interval.low, interval.high),
        ]
    };
    let table = Table {
        name: "scores".into(),
        caption:
            "Wins, draws and losses of selectQ on the usual board (six houses, four seeds), its score in \
                  percent, and the 95% interval."
                .into(),
        columns: Column::all(["against", "games", "won/drawn/lost", "score", "95%"]),
        rows: met.iter().map(row).collect(),
    };
    let even = met.iter().filter(|(_, (pairing, _))| EVEN.contains(&pairing.all.score())).count();
    let shown = |(other, (pairing, _)): &(&str, (&crate::PairingResult, _))| {
        format!("{:.1}% against {other}", 100.0 * pairing.all.score())
    };
    let scores: Vec<String> = met.iter().map(shown).collect();
    Ok(Report {
        title: "selectQ on the usual board".into(),
        verdict: Some(Verdict {
            finding: "selectQ comes near an even score against players of different strength".into(),
            paper: "50.4% and 56.4% of games not won by a random player, on two small boards".into(),
            ours: listed(&scores),
            outcome: Reproduction::of_parts(even, OTHERS.len()),
        }),
        lead: "The paper learns a table of every position, which the usual board is too large for. Here the \
               value of a move is that of a search, and the rest is as in the paper: the level is drawn at \
               random for each game and follows the other side's moves. Between 40% and 60% counts as even."
            .into(),
        sections: vec![Section::new("Scores", vec![Block::Table(table), Block::text(WHY)])],
        provenance: provenance(std::slice::from_ref(evidence))?,
        ..Report::default()
    })
}

/// What limits it.
const WHY: &str = "The level is drawn anew for each game, so the first moves are played at a random level. A \
                   player who always makes the best move of a shallower search reaches less than the whole \
                   range by the deeper one, and selectQ then aims lower than the best move by that much.";

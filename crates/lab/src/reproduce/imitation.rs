//! The imitation learner of Nakamichi 2020: does an evaluation trained on a weak player's games choose its
//! moves more often than the strong evaluation does, and more often than one trained on another player?
//!
//! The thesis learns from games of people and asks people to judge. There is no open collection of rated
//! games, so bots with a style stand in for the people.

use std::sync::Arc;

use games::shogi::{Move, Shogi};
use games::{Game, Side};
use opponents::{NameError, Opponent};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use search::shogi::{AlphaBeta, ExpertMove, Imitation, SearchOptions, Weights};
use search::{Analyst, Budget, Perturbed};

use super::Experiment;
use report::Report;
use report::{Block, Cell, Column, Reproduction, Section, Table, Verdict};
use statistics::{Interval, mean_of_clusters};

pub(super) const EXPERIMENT: Experiment = Experiment {
    id: "shogi-imitation",
    about: "Shogi: how often an evaluation trained on a weak player chooses its moves (Nakamichi 2020, \
            chapter 3)",
    quick: 0.2,
    run: |context| {
        let games = context.scaled(GAMES);
        context.runner.expect_steps(PLAYERS.len() as u64 * (games + 1), "games and tables");
        Ok(run(games, context.seed, &|| context.runner.step())?.report(context.seed))
    },
};

/// The imitated players: one huddles its pieces round its king, the other pushes them forward. Noise decides
/// between nearly equal moves, so that games differ.
pub const PLAYERS: [&str; 2] =
    ["alphabeta:depth=1,eval=huddle,noise=30", "alphabeta:depth=1,eval=rush,noise=30"];

/// Games of each player against itself, at full scale.
const GAMES: u64 = 400;

/// One game in so many is held out.
const HELD_OUT: u64 = 5;

/// Random moves at the start of a game.
const OPENING: u32 = 6;

/// Longest game; later moves add little.
const LONGEST: u32 = 120;

/// Search depth of the trained evaluations: that of the players.
const DEPTH: u32 = 1;

/// Resamples of the bootstrap.
const RESAMPLES: usize = 2000;

/// A share with its 95% interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rate {
    /// The share.
    pub mean: f64,
    /// Its interval; whole games are drawn.
    pub interval: Interval,
}

/// How often a player's held-out moves are predicted.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// Moves trained on, and held out.
    pub decisions: (u64, u64),
    /// By the strong evaluation, and by the trained ones in the order of [`PLAYERS`].
    pub rates: Vec<Rate>,
    /// The player's own evaluation minus the strong one, and minus the other player's.
    pub gains: [Rate; 2],
}

/// The result, one row per player.
#[derive(Clone, PartialEq, Debug)]
pub struct Rates(pub Vec<Row>);

/// Plays, trains and compares; calls `done` after every game and every training.
///
/// # Errors
/// A player's name is wrong.
pub fn run(games: u64, seed: u64, done: &(dyn Fn() + Sync)) -> Result<Rates, NameError> {
    let mut tables = vec![Weights::shipped()];
    let (mut learned_from, mut held_out) = (Vec::new(), Vec::new());
    for (number, name) in PLAYERS.iter().enumerate() {
        let played = |game: u64| {
            let decisions = play(name, seed.rotate_left(32) ^ (number as u64) << 24 ^ game);
            done();
            decisions
        };
        let games = (0..games.max(2)).into_par_iter().map(played).collect::<Result<Vec<_>, _>>()?;
        let (held, studied): (Vec<_>, Vec<_>) =
            (0u64..).zip(games).partition(|(game, _)| game % HELD_OUT == 0);
        let studied: Vec<ExpertMove> = studied.into_iter().flat_map(|(_, decisions)| decisions).collect();
        tables.push(Arc::new(Imitation { seed, ..Imitation::default() }.learn(&studied, &mut |_, _| {})));
        done();
        learned_from.push(studied.len() as u64);
        held_out.push(held.into_iter().map(|(_, decisions)| decisions).collect::<Vec<_>>());
    }
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let rows = held_out.iter().enumerate().map(|(player, games)| {
        let predicted: Vec<Vec<Vec<f64>>> =
            tables.iter().map(|table| self::predicted(table, games)).collect();
        let mut rate = |clusters: &[Vec<f64>]| {
            let (mean, interval) = mean_of_clusters(clusters, RESAMPLES, &mut rng)
                .unwrap_or((0.0, Interval { low: 0.0, high: 1.0 }));
            Rate { mean, interval }
        };
        let own = player + 1;
        let other = PLAYERS.len() - player;
        let gains = [0, other].map(|than| rate(&minus(&predicted[own], &predicted[than])));
        Row {
            decisions: (learned_from[player], games.iter().map(|game| game.len() as u64).sum()),
            rates: predicted.iter().map(|clusters| rate(clusters)).collect(),
            gains,
        }
    });
    Ok(Rates(rows.collect()))
}

/// The decisions of a player in a game against itself.
fn play(name: &str, seed: u64) -> Result<Vec<ExpertMove>, NameError> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut players: Vec<Box<dyn Opponent<Shogi>>> = [0, 1]
        .into_iter()
        .map(|seat| opponents::by_name(name, seed ^ seat << 63))
        .collect::<Result<_, _>>()?;
    let mut game = Shogi::default().with_move_limit(Some(LONGEST));
    let (mut moves, mut decisions) = (Vec::new(), Vec::new());
    while game.outcome().is_none() {
        game.legal_moves(&mut moves);
        let mut mv = moves[rng.random_range(0..moves.len())];
        if game.move_number() > OPENING {
            let seat = usize::from(game.side_to_move() == Side::Second);
            let Ok(choice) = players[seat].choose(&game) else { break };
            mv = choice.mv;
            decisions.push(ExpertMove { game: game.clone().with_move_limit(None), mv });
        }
        game.apply(mv);
    }
    Ok(decisions)
}

/// 1 for every move that a search with these weights chooses too, else 0, game by game.
fn predicted(weights: &Arc<Weights>, games: &[Vec<ExpertMove>]) -> Vec<Vec<f64>> {
    let of_game = |decisions: &Vec<ExpertMove>| {
        // 256 KiB, more than a 1-ply search fills.
        let options = SearchOptions { table_bits: 12, ..SearchOptions::default() };
        let mut search = AlphaBeta::new(Perturbed::unchanged(Arc::clone(weights)), options);
        let mut meets = |ExpertMove { game, mv }: &ExpertMove| {
            let best: Option<Move> = search.analyse(game, &Budget::depth(DEPTH)).best().map(|best| best.mv);
            if best == Some(*mv) { 1.0 } else { 0.0 }
        };
        decisions.iter().map(&mut meets).collect()
    };
    games.par_iter().map(of_game).collect()
}

/// The differences, game by game and move by move.
fn minus(one: &[Vec<f64>], two: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let of_game =
        |(one, two): (&Vec<f64>, &Vec<f64>)| one.iter().zip(two).map(|(one, two)| one - two).collect();
    one.iter().zip(two).map(of_game).collect()
}

/// The method, for the report.
const METHOD: &str = "Trained by minimax tree optimisation (MMTO): minimises the sum over positions and \
                      legal moves of T(s(p, d) - s(p, m)), with values of 1-ply searches with captures, \
                      piece values of constant sum and an L1 term on the other weights. Ours are \
                      king-piece tables; the thesis's are king-king-piece and king-piece-piece. Each \
                      evaluation chooses its move by the same 1-ply search; intervals come from resampling \
                      whole games.";

impl Rates {
    /// The report.
    #[must_use]
    pub fn report(&self, seed: u64) -> Report {
        let rate =
            |rate: &Rate| [Cell::Share(rate.mean), Cell::Shares(rate.interval.low, rate.interval.high)];
        let row = |(name, row): (&str, &Row)| {
            let mut cells =
                vec![Cell::words(name), Cell::Count(row.decisions.0), Cell::Count(row.decisions.1)];
            cells.extend(row.rates.iter().flat_map(rate));
            cells
        };
        let rates = Table {
            name: "rates".into(),
            caption: "How often each evaluation chooses the move that the player chose, in held-out games."
                .into(),
            columns: Column::all([
                "player",
                "training moves",
                "held-out moves",
                "strong evaluation, percent",
                "95%",
                "trained on the first, percent",
                "95%",
                "trained on the second, percent",
                "95%",
            ]),
            rows: PLAYERS.into_iter().zip(&self.0).map(row).collect(),
        };
        let gain = |(name, row): (&str, &Row)| {
            let mut cells = vec![Cell::words(name)];
            cells.extend(row.gains.iter().flat_map(rate));
            cells
        };
        let gains = Table {
            name: "gains".into(),
            caption:
                "How much more often the evaluation trained on the player chooses its move, in percentage \
                 points."
                    .into(),
            columns: Column::all([
                "player",
                "than the strong evaluation",
                "95%",
                "than the other trained one",
                "95%",
            ]),
            rows: PLAYERS.into_iter().zip(&self.0).map(gain).collect(),
        };
        let said = PLAYERS.into_iter().zip(&self.0).map(|(name, row)| {
            let [strong, other] = row.gains;
            format!(
                "{name}: {:+.1} points over the strong evaluation ({:+.1} to {:+.1}), {:+.1} over the \
                 other trained one ({:+.1} to {:+.1})",
                100.0 * strong.mean,
                100.0 * strong.interval.low,
                100.0 * strong.interval.high,
                100.0 * other.mean,
                100.0 * other.interval.low,
                100.0 * other.interval.high
            )
        });
        Report {
            title: "Evaluations that imitate weak shogi players".into(),
            verdict: Some(self.verdict()),
            lead: format!(
                "{} (seed {seed}). Each of these four gains is a part of the finding; it holds where its 95% \
                 interval lies above zero.",
                said.collect::<Vec<_>>().join("; ")
            ),
            sections: vec![
                Section::new("Moves predicted", vec![Block::Table(rates), Block::Table(gains)]),
                Section::new(
                    "What differs from the thesis",
                    vec![Block::text(DIFFERENCES), Block::text(METHOD)],
                ),
            ],
            ..Report::default()
        }
    }

    /// Reproduced where every trained evaluation predicts its player better than the others do.
    fn verdict(&self) -> Verdict {
        let gains: Vec<Rate> = self.0.iter().flat_map(|row| row.gains).collect();
        let held = gains.iter().filter(|gain| gain.interval.low > 0.0).count();
        let points: Vec<String> = gains.iter().map(|gain| format!("{:+.0}", 100.0 * gain.mean)).collect();
        Verdict {
            finding:
                "An evaluation learned from weak players' games plays more like them than a strong one does"
                    .into(),
            paper: "no number; judged by readers of game records".into(),
            ours: format!("{} points of moves predicted", super::listed(&points)),
            outcome: Reproduction::of_parts(held, gains.len()),
        }
    }
}

/// From whose games the thesis and ours learn.
const DIFFERENCES: &str = "The thesis learned from 30,000 games of people rated 1300 to 1399 of Shogi Club \
                           24. No such collection is open, so these evaluations, and the one that is \
                           shipped, learned from games of beginner programs of ours with a style of their \
                           own. Somebody who has games of people can train on them: gokaku train \
                           shogi-imitation RECORDS --ratings 1300..1399.";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gains_are_differences_of_rates() {
        let rates = run(3, 1, &|| {}).unwrap();
        for (player, row) in rates.0.iter().enumerate() {
            assert!(row.decisions.0 > row.decisions.1 && row.decisions.1 > 0, "{row:?}");
            assert!(row.rates.iter().all(|rate| rate.mean > 0.0 && rate.mean < 1.0), "{row:?}");
            let own = row.rates[player + 1].mean;
            for (gain, than) in row.gains.iter().zip([0, 2 - player]) {
                assert!((gain.mean - (own - row.rates[than].mean)).abs() < 1e-9, "{row:?}");
            }
        }
        let report = rates.report(1);
        assert!(report.lead.contains("over the other trained one"), "{}", report.lead);
    }
}

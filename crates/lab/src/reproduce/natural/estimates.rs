//! How well the strength of people is estimated from their games.

use std::collections::BTreeMap;

use anyhow::Result;
use games::othello::{Move, Othello};
use games::split_mix::mix;
use games::{Record, Side};
use people::othello::OthelloPeople;
use people::othello::games::{RatedGame, is_held_out};
use people::strength::{MoveEvidence, Strength, StrengthScale, line};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use report::{Block, Cell, Column, Table};
use statistics::{Method, bootstrap};

use super::super::Context;
use super::sides::{mean, of_game};

/// Estimates after so many games.
const AFTER: [usize; 3] = [1, 3, 10];

/// Players of fewer games are left out.
const LEAST_GAMES: usize = 10;

/// The tempers that are compared.
const TEMPERS: [f64; 8] = [0.08, 0.12, 0.18, 0.25, 0.35, 0.5, 0.7, 1.0];

/// The players are divided into so many parts; each is estimated with what the others teach.
const FOLDS: u64 = 10;

/// A player's games: what their moves say, and discs lost a move.
struct Player {
    number: u16,
    rating: f64,
    games: Vec<(MoveEvidence, f64)>,
}

/// Estimates after some number of games.
struct Row {
    games: usize,
    players: usize,
    scale: StrengthScale,
    /// Absolute errors of the model, of the regression on losses, and of the mean, player by player.
    errors: Vec<[f64; 3]>,
    correlation: f64,
    coverage: f64,
    /// How much smaller the model's error is than the regression's, with its interval.
    gain: (f64, Option<(f64, f64)>),
}

pub(super) struct Estimates {
    rows: Vec<Row>,
}

pub(super) fn measure(games: &[RatedGame], context: &Context<'_>) -> Result<Estimates> {
    let mut of_players: BTreeMap<u16, Vec<(&RatedGame, Side)>> = BTreeMap::new();
    for game in games {
        for side in Side::BOTH {
            let player = game.players[side.index()];
            if is_held_out(player) {
                of_players.entry(player).or_default().push((game, side));
            }
        }
    }
    of_players.retain(|_, games| games.len() >= LEAST_GAMES);
    let most = context.scaled(of_players.len() as u64).min(of_players.len() as u64) as usize;
    let mut order: Vec<u16> = of_players.keys().copied().collect();
    order.sort_by_key(|&player| mix(u64::from(player)));
    order.truncate(most.max(2 * FOLDS as usize));
    let fingerprint = opponents::fingerprint::of(games::GameKind::Othello);
    let players: Vec<Player> = order
        .into_par_iter()
        .map(|number| {
            let mut sides = of_players[&number].clone();
            sides.sort_by_key(|(game, _)| mix(u64::from(game.number)));
            sides.truncate(LEAST_GAMES);
            let rating = f64::from(sides[0].0.ratings[sides[0].1.index()]);
            let key = format!("evidence of player {number}, {} of {} games", LEAST_GAMES, games.len());
            let games: Vec<(Vec<f64>, u32, f64)> = context.cached(fingerprint, &key, || {
                let found: Vec<_> = sides.iter().map(|&(game, side)| of_one(game, side)).collect();
                Ok::<_, std::convert::Infallible>(found)
            })?;
            let evidence = |(logs, choices, loss): (Vec<f64>, u32, f64)| {
                let mut evidence = MoveEvidence { choices, games: 1, ..MoveEvidence::default() };
                evidence.log_likelihoods.iter_mut().zip(logs).for_each(|(to, from)| *to = from);
                (evidence, loss)
            };
            Ok(Player { number, rating, games: games.into_iter().map(evidence).collect() })
        })
        .collect::<Result<_>>()?;
    Ok(Estimates { rows: AFTER.into_iter().map(|games| row(&players, games, context.seed)).collect() })
}

/// What one game says: logarithms of likelihoods, choices, discs lost a move.
fn of_one(game: &RatedGame, side: Side) -> (Vec<f64>, u32, f64) {
    let mut people = OthelloPeople::shipped(true);
    let mut evidence = MoveEvidence::default();
    let moves: &[Move] = &game.moves;
    if let Ok(record) = Record::from_moves(Othello::default(), moves.iter().copied()) {
        evidence.add_game(&mut people, &record, side);
    }
    let loss = of_game(moves, side, 0, 0.0).mean_loss(1);
    (evidence.log_likelihoods.to_vec(), evidence.choices, loss)
}

/// A player after so many games: evidence, mean loss, rating.
fn after(player: &Player, games: usize) -> (MoveEvidence, f64, f64) {
    let mut evidence = MoveEvidence::default();
    for (game, _) in &player.games[..games] {
        evidence.merge(game);
    }
    (evidence, mean(player.games[..games].iter().map(|game| game.1)), player.rating)
}

/// The scale whose errors are smallest on these people, in the mean.
fn best_scale(games: usize, people: &[(MoveEvidence, f64)]) -> StrengthScale {
    let error = |scale: &StrengthScale| {
        mean(people.iter().map(|(evidence, rating)| (scale.strength(evidence).rating - rating).abs()))
    };
    let scales = TEMPERS.map(|temper| StrengthScale::fit(temper, games as u32, people));
    scales.into_iter().min_by(|a, b| error(a).total_cmp(&error(b))).unwrap_or(scales[0])
}

fn row(players: &[Player], games: usize, seed: u64) -> Row {
    let all: Vec<(u64, (MoveEvidence, f64, f64))> = players
        .iter()
        .map(|player| (mix(u64::from(player.number) ^ (7 << 32)) % FOLDS, after(player, games)))
        .collect();
    let mut errors = Vec::new();
    let (mut estimated, mut true_ratings, mut held) = (Vec::new(), Vec::new(), 0);
    for fold in 0..FOLDS {
        let others: Vec<&(MoveEvidence, f64, f64)> =
            all.iter().filter(|(of, _)| *of != fold).map(|(_, one)| one).collect();
        let scale = best_scale(games, &others.iter().map(|one| (one.0, one.2)).collect::<Vec<_>>());
        let losses: Vec<f64> = others.iter().map(|one| one.1.sqrt()).collect();
        let ratings: Vec<f64> = others.iter().map(|one| one.2).collect();
        let (offset, slope) = line(&losses, &ratings);
        let middle = mean(ratings.iter().copied());
        for (_, (evidence, loss, rating)) in all.iter().filter(|(of, _)| *of == fold) {
            let Strength { rating: estimate, low, high } = scale.strength(evidence);
            let regression = offset + slope * loss.sqrt();
            errors.push([estimate, regression, middle].map(|estimate| (estimate - rating).abs()));
            held += usize::from((low..=high).contains(rating));
            estimated.push(estimate);
            true_ratings.push(*rating);
        }
    }
    let people: Vec<(MoveEvidence, f64)> = all.iter().map(|(_, one)| (one.0, one.2)).collect();
    let gains: Vec<f64> = errors.iter().map(|errors| errors[1] - errors[0]).collect();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let of_drawn = |drawn: &[&f64]| mean(drawn.iter().map(|gain| **gain));
    let interval = bootstrap(&gains, of_drawn, Method::Expanded, 999, &mut rng);
    Row {
        games,
        players: all.len(),
        scale: best_scale(games, &people),
        correlation: correlation(&estimated, &true_ratings),
        coverage: held as f64 / all.len().max(1) as f64,
        gain: (mean(gains.iter().copied()), interval.map(|interval| (interval.low, interval.high))),
        errors,
    }
}

fn correlation(a: &[f64], b: &[f64]) -> f64 {
    let (_, slope) = line(a, b);
    let (_, back) = line(b, a);
    (slope * back).max(0.0).sqrt() * slope.signum()
}

impl Estimates {
    /// Whether the model's errors are smaller than those of the regression, and not by chance.
    pub(super) fn is_better(&self) -> bool {
        self.rows.iter().all(|row| row.gain.1.is_some_and(|(low, _)| low > 0.0))
    }

    pub(super) fn blocks(&self) -> Vec<Block> {
        let row = |row: &Row| {
            let error = |at: usize| Cell::Number(mean(row.errors.iter().map(|errors| errors[at])), 0);
            let (gain, interval) = row.gain;
            let interval = interval.map_or(String::new(), |(low, high)| format!(" ({low:.0} to {high:.0})"));
            vec![
                Cell::Count(row.games as u64),
                Cell::Count(row.players as u64),
                error(0),
                error(1),
                error(2),
                Cell::words(format!("{gain:.0}{interval}")),
                Cell::Number(row.correlation, 2),
                Cell::Share(row.coverage),
            ]
        };
        let scale = |row: &Row| {
            let StrengthScale { games, temper, offset, slope, error } = row.scale;
            vec![
                Cell::Count(u64::from(games)),
                Cell::Number(temper, 2),
                Cell::Number(offset, 0),
                Cell::Number(slope, 3),
                Cell::Number(error, 0),
            ]
        };
        let table = Table {
            name: "estimates".into(),
            caption: "Mean absolute error of the rating of held-out people after some of their \
                      games, cross-validated over \
                      players: by the model, by a regression on discs lost a move, by the mean of \
                      all; and how often the 90% \
                      interval holds the rating."
                .into(),
            columns: Column::all([
                "games",
                "players",
                "model",
                "discs lost",
                "mean",
                "better than discs lost by",
                "correlation",
                "coverage",
            ]),
            rows: self.rows.iter().map(row).collect(),
        };
        let scales = Table {
            name: "strength-scale".into(),
            caption: "How the evidence of moves becomes a rating, fitted to all these players: what \
                      gokaku estimate uses."
                .into(),
            columns: Column::all(["games", "temper", "offset", "slope", "error"]),
            rows: self.rows.iter().map(scale).collect(),
        };
        vec![Block::Table(table), Block::Table(scales)]
    }
}

//! How well people who are held out are predicted.

use anyhow::Result;
use people::othello::evaluation::{
    BAND_NAMES, PHASE_NAMES, Prediction, SearchPredictor, band, mean, phase, predict, values,
};
use people::othello::games::{Position, RatedGame, Use, sample, tests};
use people::othello::{DEPTHS, OthelloModel};
use report::{Block, Cell, Column, Table};
use serde::{Deserialize, Serialize};

use super::super::Context;

/// Positions of training games to which the temperatures of searches are fitted.
const FITTED: u64 = 10_000;

/// At a smaller scale, at least so many: there are 32 temperatures.
const LEAST_FITTED: u64 = 2_000;

/// Mean predictions of the tests by each predictor.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Predictions {
    names: Vec<String>,
    /// For each predictor: tests A and B, then A by band and by phase; each with its number of moves.
    means: Vec<Vec<([f64; 3], usize)>>,
}

/// The predictor that the model is compared with, and the model itself.
const DEPTH_4: &str = "search of depth 4";
const SEARCHED: &str = "people, with search";

pub(super) fn measure(games: &[RatedGame], context: &Context<'_>) -> Result<Predictions> {
    let key = format!("predictions of people, {} games, scale {}", games.len(), context.scale);
    let fingerprint = opponents::fingerprint::of(games::GameKind::Othello);
    context.cached(fingerprint, &key, || Ok::<_, std::convert::Infallible>(made(games, context)))
}

fn made(games: &[RatedGame], context: &Context<'_>) -> Predictions {
    let scale = context.scale.min(1.0);
    let tests = tests(games).map(|test| sample(&test, (test.len() as f64 * scale).ceil() as usize, 3));
    let training: Vec<Position> = games
        .iter()
        .filter(|game| game.purpose() == Use::Training && game.is_for_second_layer())
        .flat_map(RatedGame::positions)
        .collect();
    let fitted = sample(&training, context.scaled(FITTED).clamp(LEAST_FITTED, FITTED) as usize, 4);
    let fitted_values = values(&fitted);
    let test_values = tests.each_ref().map(|test| values(test));
    let mut found = Predictions { names: Vec::new(), means: Vec::new() };
    let mut add = |name: String, of: &dyn Fn(usize) -> Vec<Prediction>| {
        let [a, b] = [0, 1].map(of);
        let all = |predictions: &[Prediction], belongs: &dyn Fn(&Position) -> bool| {
            let both = tests[0].iter().zip(predictions).filter(|(position, _)| belongs(position));
            numbers(mean(both.map(|(_, prediction)| *prediction)))
        };
        let mut means = vec![numbers(mean(a.iter().copied())), numbers(mean(b.iter().copied()))];
        means.extend(
            (0..BAND_NAMES.len())
                .map(|wanted| all(&a, &|position| band(f64::from(position.rating)) == wanted)),
        );
        means.extend(
            (0..PHASE_NAMES.len())
                .map(|wanted| all(&a, &|position| phase(position.board.empty().count_ones()) == wanted)),
        );
        found.names.push(name);
        found.means.push(means);
    };
    add("random".into(), &|test| {
        let of = |position: &Position| {
            let moves = position.board.moves().count_ones() as usize;
            Prediction::of(&vec![1.0 / moves as f64; moves], 0)
        };
        tests[test].iter().map(of).collect()
    });
    for depth in 0..DEPTHS {
        let search = SearchPredictor::fit(&fitted, &fitted_values, depth);
        add(format!("search of depth {}", depth + 1), &|test| {
            let both = tests[test].iter().zip(&test_values[test]);
            both.map(|(position, values)| search.predict(position, values)).collect()
        });
    }
    let model = OthelloModel::shipped();
    add("people, without search".into(), &|test| predict(&model, false, &tests[test]));
    add(SEARCHED.into(), &|test| predict(&model, true, &tests[test]));
    found
}

fn numbers((Prediction { nats, first, third }, count): (Prediction, usize)) -> ([f64; 3], usize) {
    ([nats, first, third], count)
}

impl Predictions {
    fn of(&self, name: &str) -> Option<&[([f64; 3], usize)]> {
        let at = self.names.iter().position(|known| known == name)?;
        self.means.get(at).map(Vec::as_slice)
    }

    /// How much better the model predicts test A than a depth-4 search: nats, and share of first moves.
    pub(super) fn gain(&self) -> Option<(f64, f64)> {
        let (search, model) = (self.of(DEPTH_4)?.first()?.0, self.of(SEARCHED)?.first()?.0);
        Some((search[0] - model[0], model[1] - search[1]))
    }

    pub(super) fn blocks(&self) -> Vec<Block> {
        let all = Table {
            name: "prediction".into(),
            caption: "Cross entropy in nats, and how often the likeliest move or one of the three \
                      likeliest was played, where \
                      the mover is held out (A) and in games from 2023 on (B)."
                .into(),
            columns: Column::all(["predictor", "A: nats", "first", "three", "B: nats", "first", "three"]),
            rows: self
                .names
                .iter()
                .zip(&self.means)
                .map(|(name, means)| {
                    let mut row = vec![Cell::words(name)];
                    row.extend(means[..2].iter().flat_map(|(numbers, _)| {
                        [Cell::Number(numbers[0], 3), Cell::Share(numbers[1]), Cell::Share(numbers[2])]
                    }));
                    row
                })
                .collect(),
        };
        let parts: Vec<&str> = BAND_NAMES.into_iter().chain(PHASE_NAMES).collect();
        let shown: Vec<&str> =
            self.names.iter().map(String::as_str).filter(|name| *name != "random").collect();
        let rows = parts.iter().enumerate().map(|(at, part)| {
            let mut row = vec![Cell::words(*part)];
            let count = self.of(SEARCHED).map_or(0, |means| means[2 + at].1);
            row.push(Cell::Count(count as u64));
            for name in &shown[shown.len().saturating_sub(3)..] {
                if let Some(means) = self.of(name) {
                    row.extend([Cell::Number(means[2 + at].0[0], 3), Cell::Share(means[2 + at].0[1])]);
                }
            }
            row
        });
        let by_part = Table {
            name: "prediction-parts".into(),
            caption: "Test A by rating and by phase.".into(),
            columns: Column::all([
                "part",
                "moves",
                "depth 4: nats",
                "first",
                "people, without search: nats",
                "first",
                "with search: nats",
                "first",
            ]),
            rows: rows.collect(),
        };
        vec![Block::Table(all), Block::Table(by_part)]
    }
}

//! The judge's own model of people: how surprising is a choice, and how usual an opening move?
//!
//! No opponent uses it. It is a conditional logit (McFadden 1974) over plain features, and counts of
//! openings, both from games of people who are held out of the model that opponents use.

use std::collections::HashMap;

use games::othello::{Board, Square, Symmetry};

use super::sides::{Choice, GameSide, KINDS};

/// Stages of the game with weights of their own, by the number of the move.
const STAGES: [u32; 3] = [12, 36, 60];

/// Features of an alternative.
const FEATURES: usize = 5 + KINDS - 1;

const WEIGHTS: usize = FEATURES * STAGES.len();

/// Steps of gradient ascent and their size.
const STEPS: usize = 150;
const RATE: f64 = 0.5;

/// Moves that are looked up in the openings.
const OPENING: u32 = 12;

/// What people choose.
pub(super) struct Surprise {
    weights: [f64; WEIGHTS],
    openings: HashMap<(Board, u8), f64>,
}

fn features(choice: &Choice, at: usize) -> [f64; FEATURES] {
    let one = &choice.alternatives[at];
    let best = |depth: usize| {
        choice.alternatives.iter().map(|one| f64::from(one.values[depth])).fold(f64::NEG_INFINITY, f64::max)
    };
    let loss = [0, 1].map(|depth| (best(depth) - f64::from(one.values[depth])).min(20.0) / 4.0);
    let mut features = [0.0; FEATURES];
    features[..5].copy_from_slice(&[
        loss[0],
        loss[1],
        f64::from(u8::from(loss[1] < 0.05)),
        f64::from(one.flips) / 4.0,
        f64::from(one.replies) / 4.0,
    ]);
    if one.kind() < KINDS - 1 {
        features[5 + one.kind()] = 1.0;
    }
    features
}

fn stage(ply: u32) -> usize {
    STAGES.iter().position(|&last| ply <= last).unwrap_or(STAGES.len() - 1)
}

/// The canonical board and the canonical square of a choice: the least of its images.
fn canonical(choice: &Choice, at: usize) -> (Board, u8) {
    let board = Symmetry::canonical(choice.board()).0;
    let square = Square::new(choice.alternatives[at].square);
    let images = Symmetry::ALL.into_iter().filter(|symmetry| symmetry.board(choice.board()) == board);
    let squares = images.filter_map(|symmetry| Some(symmetry.square(square?).index() as u8));
    (board, squares.min().unwrap_or_default())
}

impl Surprise {
    /// Learns from these sides.
    pub(super) fn learn(sides: &[GameSide]) -> Surprise {
        let choices: Vec<&Choice> = sides.iter().flat_map(|side| &side.choices).collect();
        let mut openings: HashMap<(Board, u8), f64> = HashMap::new();
        for choice in choices.iter().filter(|choice| choice.ply() <= OPENING) {
            *openings.entry(canonical(choice, choice.chosen)).or_default() += 1.0;
        }
        let mut surprise = Surprise { weights: [0.0; WEIGHTS], openings };
        let prepared: Vec<(usize, usize, Vec<[f64; FEATURES]>)> = choices
            .iter()
            .map(|choice| {
                let all = (0..choice.alternatives.len()).map(|at| features(choice, at)).collect();
                (stage(choice.ply()) * FEATURES, choice.chosen, all)
            })
            .collect();
        let counts: [f64; STAGES.len()] = std::array::from_fn(|at| {
            prepared.iter().filter(|one| one.0 == at * FEATURES).count().max(1) as f64
        });
        for _ in 0..STEPS {
            let mut gradient = [0.0; WEIGHTS];
            for (offset, chosen, alternatives) in &prepared {
                let shares = shares(&surprise.weights[*offset..*offset + FEATURES], alternatives);
                for (at, features) in alternatives.iter().enumerate() {
                    let wrong = f64::from(u8::from(at == *chosen)) - shares[at];
                    for (gradient, feature) in gradient[*offset..].iter_mut().zip(features) {
                        *gradient += wrong * feature;
                    }
                }
            }
            for (at, gradient) in gradient.iter().enumerate() {
                surprise.weights[at] += RATE * gradient / counts[at / FEATURES];
            }
        }
        surprise
    }

    /// How surprising a choice is, in nats.
    pub(super) fn of(&self, choice: &Choice) -> f64 {
        let alternatives: Vec<_> = (0..choice.alternatives.len()).map(|at| features(choice, at)).collect();
        let offset = stage(choice.ply()) * FEATURES;
        let shares = shares(&self.weights[offset..offset + FEATURES], &alternatives);
        -shares[choice.chosen].max(1e-6).ln()
    }

    /// How unusual it is in the opening: minus the logarithm of the share of people who chose it, half a
    /// person more for each alternative; nothing later.
    pub(super) fn unusual(&self, choice: &Choice) -> Option<f64> {
        if choice.ply() > OPENING {
            return None;
        }
        let count = |at: usize| self.openings.get(&canonical(choice, at)).copied().unwrap_or_default() + 0.5;
        let all: f64 = (0..choice.alternatives.len()).map(count).sum();
        Some(-(count(choice.chosen) / all).ln())
    }
}

fn shares(weights: &[f64], alternatives: &[[f64; FEATURES]]) -> Vec<f64> {
    let score = |features: &[f64; FEATURES]| features.iter().zip(weights).map(|(a, b)| a * b).sum::<f64>();
    let scores: Vec<f64> = alternatives.iter().map(score).collect();
    let largest = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let all: Vec<f64> = scores.iter().map(|score| (score - largest).exp()).collect();
    let sum: f64 = all.iter().sum();
    all.into_iter().map(|share| share / sum).collect()
}

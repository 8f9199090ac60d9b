//! Makes the weights from self-play games and what the search thinks of their positions.
//!
//! Playing is split into batches that do not depend on each other. What a feature is worth is learned in
//! three parts that are added up, so that rare squares of kings profit from common ones: the feature alone,
//! the feature relative to the king, and the feature for this square of the king. The same holds for attacks
//! on a square.

use std::sync::Arc;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use games::split_mix::mix;

use crate::batches;

use super::adagrad::{Correction, KingView, WeightCorrections};
use super::attack_corrections::AttackCorrections;
use super::attacks;
use super::selfplay::{Openings, SelfPlayer};
use super::training_samples::{TrainingSample, TrainingSamples};
use super::weights::Weights;

/// The settings of a training run. The same settings always give the same weights.
#[derive(Clone, PartialEq, Debug)]
pub struct Training {
    /// Where all chance comes from.
    pub seed: u64,
    /// What every other game begins with.
    pub openings: Openings,
    /// What is done, one after the other.
    pub generations: Vec<Generation>,
}

/// The games of one generation, and what is made of them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Generation {
    /// How many games are played.
    pub games: u32,
    /// The nodes of the searches that play them and whose values are learned.
    pub nodes: u64,
    /// How often all samples are gone through.
    pub rounds: u32,
    /// How many generations before this one are learnt from again.
    pub recalls: usize,
    /// How far a sample moves a weight, in points.
    pub step: f32,
    /// The step of what only one square of a king teaches, as a part of that: the less, the less overfitting.
    pub rare: f32,
}

impl Default for Training {
    /// About as many games as the shipped weights are made of; `data/README.md` says how they differ.
    fn default() -> Self {
        let first = Generation { games: 3_000, nodes: 1_500, rounds: 4, recalls: 0, step: 2.0, rare: 1.0 };
        let second = Generation { games: 2_940, nodes: 500, recalls: 1, ..first };
        let third = Generation { games: 1_800, nodes: 800, recalls: 2, ..first };
        let fourth = Generation { games: 22_600, nodes: 450, rounds: 2, recalls: 0, ..first };
        let fifth = Generation { games: 18_500, nodes: 700, ..fourth };
        let sixth = Generation { games: 13_000, nodes: 1_500, rounds: 1, recalls: 0, step: 1.0, rare: 0.1 };
        let seventh = Generation { games: 17_000, ..sixth };
        let generations = vec![first, second, third, fourth, fifth, sixth, seventh];
        Training { seed: 1, openings: Openings::default(), generations }
    }
}

/// An advantage of so many points wins e times as often as it loses: the scale on which values are compared.
const SCALE: f32 = 600.0;

/// Games of a batch: about ten seconds of work.
const BATCH: u32 = 30;

impl Training {
    /// The same with all numbers of games multiplied by `factor`.
    #[must_use]
    pub fn scaled(mut self, factor: f64) -> Training {
        for generation in &mut self.generations {
            generation.games = batches::scaled(generation.games, factor);
        }
        self
    }

    /// Batches of games in a generation, numbered from 0 like the generations.
    #[must_use]
    pub fn batches(&self, generation: usize) -> u32 {
        batches::count(self.generations[generation].games, BATCH)
    }

    /// The games of a batch.
    #[must_use]
    pub fn games(&self, generation: usize, batch: u32) -> std::ops::Range<u32> {
        batches::range(self.generations[generation].games, BATCH, batch)
    }

    /// The generations whose samples a generation learns from, itself the last of them.
    #[must_use]
    pub fn learns_from(&self, generation: usize) -> std::ops::RangeInclusive<usize> {
        generation.saturating_sub(self.generations[generation].recalls)..=generation
    }

    /// Plays the games of a batch with the weights of the generation before, or those [made by
    /// hand](Weights::by_hand).
    #[must_use]
    pub fn play(&self, generation: usize, batch: u32, weights: &Arc<Weights>) -> TrainingSamples {
        let mut player = SelfPlayer::new(weights, self.generations[generation].nodes);
        let mut samples = TrainingSamples::default();
        for game in self.games(generation, batch) {
            player.play(mix(batches::game_seed(self.seed, generation, game)), &self.openings, &mut samples);
        }
        samples
    }

    /// Corrects the weights of the previous generation by the samples of all batches of the generations it
    /// [learns from](Training::learns_from), in their order; `progress` is called every round. One batch in
    /// twenty is held out for validation.
    #[must_use]
    pub fn learn(
        &self,
        generation: usize,
        samples: &[TrainingSamples],
        weights: &Weights,
        progress: &mut dyn FnMut(u32, TrainingErrors),
    ) -> Weights {
        let Generation { rounds, step, rare, .. } = self.generations[generation];
        let positions = |held_back: bool| -> Vec<TrainingPosition> {
            chosen(samples, held_back).map(TrainingPosition::of).collect()
        };
        let (learned, held_back) = (positions(false), positions(true));
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        let mut learner = Learner::new(weights, rare);
        let mut order: Vec<usize> = (0..learned.len()).collect();
        for round in 0..rounds {
            for last in (1..order.len()).rev() {
                order.swap(last, rng.random_range(0..=last));
            }
            let mut squares = 0.0;
            for (number, &index) in order.iter().enumerate() {
                let progress = (round as f32 + number as f32 / order.len() as f32) / rounds as f32;
                squares += learner.learn(&learned[index], step * (1.0 - SLOWING * progress)).powi(2);
            }
            let missed: f32 = held_back
                .iter()
                .map(|position| (position.label - learner.win_probability(position)).powi(2))
                .sum();
            let mean = |sum: f32, count: usize| sum / count.max(1) as f32;
            let errors = TrainingErrors {
                training: mean(squares, learned.len()),
                validation: mean(missed, held_back.len()),
            };
            progress(round, errors);
        }
        learner.weights()
    }
}

/// The samples of the batches that are held back, or those of the others.
fn chosen(samples: &[TrainingSamples], held_back: bool) -> impl Iterator<Item = &TrainingSample> {
    let batches = samples.iter().enumerate();
    let batches = batches.filter(move |(index, _)| (index % HELD_BACK == HELD_BACK - 1) == held_back);
    batches.flat_map(|(_, batch)| &batch.0)
}

/// Mean squared errors of a round, of chances to win.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TrainingErrors {
    /// Of the samples that are learned from, each before its correction.
    pub training: f32,
    /// Of those that are not.
    pub validation: f32,
}

/// By how much steps become smaller from the first sample to the last: so that the last ones do not count for
/// more.
const SLOWING: f32 = 0.95;

/// One batch in so many is held back.
const HELD_BACK: usize = 20;

/// Weights that are being corrected.
struct Learner<'a> {
    before: &'a Weights,
    parts: WeightCorrections,
    attacks: AttackCorrections,
    turn: Correction,
}

impl Learner<'_> {
    fn new(before: &Weights, rare: f32) -> Learner<'_> {
        Learner {
            before,
            parts: WeightCorrections::new(rare),
            attacks: AttackCorrections::new(rare),
            turn: Correction::default(),
        }
    }

    /// The chance of a win that it sees.
    fn win_probability(&self, position: &TrainingPosition) -> f32 {
        win_probability(position.value(self) + self.turn.worth)
    }

    /// Corrects the weights by a sample, in steps of this size; says the error before.
    fn learn(&mut self, position: &TrainingPosition, step: f32) -> f32 {
        let chance = self.win_probability(position);
        let error = position.label - chance;
        let slope = error * chance * (1.0 - chance) * 4.0;
        position.correct(self, slope, step);
        self.turn.correct(slope, step);
        error
    }

    fn weights(&self) -> Weights {
        let turn = self.before.turn_points() + self.turn.worth;
        let points = |king, feature| self.before.points(king, feature) + self.parts.sum(king, feature);
        Weights::from_points(points, turn).with_attacks(self.attacks.attacks(self.before.attacks()))
    }
}

/// The chance of a win with so many points.
pub(super) fn win_probability(points: f32) -> f32 {
    1.0 / (1.0 + (-points / SCALE).exp())
}

/// A position as the learner sees it.
struct TrainingPosition {
    /// The side to move and the other.
    views: [KingView; 2],
    /// What they see of the squares.
    squares: [Vec<u16>; 2],
    /// The chance of a win it should have.
    label: f32,
}

impl TrainingPosition {
    fn of(sample: &TrainingSample) -> TrainingPosition {
        let game = sample.game();
        let position = game.position();
        let own = position.turn();
        TrainingPosition {
            views: [own, own.flip()].map(|view| KingView::of(position, view)),
            squares: [own, own.flip()].map(|view| attacks::seen(position, view)),
            label: sample.label,
        }
    }

    /// What the corrected weights say of it.
    fn value(&self, learner: &Learner<'_>) -> f32 {
        let Learner { before: weights, parts, attacks, .. } = learner;
        let seen = |side: usize| -> f32 {
            let view = &self.views[side];
            let worth = |&feature: &u16| {
                let feature = usize::from(feature);
                weights.points(view.king, feature) + parts.sum(view.king, feature)
            };
            let attacked = |&place: &u16| {
                let place = usize::from(place);
                weights.attack_points(view.king, place) + attacks.sum(view.king, place)
            };
            view.features.iter().map(worth).sum::<f32>()
                + self.squares[side].iter().map(attacked).sum::<f32>()
        };
        seen(0) - seen(1) + weights.turn_points()
    }

    fn correct(&self, learner: &mut Learner<'_>, slope: f32, step: f32) {
        for (side, slope) in [slope, -slope].into_iter().enumerate() {
            let view = &self.views[side];
            for &feature in &view.features {
                learner.parts.correct(view.king, usize::from(feature), slope, step);
            }
            for &place in &self.squares[side] {
                learner.attacks.correct(view.king, usize::from(place), slope, step);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_learned() {
        let little = Generation { games: 3, nodes: 300, rounds: 6, recalls: 0, step: 2.0, rare: 1.0 };
        let training = Training { seed: 1, openings: Openings::default(), generations: vec![little] };
        let start = Weights::by_hand();
        let samples = training.play(0, 0, &start);
        assert_eq!(samples, training.play(0, 0, &start));
        assert!(samples.len() > 20, "{} samples", samples.len());
        let mut errors = Vec::new();
        let learned = training.learn(0, &[samples], &start, &mut |_, error| errors.push(error.training));
        assert!(errors[5] < errors[0] / 2.0, "{errors:?}");
        assert_ne!(learned, *start);
    }
}

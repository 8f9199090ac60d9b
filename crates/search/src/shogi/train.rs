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

use super::adagrad::{Correction, View, WeightCorrections};
use super::attack_corrections::AttackCorrections;
use super::attacks;
use super::selfplay::{Openings, Player};
use super::training_samples::{TrainingSample, TrainingSamples};
use super::weights::Weights;

/// How much to train. The same settings always give the same weights.
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
        let mut player = Player::new(weights, self.generations[generation].nodes);
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
        progress: &mut dyn FnMut(u32, Errors),
    ) -> Weights {
        let Generation { rounds, step, rare, .. } = self.generations[generation];
        let sights = |held_back: bool| -> Vec<Sight> { chosen(samples, held_back).map(Sight::of).collect() };
        let (learned, held_back) = (sights(false), sights(true));
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        let mut pupil = Pupil::new(weights, rare);
        let mut order: Vec<usize> = (0..learned.len()).collect();
        for round in 0..rounds {
            for last in (1..order.len()).rev() {
                order.swap(last, rng.random_range(0..=last));
            }
            let mut squares = 0.0;
            for (number, &index) in order.iter().enumerate() {
                let progress = (round as f32 + number as f32 / order.len() as f32) / rounds as f32;
                squares += pupil.learn(&learned[index], step * (1.0 - SLOWING * progress)).powi(2);
            }
            let missed: f32 = held_back.iter().map(|sight| (sight.goal - pupil.chance(sight)).powi(2)).sum();
            let mean = |sum: f32, count: usize| sum / count.max(1) as f32;
            let errors =
                Errors { learned: mean(squares, learned.len()), held_back: mean(missed, held_back.len()) };
            progress(round, errors);
        }
        pupil.weights()
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
pub struct Errors {
    /// Of the samples that are learned from, each before its correction.
    pub learned: f32,
    /// Of those that are not.
    pub held_back: f32,
}

/// By how much steps become smaller from the first sample to the last: so that the last ones do not count for
/// more.
const SLOWING: f32 = 0.95;

/// One batch in so many is held back.
const HELD_BACK: usize = 20;

/// Weights that are being corrected.
struct Pupil<'a> {
    before: &'a Weights,
    parts: WeightCorrections,
    attacks: AttackCorrections,
    turn: Correction,
}

impl Pupil<'_> {
    fn new(before: &Weights, rare: f32) -> Pupil<'_> {
        Pupil {
            before,
            parts: WeightCorrections::new(rare),
            attacks: AttackCorrections::new(rare),
            turn: Correction::default(),
        }
    }

    /// The chance of a win that it sees.
    fn chance(&self, sight: &Sight) -> f32 {
        won(sight.value(self) + self.turn.worth)
    }

    /// Corrects the weights by a sample, in steps of this size; says the error before.
    fn learn(&mut self, sight: &Sight, step: f32) -> f32 {
        let chance = self.chance(sight);
        let error = sight.goal - chance;
        let slope = error * chance * (1.0 - chance) * 4.0;
        sight.correct(self, slope, step);
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
pub(super) fn won(points: f32) -> f32 {
    1.0 / (1.0 + (-points / SCALE).exp())
}

/// A position as the learner sees it.
struct Sight {
    /// The side to move and the other.
    views: [View; 2],
    /// What they see of the squares.
    squares: [Vec<u16>; 2],
    /// The chance of a win it should have.
    goal: f32,
}

impl Sight {
    fn of(sample: &TrainingSample) -> Sight {
        let game = sample.game();
        let position = game.position();
        let own = position.turn();
        Sight {
            views: [own, own.flip()].map(|view| View::of(position, view)),
            squares: [own, own.flip()].map(|view| attacks::seen(position, view)),
            goal: sample.sequel,
        }
    }

    /// What the corrected weights say of it.
    fn value(&self, pupil: &Pupil<'_>) -> f32 {
        let Pupil { before: weights, parts, attacks, .. } = pupil;
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

    fn correct(&self, pupil: &mut Pupil<'_>, slope: f32, step: f32) {
        for (side, slope) in [slope, -slope].into_iter().enumerate() {
            let view = &self.views[side];
            for &feature in &view.features {
                pupil.parts.correct(view.king, usize::from(feature), slope, step);
            }
            for &place in &self.squares[side] {
                pupil.attacks.correct(view.king, usize::from(place), slope, step);
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
        let learned = training.learn(0, &[samples], &start, &mut |_, error| errors.push(error.learned));
        assert!(errors[5] < errors[0] / 2.0, "{errors:?}");
        assert_ne!(learned, *start);
    }
}

//! Makes the weights from our own games and what our own search thinks of their positions.
//!
//! Playing is split into batches that do not depend on each other. What a feature is worth is learned in three parts that are
//! added up, so that rare squares of kings profit from common ones: the feature alone, the feature as seen from the king, and
//! the feature for this square of the king.

use std::sync::Arc;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::mix::mix;

use super::lessons::{Lesson, Lessons};
use super::parts::{Part, Parts, View};
use super::selfplay::Player;
use super::weights::Weights;

/// How much to train. The same settings always give the same weights.
#[derive(Clone, PartialEq, Debug)]
pub struct Training {
    /// Where all chance comes from.
    pub seed: u64,
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
    /// How much of what a position is worth comes from the result of its game; the rest is what the search thought of it.
    pub trust_in_result: f32,
    /// How often all lessons are gone through.
    pub rounds: u32,
    /// How many generations before this one are learnt from again.
    pub recalls: usize,
}

impl Default for Training {
    /// A first guess: no weights that were made with it have won against those made by hand yet.
    fn default() -> Self {
        let first = Generation { games: 3_000, nodes: 1_500, trust_in_result: 0.3, rounds: 8, recalls: 0 };
        let second = Generation { games: 6_000, recalls: 1, ..first };
        Training { seed: 1, generations: vec![first, second] }
    }
}

/// Games of a batch: about ten seconds of work.
const BATCH: u32 = 30;

/// An advantage of so many points wins e times as often as it loses: the scale on which values are compared.
const SCALE: f32 = 600.0;

impl Training {
    /// The same with all numbers of games multiplied by `factor`.
    #[must_use]
    pub fn scaled(mut self, factor: f64) -> Training {
        for generation in &mut self.generations {
            generation.games = (f64::from(generation.games) * factor).ceil() as u32;
        }
        self
    }

    /// Batches of games in a generation, numbered from 0 like the generations.
    #[must_use]
    pub fn batches(&self, generation: usize) -> u32 {
        self.generations[generation].games.div_ceil(BATCH)
    }

    /// The games of a batch.
    #[must_use]
    pub fn games(&self, generation: usize, batch: u32) -> std::ops::Range<u32> {
        batch * BATCH..((batch + 1) * BATCH).min(self.generations[generation].games)
    }

    /// The generations whose lessons a generation learns from, itself the last of them.
    #[must_use]
    pub fn learns_from(&self, generation: usize) -> std::ops::RangeInclusive<usize> {
        generation.saturating_sub(self.generations[generation].recalls)..=generation
    }

    /// Plays the games of a batch with the weights of the generation before, or those [made by hand](Weights::by_hand).
    #[must_use]
    pub fn play(&self, generation: usize, batch: u32, weights: &Arc<Weights>) -> Lessons {
        let mut player = Player::new(weights, self.generations[generation].nodes);
        let mut lessons = Lessons::default();
        for game in self.games(generation, batch) {
            let lot = (generation as u64 + 1) << 32 | u64::from(game);
            player.play(mix(self.seed.rotate_left(48) ^ lot), &mut lessons);
        }
        lessons
    }

    /// Corrects the weights of the generation before by the lessons of all batches of the generations it
    /// [learns from](Training::learns_from), in their order; `progress` is told of the mean squared error of every round,
    /// before its corrections.
    #[must_use]
    pub fn learn(
        &self,
        generation: usize,
        lessons: &[Lessons],
        weights: &Weights,
        progress: &mut dyn FnMut(u32, f32),
    ) -> Weights {
        let Generation { trust_in_result, rounds, .. } = self.generations[generation];
        let lessons = lessons.iter().flat_map(|lessons| &lessons.0);
        let sights: Vec<Sight> = lessons.map(|lesson| Sight::of(lesson, trust_in_result)).collect();
        let (mut parts, mut turn) = (Parts::new(), Part::default());
        let mut order: Vec<usize> = (0..sights.len()).collect();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        for round in 0..rounds {
            for last in (1..order.len()).rev() {
                order.swap(last, rng.random_range(0..=last));
            }
            let mut squares = 0.0;
            for &index in &order {
                let sight = &sights[index];
                let chance = won(sight.value(&parts, weights) + turn.worth);
                let error = sight.goal - chance;
                squares += error * error;
                let slope = error * chance * (1.0 - chance) * 4.0;
                sight.correct(&mut parts, slope);
                turn.correct(slope);
            }
            progress(round, squares / sights.len().max(1) as f32);
        }
        let turn = weights.turn_points() + turn.worth;
        Weights::from_points(|king, feature| weights.points(king, feature) + parts.sum(king, feature), turn)
    }
}

/// The chance of a win with so many points.
fn won(points: f32) -> f32 {
    1.0 / (1.0 + (-points / SCALE).exp())
}

/// A position as the learner sees it.
struct Sight {
    /// The side to move and the other.
    views: [View; 2],
    /// The chance of a win it should have.
    goal: f32,
}

impl Sight {
    fn of(lesson: &Lesson, trust: f32) -> Sight {
        let position = lesson.game.position();
        let own = position.turn();
        let goal = (1.0 - trust) * won(lesson.value as f32) + trust * (lesson.result as f32 + 1.0) / 2.0;
        Sight { views: [View::of(position, own), View::of(position, own.flip())], goal }
    }

    /// What the corrected weights say of it.
    fn value(&self, parts: &Parts, weights: &Weights) -> f32 {
        let seen = |view: &View| -> f32 {
            let worth = |&feature: &u16| {
                let feature = usize::from(feature);
                weights.points(view.king, feature) + parts.sum(view.king, feature)
            };
            view.features.iter().map(worth).sum()
        };
        seen(&self.views[0]) - seen(&self.views[1]) + weights.turn_points()
    }

    fn correct(&self, parts: &mut Parts, slope: f32) {
        for (view, slope) in self.views.iter().zip([slope, -slope]) {
            for &feature in &view.features {
                parts.correct(view.king, usize::from(feature), slope);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lessons_are_learned() {
        let little = Generation { games: 3, nodes: 300, rounds: 6, trust_in_result: 0.2, recalls: 0 };
        let training = Training { seed: 1, generations: vec![little] };
        let start = Weights::by_hand();
        let lessons = training.play(0, 0, &start);
        assert_eq!(lessons, training.play(0, 0, &start));
        assert!(lessons.len() > 20, "{} lessons", lessons.len());
        let mut errors = Vec::new();
        let learned = training.learn(0, &[lessons], &start, &mut |_, error| errors.push(error));
        assert!(errors[5] < errors[0] / 2.0, "{errors:?}");
        assert_ne!(learned, *start);
    }
}

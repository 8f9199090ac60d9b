//! Makes the pattern weights from nothing but the rules: our own games, their ends solved exactly.
//!
//! Training goes in generations. Each plays games with the weights of the one before (the first chooses moves by the number of
//! replies), begun by random moves so that no two are alike. Near the end every position is solved; before that, a
//! position's target is a mean of what its game came to and what the search thought of it. Then the weights of each phase
//! are fitted to the targets by stochastic gradient descent. At last [`refine`] corrects them by deeper searches.

use games::othello::kernel::Portable;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

use crate::Budget;

use super::alphabeta::AlphaBeta;
use super::options::Options;
use super::patterns::{FEATURES, WEIGHTS, canonical, features};
use super::selfplay::{Lesson, play};
use super::weights::{PHASES, Weights, phase};

/// How much to train. The same settings always give the same weights.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// Where all chance comes from.
    pub seed: u64,
    /// Games and search depth of each generation.
    pub generations: Vec<Generation>,
    /// Positions with at most this many empty squares are solved.
    pub solve_from: u32,
    /// Passes over the positions of a generation.
    pub epochs: u32,
    /// Games and search depth of the refinements that follow, one after the other.
    pub refinements: Vec<Generation>,
}

/// The games of one generation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Generation {
    /// How many games are played.
    pub games: u32,
    /// How deep the players look.
    pub depth: u32,
}

impl Default for Settings {
    /// What the shipped weights were made with.
    fn default() -> Self {
        Settings {
            seed: 1,
            generations: vec![
                Generation { games: 10_000, depth: 1 },
                Generation { games: 30_000, depth: 2 },
                Generation { games: 40_000, depth: 3 },
            ],
            solve_from: 13,
            epochs: 15,
            refinements: vec![Generation { games: 12_000, depth: 6 }, Generation { games: 6_000, depth: 6 }],
        }
    }
}

/// Where training is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Step {
    /// So many games of this generation (from 1) have been played.
    Played {
        /// The generation.
        generation: usize,
        /// Games so far.
        games: u32,
    },
    /// A phase has been fitted.
    Fitted {
        /// The generation.
        generation: usize,
        /// The phase, from 0 for the opening.
        phase: usize,
        /// Positions of the phase.
        positions: usize,
        /// Mean distance between target and value, in discs.
        error: f64,
    },
}

/// Steps of the descent: the first and the last epoch's. A prediction is a sum of 49 weights, so that a whole error
/// would be made good by a step of 1/49.
const RATES: [f32; 2] = [0.010, 0.0015];

/// The same for the refinement, which has fewer positions and only corrects.
const REFINING_RATES: [f32; 2] = [0.003, 0.0005];

/// Trains weights; `progress` hears of every step, from any thread.
pub fn train(settings: &Settings, progress: &(dyn Fn(Step) + Sync)) -> Weights {
    let mut weights: Option<Weights> = None;
    for (number, generation) in (1..).zip(&settings.generations) {
        let lessons = play(settings, number, *generation, weights.as_ref(), progress);
        weights = Some(fit(settings, number, &lessons, progress));
    }
    let mut weights = weights.unwrap_or_else(Weights::zero);
    for (number, refinement) in (settings.generations.len() + 1..).zip(&settings.refinements) {
        refine(settings, number, *refinement, &mut weights, progress);
    }
    weights
}

/// How deep the games of the refinement are played; they only supply boards.
const SUPPLY_DEPTH: u32 = 2;

/// Of the boards of those games, one in so many is looked at: neighbours in a game are much alike.
const SPACING: usize = 3;

/// Corrects weights by searches with them, from the end to the opening, so that each phase learns from later ones that have
/// been corrected before.
///
/// Games of weak players end closer than they should: what one side wins, it soon gives back. So weights that were fitted to
/// results say too little. The end is exact; a search that looks from each phase into the next brings that up the game.
///
/// A refinement is numbered like a generation, so that its games are its own.
pub fn refine(
    settings: &Settings,
    generation: usize,
    Generation { games, depth }: Generation,
    weights: &mut Weights,
    progress: &(dyn Fn(Step) + Sync),
) {
    let supply = Generation { games, depth: SUPPLY_DEPTH };
    let lessons = play(settings, generation, supply, Some(weights), progress);
    let canonical = canonical();
    let last = phase(settings.solve_from + 1);
    for number in (0..=last).rev() {
        let boards: Vec<_> = lessons
            .iter()
            .filter(|lesson| phase(lesson.board.empty().count_ones()) == number)
            .map(|lesson| lesson.board)
            .step_by(SPACING)
            .collect();
        let current = &*weights;
        let targets: Vec<Vec<Lesson>> = boards
            .par_chunks(100)
            .map(|boards| {
                let options = Options { solve_from: 0, ..Options::default() };
                let mut search = AlphaBeta::new(current, options, 10);
                let budget = Budget::depth(depth);
                let lesson = |&board| {
                    let analysis = search.analyse(board, &budget);
                    analysis.best().map(|best| Lesson { board, target: best.value as f32 })
                };
                boards.iter().filter_map(lesson).collect()
            })
            .collect();
        let examples = examples(&targets.concat(), number, &canonical);
        let mut discs = weights.phase_discs(number);
        let slope = slope(&examples, &discs);
        discs.iter_mut().for_each(|weight| *weight *= slope);
        let error = descend(&mut discs, &examples, REFINING_RATES, settings.epochs, settings.seed);
        weights.set_phase(number, &discs, &canonical);
        progress(Step::Fitted { generation, phase: number, positions: examples.len(), error });
    }
}

/// The factor that brings the values of `weights` closest to the targets, in squares.
fn slope(examples: &[Example], weights: &[f32]) -> f32 {
    let (mut both, mut own) = (0.0, 0.0);
    for example in examples {
        let value = f64::from(example.value(weights));
        both += value * f64::from(example.target);
        own += value * value;
    }
    if own > 0.0 { (both / own) as f32 } else { 1.0 }
}

/// A board's features, those of mirror images made one, and what it should be worth.
struct Example {
    features: [u32; FEATURES],
    target: f32,
}

impl Example {
    fn value(&self, weights: &[f32]) -> f32 {
        self.features.iter().map(|&feature| weights[feature as usize]).sum()
    }
}

fn examples(lessons: &[Lesson], number: usize, canonical: &[u32]) -> Vec<Example> {
    lessons
        .iter()
        .filter(|lesson| phase(lesson.board.empty().count_ones()) == number)
        .map(|lesson| Example {
            features: features(Portable, lesson.board).map(|feature| canonical[feature as usize]),
            target: lesson.target,
        })
        .collect()
}

/// Fits the weights of every phase, each on its own.
fn fit(
    settings: &Settings,
    generation: usize,
    lessons: &[Lesson],
    progress: &(dyn Fn(Step) + Sync),
) -> Weights {
    let canonical = canonical();
    let fitted: Vec<Vec<f32>> = (0..PHASES)
        .into_par_iter()
        .map(|number| {
            let examples = examples(lessons, number, &canonical);
            let mut discs = vec![0.0; WEIGHTS];
            let error = descend(&mut discs, &examples, RATES, settings.epochs, settings.seed);
            progress(Step::Fitted { generation, phase: number, positions: examples.len(), error });
            discs
        })
        .collect();
    let mut weights = Weights::zero();
    for (number, discs) in fitted.iter().enumerate() {
        weights.set_phase(number, discs, &canonical);
    }
    weights
}

/// Stochastic gradient descent from the given weights; gives the mean error during the last epoch.
fn descend(weights: &mut [f32], examples: &[Example], rates: [f32; 2], epochs: u32, seed: u64) -> f64 {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut order: Vec<u32> = (0..examples.len() as u32).collect();
    let mut error = 0.0;
    for epoch in 0..epochs {
        let part = epoch as f32 / (epochs - 1).max(1) as f32;
        let rate = rates[0] * (rates[1] / rates[0]).powf(part);
        for at in (1..order.len()).rev() {
            order.swap(at, rng.random_range(0..=at));
        }
        let mut sum = 0.0;
        for &number in &order {
            let example = &examples[number as usize];
            let miss = example.target - example.value(weights);
            sum += f64::from(miss.abs());
            for &feature in &example.features {
                weights[feature as usize] += rate * miss;
            }
        }
        error = sum / examples.len().max(1) as f64;
    }
    error
}

#[cfg(test)]
mod tests {
    use games::othello::Board;

    use super::*;

    #[test]
    fn a_little_training_is_repeatable_and_learns_something() {
        let settings = Settings {
            generations: vec![Generation { games: 60, depth: 1 }, Generation { games: 20, depth: 1 }],
            solve_from: 9,
            epochs: 3,
            refinements: vec![Generation { games: 5, depth: 2 }],
            ..Settings::default()
        };
        let weights = train(&settings, &|_| {});
        assert_eq!(weights, train(&settings, &|_| {}));
        // With the first corner taken and few squares left, who owns more stands better.
        let ahead = Board { own: 0x00ff_ffff_ffff_ffff, other: 0x0f00_0000_0000_0000 };
        assert!(weights.value(Portable, ahead) > weights.value(Portable, ahead.swapped()));
    }
}

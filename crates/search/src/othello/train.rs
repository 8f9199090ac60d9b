//! Makes the pattern weights from nothing but the rules: our own games, their ends solved exactly.
//!
//! Training goes in generations. Each plays games with the weights of the one before (the first chooses moves
//! by the number of replies) and corrects those weights by what the games teach. Playing is split into
//! batches that do not depend on each other, so that they can be played on any number of threads and kept
//! when training is interrupted:
//!
//! ```
//! use search::othello::{Generation, Training, Weights};
//!
//! let little = Generation { games: 4, ..Training::default().generations[0] };
//! let training = Training { generations: vec![little], ..Training::default() };
//! let mut weights: Option<Weights> = None;
//! for number in 0..training.generations.len() {
//!     let batches = 0..training.batches(number);
//!     let samples: Vec<_> = batches.map(|batch| training.play(number, batch, weights.as_ref())).collect();
//!     weights = Some(training.learn(number, &samples, weights.as_ref(), &|_| {}));
//! }
//! assert!(weights.is_some());
//! ```

use crate::batches;

use super::fit::{FitSample, FitSettings, fit, rescale};
use super::patterns::{WEIGHTS, canonical};
use super::selfplay::SelfPlayer;
use super::training_samples::{TrainingSample, TrainingSamples};
use super::weights::{PHASES, Weights, phase};

/// The settings of a training run. The same settings always give the same weights.
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
    /// How deep searches look.
    pub depth: u32,
    /// Positions with at most this many empty squares are solved.
    pub solve_from: u32,
    /// Where the labels of the other boards come from.
    pub labels: LabelSource,
    /// How many times a weight must be seen to move half the way from the weights before to what the samples
    /// say.
    pub stiffness: f32,
    /// Steps of each fit: few are enough for weights that begin near where they should be.
    pub steps: u32,
}

/// Where the label of a board that is not solved comes from.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum LabelSource {
    /// The game that follows from them: from some move on, both sides play in earnest.
    Game {
        /// How much of a board's label comes from two plies later in its game, in the end from the result;
        /// the rest is what the searches said of it.
        trust: f32,
        /// Boards that the weights think further from even than this, in discs, do not count when the weights
        /// are rescaled: sums of weights cannot follow values that stop at 64.
        scaled_within: f32,
    },
    /// The mean of two searches, one of them a ply deeper: odd depths say a little too much, even depths too
    /// little. Labels do not depend on how the game goes on, so it may be played loosely and fast.
    Searches,
}

impl Default for Training {
    /// What the shipped weights were made with.
    ///
    /// The first generations learn from results alone, later ones less and less: the less of the result, the
    /// less noise. As soon as searches are worth more than the games they play, they supply all labels.
    fn default() -> Self {
        let result = |trust| LabelSource::Game { trust, scaled_within: f32::INFINITY };
        let first = Generation {
            games: 20_000,
            depth: 1,
            solve_from: 10,
            labels: result(1.0),
            stiffness: 30.0,
            steps: 15,
        };
        let second = Generation { depth: 2, solve_from: 11, ..first };
        let third = Generation { games: 30_000, solve_from: 12, labels: result(0.85), ..second };
        let fourth = Generation { depth: 3, labels: result(0.7), ..third };
        let labels = LabelSource::Game { trust: 0.6, scaled_within: 24.0 };
        let fifth = Generation { games: 40_000, solve_from: 13, labels, ..fourth };
        let sixth = Generation { depth: 2, labels: LabelSource::Searches, ..fifth };
        // Labels of deep searches have little noise, so rare patterns may follow them sooner and further.
        // Tuned on every seventh game of WTHOR.
        let seventh =
            Generation { games: 120_000, depth: 4, solve_from: 14, stiffness: 10.0, steps: 60, ..sixth };
        Training { seed: 1, generations: vec![first, second, third, fourth, fifth, sixth, seventh] }
    }
}

/// Games of a batch: some seconds of work.
const BATCH: u32 = 500;

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

    /// Plays the games of a batch with the weights of the generation before; the first generation has none.
    #[must_use]
    pub fn play(&self, generation: usize, batch: u32, weights: Option<&Weights>) -> TrainingSamples {
        let mut player = SelfPlayer::new(weights, self.generations[generation]);
        let mut samples = TrainingSamples::default();
        for game in self.games(generation, batch) {
            player.play(batches::game_seed(self.seed, generation, game), &mut samples);
        }
        samples
    }

    /// Corrects the weights of the previous generation by the samples of all batches, in their order;
    /// `progress` is called for every phase, from the last to the first.
    #[must_use]
    pub fn learn(
        &self,
        generation: usize,
        samples: &[TrainingSamples],
        weights: Option<&Weights>,
        progress: &dyn Fn(usize),
    ) -> Weights {
        let Generation { stiffness, steps, .. } = self.generations[generation];
        let fitting = FitSettings { stiffness, steps };
        let canonical = canonical();
        let of_phase = |sample: &&TrainingSample| phase(sample.board.empty().count_ones());
        let mut learnt = Weights::zero();
        let mut later = vec![0.0; WEIGHTS];
        for number in (0..PHASES).rev() {
            // The neighbours' samples are nearly as good, and there are never enough.
            let near = samples
                .iter()
                .flat_map(|samples| &samples.0)
                .filter(|sample| of_phase(sample).abs_diff(number) <= 1);
            let examples: Vec<FitSample> = near.map(|sample| FitSample::new(sample, &canonical)).collect();
            let prior = weights.map_or(later, |weights| weights.phase_discs(number));
            let mut discs = fit(&prior, &examples, fitting);
            if let LabelSource::Game { scaled_within, .. } = self.generations[generation].labels {
                rescale(&mut discs, &examples, scaled_within);
            }
            learnt.set_phase(number, &discs, &canonical);
            later = discs;
            progress(number);
        }
        learnt
    }
}

#[cfg(test)]
mod tests {
    use games::othello::Board;
    use games::othello::kernel::Portable;

    use super::*;

    fn trained(training: &Training) -> Weights {
        let mut weights: Option<Weights> = None;
        for number in 0..training.generations.len() {
            let batches = 0..training.batches(number);
            let samples: Vec<_> =
                batches.map(|batch| training.play(number, batch, weights.as_ref())).collect();
            weights = Some(training.learn(number, &samples, weights.as_ref(), &|_| {}));
        }
        weights.unwrap()
    }

    #[test]
    fn a_little_training_is_repeatable_and_learns_something() {
        let first = Generation { games: 520, solve_from: 9, ..Training::default().generations[0] };
        let half = LabelSource::Game { trust: 0.5, scaled_within: 24.0 };
        let second = Generation { games: 100, labels: half, ..first };
        let third = Generation { games: 60, labels: LabelSource::Searches, ..first };
        let training = Training { seed: 3, generations: vec![first, second, third] };
        assert_eq!(training.batches(0), 2);
        let weights = trained(&training);
        let one_thread = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        assert_eq!(one_thread.install(|| trained(&training)), weights);
        // With the first corner taken and few squares left, more discs are better.
        let ahead = Board { own: 0x00ff_ffff_ffff_ffff, other: 0x0f00_0000_0000_0000 };
        assert!(weights.value(Portable, ahead) > weights.value(Portable, ahead.swapped()));
    }

    #[test]
    fn games_teach_every_phase_and_ends_exactly() {
        let training = Training::default().scaled(0.01);
        let samples = training.play(0, 0, None);
        let mut phases = [0; PHASES];
        for sample in &samples.0 {
            phases[phase(sample.board.empty().count_ones())] += 1;
        }
        assert!(phases[1..].iter().all(|&count| count > 0), "{phases:?}");
        let solve_from = training.generations[0].solve_from;
        for sample in samples.0.iter().filter(|sample| sample.board.empty().count_ones() <= solve_from) {
            assert_eq!(sample.label, sample.result);
        }
    }
}

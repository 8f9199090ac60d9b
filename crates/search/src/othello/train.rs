//! Makes the pattern weights from nothing but the rules: our own games, their ends solved exactly.
//!
//! Training goes in generations. Each plays games with the weights of the one before (the first chooses moves by the number of
//! replies) and corrects those weights by what the games teach. Playing is split into batches that do not depend on each
//! other, so that they can be played on any number of threads and kept when training is interrupted:
//!
//! ```
//! use search::othello::{Generation, Training, Weights};
//!
//! let little = Generation { games: 4, ..Training::default().generations[0] };
//! let training = Training { generations: vec![little], ..Training::default() };
//! let mut weights: Option<Weights> = None;
//! for number in 0..training.generations.len() {
//!     let batches = 0..training.batches(number);
//!     let lessons: Vec<_> = batches.map(|batch| training.play(number, batch, weights.as_ref())).collect();
//!     weights = Some(training.learn(number, &lessons, weights.as_ref(), &|_| {}));
//! }
//! assert!(weights.is_some());
//! ```

use super::fit::{Example, Fitting, fit, rescale};
use super::patterns::{WEIGHTS, canonical};
use super::selfplay::Player;
use super::training_samples::{TrainingSample, TrainingSamples};
use super::weights::{PHASES, Weights, phase};

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
    /// How deep searches look.
    pub depth: u32,
    /// Positions with at most this many empty squares are solved.
    pub solve_from: u32,
    /// Who says what the other boards are worth.
    pub teacher: LabelSource,
    /// How many times a weight must be seen to move half the way from the weights before to what the lessons say.
    pub stiffness: f32,
    /// Steps of each fit: few are enough for weights that begin near where they should be.
    pub steps: u32,
}

/// Who says what boards are worth that are not solved.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum LabelSource {
    /// The game that follows from them: from some move on, both sides play in earnest.
    Game {
        /// How much of what a board is worth comes from two plies later in its game, in the end from the result; the rest is what
        /// the searches thought of it.
        trust: f32,
        /// Boards that the weights think further from even than this, in discs, do not count when the weights are brought to
        /// scale. Sums of weights cannot follow values that stop at 64; and where a game is lost anyway, little hangs on them.
        scaled_within: f32,
    },
    /// The mean of two searches, one of them a ply deeper: one of an odd depth says a little too much, one of an even depth too
    /// little. Nothing depends on how the game goes on, so it may be played as loosely, and as fast, as one likes.
    Searches,
}

impl Default for Training {
    /// What the shipped weights were made with.
    ///
    /// Weak players' results say more than their thoughts, so the first generations trust results alone, later ones less and less:
    /// the less of the result, the less noise. As soon as searches are worth more than the games they play, they teach alone.
    fn default() -> Self {
        let result = |trust| LabelSource::Game { trust, scaled_within: f32::INFINITY };
        let first = Generation {
            games: 20_000,
            depth: 1,
            solve_from: 10,
            teacher: result(1.0),
            stiffness: 30.0,
            steps: 15,
        };
        let second = Generation { depth: 2, solve_from: 11, ..first };
        let third = Generation { games: 30_000, solve_from: 12, teacher: result(0.85), ..second };
        let fourth = Generation { depth: 3, teacher: result(0.7), ..third };
        let teacher = LabelSource::Game { trust: 0.6, scaled_within: 24.0 };
        let fifth = Generation { games: 40_000, solve_from: 13, teacher, ..fourth };
        let sixth = Generation { depth: 2, teacher: LabelSource::Searches, ..fifth };
        // What deep searches say has little noise, so rare patterns may follow it sooner and further: on every seventh game of
        // WTHOR the mean error was 5.69 discs with the settings of the sixth, 5.68 with this stiffness, 5.67 with these steps too.
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

    /// Plays the games of a batch with the weights of the generation before; the first generation has none.
    #[must_use]
    pub fn play(&self, generation: usize, batch: u32, weights: Option<&Weights>) -> TrainingSamples {
        let mut player = Player::new(weights, self.generations[generation]);
        let mut lessons = TrainingSamples::default();
        for game in self.games(generation, batch) {
            let lot = (generation as u64 + 1) << 32 | u64::from(game);
            player.play(self.seed.rotate_left(48) ^ lot, &mut lessons);
        }
        lessons
    }

    /// Corrects the weights of the generation before by the lessons of all batches, in their order; `progress` hears of every phase,
    /// from the last to the first.
    #[must_use]
    pub fn learn(
        &self,
        generation: usize,
        lessons: &[TrainingSamples],
        weights: Option<&Weights>,
        progress: &dyn Fn(usize),
    ) -> Weights {
        let Generation { stiffness, steps, .. } = self.generations[generation];
        let fitting = Fitting { stiffness, steps };
        let canonical = canonical();
        let of_phase = |lesson: &&TrainingSample| phase(lesson.board.empty().count_ones());
        let mut learnt = Weights::zero();
        let mut later = vec![0.0; WEIGHTS];
        for number in (0..PHASES).rev() {
            // The neighbours' lessons are nearly as good, and there are never enough.
            let near = lessons
                .iter()
                .flat_map(|lessons| &lessons.0)
                .filter(|lesson| of_phase(lesson).abs_diff(number) <= 1);
            let examples: Vec<Example> = near.map(|lesson| Example::new(lesson, &canonical)).collect();
            let prior = weights.map_or(later, |weights| weights.phase_discs(number));
            let mut discs = fit(&prior, &examples, fitting);
            if let LabelSource::Game { scaled_within, .. } = self.generations[generation].teacher {
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
            let lessons: Vec<_> =
                batches.map(|batch| training.play(number, batch, weights.as_ref())).collect();
            weights = Some(training.learn(number, &lessons, weights.as_ref(), &|_| {}));
        }
        weights.unwrap()
    }

    #[test]
    fn a_little_training_is_repeatable_and_learns_something() {
        let first = Generation { games: 520, solve_from: 9, ..Training::default().generations[0] };
        let half = LabelSource::Game { trust: 0.5, scaled_within: 24.0 };
        let second = Generation { games: 100, teacher: half, ..first };
        let third = Generation { games: 60, teacher: LabelSource::Searches, ..first };
        let training = Training { seed: 3, generations: vec![first, second, third] };
        assert_eq!(training.batches(0), 2);
        let weights = trained(&training);
        let one_thread = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        assert_eq!(one_thread.install(|| trained(&training)), weights);
        // With the first corner taken and few squares left, who owns more stands better.
        let ahead = Board { own: 0x00ff_ffff_ffff_ffff, other: 0x0f00_0000_0000_0000 };
        assert!(weights.value(Portable, ahead) > weights.value(Portable, ahead.swapped()));
    }

    #[test]
    fn games_teach_every_phase_and_ends_exactly() {
        let training = Training::default().scaled(0.01);
        let lessons = training.play(0, 0, None);
        let mut phases = [0; PHASES];
        for lesson in &lessons.0 {
            phases[phase(lesson.board.empty().count_ones())] += 1;
        }
        assert!(phases[1..].iter().all(|&count| count > 0), "{phases:?}");
        let solve_from = training.generations[0].solve_from;
        for lesson in lessons.0.iter().filter(|lesson| lesson.board.empty().count_ones() <= solve_from) {
            assert_eq!(lesson.worth, lesson.result);
        }
    }
}

//! Random splits of games into training, validation and evaluation positions.

use belief::NetworkInput;
use belief::training::TrainingSample;
use games::Side;
use games::geister::Squares;
use rand::seq::SliceRandom;
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::ColourSample;

/// Training, validation and evaluation positions, from different games.
#[derive(Clone, Debug)]
pub struct DataSplit {
    /// For training.
    pub training: Vec<ColourSample>,
    /// For early stopping.
    pub validation: Vec<ColourSample>,
    /// For the score.
    pub evaluation: Vec<ColourSample>,
}

/// The paper's games for training and for evaluation.
const GAMES: [usize; 2] = [12_800, 2240];

/// The paper's positions, as far as the games have them.
const POSITIONS: [usize; 2] = [400_000, 20_000];

/// One in so many training games is for early stopping. The paper says only "at most 30 epochs".
const VALIDATION: usize = 20;

impl DataSplit {
    /// Splits games, each a list of samples, in the paper's proportions.
    #[must_use]
    pub fn new(games: &[Vec<ColourSample>], seed: u64) -> DataSplit {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut order: Vec<usize> = (0..games.len()).collect();
        order.shuffle(&mut rng);
        let all = GAMES[0] + GAMES[1];
        let judged = (games.len() * GAMES[1]).div_ceil(all).min(GAMES[1]);
        let (judged, others) = order.split_at(judged.min(order.len()));
        let others = &others[..others.len().min(GAMES[0])];
        let (validating, learned) = others.split_at(others.len().div_ceil(VALIDATION));
        let mut positions = |numbers: &[usize], most: usize| {
            let mut samples: Vec<ColourSample> =
                numbers.iter().flat_map(|&number| &games[number]).copied().collect();
            samples.shuffle(&mut rng);
            samples.truncate(most);
            samples
        };
        DataSplit {
            training: positions(learned, POSITIONS[0]),
            validation: positions(validating, POSITIONS[1]),
            evaluation: positions(judged, POSITIONS[1]),
        }
    }
}

/// Hints about the ghosts that did not move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Hints {
    /// Probability of a hint on a ghost.
    pub given: f64,
    /// Probability that a hint is wrong.
    pub wrong: f64,
}

impl Hints {
    /// What the paper chose to train with.
    pub const CHOSEN: Hints = Hints { given: 0.4, wrong: 0.3 };

    /// The sample with random hints: 0.25 to 1 for blue, -1 to -0.25 for red.
    #[must_use]
    pub fn example(self, sample: &ColourSample, rng: &mut dyn Rng) -> TrainingSample {
        let others = sample.input.enemy & !sample.input.moved;
        let mut told = Vec::with_capacity(7);
        for square in Squares(others) {
            if rng.random_bool(self.given) {
                let blue = (sample.blue & square.bit() != 0) != rng.random_bool(self.wrong);
                let strength = rng.random_range(0.25..=1.0_f32);
                told.push((square, if blue { strength } else { -strength }));
            }
        }
        // The squares are already rotated.
        let input: NetworkInput = sample.input.believing(Side::First, told);
        TrainingSample { input, ..sample.example() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Match;
    use crate::geister::colour_samples;
    use crate::plan::Keep;
    use crate::stored::stored;

    fn games(count: u64) -> Vec<Vec<ColourSample>> {
        let name = "random".to_owned();
        let games: Match<games::geister::Geister> =
            Match { a: name.clone(), b: name, games: count, seed: 4, openings: Vec::new() };
        let game = |index| {
            let played = games.play(index).unwrap();
            let game = stored(index, &played, Keep::Moves, std::time::Duration::ZERO);
            colour_samples(&game, Side::First).unwrap()
        };
        (0..count).map(game).collect()
    }

    #[test]
    fn evaluation_positions_are_held_out() {
        let games = games(40);
        let split = DataSplit::new(&games, 1);
        let all: usize = games.iter().map(Vec::len).sum();
        assert_eq!(split.training.len() + split.validation.len() + split.evaluation.len(), all);
        let home = |sample: &ColourSample| games.iter().position(|game| game.contains(sample));
        let homes = |samples: &[ColourSample]| {
            samples.iter().filter_map(home).collect::<std::collections::BTreeSet<_>>()
        };
        assert_eq!(homes(&split.evaluation).len(), 6);
        assert_eq!(homes(&split.validation).len(), 2);
        // Other games can hold an equal position, but not many.
        assert!(homes(&split.evaluation).intersection(&homes(&split.training)).count() <= 2);
        assert_ne!(DataSplit::new(&games, 2).evaluation, split.evaluation);
    }

    #[test]
    fn hints_are_given_and_wrong_as_often_as_asked() {
        let games = games(40);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let (mut others, mut given, mut wrong) = (0, 0, 0);
        for sample in games.iter().flatten() {
            let example = Hints { given: 0.4, wrong: 0.3 }.example(sample, &mut rng);
            others += (sample.input.enemy & !sample.input.moved).count_ones();
            for (square, value) in example.input.beliefs() {
                assert!(sample.input.enemy & !sample.input.moved & 1 << square != 0);
                assert!((0.25..=1.0).contains(&value.abs()));
                given += 1;
                wrong += u32::from((value > 0.0) != (sample.blue & 1 << square != 0));
            }
        }
        assert!((f64::from(given) / f64::from(others) - 0.4).abs() < 0.02, "{given} of {others}");
        assert!((f64::from(wrong) / f64::from(given) - 0.3).abs() < 0.02, "{wrong} of {given}");
    }
}

//! Sets of positions, drawn from games by lot.

use belief::NetworkInput;
use belief::training::TrainingSample;
use games::Side;
use games::geister::Squares;
use rand::seq::SliceRandom;
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::Lesson;

/// Positions to learn from, to stop learning by and to be judged by, all from different games.
#[derive(Clone, Debug)]
pub struct Draw {
    /// To learn from.
    pub training: Vec<Lesson>,
    /// To see when learning should end.
    pub validation: Vec<Lesson>,
    /// To be judged by.
    pub evaluation: Vec<Lesson>,
}

/// The paper's games: 12,800 to learn from, 2240 others to be judged by.
const GAMES: [usize; 2] = [12_800, 2240];

/// The paper's positions: 400,000 and 20,000, as far as the games have them.
const POSITIONS: [usize; 2] = [400_000, 20_000];

/// One in so many of the training games is not learned from but tells when to stop. The paper says only "at most 30 epochs".
const VALIDATION: usize = 20;

impl Draw {
    /// Draws from games, each a list of lessons. Fewer games than the paper's are shared in its proportion.
    #[must_use]
    pub fn new(games: &[Vec<Lesson>], seed: u64) -> Draw {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut order: Vec<usize> = (0..games.len()).collect();
        order.shuffle(&mut rng);
        let all = GAMES[0] + GAMES[1];
        let judged = (games.len() * GAMES[1]).div_ceil(all).min(GAMES[1]);
        let (judged, others) = order.split_at(judged.min(order.len()));
        let others = &others[..others.len().min(GAMES[0])];
        let (validating, learned) = others.split_at(others.len().div_ceil(VALIDATION));
        let mut positions = |numbers: &[usize], most: usize| {
            let mut lessons: Vec<Lesson> =
                numbers.iter().flat_map(|&number| &games[number]).copied().collect();
            lessons.shuffle(&mut rng);
            lessons.truncate(most);
            lessons
        };
        Draw {
            training: positions(learned, POSITIONS[0]),
            validation: positions(validating, POSITIONS[1]),
            evaluation: positions(judged, POSITIONS[1]),
        }
    }
}

/// What a network that takes in beliefs is told of the ghosts that did not move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Hints {
    /// How often it is told anything of a ghost.
    pub given: f64,
    /// How often what it is told is wrong.
    pub wrong: f64,
}

impl Hints {
    /// What the paper chose to train with.
    pub const CHOSEN: Hints = Hints { given: 0.4, wrong: 0.3 };

    /// The lesson with hints, by lot: a value from 0.25 to 1 for blue, from -1 to -0.25 for red.
    #[must_use]
    pub fn example(self, lesson: &Lesson, rng: &mut dyn Rng) -> TrainingSample {
        let others = lesson.sight.enemy & !lesson.sight.moved;
        let mut told = Vec::with_capacity(7);
        for square in Squares(others) {
            if rng.random_bool(self.given) {
                let blue = (lesson.blue & square.bit() != 0) != rng.random_bool(self.wrong);
                let strength = rng.random_range(0.25..=1.0_f32);
                told.push((square, if blue { strength } else { -strength }));
            }
        }
        // The squares are turned already.
        let sight: NetworkInput = lesson.sight.believing(Side::First, told);
        TrainingSample { input: sight, ..lesson.example() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Match;
    use crate::geister::lessons_of;
    use crate::plan::Keep;
    use crate::stored::stored;

    fn games(count: u64) -> Vec<Vec<Lesson>> {
        let name = "random".to_owned();
        let games: Match<games::geister::Geister> =
            Match { a: name.clone(), b: name, games: count, seed: 4, openings: Vec::new() };
        let game = |index| {
            let played = games.play(index).unwrap();
            let game = stored(index, &played, Keep::Moves, std::time::Duration::ZERO);
            lessons_of(&game, Side::First).unwrap()
        };
        (0..count).map(game).collect()
    }

    #[test]
    fn what_is_judged_by_was_not_learned_from() {
        let games = games(40);
        let draw = Draw::new(&games, 1);
        let all: usize = games.iter().map(Vec::len).sum();
        assert_eq!(draw.training.len() + draw.validation.len() + draw.evaluation.len(), all);
        let home = |lesson: &Lesson| games.iter().position(|game| game.contains(lesson));
        let homes =
            |lessons: &[Lesson]| lessons.iter().filter_map(home).collect::<std::collections::BTreeSet<_>>();
        assert_eq!(homes(&draw.evaluation).len(), 6);
        assert_eq!(homes(&draw.validation).len(), 2);
        // Other games can hold an equal position, but not many.
        assert!(homes(&draw.evaluation).intersection(&homes(&draw.training)).count() <= 2);
        assert_ne!(Draw::new(&games, 2).evaluation, draw.evaluation);
    }

    #[test]
    fn hints_are_given_and_wrong_as_often_as_asked() {
        let games = games(40);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let (mut others, mut given, mut wrong) = (0, 0, 0);
        for lesson in games.iter().flatten() {
            let example = Hints { given: 0.4, wrong: 0.3 }.example(lesson, &mut rng);
            others += (lesson.sight.enemy & !lesson.sight.moved).count_ones();
            for (square, value) in example.input.beliefs() {
                assert!(lesson.sight.enemy & !lesson.sight.moved & 1 << square != 0);
                assert!((0.25..=1.0).contains(&value.abs()));
                given += 1;
                wrong += u32::from((value > 0.0) != (lesson.blue & 1 << square != 0));
            }
        }
        assert!((f64::from(given) / f64::from(others) - 0.4).abs() < 0.02, "{given} of {others}");
        assert!((f64::from(wrong) / f64::from(given) - 0.3).abs() < 0.02, "{wrong} of {given}");
    }
}

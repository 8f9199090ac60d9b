//! Learning the weights from records: the greatest likelihood, held to the weights there were before.

use games::Record;
use games::split_mix::mix;

use super::{Attention, MEDIUM, STEP, Striking, Weight, choices};

/// Steps of gradient ascent and their size.
const STEPS: usize = 300;
const RATE: f64 = 0.5;

/// How strongly weights are held to what they were, as so many choices.
const HELD: f64 = 30.0;

/// Choices learned from, and tested on, at most; of more, every so many are taken. A few features need no
/// more.
const MOST_CHOICES: usize = 20_000;

/// One game in so many is kept to say how well people are predicted.
const KEPT: u64 = 5;

/// How well choices are predicted.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Fitness {
    /// Minus the logarithm of the share of the move that was played, in the mean.
    pub nats: f64,
    /// How often the likeliest move was played.
    pub first: f64,
    /// Choices.
    pub choices: usize,
}

/// What was learned from records.
#[derive(Clone, PartialEq, Debug)]
pub struct Learned<G> {
    /// The new model.
    pub model: Attention<G>,
    /// Games learned from.
    pub games: usize,
    /// On the games kept apart: a random player, the weights before, the new ones.
    pub kept: [Fitness; 3],
}

impl<G: Striking> Attention<G> {
    /// Learns from the moves of these games.
    #[must_use]
    pub fn learn(&self, records: &[Record<G>]) -> Learned<G> {
        let is_kept = |number: usize| mix(number as u64).is_multiple_of(KEPT);
        let of = |kept: bool| {
            let some = records.iter().enumerate().filter(move |(number, _)| is_kept(*number) == kept);
            // Every so many moves of the games, so that features of the others are never computed.
            let moves: usize = records.iter().map(|record| record.moves().len()).sum();
            let every = moves.div_ceil(MOST_CHOICES).max(1);
            some.flat_map(|(number, record)| choices(record, every, number)).collect::<Vec<_>>()
        };
        let (training, kept) = (of(false), of(true));
        let width = self.weights().len();
        let mut model = self.clone();
        // Adagrad: features that are rare have steps of their own.
        let mut squares = vec![1e-6; 2 * width];
        let count = training.len().max(1) as f64;
        for _ in 0..STEPS {
            let mut gradient = vec![0.0; 2 * width];
            for choice in &training {
                let step = (choice.rating - MEDIUM) / STEP;
                let shares = model.shares(&choice.features, choice.rating);
                for (at, features) in choice.features.iter().enumerate() {
                    let wrong = f64::from(u8::from(at == choice.played)) - shares[at];
                    for (feature, value) in features.iter().enumerate() {
                        gradient[feature] += wrong * value / count;
                        gradient[width + feature] += wrong * value * step / count;
                    }
                }
            }
            let before = |feature: usize| (model.weights()[feature], self.weights()[feature]);
            let held: Vec<f64> = (0..2 * width)
                .map(|place| {
                    let (now, first) = before(place % width);
                    let apart =
                        if place < width { now.medium - first.medium } else { now.per_step - first.per_step };
                    gradient[place] - HELD / count * apart
                })
                .collect();
            let mut moved = model.weights().to_vec();
            for (place, slope) in held.into_iter().enumerate() {
                squares[place] += slope * slope;
                let change = RATE * slope / squares[place].sqrt();
                let Weight { medium, per_step } = &mut moved[place % width];
                *(if place < width { medium } else { per_step }) += change;
            }
            model = Attention::with(moved);
        }
        let games = (0..records.len()).filter(|&number| !is_kept(number)).count();
        let random = Attention::<G>::with(vec![Weight::default(); width]);
        let kept = [random.fitness(&kept), self.fitness(&kept), model.fitness(&kept)];
        Learned { model, games, kept }
    }

    fn fitness(&self, choices: &[super::Choice]) -> Fitness {
        let count = choices.len().max(1) as f64;
        let mut fitness = Fitness { choices: choices.len(), ..Fitness::default() };
        for choice in choices {
            let shares = self.shares(&choice.features, choice.rating);
            let played = shares[choice.played];
            fitness.nats -= played.ln() / count;
            // Of several that are as likely, each is the likeliest in part.
            let above = shares.iter().filter(|&&share| share > played).count();
            let alike = shares.iter().filter(|&&share| share == played).count();
            fitness.first += if above == 0 { 1.0 / alike as f64 / count } else { 0.0 };
        }
        fitness
    }
}

#[cfg(test)]
mod tests {
    use games::Game;
    use games::kalah::Kalah;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::RecentMoves;

    /// Games in which both sides like the nearest house.
    fn records(count: u64) -> Vec<Record<Kalah>> {
        let of_game = |seed: u64| {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let (mut game, mut moves, mut played) = (Kalah::default(), Vec::new(), Vec::new());
            while game.outcome().is_none() {
                Game::legal_moves(&game, &mut moves);
                let near = moves.iter().copied().max_by_key(|mv| mv.number()).unwrap();
                let any = moves[rng.random_range(..moves.len())];
                let mv = if rng.random::<f64>() < 0.8 { near } else { any };
                played.push(mv);
                game.apply(mv);
            }
            Record::from_moves(Kalah::default(), played).unwrap()
        };
        (0..count).map(of_game).collect()
    }

    #[test]
    fn what_players_like_is_learned() {
        use crate::PeopleModel;
        let shipped = Attention::<Kalah>::shipped().unwrap();
        let Learned { mut model, games, kept } = shipped.learn(&records(60));
        assert!((30..60).contains(&games));
        let [random, before, after] = kept;
        assert!(after.nats < random.nats - 0.2 && after.nats < before.nats - 0.2, "{kept:?}");
        let shares = model.probabilities(&Kalah::default(), RecentMoves::default(), 1500.0);
        assert!(shares[5] > 0.3 && shares[..5].iter().all(|&share| share < shares[5]), "{shares:?}");
    }
}

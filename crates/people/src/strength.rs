//! How strong is somebody, by the moves?
//!
//! For each of some ratings the model says how likely people of that rating are to play what was played.
//! Moves of one game are not independent, and neither are games of one player: each counts as a part of an
//! independent one, its temper. What comes out is then set right by a line through people whose rating is
//! known.

use games::{Game, Record, Side, View};

use crate::{PeopleModel, RecentMoves};

/// The ratings that are compared.
pub const RATINGS: [f64; 13] = {
    let mut ratings = [0.0; 13];
    let mut at = 0;
    while at < 13 {
        ratings[at] = 1000.0 + 100.0 * at as f64;
        at += 1;
    }
    ratings
};

/// What is known of people before they have moved: mean and standard deviation of the ratings of players.
const PRIOR: (f64, f64) = (1530.0, 200.0);

/// What a player's moves say.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct MoveEvidence {
    /// The logarithm of the likelihood of all moves at each of [`RATINGS`].
    pub log_likelihoods: [f64; RATINGS.len()],
    /// Choices among several moves.
    pub choices: u32,
    /// Games.
    pub games: u32,
}

impl MoveEvidence {
    /// Adds a choice: the shares of each move at each of [`RATINGS`], and which was played.
    pub fn add(&mut self, shares: &[Vec<f64>], played: usize) {
        for (sum, shares) in self.log_likelihoods.iter_mut().zip(shares) {
            *sum += shares.get(played).copied().unwrap_or_default().max(1e-9).ln();
        }
        self.choices += 1;
    }

    /// Adds what another games says.
    pub fn merge(&mut self, other: &MoveEvidence) {
        for (sum, other) in self.log_likelihoods.iter_mut().zip(other.log_likelihoods) {
            *sum += other;
        }
        self.choices += other.choices;
        self.games += other.games;
    }

    /// Adds the moves of one side of a game.
    pub fn add_game<G: Game>(&mut self, model: &mut impl PeopleModel<G>, record: &Record<G>, side: Side) {
        let mut game = record.start.clone();
        let mut last: [Option<G::Move>; 2] = [None; 2];
        let mut moves = Vec::new();
        for mv in record.moves() {
            let mover = game.side_to_move();
            if mover == side {
                let view = game.view(side);
                view.legal_moves(&mut moves);
                if let (true, Some(played)) = (moves.len() > 1, moves.iter().position(|&legal| legal == mv)) {
                    let recent = RecentMoves { other: last[mover.other().index()], own: last[mover.index()] };
                    self.add(&model.at_ratings(&view, recent, &RATINGS), played);
                }
            }
            last[mover.index()] = Some(mv);
            if game.play(mv).is_err() {
                break;
            }
        }
        self.games += 1;
    }

    /// Mean and standard deviation of the rating, each choice counting as this part of an independent one.
    #[must_use]
    pub fn posterior(&self, temper: f64) -> (f64, f64) {
        let (mean, sd) = PRIOR;
        let logs: Vec<f64> = RATINGS
            .iter()
            .zip(self.log_likelihoods)
            .map(|(rating, log)| temper * log - ((rating - mean) / sd).powi(2) / 2.0)
            .collect();
        let largest = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let weights: Vec<f64> = logs.iter().map(|log| (log - largest).exp()).collect();
        let sum: f64 = weights.iter().sum();
        let mean_of = |f: &dyn Fn(f64) -> f64| {
            RATINGS.iter().zip(&weights).map(|(&rating, weight)| weight * f(rating)).sum::<f64>() / sum
        };
        let mean = mean_of(&|rating| rating);
        (mean, mean_of(&|rating| (rating - mean).powi(2)).sqrt())
    }
}

/// How evidence becomes a rating, for players of so many games.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct StrengthScale {
    /// Games.
    pub games: u32,
    /// The part of an independent choice that each counts.
    pub temper: f64,
    /// The rating is this plus `slope` times the mean of the posterior.
    pub offset: f64,
    /// See `offset`.
    pub slope: f64,
    /// The standard deviation of the error.
    pub error: f64,
}

/// A rating with its 90% interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Strength {
    /// The rating.
    pub rating: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// Half of a 90% interval, in standard deviations.
pub const Z_90: f64 = 1.645;

impl StrengthScale {
    /// The scale for this number of games: between those that were measured, in the logarithm of the number.
    #[must_use]
    pub fn between(scales: &[StrengthScale], games: u32) -> Option<StrengthScale> {
        let after = scales.iter().position(|scale| scale.games >= games);
        let (Some(first), Some(last)) = (scales.first(), scales.last()) else { return None };
        let (before, after) = match after {
            Some(0) => (first, first),
            Some(at) => (&scales[at - 1], &scales[at]),
            None => (last, last),
        };
        let log = |games: u32| f64::from(games.max(1)).ln();
        let width = log(after.games) - log(before.games);
        let share = if width > 0.0 { (log(games) - log(before.games)) / width } else { 0.0 };
        let mix = |a: f64, b: f64| a + share * (b - a);
        Some(StrengthScale {
            games,
            temper: mix(before.temper, after.temper),
            offset: mix(before.offset, after.offset),
            slope: mix(before.slope, after.slope),
            error: mix(before.error, after.error),
        })
    }

    /// The rating of somebody.
    #[must_use]
    pub fn strength(&self, evidence: &MoveEvidence) -> Strength {
        let rating = self.offset + self.slope * evidence.posterior(self.temper).0;
        Strength { rating, low: rating - Z_90 * self.error, high: rating + Z_90 * self.error }
    }

    /// Fits the line and its error to people whose rating is known, for one temper.
    #[must_use]
    pub fn fit(temper: f64, games: u32, people: &[(MoveEvidence, f64)]) -> StrengthScale {
        let means: Vec<f64> = people.iter().map(|(evidence, _)| evidence.posterior(temper).0).collect();
        let ratings: Vec<f64> = people.iter().map(|(_, rating)| *rating).collect();
        let (offset, slope) = line(&means, &ratings);
        let squares =
            means.iter().zip(&ratings).map(|(mean, rating)| (offset + slope * mean - rating).powi(2));
        let error = (squares.sum::<f64>() / (people.len() as f64 - 2.0).max(1.0)).sqrt();
        StrengthScale { games, temper, offset, slope, error }
    }
}

/// The line of least squares: offset and slope.
#[must_use]
pub fn line(x: &[f64], y: &[f64]) -> (f64, f64) {
    let count = x.len().max(1) as f64;
    let (mean_x, mean_y) = (x.iter().sum::<f64>() / count, y.iter().sum::<f64>() / count);
    let both: f64 = x.iter().zip(y).map(|(x, y)| (x - mean_x) * (y - mean_y)).sum();
    let squares: f64 = x.iter().map(|x| (x - mean_x).powi(2)).sum();
    let slope = if squares > 0.0 { both / squares } else { 0.0 };
    (mean_y - slope * mean_x, slope)
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    /// Choices between two moves, of which stronger people play the first more often.
    fn evidence(rating: f64, choices: u32, rng: &mut Xoshiro256PlusPlus) -> MoveEvidence {
        let share = |rating: f64| 1.0 / (1.0 + (-(rating - 1500.0) / 200.0).exp());
        let shares: Vec<Vec<f64>> =
            RATINGS.iter().map(|&rating| vec![share(rating), 1.0 - share(rating)]).collect();
        let mut evidence = MoveEvidence { games: 1, ..MoveEvidence::default() };
        for _ in 0..choices {
            evidence.add(&shares, usize::from(rng.random::<f64>() > share(rating)));
        }
        evidence
    }

    #[test]
    fn ratings_are_found_again_and_intervals_hold_nine_in_ten() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut people = |count: usize| -> Vec<(MoveEvidence, f64)> {
            (0..count)
                .map(|_| {
                    let rating = 1530.0 + 200.0 * (0..12).map(|_| rng.random::<f64>() - 0.5).sum::<f64>();
                    (evidence(rating, 60, &mut rng), rating)
                })
                .collect()
        };
        let scale = StrengthScale::fit(0.5, 1, &people(300));
        let test = people(300);
        let held = test.iter().filter(|(evidence, rating)| {
            let Strength { low, high, .. } = scale.strength(evidence);
            (low..=high).contains(rating)
        });
        assert!((250..=290).contains(&held.count()));
        assert!(scale.error < 100.0, "{scale:?}");
        let other = StrengthScale { games: 10, temper: 0.1, ..scale };
        let between = StrengthScale::between(&[scale, other], 3).unwrap();
        assert!(between.temper < 0.5 && between.temper > 0.1);
        assert_eq!(StrengthScale::between(&[scale, other], 1), Some(scale));
        assert_eq!(StrengthScale::between(&[scale, other], 99).map(|scale| scale.temper), Some(0.1));
    }
}

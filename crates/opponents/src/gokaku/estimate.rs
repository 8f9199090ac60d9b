//! How strong the user is, as far as one can know.

use games::Malformed;

use super::scale::Scale;

/// The distance of two strengths that are told apart, in Elo: a win rate of 57%.
const STEP: f64 = 50.0;

/// So far beyond the strongest player of reference a user may be, in Elo: their moves look like that player's, their results do not.
/// A guess: who is so much stronger wins 91% of the games.
const BEYOND: f64 = 400.0;

/// The same for kinds of users that are not met at every strength, and how many there are of such a kind beside one of the usual ones:
/// guesses too.
const BEYOND_OTHERS: f64 = 100.0;
const OTHERS: f64 = 0.5;

/// Before the first move anybody may come: how far from where most are they may be, as a part of the scale, and at least so much in Elo.
const PRIOR_DEVIATION: (f64, f64) = (0.3, 600.0);

/// People learn and have bad days: between two games this much of what is known gives way to not knowing.
const FORGETTING: f64 = 0.03;

/// Chances are lost by and large like rain: the variance of what somebody loses in a game is its mean divided by this. (Measured in 24 games
/// of each of Othello's rungs and 40 of each of Kalah's: 6 to 11 for Othello's from 379 to 1730 Elo, 3 to 8 for Kalah's but one; up to 18 at
/// both ends of the scales, where next to nothing or everything is lost.)
const DROPS: f64 = 6.0;

/// The first word of a memory, so that later versions know it.
const VERSION: &str = "4";

/// Probabilities of strengths.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Estimate {
    /// Kinds of users and strengths, in Elo; the weakest first.
    grid: Vec<(usize, f64)>,
    /// The logarithm of how likely each is, up to a constant.
    weights: Vec<f64>,
    /// How likely each is before anything is known.
    prior: Vec<f64>,
}

/// Who comes, before anything is known of them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Visitors {
    /// Where most are, as a part of the first scale.
    pub(crate) middle: f64,
    /// The share of those who have never played and move by lot, beside the others.
    pub(crate) by_lot: f64,
}

impl Estimate {
    /// Knows nothing yet but who comes. A kind of users reaches as far as its scale does, and a little beyond it.
    pub(crate) fn new(kinds: &[Scale], visitors: Visitors) -> Estimate {
        let top = kinds[0].top();
        let steps = ((top + BEYOND) / STEP).ceil() as usize;
        let reaches = |kind: usize, elo: f64| kind == 0 || elo <= kinds[kind].top() + BEYOND_OTHERS;
        let mut grid = Vec::new();
        for step in 0..=steps {
            let elo = step as f64 * STEP;
            grid.extend((0..kinds.len()).filter(|&kind| reaches(kind, elo)).map(|kind| (kind, elo)));
        }
        let middle = visitors.middle * top;
        let deviation = (PRIOR_DEVIATION.0 * top).max(PRIOR_DEVIATION.1);
        let density = |&(kind, elo): &(usize, f64)| {
            let of_kind = if kind == 0 { 1.0 } else { OTHERS };
            of_kind * (-0.5 * ((elo - middle) / deviation).powi(2)).exp()
        };
        let mut prior: Vec<f64> = grid.iter().map(density).collect();
        let sum: f64 = prior.iter().sum();
        prior.iter_mut().for_each(|share| *share *= (1.0 - visitors.by_lot) / sum);
        // The grid begins with who moves by lot.
        prior[0] += visitors.by_lot;
        Estimate { weights: prior.iter().map(|share| share.ln()).collect(), grid, prior }
    }

    /// How likely each strength is.
    fn probabilities(&self) -> Vec<f64> {
        let most = self.weights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let shares: Vec<f64> = self.weights.iter().map(|weight| (weight - most).exp()).collect();
        let sum: f64 = shares.iter().sum();
        shares.into_iter().map(|share| share / sum).collect()
    }

    /// The strengths that are worth a look: all but those that together hardly count.
    pub(crate) fn likely(&self) -> (f64, f64) {
        let (low, high) = self.quantiles(0.02, 0.98);
        (low - STEP, high + STEP)
    }

    fn quantiles(&self, lower: f64, upper: f64) -> (f64, f64) {
        let probabilities = self.probabilities();
        let at = |wanted: f64| {
            let mut sum = 0.0;
            for (&(_, elo), probability) in self.grid.iter().zip(&probabilities) {
                sum += probability;
                if sum >= wanted {
                    return elo;
                }
            }
            self.grid.last().map_or(0.0, |last| last.1)
        };
        (at(lower), at(upper))
    }

    /// The mean.
    pub(crate) fn mean(&self) -> f64 {
        self.grid.iter().zip(self.probabilities()).map(|(&(_, elo), probability)| elo * probability).sum()
    }

    /// How likely it is that the user is of another kind than the usual one.
    pub(crate) fn others(&self) -> f64 {
        let probabilities = self.grid.iter().zip(self.probabilities());
        probabilities.filter(|((kind, _), _)| *kind > 0).map(|(_, probability)| probability).sum()
    }

    /// Between which strengths nine tenths are.
    pub(crate) fn nine_tenths(&self) -> (f64, f64) {
        self.quantiles(0.05, 0.95)
    }

    /// The user has played a move that somebody of a given strength plays this often; it counts as this part of an independent one.
    pub(crate) fn see_move(&mut self, worth: f64, likelihood: &dyn Fn(usize, f64) -> f64) {
        for (weight, &(kind, elo)) in self.weights.iter_mut().zip(&self.grid) {
            *weight += worth * likelihood(kind, elo).max(1e-6).ln();
        }
    }

    /// The user has lost so much of their chances with a move, where somebody who moves by lot loses `lot` on average.
    pub(crate) fn see_loss(&mut self, loss: f64, lot: f64, share: &dyn Fn(usize, f64) -> f64) {
        for (weight, &(kind, elo)) in self.weights.iter_mut().zip(&self.grid) {
            let share = share(kind, elo);
            *weight += DROPS * (loss * share.ln() - lot * share);
        }
    }

    /// The user scored this much (a win is 1) against somebody who played with this strength.
    pub(crate) fn see_result(&mut self, score: f64, played: f64) {
        for (weight, &(_, elo)) in self.weights.iter_mut().zip(&self.grid) {
            let win = expected(elo - played);
            *weight += score * win.ln() + (1.0 - score) * (1.0 - win).ln();
        }
    }

    /// Time passes until the next game.
    pub(crate) fn forget(&mut self) {
        let now = self.probabilities();
        self.weights = now
            .iter()
            .zip(&self.prior)
            .map(|(now, prior)| ((1.0 - FORGETTING) * now + FORGETTING * prior).ln())
            .collect();
    }

    /// What it knows, as words that [`Estimate::read`] reads.
    pub(crate) fn write(&self) -> String {
        let words: Vec<String> = self
            .probabilities()
            .iter()
            .map(|probability| format!("{:.2}", probability.ln().max(-30.0)))
            .collect();
        format!("{VERSION} {}", words.join(" "))
    }

    /// Knows what an estimate on the same scale has written.
    pub(crate) fn read(&mut self, text: &str) -> Result<(), Malformed> {
        let expected = || Malformed::new(text, format!("{VERSION} and {} numbers", self.grid.len()));
        let mut words = text.split_whitespace();
        if words.next() != Some(VERSION) {
            return Err(expected());
        }
        let weights: Option<Vec<f64>> =
            words.map(|word| word.parse().ok().filter(|weight: &f64| weight.is_finite())).collect();
        self.weights = weights.filter(|weights| weights.len() == self.grid.len()).ok_or_else(expected)?;
        Ok(())
    }
}

/// The win rate of somebody who is so much stronger, by Elo's formula.
pub(crate) fn expected(difference: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-difference / 400.0))
}

#[cfg(test)]
mod tests {
    use super::super::scale::Rung;
    use super::*;

    const SCALE: Scale = Scale(&[
        Rung { elo: 0.0, look: 0, temperature: f64::INFINITY },
        Rung { elo: 2000.0, look: 0, temperature: 1.0 },
    ]);

    const USUAL: Visitors = Visitors { middle: 0.46, by_lot: 0.0 };

    #[test]
    fn some_who_come_have_never_played() {
        let estimate = |by_lot: f64| Estimate::new(&[SCALE], Visitors { by_lot, ..USUAL });
        assert!((estimate(0.1).probabilities()[0] - estimate(0.0).probabilities()[0] - 0.1).abs() < 0.01);
        // They are among what an interval holds, and the others are where they were.
        assert_eq!(estimate(0.1).nine_tenths().0, 0.0);
        assert!((estimate(0.1).mean() - 0.9 * estimate(0.0).mean()).abs() < 1.0);
    }

    #[test]
    fn moves_and_results_are_believed() {
        let mut estimate = Estimate::new(&[SCALE], USUAL);
        // Somewhat below the middle of the scale, and a little more for those who are beyond it.
        assert!((840.0..1000.0).contains(&estimate.mean()), "{}", estimate.mean());
        let width = |estimate: &Estimate| estimate.nine_tenths().1 - estimate.nine_tenths().0;
        let before = width(&estimate);
        for _ in 0..10 {
            estimate.see_move(1.0, &|_, elo| if elo > 1500.0 { 0.6 } else { 0.2 });
        }
        assert!(estimate.mean() > 1400.0 && width(&estimate) < before);
        let strong = estimate.mean();
        estimate.see_result(0.0, 1000.0);
        assert!(estimate.mean() < strong);
        let sure = width(&estimate);
        estimate.forget();
        assert!(width(&estimate) >= sure);
    }

    #[test]
    fn losses_are_believed() {
        let after = |loss: f64| {
            let mut estimate = Estimate::new(&[SCALE], USUAL);
            (0..10).for_each(|_| estimate.see_loss(loss, 0.1, &|_, elo| 1.0 - elo / 2500.0));
            estimate.mean()
        };
        assert!(after(0.0) > after(0.05) && after(0.05) > after(0.1) + 200.0);
    }

    #[test]
    fn some_kinds_are_not_met_at_every_strength() {
        const OTHERS: Scale = Scale(&[Rung { elo: 0.0, look: 0, temperature: 1.0 }]);
        let mut estimate = Estimate::new(&[SCALE, OTHERS], USUAL);
        let stranger = estimate.mean();
        assert!(estimate.others() < 0.1);
        (0..10).for_each(|_| estimate.see_move(1.0, &|kind, _| if kind == 1 { 0.6 } else { 0.2 }));
        assert!(estimate.mean() < 100.0 && stranger > 500.0, "{stranger} {}", estimate.mean());
        assert!(estimate.others() > 0.99);
    }

    #[test]
    fn memories_are_read_again_or_refused() {
        let mut estimate = Estimate::new(&[SCALE], USUAL);
        estimate.see_result(1.0, 1500.0);
        let mut other = Estimate::new(&[SCALE], USUAL);
        other.read(&estimate.write()).unwrap();
        assert!((other.mean() - estimate.mean()).abs() < 5.0);
        for text in ["", "4 2 3", "1", "4 NaN", "x"] {
            let before = other.clone();
            assert!(other.read(text).is_err(), "{text}");
            assert_eq!(other, before);
        }
    }
}

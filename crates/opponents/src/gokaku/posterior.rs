//! The posterior distribution of the user's strength.

use games::Malformed;

use super::scale::ReferenceScale;

/// The grid of strengths, in Elo.
const STEP: f64 = 50.0;

/// How far beyond the strongest reference player a user may be, in Elo: only results tell. A guess.
const BEYOND: f64 = 400.0;

/// The same for the alternative kind of players.
const BEYOND_ALTERNATIVES: f64 = 100.0;

/// The prior probability of the alternative kind relative to the usual one. A guess.
const ALTERNATIVES: f64 = 0.5;

/// The standard deviation of the prior, as a part of the scale, and its least value in Elo.
const PRIOR_DEVIATION: (f64, f64) = (0.3, 600.0);

/// People learn and have bad days: between two games this share of the posterior returns to the prior.
const FORGETTING: f64 = 0.03;

/// Lost chances are modelled as Poisson drops: their variance in a game is the mean divided by this. Measured
/// in games of the reference players.
const DROPS_PER_LOSS: f64 = 6.0;

/// The first word of a memory, so that later versions recognise it.
const VERSION: &str = "4";

/// How likely each strength is.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Posterior {
    /// Kinds of players and strengths in Elo, the weakest first.
    grid: Vec<(usize, f64)>,
    /// The logarithm of how likely each is, up to a constant.
    weights: Vec<f64>,
    /// The prior probabilities.
    prior: Vec<f64>,
}

/// What is assumed of a user before the first move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Prior {
    /// The mean strength, as a part of the scale.
    pub(crate) mean: f64,
    /// The share of users who play at random, beside the others.
    pub(crate) random_share: f64,
}

impl Posterior {
    /// The prior. A kind of players reaches a little beyond its scale.
    pub(crate) fn new(kinds: &[ReferenceScale], assumed: Prior) -> Posterior {
        let top = kinds[0].top();
        let steps = ((top + BEYOND) / STEP).ceil() as usize;
        let reaches = |kind: usize, elo: f64| kind == 0 || elo <= kinds[kind].top() + BEYOND_ALTERNATIVES;
        let mut grid = Vec::new();
        for step in 0..=steps {
            let elo = step as f64 * STEP;
            grid.extend((0..kinds.len()).filter(|&kind| reaches(kind, elo)).map(|kind| (kind, elo)));
        }
        let mean = assumed.mean * top;
        let deviation = (PRIOR_DEVIATION.0 * top).max(PRIOR_DEVIATION.1);
        let density = |&(kind, elo): &(usize, f64)| {
            let of_kind = if kind == 0 { 1.0 } else { ALTERNATIVES };
            of_kind * (-0.5 * ((elo - mean) / deviation).powi(2)).exp()
        };
        let mut prior: Vec<f64> = grid.iter().map(density).collect();
        let sum: f64 = prior.iter().sum();
        prior.iter_mut().for_each(|share| *share *= (1.0 - assumed.random_share) / sum);
        // The grid begins with random play.
        prior[0] += assumed.random_share;
        Posterior { weights: prior.iter().map(|share| share.ln()).collect(), grid, prior }
    }

    /// How likely each strength is.
    fn probabilities(&self) -> Vec<f64> {
        let most = self.weights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let shares: Vec<f64> = self.weights.iter().map(|weight| (weight - most).exp()).collect();
        let sum: f64 = shares.iter().sum();
        shares.into_iter().map(|share| share / sum).collect()
    }

    /// The strengths that still have to be considered.
    pub(crate) fn plausible_range(&self) -> (f64, f64) {
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

    /// How likely the user is of the alternative kind.
    pub(crate) fn alternative_share(&self) -> f64 {
        let probabilities = self.grid.iter().zip(self.probabilities());
        probabilities.filter(|((kind, _), _)| *kind > 0).map(|(_, probability)| probability).sum()
    }

    /// The 90% interval.
    pub(crate) fn interval_90(&self) -> (f64, f64) {
        self.quantiles(0.05, 0.95)
    }

    /// The user has played a move, which a player of a kind and strength plays with probability `likelihood`;
    /// `evidence` is its weight.
    pub(crate) fn see_move(&mut self, evidence: f64, likelihood: &dyn Fn(usize, f64) -> f64) {
        for (weight, &(kind, elo)) in self.weights.iter_mut().zip(&self.grid) {
            *weight += evidence * likelihood(kind, elo).max(1e-6).ln();
        }
    }

    /// The user has lost so much of their winning chances with a move, where a random move loses `random` on
    /// average.
    pub(crate) fn see_loss(&mut self, loss: f64, random: f64, share: &dyn Fn(usize, f64) -> f64) {
        for (weight, &(kind, elo)) in self.weights.iter_mut().zip(&self.grid) {
            let share = share(kind, elo);
            *weight += DROPS_PER_LOSS * (loss * share.ln() - random * share);
        }
    }

    /// The user scored this much (a win is 1) against play of this strength.
    pub(crate) fn see_result(&mut self, score: f64, played: f64) {
        for (weight, &(_, elo)) in self.weights.iter_mut().zip(&self.grid) {
            let win = win_rate(elo - played);
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

    /// The posterior as text that [`Posterior::read`] reads.
    pub(crate) fn write(&self) -> String {
        let words: Vec<String> = self
            .probabilities()
            .iter()
            .map(|probability| format!("{:.2}", probability.ln().max(-30.0)))
            .collect();
        format!("{VERSION} {}", words.join(" "))
    }

    /// Takes over what a posterior on the same scale has written.
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

/// The win rate of a player who is so much stronger, by Elo's formula.
pub(crate) fn win_rate(difference: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-difference / 400.0))
}

#[cfg(test)]
mod tests {
    use super::super::move_values::Search;
    use super::super::scale::ReferencePlayer;
    use super::*;

    const SCALE: ReferenceScale = ReferenceScale(&[
        ReferencePlayer { elo: 0.0, search: Search::depth(1), temperature: f64::INFINITY },
        ReferencePlayer { elo: 2000.0, search: Search::depth(1), temperature: 1.0 },
    ]);

    const USUAL: Prior = Prior { mean: 0.46, random_share: 0.0 };

    #[test]
    fn the_prior_has_a_share_of_random_players() {
        let posterior = |random_share: f64| Posterior::new(&[SCALE], Prior { random_share, ..USUAL });
        assert!((posterior(0.1).probabilities()[0] - posterior(0.0).probabilities()[0] - 0.1).abs() < 0.01);
        // The interval holds them, and the others stay where they were.
        assert_eq!(posterior(0.1).interval_90().0, 0.0);
        assert!((posterior(0.1).mean() - 0.9 * posterior(0.0).mean()).abs() < 1.0);
    }

    #[test]
    fn moves_and_results_are_believed() {
        let mut posterior = Posterior::new(&[SCALE], USUAL);
        // A little above the mean of the prior, because some users are beyond the scale.
        assert!((840.0..1000.0).contains(&posterior.mean()), "{}", posterior.mean());
        let width = |posterior: &Posterior| posterior.interval_90().1 - posterior.interval_90().0;
        let before = width(&posterior);
        for _ in 0..10 {
            posterior.see_move(1.0, &|_, elo| if elo > 1500.0 { 0.6 } else { 0.2 });
        }
        assert!(posterior.mean() > 1400.0 && width(&posterior) < before);
        let strong = posterior.mean();
        posterior.see_result(0.0, 1000.0);
        assert!(posterior.mean() < strong);
        // Forgetting moves it towards the prior.
        let (known, prior) = (posterior.mean(), Posterior::new(&[SCALE], USUAL).mean());
        posterior.forget();
        assert!((posterior.mean() - prior).abs() < (known - prior).abs());
    }

    #[test]
    fn losses_are_believed() {
        let after = |loss: f64| {
            let mut posterior = Posterior::new(&[SCALE], USUAL);
            (0..10).for_each(|_| posterior.see_loss(loss, 0.1, &|_, elo| 1.0 - elo / 2500.0));
            posterior.mean()
        };
        assert!(after(0.0) > after(0.05) && after(0.05) > after(0.1) + 200.0);
    }

    #[test]
    fn the_alternative_kind_ends_with_its_scale() {
        const WEAK: ReferenceScale =
            ReferenceScale(&[ReferencePlayer { elo: 0.0, search: Search::depth(1), temperature: 1.0 }]);
        let mut posterior = Posterior::new(&[SCALE, WEAK], USUAL);
        let stranger = posterior.mean();
        assert!(posterior.alternative_share() < 0.1);
        (0..10).for_each(|_| posterior.see_move(1.0, &|kind, _| if kind == 1 { 0.6 } else { 0.2 }));
        assert!(posterior.mean() < 100.0 && stranger > 500.0, "{stranger} {}", posterior.mean());
        assert!(posterior.alternative_share() > 0.99);
    }

    #[test]
    fn memories_are_read_again_or_refused() {
        let mut posterior = Posterior::new(&[SCALE], USUAL);
        posterior.see_result(1.0, 1500.0);
        let mut other = Posterior::new(&[SCALE], USUAL);
        other.read(&posterior.write()).unwrap();
        assert!((other.mean() - posterior.mean()).abs() < 5.0);
        for text in ["", "4 2 3", "1", "4 NaN", "x"] {
            let before = other.clone();
            assert!(other.read(text).is_err(), "{text}");
            assert_eq!(other, before);
        }
    }
}

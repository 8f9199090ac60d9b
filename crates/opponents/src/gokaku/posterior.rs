//! What is known of the user's strength.
//!
//! A user looks like a reference player of some kind and strength, and is stronger or weaker than that by a
//! *deviation*: users are no reference players. Moves tell as whom the user looks; results tell how strong
//! the user is, which is the sum of both. The first is a distribution on a grid, the second a normal one.

use games::Malformed;
use std::f64::consts::{LN_10, PI};

use super::scale::ReferenceScale;
use crate::{Estimate, StrengthUnit};

/// The grid of strengths, in Elo.
const STEP: f64 = 50.0;

/// The prior probabilities of the kinds beside the usual one, as far as their scales reach: the alternative
/// kind and people. Guesses.
const OTHER_KINDS: [f64; 2] = [0.3, 0.3];

/// People learn and have bad days: between two games this share of what moves have told is forgotten, and the
/// deviation changes by so many Elo (its standard deviation). Assumptions; they decide how fast results count
/// in a long series.
const FORGETTING: f64 = 0.03;
const DRIFT: f64 = 30.0;

/// From this strength on, in Elo, users deviate as much as they usually do. Users who look like a random
/// player are random players.
const FULL_DEVIATION: f64 = 400.0;

/// No user deviates by more, in Elo.
const MAX_DEVIATION: f64 = 2500.0;

/// The first word of a memory, so that later versions recognise it.
const VERSION: &str = "7";

/// What is assumed of a user before the first move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Prior {
    /// The mean strength, in Elo.
    pub(crate) mean: f64,
    /// Its standard deviation.
    pub(crate) sd: f64,
    /// The share of users who play at random, beside the others.
    pub(crate) random_share: f64,
}

/// A normal distribution.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Normal {
    mean: f64,
    variance: f64,
}

/// How much stronger than this strength users usually are, if they usually deviate by `mean`.
pub(super) fn usual_deviation(looks: f64, mean: f64) -> f64 {
    mean * (looks / FULL_DEVIATION).clamp(0.0, 1.0)
}

/// A reference player as whom the user may look.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Look {
    /// Its kind.
    kind: usize,
    /// Its strength in Elo.
    elo: f64,
    /// How strong users are who look like it.
    strength: f64,
}

/// How likely each strength is.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Posterior {
    /// As whom the user may look, the weakest first.
    grid: Vec<Look>,
    /// The logarithm of how likely the user looks so, up to a constant.
    weights: Vec<f64>,
    /// The prior probabilities.
    prior: Vec<f64>,
    /// How much stronger the user is than users who look so usually are.
    deviation: Normal,
    /// How many results have been seen.
    games: u32,
}

impl Posterior {
    /// The prior; `deviation` is the mean and the standard deviation of what users deviate.
    pub(crate) fn new(kinds: &[ReferenceScale], assumed: Prior, deviation: (f64, f64)) -> Posterior {
        let steps = (kinds[0].top() / STEP).ceil() as usize;
        let reaches = |kind: usize, elo: f64| elo < kinds[kind].top() + STEP;
        let mut grid = Vec::new();
        for step in 0..=steps {
            let elo = step as f64 * STEP;
            let strength = elo + usual_deviation(elo, deviation.0);
            let kinds = (0..kinds.len()).filter(|&kind| reaches(kind, elo));
            grid.extend(kinds.map(|kind| Look { kind, elo, strength }));
        }
        let density = |&Look { kind, elo, .. }: &Look| {
            let other = |kind: usize| if reaches(kind, elo) { OTHER_KINDS[kind - 1] } else { 0.0 };
            let of_kind = match kind {
                0 => 1.0 - (1..kinds.len()).map(other).sum::<f64>(),
                kind => other(kind),
            };
            of_kind * (-0.5 * ((elo - assumed.mean) / assumed.sd).powi(2)).exp()
        };
        let mut prior: Vec<f64> = grid.iter().map(density).collect();
        let sum: f64 = prior.iter().sum();
        prior.iter_mut().for_each(|share| *share *= (1.0 - assumed.random_share) / sum);
        // The grid begins with random play.
        prior[0] += assumed.random_share;
        Posterior {
            weights: prior.iter().map(|share| share.ln()).collect(),
            grid,
            prior,
            deviation: Normal { mean: 0.0, variance: deviation.1.powi(2) },
            games: 0,
        }
    }

    /// How likely the user looks like each player of the grid.
    fn probabilities(&self) -> Vec<f64> {
        let most = self.weights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let shares: Vec<f64> = self.weights.iter().map(|weight| (weight - most).exp()).collect();
        let sum: f64 = shares.iter().sum();
        shares.into_iter().map(|share| share / sum).collect()
    }

    /// The strengths as which the user may look.
    pub(crate) fn plausible_range(&self) -> (f64, f64) {
        let probabilities = self.probabilities();
        let at = |wanted: f64| {
            let mut sum = 0.0;
            for (&Look { elo, .. }, probability) in self.grid.iter().zip(&probabilities) {
                sum += probability;
                if sum >= wanted {
                    return elo;
                }
            }
            self.grid.last().map_or(0.0, |last| last.elo)
        };
        (at(0.02) - STEP, at(0.98) + STEP)
    }

    /// The mean of the user's strength.
    pub(crate) fn mean(&self) -> f64 {
        (self.usual_strength(1) + self.deviation.mean).max(0.0)
    }

    /// The 90% interval of the user's strength; nobody is taken for weaker than random.
    pub(crate) fn interval_90(&self) -> (f64, f64) {
        let probabilities = self.probabilities();
        let sd = self.deviation.variance.sqrt();
        let below = |elo: f64| -> f64 {
            let parts = self.grid.iter().zip(&probabilities).filter(|(_, share)| **share > 1e-9);
            parts
                .map(|(look, share)| share * normal_below((elo - look.strength - self.deviation.mean) / sd))
                .sum()
        };
        let at = |wanted: f64| bisect(|elo| below(elo) - wanted, (-3000.0, 8000.0)).max(0.0);
        (at(0.05), at(0.95))
    }

    /// The user's strength.
    pub(crate) fn estimate(&self) -> Estimate {
        let (low, high) = self.interval_90();
        Estimate { scale: StrengthUnit::Elo, value: self.mean(), low, high }
    }

    /// As whom the user looks: strengths in Elo, and how likely each is.
    pub(crate) fn looks(&self) -> Vec<(f64, f64)> {
        self.grid.iter().zip(self.probabilities()).map(|(look, share)| (look.elo, share)).collect()
    }

    /// How uncertain the user's strength is: its standard deviation.
    pub(crate) fn sd(&self) -> f64 {
        (self.variance_of_looks() + self.deviation.variance).sqrt()
    }

    /// The mean of a power of how strong users are who look like this one.
    fn usual_strength(&self, power: i32) -> f64 {
        let looks = self.grid.iter().zip(self.probabilities());
        looks.map(|(look, share)| share * look.strength.powi(power)).sum()
    }

    fn variance_of_looks(&self) -> f64 {
        (self.usual_strength(2) - self.usual_strength(1).powi(2)).max(0.0)
    }

    /// How often somebody of this strength beats the user.
    pub(crate) fn beats_user(&self, strength: f64) -> f64 {
        let flatter = self.flatter();
        let Normal { mean, .. } = self.deviation;
        let parts = self.grid.iter().zip(self.probabilities()).filter(|(_, share)| *share > 1e-9);
        parts.map(|(look, share)| share * win_rate((strength - look.strength - mean) * flatter)).sum()
    }

    /// How strong somebody has to be to beat the user so often.
    pub(crate) fn strength_to_beat(&self, rate: f64) -> f64 {
        bisect(|elo| self.beats_user(elo) - rate, (-4000.0, 9000.0))
    }

    /// An unknown deviation makes results less certain: the factor on differences of strength that has the
    /// same effect (MacKay 1992's approximation of a logistic function of a normal variable).
    fn flatter(&self) -> f64 {
        let scale = LN_10 / 400.0;
        1.0 / (1.0 + PI / 8.0 * scale * scale * self.deviation.variance).sqrt()
    }

    /// The user has played a move, which a player of a kind and strength plays with probability `likelihood`;
    /// `evidence` is its weight.
    pub(crate) fn see_move(&mut self, evidence: f64, likelihood: &dyn Fn(usize, f64) -> f64) {
        for (weight, &Look { kind, elo, .. }) in self.weights.iter_mut().zip(&self.grid) {
            *weight += evidence * likelihood(kind, elo).max(1e-6).ln();
        }
    }

    /// The user has lost so much of their winning chances with a move, where a random move loses `random` on
    /// average and a player of a kind and strength this share of it: Poisson drops of chances.
    pub(crate) fn see_loss(
        &mut self,
        evidence: f64,
        loss: f64,
        random: f64,
        share: &dyn Fn(usize, f64) -> f64,
    ) {
        for (weight, &Look { kind, elo, .. }) in self.weights.iter_mut().zip(&self.grid) {
            let share = share(kind, elo);
            *weight += evidence * (loss * share.ln() - random * share);
        }
    }

    /// The program scored this much (a win is 1) where this much was expected.
    pub(crate) fn see_result(&mut self, score: f64, expected: f64) {
        let played = self.strength_to_beat(expected.clamp(0.001, 0.999));
        let (flatter, before) = (self.flatter(), self.deviation);
        let lost = |usual: f64| win_rate((played - usual - before.mean) * flatter);
        let uncertain = before.variance + self.variance_of_looks();
        // The extended Kalman filter for a logistic observation.
        let scale = LN_10 / 400.0;
        let information = scale * scale * expected * (1.0 - expected);
        let gain = 1.0 / (1.0 + information * uncertain);
        self.deviation.mean = (before.mean + before.variance * scale * (expected - score) * gain)
            .clamp(-MAX_DEVIATION, MAX_DEVIATION);
        self.deviation.variance = before.variance - before.variance.powi(2) * information * gain;
        for (weight, look) in self.weights.iter_mut().zip(&self.grid) {
            let lost = lost(look.strength);
            *weight += score * lost.ln() + (1.0 - score) * (1.0 - lost).ln();
        }
        self.games = self.games.saturating_add(1);
    }

    /// By the game so far the user plays about so well; the standard deviation says how far that may be from
    /// their strength.
    pub(crate) fn see_performance(&mut self, elo: f64, sd: f64) {
        let before = self.deviation;
        // A Kalman filter: what users look like and how far they deviate add up.
        let uncertain = sd * sd + before.variance;
        let surprise = elo - self.usual_strength(1) - before.mean;
        let gain = before.variance / (uncertain + self.variance_of_looks());
        self.deviation.mean = (before.mean + gain * surprise).clamp(-MAX_DEVIATION, MAX_DEVIATION);
        self.deviation.variance = before.variance * (1.0 - gain);
        for (weight, look) in self.weights.iter_mut().zip(&self.grid) {
            *weight -= 0.5 * (elo - look.strength - before.mean).powi(2) / uncertain;
        }
    }

    /// Time passes until the next game.
    pub(crate) fn forget(&mut self) {
        let now = self.probabilities();
        let mixed = now.iter().zip(&self.prior);
        self.weights =
            mixed.map(|(now, prior)| ((1.0 - FORGETTING) * now + FORGETTING * prior).ln()).collect();
        self.deviation.variance += DRIFT * DRIFT;
    }

    /// The posterior as text that [`Posterior::read`] reads.
    pub(crate) fn write(&self) -> String {
        let shares = self.probabilities();
        let words: Vec<String> = shares.iter().map(|share| format!("{:.2}", share.ln().max(-30.0))).collect();
        let Normal { mean, variance } = self.deviation;
        format!("{VERSION} {mean:.1}/{:.1}/{} {}", variance.sqrt(), self.games, words.join(" "))
    }

    /// Takes over what a posterior on the same scale has written.
    pub(crate) fn read(&mut self, text: &str) -> Result<(), Malformed> {
        let expected = || {
            let cells = self.grid.len();
            Malformed::new(text, format!("{VERSION}, a deviation such as 10.5/80.0/3 and {cells} numbers"))
        };
        let mut words = text.split_whitespace();
        if words.next() != Some(VERSION) {
            return Err(expected());
        }
        let deviation = words.next().and_then(|word| {
            let (mean, rest) = word.split_once('/')?;
            let (sd, games) = rest.split_once('/')?;
            let mean: f64 = mean.parse().ok().filter(|mean: &f64| mean.abs() <= MAX_DEVIATION)?;
            let sd: f64 = sd.parse().ok().filter(|sd| (1.0..=MAX_DEVIATION).contains(sd))?;
            Some((Normal { mean, variance: sd * sd }, games.parse().ok()?))
        });
        let (deviation, games) = deviation.ok_or_else(expected)?;
        let weights: Option<Vec<f64>> =
            words.map(|word| word.parse().ok().filter(|weight: &f64| weight.is_finite())).collect();
        let weights = weights.filter(|weights| weights.len() == self.grid.len()).ok_or_else(expected)?;
        (self.weights, self.deviation, self.games) = (weights, deviation, games);
        Ok(())
    }
}

/// The expected score of somebody so much stronger, by Elo's formula.
pub(crate) fn win_rate(difference: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-difference / 400.0))
}

/// Where a rising function is 0.
fn bisect(function: impl Fn(f64) -> f64, (mut low, mut high): (f64, f64)) -> f64 {
    while high - low > 0.5 {
        let middle = f64::midpoint(low, high);
        if function(middle) < 0.0 { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}

/// The share of a normal distribution below so many standard deviations, by the logistic approximation of
/// Bowling et al. 2009, which errs by at most 0.00014.
fn normal_below(z: f64) -> f64 {
    1.0 / (1.0 + (-0.07056 * z.powi(3) - 1.5976 * z).exp())
}

#[cfg(test)]
mod tests {
    use super::super::scale::tests::scale;
    use super::*;

    const USUAL: Prior = Prior { mean: 920.0, sd: 600.0, random_share: 0.0 };
    const DEVIATION: (f64, f64) = (0.0, 150.0);

    fn usual() -> ReferenceScale {
        scale(&[(0.0, 1, f64::INFINITY), (2000.0, 1, 1.0)])
    }

    fn posterior() -> Posterior {
        Posterior::new(&[usual()], USUAL, DEVIATION)
    }

    #[test]
    fn the_prior_has_a_share_of_random_players() {
        let posterior =
            |random_share: f64| Posterior::new(&[usual()], Prior { random_share, ..USUAL }, DEVIATION);
        assert!((posterior(0.1).probabilities()[0] - posterior(0.0).probabilities()[0] - 0.1).abs() < 0.01);
        // The interval holds them, and the others stay where they were.
        assert_eq!(posterior(0.1).interval_90().0, 0.0);
        assert!((posterior(0.1).mean() - 0.9 * posterior(0.0).mean()).abs() < 1.0);
    }

    #[test]
    fn moves_and_results_are_believed() {
        let mut posterior = posterior();
        assert!((840.0..1000.0).contains(&posterior.mean()), "{}", posterior.mean());
        let width = |posterior: &Posterior| posterior.interval_90().1 - posterior.interval_90().0;
        let before = width(&posterior);
        for _ in 0..10 {
            posterior.see_move(1.0, &|_, elo| if elo > 1500.0 { 0.6 } else { 0.2 });
        }
        assert!(posterior.mean() > 1400.0 && width(&posterior) < before);
        let strong: f64 =
            posterior.looks().iter().filter(|(elo, _)| *elo > 1500.0).map(|(_, share)| share).sum();
        assert!(strong > 0.9);
        let strong = posterior.mean();
        posterior.see_result(1.0, 0.5);
        assert!(posterior.mean() < strong - 20.0);
        // Forgetting moves it towards the prior.
        let (known, prior) = (posterior.mean(), self::posterior().mean());
        posterior.forget();
        assert!((posterior.mean() - prior).abs() < (known - prior).abs());
    }

    #[test]
    fn the_strength_that_wins_so_often_is_found() {
        let posterior = posterior();
        for rate in [0.3, 0.5, 0.7] {
            assert!((posterior.beats_user(posterior.strength_to_beat(rate)) - rate).abs() < 0.01);
        }
        assert!((posterior.strength_to_beat(0.5) - posterior.mean()).abs() < 30.0);
    }

    #[test]
    fn results_find_the_strength_that_moves_do_not_show() {
        // The user looks like 1000 and plays like 500: every game is lost as that says.
        let mut posterior =
            Posterior::new(&[usual()], Prior { mean: 1000.0, sd: 50.0, ..USUAL }, (0.0, 200.0));
        for _ in 0..200 {
            let strength = posterior.strength_to_beat(0.5);
            posterior.see_result(win_rate(strength - 500.0), posterior.beats_user(strength));
            posterior.see_move(1.0, &|_, elo| if (900.0..1100.0).contains(&elo) { 0.9 } else { 0.1 });
            posterior.forget();
        }
        assert!((win_rate(posterior.strength_to_beat(0.5) - 500.0) - 0.5).abs() < 0.03);
    }

    #[test]
    fn performances_are_believed_as_far_as_they_are_sure() {
        let after = |elo: f64, sd: f64| {
            let mut posterior = posterior();
            posterior.see_performance(elo, sd);
            posterior.mean()
        };
        let before = posterior().mean();
        assert!((after(1600.0, 20_000.0) - before).abs() < 5.0);
        assert!(after(1600.0, 600.0) > before + 150.0 && after(200.0, 600.0) < before - 150.0);
        assert!((after(1600.0, 60.0) - 1600.0).abs() < 50.0);
    }

    #[test]
    fn who_looks_like_a_random_player_is_one() {
        let with = |mean: f64| Posterior::new(&[usual()], USUAL, (mean, 150.0));
        let after = |likely: fn(f64) -> bool| {
            [with(300.0), with(0.0)].map(|mut posterior| {
                (0..10).for_each(|_| posterior.see_move(1.0, &|_, elo| if likely(elo) { 0.9 } else { 0.1 }));
                posterior.mean()
            })
        };
        let [random, plain] = after(|elo| elo < 25.0);
        assert!((random - plain).abs() < 10.0, "{random} {plain}");
        let [strong, plain] = after(|elo| (1000.0..1200.0).contains(&elo));
        assert!((strong - plain - 300.0).abs() < 10.0, "{strong} {plain}");
    }

    #[test]
    fn the_first_results_count_most() {
        let mut posterior = posterior();
        let mut moved = Vec::new();
        for _ in 0..30 {
            let before = posterior.mean();
            posterior.see_result(1.0, 0.5);
            moved.push(before - posterior.mean());
            posterior.see_result(0.0, 0.5);
            posterior.forget();
        }
        assert!(moved[0] > moved[5] && moved[29] > 20.0 && moved[29] < 60.0, "{moved:?}");
    }

    #[test]
    fn losses_are_believed() {
        let after = |loss: f64| {
            let mut posterior = posterior();
            (0..10).for_each(|_| posterior.see_loss(6.0, loss, 0.1, &|_, elo| 1.0 - elo / 2500.0));
            posterior.mean()
        };
        assert!(after(0.0) > after(0.05) && after(0.05) > after(0.1) + 200.0);
    }

    #[test]
    fn the_alternative_kind_ends_with_its_scale() {
        let mut posterior = Posterior::new(&[usual(), scale(&[(0.0, 1, 1.0)])], USUAL, DEVIATION);
        let stranger = posterior.mean();
        (0..10).for_each(|_| posterior.see_move(1.0, &|kind, _| if kind == 1 { 0.6 } else { 0.2 }));
        assert!(posterior.mean() < 100.0 && stranger > 500.0, "{stranger} {}", posterior.mean());
    }

    #[test]
    fn memories_are_read_again_or_refused() {
        let mut posterior = posterior();
        posterior.see_result(0.0, 0.4);
        let mut other = self::posterior();
        other.read(&posterior.write()).unwrap();
        assert!((other.mean() - posterior.mean()).abs() < 5.0);
        assert_eq!(other.games, 1);
        for text in ["", "6 2 3", "6 1/2/3 1", "6 1/0/3 NaN", "5 NaN", "x"] {
            let before = other.clone();
            assert!(other.read(text).is_err(), "{text}");
            assert_eq!(other, before);
        }
    }
}

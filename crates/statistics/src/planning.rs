//! How many games an experiment needs.

use super::Interval;
use super::distribution::{Z_95, binomial, normal_quantile};

/// One- or two-sided test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sides {
    /// Better only.
    One,
    /// Better or worse.
    Two,
}

impl Sides {
    fn tail(self, alpha: f64) -> f64 {
        match self {
            Sides::One => alpha,
            Sides::Two => 0.5 * alpha,
        }
    }
}

/// A planned test of a share `p1` against `p0`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Comparison {
    /// The share under the null hypothesis: 0.5 for a match.
    pub p0: f64,
    /// The share to detect.
    pub p1: f64,
    /// Rate of false positives.
    pub alpha: f64,
    /// Probability of detecting it.
    pub power: f64,
    /// One- or two-sided.
    pub sides: Sides,
}

impl Comparison {
    /// Score `p1` against 0.5 with 5% false alarms on either side and a power of 80%.
    #[must_use]
    pub fn of_score(p1: f64) -> Self {
        Comparison { p0: 0.5, p1, alpha: 0.05, power: 0.8, sides: Sides::Two }
    }

    /// Games needed, by the normal approximation: ((z_alpha sqrt(p0 q0) + z_beta sqrt(p1 q1)) / (p1 - p0))^2
    /// (NIST/SEMATECH e-Handbook, section 7.2.4.2; Fleiss, Statistical Methods for Rates and Proportions).
    /// Wins and losses only; with draws [`games_for_mean`]. `None` if the shares are equal.
    #[must_use]
    pub fn games(&self) -> Option<u64> {
        let z_alpha = normal_quantile(1.0 - self.sides.tail(self.alpha));
        let z_beta = normal_quantile(self.power);
        let spread = |p: f64| (p * (1.0 - p)).sqrt();
        whole((z_alpha * spread(self.p0) + z_beta * spread(self.p1)) / (self.p1 - self.p0))
    }

    /// The same with continuity correction: 1 / |p1 - p0| games more (e-Handbook, the same section).
    #[must_use]
    pub fn games_with_continuity(&self) -> Option<u64> {
        Some(self.games()? + (1.0 / (self.p1 - self.p0).abs() - 1e-9).ceil() as u64)
    }

    /// The chance that an exact binomial test of `games` games sees the difference.
    #[must_use]
    pub fn exact_power(&self, games: u64) -> f64 {
        let (null, real) = (binomial(games, self.p0), binomial(games, self.p1));
        let tail = self.sides.tail(self.alpha);
        let from_above = rejected(null.iter().rev(), real.iter().rev(), tail);
        let from_below = rejected(null.iter(), real.iter(), tail);
        match self.sides {
            Sides::Two => from_above + from_below,
            Sides::One if self.p1 > self.p0 => from_above,
            Sides::One => from_below,
        }
    }

    /// The fewest games with which an exact binomial test has the power.
    ///
    /// Exact power is a saw over the number of games: a few more may have a little less (Chernick and Liu,
    /// The American Statistician 56, 2002). `None` if there is nothing to tell apart, or if a million games
    /// are not enough.
    #[must_use]
    pub fn exact_games(&self) -> Option<u64> {
        let guess = self.games().filter(|&games| games <= 1_000_000)?;
        // The saw's teeth are small: the first success is not far below the approximation.
        let first = guess / 2;
        (first.max(1)..=2 * guess + 50).find(|&games| self.exact_power(games) >= self.power)
    }
}

/// The real probability of the outermost outcomes whose probability under the null does not exceed the tail.
fn rejected<'a>(null: impl Iterator<Item = &'a f64>, real: impl Iterator<Item = &'a f64>, tail: f64) -> f64 {
    let (mut spent, mut power) = (0.0, 0.0);
    for (p0, p1) in null.zip(real) {
        spent += p0;
        if spent > tail {
            break;
        }
        power += p1;
    }
    power
}

fn whole(root: f64) -> Option<u64> {
    let games = root * root;
    // Less than a rounding error above a whole number is that number.
    (games.is_finite() && games < 1e15).then(|| (games * (1.0 - 1e-12)).ceil() as u64)
}

/// Games needed to tell a mean score from another `difference` away when one game's score has the standard
/// deviation `deviation` (0.5 without draws; [`deviation_per_game`](super::Results::deviation_per_game) of
/// earlier games): ((z_alpha + z_beta) deviation / difference)^2.
#[must_use]
pub fn games_for_mean(difference: f64, deviation: f64, alpha: f64, power: f64, sides: Sides) -> Option<u64> {
    let z = normal_quantile(1.0 - sides.tail(alpha)) + normal_quantile(power);
    whole(z * deviation / difference)
}

/// Games after which the 95% interval of a mean score is `half_width` to either side: (1.96 deviation /
/// half_width)^2 (Cochran, Sampling Techniques, 1977, section 4.4).
#[must_use]
pub fn games_for_half_width(half_width: f64, deviation: f64) -> Option<u64> {
    whole(Z_95 * deviation / half_width)
}

/// The 95% interval to expect around a mean score after so many games: what a plan can promise.
#[must_use]
pub fn expected_interval(score: f64, deviation: f64, games: u64) -> Interval {
    let half = Z_95 * deviation / (games as f64).sqrt();
    Interval { low: (score - half).max(0.0), high: (score + half).min(1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// NIST/SEMATECH e-Handbook of Statistical Methods, 7.2.4.2: 10% defective against 20%, one-sided, alpha
    /// 0.05, beta 0.10: N = 102, with continuity correction 112.
    #[test]
    fn games_are_those_of_the_nist_handbook() {
        let plan = Comparison { p0: 0.1, p1: 0.2, alpha: 0.05, power: 0.9, sides: Sides::One };
        assert_eq!((plan.games(), plan.games_with_continuity()), (Some(102), Some(112)));
    }

    /// A'Hern, Statistics in Medicine 20 (2001), 859: exact one-sided designs of one stage, 10% against 30%,
    /// alpha 0.05: 25 with a power of 80%, 33 with 90%.
    #[test]
    fn exact_games_are_those_of_aherns_tables() {
        let plan = |power| Comparison { p0: 0.1, p1: 0.3, alpha: 0.05, power, sides: Sides::One };
        assert_eq!((plan(0.8).exact_games(), plan(0.9).exact_games()), (Some(25), Some(33)));
    }

    /// The R package statpsych, help of size.test.prop1(.05, .9, .5, .2): 66.
    #[test]
    fn games_for_a_mean_are_those_of_statpsych() {
        assert_eq!(games_for_mean(0.2, 0.5, 0.05, 0.9, Sides::Two), Some(66));
    }

    /// Cochran 1977, section 4.4: half a width of 5 points at 95% takes 385 (384.16); 1 point 9604.
    #[test]
    fn games_for_a_width_are_cochrans() {
        assert_eq!(games_for_half_width(0.05, 0.5), Some(385));
        assert_eq!(games_for_half_width(0.01, 0.5), Some(9604));
        let promised = expected_interval(0.5, 0.5, 9604);
        assert!((promised.high - 0.51).abs() < 1e-6 && (promised.low - 0.49).abs() < 1e-6);
    }

    #[test]
    fn exact_and_approximate_plans_are_near_each_other() {
        for p1 in [0.3, 0.55, 0.6, 0.7] {
            let plan = Comparison::of_score(p1);
            let (near, exact) = (plan.games().unwrap() as f64, plan.exact_games().unwrap() as f64);
            assert!((exact / near - 1.0).abs() < 0.15, "{p1}: {near} {exact}");
            assert!(plan.exact_power(exact as u64) >= 0.8);
        }
        // Both directions are the same question.
        assert_eq!(Comparison::of_score(0.4).exact_games(), Comparison::of_score(0.6).exact_games());
    }

    #[test]
    fn nothing_to_tell_apart_takes_no_number_of_games() {
        assert_eq!(Comparison::of_score(0.5).games(), None);
        assert_eq!(Comparison::of_score(0.5).exact_games(), None);
        assert_eq!(Comparison::of_score(0.5000001).exact_games(), None);
    }
}

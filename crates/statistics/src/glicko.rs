//! Glicko-2: ratings of people, who come and go and get better.
//!
//! Glickman, "Example of the Glicko-2 system" (2013, revised 2022); "Dynamic paired comparison models with
//! stochastic variances", Journal of Applied Statistics 28 (2001). Step numbers are the example's.

use std::f64::consts::PI;

use super::Interval;
use super::distribution::Z_95;

/// Points of rating for one unit of the internal scale (step 2).
const POINTS: f64 = 173.7178;

/// When the search for the volatility ends (step 5).
const TOLERANCE: f64 = 1e-6;

/// A player's rating.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Glicko {
    /// The rating.
    pub rating: f64,
    /// Its standard deviation.
    pub deviation: f64,
    /// How much the player's strength is expected to move in a period.
    pub volatility: f64,
}

impl Default for Glicko {
    /// A new player: 1500 with deviation 350 and volatility 0.06 (step 1).
    fn default() -> Self {
        Glicko { rating: 1500.0, deviation: 350.0, volatility: 0.06 }
    }
}

impl Glicko {
    /// The 95% interval of the rating.
    #[must_use]
    pub fn interval(&self) -> Interval {
        let half = Z_95 * self.deviation;
        Interval { low: self.rating - half, high: self.rating + half }
    }

    /// The rating after periods without a game: less certain, otherwise the same (step 6).
    ///
    /// Nobody becomes less known than somebody unknown: the deviation stays at or below 350, as in Glickman's
    /// first system.
    #[must_use]
    pub fn rested(&self, periods: u32) -> Self {
        let spread = (self.deviation / POINTS).powi(2) + f64::from(periods) * self.volatility.powi(2);
        let unknown = Glicko::default().deviation.max(self.deviation);
        Glicko { deviation: (spread.sqrt() * POINTS).min(unknown), ..*self }
    }

    /// The score expected against another, counting that neither rating is certain: g of both deviations
    /// together, as in Glickman's first system.
    #[must_use]
    pub fn expected_score(&self, other: &Glicko) -> f64 {
        let spread = (self.deviation.powi(2) + other.deviation.powi(2)).sqrt() / POINTS;
        expected((self.rating - other.rating) / POINTS, damping(spread))
    }
}

/// g of step 3: how much a result against somebody uncertain counts.
fn damping(deviation: f64) -> f64 {
    1.0 / (1.0 + 3.0 * deviation * deviation / (PI * PI)).sqrt()
}

/// E of step 3.
fn expected(difference: f64, damping: f64) -> f64 {
    1.0 / (1.0 + (-damping * difference).exp())
}

/// Constants of a pool of players.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GlickoSystem {
    /// How much volatilities may change, 0.3 to 1.2 (step 1): smaller where freak results should not move
    /// ratings much.
    pub tau: f64,
}

impl Default for GlickoSystem {
    /// 0.5, that of Glickman's example.
    fn default() -> Self {
        GlickoSystem { tau: 0.5 }
    }
}

impl GlickoSystem {
    /// A player's rating after a period, from the opponents met, as they were rated before it, and the scores
    /// made against them.
    ///
    /// Everybody's new rating follows from everybody's old ones. Without a game it is [`Glicko::rested`] for
    /// one period.
    #[must_use]
    pub fn after_period(&self, player: &Glicko, games: &[(Glicko, f64)]) -> Glicko {
        if games.is_empty() {
            return player.rested(1);
        }
        let mu = (player.rating - 1500.0) / POINTS;
        let phi = player.deviation / POINTS;
        let (mut information, mut surprise) = (0.0, 0.0);
        for (opponent, score) in games {
            let g = damping(opponent.deviation / POINTS);
            let e = expected(mu - (opponent.rating - 1500.0) / POINTS, g);
            information += g * g * e * (1.0 - e);
            surprise += g * (score - e);
        }
        // Steps 3 and 4.
        let variance = 1.0 / information;
        let delta = variance * surprise;
        let volatility = self.volatility_after(player.volatility, phi, variance, delta);
        // Steps 6 to 8.
        let before = phi * phi + volatility * volatility;
        let phi = 1.0 / (1.0 / before + 1.0 / variance).sqrt();
        let mu = mu + phi * phi * surprise;
        Glicko { rating: POINTS * mu + 1500.0, deviation: POINTS * phi, volatility }
    }

    /// Step 5: the likeliest volatility, by the Illinois variant of the rule of false position.
    fn volatility_after(&self, volatility: f64, phi: f64, variance: f64, delta: f64) -> f64 {
        let start = (volatility * volatility).ln();
        let f = |x: f64| {
            let spread = phi * phi + variance + x.exp();
            x.exp() * (delta * delta - spread) / (2.0 * spread * spread) - (x - start) / (self.tau * self.tau)
        };
        let mut a = start;
        let mut b = if delta * delta > phi * phi + variance {
            (delta * delta - phi * phi - variance).ln()
        } else {
            let mut steps = 1.0;
            while f(start - steps * self.tau) < 0.0 {
                steps += 1.0;
            }
            start - steps * self.tau
        };
        let (mut fa, mut fb) = (f(a), f(b));
        while (b - a).abs() > TOLERANCE {
            let c = a + (a - b) * fa / (fb - fa);
            let fc = f(c);
            if fc * fb <= 0.0 {
                (a, fa) = (b, fb);
            } else {
                fa /= 2.0;
            }
            (b, fb) = (c, fc);
        }
        (a / 2.0).exp()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rated(rating: f64, deviation: f64) -> Glicko {
        Glicko { rating, deviation, ..Glicko::default() }
    }

    /// Glickman's example: 1500 (200) beats 1400 (30), loses to 1550 (100) and 1700 (300). He prints 1464.06,
    /// 151.52 and 0.05999, having rounded to four digits on the way; what he rounded must agree, and so must
    /// what follows from it.
    #[test]
    fn the_example_is_glickmans() {
        let games = [(rated(1400.0, 30.0), 1.0), (rated(1550.0, 100.0), 0.0), (rated(1700.0, 300.0), 0.0)];
        let after = GlickoSystem::default().after_period(&rated(1500.0, 200.0), &games);
        let mu = format!("{:.4}", (after.rating - 1500.0) / POINTS);
        let phi = format!("{:.4}", after.deviation / POINTS);
        assert_eq!((mu.as_str(), phi.as_str()), ("-0.2069", "0.8722"));
        let [mu, phi] = [mu, phi].map(|printed| printed.parse::<f64>().unwrap());
        assert_eq!(format!("{:.2} {:.2}", 1500.0 + POINTS * mu, POINTS * phi), "1464.06 151.52");
        // Unrounded: 1464.0507, 151.5165, 0.0599960.
        assert!(
            (after.rating - 1464.06).abs() < 0.01 && (after.deviation - 151.52).abs() < 0.005,
            "{after:?}"
        );
        assert!((after.volatility - 0.05999).abs() < 0.00001, "{after:?}");
    }

    /// Steps 3 to 5 of the example from its own rounded g and E: v = 1.7785, delta = -0.4834, volatility
    /// 0.05999.
    #[test]
    fn the_examples_steps_are_glickmans() {
        let table = [(0.9955_f64, 0.639_f64, 1.0), (0.9531, 0.432, 0.0), (0.7242, 0.303, 0.0)];
        let v = 1.0 / table.iter().map(|(g, e, _)| g * g * e * (1.0 - e)).sum::<f64>();
        let delta = v * table.iter().map(|(g, e, score)| g * (score - e)).sum::<f64>();
        assert_eq!(format!("{v:.4} {delta:.4}"), "1.7785 -0.4834");
        let volatility = GlickoSystem::default().volatility_after(0.06, 1.1513, v, delta);
        // 0.0599960, which he cuts.
        assert_eq!((1e5 * volatility).floor(), 5999.0);
    }

    /// The g and E column of the example's table.
    #[test]
    fn the_examples_table_is_glickmans() {
        let column: Vec<String> = [(1400.0, 30.0), (1550.0, 100.0), (1700.0, 300.0)]
            .iter()
            .map(|(rating, deviation)| {
                let g = damping(deviation / POINTS);
                format!("{:.4} {:.3}", g, expected((1500.0 - rating) / POINTS, g))
            })
            .collect();
        assert_eq!(column, ["0.9955 0.639", "0.9531 0.432", "0.7242 0.303"]);
    }

    #[test]
    fn rest_widens_but_never_beyond_the_unknown() {
        let player = rated(1700.0, 50.0);
        let rested = player.rested(1);
        assert_eq!((rested.rating, rested.volatility), (1700.0, 0.06));
        // sqrt(50^2 + (0.06 * 173.7178)^2) = 51.075
        assert_eq!(format!("{:.3}", rested.deviation), "51.075");
        assert_eq!(GlickoSystem::default().after_period(&player, &[]), rested);
        assert!((player.rested(3).deviation - player.rested(1).rested(2).deviation).abs() < 1e-9);
        assert_eq!(player.rested(10_000_000).deviation, 350.0);
    }

    #[test]
    fn an_upset_raises_the_volatility() {
        let strong = vec![(rated(2400.0, 30.0), 1.0); 8];
        let after = GlickoSystem { tau: 1.2 }.after_period(&rated(1500.0, 50.0), &strong);
        assert!(after.volatility > 0.06 && after.rating > 1600.0, "{after:?}");
    }

    #[test]
    fn two_unknown_are_even() {
        assert_eq!(Glicko::default().expected_score(&Glicko::default()), 0.5);
        let (sure, unsure) = (rated(1700.0, 30.0), rated(1700.0, 350.0));
        assert!(sure.expected_score(&rated(1500.0, 30.0)) > unsure.expected_score(&rated(1500.0, 30.0)));
    }
}

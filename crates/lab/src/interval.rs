//! How sure a share of wins is.

/// Two-sided 95% quantile of the normal distribution.
const Z_95: f64 = 1.959_963_984_540_054;

/// A range in which the true share lies with a confidence of 95%.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

/// The score interval of Wilson (Journal of the American Statistical Association 22, 1927) for `successes` out of `trials`.
///
/// A draw may count as half a success; the interval is then a little wider than need be, since a draw varies less than a win or
/// loss. Without a trial nothing is known: 0 to 1.
///
/// ```
/// let interval = lab::wilson(8.0, 10);
/// assert!((interval.low - 0.4902).abs() < 1e-4 && (interval.high - 0.9433).abs() < 1e-4);
/// ```
#[must_use]
pub fn wilson(successes: f64, trials: u64) -> Interval {
    if trials == 0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let n = trials as f64;
    let share = successes / n;
    let z2 = Z_95 * Z_95;
    let middle = (share + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = Z_95 / (1.0 + z2 / n) * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt();
    Interval { low: (middle - half).max(0.0), high: (middle + half).min(1.0) }
}

/// The mean of `values` and the interval of the normal distribution around it; for large samples. Without two values
/// nothing is known of the spread, and the interval has no ends.
///
/// ```
/// let (mean, interval) = lab::mean_interval(&[1.0, 2.0, 3.0, 4.0]);
/// assert_eq!(mean, 2.5);
/// assert!((interval.high - 3.765).abs() < 1e-3);
/// ```
#[must_use]
pub fn mean_interval(values: &[f64]) -> (f64, Interval) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n.max(1.0);
    if values.len() < 2 {
        return (mean, Interval { low: f64::NEG_INFINITY, high: f64::INFINITY });
    }
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (n - 1.0);
    let half = Z_95 * (variance / n).sqrt();
    (mean, Interval { low: mean - half, high: mean + half })
}

/// Wins, draws and losses of one side of a match.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Tally {
    /// Counts a game that scored 1, 0.5 or 0.
    pub fn add(&mut self, score: f64) {
        match score {
            score if score > 0.5 => self.wins += 1,
            score if score < 0.5 => self.losses += 1,
            _ => self.draws += 1,
        }
    }

    /// Games counted.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The mean score, a draw counting one half; 0.5 before the first game.
    #[must_use]
    pub fn score(&self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => (self.wins as f64 + 0.5 * self.draws as f64) / games as f64,
        }
    }

    /// The 95% interval of [`Tally::score`].
    #[must_use]
    pub fn interval(&self) -> Interval {
        wilson(self.wins as f64 + 0.5 * self.draws as f64, self.games())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Published examples: Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
    #[test]
    fn intervals_are_the_published_ones() {
        let cases = [
            (81.0, 263, 0.2553, 0.3662),
            (15.0, 148, 0.0624, 0.1605),
            (0.0, 20, 0.0, 0.1611),
            (1.0, 29, 0.0061, 0.1718),
        ];
        for (successes, trials, low, high) in cases {
            let interval = wilson(successes, trials);
            assert!((interval.low - low).abs() < 5e-5, "{successes}/{trials}: {interval:?}");
            assert!((interval.high - high).abs() < 5e-5, "{successes}/{trials}: {interval:?}");
        }
    }

    #[test]
    fn a_tally_counts_draws_half() {
        let mut tally = Tally::default();
        for score in [1.0, 0.5, 0.5, 0.0, 1.0] {
            tally.add(score);
        }
        assert_eq!((tally.wins, tally.draws, tally.losses), (2, 2, 1));
        assert_eq!(tally.score(), 0.6);
    }
}

//! How sure a share of wins is.

use super::Results;
use super::distribution::Z_95;
use super::results::score_at;

/// A range in which the true value lies with a confidence of 95%.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

impl Interval {
    /// Whether a value lies in it, the ends included.
    #[must_use]
    pub fn contains(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }
}

/// The score interval of Wilson (Journal of the American Statistical Association 22, 1927) for `successes`
/// out of `trials`.
///
/// For games with draws there is [`score_interval`]. Without a trial it is 0 to 1.
///
/// ```
/// let interval = statistics::wilson(8.0, 10);
/// assert!((interval.low - 0.4902).abs() < 1e-4 && (interval.high - 0.9433).abs() < 1e-4);
/// ```
#[must_use]
pub fn wilson(successes: f64, trials: u64) -> Interval {
    if trials == 0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    solve_wilson(successes / trials as f64, 0.0, trials as f64)
}

/// Solves n (mean - s)^2 = z^2 (s (1 - s) - draw_variance) for both s.
fn solve_wilson(mean: f64, draw_variance: f64, n: f64) -> Interval {
    let z2 = Z_95 * Z_95;
    let middle = (mean + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let inside = middle * middle - (mean * mean + z2 * draw_variance / n) / (1.0 + z2 / n);
    let half = inside.max(0.0).sqrt();
    Interval { low: (middle - half).max(0.0), high: (middle + half).min(1.0) }
}

/// Decisive results that [`score_interval`] adds when it estimates the variance; without them it is far too
/// narrow for matches of nearly all draws (chosen by simulation).
const PSEUDO_RESULTS: f64 = 2.0;

/// Wilson's interval for a mean score of games with draws, or of pairs of games.
///
/// A score x between 0 and 1 with mean s has the variance s (1 - s) - E\[x (1 - x)\]: that of a coin, less
/// what draws take away. Wilson's equation is solved with this variance; the expectation is estimated with
/// two decisive results added, so that a few draws in a row do not pass for certainty. Without draws the
/// interval is [`wilson`]'s. Without a result nothing is known: 0 to 1.
#[must_use]
pub fn score_interval(results: &impl Results) -> Interval {
    let counts = results.counts();
    let n: f64 = counts.iter().sum();
    if n == 0.0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let draw_variance: f64 = counts
        .iter()
        .enumerate()
        .map(|(index, count)| {
            let score = score_at(index, counts.len());
            count * score * (1.0 - score)
        })
        .sum();
    solve_wilson(results.mean(), draw_variance / (n + PSEUDO_RESULTS), n)
}

/// The mean of `values` and the interval of the normal distribution around it; for large samples. Without two
/// values nothing is known of the spread, and the interval has no ends.
///
/// ```
/// let (mean, interval) = statistics::mean_interval(&[1.0, 2.0, 3.0, 4.0]);
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
    /// Losses and wins by forfeit: a crash, a timeout, an illegal move.
    pub forfeits: [u64; 2],
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

    /// Adds another tally.
    pub fn add_all(&mut self, other: &Tally) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        self.forfeits = [0, 1].map(|fault| self.forfeits[fault] + other.forfeits[fault]);
    }

    /// Games counted.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points made: a win 1, a draw one half.
    #[must_use]
    pub fn points(&self) -> f64 {
        self.wins as f64 + 0.5 * self.draws as f64
    }

    /// The mean score, a draw counting one half; 0.5 before the first game.
    #[must_use]
    pub fn score(&self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => self.points() / games as f64,
        }
    }

    /// The 95% interval of [`Tally::score`]: Wilson's, narrower where there are draws ([`score_interval`]).
    #[must_use]
    pub fn interval(&self) -> Interval {
        score_interval(self)
    }
}

impl Results for Tally {
    fn counts(&self) -> Vec<f64> {
        vec![self.losses as f64, self.draws as f64, self.wins as f64]
    }

    fn games_each(&self) -> f64 {
        1.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distribution::binomial;

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

    /// Summed over all outcomes, not simulated.
    #[test]
    fn from_500_trials_on_every_share_is_covered_in_94_to_96_of_100() {
        for trials in [500, 1000] {
            let intervals: Vec<Interval> = (0..=trials).map(|wins| wilson(wins as f64, trials)).collect();
            for permille in (100..=900).step_by(2) {
                let share = f64::from(permille) / 1000.0;
                let outcomes = intervals.iter().zip(binomial(trials, share));
                let covered: f64 = outcomes
                    .filter(|(interval, _)| interval.contains(share))
                    .map(|(_, probability)| probability)
                    .sum();
                assert!((0.94..=0.96).contains(&covered), "{trials} {share}: {covered}");
            }
        }
    }

    #[test]
    fn draws_narrow_the_interval_but_never_to_nothing() {
        let won_and_lost = Tally { wins: 50, losses: 50, ..Tally::default() };
        assert_eq!(won_and_lost.interval(), wilson(50.0, 100));
        let half_drawn = Tally { wins: 25, draws: 50, losses: 25, ..Tally::default() };
        let drawn = Tally { draws: 100, ..Tally::default() };
        let width = |tally: &Tally| tally.interval().high - tally.interval().low;
        assert!(width(&won_and_lost) > width(&half_drawn) && width(&half_drawn) > width(&drawn));
        // No decision in 100 games leaves room for nearly three, all on one side: 0.5 +- 0.0136.
        assert!(
            drawn.interval().contains(0.487) && !drawn.interval().contains(0.486),
            "{:?}",
            drawn.interval()
        );
        let one_draw = Tally { draws: 1, ..Tally::default() };
        assert!(width(&one_draw) > 0.6);
        assert_eq!(Tally::default().interval(), Interval { low: 0.0, high: 1.0 });
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

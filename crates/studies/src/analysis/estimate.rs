//! Estimates with intervals over participants, by the delete-one jackknife over clusters (Shao and Tu 1995,
//! chapter 2).
//!
//! The interval takes Student's quantile with one degree of freedom fewer than there are participants. Shares
//! are on a logit scale and correlations on Fisher's, so that no interval leaves the possible range. The
//! example `coverage` compares it with other intervals.

use statistics::Interval;
use statistics::distribution::student_quantile;

/// A number with its 95% interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct IntervalEstimate {
    /// The number.
    pub value: f64,
    /// Its interval over participants; `None` for a single one.
    pub interval: Option<Interval>,
    /// Its standard error over people, on its own scale.
    pub error: Option<f64>,
    /// How many people it comes from.
    pub people: usize,
}

/// The range of a statistic, which decides the scale of its interval.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StatisticRange {
    /// Anywhere.
    Plain,
    /// From 1 to so many steps.
    Steps(u32),
    /// From 0 to 1.
    Share,
    /// From -1 to 1.
    Correlation,
}

/// The statistic with its interval; a cluster is everything one participant said. `None` if it is not finite.
pub fn jackknife<T>(
    clusters: &[T],
    scale: StatisticRange,
    statistic: impl Fn(&[&T]) -> f64,
) -> Option<IntervalEstimate> {
    let all: Vec<&T> = clusters.iter().collect();
    let value = statistic(&all);
    if clusters.is_empty() || !value.is_finite() {
        return None;
    }
    let people = clusters.len();
    let mut left: Vec<&T> = all[1..].to_vec();
    let mut without = Vec::with_capacity(people);
    for out in 0..people {
        without.push(statistic(&left));
        if out < left.len() {
            left[out] = &clusters[out];
        }
    }
    if people < 2 || without.iter().any(|one| !one.is_finite()) {
        return Some(IntervalEstimate { value, interval: None, error: None, people });
    }
    let n = people as f64;
    let mean = without.iter().sum::<f64>() / n;
    let squares: f64 = without.iter().map(|one| (one - mean).powi(2)).sum();
    let error = ((n - 1.0) / n * squares).sqrt();
    let freedom = u32::try_from(people - 1).unwrap_or(u32::MAX);
    let half = student_quantile(0.975, freedom) * error;
    Some(IntervalEstimate {
        value,
        interval: Some(around(value, half, scale, people)),
        error: Some(error),
        people,
    })
}

/// The interval of half width `half`, on the scale of the statistic.
fn around(value: f64, half: f64, scale: StatisticRange, people: usize) -> Interval {
    match scale {
        StatisticRange::Plain => Interval { low: value - half, high: value + half },
        StatisticRange::Steps(steps) => {
            Interval { low: (value - half).max(1.0), high: (value + half).min(f64::from(steps)) }
        }
        // All participants agree: what remains is their small number.
        StatisticRange::Share if value <= 0.0 || value >= 1.0 => {
            statistics::wilson(value * people as f64, people as u64)
        }
        StatisticRange::Share => {
            let (place, half) = ((value / (1.0 - value)).ln(), half / (value * (1.0 - value)));
            let back = |place: f64| 1.0 / (1.0 + (-place).exp());
            Interval { low: back(place - half), high: back(place + half) }
        }
        StatisticRange::Correlation if value.abs() >= 1.0 => Interval { low: -1.0, high: 1.0 },
        StatisticRange::Correlation => {
            let (place, half) = (value.atanh(), half / (1.0 - value * value));
            Interval { low: (place - half).tanh(), high: (place + half).tanh() }
        }
    }
}

/// The ratio of two sums, with (hits, chances) of each participant; those without chances do not count.
#[must_use]
pub fn ratio(people: &[(f64, f64)], scale: StatisticRange) -> Option<IntervalEstimate> {
    let with_chances: Vec<(f64, f64)> =
        people.iter().copied().filter(|(_, chances)| *chances > 0.0).collect();
    jackknife(&with_chances, scale, |some| {
        let (hits, chances) = some.iter().fold((0.0, 0.0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
        hits / chances
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// For a mean of one value a person it is Student's interval: 1, 2, 3, 4 has mean 2.5 and half width
    /// 3.182 times 0.6455.
    #[test]
    fn one_value_a_person_gives_students_interval() {
        let people: Vec<(f64, f64)> = [1.0, 2.0, 3.0, 4.0].map(|value| (value, 1.0)).to_vec();
        let estimate = ratio(&people, StatisticRange::Plain).unwrap();
        let interval = estimate.interval.unwrap();
        assert_eq!((estimate.value, estimate.people), (2.5, 4));
        assert!((interval.high - 2.5 - 3.182_446 * 0.645_497).abs() < 1e-5, "{interval:?}");
    }

    #[test]
    fn a_share_stays_a_share_and_a_correlation_one() {
        let share =
            ratio(&[(0.0, 10.0), (1.0, 10.0), (9.0, 10.0)], StatisticRange::Share).unwrap().interval.unwrap();
        assert!(share.low > 0.0 && share.high < 1.0 && share.low < 1.0 / 3.0 && share.high > 1.0 / 3.0);
        let none = ratio(&[(0.0, 50.0), (0.0, 50.0)], StatisticRange::Share).unwrap().interval.unwrap();
        assert!(none.low == 0.0 && none.high > 0.5, "two people who never do it say little of others");
        assert_eq!(ratio(&[(1.0, 3.0)], StatisticRange::Share).unwrap().interval, None);
        assert_eq!(ratio(&[(0.0, 0.0)], StatisticRange::Share), None);
    }

    #[test]
    fn a_mean_of_steps_stays_among_them() {
        let interval = ratio(&[(5.0, 1.0), (2.0, 1.0)], StatisticRange::Steps(5)).unwrap().interval.unwrap();
        assert_eq!((interval.low, interval.high), (1.0, 5.0));
    }

    /// Ten answers that are alike count as one.
    #[test]
    fn more_of_the_same_person_is_not_more() {
        let once = ratio(&[(1.0, 2.0), (0.0, 2.0), (2.0, 2.0)], StatisticRange::Plain).unwrap();
        let ten = ratio(&[(10.0, 20.0), (0.0, 20.0), (20.0, 20.0)], StatisticRange::Plain).unwrap();
        let width = |estimate: IntervalEstimate| {
            estimate.interval.map(|interval| interval.high - interval.low).unwrap()
        };
        assert!((width(once) - width(ten)).abs() < 1e-12);
    }
}

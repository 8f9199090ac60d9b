//! The difference of two means or shares.

use std::collections::BTreeMap;

use statistics::Interval;
use statistics::distribution::student_quantile;

use super::estimate::{IntervalEstimate, StatisticRange, jackknife, ratio};

/// How much higher the mean of `one` is than that of `other`, each by person as a sum and a number.
///
/// Participants in both are left out of both at once, so they are their own comparison. Where nobody is in
/// both, the errors add up and the degrees of freedom are Welch's (1947).
#[must_use]
pub fn difference(
    one: &BTreeMap<u64, (f64, f64)>,
    other: &BTreeMap<u64, (f64, f64)>,
) -> Option<IntervalEstimate> {
    if one.keys().any(|number| other.contains_key(number)) {
        let mut people: BTreeMap<u64, [(f64, f64); 2]> = BTreeMap::new();
        for (side, sums) in [one, other].into_iter().enumerate() {
            for (&number, &sum) in sums {
                people.entry(number).or_default()[side] = sum;
            }
        }
        let people: Vec<[(f64, f64); 2]> = people.into_values().collect();
        return jackknife(&people, StatisticRange::Plain, |some| {
            let mean = |side: usize| {
                let add =
                    |sum: (f64, f64), one: &&[(f64, f64); 2]| (sum.0 + one[side].0, sum.1 + one[side].1);
                let (sum, count) = some.iter().fold((0.0, 0.0), add);
                sum / count
            };
            mean(0) - mean(1)
        });
    }
    let mean = |sums: &BTreeMap<u64, (f64, f64)>| {
        ratio(&sums.values().copied().collect::<Vec<_>>(), StatisticRange::Plain)
    };
    let (one, other) = (mean(one)?, mean(other)?);
    let value = one.value - other.value;
    let people = one.people + other.people;
    let (Some(first), Some(second)) = (one.error, other.error) else {
        return Some(IntervalEstimate { value, interval: None, error: None, people });
    };
    let (first, second) = (first * first, second * second);
    let error = (first + second).sqrt();
    let part = |square: f64, people: usize| square * square / (people as f64 - 1.0);
    let freedom = (first + second).powi(2) / (part(first, one.people) + part(second, other.people));
    // Where nobody differs within a group there is no freedom to count.
    let freedom = if freedom.is_finite() { freedom.floor().max(1.0) as u32 } else { 1 };
    let half = student_quantile(0.975, freedom) * error;
    let interval = Some(Interval { low: value - half, high: value + half });
    Some(IntervalEstimate { value, interval, error: Some(error), people })
}

/// A test of whether the same people answer differently about two things.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PairedTest {
    /// How many people answered about both.
    pub people: usize,
    /// The mean of their differences.
    pub mean: f64,
    /// The share of all exchanges of the two within people that differ at least as much, in either direction.
    pub p: f64,
}

/// Means of up to four answers are whole numbers of this part of a step.
const PARTS_OF_A_STEP: f64 = 12.0;

/// Fisher's exact permutation test of paired differences: within each person the two are exchanged, or not.
/// `None` if nobody answered about both.
#[must_use]
pub fn sign_flip_test(
    one: &BTreeMap<u64, (f64, f64)>,
    other: &BTreeMap<u64, (f64, f64)>,
) -> Option<PairedTest> {
    let mean = |(sum, count): (f64, f64)| sum / count;
    let differences: Vec<i64> = one
        .iter()
        .filter_map(|(number, &sum)| Some(mean(sum) - mean(*other.get(number)?)))
        .map(|difference| (PARTS_OF_A_STEP * difference).round() as i64)
        .collect();
    if differences.is_empty() {
        return None;
    }
    let mut sums: BTreeMap<i64, f64> = BTreeMap::from([(0, 1.0)]);
    for &difference in &differences {
        let mut next: BTreeMap<i64, f64> = BTreeMap::new();
        for (sum, share) in sums {
            *next.entry(sum + difference).or_default() += share / 2.0;
            *next.entry(sum - difference).or_default() += share / 2.0;
        }
        sums = next;
    }
    let observed: i64 = differences.iter().sum();
    let p = sums.iter().filter(|(sum, _)| sum.abs() >= observed.abs()).map(|(_, share)| share).sum::<f64>();
    let people = differences.len();
    Some(PairedTest { people, mean: observed as f64 / PARTS_OF_A_STEP / people as f64, p: p.min(1.0) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn people(from: u64, values: &[f64]) -> BTreeMap<u64, (f64, f64)> {
        (from..).zip(values).map(|(number, &value)| (number, (value, 1.0))).collect()
    }

    /// 1, 2, 3 and 5, 6, 7: difference -4, error sqrt(2/3), Welch's freedom 4, t 2.776.
    #[test]
    fn two_groups_are_compared_as_welch_does() {
        let estimate = difference(&people(1, &[1.0, 2.0, 3.0]), &people(11, &[5.0, 6.0, 7.0])).unwrap();
        let interval = estimate.interval.unwrap();
        assert!((estimate.value + 4.0).abs() < 1e-12 && estimate.people == 6);
        assert!((interval.high + 4.0 - 2.776_445 * (2.0_f64 / 3.0).sqrt()).abs() < 1e-4, "{interval:?}");
    }

    /// Four people, all the same way: 2 of 16 exchanges are as far from 0. Without a difference p is 1.
    #[test]
    fn exchanging_within_people_gives_an_exact_p() {
        let test =
            sign_flip_test(&people(1, &[3.0, 5.0, 4.0, 4.0]), &people(1, &[1.0, 4.0, 3.5, 2.0])).unwrap();
        assert_eq!(test.people, 4);
        assert!((test.p - 2.0 / 16.0).abs() < 1e-12 && (test.mean - 1.375).abs() < 1e-12, "{test:?}");
        let same = sign_flip_test(&people(1, &[3.0, 2.0]), &people(1, &[2.0, 3.0])).unwrap();
        assert!((same.p - 1.0).abs() < 1e-12, "{same:?}");
        assert_eq!(sign_flip_test(&people(1, &[3.0]), &people(2, &[3.0])), None);
    }

    /// Everybody says one more of the one than of the other: that is certain, however much people differ.
    #[test]
    fn people_are_their_own_comparison() {
        let estimate = difference(&people(1, &[2.0, 5.0, 3.0]), &people(1, &[1.0, 4.0, 2.0])).unwrap();
        assert!((estimate.value - 1.0).abs() < 1e-12);
        let interval = estimate.interval.unwrap();
        assert!(interval.high - interval.low < 1e-9, "{interval:?}");
    }
}

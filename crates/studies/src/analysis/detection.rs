//! Bad moves, and whether they felt bad.
//!
//! Nakamichi 2020 defines the false-alarm rate over moves that are not bad, and prints false alarms among
//! moves that felt bad. Both are here; the second is the false-discovery rate (Benjamini and Hochberg 1995).

use std::collections::BTreeMap;

use statistics::distribution::normal_quantile;

use super::estimate::{IntervalEstimate, StatisticRange, jackknife, ratio};
use super::observations::Observations;
use super::parts::Part;
use crate::Verdict;

/// Moves of the program that somebody judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// All of them.
    pub moves: u64,
    /// Those that are bad by value.
    pub bad: u64,
    /// Those that were felt bad.
    pub felt: u64,
    /// Those that are bad by value and were felt so.
    pub hits: u64,
}

/// A share of moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rate {
    /// Bad by value, among all.
    Bad,
    /// Felt bad, among bad by value.
    Detection,
    /// Felt bad, among not bad by value.
    FalseAlarm,
    /// Not bad by value, among felt bad.
    FalseDiscovery,
}

impl Counts {
    /// Counts a move.
    pub fn add(&mut self, bad: bool, felt: bool) {
        self.moves += 1;
        self.bad += u64::from(bad);
        self.felt += u64::from(felt);
        self.hits += u64::from(bad && felt);
    }

    /// All that both have counted.
    #[must_use]
    pub fn plus(self, other: Counts) -> Counts {
        Counts {
            moves: self.moves + other.moves,
            bad: self.bad + other.bad,
            felt: self.felt + other.felt,
            hits: self.hits + other.hits,
        }
    }

    /// How many moves count for a rate, and of how many.
    #[must_use]
    pub fn share(&self, rate: Rate) -> (u64, u64) {
        match rate {
            Rate::Bad => (self.bad, self.moves),
            Rate::Detection => (self.hits, self.bad),
            Rate::FalseAlarm => (self.felt - self.hits, self.moves - self.bad),
            Rate::FalseDiscovery => (self.felt - self.hits, self.felt),
        }
    }

    /// d': how far apart bad and other moves feel, in standard deviations, with the log-linear correction
    /// (Hautus 1995) that allows rates of 0 and 1.
    #[must_use]
    pub fn d_prime(&self) -> f64 {
        let place =
            |(hits, chances): (u64, u64)| normal_quantile((hits as f64 + 0.5) / (chances as f64 + 1.0));
        place(self.share(Rate::Detection)) - place(self.share(Rate::FalseAlarm))
    }
}

/// What each of several people judged.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Detection {
    /// By their number.
    pub people: BTreeMap<u64, Counts>,
}

impl Detection {
    /// What a part of the participants said of the moves of a condition's program, or of all.
    #[must_use]
    pub fn of(observations: &Observations, part: &Part, condition: Option<&str>) -> Detection {
        let mut detection = Detection::default();
        for one in &observations.moves {
            if part.people.contains(&one.rater)
                && condition.is_none_or(|condition| one.condition == condition)
            {
                detection.people.entry(one.rater).or_default().add(one.bad, one.verdict == Verdict::Bad);
            }
        }
        detection
    }

    /// All people's moves together.
    #[must_use]
    pub fn total(&self) -> Counts {
        self.people.values().copied().fold(Counts::default(), Counts::plus)
    }

    /// A rate over all moves, its interval over people.
    #[must_use]
    pub fn rate(&self, rate: Rate) -> Option<IntervalEstimate> {
        ratio(&self.shares(rate).into_values().collect::<Vec<_>>(), StatisticRange::Share)
    }

    /// What counts for a rate and of how much, by person.
    #[must_use]
    pub fn shares(&self, rate: Rate) -> BTreeMap<u64, (f64, f64)> {
        let share = |counts: &Counts| counts.share(rate);
        let people = self.people.iter().map(|(&number, counts)| (number, share(counts)));
        people.map(|(number, (hits, chances))| (number, (hits as f64, chances as f64))).collect()
    }

    /// d' over all moves, its interval over people; `None` unless there are bad moves and others.
    #[must_use]
    pub fn d_prime(&self) -> Option<IntervalEstimate> {
        let Counts { moves, bad, .. } = self.total();
        if bad == 0 || bad == moves {
            return None;
        }
        let people: Vec<Counts> = self.people.values().copied().collect();
        jackknife(&people, StatisticRange::Plain, |some| {
            some.iter().copied().copied().fold(Counts::default(), Counts::plus).d_prime()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 85 moves felt bad, 54 of 240 that are bad: the thesis's first column.
    #[test]
    fn rates_have_their_own_denominators() {
        let counts = Counts { moves: 1198, bad: 240, felt: 85, hits: 54 };
        assert_eq!(counts.share(Rate::Bad), (240, 1198));
        assert_eq!(counts.share(Rate::Detection), (54, 240));
        assert_eq!(counts.share(Rate::FalseAlarm), (31, 958));
        assert_eq!(counts.share(Rate::FalseDiscovery), (31, 85));
    }

    /// z(54.5 / 241) = -0.7515 and z(31.5 / 959) = -1.8411.
    #[test]
    fn d_prime_is_the_distance_of_two_normal_places() {
        let counts = Counts { moves: 1198, bad: 240, felt: 85, hits: 54 };
        assert!((counts.d_prime() - 1.0896).abs() < 2e-3, "{}", counts.d_prime());
        let by_lot = Counts { moves: 400, bad: 200, felt: 100, hits: 50 };
        assert!(by_lot.d_prime().abs() < 1e-12);
        let never = Counts { moves: 20, bad: 10, felt: 0, hits: 0 };
        assert!(never.d_prime().is_finite());
    }

    #[test]
    fn without_bad_moves_nothing_can_be_detected() {
        let counts = Counts { moves: 9, ..Counts::default() };
        let detection = Detection { people: BTreeMap::from([(1, counts)]) };
        assert_eq!((detection.rate(Rate::Detection), detection.d_prime()), (None, None));
    }
}

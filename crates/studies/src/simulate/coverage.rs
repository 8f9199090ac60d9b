//! Coverage of the interval of the detection rate in simulated studies.

use games::split_mix::state_after;
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use statistics::Interval;
use statistics::coverage::Coverage;

use super::{Truth, person};
use crate::analysis::{Counts, Detection, Rate};

/// Moves that one participant judges: six games of the lengths in table 5 of Nakamichi 2020.
const MOVES: std::ops::RangeInclusive<u64> = 300..=1100;

/// Judgements of a program's moves by so many simulated participants; no game is played.
#[must_use]
pub fn judgements(truth: &Truth, people: u64, rng: &mut impl Rng) -> Detection {
    let mut detection = Detection::default();
    for number in 1..=people {
        let (felt_bad, felt_other) =
            (person::own_rate(truth.detection, rng), person::own_rate(truth.false_alarm, rng));
        let mut counts = Counts::default();
        for _ in 0..rng.random_range(MOVES) {
            let bad = rng.random_bool(truth.bad);
            counts.add(bad, rng.random_bool(if bad { felt_bad } else { felt_other }));
        }
        detection.people.insert(number, counts);
    }
    detection
}

/// How often an interval contains the true detection rate when the study is repeated.
#[must_use]
pub fn coverage_of(
    truth: &Truth,
    people: u64,
    repeat: u64,
    seed: u64,
    interval: impl Fn(&Detection) -> Option<Interval> + Sync,
) -> Coverage {
    let held = (0..repeat)
        .into_par_iter()
        .filter(|repetition| {
            let seed = state_after(seed, *repetition);
            let detection = judgements(truth, people, &mut Xoshiro256PlusPlus::seed_from_u64(seed));
            interval(&detection).is_some_and(|interval| interval.contains(truth.detection))
        })
        .count();
    Coverage { held: held as u64, made: repeat }
}

/// The same for the interval of the report.
#[must_use]
pub fn coverage(truth: &Truth, people: u64, repeat: u64, seed: u64) -> Coverage {
    coverage_of(truth, people, repeat, seed, |detection| detection.rate(Rate::Detection)?.interval)
}

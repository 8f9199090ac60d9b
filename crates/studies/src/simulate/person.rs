//! A simulated participant: skill, attention and answers.

use rand::{Rng, RngExt};
use serde_json::{Value, json};

use super::Truth;
use crate::Verdict;
use crate::questionnaire::Kind;

/// How far individual rates spread around the mean, as a share of the possible range. In Nakamichi 2020
/// detection rates go from 1% to 31%.
const SPREAD: f64 = 0.8;

/// A simulated participant.
#[derive(Clone, Copy, Debug)]
pub(super) struct Person {
    /// From 0 to 1.
    skill: f64,
    detection: f64,
    false_alarm: f64,
    /// Towards "person" or "computer".
    leaning: f64,
}

/// The rate of one participant: uniform around the mean, so that the mean over participants is exact.
pub(super) fn own_rate(mean: f64, rng: &mut impl Rng) -> f64 {
    let reach = SPREAD * mean.min(1.0 - mean);
    (mean + reach * rng.random_range(-1.0..1.0)).clamp(0.0, 1.0)
}

impl Person {
    pub(super) fn draw(truth: &Truth, rng: &mut impl Rng) -> Person {
        Person {
            skill: rng.random_range(0.0..1.0),
            detection: own_rate(truth.detection, rng),
            false_alarm: own_rate(truth.false_alarm, rng),
            leaning: rng.random_range(-0.5..0.5),
        }
    }

    pub(super) fn is_experienced(&self) -> bool {
        self.skill >= 0.6
    }

    /// Their verdict on a move.
    pub(super) fn feel(&self, bad: bool, rng: &mut impl Rng) -> Verdict {
        let felt = rng.random_bool(if bad { self.detection } else { self.false_alarm });
        match (felt, rng.random_bool(0.1)) {
            (true, _) => Verdict::Bad,
            (false, true) => Verdict::Good,
            (false, false) => Verdict::Normal,
        }
    }

    /// Their verdict on a record; a hash of the source shifts it by about a step.
    pub(super) fn verdict(&self, source: &str, rng: &mut impl Rng) -> u64 {
        let of_source =
            source.bytes().fold(0_u32, |sum, byte| sum.wrapping_mul(31).wrapping_add(u32::from(byte)));
        let mean = 2.5 + f64::from(of_source % 4) / 3.0 + self.leaning;
        (mean + rng.random_range(-1.5..1.5)).round().clamp(1.0, 5.0) as u64
    }

    /// Their answer to the skill question.
    pub(super) fn skill_on(&self, kind: &Kind) -> Value {
        match kind {
            Kind::Scale(labels) => json!(1 + (self.skill * labels.len() as f64) as u64),
            _ => Value::Null,
        }
    }

    /// Their answer to the rating question.
    pub(super) fn rating_on(&self, kind: &Kind) -> Value {
        match kind {
            Kind::Number { low, high } => json!((low + self.skill * (high - low)).round()),
            _ => Value::Null,
        }
    }
}

/// Some answer to a question.
pub(super) fn any_answer(kind: &Kind, rng: &mut impl Rng) -> Value {
    match kind {
        Kind::Scale(labels) => json!(rng.random_range(1..=labels.len())),
        Kind::Single(options) => json!(options[rng.random_range(0..options.len())].id),
        Kind::Multiple(options) => {
            let first = rng.random_range(0..options.len());
            let chosen =
                options.iter().enumerate().filter(|(place, _)| *place == first || rng.random_bool(0.3));
            json!(chosen.map(|(_, option)| option.id.as_str()).collect::<Vec<_>>())
        }
        Kind::Number { low, high } => json!(rng.random_range(*low..=*high).round().clamp(*low, *high)),
        Kind::Text { longest } => json!("simulated".chars().take(*longest).collect::<String>()),
    }
}

//! Fits the weights of a phase to samples.

use games::othello::kernel::Portable;
use rayon::prelude::*;

use super::patterns::{FEATURES, WEIGHTS, features};
use super::training_samples::TrainingSample;

/// A board's features, those of mirror images made one, and what its sample says.
pub(super) struct FitSample {
    features: [u32; FEATURES],
    label: f32,
    result: f32,
}

impl FitSample {
    pub(super) fn new(sample: &TrainingSample, canonical: &[u32]) -> FitSample {
        FitSample {
            features: features(Portable, sample.board).map(|feature| canonical[feature as usize]),
            label: sample.label,
            result: sample.result,
        }
    }

    fn value(&self, weights: &[f32]) -> f32 {
        self.features.iter().map(|&feature| weights[feature as usize]).sum()
    }
}

/// How a phase is fitted.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct FitSettings {
    /// How many times a weight must be seen to move half the way from where it began to what the examples
    /// say.
    pub(super) stiffness: f32,
    /// Steps of the conjugate gradients.
    pub(super) steps: u32,
}

/// Parts of the examples that are summed on their own: the same on any number of threads.
const PARTS: usize = 8;

/// The weights that fit the examples best, by least squares, not far from `prior`.
///
/// Conjugate gradients on the normal equations, each weight scaled by how often it was seen.
pub(super) fn fit(prior: &[f32], examples: &[FitSample], fitting: FitSettings) -> Vec<f32> {
    let part = examples.len().div_ceil(PARTS).max(1);
    let seen = gather(examples, part, &|_| 1.0);
    let scale: Vec<f32> = seen.iter().map(|&seen| 1.0 / (seen + fitting.stiffness)).collect();
    // What is left to explain, pulled back onto the weights.
    let mut rest = gather(examples, part, &|example| example.label - example.value(prior));
    let mut change = vec![0.0f32; WEIGHTS];
    let mut scaled: Vec<f32> = product(&rest, &scale);
    let mut direction = scaled.clone();
    let mut size = dot(&rest, &scaled);
    for _ in 0..fitting.steps {
        if size <= f64::from(f32::EPSILON) {
            break;
        }
        let mut image = gather(examples, part, &|example| example.value(&direction));
        for (image, &direction) in image.iter_mut().zip(&direction) {
            *image += fitting.stiffness * direction;
        }
        let step = (size / dot(&direction, &image)) as f32;
        for at in 0..WEIGHTS {
            change[at] += step * direction[at];
            rest[at] -= step * image[at];
        }
        scaled = product(&rest, &scale);
        let next = dot(&rest, &scaled);
        let keep = (next / size) as f32;
        size = next;
        for (direction, &scaled) in direction.iter_mut().zip(&scaled) {
            *direction = scaled + keep * *direction;
        }
    }
    prior.iter().zip(change).map(|(prior, change)| prior + change).collect()
}

/// Rescales the weights so that results are neither larger nor smaller than they predict.
///
/// Searches repeat what their weights say, so weights that say too little would teach too little again;
/// results do not depend on them. Only boards count that the weights think at most `within` discs from even.
pub(super) fn rescale(weights: &mut [f32], examples: &[FitSample], within: f32) {
    let (mut both, mut own) = (0.0, 0.0);
    for example in examples {
        let value = example.value(weights);
        if value.abs() > within {
            continue;
        }
        let value = f64::from(value);
        both += value * f64::from(example.result);
        own += value * value;
    }
    if own > 0.0 {
        let slope = (both / own) as f32;
        weights.iter_mut().for_each(|weight| *weight *= slope);
    }
}

/// For each weight, the sum of what `says` says of the examples that have it.
fn gather(examples: &[FitSample], part: usize, says: &(dyn Fn(&FitSample) -> f32 + Sync)) -> Vec<f32> {
    let parts: Vec<Vec<f32>> = examples
        .par_chunks(part)
        .map(|examples| {
            let mut sums = vec![0.0; WEIGHTS];
            for example in examples {
                let said = says(example);
                for &feature in &example.features {
                    sums[feature as usize] += said;
                }
            }
            sums
        })
        .collect();
    let mut sums = vec![0.0; WEIGHTS];
    for part in parts {
        for (sum, part) in sums.iter_mut().zip(part) {
            *sum += part;
        }
    }
    sums
}

fn dot(a: &[f32], b: &[f32]) -> f64 {
    a.iter().zip(b).map(|(&a, &b)| f64::from(a) * f64::from(b)).sum()
}

fn product(a: &[f32], b: &[f32]) -> Vec<f32> {
    a.iter().zip(b).map(|(a, b)| a * b).collect()
}

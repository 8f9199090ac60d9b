//! A policy in whole numbers of 16 bits: faster than floats, and the same to the bit on every machine.
//!
//! A layer's sum is exact: activations have 13 bits, and weights are rounded to as many as can never overflow
//! 32 bits in the sum. It is shortened to the next layer's 13 bits by a shift, so rounding happens nowhere
//! else.

mod kernel;
mod patch_table;

use games::Game;
use games::geister::Geister;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::network::{First, Shape, WIDTHS, padded};
use crate::{Architecture, MOVES, Network, NetworkInput, Scratch};

use kernel::{LARGEST, Output, QuantisedPanels};
use patch_table::PatchTable;

/// A policy network in whole numbers.
#[derive(Clone, Debug)]
pub struct QuantisedPolicy {
    biases: Vec<i16>,
    /// `[square of the patch][content][filter]`, as in the first layer of the floats.
    contents: Vec<i16>,
    /// What a set bit of the counts is worth.
    one: i16,
    patches: PatchTable,
    panels: [QuantisedPanels; 4],
    /// What a sum of the last layer is to be multiplied with.
    unit: f32,
}

/// Room for what the layers of a policy in whole numbers compute; it grows to the largest batch and is used
/// again.
#[derive(Clone, Default, Debug)]
pub struct QuantisedScratch {
    first: Vec<i16>,
    second: Vec<i16>,
    flat: Vec<i16>,
    hidden: Vec<i16>,
    sums: Vec<i32>,
    probabilities: Vec<f32>,
}

/// How much larger an activation may be than the largest one of the sample before it is cut off.
const MARGIN: f32 = 2.0;

/// Inputs of the sample that sets the range of the activations.
const SAMPLE: usize = 400;

/// Positions of random games, the same ones always.
fn sample() -> Vec<NetworkInput> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(0x6e15);
    let (mut moves, mut inputs) = (Vec::new(), Vec::new());
    while inputs.len() < SAMPLE {
        let mut game = Geister::deal(&mut rng);
        while game.outcome().is_none() {
            game.legal_moves(&mut moves);
            let mv = moves[rng.random_range(..moves.len())];
            game.apply(mv);
            // One in eight, so that they are of some dozens of games.
            if rng.random_ratio(1, 8) {
                inputs.push(NetworkInput::of_board(&game.board(), Some(mv)));
            }
        }
    }
    inputs.truncate(SAMPLE);
    inputs
}

/// The largest sum of the positive and of the negative weights of an output, whichever is larger.
fn reach(weights: &[f32], outputs: usize) -> f64 {
    let mut sums = vec![[0.0; 2]; outputs];
    for (place, &weight) in weights.iter().enumerate() {
        sums[place % outputs][usize::from(weight < 0.0)] += f64::from(weight.abs());
    }
    sums.as_flattened().iter().copied().fold(f64::MIN_POSITIVE, f64::max)
}

fn largest(values: &[f32]) -> f32 {
    values.iter().copied().fold(f32::MIN_POSITIVE, |a, b| a.max(b.abs()))
}

/// `exp` for values up to 0, in operations that every machine rounds alike; within a millionth of the true
/// value.
fn exponential(value: f32) -> f32 {
    let bits = value.max(-80.0) * std::f32::consts::LOG2_E;
    let whole = bits.floor();
    // 2^f = e^(f ln 2) for 0 <= f < 1 by its series, whose ninth term is below 1e-7.
    let x = (bits - whole) * std::f32::consts::LN_2;
    let series = (1..=8).rev().fold(1.0, |sum, n| 1.0 + sum * x / n as f32);
    series * f32::from_bits(((whole as i32 + 127) as u32) << 23)
}

/// The next larger number with three bits behind its first: what machines that round floats differently agree
/// about.
fn rounded_up(value: f32) -> f32 {
    const REST: u32 = (1 << 20) - 1;
    f32::from_bits((value.to_bits() + REST) & !REST)
}

fn grow<T: Clone + Default>(buffer: &mut Vec<T>, length: usize) {
    if buffer.len() < length {
        buffer.resize(length, T::default());
    }
}

impl QuantisedPolicy {
    /// Rounds a policy; `None` for a network of another architecture.
    #[must_use]
    pub fn new(network: &Network) -> Option<QuantisedPolicy> {
        if network.architecture() != Architecture::Policy {
            return None;
        }
        let mut scratch = Scratch::default();
        let activations = network.largest_activations(&sample(), &mut scratch).map(rounded_up);
        // What an activation of 1 is worth after each layer.
        let [one, two, three, four] = activations.map(|most| f64::from(f32::from(LARGEST) / (MARGIN * most)));
        let [first, second, third, dense, last] = network.layers_with_parameters();
        let filters = first.1.len();
        // Sums of the first layer are of 16 bits themselves: four squares and a bias, each within a quarter.
        let table = First::table(first.0, filters);
        let quarter = f64::from(i16::MAX) / 5.0 / f64::from(largest(&table).max(largest(first.1)));
        let one = one.min(quarter);
        let round = |values: &[f32]| values.iter().map(|&v| (f64::from(v) * one).round() as i16).collect();
        let layer = |(weights, biases): (&[f32], &[f32]), before: f64, after: Option<f64>| {
            // Half of 32 bits for the products, so that biases and rounded weights have room too.
            let most = f64::from(1 << 30) / f64::from(LARGEST) / reach(weights, biases.len());
            let most = most.min(f64::from(i16::MAX) / f64::from(largest(weights)));
            let most = most.min(f64::from(1 << 29) / before / f64::from(largest(biases)));
            let shift =
                after.map_or(0, |after| (before * most / after).log2().floor().clamp(0.0, 30.0) as u32);
            let scale = after.map_or(most, |after| (after * f64::from(1u32 << shift) / before).min(most));
            let sums = before * scale;
            (QuantisedPanels::new(weights, biases, scale, sums, shift), sums / f64::from(1u32 << shift))
        };
        let (second, two) = layer(second, one, Some(two));
        let (third, three) = layer(third, two, Some(three));
        let (dense, four) = layer(dense, three, Some(four));
        let (last, unit) = layer(last, four, None);
        let (biases, contents): (Vec<i16>, Vec<i16>) = (round(first.1), round(&table));
        let patches = PatchTable::new(&second, filters, |planes, output| {
            let places = std::array::from_fn(|tap| 16 * tap + planes[tap]);
            add_contents(&biases, &contents, places, output);
        });
        Some(QuantisedPolicy {
            biases,
            contents,
            one: (three.round() as i16).min(LARGEST),
            patches,
            panels: [second, third, dense, last],
            unit: (1.0 / unit) as f32,
        })
    }

    /// For each input the probabilities of the 144 moves, as [`Network::probabilities`] gives them.
    pub fn probabilities<'a>(&self, inputs: &[NetworkInput], scratch: &'a mut QuantisedScratch) -> &'a [f32] {
        self.forward(inputs, scratch);
        grow(&mut scratch.probabilities, inputs.len() * MOVES);
        let probabilities = &mut scratch.probabilities[..inputs.len() * MOVES];
        probabilities.fill(0.0);
        let rows = scratch.sums.chunks_exact(MOVES).zip(probabilities.chunks_exact_mut(MOVES));
        for (input, (sums, probabilities)) in inputs.iter().zip(rows) {
            let legal = input.legal();
            let Some(largest) = legal.indices().map(|index| sums[index]).max() else { continue };
            let mut total = 0.0;
            for index in legal.indices() {
                probabilities[index] = exponential((sums[index] - largest) as f32 * self.unit);
                total += probabilities[index];
            }
            for index in legal.indices() {
                probabilities[index] /= total;
            }
        }
        probabilities
    }

    fn forward(&self, inputs: &[NetworkInput], scratch: &mut QuantisedScratch) {
        let (count, policy) = (inputs.len(), Architecture::Policy);
        let (filters, flat, hidden) = (policy.filters(), policy.flat(), padded(policy.hidden()));
        let [second, third, dense, last] = &self.panels;
        let [_, w1, w2, w3] = WIDTHS;
        grow(&mut scratch.first, w1 * w1 * filters);
        grow(&mut scratch.second, count * w2 * w2 * filters);
        grow(&mut scratch.flat, count * flat);
        grow(&mut scratch.hidden, count * hidden);
        grow(&mut scratch.sums, count * padded(MOVES));
        for (input, output) in inputs.iter().zip(scratch.second.chunks_exact_mut(w2 * w2 * filters)) {
            if !self.patches.apply(input, output) {
                self.first(input, &mut scratch.first);
                let shape = Shape::convolution(w2, filters, w2 * w2 * filters);
                second.apply(&scratch.first, Output::Activations(output), 1, &shape);
            }
        }
        let shape = Shape::convolution(w3, filters, flat);
        third.apply(&scratch.second, Output::Activations(&mut scratch.flat), count, &shape);
        for (input, flat) in inputs.iter().zip(scratch.flat.chunks_exact_mut(flat)) {
            for (bit, value) in flat[w3 * w3 * filters..].iter_mut().enumerate() {
                *value = if input.counts >> bit & 1 != 0 { self.one } else { 0 };
            }
        }
        let shape = Shape::dense(flat, hidden);
        dense.apply(&scratch.flat, Output::Activations(&mut scratch.hidden), count, &shape);
        let shape = Shape::dense(hidden, padded(MOVES));
        last.apply(&scratch.hidden, Output::Sums(&mut scratch.sums), count, &shape);
    }

    /// The first convolution of one input.
    fn first(&self, input: &NetworkInput, output: &mut [i16]) {
        let filters = self.biases.len();
        First::each_patch(input, |position, places| {
            let output = &mut output[position * filters..][..filters];
            add_contents(&self.biases, &self.contents, places, output);
        });
    }
}

/// What the first convolution says of one patch: the sum of four rows of its table.
fn add_contents(biases: &[i16], contents: &[i16], places: [usize; 4], output: &mut [i16]) {
    let filters = biases.len();
    let [a, b, c, d] = places.map(|place| &contents[place * filters..][..filters]);
    for (i, output) in output.iter_mut().enumerate() {
        let sum = biases[i] + a[i] + b[i] + c[i] + d[i];
        *output = sum.clamp(0, LARGEST);
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::training::{TrainingSample, TrainingSettings, train};

    /// A policy that has learned something: its logits are far apart.
    fn policy() -> Network {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        let mut network = Network::random(Architecture::Policy, &mut rng);
        let label = |input: &NetworkInput| input.legal().indices().max();
        let examples = sample()
            .into_iter()
            .filter_map(|input| Some(TrainingSample { input, label: label(&input)? as u8 }));
        let settings =
            TrainingSettings { batch: 50, epochs: 4, patience: None, ..TrainingSettings::default() };
        train(
            &mut network,
            &examples.collect::<Vec<_>>(),
            &[],
            &settings,
            &mut |_| ControlFlow::Continue(()),
        );
        network
    }

    #[test]
    fn whole_numbers_say_what_floats_say() {
        let network = policy();
        let quantised = QuantisedPolicy::new(&network).unwrap();
        let inputs = &sample()[..100];
        let (mut floats, mut whole) = (Scratch::default(), QuantisedScratch::default());
        let expected = network.probabilities(inputs, &mut floats);
        let said = quantised.probabilities(inputs, &mut whole).to_vec();
        let farthest = expected.iter().zip(&said).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        assert!(farthest < 0.01, "{farthest}");
        assert!(expected.iter().any(|&p| p > 0.7), "it has learned to prefer some");
        for size in [1, 2, 3, 7, 50] {
            for (inputs, said) in inputs.chunks(size).zip(said.chunks(size * MOVES)) {
                assert_eq!(quantised.probabilities(inputs, &mut whole), said, "{size} together");
            }
        }
    }

    #[test]
    fn looking_patches_up_is_the_same_as_computing_them() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
        let policy = QuantisedPolicy::new(&Network::random(Architecture::Policy, &mut rng)).unwrap();
        let (mut first, mut looked_up, mut computed) =
            (vec![0; 25 * 128], vec![0; 16 * 128], vec![0; 16 * 128]);
        for input in &sample()[..50] {
            assert!(policy.patches.apply(input, &mut looked_up));
            policy.first(input, &mut first);
            let shape = Shape::convolution(4, 128, 16 * 128);
            policy.panels[0].apply(&first, Output::Activations(&mut computed), 1, &shape);
            assert_eq!(looked_up, computed);
            assert!(computed.iter().any(|&value| value > 100));
        }
    }

    #[test]
    fn a_board_that_cannot_be_is_judged_too() {
        let network = policy();
        let policy = QuantisedPolicy::new(&network).unwrap();
        let mut input = sample()[3];
        // An own ghost where the enemy's move began.
        input.moved |= input.blue;
        let (mut floats, mut whole) = (Scratch::default(), QuantisedScratch::default());
        let expected = network.probabilities(&[input], &mut floats);
        let said = policy.probabilities(&[input], &mut whole);
        assert!(expected.iter().zip(said).all(|(a, b)| (a - b).abs() < 0.01));
    }

    #[test]
    fn only_policies_are_rounded() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        assert!(QuantisedPolicy::new(&Network::random(Architecture::Count, &mut rng)).is_none());
    }

    #[test]
    fn the_exponential_is_near_the_true_one() {
        for value in (0..8000).map(|n| -n as f32 / 100.0) {
            let (said, truth) = (f64::from(exponential(value)), f64::from(value).exp());
            // Rounding of the argument in powers of two grows with it.
            assert!((said / truth - 1.0).abs() < 1e-6 * f64::from(1.0 - value), "{value}: {said} {truth}");
        }
        assert_eq!(exponential(0.0), 1.0);
    }
}

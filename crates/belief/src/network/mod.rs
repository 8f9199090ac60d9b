//! The networks: from an input to probabilities.

mod architecture;
mod backward;
mod file;
mod first;
mod kernel;
pub(crate) mod matrix;
#[cfg(test)]
mod reference;

use rand::Rng;

pub use architecture::Architecture;
pub(crate) use backward::Workspace;

use crate::NetworkInput;

pub(crate) use architecture::WIDTHS;
pub(crate) use first::{First, PATCH};
#[cfg(target_arch = "x86_64")]
pub(crate) use kernel::{BlockPlace, block_places, call_block};
pub(crate) use kernel::{PANEL, Shape, TILE, padded};

use architecture::Layer;
use kernel::Panels;

/// A network with its weights and a card that says where they are from.
///
/// ```
/// use belief::{Architecture, Network, Scratch, NetworkInput};
/// use games::{Game, Side, geister::Geister};
/// use rand::SeedableRng;
///
/// let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(1);
/// let network = Network::random(Architecture::Policy, &mut rng);
/// let input = NetworkInput::new(&Geister::default().view(Side::First), None);
/// let mut scratch = Scratch::default();
/// let probabilities = network.probabilities(&[input], &mut scratch);
/// assert_eq!(probabilities.len(), 144);
/// assert!((probabilities.iter().sum::<f32>() - 1.0).abs() < 1e-5);
/// ```
#[derive(Clone, Debug)]
pub struct Network {
    architecture: Architecture,
    parameters: Vec<f32>,
    card: String,
    layers: [Layer; 5],
    first: First,
    /// The other two convolutions and the two dense layers.
    panels: [Panels; 4],
}

/// Room for what the layers of a network compute; it grows to the largest batch and is used again.
#[derive(Clone, Default, Debug)]
pub struct Scratch {
    first: Vec<f32>,
    second: Vec<f32>,
    /// The third convolution, with the counts behind it.
    flat: Vec<f32>,
    hidden: Vec<f32>,
    logits: Vec<f32>,
    probabilities: Vec<f32>,
}

fn grow(buffer: &mut Vec<f32>, length: usize) {
    if buffer.len() < length {
        buffer.resize(length, 0.0);
    }
}

impl Network {
    /// An untrained network: weights uniform within the bounds of Glorot and Bengio 2010, `sqrt(6 / (fan in +
    /// fan out))`, biases 0, as in Keras.
    #[must_use]
    pub fn random(architecture: Architecture, rng: &mut dyn Rng) -> Network {
        let mut parameters = vec![0.0; architecture.parameters()];
        for (number, layer) in architecture.layers().into_iter().enumerate() {
            // Each output of a convolution reaches the four squares of a patch too.
            let fan_out = if number < 3 { 4 * layer.outputs } else { layer.outputs };
            let bound = (6.0 / (layer.inputs + fan_out) as f32).sqrt();
            for weight in &mut parameters[layer.weights] {
                // 24 random bits, as many as a float holds: uniform in [-1, 1).
                let unit = (rng.next_u32() >> 8) as f32 / (1 << 23) as f32 - 1.0;
                *weight = unit * bound;
            }
        }
        Network::of_parts(architecture, parameters, String::new())
    }

    fn of_parts(architecture: Architecture, parameters: Vec<f32>, card: String) -> Network {
        let layers = architecture.layers();
        let first = First::new(&layers[0]);
        let panels = std::array::from_fn(|i| Panels::new(layers[i + 1].inputs, layers[i + 1].outputs));
        let mut network = Network { architecture, parameters, card, layers, first, panels };
        network.arrange();
        network
    }

    /// Brings the parameters into the order in which they are used.
    fn arrange(&mut self) {
        let [first, others @ ..] = &self.layers;
        let part =
            |layer: &Layer| (&self.parameters[layer.weights.clone()], &self.parameters[layer.biases.clone()]);
        let (weights, biases) = part(first);
        self.first.fill(weights, biases);
        for (panels, layer) in self.panels.iter_mut().zip(others) {
            let (weights, biases) = part(layer);
            panels.fill(weights, biases);
        }
    }

    /// Its shape.
    #[must_use]
    pub const fn architecture(&self) -> Architecture {
        self.architecture
    }

    /// All weights and biases, layer by layer.
    #[must_use]
    pub fn parameters(&self) -> &[f32] {
        &self.parameters
    }

    /// Changes the parameters.
    pub(crate) fn change(&mut self, change: impl FnOnce(&mut [f32])) {
        change(&mut self.parameters);
        self.arrange();
    }

    /// Weights and biases of each layer.
    pub(crate) fn layers_with_parameters(&self) -> [(&[f32], &[f32]); 5] {
        self.layers
            .each_ref()
            .map(|layer| (&self.parameters[layer.weights.clone()], &self.parameters[layer.biases.clone()]))
    }

    /// The largest output of each layer but the last for any of `inputs`, the counts among them.
    pub(crate) fn largest_activations(&self, inputs: &[NetworkInput], scratch: &mut Scratch) -> [f32; 4] {
        self.forward(inputs, scratch);
        let Scratch { first, second, flat, hidden, .. } = scratch;
        [first, second, flat, hidden].map(|values| values.iter().copied().fold(f32::MIN_POSITIVE, f32::max))
    }

    /// Where the network is from: data, settings, scores.
    #[must_use]
    pub fn card(&self) -> &str {
        &self.card
    }

    /// The same network with another card.
    #[must_use]
    pub fn with_card(mut self, card: impl Into<String>) -> Network {
        self.card = card.into();
        self
    }

    /// For each input the probabilities of its classes, one after the other: blue and red for a network of
    /// colours (of the ghost that just moved), 144 moves for a policy (see [`crate::move_at`]; illegal ones
    /// have exactly 0).
    ///
    /// The answer for an input does not depend on the others. Nothing is allocated once `scratch` has seen a
    /// batch of this size.
    pub fn probabilities<'a>(&self, inputs: &[NetworkInput], scratch: &'a mut Scratch) -> &'a [f32] {
        self.forward(inputs, scratch);
        let outputs = self.architecture.outputs();
        grow(&mut scratch.probabilities, inputs.len() * outputs);
        let probabilities = &mut scratch.probabilities[..inputs.len() * outputs];
        let logits = scratch.logits.chunks_exact(padded(outputs));
        for ((input, logits), probabilities) in
            inputs.iter().zip(logits).zip(probabilities.chunks_exact_mut(outputs))
        {
            self.normalise(input, &logits[..outputs], probabilities);
        }
        probabilities
    }

    /// The probability that the ghost that just moved is blue, by a network of colours.
    #[must_use]
    pub fn blue(&self, input: &NetworkInput, scratch: &mut Scratch) -> f32 {
        self.probabilities(std::slice::from_ref(input), scratch)[0]
    }

    /// Softmax over the classes that are possible.
    fn normalise(&self, input: &NetworkInput, logits: &[f32], probabilities: &mut [f32]) {
        let mut sum = 0.0;
        if self.architecture == Architecture::Policy {
            let legal = input.legal();
            probabilities.fill(0.0);
            let largest = legal.indices().map(|index| logits[index]).fold(f32::NEG_INFINITY, f32::max);
            for index in legal.indices() {
                probabilities[index] = (logits[index] - largest).exp();
                sum += probabilities[index];
            }
            if sum == 0.0 {
                return;
            }
        } else {
            let largest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            for (probability, logit) in probabilities.iter_mut().zip(logits) {
                *probability = (logit - largest).exp();
                sum += *probability;
            }
        }
        for probability in probabilities {
            *probability /= sum;
        }
    }

    /// Leaves in `scratch` what every layer says of `inputs`.
    fn forward(&self, inputs: &[NetworkInput], scratch: &mut Scratch) {
        let (count, filters, flat) = (inputs.len(), self.architecture.filters(), self.architecture.flat());
        let [second, third, dense, last] = &self.panels;
        let (hidden, outputs) = (padded(self.architecture.hidden()), padded(self.architecture.outputs()));
        let [_, w1, w2, w3] = WIDTHS;
        grow(&mut scratch.first, count * w1 * w1 * filters);
        grow(&mut scratch.second, count * w2 * w2 * filters);
        grow(&mut scratch.flat, count * flat);
        grow(&mut scratch.hidden, count * hidden);
        grow(&mut scratch.logits, count * outputs);
        for (input, output) in inputs.iter().zip(scratch.first.chunks_exact_mut(w1 * w1 * filters)) {
            self.first.apply(input, output);
        }
        let shape = Shape::convolution(w2, filters, w2 * w2 * filters);
        second.apply(&scratch.first, &mut scratch.second, count, &shape, 0.0);
        let shape = Shape::convolution(w3, filters, flat);
        third.apply(&scratch.second, &mut scratch.flat, count, &shape, 0.0);
        if self.architecture.counts() {
            for (input, flat) in inputs.iter().zip(scratch.flat.chunks_exact_mut(flat)) {
                for (bit, value) in flat[w3 * w3 * filters..].iter_mut().enumerate() {
                    *value = f32::from(input.counts >> bit & 1);
                }
            }
        }
        dense.apply(&scratch.flat, &mut scratch.hidden, count, &Shape::dense(flat, hidden), 0.0);
        let shape = Shape::dense(hidden, outputs);
        last.apply(&scratch.hidden, &mut scratch.logits, count, &shape, f32::NEG_INFINITY);
    }
}

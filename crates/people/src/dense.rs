//! A small network that compares the alternatives of a choice: two hidden layers, the same for each
//! alternative, and a softmax over them.

use belief::{Matrix, multiply};
use games::Malformed;
use games::split_mix::mix;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Units of the two hidden layers.
const FIRST: usize = 64;
const SECOND: usize = 32;

/// The network. The first input of an alternative is a logit, to which the network adds.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Dense {
    inputs: usize,
    /// All weights: of the first layer by inputs, its biases, of the second by units of the first, its
    /// biases, of the result, and of the first input.
    weights: Vec<f32>,
}

/// Choices to learn from: rows of inputs, and how many belong to each choice.
#[derive(Clone, Default, Debug)]
pub(crate) struct Choices {
    /// The inputs of all alternatives.
    pub(crate) rows: Vec<f32>,
    /// Where each choice ends, in rows.
    pub(crate) ends: Vec<u32>,
    /// The alternative chosen.
    pub(crate) chosen: Vec<u8>,
}

impl Choices {
    /// The rows of a choice.
    fn of(&self, choice: usize) -> std::ops::Range<usize> {
        let begin = if choice == 0 { 0 } else { self.ends[choice - 1] as usize };
        begin..self.ends[choice] as usize
    }

    /// Choices.
    #[must_use]
    pub(crate) fn len(&self) -> usize {
        self.chosen.len()
    }
}

/// How a network is trained: Adam (Kingma and Ba 2015) with a step that falls to nothing.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct DenseTraining {
    /// How often each choice is seen.
    pub(crate) epochs: usize,
    /// Choices of a step.
    pub(crate) batch: usize,
    /// The first step.
    pub(crate) rate: f32,
    /// Decides first weights and order.
    pub(crate) seed: u64,
}

impl Default for DenseTraining {
    fn default() -> Self {
        DenseTraining { epochs: 4, batch: 128, rate: 0.002, seed: 1 }
    }
}

/// Where the parts of the weights begin.
#[derive(Clone, Copy)]
struct Parts {
    first_bias: usize,
    second: usize,
    second_bias: usize,
    out: usize,
    logit: usize,
    end: usize,
}

impl Parts {
    const fn new(inputs: usize) -> Parts {
        let first_bias = inputs * FIRST;
        let second = first_bias + FIRST;
        let second_bias = second + FIRST * SECOND;
        let out = second_bias + SECOND;
        let logit = out + SECOND;
        Parts { first_bias, second, second_bias, out, logit, end: logit + 1 }
    }
}

impl Dense {
    /// A network with random weights, which at first repeats the logits it is given.
    #[must_use]
    pub(crate) fn random(inputs: usize, seed: u64) -> Dense {
        let parts = Parts::new(inputs);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut weights = vec![0.0; parts.end];
        let mut fill = |range: std::ops::Range<usize>, size: f32| {
            for weight in &mut weights[range] {
                *weight = size * (2.0 * rng.random::<f32>() - 1.0);
            }
        };
        fill(0..parts.first_bias, (3.0 / inputs as f32).sqrt());
        fill(parts.second..parts.second_bias, (3.0 / FIRST as f32).sqrt());
        fill(parts.out..parts.logit, 0.05);
        weights[parts.logit] = 1.0;
        Dense { inputs, weights }
    }

    /// The logit of each alternative.
    #[must_use]
    pub(crate) fn logits(&self, rows: &[f32]) -> Vec<f32> {
        let parts = Parts::new(self.inputs);
        let weights = &self.weights;
        let logit = |row: &[f32]| {
            let mut first = [0f32; FIRST];
            first.copy_from_slice(&weights[parts.first_bias..parts.second]);
            for (weights, &value) in weights[..parts.first_bias].as_chunks::<FIRST>().0.iter().zip(row) {
                for at in 0..FIRST {
                    first[at] += value * weights[at];
                }
            }
            let mut second = [0f32; SECOND];
            second.copy_from_slice(&weights[parts.second_bias..parts.out]);
            let layer = weights[parts.second..parts.second_bias].as_chunks::<SECOND>().0;
            for (weights, value) in layer.iter().zip(first) {
                let value = value.max(0.0);
                for at in 0..SECOND {
                    second[at] += value * weights[at];
                }
            }
            let out = &weights[parts.out..parts.logit];
            let sum: f32 = second.iter().zip(out).map(|(value, weight)| value.max(0.0) * weight).sum();
            sum + weights[parts.logit] * row[0]
        };
        rows.chunks_exact(self.inputs).map(logit).collect()
    }

    /// Learns from `choices`; gives the mean cross entropy of each epoch before its steps.
    pub(crate) fn train(
        &mut self,
        choices: &Choices,
        training: DenseTraining,
        seen: &dyn Fn(u64),
    ) -> Vec<f64> {
        let parts = Parts::new(self.inputs);
        let steps = (training.epochs * choices.len().div_ceil(training.batch)) as f32;
        let (mut means, mut squares) = (vec![0f32; parts.end], vec![0f32; parts.end]);
        let mut step = 0;
        let mut workspace = Workspace::default();
        let mut losses = Vec::new();
        for epoch in 0..training.epochs {
            let mut order: Vec<u32> = (0..choices.len() as u32).collect();
            order.sort_unstable_by_key(|&at| {
                mix(u64::from(at) ^ (epoch as u64 + 1) << 40 ^ training.seed << 50)
            });
            let mut loss = 0.0;
            for batch in order.chunks(training.batch) {
                loss += workspace.gradient(self, choices, batch);
                step += 1;
                let rate = training.rate * (1.0 - step as f32 / (steps + 1.0));
                let (unbias_mean, unbias_square) = (1.0 - 0.9f32.powi(step), 1.0 - 0.999f32.powi(step));
                for at in 0..parts.end {
                    let gradient = workspace.gradient[at] / batch.len() as f32;
                    means[at] += 0.1 * (gradient - means[at]);
                    squares[at] += 0.001 * (gradient * gradient - squares[at]);
                    let scale = (squares[at] / unbias_square).sqrt() + 1e-7;
                    self.weights[at] -= rate * means[at] / unbias_mean / scale;
                }
                seen(batch.len() as u64);
            }
            losses.push(loss / choices.len() as f64);
        }
        losses
    }

    /// Appends the network to a file.
    pub(crate) fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend((self.inputs as u32).to_le_bytes());
        bytes.extend(self.weights.iter().flat_map(|weight| weight.to_le_bytes()));
    }

    /// Reads a network of so many inputs and leaves the rest.
    ///
    /// # Errors
    /// The network has other inputs, or the bytes end too early.
    pub(crate) fn read(inputs: usize, bytes: &mut &[u8]) -> Result<Dense, Malformed> {
        let expected = || format!("a network of {inputs} inputs");
        let (head, rest) = bytes
            .split_first_chunk::<4>()
            .ok_or_else(|| Malformed::described(format!("{} bytes", bytes.len()), expected()))?;
        let found = u32::from_le_bytes(*head) as usize;
        if found != inputs {
            return Err(Malformed::described(format!("a network of {found} inputs"), expected()));
        }
        let (body, rest) = rest
            .split_at_checked(4 * Parts::new(inputs).end)
            .ok_or_else(|| Malformed::described(format!("{} bytes", rest.len()), expected()))?;
        *bytes = rest;
        Ok(Dense {
            inputs,
            weights: body.as_chunks().0.iter().map(|weight| f32::from_le_bytes(*weight)).collect(),
        })
    }
}

/// What a step of training needs.
#[derive(Default)]
struct Workspace {
    gradient: Vec<f32>,
    rows: Vec<f32>,
    first: Vec<f32>,
    second: Vec<f32>,
    first_gradient: Vec<f32>,
    second_gradient: Vec<f32>,
    product: Vec<f32>,
}

impl Workspace {
    /// Sums the gradients of a batch; gives the sum of the cross entropies.
    fn gradient(&mut self, network: &Dense, choices: &Choices, batch: &[u32]) -> f64 {
        let inputs = network.inputs;
        let parts = Parts::new(inputs);
        let weights = &network.weights;
        self.rows.clear();
        for &choice in batch {
            let rows = choices.of(choice as usize);
            self.rows.extend(&choices.rows[rows.start * inputs..rows.end * inputs]);
        }
        let count = self.rows.len() / inputs;
        let rows = Matrix::new(&self.rows, count, inputs, inputs);
        self.first.resize(count * FIRST, 0.0);
        multiply(&mut self.first, FIRST, rows, Matrix::new(weights, inputs, FIRST, FIRST));
        rectify(&mut self.first, &weights[parts.first_bias..parts.second]);
        let first = Matrix::new(&self.first, count, FIRST, FIRST);
        self.second.resize(count * SECOND, 0.0);
        let second_weights = Matrix::new(&weights[parts.second..], FIRST, SECOND, SECOND);
        multiply(&mut self.second, SECOND, first, second_weights);
        rectify(&mut self.second, &weights[parts.second_bias..parts.out]);

        let out = &weights[parts.out..parts.logit];
        let logits: Vec<f32> = self
            .second
            .chunks_exact(SECOND)
            .zip(self.rows.chunks_exact(inputs))
            .map(|(second, row)| {
                second.iter().zip(out).map(|(a, b)| a * b).sum::<f32>() + weights[parts.logit] * row[0]
            })
            .collect();
        self.gradient.clear();
        self.gradient.resize(parts.end, 0.0);
        self.second_gradient.resize(count * SECOND, 0.0);
        let (mut loss, mut begin) = (0.0, 0);
        for &choice in batch {
            let length = choices.of(choice as usize).len();
            let chosen = usize::from(choices.chosen[choice as usize]);
            let shares = softmax(&logits[begin..begin + length]);
            loss -= f64::from(shares[chosen].max(1e-30).ln());
            for (at, share) in shares.into_iter().enumerate() {
                let row = begin + at;
                let wrong = share - f32::from(u8::from(at == chosen));
                self.gradient[parts.logit] += wrong * self.rows[row * inputs];
                for unit in 0..SECOND {
                    let value = self.second[row * SECOND + unit];
                    self.gradient[parts.out + unit] += wrong * value;
                    self.second_gradient[row * SECOND + unit] =
                        if value > 0.0 { wrong * out[unit] } else { 0.0 };
                }
            }
            begin += length;
        }
        let second_gradient = Matrix::new(&self.second_gradient, count, SECOND, SECOND);
        self.first_gradient.resize(count * FIRST, 0.0);
        multiply(&mut self.first_gradient, FIRST, second_gradient, second_weights.transposed());
        for (gradient, value) in self.first_gradient.iter_mut().zip(&self.first) {
            if *value <= 0.0 {
                *gradient = 0.0;
            }
        }
        let first_gradient = Matrix::new(&self.first_gradient, count, FIRST, FIRST);
        multiply(&mut self.gradient[..parts.first_bias], FIRST, rows.transposed(), first_gradient);
        self.product.resize(FIRST * SECOND, 0.0);
        multiply(&mut self.product, SECOND, first.transposed(), second_gradient);
        self.gradient[parts.second..parts.second_bias].copy_from_slice(&self.product);
        sum_rows(&self.first_gradient[..count * FIRST], &mut self.gradient[parts.first_bias..parts.second]);
        sum_rows(&self.second_gradient[..count * SECOND], &mut self.gradient[parts.second_bias..parts.out]);
        loss
    }
}

fn rectify(rows: &mut [f32], bias: &[f32]) {
    for row in rows.chunks_exact_mut(bias.len()) {
        for (value, bias) in row.iter_mut().zip(bias) {
            *value = (*value + bias).max(0.0);
        }
    }
}

fn sum_rows(rows: &[f32], sums: &mut [f32]) {
    for row in rows.chunks_exact(sums.len()) {
        for (sum, value) in sums.iter_mut().zip(row) {
            *sum += value;
        }
    }
}

/// Probabilities from logits.
#[must_use]
pub(crate) fn softmax(logits: &[f32]) -> Vec<f32> {
    let largest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut shares: Vec<f32> = logits.iter().map(|logit| (logit - largest).exp()).collect();
    let sum: f32 = shares.iter().sum();
    shares.iter_mut().for_each(|share| *share /= sum);
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Choices of the alternative whose second and third inputs are most alike, among three.
    fn choices(count: usize, seed: u64) -> Choices {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut choices = Choices::default();
        for _ in 0..count {
            let rows: Vec<[f32; 3]> =
                (0..3).map(|_| [0.0, rng.random::<f32>() - 0.5, rng.random::<f32>() - 0.5]).collect();
            let apart = |row: &[f32; 3]| (row[1] - row[2]).abs();
            let chosen = (0..3).min_by(|&a, &b| apart(&rows[a]).total_cmp(&apart(&rows[b]))).unwrap();
            choices.rows.extend(rows.iter().flatten());
            choices.ends.push(choices.rows.len() as u32 / 3);
            choices.chosen.push(chosen as u8);
        }
        choices
    }

    #[test]
    fn a_network_learns_to_compare() {
        let training = DenseTraining { epochs: 12, batch: 32, rate: 0.01, seed: 1 };
        let mut network = Dense::random(3, 1);
        let losses = network.train(&choices(3000, 1), training, &|_| {});
        assert!(losses[0] < 1.2 && *losses.last().unwrap() < 0.25, "{losses:?}");
        let test = choices(500, 2);
        let right = (0..500).filter(|&choice| {
            let logits = network.logits(&test.rows[9 * choice..9 * choice + 9]);
            let best = (0..3).max_by(|&a, &b| logits[a].total_cmp(&logits[b])).unwrap();
            best == usize::from(test.chosen[choice])
        });
        assert!(right.count() > 430);
        let mut bytes = Vec::new();
        network.write(&mut bytes);
        assert_eq!(Dense::read(3, &mut &bytes[..]).unwrap(), network);
        assert!(Dense::read(4, &mut &bytes[..]).is_err());
        assert!(Dense::read(3, &mut &bytes[..9]).is_err());
    }
}

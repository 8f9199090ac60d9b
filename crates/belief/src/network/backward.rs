//! The gradient of the loss, layer by layer from the last to the first.

use crate::NetworkInput;
use crate::training::TrainingSample;

use super::architecture::{Layer, WIDTHS};
use super::first::First;
use super::kernel::padded;
use super::matrix::{Matrix, multiply};
use super::{Network, Scratch, grow};

/// What one shard of a batch needs: room for its layers, and the gradient it ends with.
#[derive(Clone, Default, Debug)]
pub(crate) struct Workspace {
    scratch: Scratch,
    inputs: Vec<NetworkInput>,
    delta_logits: Vec<f32>,
    delta_hidden: Vec<f32>,
    delta_third: Vec<f32>,
    delta_second: Vec<f32>,
    delta_first: Vec<f32>,
    patches: Patches,
    /// The shard's part of the gradient, in the order of the parameters.
    pub(crate) gradient: Vec<f32>,
    /// Sum of the cross entropies of the shard's examples.
    pub(crate) loss: f64,
    /// How many of them have their label as the most probable class.
    pub(crate) correct: usize,
}

/// The inputs of a convolution patch by patch, and their gradient.
#[derive(Clone, Default, Debug)]
struct Patches {
    gathered: Vec<f32>,
    delta: Vec<f32>,
}

/// A convolution that leaves `width` by `width` positions of `input`.
struct Convolution<'a> {
    layer: &'a Layer,
    filters: usize,
    width: usize,
    input: &'a [f32],
}

impl Convolution<'_> {
    /// From `delta`, the gradient of what it says, that of its parameters and, in `before`, that of its
    /// input.
    fn learn(
        &self,
        weights: &[f32],
        delta: &[f32],
        gradient: &mut [f32],
        patches: &mut Patches,
        before: &mut [f32],
    ) {
        let Convolution { layer, filters, width, input } = *self;
        let rows = delta.len() / filters;
        let gathered = room(&mut patches.gathered, rows * 4 * filters);
        gather(input, filters, width, gathered);
        let gathered = Matrix::new(gathered, rows, 4 * filters, 4 * filters);
        let matrix = Matrix::new(delta, rows, filters, filters);
        multiply(&mut gradient[layer.weights.clone()], filters, gathered.transposed(), matrix);
        sum_rows(delta, filters, &mut gradient[layer.biases.clone()]);
        let delta_patches = room(&mut patches.delta, rows * 4 * filters);
        let back = Matrix::new(weights, 4 * filters, filters, filters);
        multiply(delta_patches, 4 * filters, matrix, back.transposed());
        scatter(delta_patches, filters, width, input, before);
    }
}

/// Writes for each position of a convolution its patch of four squares side by side.
fn gather(input: &[f32], filters: usize, width: usize, patches: &mut [f32]) {
    let samples = input.chunks_exact((width + 1) * (width + 1) * filters);
    for (input, patches) in samples.zip(patches.chunks_exact_mut(width * width * 4 * filters)) {
        for (position, patch) in patches.chunks_exact_mut(4 * filters).enumerate() {
            let corner = (position / width * (width + 1) + position % width) * filters;
            patch[..2 * filters].copy_from_slice(&input[corner..][..2 * filters]);
            patch[2 * filters..].copy_from_slice(&input[corner + (width + 1) * filters..][..2 * filters]);
        }
    }
}

/// Adds each patch's gradient to the squares it was gathered from, and stops it where the ReLU was closed.
fn scatter(patches: &[f32], filters: usize, width: usize, activations: &[f32], delta: &mut [f32]) {
    delta.fill(0.0);
    let size = (width + 1) * (width + 1) * filters;
    for (delta, patches) in
        delta.chunks_exact_mut(size).zip(patches.chunks_exact(width * width * 4 * filters))
    {
        for (position, patch) in patches.chunks_exact(4 * filters).enumerate() {
            let corner = (position / width * (width + 1) + position % width) * filters;
            for (line, patch) in patch.chunks_exact(2 * filters).enumerate() {
                let place = corner + line * (width + 1) * filters;
                for (sum, value) in delta[place..][..2 * filters].iter_mut().zip(patch) {
                    *sum += value;
                }
            }
        }
    }
    close(delta, activations);
}

/// The gradient passes only where the ReLU let something through.
fn close(delta: &mut [f32], activations: &[f32]) {
    for (delta, &activation) in delta.iter_mut().zip(activations) {
        *delta = if activation > 0.0 { *delta } else { 0.0 };
    }
}

/// Writes the sums of the columns of `rows`, each `stride` long.
fn sum_rows(rows: &[f32], stride: usize, sums: &mut [f32]) {
    sums.fill(0.0);
    for row in rows.chunks_exact(stride) {
        for (sum, value) in sums.iter_mut().zip(row) {
            *sum += value;
        }
    }
}

/// The next `length` values of a buffer that may have to grow.
fn room(buffer: &mut Vec<f32>, length: usize) -> &mut [f32] {
    grow(buffer, length);
    &mut buffer[..length]
}

impl Network {
    /// Leaves in `work` loss, hits and gradient of `examples`, the gradient divided by `batch`, the number of
    /// examples of all shards together.
    pub(crate) fn learn(&self, examples: &[&TrainingSample], batch: usize, work: &mut Workspace) {
        let count = examples.len();
        self.judge(examples, work);
        let Workspace { scratch, inputs, delta_logits, gradient, .. } = work;
        let outputs = self.architecture.outputs();
        let delta_logits = room(delta_logits, count * outputs);
        delta_logits.copy_from_slice(&scratch.probabilities[..count * outputs]);
        let scale = 1.0 / batch as f32;
        for (example, delta) in examples.iter().zip(delta_logits.chunks_exact_mut(outputs)) {
            delta[usize::from(example.label)] -= 1.0;
            delta.iter_mut().for_each(|value| *value *= scale);
        }
        let gradient = room(gradient, self.parameters.len());
        let [first, second, third, dense, last] = &self.layers;
        let weights = |layer: &Layer| &self.parameters[layer.weights.clone()];
        let (filters, flat) = (self.architecture.filters(), self.architecture.flat());
        let (hidden, hidden_stride) = (self.architecture.hidden(), padded(self.architecture.hidden()));
        let [_, w1, w2, w3] = WIDTHS;

        let delta = Matrix::new(delta_logits, count, outputs, outputs);
        let input = Matrix::new(&scratch.hidden, count, hidden, hidden_stride);
        multiply(&mut gradient[last.weights.clone()], outputs, input.transposed(), delta);
        sum_rows(delta_logits, outputs, &mut gradient[last.biases.clone()]);
        let delta_hidden = room(&mut work.delta_hidden, count * hidden_stride);
        let matrix = Matrix::new(weights(last), hidden, outputs, outputs);
        multiply(delta_hidden, hidden_stride, delta, matrix.transposed());
        close(delta_hidden, &scratch.hidden);

        let delta = Matrix::new(delta_hidden, count, hidden, hidden_stride);
        let input = Matrix::new(&scratch.flat, count, flat, flat);
        multiply(&mut gradient[dense.weights.clone()], hidden, input.transposed(), delta);
        sum_rows(delta_hidden, hidden_stride, &mut gradient[dense.biases.clone()]);
        // The counts, behind the last convolution, need no gradient of their own.
        let board = w3 * w3 * filters;
        let delta_third = room(&mut work.delta_third, count * board);
        let matrix = Matrix::new(weights(dense), board, hidden, hidden);
        multiply(delta_third, board, delta, matrix.transposed());
        for (delta, activations) in delta_third.chunks_exact_mut(board).zip(scratch.flat.chunks_exact(flat)) {
            close(delta, activations);
        }

        let delta_second = room(&mut work.delta_second, count * w2 * w2 * filters);
        let delta_first = room(&mut work.delta_first, count * w1 * w1 * filters);
        let convolution = Convolution { layer: third, filters, width: w3, input: &scratch.second };
        convolution.learn(weights(third), delta_third, gradient, &mut work.patches, delta_second);
        let convolution = Convolution { layer: second, filters, width: w2, input: &scratch.first };
        convolution.learn(weights(second), delta_second, gradient, &mut work.patches, delta_first);

        gradient[first.weights.clone()].fill(0.0);
        for (input, delta) in inputs.iter().zip(delta_first.chunks_exact(w1 * w1 * filters)) {
            First::backward(self.architecture.planes(), input, delta, &mut gradient[first.weights.clone()]);
        }
        sum_rows(delta_first, filters, &mut gradient[first.biases.clone()]);
    }

    /// Leaves in `work` loss and hits of `examples`.
    pub(crate) fn judge(&self, examples: &[&TrainingSample], work: &mut Workspace) {
        work.inputs.clear();
        work.inputs.extend(examples.iter().map(|example| example.input));
        let outputs = self.architecture.outputs();
        let probabilities = self.probabilities(&work.inputs, &mut work.scratch);
        (work.loss, work.correct) = (0.0, 0);
        for (example, probabilities) in examples.iter().zip(probabilities.chunks_exact(outputs)) {
            let label = usize::from(example.label);
            // A probability that a float cannot hold counts as the smallest it can.
            work.loss -= f64::from(probabilities[label].max(f32::MIN_POSITIVE)).ln();
            // Of equal ones the first is taken.
            let largest = probabilities.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            work.correct +=
                usize::from(probabilities.iter().position(|&value| value == largest) == Some(label));
        }
    }
}

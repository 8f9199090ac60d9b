//! The first convolution. Its inputs are bits, four a square, so that each of a patch's four squares adds one
//! of sixteen ready-made sums of weights; only the fifth plane, what is believed, is multiplied.

use crate::NetworkInput;

use super::architecture::{Layer, WIDTHS};

/// What each of the four squares of a patch adds for each of its sixteen contents.
#[derive(Clone, Debug)]
pub(crate) struct First {
    filters: usize,
    planes: usize,
    biases: Vec<f32>,
    /// `[square of the patch][content][filter]`.
    contents: Vec<f32>,
    /// The weights of the fifth plane, `[square of the patch][filter]`; empty without it.
    beliefs: Vec<f32>,
}

/// The squares of a patch as steps from its first one on the board.
pub(crate) const PATCH: [usize; 4] = [0, 1, 6, 7];

/// The patches that a square belongs to: which of their four squares it is, and their positions among the 25.
fn patches_with(square: usize) -> impl Iterator<Item = (usize, usize)> {
    let (y, x) = (square / 6, square % 6);
    PATCH.into_iter().enumerate().filter_map(move |(tap, step)| {
        let (y, x) = (y.checked_sub(step / 6)?, x.checked_sub(step % 6)?);
        (y < WIDTHS[1] && x < WIDTHS[1]).then_some((tap, y * WIDTHS[1] + x))
    })
}

fn add(sums: &mut [f32], values: &[f32]) {
    for (sum, value) in sums.iter_mut().zip(values) {
        *sum += value;
    }
}

fn add_scaled(sums: &mut [f32], values: &[f32], scale: f32) {
    for (sum, value) in sums.iter_mut().zip(values) {
        *sum += value * scale;
    }
}

impl First {
    pub(crate) fn new(layer: &Layer) -> First {
        let (filters, planes) = (layer.outputs, layer.inputs / 4);
        First {
            filters,
            planes,
            biases: vec![0.0; filters],
            contents: Vec::new(),
            beliefs: vec![0.0; if planes > 4 { 4 * filters } else { 0 }],
        }
    }

    /// For weights of four planes, or the first four of five: `[square of the patch][content][filter]`.
    pub(crate) fn table(weights: &[f32], filters: usize) -> Vec<f32> {
        let mut contents = vec![0.0; 4 * 16 * filters];
        let taps = weights.chunks_exact(weights.len() / 4);
        for (table, weights) in contents.chunks_exact_mut(16 * filters).zip(taps) {
            for content in 1..16usize {
                // One more bit than a smaller content, whose sum is already there.
                let bit = content.ilog2() as usize;
                let (done, rest) = table.split_at_mut(content * filters);
                rest[..filters].copy_from_slice(&done[(content ^ 1 << bit) * filters..][..filters]);
                add(&mut rest[..filters], &weights[bit * filters..][..filters]);
            }
        }
        contents
    }

    pub(crate) fn fill(&mut self, weights: &[f32], biases: &[f32]) {
        let filters = self.filters;
        self.biases.copy_from_slice(biases);
        self.contents = First::table(weights, filters);
        let taps = weights.chunks_exact(self.planes * filters);
        for (beliefs, weights) in self.beliefs.chunks_exact_mut(filters).zip(taps) {
            beliefs.copy_from_slice(&weights[4 * filters..]);
        }
    }

    /// Calls `each` with every position's number and, for the four squares of its patch, the number of the
    /// row of the table that belongs to what stands there.
    #[inline]
    pub(crate) fn each_patch(input: &NetworkInput, mut each: impl FnMut(usize, [usize; 4])) {
        let squares: [usize; 36] = std::array::from_fn(|square| input.planes(square));
        for position in 0..WIDTHS[1] * WIDTHS[1] {
            let square = position / WIDTHS[1] * 6 + position % WIDTHS[1];
            each(position, std::array::from_fn(|tap| 16 * tap + squares[square + PATCH[tap]]));
        }
    }

    /// Writes the 25 positions of one sample.
    pub(crate) fn apply(&self, input: &NetworkInput, output: &mut [f32]) {
        let filters = self.filters;
        First::each_patch(input, |position, places| {
            let output = &mut output[position * filters..][..filters];
            let [a, b, c, d] = places.map(|place| &self.contents[place * filters..][..filters]);
            for (i, output) in output.iter_mut().enumerate() {
                *output = (self.biases[i] + a[i]) + (b[i] + c[i]) + d[i];
            }
        });
        if self.planes > 4 {
            for (square, value) in input.beliefs() {
                for (tap, position) in patches_with(square) {
                    let weights = &self.beliefs[tap * filters..][..filters];
                    add_scaled(&mut output[position * filters..][..filters], weights, value);
                }
            }
        }
        for output in output {
            *output = output.max(0.0);
        }
    }

    /// Adds one sample's part to the gradient of the weights, `delta` being that of the 25 positions before
    /// their ReLU. Empty squares, most of them, have none.
    pub(crate) fn backward(planes: usize, input: &NetworkInput, delta: &[f32], gradient: &mut [f32]) {
        let filters = delta.len() / 25;
        let mut occupied = input.enemy | input.blue | input.red | input.moved;
        while occupied != 0 {
            let square = occupied.trailing_zeros() as usize;
            occupied &= occupied - 1;
            let content = input.planes(square);
            for (tap, position) in patches_with(square) {
                let delta = &delta[position * filters..][..filters];
                for plane in (0..4).filter(|plane| content >> plane & 1 != 0) {
                    add(&mut gradient[(tap * planes + plane) * filters..][..filters], delta);
                }
            }
        }
        if planes > 4 {
            for (square, value) in input.beliefs() {
                for (tap, position) in patches_with(square) {
                    let delta = &delta[position * filters..][..filters];
                    add_scaled(&mut gradient[(tap * planes + 4) * filters..][..filters], delta, value);
                }
            }
        }
    }
}

//! Products of inputs with a layer's weights, written for few rows. An input row is read where it lies, so
//! that a convolution needs no copy of its patches. Every output is summed input by input in the same order,
//! whatever the number of rows, so that the answer for a position does not depend on its batch.

use std::ops::Range;

/// Outputs that are computed together: two vectors of eight.
pub(crate) const PANEL: usize = 16;

/// Rows of a tile: its inputs (some 80 KiB in the widest convolution) stay in the second cache while all
/// weights pass by.
pub(crate) const TILE: usize = 96;

/// Most rows of a block: six by two vectors of sums, two of weights and one of inputs fill the 16 registers.
const BLOCK: usize = 6;

/// `outputs` filled up to whole panels.
pub(crate) const fn padded(outputs: usize) -> usize {
    outputs.next_multiple_of(PANEL)
}

/// A layer's weights in the order in which they are used: panel by panel, input by input.
#[derive(Clone, Debug)]
pub(crate) struct Panels {
    inputs: usize,
    outputs: usize,
    weights: Vec<f32>,
    biases: Vec<f32>,
}

/// Where the rows of a layer's input and output lie: `positions` rows a sample, `width` of them in a line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    pub(crate) positions: usize,
    pub(crate) width: usize,
    /// From a sample to the next, from a line to the next, and from a position to the next.
    pub(crate) input_sample: usize,
    pub(crate) input_line: usize,
    pub(crate) input_step: usize,
    /// An input row is `segments` pieces of equal length, each one line after the one before.
    pub(crate) segments: usize,
    pub(crate) output_sample: usize,
}

impl Shape {
    /// A dense layer between rows of these lengths.
    pub(crate) const fn dense(input_sample: usize, output_sample: usize) -> Shape {
        Shape {
            positions: 1,
            width: 1,
            input_sample,
            input_line: 0,
            input_step: 0,
            segments: 1,
            output_sample,
        }
    }

    /// A convolution of 2x2 patches that leaves `width` by `width` positions.
    pub(crate) const fn convolution(width: usize, filters: usize, output_sample: usize) -> Shape {
        Shape {
            positions: width * width,
            width,
            input_sample: (width + 1) * (width + 1) * filters,
            input_line: (width + 1) * filters,
            input_step: filters,
            segments: 2,
            output_sample,
        }
    }

    #[inline]
    pub(crate) const fn input(&self, row: usize) -> usize {
        let (sample, position) = (row / self.positions, row % self.positions);
        sample * self.input_sample
            + position / self.width * self.input_line
            + position % self.width * self.input_step
    }

    #[inline]
    pub(crate) const fn output(&self, row: usize, outputs: usize) -> usize {
        row / self.positions * self.output_sample + row % self.positions * outputs
    }
}

impl Panels {
    /// Room for a layer; all weights are 0.
    pub(crate) fn new(inputs: usize, outputs: usize) -> Panels {
        let outputs = padded(outputs);
        Panels { inputs, outputs, weights: vec![0.0; inputs * outputs], biases: vec![0.0; outputs] }
    }

    /// Takes over the weights of a layer, stored input by input, and its biases.
    pub(crate) fn fill(&mut self, weights: &[f32], biases: &[f32]) {
        self.biases[..biases.len()].copy_from_slice(biases);
        for (panel, begin) in self.weights.chunks_exact_mut(PANEL * self.inputs).zip((0..).step_by(PANEL)) {
            let columns = begin..biases.len().min(begin + PANEL);
            for (group, row) in panel.chunks_exact_mut(PANEL).zip(weights.chunks_exact(biases.len())) {
                group[..columns.len()].copy_from_slice(&row[columns.clone()]);
            }
        }
    }

    /// Writes `max(input * weights + bias, floor)` for `samples` samples.
    pub(crate) fn apply(&self, input: &[f32], output: &mut [f32], samples: usize, shape: &Shape, floor: f32) {
        let rows = samples * shape.positions;
        if rows == 0 {
            return;
        }
        let length = self.inputs / shape.segments;
        let last = shape.input(rows - 1) + (shape.segments - 1) * shape.input_line + length;
        assert!(last <= input.len() && length * shape.segments == self.inputs);
        assert!(shape.output(rows - 1, self.outputs) + self.outputs <= output.len());
        #[cfg(target_arch = "x86_64")]
        let fused = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma");
        for begin in (0..rows).step_by(TILE) {
            let tile = begin..rows.min(begin + TILE);
            #[cfg(target_arch = "x86_64")]
            if fused {
                // SAFETY: the CPU has AVX2 and FMA, and the last row of input and output lies within the
                // slices.
                unsafe { x86::tile(self, input, output, tile, shape, floor) };
                continue;
            }
            portable(self, input, output, tile, shape, floor);
        }
    }
}

/// A block of a tile that is computed at once: where it begins, its rows and its panels.
#[derive(Clone, Copy)]
pub(crate) struct BlockPlace {
    pub(crate) panel: usize,
    pub(crate) row: usize,
    pub(crate) rows: usize,
    pub(crate) panels: usize,
}

/// The blocks of a tile, panel by panel, with rows as equal as can be: a block of one row leaves most of the
/// CPU idle.
pub(crate) fn block_places(tile: Range<usize>, panels: usize) -> impl Iterator<Item = BlockPlace> {
    // Few rows take more panels at a time, so that there are sums enough to hide the latency of each.
    let wide = match tile.len() {
        1 => 4,
        2 | 3 => 2,
        _ => 1,
    };
    let mut next = 0;
    let groups = std::iter::from_fn(move || {
        let panel = next;
        let wide = if panel + wide <= panels { wide } else { 1 };
        next += wide;
        (panel < panels).then_some((panel, wide))
    });
    let count = tile.len().div_ceil(BLOCK);
    groups.flat_map(move |(panel, panels)| {
        let mut row = tile.start;
        let length = tile.len();
        (0..count).map(move |block| {
            let rows = length / count + usize::from(block < length % count);
            let place = BlockPlace { panel, row, rows, panels };
            row += rows;
            place
        })
    })
}

/// Calls `block` of a job for the rows and panels of its place.
#[cfg(target_arch = "x86_64")]
macro_rules! call_block {
    ($job:ident, $output:expr) => {
        match ($job.place.rows, $job.place.panels) {
            (1, 4) => $job.block::<1, 4>($output),
            (1, _) => $job.block::<1, 1>($output),
            (2, 2) => $job.block::<2, 2>($output),
            (2, _) => $job.block::<2, 1>($output),
            (3, 2) => $job.block::<3, 2>($output),
            (3, _) => $job.block::<3, 1>($output),
            (4, _) => $job.block::<4, 1>($output),
            (5, _) => $job.block::<5, 1>($output),
            _ => $job.block::<6, 1>($output),
        }
    };
}
#[cfg(target_arch = "x86_64")]
pub(crate) use call_block;

fn portable(
    panels: &Panels,
    input: &[f32],
    output: &mut [f32],
    tile: Range<usize>,
    shape: &Shape,
    floor: f32,
) {
    let length = panels.inputs / shape.segments;
    for (panel, weights) in panels.weights.chunks_exact(PANEL * panels.inputs).enumerate() {
        let biases = &panels.biases[panel * PANEL..][..PANEL];
        for row in tile.clone() {
            let mut sums = [0.0; PANEL];
            sums.copy_from_slice(biases);
            for (segment, weights) in weights.chunks_exact(PANEL * length).enumerate() {
                let values = &input[shape.input(row) + segment * shape.input_line..][..length];
                for (&value, weights) in values.iter().zip(weights.chunks_exact(PANEL)) {
                    for (sum, &weight) in sums.iter_mut().zip(weights) {
                        *sum += value * weight;
                    }
                }
            }
            let place = shape.output(row, panels.outputs) + panel * PANEL;
            for (out, sum) in output[place..][..PANEL].iter_mut().zip(sums) {
                *out = sum.max(floor);
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;
    use std::ops::Range;

    use super::{BlockPlace, PANEL, Panels, Shape, block_places};

    /// SAFETY: the CPU has AVX2 and FMA; every row of `tile` lies within `input` and `output`.
    #[target_feature(enable = "avx2,fma")]
    pub(super) unsafe fn tile(
        panels: &Panels,
        input: &[f32],
        output: &mut [f32],
        tile: Range<usize>,
        shape: &Shape,
        floor: f32,
    ) {
        for place in block_places(tile, panels.outputs / PANEL) {
            let job = Job { panels, input, shape, floor, place };
            // SAFETY: the block's rows are in the tile, its panels among all.
            unsafe { call_block!(job, output) };
        }
    }

    struct Job<'a> {
        panels: &'a Panels,
        input: &'a [f32],
        shape: &'a Shape,
        floor: f32,
        place: BlockPlace,
    }

    impl Job<'_> {
        /// SAFETY: as for `tile`; `ROWS` rows from `row` and `PANELS` panels from `panel` exist.
        #[target_feature(enable = "avx2,fma")]
        unsafe fn block<const ROWS: usize, const PANELS: usize>(&self, output: &mut [f32]) {
            let Job { panels, input, shape, floor, place: BlockPlace { panel, row, .. } } = *self;
            let length = panels.inputs / shape.segments;
            let stride = PANEL * panels.inputs;
            // SAFETY: all offsets stay within what the caller vouches for.
            unsafe {
                let mut weights = panels.weights.as_ptr().add(panel * stride);
                let biases = panels.biases.as_ptr().add(panel * PANEL);
                let mut sums = [[[_mm256_setzero_ps(); 2]; ROWS]; PANELS];
                for (p, sums) in sums.iter_mut().enumerate() {
                    let low = _mm256_loadu_ps(biases.add(p * PANEL));
                    let high = _mm256_loadu_ps(biases.add(p * PANEL + 8));
                    sums.fill([low, high]);
                }
                for segment in 0..shape.segments {
                    let values: [*const f32; ROWS] = std::array::from_fn(|r| {
                        input.as_ptr().add(shape.input(row + r) + segment * shape.input_line)
                    });
                    for k in 0..length {
                        for (p, sums) in sums.iter_mut().enumerate() {
                            let low = _mm256_loadu_ps(weights.add(p * stride));
                            let high = _mm256_loadu_ps(weights.add(p * stride + 8));
                            for (sums, values) in sums.iter_mut().zip(values) {
                                let value = _mm256_broadcast_ss(&*values.add(k));
                                sums[0] = _mm256_fmadd_ps(value, low, sums[0]);
                                sums[1] = _mm256_fmadd_ps(value, high, sums[1]);
                            }
                        }
                        weights = weights.add(PANEL);
                    }
                }
                let floor = _mm256_set1_ps(floor);
                for (p, sums) in sums.iter().enumerate() {
                    for (r, [low, high]) in sums.iter().enumerate() {
                        let place = shape.output(row + r, panels.outputs) + (panel + p) * PANEL;
                        let place = output.as_mut_ptr().add(place);
                        _mm256_storeu_ps(place, _mm256_max_ps(*low, floor));
                        _mm256_storeu_ps(place.add(8), _mm256_max_ps(*high, floor));
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    #[test]
    fn the_portable_way_differs_by_rounding_only() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(8);
        let samples = 7;
        for (shape, inputs, outputs) in
            [(Shape::convolution(3, 64, 9 * 64), 256, 64), (Shape::dense(592, padded(248)), 592, 248)]
        {
            let weights: Vec<f32> = (0..inputs * outputs).map(|_| rng.random_range(-1.0..1.0)).collect();
            let biases: Vec<f32> = (0..outputs).map(|_| rng.random_range(-1.0..1.0)).collect();
            let mut panels = Panels::new(inputs, outputs);
            panels.fill(&weights, &biases);
            let input: Vec<f32> = (0..samples * 16 * 256).map(|_| rng.random_range(0.0..1.0)).collect();
            let rows = samples * shape.positions;
            let (mut fast, mut plain) =
                (vec![0.0; rows * padded(outputs)], vec![0.0; rows * padded(outputs)]);
            panels.apply(&input, &mut fast, samples, &shape, 0.0);
            portable(&panels, &input, &mut plain, 0..rows, &shape, 0.0);
            let apart = fast.iter().zip(&plain).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
            // Sums of some hundred numbers below 1.
            assert!(apart < 1e-3, "{apart}");
            assert!(fast.iter().any(|&value| value > 1.0));
        }
    }
}

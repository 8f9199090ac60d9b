//! Products in whole numbers: as the kernel of floats, two inputs at a time.

use std::ops::Range;

use crate::network::{PANEL, Shape, TILE, padded};

/// The largest value of an activation. Sums of up to 1168 products have 31 bits: 13 for an activation leave
/// weights their share.
pub(super) const LARGEST: i16 = (1 << 13) - 1;

/// A layer's weights, panel by panel and within a panel by pairs of inputs: `[panel][pair][output][2]`.
#[derive(Clone, Debug)]
pub(super) struct QuantisedPanels {
    inputs: usize,
    outputs: usize,
    weights: Vec<i16>,
    biases: Vec<i32>,
    shift: u32,
}

/// Where sums go: shortened and cut to `0..=LARGEST`, or as they are.
pub(super) enum Output<'a> {
    Activations(&'a mut [i16]),
    Sums(&'a mut [i32]),
}

impl QuantisedPanels {
    /// Rounds `weights` (input by input) times `scale` and `biases` times `bias_scale`.
    pub(super) fn new(
        weights: &[f32],
        biases: &[f32],
        scale: f64,
        bias_scale: f64,
        shift: u32,
    ) -> QuantisedPanels {
        let (columns, outputs) = (biases.len(), padded(biases.len()));
        let inputs = weights.len() / columns;
        let mut panels = QuantisedPanels {
            inputs,
            outputs,
            weights: vec![0; inputs * outputs],
            biases: vec![0; outputs],
            shift,
        };
        for (place, weight) in weights.iter().enumerate() {
            let (input, output) = (place / columns, place % columns);
            let pair = (output / PANEL * (inputs / 2) + input / 2) * PANEL + output % PANEL;
            panels.weights[2 * pair + input % 2] = (f64::from(*weight) * scale).round() as i16;
        }
        for (rounded, bias) in panels.biases.iter_mut().zip(biases) {
            *rounded = (f64::from(*bias) * bias_scale).round() as i32;
        }
        panels
    }

    /// What every sum begins with.
    pub(super) fn biases(&self) -> &[i32] {
        &self.biases
    }

    /// By how many bits a sum is shortened to be an activation.
    pub(super) const fn shift(&self) -> u32 {
        self.shift
    }

    /// A sum as the next layer's input.
    fn shortened(&self, sum: i32) -> i16 {
        (sum >> self.shift).clamp(0, i32::from(LARGEST)) as i16
    }

    /// Computes the layer for `samples` samples.
    pub(super) fn apply(&self, input: &[i16], mut output: Output<'_>, samples: usize, shape: &Shape) {
        let rows = samples * shape.positions;
        if rows == 0 {
            return;
        }
        let length = self.inputs / shape.segments;
        let last = shape.input(rows - 1) + (shape.segments - 1) * shape.input_line + length;
        let room = match &output {
            Output::Activations(output) => output.len(),
            Output::Sums(output) => output.len(),
        };
        assert!(last <= input.len() && length * shape.segments == self.inputs && length.is_multiple_of(2));
        assert!(shape.output(rows - 1, self.outputs) + self.outputs <= room);
        #[cfg(target_arch = "x86_64")]
        let wide = is_x86_feature_detected!("avx2");
        for begin in (0..rows).step_by(TILE) {
            let tile = begin..rows.min(begin + TILE);
            #[cfg(target_arch = "x86_64")]
            if wide {
                // SAFETY: the CPU has AVX2, and the last row of input and output lies within the slices.
                unsafe { x86::tile(self, input, &mut output, tile, shape) };
                continue;
            }
            self.portable(input, &mut output, tile, shape);
        }
    }

    fn portable(&self, input: &[i16], output: &mut Output<'_>, tile: Range<usize>, shape: &Shape) {
        let length = self.inputs / shape.segments;
        for (panel, weights) in self.weights.chunks_exact(PANEL * self.inputs).enumerate() {
            for row in tile.clone() {
                let mut sums = [0; PANEL];
                sums.copy_from_slice(&self.biases[panel * PANEL..][..PANEL]);
                for (segment, weights) in weights.chunks_exact(PANEL * length).enumerate() {
                    let values = &input[shape.input(row) + segment * shape.input_line..][..length];
                    for (pair, weights) in values.chunks_exact(2).zip(weights.chunks_exact(2 * PANEL)) {
                        for (sum, weights) in sums.iter_mut().zip(weights.chunks_exact(2)) {
                            *sum += i32::from(pair[0]) * i32::from(weights[0])
                                + i32::from(pair[1]) * i32::from(weights[1]);
                        }
                    }
                }
                let place = shape.output(row, self.outputs) + panel * PANEL;
                match output {
                    Output::Sums(output) => output[place..][..PANEL].copy_from_slice(&sums),
                    Output::Activations(output) => {
                        for (output, sum) in output[place..][..PANEL].iter_mut().zip(sums) {
                            *output = self.shortened(sum);
                        }
                    }
                }
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;
    use std::ops::Range;

    use super::{LARGEST, Output, PANEL, QuantisedPanels, Shape};
    use crate::network::{BlockPlace, block_places, call_block};

    /// SAFETY: the CPU has AVX2; every row of `tile` lies within `input` and `output`.
    #[target_feature(enable = "avx2")]
    pub(super) unsafe fn tile(
        panels: &QuantisedPanels,
        input: &[i16],
        output: &mut Output<'_>,
        tile: Range<usize>,
        shape: &Shape,
    ) {
        for place in block_places(tile, panels.outputs / PANEL) {
            let job = Job { panels, input, shape, place };
            // SAFETY: the block's rows are in the tile, its panels among all.
            unsafe { call_block!(job, output) };
        }
    }

    struct Job<'a> {
        panels: &'a QuantisedPanels,
        input: &'a [i16],
        shape: &'a Shape,
        place: BlockPlace,
    }

    impl Job<'_> {
        /// SAFETY: as for `tile`; `ROWS` rows from `row` and `PANELS` panels from `panel` exist.
        #[target_feature(enable = "avx2")]
        unsafe fn block<const ROWS: usize, const PANELS: usize>(&self, output: &mut Output<'_>) {
            let Job { panels, input, shape, place: BlockPlace { panel, row, .. } } = *self;
            let length = panels.inputs / shape.segments;
            let stride = PANEL * panels.inputs;
            // SAFETY: all offsets stay within what the caller vouches for; loads and stores need no
            // alignment.
            unsafe {
                let mut weights = panels.weights.as_ptr().add(panel * stride);
                let biases = panels.biases.as_ptr().add(panel * PANEL);
                let mut sums = [[[_mm256_setzero_si256(); 2]; ROWS]; PANELS];
                for (p, sums) in sums.iter_mut().enumerate() {
                    let low = _mm256_loadu_si256(biases.add(p * PANEL).cast());
                    let high = _mm256_loadu_si256(biases.add(p * PANEL + 8).cast());
                    sums.fill([low, high]);
                }
                for segment in 0..shape.segments {
                    let values: [*const i16; ROWS] = std::array::from_fn(|r| {
                        input.as_ptr().add(shape.input(row + r) + segment * shape.input_line)
                    });
                    for k in (0..length).step_by(2) {
                        for (p, sums) in sums.iter_mut().enumerate() {
                            let low = _mm256_loadu_si256(weights.add(p * stride).cast());
                            let high = _mm256_loadu_si256(weights.add(p * stride + PANEL).cast());
                            for (sums, values) in sums.iter_mut().zip(values) {
                                let pair = _mm256_set1_epi32(values.add(k).cast::<i32>().read_unaligned());
                                sums[0] = _mm256_add_epi32(sums[0], _mm256_madd_epi16(pair, low));
                                sums[1] = _mm256_add_epi32(sums[1], _mm256_madd_epi16(pair, high));
                            }
                        }
                        weights = weights.add(2 * PANEL);
                    }
                }
                let shift = _mm_cvtsi32_si128(panels.shift as i32);
                let largest = _mm256_set1_epi16(LARGEST);
                for (p, sums) in sums.iter().enumerate() {
                    for (r, [low, high]) in sums.iter().enumerate() {
                        let place = shape.output(row + r, panels.outputs) + (panel + p) * PANEL;
                        match output {
                            Output::Sums(output) => {
                                let place = output.as_mut_ptr().add(place);
                                _mm256_storeu_si256(place.cast(), *low);
                                _mm256_storeu_si256(place.add(8).cast(), *high);
                            }
                            Output::Activations(output) => {
                                let (low, high) =
                                    (_mm256_sra_epi32(*low, shift), _mm256_sra_epi32(*high, shift));
                                // Packing saturates, and leaves the quarters in the order 0, 2, 1, 3.
                                let packed =
                                    _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packs_epi32(low, high));
                                let open = _mm256_max_epi16(packed, _mm256_setzero_si256());
                                let place = output.as_mut_ptr().add(place);
                                _mm256_storeu_si256(place.cast(), _mm256_min_epi16(open, largest));
                            }
                        }
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
    fn the_portable_way_gives_the_same_numbers() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(8);
        let samples = 7;
        for (shape, inputs, outputs) in [
            (Shape::convolution(3, 128, 9 * 128), 512, 128),
            (Shape::dense(1168, 512), 1168, 512),
            (Shape::dense(512, padded(144)), 512, 144),
        ] {
            let weights: Vec<f32> = (0..inputs * outputs).map(|_| rng.random_range(-1.0..1.0)).collect();
            let biases: Vec<f32> = (0..outputs).map(|_| rng.random_range(-1.0..1.0)).collect();
            let panels = QuantisedPanels::new(&weights, &biases, 100.0, 10_000.0, 9);
            let input: Vec<i16> = (0..samples * 16 * 512).map(|_| rng.random_range(0..=LARGEST)).collect();
            let room = samples * shape.positions * padded(outputs);
            let rows = samples * shape.positions;
            let (mut fast, mut plain) = (vec![0; room], vec![0; room]);
            panels.apply(&input, Output::Sums(&mut fast), samples, &shape);
            panels.portable(&input, &mut Output::Sums(&mut plain), 0..rows, &shape);
            assert_eq!(fast, plain);
            let (mut fast, mut plain) = (vec![0; room], vec![0; room]);
            panels.apply(&input, Output::Activations(&mut fast), samples, &shape);
            panels.portable(&input, &mut Output::Activations(&mut plain), 0..rows, &shape);
            assert_eq!(fast, plain);
            assert!(fast.contains(&0) && fast.iter().any(|&value| value > 0));
        }
    }
}

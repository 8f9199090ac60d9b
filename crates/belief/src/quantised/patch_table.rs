//! The first two convolutions by table lookup. The output of the first for a patch of 2x2 squares depends on
//! the patch alone, and there are few patches, so what the second makes of each is computed once. Sums of
//! whole numbers do not depend on their order, so the result is the same to the bit.

use crate::NetworkInput;
use crate::network::{PATCH, Shape, WIDTHS};

use super::kernel::{LARGEST, Output, QuantisedPanels};

/// What can stand on a square, as the four bits of its planes: nothing, an enemy, an own blue, an own red,
/// nothing where the enemy's move began, and the enemy that moved.
const KINDS: [usize; 6] = [0b0000, 0b0001, 0b0010, 0b0100, 0b1000, 0b1001];

/// The number of a square's bits among the kinds; what is none of them has no number below six.
const NUMBERS: [u8; 16] = {
    let mut numbers = [u8::MAX; 16];
    let mut number = 0;
    while number < KINDS.len() {
        numbers[KINDS[number]] = number as u8;
        number += 1;
    }
    numbers
};

/// Patches of four squares.
const PATCHES: usize = KINDS.len().pow(4);

/// What every patch adds to the second convolution.
#[derive(Clone, Debug)]
pub(super) struct PatchTable {
    filters: usize,
    shift: u32,
    /// `[patch][its place among the four of the next patch][filter]`, the biases in the first place.
    sums: Vec<i32>,
}

impl PatchTable {
    /// `first` writes what the first convolution says of a patch, given as the planes of its four squares.
    pub(super) fn new(
        second: &QuantisedPanels,
        filters: usize,
        first: impl Fn([usize; 4], &mut [i16]),
    ) -> PatchTable {
        // One row for each patch and place, empty but for the patch in its place.
        let mut rows = vec![0; PATCHES * 4 * 4 * filters];
        for (patch, rows) in rows.chunks_exact_mut(4 * 4 * filters).enumerate() {
            let planes = std::array::from_fn(|tap| KINDS[patch / KINDS.len().pow(tap as u32) % KINDS.len()]);
            for place in 0..4 {
                first(planes, &mut rows[place * 5 * filters..][..filters]);
            }
        }
        let mut sums = vec![0; PATCHES * 4 * filters];
        second.apply(&rows, Output::Sums(&mut sums), PATCHES * 4, &Shape::dense(4 * filters, filters));
        for places in sums.chunks_exact_mut(4 * filters) {
            for (sum, bias) in places.iter_mut().zip(second.biases().iter().cycle()).skip(filters) {
                *sum -= bias;
            }
        }
        PatchTable { filters, shift: second.shift(), sums }
    }

    /// Writes the 16 positions of one input; `false` if something stands on a square that cannot.
    pub(super) fn apply(&self, input: &NetworkInput, output: &mut [i16]) -> bool {
        let kinds: [u8; 36] = std::array::from_fn(|square| NUMBERS[input.planes(square)]);
        if kinds.contains(&u8::MAX) {
            return false;
        }
        let patches: [usize; 25] = std::array::from_fn(|position| {
            let square = position / WIDTHS[1] * 6 + position % WIDTHS[1];
            (0..4).rev().fold(0, |number, tap| KINDS.len() * number + usize::from(kinds[square + PATCH[tap]]))
        });
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the CPU has AVX2.
            unsafe { self.add_wide(&patches, output) };
            return true;
        }
        self.add(&patches, output);
        true
    }

    /// The same, compiled for wider vectors.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn add_wide(&self, patches: &[usize; 25], output: &mut [i16]) {
        self.add(patches, output);
    }

    #[inline(always)]
    fn add(&self, patches: &[usize; 25], output: &mut [i16]) {
        let filters = self.filters;
        for (position, output) in output.chunks_exact_mut(filters).enumerate() {
            let corner = position / WIDTHS[2] * WIDTHS[1] + position % WIDTHS[2];
            let row = |place: usize| {
                let step = place / 2 * WIDTHS[1] + place % 2;
                &self.sums[(4 * patches[corner + step] + place) * filters..][..filters]
            };
            let [a, b, c, d] = [row(0), row(1), row(2), row(3)];
            for (i, output) in output.iter_mut().enumerate() {
                let sum = (a[i] + b[i]) + (c[i] + d[i]);
                *output = (sum >> self.shift).clamp(0, i32::from(LARGEST)) as i16;
            }
        }
    }
}

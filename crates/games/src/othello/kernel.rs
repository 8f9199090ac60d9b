//! Legal squares and flips, portable and for AVX2, where the eight directions are four lanes that look both
//! ways.
//!
//! A loop that needs speed is generic over a [`Kernel`] and chooses one at its entry, with [`Avx2::detect`].
//! A kernel is a value that exists only where the processor can run it, so calling it is safe.

use super::Board;

/// A way to compute the legal squares and the flips.
pub trait Kernel: Copy + Send + Sync + 'static {
    /// The squares on which the side to move may place a disc.
    fn moves(self, board: Board) -> u64;

    /// The discs that turn over when the side to move places one on the empty square number `square`.
    fn flips(self, board: Board, square: usize) -> u64;

    /// Runs `body` compiled for the instructions of this kernel, as far as it is inlined.
    ///
    /// A recursive search wraps the body of each of its functions in this; then the kernel is inlined into
    /// it, and the compiler may use the same instructions for everything around it.
    fn compiled<R>(self, body: impl FnOnce() -> R) -> R;
}

/// The kernel for any processor.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

impl Kernel for Portable {
    #[inline(always)]
    fn moves(self, board: Board) -> u64 {
        portable::moves(board)
    }

    #[inline(always)]
    fn flips(self, board: Board, square: usize) -> u64 {
        portable::flips(board, square)
    }

    #[inline(always)]
    fn compiled<R>(self, body: impl FnOnce() -> R) -> R {
        body()
    }
}

/// The kernel for processors with AVX2, BMI1, BMI2, LZCNT and POPCNT; there is a value of it only on those.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub struct Avx2(());

#[cfg(target_arch = "x86_64")]
impl Avx2 {
    /// The kernel, if this processor can run it.
    #[must_use]
    pub fn detect() -> Option<Avx2> {
        (is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2"))
        .then_some(Avx2(()))
    }
}

#[cfg(target_arch = "x86_64")]
impl Kernel for Avx2 {
    #[inline(always)]
    fn moves(self, board: Board) -> u64 {
        // SAFETY: `self` exists only if the processor has the features.
        unsafe { avx2::moves(board) }
    }

    #[inline(always)]
    fn flips(self, board: Board, square: usize) -> u64 {
        // SAFETY: `self` exists only if the processor has the features.
        unsafe { avx2::flips(board, square) }
    }

    #[inline(always)]
    fn compiled<R>(self, body: impl FnOnce() -> R) -> R {
        // SAFETY: `self` exists only if the processor has the features.
        unsafe { avx2::compiled(body) }
    }
}

/// Steps along a row, a column and the two diagonals.
const STEPS: [u32; 4] = [1, 8, 7, 9];

/// Columns b to g: a disc on the rim cannot be flipped along a row or a diagonal.
const INNER_COLUMNS: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// The squares that can be flipped in each direction of [`STEPS`].
const FLIPPABLE: [u64; 4] = [INNER_COLUMNS, u64::MAX, INNER_COLUMNS, INNER_COLUMNS];

mod portable {
    use super::{Board, FLIPPABLE, STEPS};

    #[inline]
    pub(super) fn moves(board: Board) -> u64 {
        let mut reached = 0;
        for (step, flippable) in STEPS.into_iter().zip(FLIPPABLE) {
            let bridge = board.other & flippable;
            // Runs of the other's discs beside ours grow by one step, then by two, then by two: six in all.
            let mut up = bridge & (board.own << step);
            let mut down = bridge & (board.own >> step);
            up |= bridge & (up << step);
            down |= bridge & (down >> step);
            let pairs_up = bridge & (bridge << step);
            let pairs_down = bridge & (bridge >> step);
            up |= pairs_up & (up << (2 * step));
            down |= pairs_down & (down >> (2 * step));
            up |= pairs_up & (up << (2 * step));
            down |= pairs_down & (down >> (2 * step));
            reached |= (up << step) | (down >> step);
        }
        reached & board.empty()
    }

    #[inline]
    pub(super) fn flips(board: Board, square: usize) -> u64 {
        let placed = 1 << square;
        let mut flips = 0;
        for (step, flippable) in STEPS.into_iter().zip(FLIPPABLE) {
            let bridge = board.other & flippable;
            let mut up = bridge & (placed << step);
            let mut down = bridge & (placed >> step);
            up |= bridge & (up << step);
            down |= bridge & (down >> step);
            let pairs_up = bridge & (bridge << step);
            let pairs_down = bridge & (bridge >> step);
            up |= pairs_up & (up << (2 * step));
            down |= pairs_down & (down >> (2 * step));
            up |= pairs_up & (up << (2 * step));
            down |= pairs_down & (down >> (2 * step));
            // A run flips only if one of our discs stands behind it.
            flips |= up & ((up << step) & board.own != 0).wrapping_mask();
            flips |= down & ((down >> step) & board.own != 0).wrapping_mask();
        }
        flips
    }

    trait Mask {
        fn wrapping_mask(self) -> u64;
    }

    impl Mask for bool {
        /// All ones for true, all zeros for false.
        #[inline]
        fn wrapping_mask(self) -> u64 {
            u64::from(self).wrapping_neg()
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::*;

    use super::{Board, FLIPPABLE, STEPS};

    #[inline]
    #[target_feature(enable = "avx2")]
    fn lanes(values: [u64; 4]) -> __m256i {
        _mm256_setr_epi64x(values[0] as i64, values[1] as i64, values[2] as i64, values[3] as i64)
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn or_lanes(lanes: __m256i) -> u64 {
        let pair = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes));
        _mm_cvtsi128_si64(_mm_or_si128(pair, _mm_unpackhi_epi64(pair, pair))) as u64
    }

    const DOUBLE_STEPS: [u64; 4] =
        [2 * STEPS[0] as u64, 2 * STEPS[1] as u64, 2 * STEPS[2] as u64, 2 * STEPS[3] as u64];
    const SINGLE_STEPS: [u64; 4] = [STEPS[0] as u64, STEPS[1] as u64, STEPS[2] as u64, STEPS[3] as u64];

    #[inline]
    #[target_feature(enable = "avx2,popcnt,lzcnt,bmi1,bmi2")]
    pub(super) fn moves(board: Board) -> u64 {
        let step = lanes(SINGLE_STEPS);
        let two = lanes(DOUBLE_STEPS);
        let own = _mm256_set1_epi64x(board.own as i64);
        let bridge = _mm256_and_si256(_mm256_set1_epi64x(board.other as i64), lanes(FLIPPABLE));
        let mut up = _mm256_and_si256(bridge, _mm256_sllv_epi64(own, step));
        let mut down = _mm256_and_si256(bridge, _mm256_srlv_epi64(own, step));
        up = _mm256_or_si256(up, _mm256_and_si256(bridge, _mm256_sllv_epi64(up, step)));
        down = _mm256_or_si256(down, _mm256_and_si256(bridge, _mm256_srlv_epi64(down, step)));
        let pairs_up = _mm256_and_si256(bridge, _mm256_sllv_epi64(bridge, step));
        let pairs_down = _mm256_srlv_epi64(pairs_up, step);
        up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, two)));
        down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, two)));
        up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, two)));
        down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, two)));
        let reached = _mm256_or_si256(_mm256_sllv_epi64(up, step), _mm256_srlv_epi64(down, step));
        or_lanes(reached) & board.empty()
    }

    /// For each square, the rays that leave it towards higher squares (right, down, down-left, down-right)
    /// and towards lower ones, in the order of `STEPS`.
    static RAYS_UP: [[u64; 4]; 64] = rays(true);
    static RAYS_DOWN: [[u64; 4]; 64] = rays(false);

    const fn rays(up: bool) -> [[u64; 4]; 64] {
        let mut table = [[0; 4]; 64];
        let mut square = 0;
        while square < 64 {
            let mut direction = 0;
            while direction < 4 {
                // Towards higher squares: right, down, down-left, down-right.
                let (columns, rows) = [(1, 0), (0, 1), (-1, 1), (1, 1)][direction];
                let sign = if up { 1 } else { -1 };
                let (mut column, mut row) = ((square % 8) as i32, (square / 8) as i32);
                loop {
                    column += sign * columns;
                    row += sign * rows;
                    if column < 0 || column > 7 || row < 0 || row > 7 {
                        break;
                    }
                    table[square][direction] |= 1 << (8 * row + column);
                }
                direction += 1;
            }
            square += 1;
        }
        table
    }

    #[inline]
    #[target_feature(enable = "avx2,popcnt,lzcnt,bmi1,bmi2")]
    pub(super) fn flips(board: Board, square: usize) -> u64 {
        let own = _mm256_set1_epi64x(board.own as i64);
        let other = _mm256_set1_epi64x(board.other as i64);
        let zero = _mm256_setzero_si256();
        let one = _mm256_set1_epi64x(1);

        // Upwards a carry runs through the other's discs and stops at the first square that is not one of
        // them.
        let ray = lanes(RAYS_UP[square]);
        let full = _mm256_or_si256(other, _mm256_xor_si256(ray, _mm256_set1_epi64x(-1)));
        let stop = _mm256_and_si256(_mm256_and_si256(_mm256_add_epi64(full, one), ray), own);
        // stop - 1 is every square below the stop; where there is no stop, nothing flips.
        let below = _mm256_sub_epi64(stop, one);
        let up = _mm256_andnot_si256(_mm256_cmpeq_epi64(stop, zero), _mm256_and_si256(below, ray));

        // Downwards there is no carry: smear every ray square that is not the other's over the rest of its
        // ray; what stays clear is the run beside the placed disc.
        let ray = lanes(RAYS_DOWN[square]);
        let step = lanes(SINGLE_STEPS);
        let two = lanes(DOUBLE_STEPS);
        let four = _mm256_add_epi64(two, two);
        let stops = _mm256_andnot_si256(other, ray);
        let mut smeared = _mm256_or_si256(stops, _mm256_srlv_epi64(stops, step));
        smeared = _mm256_or_si256(smeared, _mm256_srlv_epi64(smeared, two));
        smeared = _mm256_or_si256(smeared, _mm256_srlv_epi64(smeared, four));
        // The first stop is the smeared square whose upper neighbour on the ray is not smeared.
        let first = _mm256_andnot_si256(_mm256_srlv_epi64(smeared, step), stops);
        let bracketed = _mm256_and_si256(first, own);
        let run = _mm256_andnot_si256(smeared, ray);
        let down = _mm256_andnot_si256(_mm256_cmpeq_epi64(bracketed, zero), run);

        or_lanes(_mm256_or_si256(up, down))
    }

    #[target_feature(enable = "avx2,popcnt,lzcnt,bmi1,bmi2")]
    pub(super) fn compiled<R>(body: impl FnOnce() -> R) -> R {
        body()
    }
}

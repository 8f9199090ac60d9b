//! Keys for incremental hashing, made at compile time and the same for ever.

/// The `index`-th output of SplitMix64 with state `seed` (Steele, Lea and Flood, "Fast splittable pseudorandom
/// number generators", OOPSLA 2014).
pub(crate) const fn key(seed: u64, index: u64) -> u64 {
    let mut z = seed.wrapping_add((index + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A table of `N` keys; tables with different seeds share no key in practice.
pub(crate) const fn keys<const N: usize>(seed: u64) -> [u64; N] {
    let mut table = [0; N];
    let mut i = 0;
    while i < N {
        table[i] = key(seed, i as u64);
        i += 1;
    }
    table
}

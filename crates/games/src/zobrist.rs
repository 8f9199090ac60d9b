//! Keys for incremental hashing, made at compile time and the same for ever.

use crate::split_mix::{mix, state_after};

/// The `index`-th key of a table.
pub(crate) const fn key(seed: u64, index: u64) -> u64 {
    mix(state_after(seed, index))
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

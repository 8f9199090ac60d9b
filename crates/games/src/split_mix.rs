//! SplitMix64 (Steele, Lea and Flood 2014): unrelated numbers from related ones.

/// The increment of the generator: an odd number near 2^64 divided by the golden ratio.
pub const INCREMENT: u64 = 0x9e37_79b9_7f4a_7c15;

/// The output that follows `state`: every bit of it depends on every bit of the state.
#[must_use]
pub const fn mix(state: u64) -> u64 {
    let mut z = state.wrapping_add(INCREMENT);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The state after `steps` outputs from the state `seed`. Neighbouring steps seed unrelated generators.
#[must_use]
pub const fn state_after(seed: u64, steps: u64) -> u64 {
    seed.wrapping_add(steps.wrapping_mul(INCREMENT))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_outputs_are_those_of_the_published_generator() {
        // The first outputs of the authors' program for the seed 1234567.
        let outputs = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
        for (steps, output) in (0..).zip(outputs) {
            assert_eq!(mix(state_after(1_234_567, steps)), output);
        }
    }
}

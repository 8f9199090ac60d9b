//! The random numbers of a playout.

use games::split_mix::mix;

/// The multiplier of MWC64X.
const MULTIPLIER: u64 = 4_294_883_355;

const LOW: u64 = 0xffff_ffff;

/// The state of a MWC64X generator (Thomas 2011): multiply with carry, the two halves of the state xored for
/// output. It needs one multiplication of 32 bits, which every vector unit has.
///
/// Every playout has its own generator, seeded by SplitMix64 from the seed and its number, so it does not
/// depend on what is played beside it.
#[inline]
pub(super) const fn seeded(seed: u64, number: u64) -> u64 {
    let random = mix(seed ^ mix(number));
    // The carry must be less than the multiplier, and the state not 0.
    let carry = ((random >> 32) * (MULTIPLIER - 1)) >> 32;
    (carry << 32 | random & LOW) | (random == 0) as u64
}

/// The state after `state`.
#[inline(always)]
pub(super) const fn next(state: u64) -> u64 {
    (state & LOW).wrapping_mul(MULTIPLIER).wrapping_add(state >> 32)
}

/// The 32 random bits of a state.
#[inline(always)]
pub(super) const fn bits(state: u64) -> u64 {
    (state ^ (state >> 32)) & LOW
}

/// Steps north, east, south and west as differences of squares, each eight more than it is and in a byte.
const STEPS: u64 = 16 | 9 << 8 | 7 << 24;

/// A ghost, as the number of the lowest bit of its byte in a list, and a step.
#[derive(Clone, Copy)]
pub(super) struct MoveTry {
    pub(super) byte: u64,
    pub(super) step: u64,
}

/// Two independent tries: each is one of `count` ghosts and one of four steps. A move that is not legal is
/// drawn again, which makes every legal move as likely as the next; six of ten are legal on average, so that
/// two tries seldom fail.
///
/// The ghosts are the first two digits of the fraction `bits` / 2^32 written in base `count`, the steps four
/// bits of its tail. Each of at most 64 pairs of ghosts gets 2^26 numbers or more, among which no pattern of
/// the four bits is eight more frequent than another: all combinations are equally likely up to 2^-19 of
/// their probability.
#[inline(always)]
pub(super) const fn two_tries(bits: u64, count: u64) -> [MoveTry; 2] {
    tries(bits, count, two_steps(bits))
}

/// As [`two_tries`], with the steps from a table: fewer instructions where they are not those of a vector.
#[inline(always)]
pub(super) const fn two_tries_by_table(bits: u64, count: u64) -> [MoveTry; 2] {
    tries(bits, count, TABLE[(bits & (TABLE.len() as u64 - 1)) as usize])
}

#[inline(always)]
const fn tries(bits: u64, count: u64, steps: [u64; 2]) -> [MoveTry; 2] {
    let first = (bits & LOW).wrapping_mul(count & LOW);
    let second = (first & LOW).wrapping_mul(count & LOW);
    [
        MoveTry { byte: first >> 29 & 0x38, step: steps[0] },
        MoveTry { byte: second >> 29 & 0x38, step: steps[1] },
    ]
}

/// The two steps of every tail of seven bits.
static TABLE: [[u64; 2]; 128] = {
    let mut table = [[0; 2]; 128];
    let mut tail = 0;
    while tail < table.len() {
        table[tail] = two_steps(tail as u64);
        tail += 1;
    }
    table
};

#[inline(always)]
const fn two_steps(bits: u64) -> [u64; 2] {
    [step(bits & 24), step(bits >> 2 & 24)]
}

#[inline(always)]
const fn step(direction: u64) -> u64 {
    (STEPS >> direction & 0xff).wrapping_sub(8)
}

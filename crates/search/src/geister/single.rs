//! One playout at a time, for any processor: branches where they are guessed well.

use std::hint::select_unpredictable;

use super::random::{bits, next, two_tries};
use super::start::{Army, End, RIM, Start};

/// Plays from `start` to the end with the generator `state`.
#[inline]
pub(super) fn play(start: &Start, mut state: u64) -> End {
    let mut at = *start;
    let mut plies = 0;
    loop {
        // Twice, so that the two sides keep their registers.
        for _ in 0..2 {
            if let Some(end) = at.end(plies) {
                return end;
            }
            move_at_random(&mut at.own, &mut at.other, &mut state);
            at = Start { own: at.other, other: at.own, side: at.side.other(), plies_left: at.plies_left - 1 };
            plies += 1;
        }
    }
}

/// Draws a ghost and a direction until it is a legal move, and plays it.
#[inline(always)]
fn move_at_random(own: &mut Army, other: &mut Army, state: &mut u64) {
    let taken = own.all | RIM;
    let (byte, step, from, to) = loop {
        let [first, second] = two_tries(bits(*state), own.count);
        *state = next(*state);
        let from = own.places >> first.byte & 63;
        let to = from.wrapping_add(first.step) & 63;
        let is_taken = taken >> to & 1 != 0;
        let byte = select_unpredictable(is_taken, second.byte, first.byte);
        let step = select_unpredictable(is_taken, second.step, first.step);
        let from = own.places >> byte & 63;
        let to = from.wrapping_add(step) & 63;
        if taken >> to & 1 == 0 {
            break (byte, step, from, to);
        }
    };
    own.places = own.places.wrapping_add(step << byte);
    own.all ^= 1 << from | 1 << to;
    let blue = own.blue >> from & 1;
    own.blue ^= blue << from | blue << to;
    if other.all >> to & 1 != 0 {
        other.all ^= 1 << to;
        other.blue &= !(1 << to);
        other.places = without(other.places, to);
        other.count -= 1;
    }
}

/// The list `places` without the byte that is `place`; those behind it move up. If there is none, the list is as it was.
#[inline(always)]
pub(super) const fn without(places: u64, place: u64) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let four = (place & 63) * 0x0101_0101;
    let differences = places ^ (four | four << 32);
    // The lowest bit here is that of the first byte that is 0 (higher ones may be wrong).
    let equal = (differences.wrapping_sub(ONES) & !differences) >> 7 & ONES;
    let before = !equal & equal.wrapping_sub(1);
    places & before | places >> 8 & !before
}

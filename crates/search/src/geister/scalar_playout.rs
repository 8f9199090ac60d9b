//! One playout at a time, for any processor: branches where they are guessed well.

use std::hint::select_unpredictable;

use games::Side;

use super::playout_ends::{Army, EXITS, PlayoutEnd, PlayoutStart, RIM};
use super::random::{bits, next, two_tries_by_table};

/// The ghosts of one side.
struct SideState {
    places: u64,
    /// The squares of its ghosts and the rim: where it cannot go.
    taken: u64,
    blue: u64,
    count: u64,
    exits: u64,
}

impl SideState {
    fn new(side: Side, army: Army) -> SideState {
        let Army { places, all, blue, count } = army;
        SideState { places, taken: all | RIM, blue, count, exits: EXITS[side.index()] }
    }

    fn army(&self) -> Army {
        Army { places: self.places, all: self.taken & !RIM, blue: self.blue, count: self.count }
    }
}

/// Plays from `start` to the end with the generator `state`.
pub(super) fn play(start: &PlayoutStart, mut state: u64) -> PlayoutEnd {
    let mut at = *start;
    loop {
        if let Some(end) = at.end((start.plies_left - at.plies_left) as u32) {
            return end;
        }
        at = play_on(&at, &mut state);
    }
}

/// Plays from `start`, where something is to be decided, until nothing is.
#[inline]
fn play_on(start: &PlayoutStart, state: &mut u64) -> PlayoutStart {
    let mut own = SideState::new(start.side, start.own);
    let mut other = SideState::new(start.side.other(), start.other);
    let mut left = start.plies_left;
    // Both sides in turn, so that each keeps its registers.
    loop {
        if play_ply(&mut own, &mut other, &mut left, state) {
            let side = start.side.other();
            return PlayoutStart { own: other.army(), other: own.army(), side, plies_left: left };
        }
        if play_ply(&mut other, &mut own, &mut left, state) {
            return PlayoutStart { own: own.army(), other: other.army(), side: start.side, plies_left: left };
        }
    }
}

/// One ply; whether nothing is to be decided after it.
#[inline(always)]
fn play_ply(own: &mut SideState, other: &mut SideState, left: &mut u64, state: &mut u64) -> bool {
    let (byte, step, from, to) = loop {
        let [first, second] = two_tries_by_table(bits(*state), own.count);
        *state = next(*state);
        let to = (own.places >> first.byte).wrapping_add(first.step) & 63;
        let is_taken = own.taken >> to & 1 != 0;
        let byte = select_unpredictable(is_taken, second.byte, first.byte);
        let step = select_unpredictable(is_taken, second.step, first.step);
        let from = own.places >> byte & 63;
        let to = from.wrapping_add(step) & 63;
        if own.taken >> to & 1 == 0 {
            break (byte, step, from, to);
        }
    };
    *left -= 1;
    own.places = own.places.wrapping_add(step << byte);
    let moved = 1 << from | 1 << to;
    own.taken ^= moved;
    own.blue = select_unpredictable(own.blue >> from & 1 != 0, own.blue ^ moved, own.blue);
    if other.taken >> to & 1 != 0 {
        other.taken ^= 1 << to;
        other.blue &= !(1 << to);
        other.places = without(other.places, to);
        other.count -= 1;
        // Only a capture can leave a side without blues or reds.
        if other.blue == 0 || other.taken == other.blue | RIM {
            return true;
        }
    }
    *left == 0 || other.blue & other.exits != 0
}

/// The list `places` without the byte that is `place`; those behind it move up. If there is none, the list is
/// as it was.
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

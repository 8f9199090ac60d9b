//! One playout at a time, for any processor: branches where they are guessed well.

use std::hint::select_unpredictable;

use games::{Outcome, Reason, Side};

use super::random::{bits, next, two_tries};
use super::start::{Army, EXITS, End, RIM, Start};

/// The ghosts of one side, and whose they are.
struct Seated {
    side: Side,
    places: u64,
    /// The squares of its ghosts and the rim: where it cannot go.
    taken: u64,
    blue: u64,
    count: u64,
}

impl Seated {
    fn new(side: Side, army: Army) -> Seated {
        Seated { side, places: army.places, taken: army.all | RIM, blue: army.blue, count: army.count }
    }
}

/// Plays from `start` to the end with the generator `state`.
pub(super) fn play(start: &Start, mut state: u64) -> End {
    if let Some(end) = start.end(0) {
        return end;
    }
    let mut own = Seated::new(start.side, start.own);
    let mut other = Seated::new(start.side.other(), start.other);
    let exits = [EXITS[own.side.index()], EXITS[other.side.index()]];
    let mut left = start.plies_left;
    // Both sides in turn, so that each keeps its registers.
    let outcome = loop {
        if let Some(outcome) = play_ply(&mut own, &mut other, exits[0], &mut left, &mut state) {
            break outcome;
        }
        if let Some(outcome) = play_ply(&mut other, &mut own, exits[1], &mut left, &mut state) {
            break outcome;
        }
    };
    End { outcome, plies: (start.plies_left - left) as u32 }
}

/// One ply, if there is one left; the outcome if there is not, or if it ends the playout.
#[inline(always)]
fn play_ply(
    own: &mut Seated,
    other: &mut Seated,
    exits: u64,
    left: &mut u64,
    state: &mut u64,
) -> Option<Outcome> {
    if *left == 0 {
        return Some(Outcome::draw(Reason::MoveLimit));
    }
    *left -= 1;
    if own.blue & exits != 0 {
        return Some(Outcome::win(own.side, Reason::Escape));
    }
    let (byte, step, from, to) = loop {
        let [first, second] = two_tries(bits(*state), own.count);
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
        if other.blue == 0 {
            return Some(Outcome::win(own.side, Reason::BluesCaptured));
        }
        if other.taken == other.blue | RIM {
            return Some(Outcome::win(other.side, Reason::RedsCaptured));
        }
    }
    None
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

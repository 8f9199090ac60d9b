//! Many playouts side by side: one straight line of instructions without branches, which the compiler turns
//! into vector instructions of whatever width it may use.

use games::Side;

use super::playout_ends::{Army, EXITS, PlayoutEnd, PlayoutStart, RIM};
use super::random::{bits, next, two_tries};
use super::scalar_playout::without;

/// Playouts side by side; chosen by measurement.
pub(super) const LANES: usize = 32;

type Lane = [u64; LANES];

/// The ghosts of one side in every lane.
#[derive(Clone)]
struct Armies {
    places: Lane,
    all: Lane,
    blue: Lane,
    count: Lane,
}

/// The playouts under way.
#[derive(Clone)]
pub(super) struct Lanes {
    own: Armies,
    other: Armies,
    /// The exits of the side to move.
    exits: Lane,
    plies_left: Lane,
    states: Lane,
}

impl Armies {
    const NONE: Armies = Armies { places: [0; LANES], all: [0; LANES], blue: [0; LANES], count: [0; LANES] };

    fn put(&mut self, lane: usize, army: Army) {
        self.places[lane] = army.places;
        self.all[lane] = army.all;
        self.blue[lane] = army.blue;
        self.count[lane] = army.count;
    }

    fn get(&self, lane: usize) -> Army {
        Army {
            places: self.places[lane],
            all: self.all[lane],
            blue: self.blue[lane],
            count: self.count[lane],
        }
    }
}

impl Lanes {
    pub(super) const EMPTY: Lanes = Lanes {
        own: Armies::NONE,
        other: Armies::NONE,
        exits: [0; LANES],
        plies_left: [0; LANES],
        states: [0; LANES],
    };

    /// Begins a playout in `lane`.
    #[inline]
    pub(super) fn put(&mut self, lane: usize, start: &PlayoutStart, state: u64) {
        self.own.put(lane, start.own);
        self.other.put(lane, start.other);
        self.exits[lane] = EXITS[start.side.index()];
        self.plies_left[lane] = start.plies_left;
        self.states[lane] = state;
    }

    /// The end of the playout in `lane`, which began with `plies_left` plies to go, if it is one.
    #[inline]
    pub(super) fn end(&self, lane: usize, plies_left: u32) -> Option<PlayoutEnd> {
        let side = if self.exits[lane] == EXITS[0] { Side::First } else { Side::Second };
        let at = PlayoutStart {
            own: self.own.get(lane),
            other: self.other.get(lane),
            side,
            plies_left: self.plies_left[lane],
        };
        at.end(plies_left - self.plies_left[lane] as u32)
    }

    /// Plays on until a playout has ended in one of the `busy` lanes; the lanes where one has are the bits of
    /// the answer.
    #[inline(always)]
    pub(super) fn run(&mut self, busy: u64) -> u64 {
        loop {
            let ended = self.step() & busy;
            if ended != 0 {
                return ended;
            }
        }
    }

    /// Draws two tries in every lane, and plays the first legal one if there is any. The lanes where the
    /// playout has ended are the bits of the answer.
    #[inline(always)]
    fn step(&mut self) -> u64 {
        let Lanes { own, other, exits, plies_left, states } = self;
        let mut ended = 0;
        for lane in 0..LANES {
            let (places, all, blue, count) =
                (own.places[lane], own.all[lane], own.blue[lane], own.count[lane]);
            let [first, second] = two_tries(bits(states[lane]), count);
            states[lane] = next(states[lane]);
            let taken = all | RIM;
            let target = (places >> first.byte).wrapping_add(first.step) & 63;
            let is_legal = taken >> target & 1 == 0;
            let byte = if is_legal { first.byte } else { second.byte };
            let step = if is_legal { first.step } else { second.step };
            let from = places >> byte & 63;
            let to = from.wrapping_add(step) & 63;
            let (from, to_bit) = (1 << from, 1_u64 << to);
            let legal = taken & to_bit == 0;

            // No enemy stands where the move is not legal: then nothing is captured.
            let others = other.places[lane];
            let left = without(others, to);
            let other_all = other.all[lane] & !to_bit;
            let other_blue = other.blue[lane] & !to_bit;
            let other_count = other.count[lane].wrapping_sub(other.all[lane] >> to & 1);

            let moved_places = places.wrapping_add(step << byte);
            let moved_all = all ^ from ^ to_bit;
            let moved_blue = if blue & from != 0 { blue ^ from ^ to_bit } else { blue };

            own.places[lane] = if legal { left } else { places };
            own.all[lane] = if legal { other_all } else { all };
            own.blue[lane] = if legal { other_blue } else { blue };
            own.count[lane] = if legal { other_count } else { count };
            other.places[lane] = if legal { moved_places } else { left };
            other.all[lane] = if legal { moved_all } else { other_all };
            other.blue[lane] = if legal { moved_blue } else { other_blue };
            other.count[lane] = if legal { count } else { other_count };
            exits[lane] ^= if legal { EXITS[0] | EXITS[1] } else { 0 };
            // A lane that has ended plays on unheeded until it is filled again.
            plies_left[lane] = plies_left[lane].wrapping_sub(u64::from(legal));

            let (own_all, own_blue) = (own.all[lane], own.blue[lane]);
            let over = (own_blue == 0)
                | (own_blue == own_all)
                | (own_blue & exits[lane] != 0)
                | (plies_left[lane] == 0);
            ended |= if over { 1 << lane } else { 0 };
        }
        ended
    }
}

//! A board in one word, seen by the side to move: sowing is an addition.
//!
//! A byte a pit in the order of sowing: the mover's holes, the mover's store, the other's holes. What is in
//! the stores is won already and changes nothing about the rest of the game, so the store's byte holds only
//! what the last sowing won.

use games::Side;
use games::kalah::{Board, Capture, EndRule, Rules};

/// The most holes a side: 2 x 7 holes and a store are 15 of 16 bytes.
pub(super) const MAX_HOLES: usize = 7;

/// The most seeds: values from -127 to 127 fit a byte of the table.
pub(super) const MAX_SEEDS: u16 = 127;

/// What sowings on boards of one size do.
#[derive(Clone, Debug)]
pub(super) struct Sowing {
    holes: usize,
    rules: Rules,
    /// The seeds that each pit gains, by hole and seeds, less those that leave the hole; and where the last
    /// one goes.
    gains: Vec<(u128, u8)>,
    seeds: usize,
}

/// A board after a sowing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sown {
    /// Seen by the side that is to move now; the store's byte is empty.
    pub(super) board: u128,
    /// What the mover won with this sowing.
    pub(super) won: i32,
    /// The same side moves again.
    pub(super) again: bool,
}

impl Sowing {
    /// The sowings on boards with so many holes a side and seeds in all.
    pub(super) fn new(holes: usize, seeds: usize, rules: Rules) -> Sowing {
        let ring = 2 * holes + 1;
        let mut gains = Vec::with_capacity(holes * (seeds + 1));
        for hole in 0..holes {
            for count in 0..=seeds {
                let mut pits = [0i128; 2 * MAX_HOLES + 1];
                pits[hole] -= count as i128;
                let mut at = hole;
                for _ in 0..count {
                    at = (at + 1) % ring;
                    pits[at] += 1;
                }
                let sum = pits.iter().enumerate().map(|(pit, &gain)| gain << (8 * pit)).sum::<i128>();
                gains.push((sum as u128, at as u8));
            }
        }
        Sowing { holes, rules, gains, seeds }
    }

    /// Whether this is for boards like `board`.
    pub(super) fn fits(&self, board: &Board, rules: Rules) -> bool {
        self.holes == board.holes() && self.rules == rules && self.seeds >= usize::from(seeds_in_holes(board))
    }

    /// The holes of `board`, seen by its side to move.
    pub(super) fn pack(&self, board: &Board) -> u128 {
        let side = board.side_to_move();
        let holes = |side: Side| {
            let row = board.row(side).iter().enumerate();
            row.map(|(hole, &seeds)| u128::from(seeds) << (8 * hole)).sum::<u128>()
        };
        holes(side) | holes(side.other()) << self.other_shift()
    }

    #[inline]
    fn other_shift(&self) -> usize {
        8 * (self.holes + 1)
    }

    /// The bytes of the mover's holes.
    #[inline]
    pub(super) fn own(&self, board: u128) -> u64 {
        board as u64 & ((1u64 << (8 * self.holes)) - 1)
    }

    /// The bytes of the other's holes.
    #[inline]
    pub(super) fn other(&self, board: u128) -> u64 {
        (board >> self.other_shift()) as u64
    }

    /// The game has ended.
    #[inline]
    pub(super) fn is_over(&self, board: u128) -> bool {
        self.own(board) == 0 || self.rules.end == EndRule::Any && self.other(board) == 0
    }

    /// Sows `hole`, which holds seeds.
    #[inline]
    pub(super) fn sow(&self, board: u128, hole: usize) -> Sown {
        let seeds = (board >> (8 * hole)) as usize & 0xff;
        let (gain, last) = self.gains[hole * (self.seeds + 1) + seeds];
        let last = usize::from(last);
        let mut board = board.wrapping_add(gain);
        let store = 8 * self.holes;
        let mut won = (board >> store) as i32 & 0xff;
        board &= !(0xff << store);
        if last == self.holes {
            return Sown { board, won, again: true };
        }
        if last < self.holes && (board >> (8 * last)) & 0xff == 1 {
            let opposite = 8 * (2 * self.holes - last);
            let captured = (board >> opposite) as i32 & 0xff;
            if captured != 0 || self.rules.capture == Capture::Empty {
                board &= !(0xff << opposite | 0xff << (8 * last));
                won += captured + 1;
            }
        }
        let swapped = u128::from(self.other(board)) | u128::from(self.own(board)) << self.other_shift();
        Sown { board: swapped, won, again: false }
    }
}

/// Seeds that are not in a store.
pub(super) fn seeds_in_holes(board: &Board) -> u16 {
    Side::BOTH.into_iter().flat_map(|side| board.row(side)).sum()
}

/// The sum of the bytes of a word; there are never more than [`MAX_SEEDS`].
#[inline]
pub(super) fn sum(bytes: u64) -> i32 {
    (bytes.wrapping_mul(0x0101_0101_0101_0101) >> 56) as i32
}

#[cfg(test)]
mod tests {
    use games::kalah::Kalah;

    use super::*;

    /// Walks all games of a few plies and compares with the board of `games`.
    fn compare(sowing: &Sowing, board: &Board, packed: u128, rules: Rules, depth: u32) {
        assert_eq!(sowing.pack(board), packed);
        assert_eq!(sum(sowing.own(packed)) + sum(sowing.other(packed)), i32::from(seeds_in_holes(board)));
        assert_eq!(sowing.is_over(packed), board.is_over(rules.end));
        if depth == 0 || board.is_over(rules.end) {
            return;
        }
        let side = board.side_to_move();
        for mv in board.moves() {
            let mut next = *board;
            next.sow(mv, rules.capture);
            let sown = sowing.sow(packed, mv.index());
            assert_eq!(sown.won, i32::from(next.store(side)) - i32::from(board.store(side)));
            assert_eq!(sown.again, next.side_to_move() == side);
            compare(sowing, &next, sown.board, rules, depth - 1);
        }
    }

    #[test]
    fn sowings_are_those_of_the_rules() {
        for rules in Rules::ALL {
            for (holes, seeds, depth) in [(1, 9, 12), (2, 12, 14), (3, 3, 8), (6, 4, 6), (7, 9, 5)] {
                let game = Kalah::new(holes, seeds, rules).unwrap();
                let sowing = Sowing::new(holes.into(), 2 * usize::from(holes * seeds), rules);
                compare(&sowing, game.board(), sowing.pack(game.board()), rules, depth);
            }
        }
    }
}

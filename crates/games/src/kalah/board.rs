//! Holes, stores and sowing: the hot part of the rules, without hashes.

use crate::Side;

use super::{Capture, EndRule, Move, Rules};

/// The most holes a side may have.
pub const MAX_HOLES: usize = 12;

/// The most seeds on a board: 12 in each of 24 holes.
pub const MAX_SEEDS: u16 = 288;

/// Two rows of holes and two stores.
pub(super) const MAX_PITS: usize = 2 * MAX_HOLES + 2;

/// Seeds in holes and stores, and whose turn it is.
///
/// The pits stand in a ring in the direction of sowing: the first side's holes, its store, the second side's
/// holes, its store.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    pits: [u16; MAX_PITS],
    holes: u8,
    side: Side,
}

impl Board {
    /// A board from the holes of each side, farthest from its store first, and the stores.
    ///
    /// `None` unless both sides have the same number of holes, from 1 to [`MAX_HOLES`], and there are
    /// from 1 to [`MAX_SEEDS`] seeds.
    #[must_use]
    pub fn new(rows: [&[u16]; 2], stores: [u16; 2], side: Side) -> Option<Board> {
        let holes = rows[0].len();
        let seeds = rows.into_iter().flatten().chain(&stores).try_fold(0u16, |sum, &n| sum.checked_add(n))?;
        if rows[1].len() != holes || !(1..=MAX_HOLES).contains(&holes) || !(1..=MAX_SEEDS).contains(&seeds) {
            return None;
        }
        let mut pits = [0; MAX_PITS];
        for (row, (seeds, store)) in rows.into_iter().zip(stores).enumerate() {
            let base = row * (holes + 1);
            pits[base..base + holes].copy_from_slice(seeds);
            pits[base + holes] = store;
        }
        Some(Board { pits, holes: holes as u8, side })
    }

    /// Holes a side.
    #[must_use]
    pub const fn holes(&self) -> usize {
        self.holes as usize
    }

    /// Whose turn it is.
    #[must_use]
    pub const fn side_to_move(&self) -> Side {
        self.side
    }

    /// Seeds in the holes of `side`, farthest from its store first.
    #[must_use]
    #[inline]
    pub fn row(&self, side: Side) -> &[u16] {
        let base = self.base(side);
        &self.pits[base..base + self.holes()]
    }

    /// Seeds in the store of `side`.
    #[must_use]
    pub fn store(&self, side: Side) -> u16 {
        self.pits[self.store_index(side)]
    }

    /// Every pit of the ring.
    pub(super) fn pits(&self) -> &[u16] {
        &self.pits[..2 * self.holes() + 2]
    }

    #[inline]
    const fn base(&self, side: Side) -> usize {
        match side {
            Side::First => 0,
            Side::Second => self.holes() + 1,
        }
    }

    #[inline]
    const fn store_index(&self, side: Side) -> usize {
        self.base(side) + self.holes()
    }

    /// No seed is left in the holes of `side`.
    #[must_use]
    #[inline]
    pub fn is_empty(&self, side: Side) -> bool {
        self.row(side).iter().fold(0, |all, &seeds| all | seeds) == 0
    }

    /// The game has ended, and what is left in the holes is still to be swept.
    #[must_use]
    #[inline]
    pub fn is_over(&self, end: EndRule) -> bool {
        self.is_empty(self.side) || end == EndRule::Any && self.is_empty(self.side.other())
    }

    /// How many moves there are: the holes of the side to move that hold seeds.
    #[must_use]
    #[inline]
    pub fn count_moves(&self) -> u64 {
        self.row(self.side).iter().map(|&seeds| u64::from(seeds != 0)).sum()
    }

    /// The moves of the side to move, in the order of their numbers.
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        Move::all().zip(self.row(self.side)).filter(|&(_, &seeds)| seeds != 0).map(|(mv, _)| mv)
    }

    /// Sows the hole `mv`, which must be on the board, captures, and passes the turn unless it stays.
    #[inline]
    pub fn sow(&mut self, mv: Move, capture: Capture) {
        self.sow_and_note(mv, capture, |_, _| {});
    }

    /// As [`Board::sow`], and tells `note` by how much each pit changed.
    #[inline]
    pub(super) fn sow_and_note(&mut self, mv: Move, capture: Capture, mut note: impl FnMut(usize, i32)) {
        let store = self.store_index(self.side);
        let skipped = self.store_index(self.side.other());
        let ring = 2 * self.holes() + 2;
        let mut at = self.base(self.side) + mv.index();
        let seeds = std::mem::take(&mut self.pits[at]);
        note(at, -i32::from(seeds));
        for _ in 0..seeds {
            at += 1;
            if at == skipped {
                at += 1;
            }
            if at >= ring {
                at -= ring;
            }
            self.pits[at] += 1;
            note(at, 1);
        }
        if at == store {
            return;
        }
        // A lap may end where it began: that hole was emptied, so it captures like any other.
        if self.pits[at] == 1 && at.wrapping_sub(self.base(self.side)) < self.holes() {
            let opposite = 2 * self.holes() - at;
            let captured = self.pits[opposite];
            if captured != 0 || capture == Capture::Empty {
                self.pits[at] = 0;
                self.pits[opposite] = 0;
                self.pits[store] += captured + 1;
                note(at, -1);
                note(opposite, -i32::from(captured));
                note(store, i32::from(captured) + 1);
            }
        }
        self.side = self.side.other();
    }

    /// Moves what is left in the holes to the stores of their owners.
    pub fn sweep(&mut self) {
        self.sweep_and_note(|_, _| {});
    }

    /// As [`Board::sweep`], and tells `note` by how much each pit changed.
    pub(super) fn sweep_and_note(&mut self, mut note: impl FnMut(usize, i32)) {
        for side in Side::BOTH {
            let (base, store) = (self.base(side), self.store_index(side));
            for at in base..store {
                let seeds = std::mem::take(&mut self.pits[at]);
                self.pits[store] += seeds;
                note(at, -i32::from(seeds));
                note(store, i32::from(seeds));
            }
        }
    }

    /// Counts the sequences of `depth` sowings; a finished game has no continuation.
    #[must_use]
    pub fn perft(&self, depth: u32, rules: Rules) -> u64 {
        match depth {
            0 => 1,
            _ if self.is_over(rules.end) => 0,
            1 => self.count_moves(),
            _ => {
                let mut leaves = 0;
                for mv in self.moves() {
                    let mut next = *self;
                    next.sow(mv, rules.capture);
                    leaves += next.perft(depth - 1, rules);
                }
                leaves
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(first: &[u16], stores: [u16; 2], second: &[u16]) -> Board {
        Board::new([first, second], stores, Side::First).unwrap()
    }

    fn sown(mut board: Board, hole: u8) -> Board {
        board.sow(Move::new(hole).unwrap(), Capture::Standard);
        board
    }

    //   second:  3  3  3               3  3  3
    //         (0)       (0)   ->    (0)       (1)
    //   first:   3  3  3               0  4  4
    #[test]
    fn a_last_seed_in_the_own_store_keeps_the_turn() {
        let after = sown(board(&[3, 3, 3], [0, 0], &[3, 3, 3]), 1);
        assert_eq!((after.row(Side::First), after.store(Side::First)), (&[0, 4, 4][..], 1));
        assert_eq!(after.side_to_move(), Side::First);
    }

    //   second:  2  5  2               2  0  2
    //         (0)       (0)   ->    (0)       (6)
    //   first:   1  0  3               0  0  3
    #[test]
    fn a_last_seed_in_an_empty_hole_captures_what_is_opposite() {
        let after = sown(board(&[1, 0, 3], [0, 0], &[2, 5, 2]), 1);
        assert_eq!((after.row(Side::First), after.store(Side::First)), (&[0, 0, 3][..], 6));
        assert_eq!(after.row(Side::Second), [2, 0, 2]);
        assert_eq!(after.side_to_move(), Side::Second);
    }

    #[test]
    fn an_empty_opposite_hole_is_captured_only_by_its_rule() {
        let start = board(&[1, 0, 3], [0, 0], &[2, 0, 2]);
        assert_eq!(sown(start, 1).row(Side::First), [0, 1, 3]);
        let mut after = start;
        after.sow(Move::new(1).unwrap(), Capture::Empty);
        assert_eq!((after.row(Side::First), after.store(Side::First)), (&[0, 0, 3][..], 1));
    }

    //   second:  4  0  0               0  1  1
    //         (0)       (0)   ->    (0)       (7)
    //   first:   7  0  0               0  1  1
    #[test]
    fn a_lap_skips_the_other_store_and_captures_where_it_began() {
        // Seven seeds go once round a ring of seven and end in hole 1, which they emptied.
        let after = sown(board(&[7, 0, 0], [0, 0], &[0, 0, 4]), 1);
        assert_eq!((after.row(Side::First), after.store(Side::First)), (&[0, 1, 1][..], 1 + 1 + 5));
        assert_eq!((after.row(Side::Second), after.store(Side::Second)), (&[1, 1, 0][..], 0));
    }

    #[test]
    fn all_seeds_of_the_largest_board_can_be_in_one_hole() {
        let mut first = [0; 12];
        first[11] = MAX_SEEDS;
        let after = sown(board(&first, [0, 0], &[0; 12]), 12);
        // 288 = 11 laps of 25 and 13 more, which end in the other side's last hole.
        assert_eq!(after.row(Side::First), [11; 12]);
        assert_eq!((after.row(Side::Second), after.store(Side::First)), (&[12; 12][..], 12));
    }

    #[test]
    fn boards_of_the_wrong_size_do_not_exist() {
        assert_eq!(Board::new([&[1], &[1, 1]], [0, 0], Side::First), None);
        assert_eq!(Board::new([&[1; 13], &[1; 13]], [0, 0], Side::First), None);
        assert_eq!(Board::new([&[], &[]], [1, 0], Side::First), None);
        assert_eq!(Board::new([&[0], &[0]], [0, 0], Side::First), None);
        assert_eq!(Board::new([&[1], &[0]], [MAX_SEEDS, 0], Side::First), None);
        assert_eq!(Board::new([&[u16::MAX], &[u16::MAX]], [0, 0], Side::First), None);
    }
}

//! The transposition table of the shogi search.

use rsshogi::types::Move;

/// How a value in the table limits the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    /// The value is at most this.
    Upper,
    /// The value is at least this.
    Lower,
    /// It is the value.
    Exact,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct TableEntry {
    pub(super) best: Move,
    pub(super) value: i32,
    pub(super) evaluation: i32,
    pub(super) depth: i32,
    pub(super) bound: Bound,
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    key: u64,
    best: u16,
    value: i16,
    evaluation: i16,
    depth: u8,
    /// The generation in the upper six bits, 0 for never used, and the bound in the lower two.
    tag: u8,
}

const EMPTY: Slot = Slot { key: 0, best: 0, value: 0, evaluation: 0, depth: 0, tag: 0 };

/// By how many plies a result is worth less for every search that came after.
const AGEING: i32 = 4;

/// Slots of 16 bytes in lines of four.
#[derive(Clone, Debug)]
pub(super) struct TranspositionTable {
    lines: Vec<[Slot; 4]>,
    /// 1 to 63, the number of this search.
    generation: u8,
    /// What searches before this one left behind counts as empty.
    oldest: u8,
}

impl TranspositionTable {
    /// A table of two to the power of `bits` lines of 64 bytes.
    pub(super) fn new(bits: u32) -> TranspositionTable {
        TranspositionTable { lines: vec![[EMPTY; 4]; 1 << bits], generation: 0, oldest: 0 }
    }

    /// Begins another search, and forgets what earlier ones found unless the table is kept.
    pub(super) fn begin(&mut self, keep_table: bool) {
        self.generation += 1;
        if self.generation == 64 {
            self.lines.fill([EMPTY; 4]);
            self.generation = 1;
            self.oldest = 1;
        }
        if !keep_table {
            self.oldest = self.generation;
        }
    }

    /// Whether a slot is of this search or one that is kept.
    #[inline]
    fn counts(&self, slot: &Slot) -> bool {
        (self.oldest..=self.generation).contains(&(slot.tag >> 2))
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        key as usize & (self.lines.len() - 1)
    }

    /// Asks for the line of a position that is looked up soon, so that it has come from memory by then.
    #[inline]
    #[cfg_attr(not(target_arch = "x86_64"), expect(unused_variables, reason = "only there is a hint known"))]
    pub(super) fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let line: *const [Slot; 4] = &raw const self.lines[self.place(key)];
            // SAFETY: a hint about memory that is ours; every x86-64 processor has it.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(line.cast()) };
        }
    }

    /// What is known of the position with this key.
    #[inline]
    pub(super) fn probe(&self, key: u64) -> Option<TableEntry> {
        let slot = self.lines[self.place(key)].iter().find(|slot| slot.key == key && self.counts(slot))?;
        Some(TableEntry {
            best: Move::from_raw(slot.best),
            value: i32::from(slot.value),
            evaluation: i32::from(slot.evaluation),
            depth: i32::from(slot.depth),
            bound: match slot.tag & 3 {
                0 => Bound::Upper,
                1 => Bound::Lower,
                _ => Bound::Exact,
            },
        })
    }

    /// The positions of this search that are worth at least `least` to the side to move, each with the move
    /// that shows it and its value there.
    pub(super) fn wins(&self, least: i32) -> impl Iterator<Item = (u64, Move, i32)> + '_ {
        let slots = self.lines.iter().flatten();
        let won = slots.filter(move |slot| {
            slot.best != 0 && i32::from(slot.value) >= least && slot.tag & 3 != 0 && self.counts(slot)
        });
        won.map(|slot| (slot.key, Move::from_raw(slot.best), i32::from(slot.value)))
    }

    /// Remembers `known`, in the place of the same position or of what is worth least in its line.
    #[inline]
    pub(super) fn store(&mut self, key: u64, known: TableEntry) {
        let generation = self.generation;
        let place = self.place(key);
        let line = &self.lines[place];
        // What an earlier search found is worth less with every search since.
        let worth = |slot: &Slot| match self.counts(slot) {
            true => i32::from(slot.depth) - AGEING * i32::from(generation - (slot.tag >> 2)),
            false => i32::MIN,
        };
        let same = line.iter().position(|slot| slot.key == key && self.counts(slot));
        let at = same.unwrap_or_else(|| {
            (1..4)
                .fold(0, |least, other| if worth(&line[other]) < worth(&line[least]) { other } else { least })
        });
        let line = &mut self.lines[place];
        let mut best = known.best.raw();
        if same.is_some() {
            let old = line[at];
            if best == 0 {
                best = old.best;
            }
            // A much deeper result is not given up for a shallow bound.
            if known.bound != Bound::Exact && known.depth + 3 < i32::from(old.depth) {
                line[at].best = best;
                return;
            }
        }
        let bound = match known.bound {
            Bound::Upper => 0,
            Bound::Lower => 1,
            Bound::Exact => 2,
        };
        line[at] = Slot {
            key,
            best,
            value: known.value as i16,
            evaluation: known.evaluation as i16,
            depth: known.depth.clamp(0, 255) as u8,
            tag: generation << 2 | bound,
        };
    }
}

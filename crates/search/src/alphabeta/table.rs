//! The transposition table: what earlier visits of a position found out.

/// What a stored value says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    /// The value is at least this.
    Lower = 1,
    /// The value is at most this.
    Upper = 2,
    /// The value is this.
    Exact = 3,
}

/// The depth of a value that rests on finished games only: no deeper search can change it.
pub(super) const TO_THE_END: u8 = u8::MAX;

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    key: u64,
    pub(super) value: i32,
    /// The place of the best move in the game's own list.
    pub(super) best: u16,
    pub(super) depth: u8,
    /// The search that wrote this, in the upper six bits, and the bound; 0 is an empty slot.
    mark: u8,
}

const EMPTY: Entry = Entry { key: 0, value: 0, best: 0, depth: 0, mark: 0 };

impl Entry {
    pub(super) fn bound(&self) -> Bound {
        match self.mark & 3 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            _ => Bound::Exact,
        }
    }
}

/// Pairs of slots: the first keeps the deepest search, the second the latest.
#[derive(Clone, Debug)]
pub(super) struct TranspositionTable {
    slots: Vec<[Entry; 2]>,
    generation: u8,
}

impl TranspositionTable {
    /// A table of two to the power of `bits` pairs.
    pub(super) fn new(bits: u32) -> TranspositionTable {
        TranspositionTable { slots: vec![[EMPTY; 2]; 1 << bits], generation: 0 }
    }

    /// Forgets everything, so that no answer depends on what was searched before.
    pub(super) fn begin(&mut self) {
        self.generation = (self.generation + 1) % 64;
        if self.generation == 0 {
            self.slots.fill([EMPTY; 2]);
        }
    }

    fn index(&self, key: u64) -> usize {
        key as usize & (self.slots.len() - 1)
    }

    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        let pair = &self.slots[self.index(key)];
        pair.iter().find(|slot| slot.key == key && slot.mark & 3 != 0 && self.is_current(slot)).copied()
    }

    fn is_current(&self, slot: &Entry) -> bool {
        slot.mark >> 2 == self.generation
    }

    pub(super) fn put(&mut self, key: u64, value: i32, bound: Bound, depth: u8, best: u16) {
        let entry = Entry { key, value, best, depth, mark: self.generation << 2 | bound as u8 };
        let index = self.index(key);
        let keep = {
            let first = &self.slots[index][0];
            first.key != key && self.is_current(first) && first.depth > depth
        };
        self.slots[index][usize::from(keep)] = entry;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_search_finds_nothing_of_the_last() {
        let mut table = TranspositionTable::new(4);
        for _ in 0..200 {
            table.begin();
            assert!(table.get(5).is_none());
            table.put(5, -7, Bound::Upper, 3, 2);
            let entry = table.get(5).unwrap();
            assert_eq!((entry.value, entry.bound(), entry.depth, entry.best), (-7, Bound::Upper, 3, 2));
        }
    }

    #[test]
    fn the_deepest_and_the_latest_stay() {
        let mut table = TranspositionTable::new(1);
        table.begin();
        for (key, depth) in [(2, 9), (4, 3), (6, 5)] {
            table.put(key, 0, Bound::Exact, depth, 0);
        }
        assert!(table.get(2).is_some() && table.get(4).is_none() && table.get(6).is_some());
    }
}

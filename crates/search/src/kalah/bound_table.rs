//! The solver's table: what the side to move wins from a position on, at least and at most, and its best
//! move.

use games::split_mix::INCREMENT;

/// An entry packed into 8 bytes: 44 bits of the position's key, 4 for the best hole, 8 of each bound.
///
/// The place in the table comes from other bits of a 128-bit key: a table of 2^24 entries tells positions
/// apart by 68 bits.
#[derive(Clone, Debug)]
pub(super) struct BoundTable {
    entries: Vec<[u64; 2]>,
}

/// The pair of slots and the tag of a position.
#[derive(Clone, Copy)]
pub(super) struct TableSlot {
    pub(super) index: usize,
    pub(super) tag: u64,
}

/// What is known of a position.
#[derive(Clone, Copy)]
pub(super) struct TableEntry {
    pub(super) lower: i32,
    pub(super) upper: i32,
    /// The hole that was best last time.
    pub(super) best: u8,
}

const TAG: u64 = !0 << 20;

impl BoundTable {
    /// A table of two to the power of `bits` entries.
    pub(super) fn new(bits: u32) -> BoundTable {
        BoundTable { entries: vec![[0; 2]; 1 << bits.saturating_sub(1)] }
    }

    pub(super) fn clear(&mut self) {
        self.entries.fill([0; 2]);
    }

    /// Where `board` belongs; its slots are on their way from memory when this returns.
    #[inline]
    pub(super) fn place(&self, board: u128) -> TableSlot {
        let (low, high) = (board as u64, (board >> 64) as u64);
        // Two multiplications whose upper halves are folded back: every bit of the board reaches every bit of
        // the key.
        let fold = |a: u64, b: u64| {
            let product = u128::from(a) * u128::from(b);
            product as u64 ^ (product >> 64) as u64
        };
        let first = fold(low ^ INCREMENT, high ^ 0xbf58_476d_1ce4_e5b9);
        let second = fold(first ^ low, 0x94d0_49bb_1331_11eb) ^ high.wrapping_mul(0xd6e8_feb8_6659_fd93);
        let index = second as usize & (self.entries.len() - 1);
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a prefetch touches nothing, and the address is inside the table. Every x86-64 processor has
        // it.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T0>(self.entries.as_ptr().add(index).cast());
        }
        TableSlot { index, tag: fold(first, 0xff51_afd7_ed55_8ccd) & TAG }
    }

    #[inline]
    pub(super) fn get(&self, TableSlot { index, tag }: TableSlot) -> Option<TableEntry> {
        let entry = self.entries[index].into_iter().find(|&entry| entry & TAG == tag && entry & !TAG != 0)?;
        Some(TableEntry {
            lower: i32::from((entry >> 8) as u8 as i8),
            upper: i32::from(entry as u8 as i8),
            best: ((entry >> 16) as u8 & 15) - 1,
        })
    }

    #[inline]
    pub(super) fn put(&mut self, TableSlot { index, tag }: TableSlot, lower: i32, upper: i32, best: u8) {
        let bounds = u64::from(lower as i8 as u8) << 8 | u64::from(upper as i8 as u8);
        // Holes count from 1 here, so that no entry looks like an empty slot.
        let entry = tag | u64::from(best + 1) << 16 | bounds;
        let pair = &mut self.entries[index];
        if pair[0] & TAG != tag {
            pair[1] = pair[0];
        }
        pair[0] = entry;
    }
}

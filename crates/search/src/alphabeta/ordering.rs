//! Which move to try first: those that cut off elsewhere.

use std::hash::{Hash, Hasher};

use games::split_mix::{INCREMENT, mix};

/// Slots of the history of a side; moves that share one share their history.
const SLOTS: usize = 4096;

/// The moves that cut off at each ply, and how often each move did so anywhere.
#[derive(Clone, Debug)]
pub(super) struct MoveHistory<M> {
    killers: Vec<[Option<M>; 2]>,
    history: [Vec<u32>; 2],
}

impl<M: Copy + Eq + Hash> MoveHistory<M> {
    pub(super) fn new() -> Self {
        MoveHistory { killers: Vec::new(), history: [vec![0; SLOTS], vec![0; SLOTS]] }
    }

    /// Forgets everything.
    pub(super) fn begin(&mut self) {
        self.killers.clear();
        for history in &mut self.history {
            history.fill(0);
        }
    }

    /// `mv` of the side with number `side` cut off `depth` above the horizon.
    pub(super) fn reward(&mut self, side: usize, ply: usize, mv: M, depth: u32) {
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        let score = &mut self.history[side][slot(&mv)];
        // A cut-off near the root saves more: the square of the depth, which grows less wildly than
        // Schaeffer's 2^depth (1983).
        *score = score.saturating_add(depth * depth + 1);
    }

    /// How promising `mv` is: killers before everything else, then by history.
    pub(super) fn promise(&self, side: usize, ply: usize, mv: M) -> u64 {
        let killer = self.killers.get(ply).and_then(|killers| killers.iter().position(|&k| k == Some(mv)));
        match killer {
            Some(place) => (1 << 33) - place as u64,
            None => u64::from(self.history[side][slot(&mv)]),
        }
    }
}

fn slot<M: Hash>(mv: &M) -> usize {
    let mut hasher = Fold(0);
    mv.hash(&mut hasher);
    hasher.finish() as usize % SLOTS
}

/// A hasher that is the same in every run and quick for the few bytes of a move.
struct Fold(u64);

impl Hasher for Fold {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(INCREMENT).rotate_left(23);
        }
    }

    fn finish(&self) -> u64 {
        mix(self.0)
    }
}

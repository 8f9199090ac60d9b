//! The strong evaluation: a sum of pattern weights, a set of weights for each phase of the game.

use std::sync::LazyLock;

use games::Malformed;
use games::othello::Board;
use games::othello::kernel::Kernel;

use super::Evaluation;
use super::patterns::{FEATURES, WEIGHTS, canonical, features};

/// Phases of six plies.
pub(super) const PHASES: usize = 10;

/// The phase of a board with so many empty squares.
#[inline(always)]
pub(super) fn phase(empties: u32) -> usize {
    (60u32.saturating_sub(empties) as usize / 6).min(PHASES - 1)
}

/// A weight of 1 is this part of a disc; sums of 49 weights stay far inside 32 bits, single ones inside 16.
pub(super) const UNITS: i32 = 128;

/// The most that an evaluation says: as good as every disc.
const LIMIT: i32 = 64 * UNITS;

/// The weights of all phases, in units of 1/128 disc.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    /// `WEIGHTS` for each phase.
    weights: Vec<i16>,
}

/// The first bytes of a weights file: name and version of the layout.
const MAGIC: &[u8; 8] = b"GKOPAT1\n";

/// Marks a run of zeros; the run's length follows. No weight has this value.
const ZEROS: i16 = i16::MIN;

static SHIPPED: LazyLock<Weights> = LazyLock::new(|| {
    Weights::from_bytes(include_bytes!("../../data/othello-patterns.bin")).unwrap_or_else(|error| {
        // The file is part of the program; a test reads it.
        unreachable!("{error}")
    })
});

impl Weights {
    /// The weights that come with the program, as [`train`](super::train) made them.
    #[must_use]
    pub fn shipped() -> &'static Weights {
        &SHIPPED
    }

    /// Every weight zero.
    #[must_use]
    pub fn zero() -> Weights {
        Weights { weights: vec![0; PHASES * WEIGHTS] }
    }

    /// Sets the weights of a phase, in discs, from those of the canonical patterns.
    pub(super) fn set_phase(&mut self, phase: usize, discs: &[f32], canonical: &[u32]) {
        let most = f32::from(i16::MAX);
        let weights = &mut self.weights[phase * WEIGHTS..(phase + 1) * WEIGHTS];
        for (weight, &source) in weights.iter_mut().zip(canonical) {
            *weight = (discs[source as usize] * UNITS as f32).round().clamp(-most, most) as i16;
        }
    }

    /// The weights of a phase, in discs.
    pub(super) fn phase_discs(&self, phase: usize) -> Vec<f32> {
        let weights = &self.weights[phase * WEIGHTS..(phase + 1) * WEIGHTS];
        weights.iter().map(|&weight| f32::from(weight) / UNITS as f32).collect()
    }

    /// The value of `board` for the side to move, in 1/128 disc.
    #[inline(always)]
    pub(super) fn value<K: Kernel>(&self, kernel: K, board: Board) -> i32 {
        let start = phase(board.empty().count_ones()) * WEIGHTS;
        let weights = &self.weights[start..start + WEIGHTS];
        let features: [u32; FEATURES] = features(kernel, board);
        let sum: i32 = features.iter().map(|&feature| i32::from(weights[feature as usize])).sum();
        sum.clamp(-LIMIT, LIMIT)
    }

    /// The weights as a file: a head, then those of canonical patterns, phase by phase, zeros counted.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let canonical = canonical();
        let mut bytes = MAGIC.to_vec();
        for phase in self.weights.chunks_exact(WEIGHTS) {
            let mut zeros = 0u16;
            let flush = |zeros: &mut u16, bytes: &mut Vec<u8>| {
                if *zeros > 0 {
                    bytes.extend(ZEROS.to_le_bytes());
                    bytes.extend(zeros.to_le_bytes());
                    *zeros = 0;
                }
            };
            for (_, &weight) in phase.iter().enumerate().filter(|&(at, _)| canonical[at] as usize == at) {
                if weight == 0 {
                    if zeros == u16::MAX {
                        flush(&mut zeros, &mut bytes);
                    }
                    zeros += 1;
                } else {
                    flush(&mut zeros, &mut bytes);
                    bytes.extend(weight.to_le_bytes());
                }
            }
            flush(&mut zeros, &mut bytes);
        }
        bytes
    }

    /// Reads what [`Weights::to_bytes`] wrote.
    ///
    /// # Errors
    /// The bytes are something else.
    pub fn from_bytes(bytes: &[u8]) -> Result<Weights, Malformed> {
        let expected = || "weights of Othello patterns, as gokaku train writes them";
        let Some(body) = bytes.strip_prefix(MAGIC) else {
            let head = String::from_utf8_lossy(&bytes[..bytes.len().min(MAGIC.len())]);
            return Err(Malformed::new(head, expected()));
        };
        let short = || Malformed::described(format!("{} bytes", bytes.len()), expected());
        let mut words = body.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        let canonical = canonical();
        let mut weights = vec![0; PHASES * WEIGHTS];
        let mut zeros = 0u16;
        for phase in weights.chunks_exact_mut(WEIGHTS) {
            for at in 0..WEIGHTS {
                let source = canonical[at] as usize;
                phase[at] = if source != at {
                    phase[source]
                } else if zeros > 0 {
                    zeros -= 1;
                    0
                } else {
                    match words.next().ok_or_else(short)? {
                        ZEROS => {
                            let run = words.next().ok_or_else(short)? as u16;
                            zeros = run.checked_sub(1).ok_or_else(short)?;
                            0
                        }
                        weight => weight,
                    }
                };
            }
        }
        if zeros > 0 || words.next().is_some() || body.len() % 2 != 0 {
            return Err(short());
        }
        Ok(Weights { weights })
    }
}

impl Evaluation for Weights {
    const UNIT: crate::Unit = crate::Unit::Discs;
    const SCALE: f64 = UNITS as f64;

    #[inline(always)]
    fn evaluate<K: Kernel>(&self, kernel: K, board: Board) -> i32 {
        self.value(kernel, board)
    }

    #[inline(always)]
    fn finished(&self, difference: i32) -> i32 {
        difference * UNITS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shipped_weights_read_and_print_back() {
        let bytes = include_bytes!("../../data/othello-patterns.bin");
        assert_eq!(Weights::from_bytes(bytes).unwrap().to_bytes(), bytes);
    }

    #[test]
    fn broken_files_are_refused() {
        let bytes = Weights::zero().to_bytes();
        assert_eq!(Weights::from_bytes(&bytes), Ok(Weights::zero()));
        assert!(Weights::from_bytes(b"").is_err());
        assert!(Weights::from_bytes(&bytes[1..]).is_err());
        assert!(Weights::from_bytes(&bytes[..bytes.len() - 1]).is_err());
        assert!(Weights::from_bytes(&bytes[..bytes.len() - 2]).is_err());
        assert!(Weights::from_bytes(&[&bytes[..], &[0, 0]].concat()).is_err());
        assert!(Weights::from_bytes(&[&MAGIC[..], &ZEROS.to_le_bytes(), &[0, 0]].concat()).is_err());
    }
}

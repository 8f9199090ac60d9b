//! The strong evaluation: a sum of pattern weights, a set of weights for each phase of the game.

use std::sync::LazyLock;

use games::Malformed;
use games::othello::Board;
use games::othello::kernel::Kernel;

use super::Evaluation;
use super::patterns::{FEATURES, WEIGHTS, canonical, features};

/// Phases of three plies.
pub(super) const PHASES: usize = 20;

/// The phase of a board with so many empty squares.
#[inline(always)]
pub(super) fn phase(empties: u32) -> usize {
    (60u32.saturating_sub(empties) as usize / 3).min(PHASES - 1)
}

/// A weight of 1 is this part of a disc; sums of 73 weights stay far inside 32 bits, single ones inside 16.
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
const MAGIC: &[u8; 8] = b"GKOPAT3\n";

/// The file that comes with the program.
pub(super) static SHIPPED_FILE: &[u8] = include_bytes!("../../data/othello-patterns.bin");

static SHIPPED: LazyLock<Weights> = LazyLock::new(|| {
    Weights::from_bytes(SHIPPED_FILE).unwrap_or_else(|error| {
        // The file is part of the program; a test reads it.
        unreachable!("{error}")
    })
});

impl Weights {
    /// Phases of the game, each with weights of its own.
    pub const PHASES: usize = PHASES;

    /// The weights that come with the program, as [`Training`](super::Training) made them.
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

    /// The weights as a file: a head, then those of canonical patterns, phase by phase, each as a number of
    /// one byte or more, runs of zeros counted.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let canonical = canonical();
        let mut bytes = MAGIC.to_vec();
        for phase in self.weights.chunks_exact(WEIGHTS) {
            let mut zeros = 0;
            for (_, &weight) in phase.iter().enumerate().filter(|&(at, _)| canonical[at] as usize == at) {
                if weight == 0 {
                    zeros += 1;
                } else {
                    push_zeros(&mut bytes, &mut zeros);
                    push_number(&mut bytes, folded(weight));
                }
            }
            push_zeros(&mut bytes, &mut zeros);
        }
        bytes
    }

    /// Reads what [`Weights::to_bytes`] wrote.
    ///
    /// # Errors
    /// The bytes are something else.
    pub fn from_bytes(bytes: &[u8]) -> Result<Weights, Malformed> {
        let expected = || "weights of Othello patterns, as gokaku train writes them";
        let Some(mut body) = bytes.strip_prefix(MAGIC) else {
            let head = String::from_utf8_lossy(&bytes[..bytes.len().min(MAGIC.len())]);
            return Err(Malformed::new(head, expected()));
        };
        let broken = || Malformed::described(format!("{} bytes", bytes.len()), expected());
        let canonical = canonical();
        let mut weights = vec![0; PHASES * WEIGHTS];
        for phase in weights.chunks_exact_mut(WEIGHTS) {
            let mut zeros = 0;
            for at in 0..WEIGHTS {
                let source = canonical[at] as usize;
                if source != at {
                    phase[at] = phase[source];
                    continue;
                }
                if zeros == 0 {
                    let number = take_number(&mut body).ok_or_else(broken)?;
                    if number > 0 {
                        phase[at] = unfolded(number);
                        continue;
                    }
                    zeros = take_number(&mut body).filter(|&zeros| zeros > 0).ok_or_else(broken)?;
                }
                zeros -= 1;
            }
            if zeros > 0 {
                return Err(broken());
            }
        }
        if !body.is_empty() {
            return Err(broken());
        }
        Ok(Weights { weights })
    }
}

/// A weight as a number that is small if the weight is: 0, -1, 1, -2, 2 and so on.
fn folded(weight: i16) -> u32 {
    u32::from(((weight << 1) ^ (weight >> 15)) as u16)
}

fn unfolded(number: u32) -> i16 {
    (number >> 1) as i16 ^ -((number & 1) as i16)
}

/// Seven bits in each byte, the lowest first; the eighth says that more follow.
fn push_number(bytes: &mut Vec<u8>, mut number: u32) {
    while number > 0x7f {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// What [`push_number`] wrote, up to three bytes.
fn take_number(bytes: &mut &[u8]) -> Option<u32> {
    let mut number = 0;
    for shift in [0, 7, 14] {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u32::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

/// A zero, and how many there are.
fn push_zeros(bytes: &mut Vec<u8>, zeros: &mut u32) {
    if *zeros > 0 {
        bytes.push(0);
        push_number(bytes, *zeros);
        *zeros = 0;
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
        assert_eq!(Weights::from_bytes(SHIPPED_FILE).unwrap().to_bytes(), SHIPPED_FILE);
    }

    #[test]
    fn numbers_are_folded_and_printed_back() {
        for weight in [0, 1, -1, 63, -64, 64, 8191, -8192, i16::MAX, i16::MIN] {
            let mut bytes = Vec::new();
            push_number(&mut bytes, folded(weight));
            let mut rest = &bytes[..];
            assert_eq!(take_number(&mut rest).map(unfolded), Some(weight));
            assert!(rest.is_empty());
        }
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
        assert!(Weights::from_bytes(&[&MAGIC[..], &[0, 0]].concat()).is_err());
        assert!(Weights::from_bytes(&[&MAGIC[..], &[0xff; 4]].concat()).is_err());
    }
}

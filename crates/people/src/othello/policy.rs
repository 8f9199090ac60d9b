//! The first layer: each feature of a move has a vector; their sum goes through a small network.
//!
//! Of the 32 numbers of a sum, 30 are rectified and go on; one counts as it is and one times the rating. So a
//! feature has a weight that is linear in the rating and a vector besides.

use games::Malformed;
use games::othello::Board;
use games::othello::kernel::Kernel;
use search::othello::patterns;

use super::features::{FEATURES, Numbers, PER_MOVE, Scene, canonical};

/// Numbers of a feature's vector.
pub(super) const WIDTH: usize = 32;
/// Those of them that are rectified.
pub(super) const RECTIFIED: usize = WIDTH - 2;

/// Parts of the game in which patterns have vectors of their own.
pub(super) const SETS: usize = 3;

/// The part of the game with so many empty squares.
pub(super) fn set(empties: u32) -> usize {
    match empties {
        43.. => 0,
        25..43 => 1,
        _ => 2,
    }
}

/// Features, those of patterns counted once for each part of the game.
pub(super) const NUMBERED: usize = (SETS - 1) * patterns::WEIGHTS + FEATURES;

/// The place of a feature among them.
#[inline(always)]
pub(super) fn numbered(feature: u32, set: usize) -> usize {
    let feature = feature as usize;
    if feature < patterns::WEIGHTS {
        set * patterns::WEIGHTS + feature
    } else {
        (SETS - 1) * patterns::WEIGHTS + feature
    }
}

/// Biases for each of so many phases.
pub(super) const PHASES: usize = 16;

/// The phase with so many empty squares.
pub(super) fn phase(empties: u32) -> usize {
    (60u32.saturating_sub(empties) as usize / 4).min(PHASES - 1)
}

/// A rating as the networks see it.
#[must_use]
pub(super) fn scaled_rating(rating: f64) -> f32 {
    (((rating - 1600.0) / 200.0) as f32).clamp(-2.5, 2.5)
}

pub(super) type Vector = [f32; WIDTH];

/// The small network behind the sums.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Head {
    /// For each phase: what is added to a sum.
    pub(super) bias: Vec<Vector>,
    /// For each phase: what is added times the rating.
    pub(super) slope: Vec<Vector>,
    /// From each rectified number to the hidden ones.
    pub(super) hidden: Vec<Vector>,
    /// Bias of the hidden numbers, and what is added times the rating.
    pub(super) hidden_bias: [Vector; 2],
    /// From the rectified and from the hidden numbers to the result.
    pub(super) out: [Vector; 2],
}

/// What comes out between the sum and the result.
#[derive(Clone, Copy)]
pub(super) struct Passed {
    pub(super) rectified: Vector,
    pub(super) hidden: Vector,
    pub(super) logit: f32,
}

impl Head {
    /// All vectors, one after the other.
    pub(super) fn vectors_mut(&mut self) -> impl Iterator<Item = &mut Vector> {
        let Head { bias, slope, hidden, hidden_bias, out } = self;
        bias.iter_mut().chain(slope).chain(hidden).chain(hidden_bias).chain(out)
    }

    pub(super) fn vectors(&self) -> impl Iterator<Item = &Vector> {
        let Head { bias, slope, hidden, hidden_bias, out } = self;
        bias.iter().chain(slope).chain(hidden).chain(hidden_bias).chain(out)
    }

    pub(super) fn zero() -> Head {
        Head {
            bias: vec![[0.0; WIDTH]; PHASES],
            slope: vec![[0.0; WIDTH]; PHASES],
            hidden: vec![[0.0; WIDTH]; RECTIFIED],
            hidden_bias: [[0.0; WIDTH]; 2],
            out: [[0.0; WIDTH]; 2],
        }
    }

    /// The result of a sum; with `kept`, of rectified numbers multiplied by it.
    #[inline(always)]
    pub(super) fn pass(&self, sum: &Vector, phase: usize, rating: f32, kept: &Vector) -> Passed {
        let (bias, slope) = (&self.bias[phase], &self.slope[phase]);
        let mut rectified = [0.0; WIDTH];
        for at in 0..WIDTH {
            rectified[at] = (sum[at] + bias[at] + rating * slope[at]).max(0.0) * kept[at];
        }
        let mut hidden = [0.0; WIDTH];
        for at in 0..WIDTH {
            hidden[at] = self.hidden_bias[0][at] + rating * self.hidden_bias[1][at];
        }
        for (weights, &value) in self.hidden.iter().zip(&rectified) {
            for at in 0..WIDTH {
                hidden[at] += value * weights[at];
            }
        }
        let mut parts = [0.0; WIDTH];
        for at in 0..WIDTH {
            hidden[at] = hidden[at].max(0.0);
            parts[at] = hidden[at] * self.out[1][at];
        }
        for at in 0..RECTIFIED {
            parts[at] += rectified[at] * self.out[0][at];
        }
        let logit = parts.iter().sum::<f32>() + sum[WIDTH - 2] + rating * sum[WIDTH - 1];
        Passed { rectified, hidden, logit }
    }
}

/// Keeps every number.
pub(super) const ALL_KEPT: Vector = [1.0; WIDTH];

/// The steps of a vector's numbers in the file, as powers of two: the smallest, and steps between two.
const SMALLEST_STEP: f32 = 1.0 / 4096.0;
const STEPS_PER_OCTAVE: f32 = 4.0;

/// A vector in memory is in whole numbers of this size: sums are exact on every machine.
const UNIT: f32 = 1.0 / 2048.0;

/// The first layer as it is used.
#[derive(Clone, PartialEq, Debug)]
pub struct Policy {
    /// The vector of each feature; vector 0 is that of features seen too rarely.
    map: Vec<u32>,
    vectors: Vec<[i16; WIDTH]>,
    pub(super) head: Head,
}

/// A move, summed up.
#[derive(Clone, Copy)]
pub struct SummedMove {
    sum: Vector,
    /// The board after it, seen by the other side.
    pub after: Board,
    /// What the second layer sees of it.
    pub numbers: Numbers,
}

/// A vector as bytes: the size of its step, and the numbers in steps.
fn packed(vector: &Vector) -> [u8; WIDTH + 1] {
    let largest = vector.iter().fold(0f32, |largest, value| largest.max(value.abs()));
    let exponent =
        ((largest / 127.0 / SMALLEST_STEP).log2() * STEPS_PER_OCTAVE).ceil().clamp(0.0, 255.0) as u8;
    let step = step(exponent);
    let mut bytes = [exponent; WIDTH + 1];
    for (byte, value) in bytes[1..].iter_mut().zip(vector) {
        *byte = (value / step).round().clamp(-127.0, 127.0) as i8 as u8;
    }
    bytes
}

fn step(exponent: u8) -> f32 {
    SMALLEST_STEP * (f32::from(exponent) / STEPS_PER_OCTAVE).exp2()
}

impl Policy {
    /// Packs the vectors that training made.
    pub(super) fn new(map: &[u32], vectors: &[Vector], head: &Head) -> Policy {
        let mut bytes = Vec::new();
        write(map, vectors, head, &mut bytes);
        let read = Policy::read(&mut &bytes[..]);
        read.unwrap_or_else(|error| unreachable!("{error}"))
    }

    /// The moves of a scene in the order of the squares.
    #[inline(always)]
    pub fn sum_moves<K: Kernel>(&self, kernel: K, scene: &Scene) -> Vec<SummedMove> {
        let set = set(scene.empties);
        let mut summed = Vec::with_capacity(scene.legal.count_ones() as usize);
        for square in scene.squares() {
            let (features, after, numbers): ([u32; PER_MOVE], _, _) = scene.features(kernel, square);
            let mut sum = [0i32; WIDTH];
            for feature in features {
                let vector = &self.vectors[self.map[numbered(feature, set)] as usize];
                for at in 0..WIDTH {
                    sum[at] += i32::from(vector[at]);
                }
            }
            summed.push(SummedMove { sum: sum.map(|value| value as f32 * UNIT), after, numbers });
        }
        summed
    }

    /// The logit of each move to somebody of this rating, and the hidden numbers behind it.
    #[inline(always)]
    pub fn logits(&self, moves: &[SummedMove], empties: u32, rating: f64) -> (Vec<f32>, Vec<[f32; WIDTH]>) {
        let rating = scaled_rating(rating);
        let phase = phase(empties);
        moves
            .iter()
            .map(|mv| {
                let passed = self.head.pass(&mv.sum, phase, rating, &ALL_KEPT);
                (passed.logit, passed.hidden)
            })
            .unzip()
    }

    /// Vectors of features.
    #[must_use]
    pub fn vectors(&self) -> usize {
        self.vectors.len()
    }

    /// Reads what training wrote and leaves the rest.
    ///
    /// # Errors
    /// The bytes end too early.
    pub fn read(bytes: &mut &[u8]) -> Result<Policy, Malformed> {
        let short = |found: usize| Malformed::described(format!("{found} bytes"), "the vectors of features");
        let (present, mut rest) =
            bytes.split_at_checked(NUMBERED.div_ceil(8)).ok_or_else(|| short(bytes.len()))?;
        let canonical = numbered_canonical();
        let mut map = vec![0u32; NUMBERED];
        let mut count = 1;
        for (feature, &canonical) in canonical.iter().enumerate() {
            if canonical as usize != feature {
                map[feature] = map[canonical as usize];
            } else if present[feature / 8] >> (feature % 8) & 1 == 1 {
                map[feature] = count;
                count += 1;
            }
        }
        let mut vectors = Vec::with_capacity(count as usize);
        for _ in 0..count {
            let (vector, behind) =
                rest.split_first_chunk::<{ WIDTH + 1 }>().ok_or_else(|| short(rest.len()))?;
            let step = step(vector[0]);
            let mut values = [0; WIDTH];
            for (value, &byte) in values.iter_mut().zip(&vector[1..]) {
                *value = (f32::from(byte as i8) * step / UNIT).round() as i16;
            }
            vectors.push(values);
            rest = behind;
        }
        let mut head = Head::zero();
        for vector in head.vectors_mut() {
            for value in vector {
                let (number, behind) = rest.split_first_chunk::<4>().ok_or_else(|| short(rest.len()))?;
                *value = f32::from_le_bytes(*number);
                rest = behind;
            }
        }
        *bytes = rest;
        Ok(Policy { map, vectors, head })
    }
}

/// [`canonical`] for numbered features: the image of a pattern is one of the same part of the game.
pub(super) fn numbered_canonical() -> Vec<u32> {
    let canonical = canonical();
    let (of_patterns, of_moves) = canonical.split_at(patterns::WEIGHTS);
    let sets = (0..SETS).flat_map(|set| of_patterns.iter().map(move |&at| numbered(at, set) as u32));
    sets.chain(of_moves.iter().map(|&at| numbered(at, 0) as u32)).collect()
}

/// Writes the vectors of the features in use and the network behind them. `map` gives 0 for features seen too
/// rarely; the vectors of canonical features must be in their order.
pub(super) fn write(map: &[u32], vectors: &[Vector], head: &Head, bytes: &mut Vec<u8>) {
    let mut present = vec![0u8; NUMBERED.div_ceil(8)];
    for (feature, &canonical) in numbered_canonical().iter().enumerate() {
        if canonical as usize == feature && map[feature] != 0 {
            present[feature / 8] |= 1 << (feature % 8);
        }
    }
    bytes.extend(present);
    bytes.extend(vectors.iter().flat_map(packed));
    bytes.extend(head.vectors().flatten().flat_map(|value| value.to_le_bytes()));
}

//! Boards with labels, from which weights are made.

use games::Malformed;
use games::othello::Board;

/// A board and what it should be worth to the side to move, in discs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct TrainingSample {
    pub(super) board: Board,
    /// The label: a mean of what searches thought from here on and the result of the game.
    pub(super) label: f32,
    /// The result of the game.
    pub(super) result: f32,
}

/// The samples of some games.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct TrainingSamples(pub(super) Vec<TrainingSample>);

/// Bytes of a sample: two sets of squares, two numbers.
const SAMPLE_BYTES: usize = 24;

impl TrainingSamples {
    /// How many boards there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The samples as a file, to be kept while training goes on.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(SAMPLE_BYTES * self.0.len());
        for sample in &self.0 {
            bytes.extend(sample.board.own.to_le_bytes());
            bytes.extend(sample.board.other.to_le_bytes());
            bytes.extend(sample.label.to_le_bytes());
            bytes.extend(sample.result.to_le_bytes());
        }
        bytes
    }

    /// Reads what [`TrainingSamples::to_bytes`] wrote.
    ///
    /// # Errors
    /// The bytes are something else.
    pub fn from_bytes(bytes: &[u8]) -> Result<TrainingSamples, Malformed> {
        let (samples, rest) = bytes.as_chunks::<SAMPLE_BYTES>();
        let found = || format!("{} bytes", bytes.len());
        if !rest.is_empty() {
            return Err(Malformed::described(found(), format!("samples of {SAMPLE_BYTES} bytes each")));
        }
        let read = |bytes: &[u8; SAMPLE_BYTES]| {
            let words = bytes.as_chunks::<8>().0;
            let numbers = words[2].as_chunks::<4>().0;
            let board = Board { own: u64::from_le_bytes(words[0]), other: u64::from_le_bytes(words[1]) };
            let [label, result] = [f32::from_le_bytes(numbers[0]), f32::from_le_bytes(numbers[1])];
            let is_sound = board.own & board.other == 0 && label.abs() <= 64.0 && result.abs() <= 64.0;
            is_sound.then_some(TrainingSample { board, label, result })
        };
        samples
            .iter()
            .map(|bytes| read(bytes).ok_or_else(|| Malformed::described(found(), "boards and discs")))
            .collect::<Result<_, _>>()
            .map(TrainingSamples)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_printed_and_read_back() {
        let sample = TrainingSample { board: Board::START, label: -1.5, result: 2.0 };
        let samples = TrainingSamples(vec![sample, TrainingSample { label: 3.25, ..sample }]);
        let bytes = samples.to_bytes();
        assert_eq!(TrainingSamples::from_bytes(&bytes), Ok(samples));
        assert!(TrainingSamples::from_bytes(&bytes[1..]).is_err());
        let overlapping = TrainingSample { board: Board { own: 3, other: 2 }, ..sample };
        assert!(TrainingSamples::from_bytes(&TrainingSamples(vec![overlapping]).to_bytes()).is_err());
    }
}

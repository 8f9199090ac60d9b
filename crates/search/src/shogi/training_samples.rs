//! Positions with labels, from which weights are made.

use std::fmt::Write as _;

use games::Malformed;
use games::shogi::Shogi;

/// A position and what it turned out to be worth to the side to move.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct TrainingSample {
    /// Printed: millions of games would not fit in memory.
    sfen: Box<str>,
    /// The label: the probability of a win by the searches here and at later moves.
    pub(super) label: f32,
}

impl TrainingSample {
    pub(super) fn new(game: &Shogi, label: f32) -> TrainingSample {
        TrainingSample { sfen: game.sfen().into(), label }
    }

    /// The position.
    pub(super) fn game(&self) -> Shogi {
        // It was printed by a game or has been read as one.
        self.sfen.parse().unwrap_or_default()
    }
}

/// The samples of some games.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct TrainingSamples(pub(super) Vec<TrainingSample>);

impl TrainingSamples {
    /// How many positions there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The samples as a file: a line each, label and position.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for TrainingSample { sfen, label } in &self.0 {
            let _ = writeln!(text, "{label} {sfen}");
        }
        text
    }

    /// Reads what [`TrainingSamples::to_text`] wrote.
    ///
    /// # Errors
    /// A line is something else.
    pub fn from_text(text: &str) -> Result<TrainingSamples, Malformed> {
        let read = |line: &str| {
            let (label, sfen) = line.split_once(' ')?;
            let label = label.parse().ok().filter(|label| (0.0..=1.0).contains(label))?;
            sfen.parse::<Shogi>().ok()?;
            Some(TrainingSample { sfen: sfen.into(), label })
        };
        let samples = (1..).zip(text.lines()).map(|(number, line)| {
            read(line).ok_or_else(|| Malformed::new(line, "label and position").at_line(number))
        });
        samples.collect::<Result<_, _>>().map(TrainingSamples)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_printed_and_read_back() {
        let samples = TrainingSamples(vec![TrainingSample::new(&Shogi::default(), 0.4375)]);
        assert_eq!(TrainingSamples::from_text(&samples.to_text()), Ok(samples));
        assert!(TrainingSamples::from_text("2 x").is_err());
        assert!(TrainingSamples::from_text("0.5 9/9").is_err());
    }
}

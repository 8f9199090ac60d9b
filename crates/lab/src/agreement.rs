//! How well an evaluation agrees with known scores.

use statistics::{Interval, mean_interval, wilson};

/// Values of an evaluation compared with known scores.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Agreement {
    /// Boards that are not even.
    decided: u64,
    /// Those of them whose winner the evaluation names.
    right: u64,
    /// What the evaluation says less what the board is worth.
    misses: Vec<f64>,
}

impl Agreement {
    /// Counts a board that the evaluation gives `value` and that is worth `score`.
    pub fn add(&mut self, value: f64, score: f64) {
        if score != 0.0 {
            self.decided += 1;
            self.right += u64::from(value * score > 0.0);
        }
        self.misses.push(value - score);
    }

    /// All boards.
    #[must_use]
    pub fn boards(&self) -> u64 {
        self.misses.len() as u64
    }

    /// Boards that are worth nothing to either side; they have no sign to agree with.
    #[must_use]
    pub fn even(&self) -> u64 {
        self.boards() - self.decided
    }

    /// The share of the other boards for which the evaluation names the right side, and how sure that is.
    #[must_use]
    pub fn sign(&self) -> (f64, Interval) {
        (self.right as f64 / self.decided.max(1) as f64, wilson(self.right as f64, self.decided))
    }

    /// The mean distance between value and score over all boards, and how sure that is.
    #[must_use]
    pub fn mean_error(&self) -> (f64, Interval) {
        mean_interval(&self.misses.iter().map(|miss| miss.abs()).collect::<Vec<_>>())
    }

    /// How much more the evaluation says than there is, on the mean.
    #[must_use]
    pub fn bias(&self) -> (f64, Interval) {
        mean_interval(&self.misses)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn even_boards_have_an_error_but_no_sign() {
        let mut agreement = Agreement::default();
        for (value, score) in [(3.0, 1.0), (-1.0, -4.0), (1.0, -2.0), (0.0, 6.0), (2.0, 0.0)] {
            agreement.add(value, score);
        }
        assert_eq!((agreement.boards(), agreement.even()), (5, 1));
        assert_eq!(agreement.sign().0, 0.5);
        assert_eq!(agreement.mean_error().0, (2.0 + 3.0 + 3.0 + 6.0 + 2.0) / 5.0);
        assert_eq!(agreement.bias().0, (2.0 + 3.0 + 3.0 - 6.0 + 2.0) / 5.0);
        let error = agreement.mean_error();
        assert!(error.1.low < error.0 && error.0 < error.1.high);
    }
}

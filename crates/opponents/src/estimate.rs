//! An adaptive opponent's estimate of the other side's strength.

/// What an estimate counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StrengthUnit {
    /// The depth cap of the tree search that plays like the other side (the ladder's rungs).
    TreeDepth,
    /// Elo (random play = 0).
    Elo,
    /// From 0, the worst move's value, to 1, the best one's.
    Share,
}

impl StrengthUnit {
    /// Its name in files.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            StrengthUnit::TreeDepth => "tree_depth",
            StrengthUnit::Elo => "elo",
            StrengthUnit::Share => "share",
        }
    }

    /// In words.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            StrengthUnit::TreeDepth => "depth of the search tree",
            StrengthUnit::Elo => "Elo, random play = 0",
            StrengthUnit::Share => "share of the value range, 0 to 1",
        }
    }
}

/// The other side's level, and what it probably lies between.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// What it counts.
    pub scale: StrengthUnit,
    /// The level.
    pub value: f64,
    /// The lower end of what is likely.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Estimate {
    /// The mean of `observations` with twice its standard error on either side, both within `range`; one
    /// observation says nothing of its error. `None` without any.
    #[must_use]
    pub fn mean(scale: StrengthUnit, observations: &[f64], range: (f64, f64)) -> Option<Estimate> {
        let count = observations.len() as f64;
        let value = observations.iter().sum::<f64>() / count;
        match observations {
            [] => None,
            [_] => Some(Estimate { scale, value, low: range.0, high: range.1 }),
            _ => {
                let squares: f64 = observations.iter().map(|one| (one - value).powi(2)).sum();
                let error = (squares / (count - 1.0) / count).sqrt();
                let (low, high) = ((value - 2.0 * error).max(range.0), (value + 2.0 * error).min(range.1));
                Some(Estimate { scale, value, low, high })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_estimate_gets_surer() {
        let of = |observations: &[f64]| Estimate::mean(StrengthUnit::TreeDepth, observations, (1.0, 9.0));
        assert_eq!(of(&[]), None);
        assert_eq!(of(&[5.0]).map(|one| (one.value, one.low, one.high)), Some((5.0, 1.0, 9.0)));
        // Standard deviation 2, standard error 1.
        let four = of(&[4.0, 4.0, 4.0, 8.0]).unwrap();
        assert_eq!((four.value, four.low, four.high), (5.0, 3.0, 7.0));
        let sure = of(&[5.0, 5.0]).unwrap();
        assert_eq!((sure.low, sure.high), (5.0, 5.0));
    }
}

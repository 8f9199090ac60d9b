//! Outcomes that can be counted: of single games or of pairs of games.

/// Counted scores of one side, evenly spaced between 0 (all lost) and 1 (all won).
///
/// What is counted must be independent of each other: single games from unrelated openings, or pairs of games
/// from one opening. The two games of a pair are not independent, which is why [`Pairs`](crate::Pairs) counts
/// them together.
pub trait Results {
    /// How often each score came up, from the lowest to the highest.
    fn counts(&self) -> Vec<f64>;

    /// Games behind each count: 1, or 2 for pairs.
    fn games_each(&self) -> f64;

    /// How many were counted: games, or pairs.
    fn counted(&self) -> f64 {
        self.counts().iter().sum()
    }

    /// The mean score; 0.5 before the first.
    fn mean(&self) -> f64 {
        moment(&self.counts(), 1)
    }

    /// The variance of what is counted around its mean; 0.25 before the first.
    fn variance(&self) -> f64 {
        let counts = self.counts();
        (moment(&counts, 2) - moment(&counts, 1).powi(2)).max(0.0)
    }

    /// The standard deviation of one game's score.
    ///
    /// For pairs that of the mean of two, scaled: below that of single games if the openings favour a side.
    fn deviation_per_game(&self) -> f64 {
        (self.variance() * self.games_each()).sqrt()
    }
}

/// The score that stands at place `index` of `kinds`.
pub(super) fn score_at(index: usize, kinds: usize) -> f64 {
    index as f64 / (kinds - 1) as f64
}

/// The mean of the scores to a power; before the first result that of a coin: half the results 0, half 1.
fn moment(counts: &[f64], power: i32) -> f64 {
    let counted: f64 = counts.iter().sum();
    if counted == 0.0 {
        return 0.5;
    }
    let sum: f64 = counts
        .iter()
        .enumerate()
        .map(|(index, count)| count * score_at(index, counts.len()).powi(power))
        .sum();
    sum / counted
}

//! Games in pairs.

use super::{Interval, Results, score_interval};

/// Pairs of games from the same opening with sides swapped, by what one opponent made of both: the
/// pentanomial counts of fishtest and fastchess.
///
/// An opening that favours a side turns both games of a pair at once; counted singly they would look more
/// certain, or less, than they are (fishtest's wiki, "Fishtest mathematics").
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Pairs {
    /// How many pairs made 0, 0.5, 1, 1.5 and 2 points.
    pub counts: [u64; 5],
}

impl Pairs {
    /// Counts a pair by the scores of its games, 1, 0.5 or 0 each.
    pub fn add(&mut self, one: f64, other: f64) {
        let halves = (2.0 * (one + other)).round().clamp(0.0, 4.0);
        self.counts[halves as usize] += 1;
    }

    /// Counts games that were played in pairs: 2n and 2n + 1 from the same opening. A last one without
    /// partner is left out.
    #[must_use]
    pub fn of_games(scores: &[f64]) -> Self {
        let mut pairs = Pairs::default();
        for pair in scores.chunks_exact(2) {
            pairs.add(pair[0], pair[1]);
        }
        pairs
    }

    /// Pairs counted.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Points made: a win 1, a draw one half.
    #[must_use]
    pub fn points(&self) -> f64 {
        self.counts.iter().enumerate().map(|(halves, &count)| 0.5 * halves as f64 * count as f64).sum()
    }

    /// The mean score of a game.
    #[must_use]
    pub fn score(&self) -> f64 {
        self.mean()
    }

    /// The 95% interval of [`Pairs::score`].
    #[must_use]
    pub fn interval(&self) -> Interval {
        score_interval(self)
    }
}

impl Results for Pairs {
    fn counts(&self) -> Vec<f64> {
        self.counts.map(|count| count as f64).to_vec()
    }

    fn games_each(&self) -> f64 {
        2.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_counted_by_their_points() {
        let pairs = Pairs::of_games(&[1.0, 1.0, 1.0, 0.0, 0.5, 0.5, 0.0, 0.5, 0.0, 0.0, 0.5, 1.0, 1.0]);
        assert_eq!(pairs.counts, [1, 1, 2, 1, 1]);
        assert_eq!((pairs.pairs(), pairs.points(), pairs.score()), (6, 6.0, 0.5));
    }

    /// The raw statistics of test 69d3c8dc7c5b3724e29d2712 of a public fishtest server
    /// (montytest.muzhen.org/tests/stats/69d3c8dc7c5b3724e29d2712): results, expected value, variance,
    /// variance and deviation per game.
    #[test]
    fn moments_are_those_of_fishtest() {
        let pairs = Pairs { counts: [13, 37, 50, 25, 3] };
        assert_eq!(format!("{:.5}", pairs.mean()), "0.43750");
        assert_eq!(format!("{:.5}", pairs.variance()), "0.05762");
        assert_eq!(format!("{:.5}", 2.0 * pairs.variance()), "0.11523");
        assert_eq!(format!("{:.5}", pairs.deviation_per_game()), "0.33946");
    }

    #[test]
    fn openings_that_decide_both_games_leave_no_doubt_about_the_score() {
        // The side to move always wins: 100 games, 50 won, and yet the score is no coin's.
        let decided = Pairs::of_games(&[1.0, 0.0].repeat(50));
        let singly = crate::wilson(50.0, 100);
        assert!(decided.interval().high - decided.interval().low < 0.5 * (singly.high - singly.low));
        assert!(decided.interval().low < 0.5 && decided.interval().high > 0.5);
    }
}

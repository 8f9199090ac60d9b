//! Numbers that come in pairs of games.

use std::collections::BTreeMap;

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use report::Cell;
use statistics::{Interval, mean_of_clusters, wilson};

/// Resamples of a bootstrap: those its coverage was measured with (`statistics/coverage.rs`).
const RESAMPLES: usize = 999;

/// What belongs to a share or a mean, by the pair of games it comes from: the moves of a game are not
/// independent, nor are two games from one opening.
#[derive(Default)]
pub(crate) struct Sample(BTreeMap<(usize, u64), Vec<f64>>);

impl Sample {
    pub(crate) fn add(&mut self, pair: (usize, u64), value: f64) {
        self.0.entry(pair).or_default().push(value);
    }

    pub(crate) fn values(&self) -> impl Iterator<Item = f64> {
        self.0.values().flatten().copied()
    }

    pub(crate) fn count(&self) -> u64 {
        self.0.values().map(|values| values.len() as u64).sum()
    }

    pub(crate) fn sum(&self) -> f64 {
        self.values().sum()
    }

    pub(crate) fn mean(&self) -> Option<f64> {
        (self.count() > 0).then(|| self.sum() / self.count() as f64)
    }

    /// The 95% interval of the mean, by the bootstrap over pairs; `None` where one pair says nothing of the
    /// spread.
    pub(crate) fn interval(&self, seed: u64) -> Option<Interval> {
        let clusters: Vec<Vec<f64>> = self.0.values().cloned().collect();
        if clusters.len() < 2 {
            return None;
        }
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        mean_of_clusters(&clusters, RESAMPLES, &mut rng).map(|(_, interval)| interval)
    }

    /// The interval of a share. Where it is 0 or 1 there is nothing to resample, and Wilson's has the last
    /// word.
    pub(crate) fn share_interval(&self, seed: u64) -> Option<Interval> {
        let (sum, count) = (self.sum(), self.count());
        if count > 0 && (sum == 0.0 || sum == count as f64) {
            return Some(wilson(sum, count));
        }
        self.interval(seed)
    }

    /// The mean as a share, and its interval.
    pub(crate) fn share_cells(&self, seed: u64) -> [Cell; 2] {
        let interval = self.share_interval(seed);
        [
            self.mean().map_or(Cell::Nothing, Cell::Share),
            interval.map_or(Cell::Nothing, |Interval { low, high }| Cell::Shares(low, high)),
        ]
    }
}

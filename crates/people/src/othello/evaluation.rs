//! How well people are predicted: cross entropy and how often the likeliest moves were played.

use std::sync::Arc;

use games::othello::Squares;
use rayon::prelude::*;

use super::games::Position;
use super::policy::Policy;
use super::values::{DEPTHS, MoveValues};
use super::{OthelloModel, OthelloPeople};

/// How well some choices were predicted.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Prediction {
    /// Cross entropy in nats.
    pub nats: f64,
    /// The likeliest move was played (or shares of it, where several are as likely).
    pub first: f64,
    /// One of the three likeliest was played.
    pub third: f64,
}

impl Prediction {
    /// What a prediction is worth where the move number `played` was played.
    #[must_use]
    pub fn of(shares: &[f64], played: usize) -> Prediction {
        let share = shares.get(played).copied().unwrap_or_default();
        let above = shares.iter().filter(|&&other| other > share).count();
        let equal = shares.iter().filter(|&&other| other == share).count().max(1);
        let among = |places: usize| (places.saturating_sub(above) as f64 / equal as f64).clamp(0.0, 1.0);
        Prediction { nats: -share.max(1e-12).ln(), first: among(1), third: among(3) }
    }
}

/// The mean of some predictions.
#[must_use]
pub fn mean(predictions: impl Iterator<Item = Prediction>) -> (Prediction, usize) {
    let (mut sum, mut count) = (Prediction::default(), 0);
    for prediction in predictions {
        sum.nats += prediction.nats;
        sum.first += prediction.first;
        sum.third += prediction.third;
        count += 1;
    }
    let share = |sum: f64| if count == 0 { 0.0 } else { sum / count as f64 };
    (Prediction { nats: share(sum.nats), first: share(sum.first), third: share(sum.third) }, count)
}

/// The place of the move that was played among the legal ones.
#[must_use]
pub fn place(position: &Position) -> usize {
    Squares(position.board.moves()).position(|square| square == position.played).unwrap_or_default()
}

/// What the model predicts at each position.
#[must_use]
pub fn predict(model: &Arc<OthelloModel>, search: bool, positions: &[Position]) -> Vec<Prediction> {
    let of = |people: &mut OthelloPeople, position: &Position| {
        let ratings = [f64::from(position.rating)];
        let shares = people.on_board(position.board, position.recent, &ratings);
        Prediction::of(&shares[0], place(position))
    };
    positions
        .par_chunks(100)
        .flat_map_iter(|part| {
            let mut people = OthelloPeople::new(Arc::clone(model), search);
            part.iter().map(|position| of(&mut people, position)).collect::<Vec<_>>()
        })
        .collect()
}

/// What the first layer predicts by itself.
#[must_use]
pub fn policy_predictions(policy: &Policy, positions: &[Position]) -> Vec<Prediction> {
    let of = |position: &Position| {
        let looked = OthelloModel::look(policy, position.board, position.recent, &|_| Default::default());
        let (logits, _) = policy.logits(&looked.moves, looked.empties, f64::from(position.rating));
        let shares: Vec<f64> = super::softmax(&logits).into_iter().map(f64::from).collect();
        Prediction::of(&shares, place(position))
    };
    positions.par_iter().map(of).collect()
}

/// The bands of ratings by which predictions are tabulated: upper bounds.
pub const BANDS: [f64; 8] = [1300.0, 1450.0, 1550.0, 1650.0, 1750.0, 1850.0, 1950.0, f64::INFINITY];

/// What the bands are called.
pub const BAND_NAMES: [&str; 8] = [
    "below 1300",
    "1300 to 1450",
    "1450 to 1550",
    "1550 to 1650",
    "1650 to 1750",
    "1750 to 1850",
    "1850 to 1950",
    "1950 and above",
];

/// The band of a rating.
#[must_use]
pub fn band(rating: f64) -> usize {
    BANDS.iter().position(|&bound| rating < bound).unwrap_or(BANDS.len() - 1)
}

/// The phases by which predictions and losses are tabulated.
pub const PHASE_NAMES: [&str; 4] = ["plies to 12", "13 to 36", "37 to 48", "49 on"];

/// The phase of a move made with so many empty squares.
#[must_use]
pub fn phase(empties: u32) -> usize {
    match 61u32.saturating_sub(empties) {
        ..13 => 0,
        13..37 => 1,
        37..49 => 2,
        _ => 3,
    }
}

/// A prediction from the values of a search: a softmax with a temperature for each band and phase.
pub struct SearchPredictor {
    depth: usize,
    /// In discs, by band and phase.
    temperatures: Vec<f64>,
}

impl SearchPredictor {
    /// Finds the temperatures that predict these positions best, by searches of depth `depth + 1`.
    #[must_use]
    pub fn fit(positions: &[Position], values: &[Vec<[f32; DEPTHS]>], depth: usize) -> SearchPredictor {
        const CELLS: usize = BANDS.len() * PHASE_NAMES.len();
        let grid: Vec<f64> = (0..24).map(|step| 0.3 * 1.2f64.powi(step)).collect();
        let mut nats = vec![vec![0.0; grid.len()]; CELLS];
        for (position, values) in positions.iter().zip(values) {
            let cell = cell(position);
            for (sum, &temperature) in nats[cell].iter_mut().zip(&grid) {
                *sum += Prediction::of(&shares(values, depth, temperature), place(position)).nats;
            }
        }
        let best = |nats: &Vec<f64>| {
            let best = (0..grid.len()).min_by(|&a, &b| nats[a].total_cmp(&nats[b])).unwrap_or_default();
            grid[best]
        };
        SearchPredictor { depth, temperatures: nats.iter().map(best).collect() }
    }

    /// The prediction at a position.
    #[must_use]
    pub fn predict(&self, position: &Position, values: &[[f32; DEPTHS]]) -> Prediction {
        let temperature = self.temperatures[cell(position)];
        Prediction::of(&shares(values, self.depth, temperature), place(position))
    }
}

fn cell(position: &Position) -> usize {
    band(f64::from(position.rating)) * PHASE_NAMES.len() + phase(position.board.empty().count_ones())
}

fn shares(values: &[[f32; DEPTHS]], depth: usize, temperature: f64) -> Vec<f64> {
    let of_depth: Vec<f32> = values.iter().map(|values| values[depth]).collect();
    super::inputs::log_softmax(&of_depth, temperature as f32)
        .into_iter()
        .map(|log| f64::from(log).exp())
        .collect()
}

/// The values of the moves at each position.
#[must_use]
pub fn values(positions: &[Position]) -> Vec<Vec<[f32; DEPTHS]>> {
    positions
        .par_chunks(100)
        .flat_map_iter(|part| {
            let mut values = MoveValues::default();
            part.iter().map(|position| values.of(position.board)).collect::<Vec<_>>()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_share_their_places() {
        let prediction = Prediction::of(&[0.25; 4], 2);
        assert_eq!((prediction.first, prediction.third), (0.25, 0.75));
        assert!((prediction.nats - 4f64.ln()).abs() < 1e-9);
        let sure = Prediction::of(&[0.1, 0.7, 0.2], 0);
        assert_eq!((sure.first, sure.third), (0.0, 1.0));
    }
}

//! What the second layer sees of each move: what the first one says, the opening book, plain numbers, and the
//! values of shallow searches where there are any.

use super::book::{self, BANDS};
use super::features::CLASSES;
use super::policy::{SummedMove, WIDTH, scaled_rating};
use super::values::DEPTHS;

/// Inputs of a move without search.
pub(super) const PLAIN: usize = 2 + WIDTH + 5 + CLASSES + 11 + PHASES + 5;
/// Inputs of a move with search.
pub(super) const SEARCHED: usize = PLAIN + 3 * DEPTHS + 9;

/// Stages of the game, between which the inputs change gradually.
const PHASES: usize = 7;

/// What there is to know about the moves of a position but for the rating.
pub(super) struct Known<'a> {
    /// The moves in the order of the game's list.
    pub moves: &'a [SummedMove],
    /// Their counts in the opening book.
    pub counts: &'a [[f32; BANDS]],
    /// Their values by searches of depth 1 to 4, for the mover, in discs.
    pub values: Option<&'a [[f32; DEPTHS]]>,
    /// Empty squares before the move.
    pub empties: u32,
}

/// Appends the inputs of each move to somebody of this rating; `logits` and `hidden` are those of the first
/// layer.
pub(super) fn fill(
    rows: &mut Vec<f32>,
    known: &Known<'_>,
    logits: &[f32],
    hidden: &[[f32; WIDTH]],
    rating: f64,
) {
    let count = logits.len();
    let log_shares = log_softmax(logits, 1.0);
    let gaps = gaps(logits);
    let advice = book::advice(known.counts, rating);
    let fewest = known.moves.iter().map(|mv| mv.numbers.replies).min().unwrap_or_default();
    let progress = (60.0 - known.empties.min(60) as f32) / 10.0;
    let searched = known.values.map(Searched::new);
    let rating = scaled_rating(rating);
    for at in 0..count {
        let numbers = known.moves[at].numbers;
        rows.extend([log_shares[at].max(-12.0), gaps[at].clamp(-12.0, 12.0) / 3.0]);
        rows.extend(hidden[at]);
        rows.extend(advice[at]);
        rows.extend((0..CLASSES).map(|class| f32::from(u8::from(class == numbers.class))));
        rows.extend([
            numbers.flips as f32 / 8.0,
            numbers.openness as f32 / 8.0,
            numbers.replies as f32 / 8.0,
            numbers.next as f32 / 8.0,
            numbers.corners[0] as f32,
            numbers.corners[1] as f32,
            numbers.region.min(16) as f32 / 8.0,
            (numbers.region % 2) as f32,
            f32::from(u8::from(numbers.flips_last)),
            numbers.distance as f32 / 8.0,
            (numbers.replies - fewest) as f32 / 8.0,
        ]);
        rows.extend((0..PHASES).map(|phase| (1.0 - (progress - phase as f32).abs()).max(0.0)));
        rows.extend([
            (count as f32).ln() / 3.0,
            rating,
            rating * rating / 2.0,
            rating * gaps[at].clamp(-6.0, 6.0) / 3.0,
            (known.empties % 2) as f32,
        ]);
        if let Some(searched) = &searched {
            searched.fill(rows, at, rating);
        }
    }
}

/// Values of searches, compared with each other.
struct Searched<'a> {
    values: &'a [[f32; DEPTHS]],
    best: [f32; DEPTHS],
    log_shares: [Vec<f32>; DEPTHS],
    gaps: Vec<f32>,
}

impl<'a> Searched<'a> {
    fn new(values: &'a [[f32; DEPTHS]]) -> Searched<'a> {
        let of_depth = |depth: usize| values.iter().map(|values| values[depth]).collect::<Vec<f32>>();
        let best = std::array::from_fn(|depth| of_depth(depth).into_iter().fold(f32::NEG_INFINITY, f32::max));
        Searched {
            values,
            best,
            log_shares: std::array::from_fn(|depth| log_softmax(&of_depth(depth), 2.0)),
            gaps: gaps(&of_depth(DEPTHS - 1)),
        }
    }

    fn fill(&self, rows: &mut Vec<f32>, at: usize, rating: f32) {
        let values = self.values[at];
        for depth in 0..DEPTHS {
            let loss = self.best[depth] - values[depth];
            rows.extend([
                loss.min(32.0) / 8.0,
                f32::from(u8::from(loss < 1e-3)),
                self.log_shares[depth][at].max(-12.0) / 3.0,
            ]);
        }
        let deepest = DEPTHS - 1;
        let (value, best) = (values[deepest], self.best[deepest]);
        rows.extend([
            self.gaps[at].clamp(-16.0, 16.0) / 8.0,
            (best / 16.0).clamp(-2.0, 2.0),
            (best.abs() / 16.0).min(2.0),
            ((value - values[0]) / 8.0).clamp(-3.0, 3.0),
            ((value - values[1]) / 8.0).clamp(-3.0, 3.0),
            f32::from(u8::from(value > 0.0)),
            f32::from(u8::from(best > 0.0 && value <= 0.0)),
            rating * (best - value).min(16.0) / 8.0,
            rating * self.log_shares[deepest][at].max(-8.0) / 3.0,
        ]);
    }
}

/// Logarithms of the softmax of `values` divided by `scale`.
pub(super) fn log_softmax(values: &[f32], scale: f32) -> Vec<f32> {
    let largest = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let sum: f32 = values.iter().map(|value| ((value - largest) / scale).exp()).sum();
    values.iter().map(|value| (value - largest) / scale - sum.ln()).collect()
}

/// How far each value is above the best of the others.
fn gaps(values: &[f32]) -> Vec<f32> {
    let best_of_others = |at: usize| {
        let others = values.iter().enumerate().filter(|&(other, _)| other != at);
        others.map(|(_, &value)| value).fold(f32::NEG_INFINITY, f32::max)
    };
    (0..values.len()).map(|at| if values.len() < 2 { 0.0 } else { values[at] - best_of_others(at) }).collect()
}

//! Corrections of the weights with AdaGrad's steps (Duchi, Hazan and Singer 2011), in parts that are added up
//! so that rare squares of kings profit from common ones.

use games::shogi::{Color, Position};

use super::features::{self, FEATURES, Feature, SQUARES, describe, mirrored};
use super::weights::KINGS;

/// How far a sample moves a weight, in points; later ones less and less.
pub(super) const STEP: f32 = 2.0;

/// What one side sees, mirrored so that its king is on the first five files.
pub(super) struct KingView {
    pub(super) king: usize,
    pub(super) features: Vec<u16>,
}

impl KingView {
    pub(super) fn of(position: &Position, view: Color) -> KingView {
        let king = features::king(view, position);
        let mirror = king >= KINGS;
        let mut seen = Vec::with_capacity(40);
        features::each(position, view, |feature| {
            seen.push(if mirror { mirrored(feature) } else { feature } as u16);
        });
        KingView { king: if mirror { mirrored(king) } else { king }, features: seen }
    }
}

/// A correction of a weight, and the squares of the steps it was made of.
#[derive(Clone, Copy, Default)]
pub(super) struct Correction {
    pub(super) worth: f32,
    squares: f32,
}

impl Correction {
    #[inline]
    pub(super) fn correct(&mut self, slope: f32, step: f32) {
        self.squares += slope * slope;
        self.worth += step * slope / (1.0 + self.squares).sqrt();
    }
}

/// Squares of a piece relative to a king: 17 files and 17 ranks.
pub(super) const AROUND: usize = 17 * 17;

/// Corrections of the weights.
pub(super) struct WeightCorrections {
    alone: Vec<Correction>,
    around: Vec<Correction>,
    from_king: Vec<Correction>,
    /// The steps of `from_king`, as a part of those of the others: the smaller, the less overfitting.
    rare: f32,
    /// Where in `around` each kind of piece, own or not, begins; nothing for pieces in hand.
    kinds: Vec<Option<usize>>,
}

impl WeightCorrections {
    pub(super) fn new(rare: f32) -> WeightCorrections {
        let kinds: Vec<Option<usize>> = (0..FEATURES)
            .map(|feature| match describe(feature) {
                Feature::Board { .. } => Some(feature / SQUARES),
                Feature::Hand { .. } => None,
            })
            .collect();
        let pieces = kinds.iter().flatten().max().map_or(0, |most| most + 1);
        WeightCorrections {
            alone: vec![Correction::default(); FEATURES],
            around: vec![Correction::default(); pieces * AROUND],
            from_king: vec![Correction::default(); KINGS * FEATURES],
            rare,
            kinds,
        }
    }

    fn around(&self, king: usize, feature: usize) -> Option<usize> {
        let piece = self.kinds[feature]?;
        let square = feature % SQUARES;
        let files = square / 9 + 8 - king / 9;
        let ranks = square % 9 + 8 - king % 9;
        Some(piece * AROUND + files * 17 + ranks)
    }

    /// The correction of a weight.
    pub(super) fn sum(&self, king: usize, feature: usize) -> f32 {
        let around = self.around(king, feature).map_or(0.0, |place| self.around[place].worth);
        self.alone[feature].worth + around + self.from_king[king * FEATURES + feature].worth
    }

    /// Moves a weight in the direction of `slope`.
    pub(super) fn correct(&mut self, king: usize, feature: usize, slope: f32, step: f32) {
        self.alone[feature].correct(slope, step);
        if let Some(place) = self.around(king, feature) {
            self.around[place].correct(slope, step);
        }
        self.from_king[king * FEATURES + feature].correct(slope, step * self.rare);
    }

    /// Draws every part to zero, as far as a slope of this size would (the L1 term). It has the same steps as
    /// the samples, or they would lose to it in the long run.
    pub(super) fn shrink(&mut self, slope: f32) {
        for part in self.alone.iter_mut().chain(&mut self.around).chain(&mut self.from_king) {
            let points = STEP * slope / (1.0 + part.squares).sqrt();
            part.worth = part.worth.signum() * (part.worth.abs() - points).max(0.0);
        }
    }
}

//! Corrections of the [weights of attacks](super::attacks), in parts that are added up as in
//! [`super::adagrad`].

use super::adagrad::{AROUND, Correction};
use super::attacks::{Attacks, BOARD, CASES};
use super::weights::{KINGS, UNITS, rounded};

/// Corrections of the weights of attacks.
pub(super) struct AttackCorrections {
    alone: Vec<Correction>,
    around: Vec<Correction>,
    from_king: Vec<Correction>,
    /// The steps of `alone` and `from_king`, as a part of those of `around`.
    rare: f32,
}

impl AttackCorrections {
    pub(super) fn new(rare: f32) -> AttackCorrections {
        AttackCorrections {
            alone: vec![Correction::default(); BOARD],
            around: vec![Correction::default(); AROUND * CASES],
            from_king: vec![Correction::default(); KINGS * BOARD],
            rare,
        }
    }

    /// The correction of a weight, in points.
    #[inline]
    pub(super) fn sum(&self, king: usize, place: usize) -> f32 {
        self.alone[place].worth
            + self.around[around(king, place)].worth
            + self.from_king[king * BOARD + place].worth
    }

    /// Moves a weight in the direction of `slope`.
    #[inline]
    pub(super) fn correct(&mut self, king: usize, place: usize, slope: f32, step: f32) {
        self.alone[place].correct(slope, step * self.rare);
        self.around[around(king, place)].correct(slope, step);
        self.from_king[king * BOARD + place].correct(slope, step * self.rare);
    }

    /// The weights before with these corrections.
    pub(super) fn attacks(&self, before: Option<&Attacks>) -> Attacks {
        Attacks::new(|king, place| {
            let old = before.map_or(0, |before| before.half()[king * BOARD + place]);
            rounded(f32::from(old) / UNITS as f32 + self.sum(king, place))
        })
    }
}

/// The place of a weight by where the square lies to the king.
#[inline]
fn around(king: usize, place: usize) -> usize {
    let (square, case) = (place / CASES, place % CASES);
    let files = square / 9 + 8 - king / 9;
    let ranks = square % 9 + 8 - king % 9;
    (files * 17 + ranks) * CASES + case
}

//! The evaluation: how much each piece is worth as it stands to each king, summed up.
//!
//! Each side looks at the whole board from its king; a position is worth what the side to move sees less what
//! the other sees. A king on the right sees the mirror image of what it would see on the left, so the weights
//! are shared. Learned weights also know what [attacks](super::attacks) are worth.

use std::sync::{Arc, LazyLock};

use games::Malformed;
use games::shogi::{Color, Position};

use super::attacks::{Attacks, BOARD};
use super::features::{self, FEATURES, Feature, SQUARES, describe, mirrored, steps};
use super::values::value;

/// A weight of 1 is this part of a point: rounding 80 weights costs about a point.
pub(super) const UNITS: i32 = 8;

/// No evaluation says more than this, in points.
pub(super) const MOST: i32 = 20_000;

/// The first bytes of a weights file: name and version of the layout.
const MAGIC: &[u8; 8] = b"GKSHKP1\n";

/// The same with weights of attacks behind them.
const MAGIC_WITH_ATTACKS: &[u8; 8] = b"GKSHKA1\n";

/// Bytes of the weights without a network.
const BODY: usize = 2 * (1 + KINGS * FEATURES);

/// Squares of a king that are not the mirror image of another: five files.
pub(super) const KINGS: usize = 45;

/// The weights for every square of the king that looks, in eighths of a point.
#[derive(Clone, PartialEq, Eq)]
pub struct Weights {
    /// `FEATURES` for each of 81 squares.
    table: Vec<i16>,
    /// What the right to move is worth.
    turn: i16,
    attacks: Option<Attacks>,
}

impl std::fmt::Debug for Weights {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Weights").field("turn", &self.turn).finish_non_exhaustive()
    }
}

static BY_HAND: LazyLock<Arc<Weights>> = LazyLock::new(|| Arc::new(Weights::made_by_hand()));

/// The file of the learned weights.
pub(super) static SHIPPED_FILE: &[u8] = include_bytes!("../../data/shogi.bin");

/// The file of the weights that imitate a beginner.
pub(super) static IMITATION_FILE: &[u8] = include_bytes!("../../data/shogi-imitation.bin");

static SHIPPED: LazyLock<Arc<Weights>> = LazyLock::new(|| part(SHIPPED_FILE));

static IMITATION: LazyLock<Arc<Weights>> = LazyLock::new(|| part(IMITATION_FILE));

/// Weights that are part of the program.
fn part(bytes: &[u8]) -> Arc<Weights> {
    Arc::new(Weights::from_bytes(bytes).unwrap_or_else(|error| {
        // A test reads each of them.
        unreachable!("shipped weights are damaged: {error}")
    }))
}

impl Weights {
    /// The weights that come with the program, learned from our own games (`data/README.md`).
    #[must_use]
    pub fn shipped() -> Arc<Weights> {
        Arc::clone(&SHIPPED)
    }

    /// The weights that play like a beginner who [huddles](Weights::huddling), learned from its games.
    #[must_use]
    pub fn imitation() -> Arc<Weights> {
        Arc::clone(&IMITATION)
    }

    /// The values of the pieces and a few rules of thumb: where learning begins.
    #[must_use]
    pub fn by_hand() -> Arc<Weights> {
        Arc::clone(&BY_HAND)
    }

    /// The values of the pieces, and every piece the better the further forward it stands: a beginner who
    /// rushes.
    #[must_use]
    pub fn rushing() -> Arc<Weights> {
        Arc::new(Weights::with_style(|_, square| RANK * (8 - square % 9)))
    }

    /// The values of the pieces, and every piece the better the nearer to its king: a beginner who huddles.
    #[must_use]
    pub fn huddling() -> Arc<Weights> {
        Arc::new(Weights::with_style(|king, square| RANK * (8 - steps(king, square))))
    }

    /// The values of the pieces and what a style adds to an own piece for its king's square and its own, in
    /// points.
    fn with_style(style: impl Fn(usize, usize) -> usize) -> Weights {
        let points = |king: usize, feature: usize| match describe(feature) {
            Feature::Board { own, kind, square } if value(kind) > 0 => {
                // Each piece is seen twice; the style is its owner's.
                let worth = value(kind) as f32 / 2.0;
                if own { worth + style(king, square) as f32 } else { -worth }
            }
            Feature::Board { .. } => 0.0,
            Feature::Hand { own, kind, .. } => value(kind) as f32 * if own { 0.5 } else { -0.5 },
        };
        Weights::from_points(points, 0.0)
    }

    fn made_by_hand() -> Weights {
        let points = |king: usize, feature: usize| thumb(king, describe(feature)) as f32;
        Weights::from_points(points, 20.0)
    }

    /// The weights that `points` gives for the squares of the king on the first five files and the features.
    pub(super) fn from_points(points: impl Fn(usize, usize) -> f32, turn: f32) -> Weights {
        let mut table = vec![0; SQUARES * FEATURES];
        for (place, weight) in table.iter_mut().enumerate() {
            let (king, feature) = (place / FEATURES, place % FEATURES);
            let (king, feature) =
                if king < KINGS { (king, feature) } else { (mirrored(king), mirrored(feature)) };
            *weight = rounded(points(king, feature));
        }
        Weights { table, turn: rounded(turn), attacks: None }
    }

    /// The same sums with these of attacks.
    pub(super) fn with_attacks(self, attacks: Attacks) -> Weights {
        Weights { attacks: Some(attacks), ..self }
    }

    /// What attacks are worth, if that is known.
    #[inline]
    pub(super) fn attacks(&self) -> Option<&Attacks> {
        self.attacks.as_ref()
    }

    /// The points of a feature for a king on this square.
    pub(super) fn points(&self, king: usize, feature: usize) -> f32 {
        f32::from(self.table[king * FEATURES + feature]) / UNITS as f32
    }

    /// The points of a case on a square, by its place among the weights of attacks.
    #[inline]
    pub(super) fn attack_points(&self, king: usize, place: usize) -> f32 {
        self.attacks
            .as_ref()
            .map_or(0.0, |attacks| f32::from(attacks.half()[king * BOARD + place]) / UNITS as f32)
    }

    /// What the right to move is worth, in points.
    pub(super) fn turn_points(&self) -> f32 {
        f32::from(self.turn) / UNITS as f32
    }

    /// The weights of all features for a king on this square.
    #[inline]
    pub(super) fn seen_from(&self, king: usize) -> &[i16] {
        &self.table[king * FEATURES..(king + 1) * FEATURES]
    }

    /// What the right to move is worth, in eighths of a point.
    #[inline]
    pub(super) fn turn(&self) -> i32 {
        i32::from(self.turn)
    }

    /// What `view` sees, in eighths of a point.
    pub(super) fn sum(&self, position: &Position, view: Color) -> i32 {
        let weights = self.seen_from(features::king(view, position));
        let mut sum = 0;
        features::each(position, view, |feature| sum += i32::from(weights[feature]));
        sum
    }

    /// The weights as a file: a head, the worth of the turn, then the weights for kings on the first five
    /// files, then those of attacks if there are any.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = if self.attacks.is_some() { MAGIC_WITH_ATTACKS } else { MAGIC }.to_vec();
        bytes.extend(self.turn.to_le_bytes());
        for weight in &self.table[..KINGS * FEATURES] {
            bytes.extend(weight.to_le_bytes());
        }
        if let Some(attacks) = &self.attacks {
            attacks.half().iter().for_each(|weight| bytes.extend(weight.to_le_bytes()));
        }
        bytes
    }

    /// Reads what [`Weights::to_bytes`] wrote.
    ///
    /// # Errors
    /// The bytes are something else.
    pub fn from_bytes(bytes: &[u8]) -> Result<Weights, Malformed> {
        let expected = "weights of shogi pieces, as gokaku train writes them";
        let refused = || Malformed::described(format!("{} bytes", bytes.len()), expected);
        let (rest, size) = match (bytes.strip_prefix(MAGIC), bytes.strip_prefix(MAGIC_WITH_ATTACKS)) {
            (Some(rest), _) => (rest, 0),
            (None, Some(rest)) => (rest, 2 * KINGS * BOARD),
            (None, None) => return Err(refused()),
        };
        let (body, attacks) =
            rest.split_at_checked(BODY).filter(|(_, rest)| rest.len() == size).ok_or_else(refused)?;
        let attacks = (size > 0).then(|| {
            let table = attacks.as_chunks::<2>().0;
            Attacks::new(|king, place| i16::from_le_bytes(table[king * BOARD + place]))
        });
        let numbers: Vec<i16> =
            body.as_chunks::<2>().0.iter().map(|&pair| i16::from_le_bytes(pair)).collect();
        let points =
            |king: usize, feature: usize| f32::from(numbers[1 + king * FEATURES + feature]) / UNITS as f32;
        let weights = Weights::from_points(points, f32::from(numbers[0]) / UNITS as f32);
        Ok(Weights { attacks, ..weights })
    }
}

/// So many points in the unit of the weights.
pub(super) fn rounded(points: f32) -> i16 {
    (points * UNITS as f32).round().clamp(-32_000.0, 32_000.0) as i16
}

/// What beginners with a style give for a rank or a step, in points: enough to choose among quiet moves, too
/// little to give pieces away.
const RANK: usize = 20;

/// Half of what a rule of thumb says of a feature: each piece is seen twice.
///
/// The amounts are guesses that only have to be good enough to begin learning from.
fn thumb(king: usize, feature: Feature) -> i32 {
    use games::shogi::PieceType;
    match feature {
        // A king far back and away from the middle is safe.
        Feature::Board { own: true, kind: PieceType::KING, .. } => {
            15 * (king % 9) as i32 / 2 + 8 * (king / 9).abs_diff(4) as i32
        }
        Feature::Board { kind: PieceType::KING, .. } => 0,
        Feature::Board { own, kind, square } => {
            let near = (4 - steps(king, square) as i32).max(0);
            let place = match kind {
                PieceType::PAWN => {
                    if own {
                        8 - (square % 9) as i32
                    } else {
                        0
                    }
                }
                PieceType::GOLD | PieceType::SILVER if own => 8 * near,
                PieceType::BISHOP | PieceType::ROOK | PieceType::LANCE | PieceType::KNIGHT if own => 0,
                _ => 12 * near,
            };
            let worth = value(kind) / 2 + place;
            if own { worth } else { -worth }
        }
        Feature::Hand { own, kind, count } => {
            // Further pawns in hand are worth less.
            let worth = value(kind) / 2 + 10 - 2 * (count as i32 - 1).min(5);
            if own { worth } else { -worth }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::shogi::Shogi;

    #[test]
    fn weights_are_printed_and_read_back() {
        assert_eq!(Weights::imitation().to_bytes(), IMITATION_FILE);
        let bytes = Weights::shipped().to_bytes();
        assert_eq!(Weights::from_bytes(&bytes).unwrap(), *Weights::shipped());
        assert!(Weights::from_bytes(&bytes[1..]).is_err());
        assert!(Weights::from_bytes(&bytes[..bytes.len() - 1]).is_err());
    }

    #[test]
    fn both_sides_see_the_same_at_the_start() {
        let game = Shogi::default();
        let weights = Weights::shipped();
        assert_eq!(weights.sum(game.position(), Color::BLACK), weights.sum(game.position(), Color::WHITE));
    }
}

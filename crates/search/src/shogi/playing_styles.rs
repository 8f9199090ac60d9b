//! The same weights with another playing style. Players with other styles lead training games to positions
//! that the search against itself does not reach.

use super::attacks::{Attacks, CASES, PAIRS};
use super::features::{Feature, describe, steps};
use super::values::value;
use super::weights::{Weights, rounded};

/// How a player differs from the one that learns.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlayingStyle {
    /// What pieces are worth to it, as a multiple of their values.
    material: f32,
    /// Points for every attack on a square beside the other king, half of it for squares two steps away;
    /// below zero it is timid.
    attack: f32,
}

/// The styles that lead games: two that give pieces for an attack, two that attack or grab, one that is
/// timid, and the unchanged one. Not tuned.
pub(super) const PLAYING_STYLES: [PlayingStyle; 6] = [
    PlayingStyle { material: 1.0, attack: 0.0 },
    PlayingStyle { material: 0.7, attack: 40.0 },
    PlayingStyle { material: 0.85, attack: 80.0 },
    PlayingStyle { material: 1.0, attack: 40.0 },
    PlayingStyle { material: 1.4, attack: 0.0 },
    PlayingStyle { material: 1.1, attack: -30.0 },
];

impl PlayingStyle {
    /// The weights as this taste has them.
    pub(super) fn of(self, weights: &Weights) -> Weights {
        let points = |king: usize, feature: usize| {
            let (Feature::Board { own, kind, .. } | Feature::Hand { own, kind, .. }) = describe(feature);
            // Each piece is seen twice.
            let change = (self.material - 1.0) * value(kind) as f32 / 2.0;
            weights.points(king, feature) + if own { change } else { -change }
        };
        let attacks = Attacks::new(|king, place| {
            let threat = self.threat(king, place / CASES) * (place % PAIRS % 3) as f32;
            rounded(weights.attack_points(king, place) - threat / 2.0)
        });
        Weights::from_points(points, weights.turn_points()).with_attacks(attacks)
    }

    /// What an attack on a square is worth, for a king on another.
    fn threat(self, king: usize, square: usize) -> f32 {
        match steps(king, square) {
            0 | 1 => self.attack,
            2 => self.attack / 2.0,
            _ => 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::search_position::SearchPosition;
    use super::*;
    use crate::Perturbed;
    use games::shogi::Shogi;
    use std::sync::Arc;

    /// What the side to move thinks of a position.
    fn opinion(weights: &Weights, position: &str) -> i32 {
        let game: Shogi = position.parse().unwrap();
        SearchPosition::new(&game, Arc::new(weights.clone()), Perturbed::unchanged(())).evaluation()
    }

    #[test]
    fn attackers_like_attacks_and_misers_pieces() {
        let shipped = Weights::shipped();
        let plain = PLAYING_STYLES[0].of(&shipped);
        let (attacker, miser, timid) =
            (PLAYING_STYLES[2].of(&shipped), PLAYING_STYLES[4].of(&shipped), PLAYING_STYLES[5].of(&shipped));
        // A rook in hand more.
        let richer = "4k4/9/9/9/9/9/9/9/4K4 b R 1";
        assert_eq!(opinion(&plain, richer), opinion(&shipped, richer));
        assert!(opinion(&miser, richer) > opinion(&plain, richer) + 200);
        assert!(opinion(&attacker, richer) < opinion(&plain, richer) - 50);
        // A gold before the king, and one far away.
        let zeal = |weights: &Weights| {
            opinion(weights, "4k4/9/4G4/9/9/9/9/9/4K4 b - 1")
                - opinion(weights, "4k4/9/9/9/9/9/G8/9/4K4 b - 1")
        };
        assert!(zeal(&attacker) > zeal(&plain) + 100);
        assert!(zeal(&timid) < zeal(&plain) - 30);
    }
}

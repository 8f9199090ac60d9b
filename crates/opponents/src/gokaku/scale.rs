//! Reference players of every strength, from random play to a deep search that hardly errs.

use super::move_values::Search;

/// A player of known strength: it values every move by a search and plays the better ones more often.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct ReferencePlayer {
    /// Its strength in Elo (random play = 0).
    pub(crate) elo: f64,
    /// How it values moves.
    pub(crate) search: Search,
    /// Of the softmax by which it chooses: a move worth so much less is played 1/e times as often. Infinite
    /// for the random player, negative for one that prefers bad moves.
    pub(crate) temperature: f64,
}

impl ReferencePlayer {
    /// How often it plays each of the moves with these values.
    pub(crate) fn policy(&self, values: &[f64]) -> Vec<f64> {
        let liked = |value: &f64| if self.is_random() { 0.0 } else { value / self.temperature };
        let most = values.iter().map(liked).fold(f64::NEG_INFINITY, f64::max);
        let weights: Vec<f64> = values.iter().map(|value| (liked(value) - most).exp()).collect();
        let sum: f64 = weights.iter().sum();
        weights.into_iter().map(|weight| weight / sum).collect()
    }

    /// Whether it looks for good moves.
    pub(crate) fn prefers_good_moves(&self) -> bool {
        self.temperature > 0.0 && !self.is_random()
    }

    /// Whether every move is as likely.
    pub(crate) fn is_random(&self) -> bool {
        self.temperature.is_infinite()
    }
}

/// The reference players of a game, the weakest first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReferenceScale(pub(crate) &'static [ReferencePlayer]);

impl ReferenceScale {
    /// The weakest strength.
    pub(crate) fn bottom(self) -> f64 {
        self.0.first().map_or(0.0, |player| player.elo)
    }

    /// The strongest.
    pub(crate) fn top(self) -> f64 {
        self.0.last().map_or(0.0, |player| player.elo)
    }

    /// The players on both sides of a strength, and how near the upper one it is, from 0 to 1.
    pub(crate) fn around(self, elo: f64) -> (usize, usize, f64) {
        let upper = self.0.iter().position(|player| player.elo >= elo).unwrap_or(self.0.len() - 1);
        let lower = upper.saturating_sub(1);
        let (low, high) = (self.0[lower].elo, self.0[upper].elo);
        let share = if high > low { ((elo - low) / (high - low)).clamp(0.0, 1.0) } else { 1.0 };
        (lower, upper, share)
    }

    /// Interpolates what is known of each player to this strength.
    pub(crate) fn between(self, elo: f64, of_each: &[f64]) -> f64 {
        let (lower, upper, share) = self.around(elo);
        (1.0 - share) * of_each[lower] + share * of_each[upper]
    }

    /// How often a player of this strength plays each move: a mixture of the players on both sides of it.
    /// `values` gives the values of all moves by a search.
    pub(crate) fn policy(self, elo: f64, values: &mut dyn FnMut(Search) -> Vec<f64>) -> Vec<f64> {
        let (lower, upper, share) = self.around(elo);
        let mut mixed: Vec<f64> = Vec::new();
        for (place, part) in [(lower, 1.0 - share), (upper, share)] {
            if part > 0.0 {
                let played = self.0[place].policy(&values(self.0[place].search));
                mixed.resize(played.len(), 0.0);
                mixed.iter_mut().zip(played).for_each(|(sum, played)| *sum += part * played);
            }
        }
        mixed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCALE: ReferenceScale = ReferenceScale(&[
        ReferencePlayer { elo: 0.0, search: Search::depth(1), temperature: f64::INFINITY },
        ReferencePlayer { elo: 400.0, search: Search::depth(1), temperature: 2.0 },
        ReferencePlayer { elo: 800.0, search: Search::depth(2), temperature: 1.0 },
    ]);

    #[test]
    fn a_negative_temperature_plays_worse_than_random() {
        let mistaken = ReferencePlayer { elo: -200.0, search: Search::depth(1), temperature: -4.0 };
        let policy = mistaken.policy(&[400.0, 0.0, -4.0]);
        assert!(policy[0] < policy[1] && policy[1] < 1.0 / 3.0 && policy[2] > 0.7, "{policy:?}");
        assert!(
            !mistaken.prefers_good_moves()
                && !SCALE.0[0].prefers_good_moves()
                && SCALE.0[1].prefers_good_moves()
        );
        assert!((policy.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn stronger_players_play_better_moves_more_often() {
        let mut values =
            |search| if search == Search::depth(1) { vec![1.0, 0.0, -4.0] } else { vec![3.0, -3.0, 0.0] };
        let uniform = SCALE.policy(0.0, &mut values);
        assert!(uniform.iter().all(|share| (share - 1.0 / 3.0).abs() < 1e-12));
        let mut best = 0.0;
        for elo in [0.0, 100.0, 400.0, 600.0, 800.0] {
            let policy = SCALE.policy(elo, &mut values);
            assert!((policy.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            assert!(policy[0] > best, "{elo}: {policy:?}");
            best = policy[0];
        }
        assert_eq!(SCALE.policy(5000.0, &mut values), SCALE.policy(SCALE.top(), &mut values));
        assert_eq!(SCALE.policy(-50.0, &mut values), uniform);
    }
}

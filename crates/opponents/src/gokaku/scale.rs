//! Players of every strength, from one that moves by lot to one that looks far ahead and hardly errs.

/// A player of reference: it looks at every move and plays the better ones more often.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Rung {
    /// How strong it is, in Elo; the one that plays by lot is 0.
    pub(crate) elo: f64,
    /// Which of the ways of looking it uses, the shallowest being 0.
    pub(crate) look: usize,
    /// A move that is worth so much less is played 1/e times as often; infinite for one that plays by lot. Below zero for one who takes bad
    /// moves for good ones: a move that is worth so much more is played 1/e times as often.
    pub(crate) temperature: f64,
}

impl Rung {
    /// How often it plays each of the moves with these values.
    pub(crate) fn policy(&self, values: &[f64]) -> Vec<f64> {
        let liked = |value: &f64| if self.plays_by_lot() { 0.0 } else { value / self.temperature };
        let most = values.iter().map(liked).fold(f64::NEG_INFINITY, f64::max);
        let weights: Vec<f64> = values.iter().map(|value| (liked(value) - most).exp()).collect();
        let sum: f64 = weights.iter().sum();
        weights.into_iter().map(|weight| weight / sum).collect()
    }

    /// Whether it looks for good moves.
    pub(crate) fn looks(&self) -> bool {
        self.temperature > 0.0 && !self.plays_by_lot()
    }

    /// Whether it does not look at all.
    pub(crate) fn plays_by_lot(&self) -> bool {
        self.temperature.is_infinite()
    }
}

/// The players of reference of a game, the weakest first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scale(pub(crate) &'static [Rung]);

impl Scale {
    /// The weakest there is.
    pub(crate) fn bottom(self) -> f64 {
        self.0.first().map_or(0.0, |rung| rung.elo)
    }

    /// The strongest there is.
    pub(crate) fn top(self) -> f64 {
        self.0.last().map_or(0.0, |rung| rung.elo)
    }

    /// The rungs on both sides of a strength, and how near the upper one it is.
    pub(crate) fn around(self, elo: f64) -> (usize, usize, f64) {
        let upper = self.0.iter().position(|rung| rung.elo >= elo).unwrap_or(self.0.len() - 1);
        let lower = upper.saturating_sub(1);
        let (low, high) = (self.0[lower].elo, self.0[upper].elo);
        let share = if high > low { ((elo - low) / (high - low)).clamp(0.0, 1.0) } else { 1.0 };
        (lower, upper, share)
    }

    /// What holds for somebody of this strength, if this holds for each of the players of reference.
    pub(crate) fn between(self, elo: f64, of_each: &[f64]) -> f64 {
        let (lower, upper, share) = self.around(elo);
        (1.0 - share) * of_each[lower] + share * of_each[upper]
    }

    /// How often somebody of this strength plays each move: as the rungs on both sides of it do, by turns. `values` gives the
    /// values of all moves as a way of looking sees them.
    pub(crate) fn policy(self, elo: f64, values: &mut dyn FnMut(usize) -> Vec<f64>) -> Vec<f64> {
        let (lower, upper, share) = self.around(elo);
        let mut mixed: Vec<f64> = Vec::new();
        for (place, part) in [(lower, 1.0 - share), (upper, share)] {
            if part > 0.0 {
                let played = self.0[place].policy(&values(self.0[place].look));
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

    const SCALE: Scale = Scale(&[
        Rung { elo: 0.0, look: 0, temperature: f64::INFINITY },
        Rung { elo: 400.0, look: 0, temperature: 2.0 },
        Rung { elo: 800.0, look: 1, temperature: 1.0 },
    ]);

    #[test]
    fn who_is_mistaken_plays_worse_than_by_lot() {
        let mistaken = Rung { elo: -200.0, look: 0, temperature: -4.0 };
        let policy = mistaken.policy(&[400.0, 0.0, -4.0]);
        assert!(policy[0] < policy[1] && policy[1] < 1.0 / 3.0 && policy[2] > 0.7, "{policy:?}");
        assert!(!mistaken.looks() && !SCALE.0[0].looks() && SCALE.0[1].looks());
        assert!((policy.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn stronger_players_play_better_moves_more_often() {
        let mut values = |look: usize| if look == 0 { vec![1.0, 0.0, -4.0] } else { vec![3.0, -3.0, 0.0] };
        let by_lot = SCALE.policy(0.0, &mut values);
        assert!(by_lot.iter().all(|share| (share - 1.0 / 3.0).abs() < 1e-12));
        let mut best = 0.0;
        for elo in [0.0, 100.0, 400.0, 600.0, 800.0] {
            let policy = SCALE.policy(elo, &mut values);
            assert!((policy.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            assert!(policy[0] > best, "{elo}: {policy:?}");
            best = policy[0];
        }
        assert_eq!(SCALE.policy(5000.0, &mut values), SCALE.policy(SCALE.top(), &mut values));
        assert_eq!(SCALE.policy(-50.0, &mut values), by_lot);
    }
}

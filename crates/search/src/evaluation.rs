//! Static evaluations.

use games::{Game, Outcome};

use crate::Unit;
use games::split_mix::mix;

/// No value is this large or larger: it stands for infinity in windows.
pub const INFINITY: i32 = 1 << 30;

/// The value of a position for the side to move; 0 is even.
pub trait Evaluation<G: Game>: Send + Sync {
    /// What the values count.
    fn unit(&self) -> Unit;

    /// The value of a game that goes on, in less than [`INFINITY`].
    fn value(&self, game: &G) -> i32;

    /// The value of a game that ended with `outcome`, for the side whose turn it would be.
    fn end(&self, game: &G, outcome: &Outcome) -> i32;
}

/// An evaluation changed on purpose to weaken a player: negated, so that it plays to lose, or with noise
/// added.
#[derive(Clone, Copy, Debug)]
pub struct Perturbed<E> {
    /// The evaluation that is changed.
    pub evaluation: E,
    /// The values are negated, those of finished games too.
    pub negated: bool,
    /// The standard deviation of the normal noise on unfinished games, in the evaluation's unit.
    pub noise: f64,
    /// The noise of a position depends on this and the position alone.
    pub seed: u64,
}

impl<E> Perturbed<E> {
    /// The evaluation as it is.
    pub fn unchanged(evaluation: E) -> Self {
        Perturbed { evaluation, negated: false, noise: 0.0, seed: 0 }
    }

    /// The same perturbation of another evaluation.
    pub fn of<F>(&self, evaluation: F) -> Perturbed<F> {
        Perturbed { evaluation, negated: self.negated, noise: self.noise, seed: self.seed }
    }

    /// Whether anything is changed.
    pub fn is_perturbed(&self) -> bool {
        self.negated || self.noise > 0.0
    }

    pub(crate) fn signed(&self, value: i32) -> i32 {
        if self.negated { -value } else { value }
    }

    /// The value of an unfinished game with this key; `scale` is the size of one unit.
    pub(crate) fn perturb(&self, value: i32, scale: f64, key: impl FnOnce() -> u64) -> i32 {
        let value = self.signed(value);
        if self.noise == 0.0 {
            return value;
        }
        let noisy = f64::from(value) + scale * self.noise * normal(self.seed ^ key());
        noisy.round().clamp(f64::from(1 - INFINITY), f64::from(INFINITY - 1)) as i32
    }
}

impl<G: Game, E: Evaluation<G>> Evaluation<G> for Perturbed<E> {
    fn unit(&self) -> Unit {
        self.evaluation.unit()
    }

    fn value(&self, game: &G) -> i32 {
        self.perturb(self.evaluation.value(game), 1.0, || game.hash())
    }

    fn end(&self, game: &G, outcome: &Outcome) -> i32 {
        self.signed(self.evaluation.end(game, outcome))
    }
}

/// A standard normal number made from `key` (Box and Muller 1958).
fn normal(key: u64) -> f64 {
    /// The upper 53 bits as a number in (0, 1].
    fn unit_interval(bits: u64) -> f64 {
        ((bits >> 11) + 1) as f64 / (1u64 << 53) as f64
    }
    let radius = (-2.0 * unit_interval(mix(key)).ln()).sqrt();
    radius * (std::f64::consts::TAU * unit_interval(mix(!key))).cos()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_is_standard_normal() {
        let (mut sum, mut squares, mut beyond) = (0.0, 0.0, 0);
        let count = 100_000;
        for key in 0..count {
            let value = normal(key);
            sum += value;
            squares += value * value;
            beyond += u32::from(value.abs() > 1.96);
        }
        let count = count as f64;
        // Four standard errors of the mean, the variance and the share beyond 1.96, which is 5%.
        assert!((sum / count).abs() < 4.0 / count.sqrt());
        assert!((squares / count - 1.0).abs() < 4.0 * (2.0 / count).sqrt());
        assert!((f64::from(beyond) / count - 0.05).abs() < 4.0 * (0.05 * 0.95 / count).sqrt());
    }
}

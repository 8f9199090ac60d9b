//! The experiments of document 004: players, networks that read colours from moves, and what reading is worth.

pub mod hints;
pub mod networks;
pub mod outputs;
pub mod table1;
pub mod table5;

use crate::geister::{Draw, Hints, Player};
use crate::geister::{Learned, Learning, Unlearned, colours, draw_of, learned_name};
use crate::{Evidence, Plan, Shelf};

use belief::Architecture;
use std::ops::ControlFlow;

/// Where networks of an experiment are learned.
pub struct Workshop<'a> {
    /// Where finished ones are kept.
    pub shelf: &'a dyn Shelf,
    /// The scale of the experiment.
    pub scale: f64,
    /// Everything that is left to chance follows from this.
    pub seed: u64,
    /// Hears of every network that is ready.
    pub ready: &'a dyn Fn(),
}

/// Draws of positions: the paper's nine, or three at a smaller scale.
pub(super) const fn draws(scale: f64) -> u64 {
    if scale >= 1.0 { 9 } else { 3 }
}

/// The games that all experiments but the last share.
pub(super) fn plans(scale: f64, seed: u64) -> Vec<Plan> {
    crate::geister::meetings(scale, seed)
}

impl Workshop<'_> {
    /// A network that learned from draw `number` of the moves of `player`, and the draw.
    fn learned(
        &self,
        evidence: &[Evidence],
        player: Player,
        architecture: Architecture,
        hints: Option<Hints>,
        draw: (u64, &Draw),
    ) -> Result<Learned, Unlearned> {
        let plans = learned_name(evidence)?;
        let told = match hints {
            // The chosen ones are those of the shipped networks, which go without saying.
            Some(hints) if hints != Hints::CHOSEN => format!("-{}-{}", hints.given, hints.wrong),
            _ => String::new(),
        };
        let name =
            format!("{architecture}-{}{told}-{}-{plans}", player.abbreviation(), draw.0).to_lowercase();
        let data = format!("moves of {}, plans {plans}", player.opponent());
        let learning = Learning { architecture, hints, seed: self.seed };
        let watch = &mut |_: &_| ControlFlow::Continue(());
        let learned = colours(&learning, draw.1, &data, &name, self.shelf, watch);
        (self.ready)();
        learned
    }

    /// The draws of a player's moves, numbered from 1.
    fn draws(&self, evidence: &[Evidence], player: Player) -> Result<Vec<(u64, Draw)>, Unlearned> {
        (1..=draws(self.scale)).map(|number| Ok((number, draw_of(evidence, player, number)?))).collect()
    }
}

/// The median.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.len() {
        0 => f64::NAN,
        odd if odd % 2 == 1 => values[middle],
        _ => f64::midpoint(values[middle - 1], values[middle]),
    }
}

/// The smallest and the largest.
fn ends(values: &[f64]) -> (f64, f64) {
    values
        .iter()
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &value| (low.min(value), high.max(value)))
}

/// How many positions a draw has to learn from and to be judged by.
fn sizes(draw: &Draw) -> [usize; 2] {
    [draw.training.len(), draw.evaluation.len()]
}

/// Half a sentence that says at which scale the paper was followed, by the [`sizes`] of the smallest draw.
fn scale_words([training, evaluation]: [usize; 2], draws: u64) -> String {
    let draws = if draws == 1 { "one draw".to_owned() } else { format!("{draws} draws") };
    format!(
        "{draws} of {training} positions or more to learn from and {evaluation} or more to be judged by (the paper: nine draws of 400,000 and 20,000)"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_is_the_median() {
        assert_eq!(median(vec![3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(vec![4.0, 1.0, 2.0, 3.0]), 2.5);
        assert!(median(Vec::new()).is_nan());
        assert_eq!(ends(&[2.0, 1.0, 3.0]), (1.0, 3.0));
    }
}

//! The experiments of Teramura and Matsuzaki 2021: four players, networks that read colours from moves, and
//! what reading is worth.

pub mod hints;
pub mod networks;
pub mod outputs;
mod reading;
pub mod table1;
pub mod table5;

use std::ops::ControlFlow;

use anyhow::Result;
use belief::Architecture;
use statistics::Tally;
use statistics::distribution::Z_95;

use super::{CacheKind, Context};
use crate::geister::{
    DataSplit, Hints, Player, TrainedNetwork, TrainingSetup, data_split, plans_name, train_colours,
};
use crate::{Evidence, Plan, ResultCache};

/// Random splits of the positions: the paper's nine, or three at a smaller scale.
const fn split_count(scale: f64) -> u64 {
    if scale >= 1.0 { 9 } else { 3 }
}

/// The games that all experiments but the last share.
fn plans(context: &Context<'_>) -> Vec<Plan> {
    crate::geister::player_games(context.scale, context.seed)
}

/// The games of the four players, and the networks that are trained on them.
struct Trainer<'a> {
    context: &'a Context<'a>,
    cache: Box<dyn ResultCache + Sync + 'a>,
    evidence: Vec<Evidence>,
}

impl<'a> Trainer<'a> {
    /// Plays the games for an experiment with so many networks.
    fn new(context: &'a Context<'a>, networks: u64) -> Result<Trainer<'a>> {
        let evidence = context.runner.games(plans(context))?;
        context.runner.expect_steps(networks, "networks");
        Ok(Trainer { context, cache: context.runner.cache(CacheKind::Networks)?, evidence })
    }

    /// A network trained on split `number` of the moves of `player`.
    fn train(
        &self,
        player: Player,
        architecture: Architecture,
        hints: Option<Hints>,
        (number, split): (u64, &DataSplit),
    ) -> Result<TrainedNetwork> {
        let plans = plans_name(&self.evidence)?;
        let hinted = match hints {
            // The shipped networks are trained with the chosen ones; their names do not mention them.
            Some(hints) if hints != Hints::CHOSEN => format!("-{}-{}", hints.given, hints.wrong),
            _ => String::new(),
        };
        let name =
            format!("{architecture}-{}{hinted}-{number}-{plans}", player.abbreviation()).to_lowercase();
        let data = format!("moves of {}, plans {plans}", player.opponent());
        let setup = TrainingSetup { architecture, hints, seed: self.context.seed };
        let watch = &mut |_: &_| ControlFlow::Continue(());
        let trained = train_colours(&setup, split, &data, &name, &*self.cache, watch);
        self.context.runner.step();
        Ok(trained?)
    }

    /// The first split of a player's moves.
    fn first_split(&self, player: Player) -> Result<DataSplit> {
        Ok(data_split(&self.evidence, player, 1)?)
    }

    /// All splits of a player's moves, numbered from 1.
    fn splits(&self, player: Player) -> Result<Vec<(u64, DataSplit)>> {
        let numbers = 1..=split_count(self.context.scale);
        numbers.map(|number| Ok((number, data_split(&self.evidence, player, number)?))).collect()
    }
}

/// The same results from the other side.
fn turned(tally: &Tally) -> Tally {
    Tally {
        wins: tally.losses,
        losses: tally.wins,
        forfeits: [tally.forfeits[1], tally.forfeits[0]],
        ..*tally
    }
}

/// Whether a sum of shares, each with its sign, is above 0 by more than half of its 95% interval; each is a
/// share of so many positions, taken as independent.
fn is_positive(terms: &[(f64, f64)], positions: usize) -> bool {
    let sum: f64 = terms.iter().map(|(sign, share)| sign * share).sum();
    let variance: f64 = terms.iter().map(|(sign, share)| sign * sign * share * (1.0 - share)).sum();
    positions > 0 && sum > Z_95 * (variance / positions as f64).sqrt()
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

/// Training and evaluation positions of a split.
fn sizes(split: &DataSplit) -> [usize; 2] {
    [split.training.len(), split.evaluation.len()]
}

/// The size of the experiment beside the paper's, by the [`sizes`] of the smallest split.
fn scale_text([training, evaluation]: [usize; 2], splits: u64) -> String {
    let splits = if splits == 1 { "one random split".to_owned() } else { format!("{splits} random splits") };
    format!(
        "{splits} with at least {training} training and {evaluation} evaluation positions (the paper: nine \
         with 400,000 and 20,000)"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_the_middle() {
        assert_eq!(median(vec![3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(vec![4.0, 1.0, 2.0, 3.0]), 2.5);
        assert!(median(Vec::new()).is_nan());
        assert_eq!(ends(&[2.0, 1.0, 3.0]), (1.0, 3.0));
    }

    #[test]
    fn a_difference_counts_beyond_its_interval() {
        // Of 100 positions, two shares about a half differ by chance in 14 points.
        assert!(is_positive(&[(1.0, 0.58), (-1.0, 0.42)], 100));
        assert!(!is_positive(&[(1.0, 0.56), (-1.0, 0.44)], 100));
        assert!(is_positive(&[(1.0, 0.56), (-1.0, 0.44)], 1000));
        assert!(!is_positive(&[(1.0, 0.4), (-1.0, 0.6)], 1000));
        assert!(!is_positive(&[(1.0, 1.0), (-1.0, 0.0)], 0));
    }
}

//! How the user's moves become an estimate of their level, and the estimate a rung.

use crate::name::{Name, NameError, Options};
use crate::{Estimate, StrengthUnit};

/// Which rung is the observation when several match at the same rank. The paper does not say.
const TIES: &[&str] = &["nearest", "lowest", "highest"];

/// What is observed when no rung matches: nothing, or the lowest rung. The paper does not say.
const MISSES: &[&str] = &["keep", "lowest"];

/// Who plays before there is an observation. The paper does not say.
const FIRSTS: &[&str] = &["middle", "lowest", "highest"];

/// How observations become an estimate: their mean, as in the paper, or the last one alone.
const SMOOTHINGS: &[&str] = &["mean", "last"];

/// The rules by their words, the default first.
const RULES: &[&str] = &["posterior", "paper", "mean"];

/// What the rungs say about one move of the user's.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Observation {
    /// The rungs that match at the lowest rank at which any does.
    pub(super) matching: Vec<u32>,
    /// The logarithm of the probability that each rung plays the move.
    pub(super) log_likelihoods: Vec<f64>,
}

/// The paper's rule, with what it leaves open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PaperRule {
    pub(super) tie: &'static str,
    pub(super) miss: &'static str,
    pub(super) first: &'static str,
    pub(super) smoothing: &'static str,
}

/// A rule.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Rule {
    /// Bayes: the user is one of the rungs, each as likely as the others before the first move; the mean of
    /// the posterior.
    Posterior,
    /// As printed: one matching rung for each move, and their mean.
    Paper(PaperRule),
    /// The mean of all rungs that match, without the moves that every rung plays.
    Mean,
}

impl Rule {
    /// Reads the option `rule` and those that belong to the rule it names.
    pub(super) fn read(options: &mut Options<'_>) -> Result<Rule, NameError> {
        Ok(match options.word("rule", RULES)? {
            "paper" => Rule::Paper(PaperRule {
                tie: options.word("tie", TIES)?,
                miss: options.word("miss", MISSES)?,
                first: options.word("first", FIRSTS)?,
                smoothing: options.word("smoothing", SMOOTHINGS)?,
            }),
            "mean" => Rule::Mean,
            _ => Rule::Posterior,
        })
    }

    /// `name` with the options that say so.
    pub(super) fn spell(&self, name: Name) -> Name {
        match self {
            Rule::Posterior => name.with("rule", "posterior"),
            Rule::Mean => name.with("rule", "mean"),
            Rule::Paper(PaperRule { tie, miss, first, smoothing }) => name
                .with("rule", "paper")
                .with("tie", tie)
                .with("miss", miss)
                .with("first", first)
                .with("smoothing", smoothing),
        }
    }

    /// The user's level as each of the moves shows it, where it does.
    fn levels(&self, rungs: &[u32], seen: &[Option<Observation>]) -> Vec<f64> {
        let mut levels: Vec<f64> = Vec::new();
        for observation in seen.iter().flatten() {
            let matching = &observation.matching;
            let level = match self {
                Rule::Posterior | Rule::Mean => {
                    let informative = !matching.is_empty() && matching.len() < rungs.len();
                    informative.then(|| mean_of_rungs(matching))
                }
                Rule::Paper(PaperRule { miss, .. }) if matching.is_empty() => {
                    (*miss == "lowest").then(|| f64::from(rungs[0]))
                }
                Rule::Paper(rule) => match rule.tie {
                    "lowest" => matching.first().copied().map(f64::from),
                    "highest" => matching.last().copied().map(f64::from),
                    _ => {
                        let wanted = rule.smoothed(&levels).unwrap_or_else(|| f64::from(middle(rungs)));
                        nearest(matching, wanted).map(f64::from)
                    }
                },
            };
            levels.extend(level);
        }
        levels
    }

    /// The user's estimated level, if a move has told something.
    pub(super) fn level(&self, rungs: &[u32], seen: &[Option<Observation>]) -> Option<f64> {
        match self {
            Rule::Posterior => {
                let probabilities = probabilities(rungs.len(), seen);
                let mean =
                    rungs.iter().zip(probabilities).map(|(&rung, share)| f64::from(rung) * share).sum();
                seen.iter().flatten().next().map(|_| mean)
            }
            Rule::Mean => mean(&self.levels(rungs, seen)),
            Rule::Paper(rule) => rule.smoothed(&self.levels(rungs, seen)),
        }
    }

    /// The estimate with its error.
    pub(super) fn estimate(&self, rungs: &[u32], seen: &[Option<Observation>]) -> Option<Estimate> {
        let (scale, value) = (StrengthUnit::TreeDepth, self.level(rungs, seen)?);
        let ends = (f64::from(*rungs.first()?), f64::from(*rungs.last()?));
        match self {
            Rule::Posterior => {
                let probabilities = probabilities(rungs.len(), seen);
                let quantile = |share: f64| {
                    let mut sum = 0.0;
                    let below = probabilities.iter().take_while(|&&probability| {
                        sum += probability;
                        sum < share
                    });
                    f64::from(rungs[below.count().min(rungs.len() - 1)])
                };
                // Nearly all of the probability may be on one rung, and the mean beside it.
                let (low, high) = (quantile(0.05).min(value), quantile(0.95).max(value));
                Some(Estimate { scale, value, low, high })
            }
            // One observation says nothing of its error.
            Rule::Paper(PaperRule { smoothing: "last", .. }) => Estimate::mean(scale, &[value], ends),
            _ => Estimate::mean(scale, &self.levels(rungs, seen), ends),
        }
    }

    /// The rung that is to play.
    pub(super) fn playing(&self, rungs: &[u32], seen: &[Option<Observation>]) -> u32 {
        let opening = match self {
            Rule::Paper(PaperRule { first: "lowest", .. }) => rungs[0],
            Rule::Paper(PaperRule { first: "highest", .. }) => rungs[rungs.len() - 1],
            _ => middle(rungs),
        };
        self.level(rungs, seen).and_then(|wanted| nearest(rungs, wanted)).unwrap_or(opening)
    }
}

impl PaperRule {
    fn smoothed(&self, levels: &[f64]) -> Option<f64> {
        if self.smoothing == "last" { levels.last().copied() } else { mean(levels) }
    }
}

fn mean(levels: &[f64]) -> Option<f64> {
    (!levels.is_empty()).then(|| levels.iter().sum::<f64>() / levels.len() as f64)
}

fn mean_of_rungs(rungs: &[u32]) -> f64 {
    rungs.iter().copied().map(f64::from).sum::<f64>() / rungs.len() as f64
}

fn middle(rungs: &[u32]) -> u32 {
    rungs[(rungs.len() - 1) / 2]
}

/// The rung that is nearest to `wanted`; the lower of two.
fn nearest(rungs: &[u32], wanted: f64) -> Option<u32> {
    let distance = |rung: u32| (f64::from(rung) - wanted).abs();
    rungs.iter().copied().min_by(|&one, &two| distance(one).total_cmp(&distance(two)))
}

/// The probability of each rung after these moves.
fn probabilities(rungs: usize, seen: &[Option<Observation>]) -> Vec<f64> {
    let mut logarithms = vec![0.0; rungs];
    for observation in seen.iter().flatten() {
        for (sum, more) in logarithms.iter_mut().zip(&observation.log_likelihoods) {
            *sum += more;
        }
    }
    let most = logarithms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weights: Vec<f64> = logarithms.iter().map(|logarithm| (logarithm - most).exp()).collect();
    let sum: f64 = weights.iter().sum();
    weights.iter().map(|weight| weight / sum).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const RUNGS: [u32; 5] = [2, 4, 6, 8, 10];
    const PAPER: PaperRule = PaperRule { tie: "nearest", miss: "keep", first: "middle", smoothing: "mean" };

    fn matching(rungs: &[u32]) -> Option<Observation> {
        Some(Observation { matching: rungs.to_vec(), log_likelihoods: vec![0.0; 5] })
    }

    #[test]
    fn slips_are_smoothed_as_in_the_paper() {
        let rungs = [1, 2, 3, 4, 5, 6, 7];
        let rule = Rule::Paper(PAPER);
        assert_eq!(rule.playing(&rungs, &[]), 4);
        // "Levels 5, 5, 5 and then 1 give level 4."
        let seen = [5, 5, 5, 1].map(|rung| matching(&[rung]));
        assert_eq!((rule.level(&rungs, &seen), rule.playing(&rungs, &seen)), (Some(4.0), 4));
        let estimate = rule.estimate(&rungs, &seen).unwrap();
        assert_eq!((estimate.value, estimate.low, estimate.high), (4.0, 2.0, 6.0));
        assert_eq!(Rule::Paper(PaperRule { smoothing: "last", ..PAPER }).playing(&rungs, &seen), 1);
    }

    #[test]
    fn ties_and_misses_are_as_the_options_say() {
        let level = |rule, seen: &[Option<Observation>]| Rule::Paper(rule).level(&RUNGS, seen);
        let tie = [matching(&[4, 10])];
        assert_eq!(level(PAPER, &tie), Some(4.0));
        assert_eq!(level(PaperRule { tie: "highest", ..PAPER }, &tie), Some(10.0));
        assert_eq!(level(PaperRule { tie: "lowest", ..PAPER }, &tie), Some(4.0));
        // After 10 the higher one is nearer.
        assert_eq!(level(PAPER, &[matching(&[10]), matching(&[4, 10])]), Some(10.0));
        assert_eq!(level(PAPER, &[matching(&[]), None]), None);
        assert_eq!(level(PaperRule { miss: "lowest", ..PAPER }, &[matching(&[])]), Some(2.0));
        // A move that all rungs play says nothing to the mean.
        assert_eq!(Rule::Mean.level(&RUNGS, &[matching(&[8, 10]), matching(&RUNGS)]), Some(9.0));
    }

    #[test]
    fn a_posterior_follows_the_likelihoods() {
        let rule = Rule::Posterior;
        let likely = |place: usize| {
            let mut log_likelihoods = vec![0.1_f64.ln(); 5];
            log_likelihoods[place] = 0.6_f64.ln();
            Some(Observation { matching: Vec::new(), log_likelihoods })
        };
        assert_eq!((rule.level(&RUNGS, &[None]), rule.playing(&RUNGS, &[])), (None, 6));
        let one = rule.level(&RUNGS, &[likely(4)]).unwrap();
        let two = rule.level(&RUNGS, &[likely(4), likely(4)]).unwrap();
        // 0.6 of 10 and 0.1 of each other.
        assert!((one - 8.0).abs() < 1e-9 && two > one, "{one} {two}");
        let estimate = rule.estimate(&RUNGS, &[likely(4)]).unwrap();
        assert_eq!((estimate.low, estimate.high), (2.0, 10.0));
        let sure = Observation { matching: Vec::new(), log_likelihoods: vec![-4.0, 0.0, -9.0, -9.0, -9.0] };
        let estimate = rule.estimate(&RUNGS, &[Some(sure)]).unwrap();
        assert!(estimate.low < 4.0 && estimate.low == estimate.value && estimate.high == 4.0, "{estimate:?}");
        assert_eq!(rule.playing(&RUNGS, &[likely(4)]), 8);
    }
}

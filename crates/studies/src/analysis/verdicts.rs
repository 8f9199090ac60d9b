//! Verdicts on records: person or computer?

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::estimate::{IntervalEstimate, StatisticRange, ratio};
use super::observations::Observations;
use super::parts::Part;
use crate::{ReasonTag, VERDICTS};

/// The mean verdict of a part of the raters on the records of `source`, or on all, with its interval over
/// raters.
#[must_use]
pub fn mean_verdict(
    observations: &Observations,
    part: &Part,
    source: Option<&str>,
) -> Option<IntervalEstimate> {
    ratio(
        &verdicts(observations, part, source).into_values().collect::<Vec<_>>(),
        StatisticRange::Steps(*VERDICTS.end() as u32),
    )
}

/// The sum and the number of each rater's verdicts on the records of `source`, or on all.
#[must_use]
pub fn verdicts(observations: &Observations, part: &Part, source: Option<&str>) -> BTreeMap<u64, (f64, f64)> {
    let mut by_rater: BTreeMap<u64, (f64, f64)> = BTreeMap::new();
    for given in &observations.verdicts {
        if part.people.contains(&given.rater) && source.is_none_or(|source| given.source == source) {
            let sum = by_rater.entry(given.rater).or_default();
            *sum = (sum.0 + given.verdict, sum.1 + 1.0);
        }
    }
    by_rater
}

/// Of the verdicts with a tagged reason: how many on each side ("person" 4 and 5, "computer" 1 and 2, the
/// rest) have which tag.
///
/// Gives for every tag the counts of reasons for a person, for neither and for a computer, and how many
/// raters gave them.
#[must_use]
pub fn reasons_by_tag(
    observations: &Observations,
    part: &Part,
    tags: &[ReasonTag],
) -> BTreeMap<String, ([u64; 3], usize)> {
    let verdicts: HashMap<(u64, &str), f64> = observations
        .verdicts
        .iter()
        .map(|given| ((given.rater, given.step.as_str()), given.verdict))
        .collect();
    let mut counts: BTreeMap<String, ([u64; 3], BTreeSet<u64>)> = BTreeMap::new();
    for tagged in tags.iter().filter(|tagged| part.people.contains(&tagged.participant)) {
        let Some(&verdict) = verdicts.get(&(tagged.participant, tagged.step.as_str())) else { continue };
        let place = if verdict > 3.0 {
            0
        } else if verdict < 3.0 {
            2
        } else {
            1
        };
        let (by_side, raters) = counts.entry(tagged.tag.clone()).or_default();
        by_side[place] += 1;
        raters.insert(tagged.participant);
    }
    counts.into_iter().map(|(tag, (by_side, raters))| (tag, (by_side, raters.len()))).collect()
}

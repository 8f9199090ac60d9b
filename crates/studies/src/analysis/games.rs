//! Results, lengths, and how strong the program was found.

use std::collections::BTreeMap;

use super::estimate::{IntervalEstimate, StatisticRange, jackknife, ratio};
use super::observations::{GameSeen, Observations, Rater, ScaleAnswer};
use super::parts::Part;

/// The games of a part of the participants against one condition, or against all.
fn games<'a>(
    observations: &'a Observations,
    part: &'a Part,
    condition: Option<&'a str>,
) -> impl Iterator<Item = &'a GameSeen> {
    observations.games.iter().filter(move |game| {
        part.people.contains(&game.rater) && condition.is_none_or(|condition| game.condition == condition)
    })
}

/// The sum and the number of what each participant scored.
#[must_use]
pub fn scores(
    observations: &Observations,
    part: &Part,
    condition: Option<&str>,
) -> BTreeMap<u64, (f64, f64)> {
    sums(games(observations, part, condition).filter_map(|game| Some((game.rater, game.score?))))
}

/// Values by participant, as sums and counts.
fn by_rater(values: impl Iterator<Item = (u64, f64)>) -> Vec<(f64, f64)> {
    sums(values).into_values().collect()
}

fn sums(values: impl Iterator<Item = (u64, f64)>) -> BTreeMap<u64, (f64, f64)> {
    let mut sums: BTreeMap<u64, (f64, f64)> = BTreeMap::new();
    for (rater, value) in values {
        let sum = sums.entry(rater).or_default();
        *sum = (sum.0 + value, sum.1 + 1.0);
    }
    sums
}

/// What participants scored, draws as halves, with how many games that were.
#[must_use]
pub fn win_rate(
    observations: &Observations,
    part: &Part,
    condition: Option<&str>,
) -> Option<(IntervalEstimate, usize)> {
    let scores: Vec<(f64, f64)> = scores(observations, part, condition).into_values().collect();
    let games = scores.iter().map(|(_, games)| *games as usize).sum();
    Some((ratio(&scores, StatisticRange::Share)?, games))
}

/// The mean number of moves of a game and its standard deviation, over games.
#[must_use]
pub fn plies(
    observations: &Observations,
    part: &Part,
    condition: Option<&str>,
) -> Option<(f64, Option<f64>)> {
    let plies: Vec<f64> = games(observations, part, condition).map(|game| game.plies).collect();
    spread(&plies)
}

/// Mean and standard deviation (divisor one less than there are values).
#[must_use]
pub fn spread(values: &[f64]) -> Option<(f64, Option<f64>)> {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (!values.is_empty()).then(|| (mean, (values.len() > 1).then(|| (squares / (n - 1.0)).sqrt())))
}

/// What a part of the participants answered about one condition, or about all, to the scale `item`; `None`
/// reads the study's question for strength.
pub fn said<'a>(
    observations: &'a Observations,
    part: &'a Part,
    condition: Option<&'a str>,
    item: Option<&'a str>,
) -> impl Iterator<Item = &'a ScaleAnswer> {
    observations.said.iter().filter(move |answer| {
        part.people.contains(&answer.rater)
            && condition.is_none_or(|condition| answer.condition == condition)
            && item.map_or(answer.is_strength, |item| answer.item == item)
    })
}

/// The same as sums and numbers, by participant.
#[must_use]
pub fn said_by_rater(
    observations: &Observations,
    part: &Part,
    condition: Option<&str>,
    item: Option<&str>,
) -> BTreeMap<u64, (f64, f64)> {
    sums(said(observations, part, condition, item).map(|answer| (answer.rater, answer.step)))
}

/// How many moves the games had, of both sides.
#[must_use]
pub fn total_plies(observations: &Observations, part: &Part, condition: Option<&str>) -> f64 {
    games(observations, part, condition).map(|game| game.plies).sum()
}

/// How many games each participant played.
#[must_use]
pub fn games_each(observations: &Observations, part: &Part) -> Vec<u64> {
    sums(games(observations, part, None).map(|game| (game.rater, 1.0)))
        .into_values()
        .map(|(_, games)| games as u64)
        .collect()
}

/// How strong the program was found, or another five-step answer after a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Strength {
    /// How many answers.
    pub answers: usize,
    /// Their mean, its interval over people.
    pub mean: IntervalEstimate,
    /// Their standard deviation.
    pub deviation: Option<f64>,
    /// The share of answers on the middle step, its interval over people: "like me".
    pub like_me: Option<IntervalEstimate>,
}

/// What participants said after their games to the scale `item`, which has so many steps; `None` reads the
/// study's question for strength.
#[must_use]
pub fn strength(
    observations: &Observations,
    part: &Part,
    condition: Option<&str>,
    item: Option<&str>,
    steps: usize,
) -> Option<Strength> {
    let answers: Vec<(u64, f64)> =
        said(observations, part, condition, item).map(|answer| (answer.rater, answer.step)).collect();
    let middle = (steps as f64 + 1.0) / 2.0;
    let like_me = answers.iter().map(|&(rater, step)| (rater, f64::from(u8::from(step == middle))));
    let values: Vec<f64> = answers.iter().map(|&(_, step)| step).collect();
    Some(Strength {
        answers: answers.len(),
        mean: ratio(&by_rater(answers.iter().copied()), StatisticRange::Steps(steps as u32))?,
        deviation: spread(&values)?.1,
        like_me: if steps % 2 == 1 { ratio(&by_rater(like_me), StatisticRange::Share) } else { None },
    })
}

/// How the strength judged goes with the rating of who judges it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Correlation {
    /// Pearson's coefficient, its interval over people.
    pub coefficient: IntervalEstimate,
    /// Over how many answers.
    pub answers: usize,
}

/// The correlation of the strength judged with a rating, or with whatever `of` says of raters; `None` where
/// either does not vary.
#[must_use]
pub fn correlation(
    observations: &Observations,
    part: &Part,
    of: fn(&Rater) -> Option<f64>,
) -> Option<Correlation> {
    let mut people: BTreeMap<u64, Vec<(f64, f64)>> = BTreeMap::new();
    for answer in said(observations, part, None, None) {
        if let Some(rating) = observations.raters.get(&answer.rater).and_then(of) {
            people.entry(answer.rater).or_default().push((rating, answer.step));
        }
    }
    let people: Vec<Vec<(f64, f64)>> = people.into_values().collect();
    let coefficient = jackknife(&people, StatisticRange::Correlation, |some| {
        pearson(&some.iter().flat_map(|pairs| pairs.iter().copied()).collect::<Vec<_>>())
    })?;
    Some(Correlation { coefficient, answers: people.iter().map(Vec::len).sum() })
}

/// Pearson's coefficient; not a number where one side does not vary.
fn pearson(pairs: &[(f64, f64)]) -> f64 {
    let n = pairs.len() as f64;
    let (x, y) = pairs.iter().fold((0.0, 0.0), |sum, pair| (sum.0 + pair.0 / n, sum.1 + pair.1 / n));
    let sum =
        |value: fn(f64, f64) -> f64| pairs.iter().map(|pair| value(pair.0 - x, pair.1 - y)).sum::<f64>();
    sum(|x, y| x * y) / (sum(|x, _| x * x) * sum(|_, y| y * y)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pearson_of_a_line_is_one_and_of_nothing_no_number() {
        assert!((pearson(&[(1.0, 2.0), (2.0, 4.0), (3.0, 6.0)]) - 1.0).abs() < 1e-12);
        assert!((pearson(&[(1.0, 3.0), (2.0, 1.0), (3.0, 2.0)]) + 0.5).abs() < 1e-12);
        assert!(pearson(&[(1.0, 3.0), (1.0, 1.0)]).is_nan());
    }

    #[test]
    fn spread_takes_one_less() {
        assert_eq!(spread(&[1.0, 3.0]), Some((2.0, Some(2_f64.sqrt()))));
        assert_eq!((spread(&[4.0]), spread(&[])), (Some((4.0, None)), None));
    }
}

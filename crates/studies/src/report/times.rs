//! How long participants took over questions, records and games.

use std::collections::{BTreeMap, HashMap};

use report::{Block, Cell, Column, Section, Table};

use super::View;
use crate::Step;
use crate::steps::StepKind;

/// A timed item: a part of the study, and one of its questions or all of it. Its place in the study comes
/// first, so that rows sort by it.
type Place = (usize, usize, String, String);

/// A part of the study: its place, its name, and its questions as ids and texts.
type PartOfStudy = (usize, String, Vec<(String, String)>);

/// The section; `None` if nothing was answered.
pub(super) fn section(view: &View<'_>) -> Option<Section> {
    let mut times = times(view);
    if times.is_empty() {
        return None;
    }
    let rows = times.iter_mut().map(|((_, _, part, question), seconds)| {
        seconds.sort_by(f64::total_cmp);
        vec![
            Cell::words(part),
            Cell::words(question),
            Cell::Count(seconds.len() as u64),
            Cell::Number(quantile(seconds, 0.5), 0),
            Cell::Range(quantile(seconds, 0.25), quantile(seconds, 0.75), 0),
        ]
    });
    let table = Table {
        name: "times".into(),
        caption: "Seconds per question, record and game: median and quartiles over answers. The time of a \
                  question runs from the answer before it to the last change of its own."
            .into(),
        columns: Column::all(["part", "question", "answers", "median, s", "quartiles, s"]),
        rows: rows.collect(),
    };
    Some(Section::new("Time", vec![Block::Table(table)]))
}

fn times(view: &View<'_>) -> BTreeMap<Place, Vec<f64>> {
    let steps = view.collected.steps(view.study);
    let mut times: BTreeMap<Place, Vec<f64>> = BTreeMap::new();
    for answer in &view.collected.answers {
        let Some((at, part, items)) = part(view, &steps, answer.participant, &answer.step) else { continue };
        let mut add = |place: usize, question: &str, millis: u64| {
            let place = (at, place, part.clone(), question.to_owned());
            times.entry(place).or_default().push(millis as f64 / 1000.0);
        };
        add(0, "all of it", answer.millis);
        for (place, (item, ask)) in (1..).zip(&items) {
            if let Some(&millis) = answer.times.get(item) {
                add(place, ask, millis);
            }
        }
    }
    times
}

/// The place of a step's part in the study, its name, and its questions.
fn part(
    view: &View<'_>,
    steps: &HashMap<(u64, String), Step>,
    participant: u64,
    step: &str,
) -> Option<PartOfStudy> {
    let questionnaires = &view.study.questionnaires;
    let named = |(id, ask): (&str, &str)| (id.to_owned(), ask.to_owned());
    Some(match &steps.get(&(participant, step.to_owned()))?.kind {
        StepKind::Questions { questionnaire } => {
            let at = questionnaires.iter().position(|one| one.id == *questionnaire)?;
            let items = questionnaires[at].items.iter().map(|item| (item.id.as_str(), item.ask.en.as_str()));
            (at, questionnaires[at].title.en.clone(), items.map(named).collect())
        }
        StepKind::Record { .. } => {
            let items = [("verdict", "person or computer"), ("reason", "why"), ("seen", "seen before")];
            (questionnaires.len(), "a record".to_owned(), items.map(named).to_vec())
        }
        StepKind::Game { practice, .. } => {
            let part = if *practice { "the practice game" } else { "a game" };
            (questionnaires.len() + 1, part.to_owned(), Vec::new())
        }
    })
}

/// A quantile of sorted values, between the two nearest.
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let place = share * (sorted.len() as f64 - 1.0);
    let (low, high) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
    low + (high - low) * place.fract()
}

#[cfg(test)]
mod tests {
    use super::quantile;

    #[test]
    fn quantiles_lie_between_the_nearest_values() {
        assert_eq!([0.25, 0.5, 0.75].map(|share| quantile(&[1.0, 2.0, 3.0, 4.0], share)), [1.75, 2.5, 3.25]);
        assert_eq!(quantile(&[7.0], 0.25), 7.0);
    }
}

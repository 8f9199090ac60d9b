//! Splitting participants by group, self-assessed skill or rating.

use std::collections::BTreeSet;

use super::observations::{Observations, Rater};
use crate::{Kind, Study};

/// How participants are split.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Split {
    /// Not at all.
    Everybody,
    /// By their group.
    Group,
    /// By how good they call themselves.
    Skill,
    /// By the rating they say they have: below and from the median on.
    Stated,
    /// By their rating in our games: below and from the median on.
    Rating,
}

impl Split {
    /// All ways there are.
    pub const ALL: [Split; 5] = [Split::Everybody, Split::Group, Split::Skill, Split::Stated, Split::Rating];

    /// In a few words.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Split::Everybody => "all together",
            Split::Group => "by group",
            Split::Skill => "by self-assessed skill",
            Split::Stated => "by stated rating",
            Split::Rating => "by rating in our games",
        }
    }

    /// The non-empty parts; none if this splits nobody.
    #[must_use]
    pub fn parts(self, study: &Study, observations: &Observations) -> Vec<Part> {
        let of = |belongs: &dyn Fn(&Rater) -> bool| -> BTreeSet<u64> {
            observations
                .raters
                .iter()
                .filter(|(_, rater)| belongs(rater))
                .map(|(&number, _)| number)
                .collect()
        };
        let parts: Vec<Part> = match self {
            Split::Everybody => vec![Part { id: "all".into(), name: "all".into(), people: of(&|_| true) }],
            Split::Group => study
                .groups()
                .iter()
                .map(|group| Part {
                    id: group.id.clone(),
                    name: group.name.en.clone(),
                    people: of(&|rater| rater.group.as_deref() == Some(&group.id)),
                })
                .collect(),
            Split::Skill => {
                let item = study.analysis.skill.as_deref().and_then(|reference| study.item(reference));
                let labels = match item.map(|item| &item.kind) {
                    Some(Kind::Scale(labels)) => labels.as_slice(),
                    _ => &[],
                };
                (1..)
                    .zip(labels)
                    .map(|(step, label)| Part {
                        id: step.to_string(),
                        name: format!("{step} {}", label.en),
                        people: of(&|rater| rater.skill == Some(f64::from(step))),
                    })
                    .collect()
            }
            Split::Stated => halves(observations, of, |rater| rater.stated),
            Split::Rating => halves(observations, of, |rater| rater.rating),
        };
        parts.into_iter().filter(|part| !part.people.is_empty()).collect()
    }
}

/// Raters below the median and from it on.
fn halves(
    observations: &Observations,
    of: impl Fn(&dyn Fn(&Rater) -> bool) -> BTreeSet<u64>,
    rating: fn(&Rater) -> Option<f64>,
) -> Vec<Part> {
    let mut known: Vec<f64> = observations.raters.values().filter_map(rating).collect();
    known.sort_by(f64::total_cmp);
    let Some(&median) = known.get(known.len() / 2) else { return Vec::new() };
    let below = of(&|rater| rating(rater).is_some_and(|value| value < median));
    let above = of(&|rater| rating(rater).is_some_and(|value| value >= median));
    vec![
        Part { id: "below".into(), name: format!("below {median:.0}"), people: below },
        Part { id: "above".into(), name: format!("{median:.0} and above"), people: above },
    ]
}

/// A part of the participants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// What it is known by.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// Their numbers.
    pub people: BTreeSet<u64>,
}

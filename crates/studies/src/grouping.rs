//! Assigning participants to groups.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::Value;

use crate::design::{Group, GroupBy, Study};

/// Why somebody cannot join.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TurnedAway {
    /// The link names no group, or none of this study.
    #[error("found group \"{found}\", expected one of: {}", known.join(", "))]
    NoSuchGroup {
        /// What the link says.
        found: String,
        /// The groups there are.
        known: Vec<String>,
    },
    /// Their group, or every group, has reached its quota.
    #[error("found a full group, expected a free place: the quota is reached")]
    Full,
}

impl Group {
    /// Whether this answer puts a participant in the group.
    #[must_use]
    pub fn holds(&self, answer: f64) -> bool {
        self.from.is_some_and(|from| from <= answer) && self.to.is_some_and(|to| answer <= to)
    }
}

impl Study {
    /// The group of a new participant whose link names the group `wanted`, when each group has `filled`
    /// members; `None` if the study has no groups or an answer will decide.
    ///
    /// # Errors
    /// No such group, or no free place.
    pub fn place(
        &self,
        wanted: Option<&str>,
        filled: &dyn Fn(&str) -> u64,
        seed: u64,
    ) -> Result<Option<String>, TurnedAway> {
        let Some(grouping) = &self.grouping else { return Ok(None) };
        let has_room = |group: &&Group| group.quota.is_none_or(|quota| filled(&group.id) < quota);
        match grouping.by {
            GroupBy::Answer => Ok(None),
            GroupBy::Link => {
                let group = grouping.groups.iter().find(|group| Some(group.id.as_str()) == wanted);
                let group = group.ok_or_else(|| TurnedAway::NoSuchGroup {
                    found: wanted.unwrap_or_default().to_owned(),
                    known: grouping.groups.iter().map(|group| group.id.clone()).collect(),
                })?;
                Some(group).filter(has_room).map(|group| Some(group.id.clone())).ok_or(TurnedAway::Full)
            }
            GroupBy::Random => {
                let open: Vec<&Group> = grouping.groups.iter().filter(has_room).collect();
                let fewest = open.iter().map(|group| filled(&group.id)).min().ok_or(TurnedAway::Full)?;
                let equals: Vec<&&Group> = open.iter().filter(|group| filled(&group.id) == fewest).collect();
                let drawn = Xoshiro256PlusPlus::seed_from_u64(seed).random_range(0..equals.len());
                Ok(Some(equals[drawn].id.clone()))
            }
        }
    }

    /// The group that this questionnaire's answer decides, if it is the deciding one.
    #[must_use]
    pub fn group_by_answer(&self, questionnaire: &str, answer: &Value) -> Option<&Group> {
        let grouping = self.grouping.as_ref().filter(|grouping| grouping.by == GroupBy::Answer)?;
        let (deciding, item) = grouping.question.as_deref()?.split_once('.')?;
        let given = answer.get(item).filter(|_| deciding == questionnaire)?.as_f64()?;
        grouping.groups.iter().find(|group| group.holds(given))
    }
}

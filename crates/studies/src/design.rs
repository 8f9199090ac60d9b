//! A study as a value.

use games::Side;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::questionnaire::{Choice, Item, Questionnaire};
use games::GameKind;

use crate::{StudyError, Text, side_text};

/// A study: consent, groups, conditions, questionnaires and tasks, with every record that is judged.
///
/// It is read from a file with [`Study::parse`] and kept as one bundle with [`Study::to_bundle`].
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Study {
    /// Lower-case letters, digits and hyphens.
    pub id: String,
    /// Its title for participants.
    pub title: Text,
    /// The consent text; an empty line separates paragraphs.
    pub consent: Text,
    /// What they are told at the end.
    pub debriefing: Text,
    /// Which answers the analysis reads.
    #[serde(default)]
    pub analysis: AnalysisItems,
    /// How participants are assigned to groups, if there are groups.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grouping: Option<Grouping>,
    /// The opponents.
    #[serde(default)]
    pub conditions: Vec<Condition>,
    /// The questionnaires.
    #[serde(default)]
    pub questionnaires: Vec<Questionnaire>,
    /// What is done, in this order.
    pub tasks: Vec<Task>,
}

/// Which answers the analysis reads, each as `questionnaire.item`.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct AnalysisItems {
    /// A scale: how good participants call themselves. Every result is also split by it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skill: Option<String>,
    /// A number: the rating participants say they have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<String>,
    /// A scale asked after a game: how strong the program was; its middle step is "like me".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strength: Option<String>,
    /// A text: what participants are known by elsewhere. Whoever gives the same one as somebody else has
    /// answered twice, and neither answer on strength counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub identity: Option<String>,
    /// A number: how many rated games the stated rating comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rated_games: Option<String>,
    /// A rating that comes from fewer games does not count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fewest_rated_games: Option<u32>,
    /// The template whose paper's numbers are shown beside ours.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paper: Option<String>,
}

/// The groups and how participants are assigned to them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Grouping {
    /// What decides.
    pub by: GroupBy,
    /// For [`GroupBy::Answer`]: `questionnaire.item`, a scale or a number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    /// The groups.
    pub groups: Vec<Group>,
}

/// What decides which group a participant belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GroupBy {
    /// The link they joined by.
    Link,
    /// At random among the groups with the fewest members.
    Random,
    /// What they answered.
    Answer,
}

/// A group of participants.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Group {
    /// Its id.
    pub id: String,
    /// What it is called.
    pub name: Text,
    /// The most participants; further ones are turned away.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quota: Option<u64>,
    /// The least answer of its members.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<f64>,
    /// The greatest answer of its members.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<f64>,
}

/// An opponent that participants play against without being told its name.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Condition {
    /// Its id.
    pub id: String,
    /// What reports call it.
    pub name: Text,
    /// The game.
    pub game: GameKind,
    /// The opponent's name.
    pub opponent: String,
}

/// A part of the study.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", deny_unknown_fields, rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Task {
    /// They answer a questionnaire.
    Questions {
        /// Its id.
        questionnaire: String,
    },
    /// They read game records and say of each whether a person or a computer played it.
    JudgeRecords {
        /// The game.
        game: GameKind,
        /// Whose moves are judged.
        #[serde(with = "side_text")]
        judged: Side,
        /// In which order the records come.
        order: Order,
        /// The records.
        records: Vec<JudgedRecord>,
        /// How long a record has to be looked at before it can be judged, in seconds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        least_seconds: Option<u32>,
        /// Tags by which the researcher sorts their reasons.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        tags: Vec<Choice>,
    },
    /// They play.
    Play {
        /// Against whom, by the ids of conditions.
        conditions: Vec<String>,
        /// On which side.
        sides: Sides,
        /// In which order the games come.
        order: Order,
        /// Whether they judge every move of the program while they play.
        #[serde(default)]
        judge_moves: bool,
        /// The clock; without one there is no limit.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<Clock>,
        /// The most games, where participants play as often as they like.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        most_games: Option<u32>,
        /// A game of so many plies is drawn; without this, each game has its usual limit.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        most_plies: Option<u32>,
        /// Whether it is only practice, which counts nowhere.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        practice: bool,
        /// Shorter games are excluded from the analysis.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        fewest_plies: Option<u32>,
        /// The questionnaire after every game.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<String>,
    },
}

/// Time for a whole game, then for each move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Clock {
    /// Minutes for the whole game.
    pub minutes: u32,
    /// Seconds for each move after that.
    pub byoyomi: u32,
}

/// A record that is judged.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct JudgedRecord {
    /// Its file, relative to the study's.
    pub file: String,
    /// Who played it; verdicts are counted by source.
    pub source: String,
    /// The record (`.gkr`); empty in the study's own file.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
}

/// Order of records or games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// As in the file.
    Fixed,
    /// Shuffled for every participant.
    Random,
    /// A Latin square: over all participants, every condition comes equally often in every position.
    Counterbalanced,
}

/// On which side a participant plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sides {
    /// The one they choose; one game per condition.
    Chosen,
    /// Both; two games per condition.
    Both,
    /// A random one; one game per condition.
    Random,
}

/// A stored study in today's words: random groups and sides were once called `lot`.
fn with_new_words(stored: Value) -> Value {
    match stored {
        Value::Object(fields) => {
            let renamed = fields.into_iter().map(|(key, value)| match (key.as_str(), value.as_str()) {
                ("by" | "sides", Some("lot")) => (key, Value::from("random")),
                _ => (key, with_new_words(value)),
            });
            Value::Object(renamed.collect())
        }
        Value::Array(items) => Value::Array(items.into_iter().map(with_new_words).collect()),
        other => other,
    }
}

impl Study {
    /// The whole study as one text for [`Study::from_bundle`].
    #[must_use]
    pub fn to_bundle(&self) -> String {
        // Every part has a JSON form, so this cannot fail.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The study that [`Study::to_bundle`] wrote.
    ///
    /// # Errors
    /// The text is no bundle of a study that could be run.
    pub fn from_bundle(bundle: &str) -> Result<Study, Vec<StudyError>> {
        let study: Study = serde_json::from_str(bundle)
            .map(with_new_words)
            .and_then(serde_json::from_value)
            .map_err(|error| vec![StudyError::new("bundle", error, "a study as this program bundles it")])?;
        let errors = study.errors();
        if errors.is_empty() { Ok(study) } else { Err(errors) }
    }

    /// SHA-256 of its bundle, in hexadecimal.
    #[must_use]
    pub fn hash(&self) -> String {
        let digest = Sha256::digest(self.to_bundle().as_bytes());
        hex::encode(digest)
    }

    /// The questionnaire known by `id`.
    #[must_use]
    pub fn questionnaire(&self, id: &str) -> Option<&Questionnaire> {
        self.questionnaires.iter().find(|questionnaire| questionnaire.id == id)
    }

    /// The question that `questionnaire.item` names.
    #[must_use]
    pub fn item(&self, reference: &str) -> Option<&Item> {
        let (questionnaire, item) = reference.split_once('.')?;
        self.questionnaire(questionnaire)?.item(item)
    }

    /// The condition known by `id`.
    #[must_use]
    pub fn condition(&self, id: &str) -> Option<&Condition> {
        self.conditions.iter().find(|condition| condition.id == id)
    }

    /// The groups; none if there is no grouping.
    #[must_use]
    pub fn groups(&self) -> &[Group] {
        self.grouping.as_ref().map_or(&[], |grouping| &grouping.groups)
    }

    /// The tags of every task that judges records.
    pub fn tags(&self) -> impl Iterator<Item = &Choice> {
        self.tasks.iter().flat_map(|task| match task {
            Task::JudgeRecords { tags, .. } => tags.as_slice(),
            _ => &[],
        })
    }
}

//! What a researcher sends and receives.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{ParticipantState, StudyState, Text};

/// A researcher's key to a study.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct KeyFor {
    /// The study.
    pub study: String,
    /// The key that `gokaku study serve` or `gokaku study key` printed.
    pub key: String,
}

/// The study that the login is for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct LoggedIn {
    /// The study.
    pub study: String,
}

/// What decides to which group somebody belongs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum GroupedBy {
    /// The link they came by: `?group=ID` behind it.
    Link,
    /// The least filled group comes first.
    Random,
    /// What they answered.
    Answer,
}

/// How far a study is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StudyProgress {
    /// What it is known by.
    pub id: String,
    /// Its title.
    pub title: Text,
    /// Whether it takes new people.
    pub state: StudyState,
    /// The letters for participants, behind `/study/`.
    pub link: String,
    /// The hash of its content.
    pub hash: String,
    /// How many have started, including those who have withdrawn.
    pub begun: u64,
    /// How many have finished.
    pub finished: u64,
    /// How many have withdrawn.
    pub withdrawn: u64,
    /// What decides to which group somebody belongs.
    pub grouped_by: Option<GroupedBy>,
    /// The same by group.
    pub groups: Vec<GroupProgress>,
    /// Answers there are.
    pub answers: u64,
    /// Games that were played to their end.
    pub games: u64,
    /// Judgements of moves there are.
    pub judgements: u64,
    /// Everybody who takes part, those who have withdrawn not among them.
    pub people: Vec<Person>,
}

/// How far a group is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct GroupProgress {
    /// What it is known by.
    pub id: String,
    /// What it is called.
    pub name: Text,
    /// How many have started.
    pub begun: u64,
    /// How many of them have finished.
    pub finished: u64,
    /// How many are wanted.
    pub quota: Option<u64>,
}

/// How far somebody is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Person {
    /// Their number.
    pub number: u64,
    /// Their group.
    pub group: Option<String>,
    /// The language in which they agreed.
    pub language: String,
    /// Whether they still take part.
    pub state: ParticipantState,
    /// Steps they have done.
    pub done: u32,
    /// Steps there are.
    pub of: u32,
    /// When they began.
    pub begun: String,
    /// When they last gave something.
    pub last: String,
}

/// What can be fetched.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct StudyFiles {
    /// The files' names.
    pub files: Vec<String>,
}

/// What reasons are sorted by.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Tag {
    /// What it is known by.
    pub id: String,
    /// What it says.
    pub text: Text,
}

/// The reasons that were given for verdicts.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct VerdictReasons {
    /// What they are sorted by.
    pub tags: Vec<Tag>,
    /// The reasons, by participant.
    pub reasons: Vec<VerdictReason>,
}

/// A reason for a verdict.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct VerdictReason {
    /// Whose.
    pub participant: u64,
    /// Of which step.
    pub step: String,
    /// Who played the record.
    pub source: String,
    /// The verdict: 5 is a person, 1 a computer.
    pub verdict: u64,
    /// The reason.
    pub reason: String,
    /// What it is sorted under.
    pub tags: Vec<String>,
}

/// What a reason is sorted under from now on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Tags {
    /// The tags, and no others.
    pub tags: Vec<String>,
}

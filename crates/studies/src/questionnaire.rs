//! Questionnaires, their items and the kinds of answer.

use serde::{Deserialize, Serialize};

use crate::Text;

/// Questions asked together.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Questionnaire {
    /// Its id.
    pub id: String,
    /// Its heading.
    pub title: Text,
    /// What is to be read before the questions; an empty line separates paragraphs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub intro: Option<Text>,
    /// The questions; none if there is only something to read.
    #[serde(default)]
    pub items: Vec<Item>,
}

impl Questionnaire {
    /// The question known by `id`.
    #[must_use]
    pub fn item(&self, id: &str) -> Option<&Item> {
        self.items.iter().find(|item| item.id == id)
    }
}

/// A question.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written")]
pub struct Item {
    /// Its id.
    pub id: String,
    /// The question.
    pub ask: Text,
    /// Whether it has to be answered.
    pub required: bool,
    /// What can be answered.
    pub kind: Kind,
}

/// What can be answered to a question.
#[derive(Clone, PartialEq, Debug)]
pub enum Kind {
    /// One of these steps, counted from 1.
    Scale(Vec<Text>),
    /// One of these.
    Single(Vec<Choice>),
    /// Any of these.
    Multiple(Vec<Choice>),
    /// A number from `low` to `high`.
    Number {
        /// The least.
        low: f64,
        /// The most.
        high: f64,
    },
    /// A text of at most so many characters.
    Text {
        /// The most characters.
        longest: usize,
    },
}

impl Kind {
    /// The word that stands for it in a study's file.
    #[must_use]
    pub const fn as_str(&self) -> &'static str {
        match self {
            Kind::Scale(_) => "scale",
            Kind::Single(_) => "single",
            Kind::Multiple(_) => "multiple",
            Kind::Number { .. } => "number",
            Kind::Text { .. } => "text",
        }
    }
}

/// Something to choose: an option, or a tag.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// Its id.
    pub id: String,
    /// In English.
    pub en: String,
    /// In Japanese.
    pub ja: String,
}

impl Choice {
    /// What a participant reads.
    #[must_use]
    pub fn text(&self) -> Text {
        Text::new(&self.en, &self.ja)
    }
}

/// Default limit for a free text, in characters: about a page.
pub(crate) const LONGEST_TEXT: usize = 2000;

/// An item as it is written in a file: every kind has its own keys.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    id: String,
    kind: Word,
    ask: Text,
    #[serde(default = "yes")]
    required: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    labels: Option<Vec<Text>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    options: Option<Vec<Choice>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    low: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    high: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    longest: Option<usize>,
}

const fn yes() -> bool {
    true
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Word {
    Scale,
    Single,
    Multiple,
    Number,
    Text,
}

impl TryFrom<Written> for Item {
    type Error = String;

    fn try_from(written: Written) -> Result<Item, String> {
        let Written { id, kind, ask, required, labels, options, low, high, longest } = written;
        let given = [
            ("labels", labels.is_some()),
            ("options", options.is_some()),
            ("low", low.is_some()),
            ("high", high.is_some()),
            ("longest", longest.is_some()),
        ];
        let (word, needed, allowed): (_, &[&str], &[&str]) = match kind {
            Word::Scale => ("scale", &["labels"], &["labels"]),
            Word::Single => ("single", &["options"], &["options"]),
            Word::Multiple => ("multiple", &["options"], &["options"]),
            Word::Number => ("number", &["low", "high"], &["low", "high"]),
            Word::Text => ("text", &[], &["longest"]),
        };
        for (key, is_given) in given {
            if is_given && !allowed.contains(&key) {
                return Err(format!("item {id}: found {key}, which a question of kind {word} does not have"));
            }
            if !is_given && needed.contains(&key) {
                return Err(format!("item {id}: found no {key}, expected it for a question of kind {word}"));
            }
        }
        let kind = match kind {
            Word::Scale => Kind::Scale(labels.unwrap_or_default()),
            Word::Single => Kind::Single(options.unwrap_or_default()),
            Word::Multiple => Kind::Multiple(options.unwrap_or_default()),
            Word::Number => Kind::Number { low: low.unwrap_or_default(), high: high.unwrap_or_default() },
            Word::Text => Kind::Text { longest: longest.unwrap_or(LONGEST_TEXT) },
        };
        Ok(Item { id, ask, required, kind })
    }
}

impl From<Item> for Written {
    fn from(item: Item) -> Written {
        let Item { id, ask, required, kind } = item;
        let bare = Written {
            id,
            kind: Word::Text,
            ask,
            required,
            labels: None,
            options: None,
            low: None,
            high: None,
            longest: None,
        };
        match kind {
            Kind::Scale(labels) => Written { kind: Word::Scale, labels: Some(labels), ..bare },
            Kind::Single(options) => Written { kind: Word::Single, options: Some(options), ..bare },
            Kind::Multiple(options) => Written { kind: Word::Multiple, options: Some(options), ..bare },
            Kind::Number { low, high } => {
                Written { kind: Word::Number, low: Some(low), high: Some(high), ..bare }
            }
            Kind::Text { longest } => Written { longest: Some(longest), ..bare },
        }
    }
}

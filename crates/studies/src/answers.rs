//! Checking the answer to a step.

use serde_json::{Map, Value, json};

use crate::Study;
use crate::questionnaire::{Item, Kind, LONGEST_TEXT};
use crate::steps::{Step, StepKind};

/// Scale of the verdict on a record: 1 is a computer, 5 a person, as in Nakamichi 2020.
pub const VERDICTS: std::ops::RangeInclusive<u64> = 1..=5;

/// An item that was not answered as it should be.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct InvalidAnswer {
    /// The question.
    pub item: String,
    /// A valid answer, in words.
    pub expected: String,
}

impl Study {
    /// The answer as it is stored: texts trimmed, options in the order of the file.
    ///
    /// # Errors
    /// Every invalid item.
    pub fn check_answer(&self, step: &Step, answer: &Value) -> Result<Value, Vec<InvalidAnswer>> {
        let Some(given) = answer.as_object() else {
            return Err(vec![InvalidAnswer {
                item: String::new(),
                expected: "an object with an answer to every question".into(),
            }]);
        };
        let mut checked = Checked { given, stored: Map::new(), wrong: Vec::new() };
        match &step.kind {
            StepKind::Questions { questionnaire } => {
                for item in self.questionnaire(questionnaire).iter().flat_map(|one| &one.items) {
                    checked.item(&item.id, item.required, |value| answer_to(item, value));
                }
            }
            StepKind::Record { .. } => {
                let (low, high) = (*VERDICTS.start(), *VERDICTS.end());
                checked.item("verdict", true, |value| step_of(value, low, high));
                checked.item("reason", false, |value| text(value, LONGEST_TEXT));
                checked.item("seen", true, true_or_false);
            }
            StepKind::Game { again: true, .. } => checked.item("again", false, true_or_false),
            StepKind::Game { again: false, .. } => {}
        }
        checked.finish()
    }
}

struct Checked<'a> {
    given: &'a Map<String, Value>,
    stored: Map<String, Value>,
    wrong: Vec<InvalidAnswer>,
}

impl Checked<'_> {
    fn item(&mut self, id: &str, required: bool, check: impl Fn(&Value) -> Result<Value, String>) {
        let outcome = match self.given.get(id) {
            None | Some(Value::Null) => Ok(Value::Null),
            Some(value) => check(value),
        };
        match outcome {
            Ok(value) if !is_empty(&value) => {
                self.stored.insert(id.to_owned(), value);
            }
            // An optional item without an answer is stored as null.
            Ok(_) if !required => {
                self.stored.insert(id.to_owned(), Value::Null);
            }
            Ok(_) => self.wrong.push(InvalidAnswer { item: id.to_owned(), expected: "an answer".into() }),
            Err(expected) => self.wrong.push(InvalidAnswer { item: id.to_owned(), expected }),
        }
    }

    fn finish(mut self) -> Result<Value, Vec<InvalidAnswer>> {
        for key in self.given.keys() {
            if !self.stored.contains_key(key) && !self.wrong.iter().any(|wrong| &wrong.item == key) {
                self.wrong.push(InvalidAnswer {
                    item: key.clone(),
                    expected: "nothing: there is no such question".into(),
                });
            }
        }
        if self.wrong.is_empty() { Ok(Value::Object(self.stored)) } else { Err(self.wrong) }
    }
}

/// No answer: an empty text, or none of several options.
fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(options) => options.is_empty(),
        _ => false,
    }
}

fn answer_to(item: &Item, value: &Value) -> Result<Value, String> {
    match &item.kind {
        Kind::Scale(labels) => step_of(value, 1, labels.len() as u64),
        Kind::Single(options) => {
            let chosen = options.iter().find(|option| value.as_str() == Some(&option.id));
            chosen.map(|option| json!(option.id)).ok_or_else(|| {
                let known: Vec<_> = options.iter().map(|option| option.id.as_str()).collect();
                format!("one of: {}", known.join(", "))
            })
        }
        Kind::Multiple(options) => {
            let known: Vec<&str> = options.iter().map(|option| option.id.as_str()).collect();
            let expected = || format!("a list of: {}", known.join(", "));
            let chosen = value.as_array().ok_or_else(expected)?;
            if chosen.iter().any(|one| one.as_str().is_none_or(|id| !known.contains(&id))) {
                return Err(expected());
            }
            let is_chosen = |id: &&&str| chosen.iter().any(|one| one.as_str() == Some(**id));
            Ok(json!(known.iter().filter(is_chosen).collect::<Vec<_>>()))
        }
        Kind::Number { low, high } => match value.as_f64() {
            Some(number) if (*low..=*high).contains(&number) => Ok(value.clone()),
            _ => Err(format!("a number from {low} to {high}")),
        },
        Kind::Text { longest } => text(value, *longest),
    }
}

fn true_or_false(value: &Value) -> Result<Value, String> {
    value.as_bool().map(Value::Bool).ok_or_else(|| "true or false".to_owned())
}

fn step_of(value: &Value, low: u64, high: u64) -> Result<Value, String> {
    match value.as_u64() {
        Some(step) if (low..=high).contains(&step) => Ok(json!(step)),
        _ => Err(format!("a whole number from {low} to {high}")),
    }
}

fn text(value: &Value, longest: usize) -> Result<Value, String> {
    let expected = || format!("a text of at most {longest} characters");
    // PostgreSQL refuses NUL.
    let text = value.as_str().ok_or_else(expected)?.replace("\r\n", "\n").replace('\0', "");
    let text = text.trim();
    if text.chars().count() > longest { Err(expected()) } else { Ok(json!(text)) }
}

//! Whether an answer answers its step.

use serde_json::{Map, Value, json};

use crate::Study;
use crate::questionnaire::{Item, Kind, LONGEST_TEXT};
use crate::steps::{Step, What};

/// Steps of a record's verdict: 5 is a person, 1 a computer, as in the thesis.
pub const VERDICTS: std::ops::RangeInclusive<u64> = 1..=5;

/// A part of an answer that is wrong.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Wrong {
    /// The question.
    pub item: String,
    /// What would have been an answer.
    pub expected: String,
}

impl Study {
    /// The answer as it is kept: texts trimmed, options in the order of the file, nothing that was not asked.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn check_answer(&self, step: &Step, answer: &Value) -> Result<Value, Vec<Wrong>> {
        let Some(given) = answer.as_object() else {
            return Err(vec![Wrong {
                item: String::new(),
                expected: "an object with an answer to every question".into(),
            }]);
        };
        let mut checked = Checked { given, kept: Map::new(), wrong: Vec::new() };
        match &step.what {
            What::Questions { questionnaire } => {
                for item in self.questionnaire(questionnaire).iter().flat_map(|one| &one.items) {
                    checked.item(&item.id, item.required, |value| answer_to(item, value));
                }
            }
            What::Record { .. } => {
                let (low, high) = (*VERDICTS.start(), *VERDICTS.end());
                checked.item("verdict", true, |value| step_of(value, low, high));
                checked.item("reason", false, |value| text(value, LONGEST_TEXT));
                checked.item("seen", true, |value| {
                    value.as_bool().map(Value::Bool).ok_or_else(|| "true or false".to_owned())
                });
            }
            What::Game { .. } => {}
        }
        checked.finish()
    }
}

struct Checked<'a> {
    given: &'a Map<String, Value>,
    kept: Map<String, Value>,
    wrong: Vec<Wrong>,
}

impl Checked<'_> {
    fn item(&mut self, id: &str, required: bool, check: impl Fn(&Value) -> Result<Value, String>) {
        let outcome = match self.given.get(id) {
            None | Some(Value::Null) => Ok(Value::Null),
            Some(value) => check(value),
        };
        match outcome {
            Ok(value) if !is_nothing(&value) => {
                self.kept.insert(id.to_owned(), value);
            }
            // What may be left out and has been is kept as left out.
            Ok(_) if !required => {
                self.kept.insert(id.to_owned(), Value::Null);
            }
            Ok(_) => self.wrong.push(Wrong { item: id.to_owned(), expected: "an answer".into() }),
            Err(expected) => self.wrong.push(Wrong { item: id.to_owned(), expected }),
        }
    }

    fn finish(mut self) -> Result<Value, Vec<Wrong>> {
        for key in self.given.keys() {
            if !self.kept.contains_key(key) && !self.wrong.iter().any(|wrong| &wrong.item == key) {
                self.wrong.push(Wrong { item: key.clone(), expected: "nothing: this was not asked".into() });
            }
        }
        if self.wrong.is_empty() { Ok(Value::Object(self.kept)) } else { Err(self.wrong) }
    }
}

/// No answer: an empty text, or none of several options.
fn is_nothing(value: &Value) -> bool {
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

fn step_of(value: &Value, low: u64, high: u64) -> Result<Value, String> {
    match value.as_u64() {
        Some(step) if (low..=high).contains(&step) => Ok(json!(step)),
        _ => Err(format!("a whole number from {low} to {high}")),
    }
}

fn text(value: &Value, longest: usize) -> Result<Value, String> {
    let expected = || format!("a text of at most {longest} characters");
    // A database may refuse a NUL, and nobody means one.
    let text = value.as_str().ok_or_else(expected)?.replace("\r\n", "\n").replace('\0', "");
    let text = text.trim();
    if text.chars().count() > longest { Err(expected()) } else { Ok(json!(text)) }
}

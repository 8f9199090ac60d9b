//! An error in a study's file.

use std::fmt;

/// One error: where, what was found, and what was expected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StudyError {
    /// The line of the file, from 1, if known.
    pub line: Option<usize>,
    /// Which part of the study, such as `tasks[2].questionnaire`.
    pub place: String,
    /// What is there.
    pub found: String,
    /// What should be.
    pub expected: String,
}

impl StudyError {
    /// `found` at `place`, where `expected` should be.
    pub(crate) fn new(
        place: impl Into<String>,
        found: impl fmt::Display,
        expected: impl fmt::Display,
    ) -> StudyError {
        StudyError {
            line: None,
            place: place.into(),
            found: found.to_string(),
            expected: expected.to_string(),
        }
    }

    /// The same with a line number, if exactly one line of `text` holds what was found.
    pub(crate) fn in_text(mut self, text: &str) -> StudyError {
        if self.line.is_none() && self.found.starts_with('"') {
            let mut holding = (1..).zip(text.lines()).filter(|(_, line)| line.contains(&self.found));
            if let (Some((number, _)), None) = (holding.next(), holding.next()) {
                self.line = Some(number);
            }
        }
        self
    }
}

/// Always one line.
impl fmt::Display for StudyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        if !self.place.is_empty() {
            write!(f, "{}: ", self.place)?;
        }
        let one_line = |text: &str| text.replace(['\n', '\r'], " ");
        write!(f, "found {}, expected {}", one_line(&self.found), one_line(&self.expected))
    }
}

impl std::error::Error for StudyError {}

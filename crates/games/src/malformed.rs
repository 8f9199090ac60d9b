//! The one shape in which every reader says what is wrong with its input.

use std::fmt;

/// Input that could not be read: where, what was there, and what should have been.
///
/// Readers of one-line texts leave `line` at `None`; readers of files fill it in, and the caller who knows
/// the file's name puts it in front.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Malformed {
    /// The line of the file, counted from 1.
    pub line: Option<usize>,
    /// What was found, quoted from the input or described.
    pub found: String,
    /// What a reader expects in its place.
    pub expected: String,
}

/// Longest piece of input repeated in an error; the rest is cut.
const QUOTE_LIMIT: usize = 60;

impl Malformed {
    /// Quotes `found`, shortened and with control characters escaped, against what was `expected`.
    pub fn new(found: impl AsRef<str>, expected: impl Into<String>) -> Self {
        Self::described(quoted(found.as_ref()), expected)
    }

    /// As [`Malformed::new`], with `found` taken as a description instead of a quotation.
    pub fn described(found: impl AsRef<str>, expected: impl Into<String>) -> Self {
        // An error is one line, whatever the input was.
        let found = found.as_ref().chars().map(escape_control).collect();
        Malformed { line: None, found, expected: expected.into() }
    }

    /// Says on which line this was found, unless a reader closer to it already has.
    #[must_use]
    pub fn at_line(mut self, line: usize) -> Self {
        self.line.get_or_insert(line);
        self
    }
}

fn quoted(text: &str) -> String {
    match text.char_indices().nth(QUOTE_LIMIT) {
        Some((cut, _)) => format!("\"{}…\" ({} characters)", &text[..cut], text.chars().count()),
        None => format!("\"{text}\""),
    }
}

fn escape_control(c: char) -> String {
    if c.is_control() { c.escape_default().to_string() } else { c.to_string() }
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        write!(f, "found {}, expected {}", self.found, self.expected)
    }
}

impl std::error::Error for Malformed {}

impl From<crate::IllegalMove> for Malformed {
    fn from(illegal: crate::IllegalMove) -> Self {
        Malformed::described(illegal.to_string(), "a legal move")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_quotation_is_cut_and_counted() {
        let error = Malformed::new("あ".repeat(65), "64 squares");
        assert_eq!(
            error.to_string(),
            format!("found \"{}…\" (65 characters), expected 64 squares", "あ".repeat(60))
        );
    }

    #[test]
    fn the_innermost_line_is_kept() {
        let error = Malformed::new("x\t", "y").at_line(3).at_line(9);
        assert_eq!(error.to_string(), "line 3: found \"x\\t\", expected y");
    }
}

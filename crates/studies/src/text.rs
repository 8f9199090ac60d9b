//! What a participant reads, in both languages.

use serde::{Deserialize, Serialize};

/// A text in English and in Japanese.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Text {
    /// In English.
    pub en: String,
    /// In Japanese.
    pub ja: String,
}

impl Text {
    /// A text in both languages.
    pub fn new(en: impl Into<String>, ja: impl Into<String>) -> Text {
        Text { en: en.into(), ja: ja.into() }
    }

    /// The language whose text is empty, if there is one.
    pub(crate) fn missing(&self) -> Option<&'static str> {
        if self.en.trim().is_empty() {
            Some("en")
        } else if self.ja.trim().is_empty() {
            Some("ja")
        } else {
            None
        }
    }
}

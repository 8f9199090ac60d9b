//! Words in both languages.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The same in English and in Japanese.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Text {
    /// English.
    pub en: String,
    /// Japanese.
    pub ja: String,
}

impl Text {
    /// The same in both languages.
    pub fn new(en: impl Into<String>, ja: impl Into<String>) -> Text {
        Text { en: en.into(), ja: ja.into() }
    }

    /// What needs no translation: a square, a number.
    pub fn same(text: impl Into<String>) -> Text {
        let text = text.into();
        Text { en: text.clone(), ja: text }
    }
}

//! What can go wrong with a store.

use std::fmt::Display;

/// Why something could not be read or stored.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StoreError {
    /// The database cannot be opened.
    #[error("{place}: {problem}; expected a database file or postgres://USER@HOST/NAME")]
    Open {
        /// Its file or URL.
        place: String,
        /// What is wrong.
        problem: String,
    },
    /// There is no more room. What was stored before is safe.
    #[error("the disk is full: the last change was not stored, everything before it was")]
    Full,
    /// No such plan, or several.
    #[error("found plan \"{found}\", expected {expected}")]
    Plan {
        /// What was asked for.
        found: String,
        /// What there is.
        expected: String,
    },
    /// Somebody has joined the study: it must stay as it was.
    #[error(
        "people have joined another version of study {study} ({hash:.12}); give the changed study a new id"
    )]
    Frozen {
        /// The study.
        study: String,
        /// The hash of the version that people have joined.
        hash: String,
    },
    /// The database refuses.
    #[error("the database refuses: {0}")]
    Refused(String),
}

impl StoreError {
    pub(crate) fn open(place: &str, problem: &impl Display) -> StoreError {
        StoreError::Open { place: place.to_owned(), problem: problem.to_string() }
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        let text = error.to_string();
        // SQLite's code 13, PostgreSQL's class 53100, and the words of the system below them.
        let code = error.as_database_error().and_then(|error| error.code().map(|code| code.into_owned()));
        match code.as_deref() {
            Some("13" | "53100") => StoreError::Full,
            _ if text.contains("disk is full") || text.contains("No space left") => StoreError::Full,
            _ => StoreError::Refused(text),
        }
    }
}

//! What can go wrong with a store.

use std::fmt::Display;

use sqlx::Error;

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
    /// Another server is at work on it.
    #[error(
        "{place}: another server is using this store; stop it first, give this one a store of its own, or \
         start all of them with --queue"
    )]
    InUse {
        /// Its file or URL.
        place: String,
    },
    /// A copy cannot be made, or not be gone back to.
    #[error("{place}: {problem}")]
    Copy {
        /// The copy, or what it would replace.
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
    /// Another server has changed the table meanwhile.
    #[error("another server has changed the table; nothing was stored")]
    Overtaken,
    /// The database does not answer. Whether the last change was stored is not known.
    #[error("the database does not answer: {0}")]
    Away(String),
    /// The database refuses.
    #[error("the database refuses: {0}")]
    Refused(String),
}

impl StoreError {
    pub(crate) fn open(place: &str, problem: &impl Display) -> StoreError {
        StoreError::Open { place: without_password(place), problem: problem.to_string() }
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
            Some(code) if is_away(code) => StoreError::Away(text),
            None if matches!(
                error,
                Error::Io(_) | Error::Tls(_) | Error::PoolTimedOut | Error::WorkerCrashed
            ) =>
            {
                StoreError::Away(text)
            }
            _ => StoreError::Refused(text),
        }
    }
}

/// PostgreSQL's classes for a connection that failed, and for a server that stops, starts or has no place for
/// one more.
fn is_away(code: &str) -> bool {
    code.len() == 5 && (code.starts_with("08") || code.starts_with("57P") || code == "53300")
}

/// The URL or file of a store or queue, to be printed: without the password.
#[must_use]
pub fn without_password(place: &str) -> String {
    let Some((scheme, rest)) = place.split_once("://") else { return place.to_owned() };
    let host_ends = rest.find(['/', '?']).unwrap_or(rest.len());
    // An address may hold an @ only behind its last one.
    let Some(at) = rest[..host_ends].rfind('@') else { return hide_parameter(place) };
    // Of a queue's address, a name alone is a token.
    let hidden = match rest[..at].split_once(':') {
        Some((user, _)) => format!("{user}:***"),
        None if scheme.starts_with("postgres") => rest[..at].to_owned(),
        None => "***".to_owned(),
    };
    hide_parameter(&format!("{scheme}://{hidden}{}", &rest[at..]))
}

/// PostgreSQL also takes a password behind the question mark.
fn hide_parameter(place: &str) -> String {
    let Some((before, parameters)) = place.split_once('?') else { return place.to_owned() };
    let hide = |parameter: &str| match parameter.split_once('=') {
        Some((key, _)) if key.contains("password") => format!("{key}=***"),
        _ => parameter.to_owned(),
    };
    let parameters: Vec<String> = parameters.split('&').map(hide).collect();
    format!("{before}?{}", parameters.join("&"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_not_printed() {
        for (place, printed) in [
            ("lab.db", "lab.db"),
            ("a/b@c:d.db", "a/b@c:d.db"),
            ("postgres://me@host/db", "postgres://me@host/db"),
            ("postgres://me:s3cret@host:5432/db", "postgres://me:***@host:5432/db"),
            ("postgres://me:p@ss:w@host/db", "postgres://me:***@host/db"),
            ("postgres://host/db?user=me&password=s3cret", "postgres://host/db?user=me&password=***"),
            ("nats://me:s3cret@host:4222", "nats://me:***@host:4222"),
            ("nats://t0ken@host:4222", "nats://***@host:4222"),
            ("tls://host", "tls://host"),
        ] {
            assert_eq!(without_password(place), printed);
        }
    }
}

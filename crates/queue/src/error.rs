//! What can go wrong with the queue.

use std::fmt::Display;

/// Why something could not be asked of the queue.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum QueueError {
    /// There is no such server, or it does not let us in.
    #[error(
        "{place}: {problem}; expected a NATS server with JetStream at nats://HOST:PORT or tls://HOST:PORT"
    )]
    Connect {
        /// Its address, without a password.
        place: String,
        /// What is wrong.
        problem: String,
    },
    /// The server does not answer, or refuses.
    #[error("the queue refuses: {0}")]
    Refused(String),
    /// A message that is none of ours.
    #[error("the queue: found \"{found}\", expected {expected}")]
    Subject {
        /// What it says.
        found: String,
        /// What it could say.
        expected: &'static str,
    },
}

impl QueueError {
    pub(crate) fn refused(error: impl Display) -> QueueError {
        QueueError::Refused(error.to_string())
    }
}

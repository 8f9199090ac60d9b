//! Why a request is refused: a status, a code for the page to translate, and a sentence that says what to do next.

use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::wire::{AnotherStep, Me, Stale, Table, WrongAnswer, WrongItem};

/// What is wrong, for programs and for people.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Problem {
    /// A word that stays the same: `not-your-turn`.
    pub code: String,
    /// One sentence that says what to do next.
    pub message: String,
}

/// The body of every refusal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ErrorBody {
    /// What is wrong.
    pub error: Problem,
}

/// A refused request.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Refusal {
    status: StatusCode,
    code: &'static str,
    message: String,
    more: More,
}

/// What some refusals say besides.
#[derive(Clone, PartialEq, Debug)]
enum More {
    Nothing,
    /// For a request that came too late: the table as it is.
    Table(Box<Table>),
    /// The same for a step of a study.
    Me(Box<Me>),
    /// What is wrong with an answer.
    Items(Vec<WrongItem>),
}

impl Refusal {
    /// A refusal with this status, code and sentence.
    pub(crate) fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Refusal {
        Refusal { status, code, message: message.into(), more: More::Nothing }
    }

    /// The body or the address is not what was expected.
    pub(crate) fn malformed(message: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::BAD_REQUEST, "malformed", message)
    }

    /// No such table, or not this player's: which of the two is nobody's business.
    #[must_use]
    pub(crate) fn no_such_table() -> Refusal {
        Refusal::new(
            StatusCode::NOT_FOUND,
            "no-such-table",
            "There is no such game of yours; start a new one from the title page.",
        )
    }

    /// The request holds for another version; here is the present one.
    #[must_use]
    pub(crate) fn stale(table: Table) -> Refusal {
        let message = "The game has moved on; look at the board and try again.";
        Refusal { more: More::Table(Box::new(table)), ..Refusal::new(StatusCode::CONFLICT, "stale", message) }
    }

    /// The answer is for another step of the study; here is the present one.
    #[must_use]
    pub(crate) fn another_step(me: Me) -> Refusal {
        let message = "The study has moved on; go on with the step that is shown.";
        Refusal {
            more: More::Me(Box::new(me)),
            ..Refusal::new(StatusCode::CONFLICT, "another-step", message)
        }
    }

    /// The answer is none.
    #[must_use]
    pub(crate) fn wrong_answer(items: Vec<WrongItem>) -> Refusal {
        let message = "Something is missing or cannot be; look at the questions that are named.";
        let refusal = Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, "wrong-answer", message);
        Refusal { more: More::Items(items), ..refusal }
    }

    /// No such study, or not this researcher's: which of the two is nobody's business.
    #[must_use]
    pub(crate) fn no_such_study() -> Refusal {
        let message = "There is no such study; look at the link again, or ask whoever gave it to you.";
        Refusal::new(StatusCode::NOT_FOUND, "no-such-study", message)
    }

    /// The rules, or the table's settings, do not allow it now.
    pub(crate) fn conflict(code: &'static str, message: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::CONFLICT, code, message)
    }

    /// Something is wrong on our side; the log says what.
    #[must_use]
    pub(crate) fn internal() -> Refusal {
        let message = "Something went wrong on the server; nothing was lost, try again.";
        Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", message)
    }

    /// The code.
    #[must_use]
    pub(crate) const fn code(&self) -> &'static str {
        self.code
    }
}

impl From<store::StoreError> for Refusal {
    fn from(error: store::StoreError) -> Refusal {
        tracing::error!(%error, "the store refuses");
        match error {
            store::StoreError::Full => Refusal::new(
                StatusCode::INSUFFICIENT_STORAGE,
                "disk-full",
                "The server's disk is full; nothing was changed, try again later.",
            ),
            _ => Refusal::internal(),
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        metrics::counter!("gokaku_refusals_total", "code" => self.code).increment(1);
        let error = Problem { code: self.code.to_owned(), message: self.message };
        let status = self.status;
        let mut response = match self.more {
            More::Nothing => (status, Json(ErrorBody { error })).into_response(),
            More::Table(table) => (status, Json(Stale { error, table: *table })).into_response(),
            More::Me(me) => (status, Json(AnotherStep { error, me: *me })).into_response(),
            More::Items(items) => (status, Json(WrongAnswer { error, items })).into_response(),
        };
        if status == StatusCode::TOO_MANY_REQUESTS {
            response.headers_mut().insert(header::RETRY_AFTER, header::HeaderValue::from_static("1"));
        }
        response
    }
}

//! Why a request is refused: a status, a code for the page to translate, and a sentence that says what to do next.

use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::wire::{Stale, Table};

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
    /// For a request that came too late: the table as it is.
    table: Option<Box<Table>>,
}

impl Refusal {
    /// A refusal with this status, code and sentence.
    pub(crate) fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Refusal {
        Refusal { status, code, message: message.into(), table: None }
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
        Refusal { table: Some(Box::new(table)), ..Refusal::new(StatusCode::CONFLICT, "stale", message) }
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
        let mut response = match self.table {
            Some(table) => (self.status, Json(Stale { error, table: *table })).into_response(),
            None => (self.status, Json(ErrorBody { error })).into_response(),
        };
        if self.status == StatusCode::TOO_MANY_REQUESTS {
            response.headers_mut().insert(header::RETRY_AFTER, header::HeaderValue::from_static("1"));
        }
        response
    }
}

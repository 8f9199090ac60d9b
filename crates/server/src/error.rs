//! Why a request is refused: a status, a code for the page to translate, and a sentence that says what to do
//! next.

use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::wire::{AnotherStep, ParticipantView, Stale, TableView, WrongAnswer, WrongItem};

/// Declares every code once: its variant, its word and its status.
macro_rules! refusal_codes {
    ($($variant:ident = $word:literal, $status:ident, $doc:literal;)+) => {
        /// Why a request is refused.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
        #[serde(rename_all = "kebab-case")]
        pub enum RefusalCode {
            $(#[doc = $doc] $variant,)+
        }

        impl RefusalCode {
            /// The word for it.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(RefusalCode::$variant => $word,)+
                }
            }

            const fn status(self) -> StatusCode {
                match self {
                    $(RefusalCode::$variant => StatusCode::$status,)+
                }
            }

            #[cfg(test)]
            const ALL: &[RefusalCode] = &[$(RefusalCode::$variant,)+];
        }
    };
}

refusal_codes! {
    Malformed = "malformed", BAD_REQUEST, "The body or the address cannot be read.";
    NotJson = "not-json", UNSUPPORTED_MEDIA_TYPE, "The body is not JSON.";
    TooLarge = "too-large", PAYLOAD_TOO_LARGE, "The body is too large.";
    NoSuchAddress = "no-such-address", NOT_FOUND, "There is nothing at this address.";
    WrongMethod = "wrong-method", METHOD_NOT_ALLOWED, "The address does not take this method.";
    ForeignOrigin = "foreign-origin", FORBIDDEN, "The request comes from another site.";
    WrongHost = "wrong-host", MISDIRECTED_REQUEST, "The request asks for another site.";
    TooManyRequests = "too-many-requests", TOO_MANY_REQUESTS, "The client asks too often.";
    TooManyStreams = "too-many-streams", TOO_MANY_REQUESTS, "The client has too many live connections.";
    TooManyGames = "too-many-games", TOO_MANY_REQUESTS, "The player has too many games in progress.";
    TooManyLogins = "too-many-logins", TOO_MANY_REQUESTS, "The client has tried too many keys.";
    Busy = "busy", SERVICE_UNAVAILABLE, "The server has more to think about than it can.";
    TooSlow = "too-slow", REQUEST_TIMEOUT, "The request did not come in time.";
    DiskFull = "disk-full", INSUFFICIENT_STORAGE, "The server's disk is full.";
    Internal = "internal", INTERNAL_SERVER_ERROR, "Something is wrong on the server.";
    NoSuchTable = "no-such-table", NOT_FOUND, "There is no such table of this player's.";
    SeatTaken = "seat-taken", CONFLICT, "Somebody else has taken the seat.";
    UnknownLevel = "unknown-level", BAD_REQUEST, "There is no such level.";
    UnknownOpponent = "unknown-opponent", BAD_REQUEST, "There is no such opponent.";
    BadRecord = "bad-record", UNPROCESSABLE_ENTITY, "The record of a game cannot be read.";
    NoPlayer = "no-player", CONFLICT, "Nothing is known of this browser yet.";
    BadName = "bad-name", BAD_REQUEST, "A player cannot have this name.";
    Stale = "stale", CONFLICT, "The request is for an old version of the table.";
    NotYourTurn = "not-your-turn", CONFLICT, "It is the opponent's turn.";
    SetupFirst = "setup-first", CONFLICT, "The pieces have to be arranged first.";
    NoSetup = "no-setup", CONFLICT, "There is nothing to arrange now.";
    IllegalMove = "illegal-move", UNPROCESSABLE_ENTITY, "The rules do not allow the move.";
    NoUndo = "no-undo", CONFLICT, "Takebacks are off at this table.";
    NothingToUndo = "nothing-to-undo", CONFLICT, "There is no move to take back.";
    NoHint = "no-hint", CONFLICT, "Hints are off at this table.";
    Over = "over", CONFLICT, "The game is over.";
    NotOver = "not-over", CONFLICT, "The game is not over yet.";
    FormatCannotHold = "format-cannot-hold", CONFLICT, "The format cannot hold the game.";
    InStudy = "in-study", CONFLICT, "The game belongs to a study, which tells nothing more about it.";
    NoSuchStudy = "no-such-study", NOT_FOUND, "There is no such study.";
    NotInStudy = "not-in-study", NOT_FOUND, "This browser does not take part in the study.";
    AlreadyInStudy = "already-in-study", CONFLICT, "This browser takes part as somebody else.";
    ConsentNeeded = "consent-needed", BAD_REQUEST, "Nobody takes part without having agreed.";
    NoSuchGroup = "no-such-group", BAD_REQUEST, "The link names no group of the study.";
    Closed = "closed", CONFLICT, "The study takes nobody any more.";
    Full = "full", CONFLICT, "The study has as many participants as were wanted.";
    Changed = "changed", CONFLICT, "The study has just been changed.";
    NoSuchCode = "no-such-code", NOT_FOUND, "Nobody has this code.";
    AnotherStep = "another-step", CONFLICT, "The answer is for another step.";
    WrongAnswer = "wrong-answer", UNPROCESSABLE_ENTITY, "Something is missing in the answer, or not valid.";
    TooSoon = "too-soon", CONFLICT, "The record has to be looked at for longer before it can be judged.";
    ChooseSide = "choose-side", BAD_REQUEST, "The participant has to choose a side.";
    LoginNeeded = "login-needed", UNAUTHORIZED, "Only the study's researcher may see this.";
    WrongKey = "wrong-key", UNAUTHORIZED, "This is not the key of the study.";
    NoSuchFile = "no-such-file", NOT_FOUND, "The study has no such file.";
    NoSuchReason = "no-such-reason", NOT_FOUND, "There is no such reason.";
}

/// What is wrong, for programs and for people.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Problem {
    /// A word that stays the same.
    pub code: RefusalCode,
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
    code: RefusalCode,
    message: String,
    details: Details,
}

/// What some refusals carry besides.
#[derive(Clone, PartialEq, Debug)]
enum Details {
    None,
    /// For a request that came too late: the table as it is.
    Table(Box<TableView>),
    /// The same for a step of a study.
    Participant(Box<ParticipantView>),
    /// What is wrong with an answer.
    Items(Vec<WrongItem>),
}

impl Refusal {
    /// A refusal with this code and sentence.
    pub(crate) fn new(code: RefusalCode, message: impl Into<String>) -> Refusal {
        Refusal { code, message: message.into(), details: Details::None }
    }

    /// The body or the address is not what was expected.
    pub(crate) fn malformed(message: impl Into<String>) -> Refusal {
        Refusal::new(RefusalCode::Malformed, message)
    }

    /// No such table, or not this player's: which of the two is nobody's business.
    #[must_use]
    pub(crate) fn no_such_table() -> Refusal {
        let message = "There is no such game of yours; start a new one from the title page.";
        Refusal::new(RefusalCode::NoSuchTable, message)
    }

    /// The request is for another version; here is the present one.
    #[must_use]
    pub(crate) fn stale(table: TableView) -> Refusal {
        let message = "The game has changed in the meantime; look at the board and try again.";
        Refusal { details: Details::Table(Box::new(table)), ..Refusal::new(RefusalCode::Stale, message) }
    }

    /// The answer is for another step of the study; here is the present one.
    #[must_use]
    pub(crate) fn another_step(me: ParticipantView) -> Refusal {
        let refusal = Refusal::new(
            RefusalCode::AnotherStep,
            "The study has moved on; continue with the step that is shown.",
        );
        Refusal { details: Details::Participant(Box::new(me)), ..refusal }
    }

    /// The answer is not valid.
    #[must_use]
    pub(crate) fn wrong_answer(items: Vec<WrongItem>) -> Refusal {
        let message = "Some answers are missing or not valid; look at the questions that are named.";
        Refusal { details: Details::Items(items), ..Refusal::new(RefusalCode::WrongAnswer, message) }
    }

    /// No such study, or not this researcher's: which of the two is nobody's business.
    #[must_use]
    pub(crate) fn no_such_study() -> Refusal {
        let message = "There is no such study; check the link, or ask whoever gave it to you.";
        Refusal::new(RefusalCode::NoSuchStudy, message)
    }

    /// Too many wait for the engines.
    #[must_use]
    pub(crate) fn busy() -> Refusal {
        Refusal::new(RefusalCode::Busy, "The server is thinking about other games; try again in a moment.")
    }

    /// Something is wrong on our side; the log says what.
    #[must_use]
    pub(crate) fn internal() -> Refusal {
        let message = "Something went wrong on the server; nothing was lost, try again.";
        Refusal::new(RefusalCode::Internal, message)
    }

    /// The code.
    #[must_use]
    pub(crate) const fn code(&self) -> RefusalCode {
        self.code
    }
}

impl From<store::StoreError> for Refusal {
    fn from(error: store::StoreError) -> Refusal {
        tracing::error!(%error, "the store refuses");
        match error {
            store::StoreError::Full => Refusal::new(
                RefusalCode::DiskFull,
                "The server's disk is full; nothing was changed, try again later.",
            ),
            _ => Refusal::internal(),
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        metrics::counter!("gokaku_refusals_total", "code" => self.code.as_str()).increment(1);
        let status = self.code.status();
        let error = Problem { code: self.code, message: self.message };
        let mut response = match self.details {
            Details::None => (status, Json(ErrorBody { error })).into_response(),
            Details::Table(table) => (status, Json(Stale { error, table: *table })).into_response(),
            Details::Participant(me) => (status, Json(AnotherStep { error, me: *me })).into_response(),
            Details::Items(items) => (status, Json(WrongAnswer { error, items })).into_response(),
        };
        if matches!(status, StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE) {
            response.headers_mut().insert(header::RETRY_AFTER, header::HeaderValue::from_static("1"));
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_written_as_its_word() {
        for code in RefusalCode::ALL {
            assert_eq!(serde_json::to_value(code).unwrap(), code.as_str());
        }
    }
}

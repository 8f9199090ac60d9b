//! What can be asked for, one file per resource.

pub(crate) mod exercises;
pub(crate) mod games;
pub(crate) mod health;
pub(crate) mod identity;
pub(crate) mod imports;
pub(crate) mod player;
pub(crate) mod research;
pub(crate) mod review;
pub(crate) mod sharing;
pub(crate) mod study;
pub(crate) mod tables;
pub(crate) mod watch;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{DefaultBodyLimit, FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::IntoResponse;
use axum::routing::{get, post, put};
use serde::de::DeserializeOwned;
use tower_http::compression::CompressionLayer;

use crate::error::{Refusal, RefusalCode};
use crate::state::AppState;
use crate::{limits, metrics, openapi, page, security};

/// Everything under one roof.
pub(crate) fn router(state: Arc<AppState>) -> Router {
    let body_limit = state.settings.body_limit;
    let api = Router::new()
        .route("/games", get(games::catalogue))
        .route("/games/{game}/lesson", get(games::lesson))
        .route("/tables", post(tables::create).get(tables::list))
        .route("/tables/{id}", get(tables::show))
        .route("/tables/{id}/events", get(watch::events))
        .route("/tables/{id}/line", get(tables::line))
        .route("/tables/{id}/hurry", post(tables::hurry))
        .route("/tables/{id}/join", post(tables::join))
        .route("/tables/{id}/ready", post(tables::ready))
        .route("/tables/{id}/setup", post(tables::setup))
        .route("/tables/{id}/moves", post(tables::play))
        .route("/tables/{id}/undo", post(tables::undo))
        .route("/tables/{id}/resign", post(tables::resign))
        .route("/tables/{id}/hint", get(tables::hint))
        .route("/tables/{id}/record", get(review::record))
        .route("/tables/{id}/review", get(review::review))
        .route("/tables/{id}/review/try", post(review::what_if))
        .route("/tables/{id}/exercises/{ply}", get(exercises::show).post(exercises::attempt))
        .route("/tables/{id}/share", post(sharing::share))
        .route("/records", post(imports::open).layer(DefaultBodyLimit::max(imports::RECORD_LIMIT)))
        .route("/shared/{id}", get(sharing::show))
        .route("/exercises", get(exercises::list))
        .route("/player", get(player::show).put(player::name).delete(identity::delete))
        .route("/player/code", post(identity::code))
        .route("/player/adopt", post(identity::adopt))
        .route("/player/everything", get(identity::everything))
        .route("/player/history", get(player::history))
        .route("/player/strength", get(player::strength))
        .route("/study/{link}", get(study::show))
        .route("/study/{link}/join", post(study::join))
        .route("/study/{link}/code", post(study::code))
        .route("/study/{link}/resume", post(study::resume))
        .route("/study/{link}/me", get(study::me))
        .route("/study/{link}/answers", post(study::answer).layer(DefaultBodyLimit::max(study::ANSWER_LIMIT)))
        .route("/study/{link}/table", post(study::table))
        .route("/study/{link}/judgements", post(study::judge))
        .route("/study/{link}/withdraw", post(study::withdraw))
        .route("/openapi.json", get(|| async { axum::Json(openapi::document()) }))
        .fallback(|| async { no_such_address() })
        .method_not_allowed_fallback(|| async { wrong_method() })
        .layer(from_fn(security::know_player))
        .merge(researchers())
        .layer(from_fn(security::guard_changes))
        .layer(from_fn_with_state(Arc::clone(&state), limits::requests))
        .layer(DefaultBodyLimit::max(body_limit))
        .with_state(Arc::clone(&state));
    Router::new()
        .nest("/api/v1", api)
        .route("/healthz", get(health::health))
        .fallback(page::serve)
        .with_state(Arc::clone(&state))
        .layer(CompressionLayer::new())
        .layer(from_fn_with_state(state, security::headers))
        .layer(from_fn(metrics::observe))
}

/// What researchers ask for: nobody becomes a player by it.
fn researchers() -> Router<Arc<AppState>> {
    Router::new()
        .route("/research/login", post(research::login))
        .route("/research/logout", post(research::logout))
        .route("/research/{id}", get(research::show))
        .route("/research/{id}/events", get(research::events))
        .route("/research/{id}/close", post(research::close))
        .route("/research/{id}/open", post(research::open))
        .route("/research/{id}/files", get(research::files))
        .route("/research/{id}/files/{name}", get(research::file))
        .route("/research/{id}/reasons", get(research::reasons))
        .route("/research/{id}/reasons/{participant}/{step}", put(research::tag))
        .route("/research/{id}/report", get(research::report))
}

fn no_such_address() -> Refusal {
    let message = "There is nothing at this address; /api/v1/openapi.json lists what there is.";
    Refusal::new(RefusalCode::NoSuchAddress, message)
}

fn wrong_method() -> Refusal {
    let message = "This address does not take this method; /api/v1/openapi.json says which ones.";
    Refusal::new(RefusalCode::WrongMethod, message)
}

/// Whoever sends the request, if they have been here before or are about to do something.
#[derive(Clone, Debug)]
pub(crate) struct CurrentPlayer(pub(crate) Option<String>);

impl CurrentPlayer {
    /// The player, who must be known by now.
    pub(crate) fn known(&self) -> Result<&str, Refusal> {
        self.0.as_deref().ok_or_else(Refusal::no_such_table)
    }
}

impl<S: Send + Sync> FromRequestParts<S> for CurrentPlayer {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Self::Rejection> {
        Ok(parts.extensions.get::<CurrentPlayer>().cloned().unwrap_or(CurrentPlayer(None)))
    }
}

/// How long the body of this request may take to arrive.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BodyDeadline(pub(crate) Duration);

/// A body of JSON, refused with one of our own errors where it is none.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = axum::response::Response;

    async fn from_request(request: Request, state: &S) -> Result<Self, Self::Rejection> {
        let deadline =
            request.extensions().get::<BodyDeadline>().map_or(Duration::MAX, |deadline| deadline.0);
        let body = axum::body::Bytes::from_request(request, state);
        let Ok(body) = tokio::time::timeout(deadline, body).await else {
            let message = "The request took too long to arrive; send it again.";
            return Err(Refusal::new(RefusalCode::TooSlow, message).into_response());
        };
        match body {
            Ok(bytes) => serde_json::from_slice(&bytes).map(Body).map_err(|error| {
                Refusal::malformed(format!("The body is not what was expected: {error}.")).into_response()
            }),
            Err(_) => {
                Err(Refusal::new(RefusalCode::TooLarge, "The body is too large; send less.").into_response())
            }
        }
    }
}

/// What stands behind `?`, refused with one of our own errors where it cannot be read.
pub(crate) struct Query<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let query = axum::extract::Query::<T>::from_request_parts(parts, state).await;
        query
            .map(|axum::extract::Query(query)| Query(query))
            .map_err(|_| Refusal::malformed("The part behind ? is not what was expected."))
    }
}

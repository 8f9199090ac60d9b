//! Whether the server is well.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;

use crate::state::AppState;

/// Whether the server and its store answer.
#[utoipa::path(
    get, path = "/healthz", tag = "server",
    responses(
        (status = 200, description = "well"), (status = 503, description = "the store does not answer"),
    ),
)]
pub(crate) async fn health(State(state): State<Arc<AppState>>) -> (StatusCode, &'static str) {
    match state.store.player("").await {
        Ok(_) => (StatusCode::OK, "ok\n"),
        Err(_) => (StatusCode::SERVICE_UNAVAILABLE, "the store does not answer\n"),
    }
}

//! Whether the server is well.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;

use crate::state::AppState;

/// How long the store may take to answer.
const PATIENCE: Duration = Duration::from_millis(800);

/// Whether the server and its store answer, within a second.
#[utoipa::path(
    get, path = "/healthz", tag = "server",
    responses(
        (status = 200, description = "well"), (status = 503, description = "the store does not answer"),
    ),
)]
pub(crate) async fn health(State(state): State<Arc<AppState>>) -> (StatusCode, &'static str) {
    // Whoever asks decides by the answer whether to send people here: a late one is of no use.
    match tokio::time::timeout(PATIENCE, state.store.player("")).await {
        Ok(Ok(_)) => (StatusCode::OK, "ok\n"),
        _ => (StatusCode::SERVICE_UNAVAILABLE, "the store does not answer\n"),
    }
}

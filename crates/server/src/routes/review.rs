//! Finished games: review, what-if, records.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use search::Stop;
use serde::Deserialize;

use super::{Body, CurrentPlayer, Query};
use crate::error::{ErrorBody, Refusal};
use crate::state::AppState;
use crate::wire::{Review, ReviewProgress, WhatIf, WhatIfResult};

/// The review of a finished game; while it is being made, how much of it is done.
#[utoipa::path(
    get, path = "/api/v1/tables/{id}/review", tag = "review", params(("id" = String, Path)),
    responses(
        (status = 200, body = Review), (status = 202, body = ReviewProgress),
        (status = 404, body = ErrorBody), (status = 409, body = ErrorBody),
    ),
)]
pub(crate) async fn review(
    State(state): State<Arc<AppState>>,
    who: CurrentPlayer,
    Path(id): Path<String>,
) -> Result<Response, Refusal> {
    let (handle, _) = state.registry.open(&id, who.0.as_deref()).await?;
    // A review that an older version has stored may have another form; then it is made again.
    let stored = state.store.review(&id).await?;
    if let Some(review) = stored.and_then(|review| serde_json::from_str::<Review>(&review).ok()) {
        return Ok(Json(review).into_response());
    }
    let (reviewing, game) = {
        let table = handle.table().await;
        (table.finished_game()?.review(), table.row().game.clone())
    };
    let progress = state.reviews.make(&state.registry, &state.store, (id, game), reviewing);
    Ok((StatusCode::ACCEPTED, Json(ReviewProgress { progress })).into_response())
}

/// What would be after other moves.
#[utoipa::path(
    post, path = "/api/v1/tables/{id}/review/try", tag = "review", params(("id" = String, Path)),
    request_body = WhatIf,
    responses(
        (status = 200, body = WhatIfResult), (status = 400, body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 409, body = ErrorBody),
    ),
)]
pub(crate) async fn what_if(
    State(state): State<Arc<AppState>>,
    who: CurrentPlayer,
    Path(id): Path<String>,
    Body(what): Body<WhatIf>,
) -> Result<Json<WhatIfResult>, Refusal> {
    let (handle, _) = state.registry.open(&id, who.0.as_deref()).await?;
    let stop = Stop::default();
    let work = handle.table().await.finished_game()?.judge(&what, stop.clone())?;
    state.registry.search(who.known()?, stop, work).await.map(Json)
}

/// Which format.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RecordQuery {
    format: String,
}

/// The record of a finished game.
#[utoipa::path(
    get, path = "/api/v1/tables/{id}/record", tag = "review",
    params(
        ("id" = String, Path), ("format" = String, Query, description = "one of the table's formats"),
    ),
    responses(
        (status = 200, content_type = "text/plain", body = String), (status = 400, body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 409, body = ErrorBody),
    ),
)]
pub(crate) async fn record(
    State(state): State<Arc<AppState>>,
    who: CurrentPlayer,
    Path(id): Path<String>,
    Query(query): Query<RecordQuery>,
) -> Result<Response, Refusal> {
    let (handle, _) = state.registry.open(&id, who.0.as_deref()).await?;
    let name = state.store.player(who.known()?).await?.flatten();
    let table = handle.table().await;
    let text = table.record(&query.format, name.as_deref())?;
    // The format is one of ours by now, so it can stand in a header.
    let ending = query.format.split('-').next().unwrap_or_default();
    let file = format!("attachment; filename=\"{}-{}.{ending}\"", table.row().game, &table.row().id[..8]);
    let headers =
        [(header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()), (header::CONTENT_DISPOSITION, file)];
    Ok((headers, text).into_response())
}

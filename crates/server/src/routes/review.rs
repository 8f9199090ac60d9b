//! Finished games: review, what-if, records.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State as Held};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use search::Stop;
use serde::Deserialize;

use super::{Body, Query, Who};
use crate::error::{ErrorBody, Refusal};
use crate::pool::Urgency;
use crate::state::State;
use crate::wire::{Review, ReviewProgress, Tried, Try};

/// The review of a finished game; while it is being made, how much of it is done.
#[utoipa::path(get, path = "/api/v1/tables/{id}/review", tag = "review", params(("id" = String, Path)),
    responses((status = 200, body = Review), (status = 202, body = ReviewProgress), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
pub(crate) async fn review(
    Held(state): Held<Arc<State>>,
    who: Who,
    Path(id): Path<String>,
) -> Result<Response, Refusal> {
    let cell = state.hall.open(&id, who.0.as_deref()).await?;
    if let Some(review) = state.store.review(&id).await? {
        return Ok(([(header::CONTENT_TYPE, "application/json")], review).into_response());
    }
    let reviewing = cell.table().await.review()?;
    let progress = state.reviews.make(&state.hall, &state.store, id, reviewing);
    Ok((StatusCode::ACCEPTED, Json(ReviewProgress { progress })).into_response())
}

/// What would be after other moves.
#[utoipa::path(post, path = "/api/v1/tables/{id}/review/try", tag = "review", params(("id" = String, Path)), request_body = Try,
    responses((status = 200, body = Tried), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
pub(crate) async fn what_if(
    Held(state): Held<Arc<State>>,
    who: Who,
    Path(id): Path<String>,
    Body(what): Body<Try>,
) -> Result<Json<Tried>, Refusal> {
    let cell = state.hall.open(&id, who.0.as_deref()).await?;
    let stop = Stop::default();
    let work = cell.table().await.judge(&what, stop.clone())?;
    let tried = state.hall.search(Urgency::Reply, stop, work).await;
    tried.map(Json).ok_or_else(Refusal::internal)
}

/// Which format.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RecordQuery {
    format: String,
}

/// The record of a finished game.
#[utoipa::path(get, path = "/api/v1/tables/{id}/record", tag = "review", params(("id" = String, Path), ("format" = String, Query, description = "one of the table's formats")),
    responses((status = 200, content_type = "text/plain", body = String), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
pub(crate) async fn record(
    Held(state): Held<Arc<State>>,
    who: Who,
    Path(id): Path<String>,
    Query(query): Query<RecordQuery>,
) -> Result<Response, Refusal> {
    let cell = state.hall.open(&id, who.0.as_deref()).await?;
    let name = state.store.player(who.known()?).await?.flatten();
    let table = cell.table().await;
    let text = table.record(&query.format, name.as_deref())?;
    // The format is one of ours by now, so it can stand in a header.
    let ending = query.format.split('-').next().unwrap_or_default();
    let file = format!("attachment; filename=\"{}-{}.{ending}\"", table.row().game, &table.row().id[..8]);
    let headers =
        [(header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()), (header::CONTENT_DISPOSITION, file)];
    Ok((headers, text).into_response())
}

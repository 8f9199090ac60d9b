//! Records of games from elsewhere.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::{Extension, Json};

use super::{Body, CurrentPlayer};
use crate::asker::Asker;
use crate::error::{ErrorBody, Refusal, RefusalCode};
use crate::imports::table_of;
use crate::state::AppState;
use crate::wire::{GivenRecord, OpenedRecord};

/// The longest record, in bytes.
pub(crate) const RECORD_LIMIT: usize = 256 * 1024;

/// Opens a record for review, in any format that is a text.
#[utoipa::path(
    post, path = "/api/v1/records", operation_id = "open_record", tag = "review", request_body = GivenRecord,
    responses(
        (status = 201, body = OpenedRecord), (status = 422, body = ErrorBody),
        (status = 429, body = ErrorBody),
    ),
)]
pub(crate) async fn open(
    State(state): State<Arc<AppState>>,
    Extension(asker): Extension<Asker>,
    who: CurrentPlayer,
    Body(given): Body<GivenRecord>,
) -> Result<(StatusCode, Json<OpenedRecord>), Refusal> {
    let player = who.known()?;
    if !state.limits.new_table(asker.address) {
        let message = "You have opened too many games; wait a minute.";
        return Err(Refusal::new(RefusalCode::TooManyGames, message));
    }
    let change = table_of(player, &given.text)?;
    let id = change.table.id.clone();
    state.registry.create(change).await?;
    Ok((StatusCode::CREATED, Json(OpenedRecord { table: id })))
}

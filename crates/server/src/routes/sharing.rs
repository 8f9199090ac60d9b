//! Links by which anybody can see a game.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};

use super::CurrentPlayer;
use crate::error::{ErrorBody, Refusal};
use crate::players::random_letters;
use crate::state::AppState;
use crate::wire::{ShareLink, SharedGame};

/// Letters of a link: 100 bits.
const LINK_LETTERS: usize = 20;

/// Makes a link to a game of the player's, or gives the one that there is.
#[utoipa::path(
    post, path = "/api/v1/tables/{id}/share", operation_id = "share_table", tag = "sharing",
    params(("id" = String, Path)),
    responses(
        (status = 200, body = ShareLink), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody),
    ),
)]
pub(crate) async fn share(
    State(state): State<Arc<AppState>>,
    who: CurrentPlayer,
    Path(id): Path<String>,
) -> Result<Json<ShareLink>, Refusal> {
    let (handle, _) = state.registry.open(&id, who.0.as_deref()).await?;
    // What cannot be shown gets no link either.
    handle.table().await.replay()?;
    let link = state.store.share(&id, &random_letters(LINK_LETTERS)?).await?;
    Ok(Json(ShareLink { id: link }))
}

/// The game behind a link, for anybody.
#[utoipa::path(
    get, path = "/api/v1/shared/{id}", operation_id = "show_shared", tag = "sharing",
    params(("id" = String, Path)),
    responses((status = 200, body = SharedGame), (status = 404, body = ErrorBody)),
)]
pub(crate) async fn show(
    State(state): State<Arc<AppState>>,
    Path(id): Path<String>,
) -> Result<Json<SharedGame>, Refusal> {
    let table = state.store.shared(&id).await?.ok_or_else(Refusal::no_such_table)?;
    let handle = state.registry.look_at(&table).await?;
    let table = handle.table().await;
    table.replay().map(Json)
}

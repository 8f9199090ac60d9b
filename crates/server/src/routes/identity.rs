//! What belongs to a player: taking it to another browser, taking it along, deleting it.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};

use super::{Body, CurrentPlayer};
use crate::asker::Asker;
use crate::cookies;
use crate::error::{ErrorBody, Refusal, RefusalCode};
use crate::identity::{CODE_LETTERS, CODE_MILLIS, code_in, grouped, id_of, opened, sealed};
use crate::players::{self, player_of, random_letters};
use crate::state::AppState;
use crate::tables::{now, open, written};
use crate::wire::{Everything, KeptGame, KeptMemory, PlayerCode, TypedCode};

/// A code by which the player goes on in another browser.
#[utoipa::path(
    post, path = "/api/v1/player/code", operation_id = "make_player_code", tag = "player",
    responses((status = 200, body = PlayerCode), (status = 409, body = ErrorBody)),
)]
pub(crate) async fn code(
    State(state): State<Arc<AppState>>,
    Extension(asker): Extension<Asker>,
    headers: HeaderMap,
) -> Result<Json<PlayerCode>, Refusal> {
    let nobody = || {
        let message = "Nothing is known of this browser yet; play a game first.";
        Refusal::new(RefusalCode::NoPlayer, message)
    };
    let token = cookies::find(&headers, players::COOKIE, asker.is_secure).ok_or_else(nobody)?;
    let player = player_of(&token).ok_or_else(nobody)?;
    if state.store.player(&player).await?.is_none() {
        return Err(nobody());
    }
    let code = random_letters(CODE_LETTERS)?;
    let kept = sealed(&token, &code).ok_or_else(Refusal::internal)?;
    let (at, until) = (now(), now() + CODE_MILLIS);
    state.store.add_player_code(&id_of(&code), &player, &kept, at, until).await?;
    Ok(Json(PlayerCode { code: grouped(&code), until: written(until) }))
}

/// Makes this browser that of the player who was given the code.
#[utoipa::path(
    post, path = "/api/v1/player/adopt", operation_id = "use_player_code", tag = "player",
    request_body = TypedCode,
    responses(
        (status = 200, body = crate::wire::Player), (status = 404, body = ErrorBody),
        (status = 429, body = ErrorBody),
    ),
)]
pub(crate) async fn adopt(
    State(state): State<Arc<AppState>>,
    Extension(asker): Extension<Asker>,
    Body(typed): Body<TypedCode>,
) -> Result<Response, Refusal> {
    if !state.limits.login(asker.address) {
        let message = "Too many codes were tried; wait a minute.";
        return Err(Refusal::new(RefusalCode::TooManyLogins, message));
    }
    let unknown = || {
        let message = "This code is not valid; a code can be used once, within an hour.";
        Refusal::new(RefusalCode::NoSuchCode, message)
    };
    let code = code_in(&typed.code).ok_or_else(unknown)?;
    let kept = state.store.take_player_code(&id_of(&code), now()).await?.ok_or_else(unknown)?;
    let token = opened(&kept, &code).ok_or_else(unknown)?;
    let player = player_of(&token).ok_or_else(unknown)?;
    let cookie = players::cookie(token, asker.is_secure);
    let shown = super::player::show(State(state), CurrentPlayer(Some(player))).await?;
    Ok(([(header::SET_COOKIE, cookie)], shown).into_response())
}

/// Everything that is kept of the player, as one file. Of a game in progress it has what the player may see.
#[utoipa::path(
    get, path = "/api/v1/player/everything", operation_id = "download_everything", tag = "player",
    responses((status = 200, body = Everything)),
)]
pub(crate) async fn everything(
    State(state): State<Arc<AppState>>,
    who: CurrentPlayer,
) -> Result<Response, Refusal> {
    let mut all = Everything { at: written(now()), name: None, games: Vec::new(), memories: Vec::new() };
    if let Some(player) = &who.0 {
        all.name = state.store.player(player).await?.flatten();
        for id in state.store.all_tables_of(player).await? {
            let Some((row, moves)) = state.store.table(&id).await? else { continue };
            // A game of an opponent that has been removed since cannot be opened; the others can.
            let Ok(table) = open(row, moves) else { continue };
            let Some(seat) = table.seat_of(player) else { continue };
            all.games.push(KeptGame {
                at: written(table.row().changed),
                record: table.record("gkr", all.name.as_deref()).ok(),
                table: table.show(table.eyes(seat)),
            });
        }
        let memories = state.store.memories(player).await?;
        let memory = |(game, opponent, memory)| KeptMemory { game, opponent, memory };
        all.memories = memories.into_iter().map(memory).collect();
    }
    let file = [(header::CONTENT_DISPOSITION, "attachment; filename=\"gokaku.json\"")];
    Ok((file, Json(all)).into_response())
}

/// Deletes everything that is kept of the player, games with other people too.
#[utoipa::path(
    delete, path = "/api/v1/player", operation_id = "delete_player", tag = "player",
    responses((status = 200, body = crate::wire::Player)),
)]
pub(crate) async fn delete(
    State(state): State<Arc<AppState>>,
    who: CurrentPlayer,
    Extension(asker): Extension<Asker>,
) -> Result<Response, Refusal> {
    if let Some(player) = &who.0 {
        for table in state.store.delete_player(player).await? {
            state.registry.forget(&table).await;
        }
    }
    let shown = super::player::show(State(state), CurrentPlayer(None)).await?;
    Ok(([(header::SET_COOKIE, players::no_cookie(asker.is_secure))], shown).into_response())
}

//! Tables: starting a game, seeing it, playing.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::{Extension, Json};
use search::Stop;
use store::{Phase, StoredTable};

use super::{Body, CurrentPlayer};
use crate::asker::Asker;
use crate::error::{ErrorBody, Refusal, RefusalCode};
use crate::levels;
use crate::players::{level_of, seat_of};
use crate::state::AppState;
use crate::tables::{Request, check_clock, chosen_level, new_table, written};
use crate::wire::{
    AtVersion, Company, GameKind, Hint, MoveAt, NewTable, SetupAt, Stale, TableLine, TableSummary, TableView,
};

/// Starts a game.
#[utoipa::path(
    post, path = "/api/v1/tables", tag = "tables", request_body = NewTable,
    responses(
        (status = 201, body = TableView), (status = 400, body = ErrorBody),
        (status = 429, body = ErrorBody), (status = 503, body = ErrorBody),
    ),
)]
pub(crate) async fn create(
    State(state): State<Arc<AppState>>,
    Extension(asker): Extension<Asker>,
    who: CurrentPlayer,
    Body(new): Body<NewTable>,
) -> Result<(StatusCode, Json<TableView>), Refusal> {
    let player = who.known()?.to_owned();
    let level = chosen_level(&new)?;
    check_clock(new.clock)?;
    state.registry.check_not_busy()?;
    may_sit_down(&state, asker.address, &player).await?;
    let memory = state.store.memory(&player, new.game.as_str(), &level.opponent).await?;
    let change = new_table(player, &new, level, memory)?;
    Ok((StatusCode::CREATED, Json(state.registry.create(change).await?)))
}

/// # Errors
/// The player has started too many games, or has too many in progress.
async fn may_sit_down(state: &AppState, client: IpAddr, player: &str) -> Result<(), Refusal> {
    let refused = |message| Err(Refusal::new(RefusalCode::TooManyGames, message));
    if !state.limits.new_table(client) {
        return refused("You have started too many games; wait a minute.");
    }
    if state.store.count_in_progress(player).await? >= state.settings.tables_per_player {
        return refused("You have too many games in progress; finish or resign one first.");
    }
    Ok(())
}

/// The player's games in progress, newest first.
#[utoipa::path(
    get, path = "/api/v1/tables", tag = "tables", responses((status = 200, body = [TableSummary])),
)]
pub(crate) async fn list(
    State(state): State<Arc<AppState>>,
    who: CurrentPlayer,
) -> Result<Json<Vec<TableSummary>>, Refusal> {
    let Some(player) = who.0 else { return Ok(Json(Vec::new())) };
    let tables = state.store.tables_of(&player, false, None, i64::MAX, MOST_LISTED).await?;
    let summary = |table: &StoredTable| {
        let game = table.game.parse::<GameKind>().ok()?;
        Some(TableSummary {
            id: table.id.clone(),
            game,
            level: level_of(game, table),
            seat: seat_of(table, &player).into(),
            phase: table.phase.into(),
            plies: table.plies as u32,
            your_turn: is_turn_of(table, &player),
            at: written(table.changed),
        })
    };
    Ok(Json(tables.iter().filter_map(summary).collect()))
}

fn is_turn_of(table: &StoredTable, player: &str) -> bool {
    match (levels::company(&table.level), table.to_move) {
        (Company::OneBoard, _) => true,
        (_, Some(side)) => side == seat_of(table, player),
        (_, None) => table.phase == Phase::Setup,
    }
}

/// The most games in a list.
const MOST_LISTED: u32 = 100;

/// A game as it stands.
#[utoipa::path(
    get, path = "/api/v1/tables/{id}", operation_id = "show_table", tag = "tables",
    params(("id" = String, Path)),
    responses((status = 200, body = TableView), (status = 404, body = ErrorBody)),
)]
pub(crate) async fn show(
    State(state): State<Arc<AppState>>,
    who: CurrentPlayer,
    Path(id): Path<String>,
) -> Result<Json<TableView>, Refusal> {
    let (handle, seat) = state.registry.open(&id, who.0.as_deref()).await?;
    let table = handle.table().await;
    Ok(Json(table.show(table.eyes(seat))))
}

/// The game so far, to step through.
#[utoipa::path(
    get, path = "/api/v1/tables/{id}/line", operation_id = "line_of_table", tag = "tables",
    params(("id" = String, Path)),
    responses((status = 200, body = TableLine), (status = 404, body = ErrorBody)),
)]
pub(crate) async fn line(
    State(state): State<Arc<AppState>>,
    who: CurrentPlayer,
    Path(id): Path<String>,
) -> Result<Json<TableLine>, Refusal> {
    let (handle, seat) = state.registry.open(&id, who.0.as_deref()).await?;
    let table = handle.table().await;
    Ok(Json(table.line(table.eyes(seat))))
}

/// The opponent answers as soon as it knows what to play, instead of at a person's pace.
#[utoipa::path(
    post, path = "/api/v1/tables/{id}/hurry", operation_id = "hurry_table", tag = "tables",
    params(("id" = String, Path)), responses((status = 204), (status = 404, body = ErrorBody)),
)]
pub(crate) async fn hurry(
    State(state): State<Arc<AppState>>,
    who: CurrentPlayer,
    Path(id): Path<String>,
) -> Result<StatusCode, Refusal> {
    let (handle, _) = state.registry.open(&id, who.0.as_deref()).await?;
    handle.hurry().await;
    Ok(StatusCode::NO_CONTENT)
}

async fn request(
    state: &AppState,
    id: &str,
    who: &CurrentPlayer,
    version: u64,
    request: Request,
) -> Result<Json<TableView>, Refusal> {
    let seated = state.registry.open(id, who.0.as_deref()).await?;
    Ok(Json(state.registry.request(seated, version, request).await?))
}

/// Takes the free seat at a table whose link was sent; whoever sits there already is shown the table.
#[utoipa::path(
    post, path = "/api/v1/tables/{id}/join", operation_id = "join_table", tag = "tables",
    params(("id" = String, Path)),
    responses(
        (status = 200, body = TableView), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody),
        (status = 429, body = ErrorBody),
    ),
)]
pub(crate) async fn join(
    State(state): State<Arc<AppState>>,
    Extension(asker): Extension<Asker>,
    who: CurrentPlayer,
    Path(id): Path<String>,
) -> Result<Json<TableView>, Refusal> {
    let player = who.known()?.to_owned();
    may_sit_down(&state, asker.address, &player).await?;
    state.store.add_player(&player).await?;
    Ok(Json(state.registry.join(&id, player).await?))
}

/// Two people share a screen: the next of them has taken it and may see what is theirs.
#[utoipa::path(
    post, path = "/api/v1/tables/{id}/ready", tag = "tables", params(("id" = String, Path)),
    request_body = AtVersion,
    responses(
        (status = 200, body = TableView), (status = 404, body = ErrorBody), (status = 409, body = Stale),
    ),
)]
pub(crate) async fn ready(
    State(state): State<Arc<AppState>>,
    who: CurrentPlayer,
    Path(id): Path<String>,
    Body(body): Body<AtVersion>,
) -> Result<Json<TableView>, Refusal> {
    request(&state, &id, &who, body.version, Request::Ready).await
}

/// Geister: says which ghosts are red.
#[utoipa::path(
    post, path = "/api/v1/tables/{id}/setup", tag = "tables", params(("id" = String, Path)),
    request_body = SetupAt,
    responses(
        (status = 200, body = TableView), (status = 400, body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 409, body = Stale),
    ),
)]
pub(crate) async fn setup(
    State(state): State<Arc<AppState>>,
    who: CurrentPlayer,
    Path(id): Path<String>,
    Body(body): Body<SetupAt>,
) -> Result<Json<TableView>, Refusal> {
    request(&state, &id, &who, body.version, Request::Setup(body.reds)).await
}

/// Plays a move.
#[utoipa::path(
    post, path = "/api/v1/tables/{id}/moves", tag = "tables", params(("id" = String, Path)),
    request_body = MoveAt,
    responses(
        (status = 200, body = TableView), (status = 400, body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 409, body = Stale), (status = 422, body = ErrorBody),
    ),
)]
pub(crate) async fn play(
    State(state): State<Arc<AppState>>,
    who: CurrentPlayer,
    Path(id): Path<String>,
    Body(body): Body<MoveAt>,
) -> Result<Json<TableView>, Refusal> {
    request(&state, &id, &who, body.version, Request::Move(body.mv)).await
}

/// Takes back to the player's last decision.
#[utoipa::path(
    post, path = "/api/v1/tables/{id}/undo", tag = "tables", params(("id" = String, Path)),
    request_body = AtVersion,
    responses(
        (status = 200, body = TableView), (status = 404, body = ErrorBody), (status = 409, body = Stale),
    ),
)]
pub(crate) async fn undo(
    State(state): State<Arc<AppState>>,
    who: CurrentPlayer,
    Path(id): Path<String>,
    Body(body): Body<AtVersion>,
) -> Result<Json<TableView>, Refusal> {
    request(&state, &id, &who, body.version, Request::Undo).await
}

/// Gives up.
#[utoipa::path(
    post, path = "/api/v1/tables/{id}/resign", tag = "tables", params(("id" = String, Path)),
    request_body = AtVersion,
    responses(
        (status = 200, body = TableView), (status = 404, body = ErrorBody), (status = 409, body = Stale),
    ),
)]
pub(crate) async fn resign(
    State(state): State<Arc<AppState>>,
    who: CurrentPlayer,
    Path(id): Path<String>,
    Body(body): Body<AtVersion>,
) -> Result<Json<TableView>, Refusal> {
    request(&state, &id, &who, body.version, Request::Resign).await
}

/// A move worth considering.
#[utoipa::path(
    get, path = "/api/v1/tables/{id}/hint", tag = "tables", params(("id" = String, Path)),
    responses(
        (status = 200, body = Hint), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody),
    ),
)]
pub(crate) async fn hint(
    State(state): State<Arc<AppState>>,
    who: CurrentPlayer,
    Path(id): Path<String>,
) -> Result<Json<Hint>, Refusal> {
    let (handle, seat) = state.registry.open(&id, who.0.as_deref()).await?;
    let stop = Stop::default();
    let work = handle.table().await.hint(seat, stop.clone())?;
    let hint = state.registry.search(who.known()?, stop, work).await?;
    hint.map(Json).ok_or_else(Refusal::internal)
}

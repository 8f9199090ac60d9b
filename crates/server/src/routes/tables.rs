//! Tables: starting a game, looking at it, playing.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Path, State as Held};
use axum::http::StatusCode;
use axum::{Extension, Json};
use games::Side;
use opponents::by_name;
use search::Stop;
use store::{StoredTable, TableChange};

use super::{Body, Who};
use crate::error::{ErrorBody, Refusal};
use crate::geometry::Geometry;
use crate::levels;
use crate::players::{level_of, new_seed, random_letters};
use crate::pool::Urgency;
use crate::state::State;
use crate::tables::{Request, Terms, lots, now, phase, written};
use crate::wire::{
    At, ClockSetting, GameKind, Hint, Level, MoveAt, NewTable, Seat, SetupAt, SideName, Stale, Table,
    TableSummary,
};
use games::with_game;

/// Letters of a table's id: 130 bits.
const ID_LETTERS: usize = 26;

/// The longest game and byoyomi that a clock can be set to.
const MOST_MINUTES: u32 = 180;
const MOST_BYOYOMI: u32 = 600;

/// Starts a game.
#[utoipa::path(post, path = "/api/v1/tables", tag = "tables", request_body = NewTable,
    responses((status = 201, body = Table), (status = 400, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub(crate) async fn create(
    Held(state): Held<Arc<State>>,
    Extension(client): Extension<IpAddr>,
    who: Who,
    Body(new): Body<NewTable>,
) -> Result<(StatusCode, Json<Table>), Refusal> {
    let player = who.known()?.to_owned();
    let level = chosen_level(&new)?;
    check_clock(new.clock)?;
    if !state.limits.new_table(client) {
        return Err(Refusal::new(
            StatusCode::TOO_MANY_REQUESTS,
            "too-many-games",
            "You start games faster than anybody can play; wait a minute.",
        ));
    }
    if state.store.count_going_on(&player).await? >= state.settings.tables_per_player {
        return Err(Refusal::new(
            StatusCode::TOO_MANY_REQUESTS,
            "too-many-games",
            "You have too many games going on; finish or resign one first.",
        ));
    }
    state.store.add_player(&player).await?;
    let memory = state.store.memory(&player, new.game.as_str(), &level.opponent).await?;
    let change = begun(player, &new, level, memory)?;
    Ok((StatusCode::CREATED, Json(state.hall.create(change).await?)))
}

/// A new table as it will be kept.
///
/// # Errors
/// The system has no random numbers.
pub(crate) fn begun(
    player: String,
    new: &NewTable,
    level: Level,
    memory: Option<String>,
) -> Result<TableChange, Refusal> {
    with_game!(new.game, G => begin::<G>(player, new, level, memory))
}

fn chosen_level(new: &NewTable) -> Result<Level, Refusal> {
    match (&new.opponent, &new.level) {
        (Some(name), _) => levels::named(new.game, name)
            .map_err(|error| Refusal::new(StatusCode::BAD_REQUEST, "unknown-opponent", format!("{error}."))),
        (None, level) => {
            let id = level.as_deref().unwrap_or("fits-me");
            let unknown = || {
                let known: Vec<_> = levels::levels(new.game).into_iter().map(|level| level.id).collect();
                let message = format!("There is no such level; choose one of {}.", known.join(", "));
                Refusal::new(StatusCode::BAD_REQUEST, "unknown-level", message)
            };
            levels::level(new.game, id).ok_or_else(unknown)
        }
    }
}

fn check_clock(clock: Option<ClockSetting>) -> Result<(), Refusal> {
    match clock {
        Some(ClockSetting { minutes, byoyomi })
            if minutes > MOST_MINUTES || byoyomi > MOST_BYOYOMI || minutes + byoyomi == 0 =>
        {
            Err(Refusal::malformed(format!(
                "The clock cannot be set so; choose up to {MOST_MINUTES} minutes and {MOST_BYOYOMI} seconds, not both 0."
            )))
        }
        _ => Ok(()),
    }
}

/// The first state of a table.
fn begin<G: Geometry>(
    player: String,
    new: &NewTable,
    level: Level,
    memory: Option<String>,
) -> Result<TableChange, Refusal> {
    let seed = new_seed()?;
    let (mut dealer, opponent_seed) = lots(seed);
    let seat = match new.seat {
        Seat::First => Side::First,
        Seat::Second => Side::Second,
        Seat::Lot if new_seed()? & 1 == 0 => Side::First,
        Seat::Lot => Side::Second,
    };
    let mut start = G::deal(&mut dealer);
    let arranged = by_name::<G>(&level.opponent, opponent_seed)
        .ok()
        .and_then(|mut opponent| opponent.arrangement(&start.view(seat.other())).ok().flatten());
    if let Some(words) = arranged {
        start.arrange(seat.other(), &words).map_err(|_| Refusal::internal())?;
    }
    let playing = G::SETUP.is_none();
    let table = StoredTable {
        id: random_letters(ID_LETTERS)?,
        player,
        game: G::KIND.as_str().to_owned(),
        level: level.id,
        opponent: level.opponent,
        seat: seat.to_string(),
        seed,
        terms: serde_json::to_string(&Terms::of(new)).map_err(|_| Refusal::internal())?,
        phase: if playing { "playing" } else { "setup" }.to_owned(),
        to_move: playing.then(|| start.side_to_move().to_string()),
        start: start.to_string(),
        plies: 0,
        version: 1,
        asked: String::new(),
        outcome: None,
        score: None,
        made: now(),
        changed: now(),
        memory,
    };
    Ok(TableChange { table, kept: None, added: Vec::new(), memory: None })
}

/// The player's games that go on, newest first.
#[utoipa::path(get, path = "/api/v1/tables", tag = "tables", responses((status = 200, body = [TableSummary])))]
pub(crate) async fn list(
    Held(state): Held<Arc<State>>,
    who: Who,
) -> Result<Json<Vec<TableSummary>>, Refusal> {
    let Some(player) = who.0 else { return Ok(Json(Vec::new())) };
    let tables = state.store.tables_of(&player, false, i64::MAX, MOST_LISTED).await?;
    let summary = |table: &StoredTable| {
        let game = table.game.parse::<GameKind>().ok()?;
        Some(TableSummary {
            id: table.id.clone(),
            game,
            level: level_of(game, table),
            seat: if table.seat == "first" { SideName::First } else { SideName::Second },
            phase: phase(&table.phase),
            plies: table.plies as u32,
            your_turn: table.phase == "setup" || table.to_move.as_ref() == Some(&table.seat),
            at: written(table.changed),
        })
    };
    Ok(Json(tables.iter().filter_map(summary).collect()))
}

/// The most games in a list.
const MOST_LISTED: u32 = 100;

/// A game as it stands.
#[utoipa::path(get, path = "/api/v1/tables/{id}", operation_id = "show_table", tag = "tables", params(("id" = String, Path)),
    responses((status = 200, body = Table), (status = 404, body = ErrorBody)))]
pub(crate) async fn show(
    Held(state): Held<Arc<State>>,
    who: Who,
    Path(id): Path<String>,
) -> Result<Json<Table>, Refusal> {
    let cell = state.hall.open(&id, who.0.as_deref()).await?;
    let table = cell.table().await.show();
    Ok(Json(table))
}

async fn request(
    state: &State,
    id: &str,
    who: &Who,
    version: u64,
    request: Request,
) -> Result<Json<Table>, Refusal> {
    let cell = state.hall.open(id, who.0.as_deref()).await?;
    Ok(Json(state.hall.request(cell, version, request).await?))
}

/// Geister: says which ghosts are red.
#[utoipa::path(post, path = "/api/v1/tables/{id}/setup", tag = "tables", params(("id" = String, Path)), request_body = SetupAt,
    responses((status = 200, body = Table), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody), (status = 409, body = Stale)))]
pub(crate) async fn setup(
    Held(state): Held<Arc<State>>,
    who: Who,
    Path(id): Path<String>,
    Body(body): Body<SetupAt>,
) -> Result<Json<Table>, Refusal> {
    request(&state, &id, &who, body.version, Request::Setup(body.reds)).await
}

/// Plays a move.
#[utoipa::path(post, path = "/api/v1/tables/{id}/moves", tag = "tables", params(("id" = String, Path)), request_body = MoveAt,
    responses((status = 200, body = Table), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody), (status = 409, body = Stale), (status = 422, body = ErrorBody)))]
pub(crate) async fn play(
    Held(state): Held<Arc<State>>,
    who: Who,
    Path(id): Path<String>,
    Body(body): Body<MoveAt>,
) -> Result<Json<Table>, Refusal> {
    request(&state, &id, &who, body.version, Request::Move(body.mv)).await
}

/// Takes back to the player's last decision.
#[utoipa::path(post, path = "/api/v1/tables/{id}/undo", tag = "tables", params(("id" = String, Path)), request_body = At,
    responses((status = 200, body = Table), (status = 404, body = ErrorBody), (status = 409, body = Stale)))]
pub(crate) async fn undo(
    Held(state): Held<Arc<State>>,
    who: Who,
    Path(id): Path<String>,
    Body(body): Body<At>,
) -> Result<Json<Table>, Refusal> {
    request(&state, &id, &who, body.version, Request::Undo).await
}

/// Gives up.
#[utoipa::path(post, path = "/api/v1/tables/{id}/resign", tag = "tables", params(("id" = String, Path)), request_body = At,
    responses((status = 200, body = Table), (status = 404, body = ErrorBody), (status = 409, body = Stale)))]
pub(crate) async fn resign(
    Held(state): Held<Arc<State>>,
    who: Who,
    Path(id): Path<String>,
    Body(body): Body<At>,
) -> Result<Json<Table>, Refusal> {
    request(&state, &id, &who, body.version, Request::Resign).await
}

/// A move worth considering.
#[utoipa::path(get, path = "/api/v1/tables/{id}/hint", tag = "tables", params(("id" = String, Path)),
    responses((status = 200, body = Hint), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
pub(crate) async fn hint(
    Held(state): Held<Arc<State>>,
    who: Who,
    Path(id): Path<String>,
) -> Result<Json<Hint>, Refusal> {
    let cell = state.hall.open(&id, who.0.as_deref()).await?;
    let stop = Stop::default();
    let work = cell.table().await.hint(stop.clone())?;
    let hint = state.hall.search(Urgency::Reply, stop, work).await.flatten();
    hint.map(Json).ok_or_else(Refusal::internal)
}

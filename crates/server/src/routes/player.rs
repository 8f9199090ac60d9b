//! The player: name, ratings, history.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use games::Malformed;
use serde::Deserialize;
use store::StoredTable;

use super::{Body, CurrentPlayer, Query};
use crate::error::{ErrorBody, Refusal, RefusalCode};
use crate::players;
use crate::state::AppState;
use crate::wire::{GameKind, History, Player, PlayerName, Strength};

/// The longest name.
const MOST_CHARACTERS: usize = 40;

/// The most finished games that are looked at for ratings and results.
const MOST_GAMES: u32 = 10_000;

/// The most games of one page of the history.
const PAGE: usize = 100;

/// All finished tables of a player, the oldest first.
pub(crate) async fn finished(state: &AppState, player: &str) -> Result<Vec<StoredTable>, Refusal> {
    let mut tables = state.store.tables_of(player, true, None, i64::MAX, MOST_GAMES).await?;
    tables.reverse();
    Ok(tables)
}

/// Who has this cookie.
#[utoipa::path(
    get, path = "/api/v1/player", operation_id = "show_player", tag = "player",
    responses((status = 200, body = Player)),
)]
pub(crate) async fn show(
    State(state): State<Arc<AppState>>,
    who: CurrentPlayer,
) -> Result<Json<Player>, Refusal> {
    let Some(player) = who.0 else { return Ok(Json(Player { name: None, ratings: Vec::new() })) };
    let name = state.store.player(&player).await?.flatten();
    Ok(Json(Player { name, ratings: players::ratings(&finished(&state, &player).await?) }))
}

/// Gives the player a name, or forgets it.
#[utoipa::path(put, path = "/api/v1/player", tag = "player", request_body = PlayerName,
    responses((status = 200, body = Player), (status = 400, body = ErrorBody)))]
pub(crate) async fn name(
    State(state): State<Arc<AppState>>,
    who: CurrentPlayer,
    Body(body): Body<PlayerName>,
) -> Result<Json<Player>, Refusal> {
    let name = body.name.as_deref().map(str::trim);
    if let Some(name) = name {
        let length = name.chars().count();
        if !(1..=MOST_CHARACTERS).contains(&length) || name.chars().any(is_invisible) {
            return Err(Refusal::new(
                RefusalCode::BadName,
                format!("A name has 1 to {MOST_CHARACTERS} characters that can be seen; choose another one."),
            ));
        }
    }
    let player = who.known()?;
    state.store.add_player(player).await?;
    state.store.name_player(player, name).await?;
    show(State(state), who).await
}

/// Control characters, and those that change how the text around them is shown.
fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
        || matches!(c, '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// Which part of the history.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct HistoryQuery {
    game: Option<String>,
    before: Option<String>,
}

/// What the player has played.
#[utoipa::path(
    get, path = "/api/v1/player/history", tag = "player",
    params(
        ("game" = Option<GameKind>, Query, description = "only this game"),
        ("before" = Option<String>, Query, description = "only games that ended before this time"),
    ),
    responses((status = 200, body = History), (status = 400, body = ErrorBody)),
)]
pub(crate) async fn history(
    State(state): State<Arc<AppState>>,
    who: CurrentPlayer,
    Query(query): Query<HistoryQuery>,
) -> Result<Json<History>, Refusal> {
    // A form with an empty field means no restriction.
    let given = |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
    let game = match given(&query.game) {
        None => None,
        Some(word) => {
            let unknown = |error: Malformed| Refusal::malformed(format!("There is no such game: {error}."));
            Some(word.parse::<GameKind>().map_err(unknown)?)
        }
    };
    let before = match given(&query.before) {
        None => i64::MAX,
        Some(text) => text
            .parse::<jiff::Timestamp>()
            .map(|time| time.as_millisecond())
            .map_err(|_| Refusal::malformed("The time cannot be read; write it as 2026-11-16T12:00:00Z."))?,
    };
    let Some(player) = who.0 else {
        return Ok(Json(History { games: Vec::new() }));
    };
    let game = game.map(|game| game.as_str());
    let (mut games, mut before) = (Vec::new(), before);
    // Some have no result, such as records from elsewhere: then there may be more on the next page.
    while games.len() < PAGE {
        let tables = state.store.tables_of(&player, true, game, before, PAGE as u32).await?;
        let Some(last) = tables.last() else { break };
        before = last.changed;
        games.extend(tables.iter().filter_map(|table| players::history_game(table, &player)));
    }
    games.truncate(PAGE);
    Ok(Json(History { games }))
}

/// How strong the player is, by game.
#[utoipa::path(
    get, path = "/api/v1/player/strength", operation_id = "show_strength", tag = "player",
    responses((status = 200, body = Strength)),
)]
pub(crate) async fn strength(
    State(state): State<Arc<AppState>>,
    who: CurrentPlayer,
) -> Result<Json<Strength>, Refusal> {
    let Some(player) = who.0 else { return Ok(Json(Strength { games: Vec::new() })) };
    let tables = finished(&state, &player).await?;
    let estimates = state.store.last_estimates(&player).await?;
    let overlooked = state.store.overlooked(&player).await?;
    Ok(Json(crate::strength::strength(&tables, &player, &estimates, &overlooked)))
}

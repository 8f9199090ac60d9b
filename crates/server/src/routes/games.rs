//! What can be played, and whether the server is well.

use std::sync::Arc;

use axum::Json;
use axum::extract::State as Held;
use axum::http::StatusCode;

use crate::geometry::Geometry;
use crate::levels;
use crate::state::State;
use crate::wire::{Catalogue, GameInfo, GameKind, Text};
use games::with_game;

/// The games and their levels.
#[utoipa::path(get, path = "/api/v1/games", tag = "games", responses((status = 200, body = Catalogue)))]
pub(crate) async fn catalogue() -> Json<Catalogue> {
    fn info<G: Geometry>(game: GameKind) -> GameInfo {
        GameInfo {
            game,
            name: Text::new(game.english(), game.japanese()),
            levels: levels::levels(game),
            undo: true,
            hint: true,
            setups: G::SETUP.into_iter().map(str::to_owned).collect(),
            formats: G::FORMATS.iter().map(|&format| format.to_owned()).collect(),
        }
    }
    let games = GameKind::ALL.iter().map(|&game| with_game!(game, G => info::<G>(game)));
    Json(Catalogue { games: games.collect() })
}

/// Whether the server and its store answer.
#[utoipa::path(get, path = "/healthz", tag = "server", responses((status = 200, description = "well"), (status = 503, description = "the store does not answer")))]
pub(crate) async fn health(Held(state): Held<Arc<State>>) -> (StatusCode, &'static str) {
    match state.store.player("").await {
        Ok(_) => (StatusCode::OK, "ok\n"),
        Err(_) => (StatusCode::SERVICE_UNAVAILABLE, "the store does not answer\n"),
    }
}

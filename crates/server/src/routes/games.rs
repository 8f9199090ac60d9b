//! What can be played.

use axum::Json;
use games::with_game;

use crate::geometry::{self, Both, Geometry};
use crate::levels;
use crate::wire::{Catalogue, GameInfo, GameKind, Text};

/// The games and their levels.
#[utoipa::path(get, path = "/api/v1/games", tag = "games", responses((status = 200, body = Catalogue)))]
pub(crate) async fn catalogue() -> Json<Catalogue> {
    fn info<G: Geometry>(game: GameKind) -> GameInfo {
        let text = |(en, ja): Both| Text::new(en, ja);
        GameInfo {
            game,
            name: Text::new(game.english(), game.japanese()),
            about: text(G::ABOUT),
            sides: G::SIDES.map(text),
            picture: geometry::picture::<G>(),
            levels: levels::levels(game),
            two_people: levels::two_people(),
            undo: true,
            hint: true,
            setups: G::SETUP.into_iter().map(str::to_owned).collect(),
            formats: G::FORMATS.iter().map(|&format| format.to_owned()).collect(),
        }
    }
    let games = GameKind::ALL.iter().map(|&game| with_game!(game, G => info::<G>(game)));
    Json(Catalogue { games: games.collect() })
}

//! What can be played.

use axum::Json;
use axum::extract::Path;
use games::with_game;

use crate::error::{ErrorBody, Refusal, RefusalCode};
use crate::geometry::{self, Both, Geometry, lessons};
use crate::levels;
use crate::wire::{Catalogue, GameInfo, GameKind, Lesson, Start, Text};

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
            goals: lessons::goals::<G>(),
            starts: G::STARTS
                .iter()
                .map(|&(name, position)| Start { name: text(name), position: position.to_owned() })
                .collect(),
            undo: true,
            hint: true,
            setups: G::SETUP.into_iter().map(str::to_owned).collect(),
            formats: G::FORMATS.iter().map(|&format| format.to_owned()).collect(),
        }
    }
    let games = GameKind::ALL.iter().map(|&game| with_game!(game, G => info::<G>(game)));
    Json(Catalogue { games: games.collect() })
}

/// How to play a game.
#[utoipa::path(
    get, path = "/api/v1/games/{game}/lesson", tag = "games", params(("game" = GameKind, Path)),
    responses((status = 200, body = Lesson), (status = 404, body = ErrorBody)),
)]
pub(crate) async fn lesson(Path(game): Path<String>) -> Result<Json<Lesson>, Refusal> {
    let unknown = || {
        let known: Vec<_> = GameKind::ALL.iter().map(|game| game.as_str()).collect();
        let message = format!("There is no such game; choose one of {}.", known.join(", "));
        Refusal::new(RefusalCode::NoSuchAddress, message)
    };
    let game: GameKind = game.parse().map_err(|_| unknown())?;
    Ok(Json(with_game!(game, G => lessons::lesson::<G>())))
}

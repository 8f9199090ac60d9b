//! What the adaptive opponent is told of each game, one file per game: its reference players, and what every
//! player of the game knows. Nothing here is measured; what is stands in `calibration/GAME.toml`.

mod geister;
mod kalah;
mod othello;
mod shogi;

use games::Game;

use super::guard::Guard;
use super::move_values::{MoveValues, Search};
use super::people_policy::{Help, PeoplePolicy};
use super::scale::{PlayerSettings, Role};
use crate::name::NameError;

/// A game in which the opponent adapts to users of any strength.
pub(crate) trait AdaptiveGame: Game {
    /// The reference players, those of each kind about from weak to strong: the random player is among them.
    /// Their order is that of the calibration, which measures how strong they are.
    const PLAYERS: &'static [PlayerSettings];

    /// Reference players of the alternative kind (MCTS, the policy network), only used to estimate users who
    /// play like them; empty if none.
    const ALTERNATIVES: &'static [PlayerSettings] = &[];

    /// The text of the game's calibration.
    const CALIBRATION: &'static str;

    /// The search that says what moves are really worth.
    const ANALYST: Search;

    /// Which losses are noticed. These are choices, not measurements.
    const GUARD: Guard;

    /// The one search by which the moves of every player are seen, where the searches that players chose by
    /// cannot be repeated: their temperatures for this search are then measured.
    const SEEN_BY: Option<Search> = None;

    /// Whether games are about equally long, so that the part of a game that is left is known.
    const HAS_USUAL_LENGTH: bool = false;

    /// Whether what the user's moves lose is evidence beside the moves themselves: where an analyst is cheap.
    const JUDGES_LOSSES: bool = false;

    /// Most that a lead, a seat or caution moves the strength away from the user's, in Elo, where that is
    /// less than elsewhere: people do not become other players within a game. A choice.
    const MAX_LEAD: Option<f64> = None;

    /// It resigns a position worth less than this several times in a row, in games in which people do.
    const RESIGNS_BELOW: Option<f64> = None;

    /// Whether every beginner knows that this move is a blunder.
    fn is_obvious_blunder(_view: &Self::View, _mv: Self::Move) -> bool {
        false
    }

    /// Whether every beginner would like to make this move.
    fn is_obvious_gain(_view: &Self::View, _mv: Self::Move) -> bool {
        false
    }

    /// Moves that people open with in this position, and how often; empty where nothing is known of that.
    fn usual_openings(_view: &Self::View) -> Vec<(Self::Move, u64)> {
        Vec::new()
    }

    /// Whether a move wins at once and a player that searches does not miss it.
    fn wins_at_once(_view: &Self::View, _mv: Self::Move) -> bool {
        false
    }

    /// The searches behind the players; random choices follow from `seed`.
    ///
    /// # Errors
    /// Something that is shipped with the program is missing.
    fn move_values(seed: u64) -> Result<Box<dyn MoveValues<Self>>, NameError>;

    /// Every search of the players, and the analyst's.
    fn searches() -> Vec<Search> {
        let mut searches = vec![Self::ANALYST];
        for player in Self::PLAYERS.iter().chain(Self::ALTERNATIVES) {
            let helping = match player.search {
                Search::People(people) => people.helping_search(),
                _ => None,
            };
            for search in [Some(player.search), Some(player.search.sight()), helping].into_iter().flatten() {
                if !searches.contains(&search) {
                    searches.push(search);
                }
            }
        }
        searches
    }
}

/// A reference player.
const fn player(search: Search, temperature: f64) -> PlayerSettings {
    PlayerSettings { search, temperature, role: Role::Both }
}

/// The random player; its search only counts the moves.
const fn random(search: Search) -> PlayerSettings {
    player(search, f64::INFINITY)
}

/// A player that prefers bad moves: without it `gokaku` would beat users who play at random, because it hides
/// blunders. Users are not looked for down there.
const fn prefers_bad(search: Search, temperature: f64) -> PlayerSettings {
    played_only(search, -temperature)
}

/// A player as which `gokaku` plays, and users are not seen.
const fn played_only(search: Search, temperature: f64) -> PlayerSettings {
    PlayerSettings { search, temperature, role: Role::PlayedOnly }
}

/// A player as which users are seen, and which `gokaku` does not play as.
const fn seen_only(search: Search, temperature: f64) -> PlayerSettings {
    PlayerSettings { search, temperature, role: Role::SeenOnly }
}

/// A player that chooses as people of a rating do, with this help.
const fn person(rating: u32, help: Help) -> PlayerSettings {
    let search = Search::People(PeoplePolicy { rating, help });
    PlayerSettings { search, temperature: 1.0, role: Role::Person }
}

/// A player that searches for the best move alone plays it, whatever its temperature.
const BEST_MOVE: f64 = 0.05;

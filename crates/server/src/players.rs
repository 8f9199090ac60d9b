//! Players: a random token in a cookie, of which only a hash is stored, and ratings from finished games.

use axum::http::HeaderMap;
use cookie::SameSite;
use games::Side;
use rand::TryRng;
use rand::rngs::SysRng;
use sha2::{Digest, Sha256};
use statistics::{Glicko, GlickoSystem};
use store::StoredTable;

use crate::cookies;
use crate::levels;
use crate::tables::{Terms, written};
use crate::wire::{GameKind, GameRating, HistoryGame, Level, PersonResult};

/// The name of the cookie.
pub(crate) const COOKIE: &str = "gokaku_player";

/// 400 days, the most that browsers allow.
const MAX_AGE_SECONDS: u64 = 400 * 24 * 3600;

/// Letters and digits that are not easily taken for each other (RFC 4648, base 32).
pub(crate) const ALPHABET: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";

/// So many random letters, five bits each, from the system's generator.
///
/// # Errors
/// The system has none.
pub(crate) fn random_letters(count: usize) -> Result<String, crate::error::Refusal> {
    let mut bytes = vec![0; count];
    SysRng.try_fill_bytes(&mut bytes).map_err(|error| {
        tracing::error!(%error, "no random numbers");
        crate::error::Refusal::internal()
    })?;
    Ok(bytes.into_iter().map(|byte| char::from(ALPHABET[usize::from(byte & 31)])).collect())
}

/// A token of 256 bits.
///
/// # Errors
/// The system has no random numbers.
pub(crate) fn new_token() -> Result<String, crate::error::Refusal> {
    random_letters(TOKEN_LETTERS)
}

const TOKEN_LETTERS: usize = 52;

/// The player with this token: its hash, which tells nobody the token. `None` if it cannot be one of ours.
#[must_use]
pub(crate) fn player_of(token: &str) -> Option<String> {
    let well_formed = token.len() == TOKEN_LETTERS && token.bytes().all(|byte| ALPHABET.contains(&byte));
    well_formed.then(|| hash_of(token))
}

/// A hash that tells nobody the secret, if that is random and long.
#[must_use]
pub(crate) fn hash_of(secret: &str) -> String {
    hex::encode(Sha256::digest(secret.as_bytes()))
}

/// The cookie with this token.
#[must_use]
pub(crate) fn cookie(token: String, secure: bool) -> String {
    cookies::build(COOKIE, token, SameSite::Lax, MAX_AGE_SECONDS, secure)
}

/// The cookie that takes the token away.
#[must_use]
pub(crate) fn no_cookie(secure: bool) -> String {
    cookies::build(COOKIE, String::new(), SameSite::Lax, 0, secure)
}

/// The player whose cookie a request carries.
#[must_use]
pub(crate) fn player_in(headers: &HeaderMap, secure: bool) -> Option<String> {
    player_of(&cookies::find(headers, COOKIE, secure)?)
}

/// A random seed.
///
/// # Errors
/// The system has no random numbers.
pub(crate) fn new_seed() -> Result<u64, crate::error::Refusal> {
    let mut bytes = [0; 8];
    SysRng.try_fill_bytes(&mut bytes).map_err(|_| crate::error::Refusal::internal())?;
    Ok(u64::from_le_bytes(bytes))
}

/// The ratings of a player after each rated game, the oldest first, from their finished tables in that order.
///
/// Glicko-2, each game a period of its own, the opponents' ratings as they were measured (`levels.rs`). An
/// opponent without a rating, such as one that adapts, tells nothing of the player's strength: its games are
/// not counted.
#[must_use]
pub(crate) fn curve(tables: &[StoredTable]) -> Vec<(GameKind, i64, Glicko)> {
    let mut ratings: Vec<(GameKind, Glicko)> = Vec::new();
    let mut curve = Vec::new();
    for table in tables {
        let Some((game, score, opponent)) = rated(table) else { continue };
        let known = ratings.iter().position(|(known, _)| *known == game);
        let after = after_game(game, known.map(|place| ratings[place].1), score, opponent);
        match known {
            Some(place) => ratings[place].1 = after,
            None => ratings.push((game, after)),
        }
        curve.push((game, table.changed, after));
    }
    curve
}

/// A rating after one more game; `before` is none for a stranger.
#[must_use]
pub(crate) fn after_game(game: GameKind, before: Option<Glicko>, score: f64, opponent: Glicko) -> Glicko {
    let before = before.unwrap_or_else(|| levels::unknown(game));
    GlickoSystem::default().after_period(&before, &[(opponent, score)])
}

/// The game, what the player scored, and how the opponent is rated; none for a game that is not rated.
#[must_use]
pub(crate) fn rated(table: &StoredTable) -> Option<(GameKind, f64, Glicko)> {
    let game = table.game.parse::<GameKind>().ok()?;
    let is_usual = !levels::is_research(&table.level) && !Terms::are_set_up(&table.terms);
    let opponent = levels::rating(game, &table.opponent).filter(|_| is_usual)?;
    Some((game, table.score?, opponent))
}

/// The last rating in each game.
#[must_use]
pub(crate) fn ratings(tables: &[StoredTable]) -> Vec<GameRating> {
    let curve = curve(tables);
    let last = |game: GameKind| {
        let of_game = || curve.iter().filter(move |(known, _, _)| *known == game);
        let (_, _, glicko) = of_game().next_back()?;
        let interval = glicko.interval();
        let games = of_game().count() as u32;
        Some(GameRating { game, rating: glicko.rating, low: interval.low, high: interval.high, games })
    };
    GameKind::ALL.iter().copied().filter_map(last).collect()
}

/// The level a table was played at.
#[must_use]
pub(crate) fn level_of(game: GameKind, table: &StoredTable) -> Level {
    if table.level == levels::IN_STUDY {
        return levels::in_study();
    }
    let level = levels::level(game, &table.level).filter(|level| level.opponent == table.opponent);
    // Whatever it was asked to aim at, people know it as one opponent.
    let adaptive = || levels::level(game, levels::MY_LEVEL).filter(|_| levels::is_adaptive(&table.opponent));
    level.or_else(adaptive).unwrap_or_else(|| Level {
        id: table.level.clone(),
        name: crate::wire::Text::same(&table.opponent),
        who: None,
        about: crate::wire::Text::same(&table.opponent),
        opponent: table.opponent.clone(),
        source: None,
    })
}

/// Where `player` sits.
#[must_use]
pub(crate) fn seat_of(table: &StoredTable, player: &str) -> Side {
    if table.other.as_deref() == Some(player) { table.seat.other() } else { table.seat }
}

/// A finished table in `player`'s history; `None` for a game without a result.
#[must_use]
pub(crate) fn history_game(table: &StoredTable, player: &str) -> Option<HistoryGame> {
    let game = table.game.parse::<GameKind>().ok()?;
    let seat = seat_of(table, player);
    let score = table.score?;
    Some(HistoryGame {
        id: table.id.clone(),
        game,
        level: level_of(game, table),
        seat: seat.into(),
        result: result(if seat == table.seat { score } else { 1.0 - score }),
        plies: table.plies as u32,
        at: written(table.changed),
    })
}

/// What a score means for whoever has it.
#[must_use]
pub(crate) fn result(score: f64) -> PersonResult {
    match score {
        1.0 => PersonResult::Won,
        0.0 => PersonResult::Lost,
        _ => PersonResult::Drew,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_hash_of_a_token_is_used() {
        let token = new_token().unwrap();
        assert_ne!(token, new_token().unwrap());
        let player = player_of(&token).unwrap();
        assert!(player.len() == 64 && !player.contains(&token));
        for bad in ["", "short", &"A".repeat(52), &"a".repeat(53)] {
            assert_eq!(player_of(bad), None);
        }
    }

    #[test]
    fn wins_against_rated_opponents_raise_a_rating_and_make_it_surer() {
        let table = |opponent: &str, score: f64, changed: i64| StoredTable {
            id: changed.to_string(),
            player: "p".to_owned(),
            game: "kalah".to_owned(),
            level: "level-3".to_owned(),
            opponent: opponent.to_owned(),
            seat: games::Side::First,
            seed: 1,
            terms: "{}".to_owned(),
            start: String::new(),
            phase: store::Phase::Over,
            to_move: None,
            plies: 9,
            version: 9,
            asked: String::new(),
            outcome: None,
            score: Some(score),
            made: 0,
            changed,
            memory: None,
            other: None,
        };
        let rated = "alphabeta:depth=2,noise=1";
        let tables =
            [table("ladder", 1.0, 1), table(rated, 1.0, 2), table(rated, 1.0, 3), table(rated, 0.0, 4)];
        let curve = curve(&tables);
        assert_eq!(curve.len(), 3, "an opponent that adapts says nothing of a rating");
        let values: Vec<f64> = curve.iter().map(|(_, _, glicko)| glicko.rating).collect();
        assert!(
            values[0] > levels::unknown(GameKind::Kalah).rating
                && values[1] > values[0]
                && values[2] < values[1]
        );
        let deviations: Vec<f64> = curve.iter().map(|(_, _, glicko)| glicko.deviation).collect();
        assert!(deviations.is_sorted_by(|one, two| one >= two));
        let last = ratings(&tables);
        assert_eq!((last.len(), last[0].games), (1, 3));
        assert!(last[0].low < last[0].rating && last[0].rating < last[0].high);
    }
}

//! Making a table.

use games::{Side, with_game};
use opponents::by_name;
use store::{Phase, StoredTable, TableChange};

use super::{Terms, now, split_seed};
use crate::error::{Refusal, RefusalCode};
use crate::geometry::Geometry;
use crate::levels;
use crate::players::{new_seed, random_letters};
use crate::wire::{ClockSetting, Company, Level, NewTable, Seat};

/// Letters of a table's id: 130 bits.
pub(crate) const ID_LETTERS: usize = 26;

/// The longest game and byoyomi that a clock can be set to.
const MOST_MINUTES: u32 = 180;
const MOST_BYOYOMI: u32 = 600;

/// The change that makes a new table.
///
/// # Errors
/// The system has no random numbers.
pub(crate) fn new_table(
    player: String,
    new: &NewTable,
    level: Level,
    memory: Option<String>,
) -> Result<TableChange, Refusal> {
    with_game!(new.game, G => make::<G>(player, new, level, memory))
}

/// The level that a new table asks for.
///
/// # Errors
/// There is no such level or opponent.
pub(crate) fn chosen_level(new: &NewTable) -> Result<Level, Refusal> {
    match (&new.opponent, &new.level) {
        (Some(name), _) => levels::named(new.game, name)
            .map_err(|error| Refusal::new(RefusalCode::UnknownOpponent, format!("{error}."))),
        (None, level) => {
            let id = level.as_deref().unwrap_or(levels::MY_LEVEL);
            let unknown = || {
                let known: Vec<_> = levels::levels(new.game).into_iter().map(|level| level.id).collect();
                let message = format!("There is no such level; choose one of {}.", known.join(", "));
                Refusal::new(RefusalCode::UnknownLevel, message)
            };
            levels::level(new.game, id).filter(|level| level.id != levels::RECORD).ok_or_else(unknown)
        }
    }
}

/// # Errors
/// A clock cannot be set so.
pub(crate) fn check_clock(clock: Option<ClockSetting>) -> Result<(), Refusal> {
    match clock {
        Some(ClockSetting { minutes, byoyomi })
            if minutes > MOST_MINUTES || byoyomi > MOST_BYOYOMI || minutes + byoyomi == 0 =>
        {
            Err(Refusal::malformed(format!(
                "The clock cannot be set so; \
                 choose up to {MOST_MINUTES} minutes and {MOST_BYOYOMI} seconds, not both 0."
            )))
        }
        _ => Ok(()),
    }
}

/// A position of the player's choice.
///
/// # Errors
/// It is none, the game is over there, the sides arrange something first, or the opponent knows the usual
/// start only.
fn set_up<G: Geometry>(position: &str, level: &Level) -> Result<G, Refusal> {
    if G::SETUP.is_some() {
        return Err(Refusal::malformed("This game cannot begin from a position."));
    }
    if levels::is_adaptive(level.opponent.split(':').next().unwrap_or_default()) {
        let message = "What is learned from another start would be wrong; choose a level of fixed strength.";
        return Err(Refusal::malformed(message));
    }
    let start: G = position.parse().map_err(|error| Refusal::malformed(format!("The position: {error}.")))?;
    if start.outcome().is_some() {
        return Err(Refusal::malformed("The game is over in this position."));
    }
    Ok(start)
}

/// The first state of a table.
fn make<G: Geometry>(
    player: String,
    new: &NewTable,
    level: Level,
    memory: Option<String>,
) -> Result<TableChange, Refusal> {
    let seed = new_seed()?;
    let (mut dealer, opponent_seed) = split_seed(seed);
    let company = levels::company(&level.id);
    let seat = match new.seat {
        _ if company == Company::OneBoard => Side::First,
        Seat::First => Side::First,
        Seat::Second => Side::Second,
        Seat::Random if new_seed()? & 1 == 0 => Side::First,
        Seat::Random => Side::Second,
    };
    let mut start = match (&new.position, levels::start(G::KIND, &level.id)) {
        (Some(position), None) => set_up(position, &level)?,
        (Some(_), Some(_)) => return Err(Refusal::malformed("This opponent has a board of its own.")),
        (None, Some(start)) => start.parse().map_err(|_| Refusal::internal())?,
        (None, None) => G::deal(&mut dealer),
    };
    let arranged = by_name::<G>(&level.opponent, opponent_seed)
        .ok()
        .and_then(|mut opponent| opponent.arrangement(&start.view(seat.other())).ok().flatten());
    if let Some(words) = arranged {
        start.arrange(seat.other(), &words).map_err(|_| Refusal::internal())?;
    }
    let (phase, to_move) = match company {
        Company::ByLink => (Phase::Waiting, None),
        _ if G::SETUP.is_none() => (Phase::Playing, Some(start.side_to_move())),
        Company::OneBoard => (Phase::Setup, Some(seat)),
        Company::Opponent => (Phase::Setup, None),
    };
    let table = StoredTable {
        id: random_letters(ID_LETTERS)?,
        player,
        game: G::KIND.as_str().to_owned(),
        level: level.id,
        opponent: level.opponent,
        seat,
        seed,
        terms: serde_json::to_string(&Terms::of(new, company, G::SETUP.is_some()))
            .map_err(|_| Refusal::internal())?,
        phase,
        to_move,
        start: start.to_string(),
        plies: 0,
        version: 1,
        asked: String::new(),
        outcome: None,
        score: None,
        made: now(),
        changed: now(),
        memory,
        other: None,
    };
    Ok(TableChange { table, kept: None, added: Vec::new(), memory: None })
}

#[cfg(test)]
mod tests {
    use games::shogi::Shogi;

    use super::*;
    use crate::tables::{Request, open};

    #[test]
    fn a_game_ends_at_its_limit_of_plies() {
        let mut new: NewTable =
            serde_json::from_str(r#"{"game": "othello", "level": "one-board", "seat": "first"}"#).unwrap();
        new.most_plies = Some(10);
        let level = chosen_level(&new).unwrap();
        let change = new_table("p".to_owned(), &new, level, None).unwrap();
        let mut table = open(change.table, Vec::new()).unwrap();
        for ply in 1..=10 {
            assert_eq!(table.row().phase, Phase::Playing);
            let seat = table.eyes(Side::First);
            let legal = table.show(seat).legal[0].text.clone();
            let change = table.propose(&Request::Move(legal), seat).unwrap();
            table.commit(change);
            assert_eq!(table.row().plies, ply);
        }
        assert_eq!(
            (table.row().phase, table.row().outcome.as_deref()),
            (Phase::Over, Some("draw move-limit"))
        );
        assert_eq!(<Shogi as Geometry>::MOST_PLIES, 512);
        let said = r#"{"game": "othello", "seat": "first", "most_plies": 5}"#;
        assert!(serde_json::from_str::<NewTable>(said).is_err(), "no browser can");
    }
}

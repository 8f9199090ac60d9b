//! Records of games from elsewhere, as finished tables that can be reviewed.

use games::geister::Geister;
use games::othello::{Othello, ggf, moves};
use games::shogi::{Shogi, csa, jkf, ki2, kif, usi};
use games::{EndReason, Game, GameKind, Malformed, Outcome, Record, Side, text, with_game};
use store::{Phase, StoredMove, StoredTable, TableChange};

use crate::error::{Refusal, RefusalCode};
use crate::geometry::Geometry;
use crate::levels;
use crate::players::{new_seed, random_letters};
use crate::tables::{ID_LETTERS, Terms, now};

/// The longest game that is reviewed: each of its moves takes a search.
const MOST_PLIES: usize = 600;

/// A record, read as whatever its first lines say it is, as a table of `player`.
///
/// # Errors
/// It cannot be read, or has no moves, or too many; the sentence says what was found and expected.
pub(crate) fn table_of(player: &str, record: &str) -> Result<TableChange, Refusal> {
    let record = record.trim_start_matches('\u{feff}').trim_start();
    let begins = |mark: &str| record.lines().take(50).any(|line| line.starts_with(mark));
    if let Some(rest) = record.strip_prefix("game ") {
        let word = rest.split_whitespace().next().unwrap_or_default();
        let game: GameKind = word.parse().map_err(|error| unreadable(&error))?;
        return with_game!(game, G => first::<G>(player, text::read::<G>(record)));
    }
    if record.starts_with("transcript ") {
        return Err(refused(format!(
            "A transcript has only what one seat of {} saw; give the record (.gkr) instead.",
            Geister::NAME
        )));
    }
    if begins("(;") {
        return first::<Othello>(player, ggf::read(record));
    }
    if record.starts_with('{') {
        return first::<Shogi>(player, jkf::read(record));
    }
    if ["V2", "P1", "PI"].into_iter().any(begins) {
        return first::<Shogi>(player, csa::read(record));
    }
    if ["#KIF", "手数----"].into_iter().any(begins) {
        return first::<Shogi>(player, kif::read(record));
    }
    if record.contains(['▲', '△', '☗', '☖']) {
        return first::<Shogi>(player, ki2::read(record));
    }
    if ["position ", "startpos", "sfen "].into_iter().any(begins) {
        return first::<Shogi>(player, usi::read(record));
    }
    first::<Othello>(player, moves::read(record))
}

fn refused(message: String) -> Refusal {
    Refusal::new(RefusalCode::BadRecord, message)
}

fn unreadable(error: &Malformed) -> Refusal {
    refused(format!("The record cannot be read: {error}."))
}

/// The first game with moves.
fn first<G: Geometry>(
    player: &str,
    records: Result<Vec<Record<G>>, Malformed>,
) -> Result<TableChange, Refusal> {
    let records = records.map_err(|error| unreadable(&error))?;
    let record = records.into_iter().find(|record| !record.line.plies.is_empty());
    let record = record.ok_or_else(|| refused("The record has no moves; give one of a game.".to_owned()))?;
    let plies = record.line.plies.len();
    if plies > MOST_PLIES {
        return Err(refused(format!("The game has {plies} moves; at most {MOST_PLIES} can be reviewed.")));
    }
    let illegal = |error| refused(format!("The record cannot be played: {error}."));
    let last = record.replay().map_err(illegal)?;
    let outcome = last.outcome().or(record.line.end).unwrap_or(Outcome::draw(EndReason::Interrupted));
    let mut game = record.start.clone();
    let mut added = Vec::with_capacity(plies);
    for (number, ply) in (1..).zip(&record.line.plies) {
        let side = game.side_to_move();
        let millis = ply.time.map_or(0, |time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
        added.push(StoredMove { number, side, mv: ply.mv.to_string(), millis, why: None, estimate: None });
        game.apply(ply.mv);
    }
    let table = StoredTable {
        id: random_letters(ID_LETTERS)?,
        player: player.to_owned(),
        game: G::KIND.as_str().to_owned(),
        level: levels::RECORD.to_owned(),
        opponent: String::new(),
        seat: Side::First,
        seed: new_seed()?,
        terms: serde_json::to_string(&Terms::default()).map_err(|_| Refusal::internal())?,
        phase: Phase::Over,
        to_move: None,
        start: record.start.to_string(),
        plies: plies as u64,
        version: 1,
        asked: String::new(),
        outcome: Some(outcome.to_string()),
        score: None,
        made: now(),
        changed: now(),
        memory: None,
        other: None,
    };
    Ok(TableChange { table, kept: None, added, memory: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(record: &str) -> (String, u64, Option<String>) {
        let change = table_of("p", record).unwrap_or_else(|refusal| panic!("{record}: {refusal:?}"));
        assert_eq!(change.added.len() as u64, change.table.plies);
        (change.table.game, change.table.plies, change.table.outcome)
    }

    #[test]
    fn a_record_is_read_as_what_it_is() {
        let kif =
            "手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n";
        assert_eq!((read(kif).0, read(kif).1), ("shogi".to_owned(), 2));
        assert_eq!(read("V2.2\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n").1, 2);
        assert_eq!(read("position startpos moves 7g7f 3c3d").1, 2);
        assert_eq!(read("▲７六歩 △３四歩").0, "shogi");
        assert_eq!((read("f5d6c3").0, read("f5d6c3").1), ("othello".to_owned(), 3));
        let start = games::kalah::Kalah::default();
        let kalah = format!("game kalah\nstart {start}\n1 3\n2 1\n");
        assert_eq!(read(&kalah).0, "kalah");
    }

    #[test]
    fn what_is_no_record_is_refused_with_a_reason() {
        for bad in ["", "hello", "game chess\n", "f5f5", "transcript 1", "{\"moves\":", "(;GM[Othello]"] {
            let refusal = table_of("p", bad).unwrap_err();
            assert_eq!(refusal.code(), RefusalCode::BadRecord, "{bad}");
        }
        let long = format!("position startpos moves{}", " 2h3h 8b7b 3h2h 7b8b".repeat(300));
        assert_eq!(table_of("p", &long).unwrap_err().code(), RefusalCode::BadRecord);
    }
}

//! Opponents and records of a game that is known only at run time.

use games::{Game, GameKind, Ply, Record, Side, with_game};
use opponents::{NameError, by_name};

/// The opponent's name with every option spelled out.
///
/// # Errors
/// There is no such opponent among our own, or it has no such option.
pub fn full_name(game: GameKind, opponent: &str) -> Result<String, NameError> {
    Ok(with_game!(game, G => by_name::<G>(opponent, 1)?.name()))
}

/// The one record in `text` as bare moves: names, times, values and comments could tell who played.
///
/// # Errors
/// The text is not one record of this game in which `side` moves; says what was found.
pub(crate) fn bare_record(game: GameKind, text: &str, side: Side) -> Result<String, String> {
    with_game!(game, G => bare_record_of::<G>(text, side))
}

fn bare_record_of<G: Game>(text: &str, side: Side) -> Result<String, String> {
    let records = games::text::read::<G>(text).map_err(|error| error.to_string())?;
    let [record] = records.as_slice() else {
        return Err(format!("{} records", records.len()));
    };
    let mut bare = Record::new(record.start.clone());
    let mut game = record.start.clone();
    let mut moves = 0;
    for mv in record.moves() {
        moves += usize::from(game.side_to_move() == side);
        game.play(mv).map_err(|error| error.to_string())?;
        bare.line.plies.push(Ply::new(mv));
    }
    if moves == 0 {
        return Err(format!("no move of the {side} side"));
    }
    bare.line.end = record.line.end.or(game.outcome());
    Ok(games::text::write(&bare))
}

//! Writing JKF.

use std::time::Duration;

use serde_json::{Map, Value, json};

use crate::{Game, Line, Malformed, Record, Side};

use super::super::ends::{self, Notes, Spelling};
use super::super::kif::Names;
use super::super::names::{moved, relative};
use super::super::setup::side;
use super::super::{HandPiece, Handicap, Move, MoveKind, Shogi, Square, csa, words};
use super::PRESETS;

/// Writes a game with its variations, indented.
///
/// # Errors
/// A move of the record is not legal.
pub fn write(record: &Record<Shogi>) -> Result<String, Malformed> {
    let mut header = Map::new();
    for (tag, value) in record.tags.iter().filter(|(tag, _)| !ends::is_note(tag)) {
        header.insert(tag.clone(), Value::String(value.clone()));
    }
    let names = Names::of(&record.start);
    for side in Side::BOTH {
        header.insert(names[side.index()].to_owned(), Value::String(record.player(side).name.clone()));
    }
    let mut first = Map::new();
    add_comments(&mut first, &record.comment);
    let mut moves = vec![Value::Object(first)];
    let notes = Notes::new(record, &SPELLING);
    moves.extend(write_line(&notes, &record.line, &record.start, 1, "", [Duration::ZERO; 2])?);
    let root = json!({ "header": header, "initial": initial(&record.start), "moves": moves });
    let mut text = serde_json::to_string_pretty(&root)
        .map_err(|error| Malformed::described(error.to_string(), "a record that can be written as JSON"))?;
    text.push('\n');
    Ok(text)
}

fn initial(start: &Shogi) -> Value {
    if let Some(handicap) = Handicap::of(start)
        && let Some((preset, _)) = PRESETS.iter().find(|(_, known)| *known == handicap)
    {
        return json!({ "preset": preset });
    }
    let board: Vec<Value> = (1..=9)
        .map(|file| {
            let squares = (1..=9).map(|rank| {
                match words::square_at(file, rank).and_then(|square| start.piece_on(square)) {
                    None => json!({}),
                    Some(piece) => json!({
                        "color": side(piece.color()).index(),
                        "kind": csa::piece_name(piece.piece_type()),
                    }),
                }
            });
            squares.collect()
        })
        .collect();
    let hands = Side::BOTH.map(|side| {
        let held = HandPiece::iter().map(|piece| {
            (csa::piece_name(piece.to_piece_type()).to_owned(), json!(start.hand(side).count(piece)))
        });
        Value::Object(held.collect())
    });
    let data = json!({ "color": start.side_to_move().index(), "board": board, "hands": hands });
    json!({ "preset": "OTHER", "data": data })
}

fn add_comments(entry: &mut Map<String, Value>, comment: &str) {
    if !comment.is_empty() {
        entry.insert("comments".to_owned(), comment.split('\n').collect());
    }
}

fn add_time(entry: &mut Map<String, Value>, time: Option<Duration>, sum: &mut Duration) {
    let Some(time) = time else { return };
    *sum = sum.saturating_add(time);
    let (now, all) = (time.as_secs(), sum.as_secs());
    let seconds = match time.subsec_millis() {
        0 => json!(now % 60),
        millis => json!((now % 60) as f64 + f64::from(millis) / 1000.0),
    };
    let now = match now / 3600 {
        0 => json!({ "m": now / 60, "s": seconds }),
        hours => json!({ "h": hours, "m": now / 60 % 60, "s": seconds }),
    };
    let total = json!({ "h": all / 3600, "m": all / 60 % 60, "s": all % 60 });
    entry.insert("time".to_owned(), json!({ "now": now, "total": total }));
}

/// JKF takes any keyword.
const SPELLING: Spelling = Spelling { read_back: |keyword, _| Some(keyword.to_owned()), names_winner: false };

fn write_line(
    notes: &Notes<'_>,
    line: &Line<Move>,
    before: &Shogi,
    first: usize,
    path: &str,
    mut spent: [Duration; 2],
) -> Result<Vec<Value>, Malformed> {
    let mut game = before.clone();
    let mut entries = Vec::new();
    for (index, ply) in line.plies.iter().enumerate().filter(|(_, ply)| ply.mv != Move::DECLARE) {
        game.check(ply.mv)?;
        let mut entry = Map::new();
        add_comments(&mut entry, &ply.comment);
        entry.insert("move".to_owned(), describe(&game, ply.mv));
        let spent_before = spent;
        add_time(&mut entry, ply.time, &mut spent[game.side_to_move().index()]);
        let mut forks = Vec::new();
        for (which, variation) in (1..).zip(&ply.variations) {
            let inside = format!("{}.{which}", first + index);
            let path = if path.is_empty() { inside } else { format!("{path}/{inside}") };
            forks.push(Value::Array(write_line(
                notes,
                variation,
                &game,
                first + index,
                &path,
                spent_before,
            )?));
        }
        if !forks.is_empty() {
            entry.insert("forks".to_owned(), Value::Array(forks));
        }
        entries.push(Value::Object(entry));
        game.apply(ply.mv);
    }
    let note = notes.at(path, line, &game);
    if let Some(mv) = note.illegal {
        entries.push(json!({ "move": describe(&game, mv) }));
    }
    if let Some(keyword) = &note.keyword {
        let mut entry = Map::new();
        add_comments(&mut entry, &note.comment);
        add_time(&mut entry, note.time, &mut spent[game.side_to_move().index()]);
        entry.insert("special".to_owned(), Value::String(keyword.clone()));
        entries.push(Value::Object(entry));
    }
    Ok(entries)
}

fn describe(game: &Shogi, mv: Move) -> Value {
    let point = |square: Square| json!({ "x": square.file().raw() + 1, "y": square.rank().raw() + 1 });
    let mut entry = Map::new();
    entry.insert("color".to_owned(), json!(game.side_to_move().index()));
    let kind = moved(game, mv);
    match mv.kind() {
        MoveKind::Declare => {}
        MoveKind::Drop { to, .. } => {
            entry.insert("to".to_owned(), point(to));
        }
        MoveKind::Board { from, to, promote } => {
            entry.insert("from".to_owned(), point(from));
            entry.insert("to".to_owned(), point(to));
            if promote {
                entry.insert("promote".to_owned(), json!(true));
            }
            if game.last_to() == Some(to) {
                entry.insert("same".to_owned(), json!(true));
            }
            if let Some(captured) = game.piece_on(to) {
                entry.insert("capture".to_owned(), json!(csa::piece_name(captured.piece_type())));
            }
        }
    }
    entry.insert("piece".to_owned(), json!(csa::piece_name(kind)));
    let relative = relative(game, mv);
    if !relative.is_empty() {
        entry.insert("relative".to_owned(), json!(relative));
    }
    Value::Object(entry)
}

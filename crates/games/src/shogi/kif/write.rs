//! Writing KIF.

use std::fmt::Write;
use std::time::Duration;

use crate::{Game, Line, Malformed, Record, Side};

use super::super::ends::{self, Note};
use super::super::names::moved;
use super::super::{Handicap, Move, MoveKind, Shogi, words};
use super::board;
use super::read::Names;

/// Writes a game with its variations.
///
/// # Errors
/// A move of the record is not legal.
pub fn write(record: &Record<Shogi>) -> Result<String, Malformed> {
    let mut text = String::new();
    write_header(&mut text, record);
    text.push_str("手数----指手---------消費時間--\n");
    write_comment(&mut text, &record.comment);
    write_line(&mut text, record, &record.line, &record.start, 1, "")?;
    Ok(text)
}

/// Writes players, tags and the start.
pub(in super::super) fn write_header(text: &mut String, record: &Record<Shogi>) {
    for (tag, value) in record.tags.iter().filter(|(tag, _)| !ends::is_note(tag)) {
        let _ = writeln!(text, "{}：{}", clean(tag).replace('：', " "), clean(value));
    }
    let names = Names::of(&record.start);
    match Handicap::of(&record.start) {
        Some(handicap) => {
            let _ = writeln!(text, "手合割：{handicap}");
        }
        None => board::write(text, &record.start, names),
    }
    for side in Side::BOTH {
        let _ = writeln!(text, "{}：{}", names[side.index()], clean(&record.player(side).name));
    }
}

/// Text that stays on its line.
pub(in super::super) fn clean(text: &str) -> String {
    text.replace('\n', " ")
}

fn write_comment(text: &mut String, comment: &str) {
    if !comment.is_empty() {
        for line in comment.split('\n') {
            let mark = if line.starts_with('&') { "" } else { "*" };
            let _ = writeln!(text, "{mark}{line}");
        }
    }
}

/// Writes a line that begins at `before` with move `first`, then its variations, the last first.
fn write_line(
    text: &mut String,
    record: &Record<Shogi>,
    line: &Line<Move>,
    before: &Shogi,
    first: usize,
    path: &str,
) -> Result<(), Malformed> {
    let mut game = before.clone();
    let mut spent = [Duration::ZERO; 2];
    let mut number = first;
    for ply in line.plies.iter().filter(|ply| ply.mv != Move::DECLARE) {
        game.check(ply.mv)?;
        let mark = if ply.variations.is_empty() { "" } else { "+" };
        let time = write_time(ply.time, &mut spent[game.side_to_move().index()]);
        let _ =
            writeln!(text, "{}", format!("{number:>4} {:<10}{time}{mark}", kif(&game, ply.mv)).trim_end());
        write_comment(text, &ply.comment);
        game.apply(ply.mv);
        number += 1;
    }
    let note = Note::of(record, path, line, &game, |keyword| {
        ends::from_word(ends::word(keyword)).map(str::to_owned)
    });
    let time = write_time(note.time, &mut spent[game.side_to_move().index()]);
    if let Some(mv) = note.illegal {
        let _ = writeln!(text, "{}", format!("{number:>4} {}{time}", kif(&game, mv)).trim_end());
        number += 1;
    }
    if let Some(keyword) = &note.keyword {
        let time = if note.illegal.is_some() { String::new() } else { time };
        let word = ends::word(keyword);
        let _ = writeln!(text, "{}", format!("{number:>4} {word}{}{time}", " ".repeat(4)).trim_end());
        write_comment(text, &note.comment);
        write_result(text, &game, keyword, number - 1, Names::of(&record.start));
    } else {
        write_comment(text, &note.comment);
    }
    write_variations(text, record, line, before, first, path)
}

fn write_variations(
    text: &mut String,
    record: &Record<Shogi>,
    line: &Line<Move>,
    before: &Shogi,
    first: usize,
    path: &str,
) -> Result<(), Malformed> {
    for index in (0..line.plies.len()).rev() {
        let variations = &line.plies[index].variations;
        if variations.is_empty() {
            continue;
        }
        let mut game = before.clone();
        for ply in &line.plies[..index] {
            game.apply(ply.mv);
        }
        for (which, variation) in (1..).zip(variations) {
            let number = first + index;
            let _ = write!(text, "\n変化：{number}手\n");
            let inside = format!("{number}.{which}");
            let path = if path.is_empty() { inside } else { format!("{path}/{inside}") };
            write_line(text, record, variation, &game, number, &path)?;
        }
    }
    Ok(())
}

/// Writes the line that sums up the end.
pub(in super::super) fn write_result(
    text: &mut String,
    game: &Shogi,
    keyword: &str,
    moves: usize,
    names: [&str; 2],
) {
    let mover = names[game.side_to_move().index()];
    let other = names[game.side_to_move().other().index()];
    let what = match keyword {
        "TORYO" => format!("{other}の勝ち"),
        "TIME_UP" => format!("時間切れにより{other}の勝ち"),
        "ILLEGAL_MOVE" => format!("{mover}の反則負け"),
        "KACHI" => format!("{mover}の入玉勝ち"),
        _ if keyword.ends_with("ILLEGAL_ACTION") => format!("{mover}の反則勝ち"),
        _ => ends::word(keyword).to_owned(),
    };
    let _ = writeln!(text, "まで{moves}手で{what}");
}

fn write_time(time: Option<Duration>, sum: &mut Duration) -> String {
    let Some(time) = time else { return String::new() };
    *sum = sum.saturating_add(time);
    let (now, all) = (time.as_secs(), sum.as_secs());
    format!("   ({:>2}:{:02}/{:02}:{:02}:{:02})", now / 60, now % 60, all / 3600, all / 60 % 60, all % 60)
}

fn kif(game: &Shogi, mv: Move) -> String {
    let kind = words::piece(moved(game, mv));
    let place = |to| if game.last_to() == Some(to) { "同　".to_owned() } else { words::square(to) };
    match mv.kind() {
        MoveKind::Declare => String::new(),
        MoveKind::Drop { to, .. } => format!("{}{kind}打", words::square(to)),
        MoveKind::Board { from, to, promote } => {
            let turned = if promote { "成" } else { "" };
            format!("{}{kind}{turned}({}{})", place(to), from.file(), from.rank().raw() + 1)
        }
    }
}

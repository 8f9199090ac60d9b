//! Writing KIF.

use std::fmt::Write;
use std::time::Duration;

use crate::{Game, Line, Malformed, Ply, Record, Side};

use super::super::ends::{self, Notes, Spelling};
use super::super::names::moved;
use super::super::{Handicap, Move, MoveKind, Shogi, words};
use super::read::Names;
use super::{board, result};

/// Writes a game with its variations.
///
/// # Errors
/// A move of the record is not legal.
pub fn write(record: &Record<Shogi>) -> Result<String, Malformed> {
    let mut text = String::new();
    write_header(&mut text, record);
    text.push_str("手数----指手---------消費時間--\n");
    write_comment(&mut text, &record.comment);
    let notes = Notes::new(record, &SPELLING);
    Writer { notes, names: Names::of(&record.start) }.line(&mut text, &record.line, &record.start, 1, "")?;
    Ok(text)
}

/// The ends KIF and KI2 have words for; the line that begins with まで can name any winner.
pub(in super::super) const SPELLING: Spelling = Spelling {
    read_back: |keyword, game| ends::from_word(ends::word(keyword, game), game).map(str::to_owned),
    names_winner: true,
};

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

/// Writes what was said, which may be nothing.
pub(in super::super) fn write_comment(text: &mut String, comment: &str) {
    if !comment.is_empty() {
        for line in comment.split('\n') {
            let mark = if line.starts_with('&') { "" } else { "*" };
            let _ = writeln!(text, "{mark}{line}");
        }
    }
}

/// The variations of a line while it is written: files have them behind it, the last first.
#[derive(Default)]
pub(in super::super) struct Variations(Vec<String>);

impl Variations {
    /// Gathers the variations of `ply`, which is move `number` of the line at `path`; `write` writes one,
    /// with its own path.
    pub(in super::super) fn gather(
        &mut self,
        ply: &Ply<Move>,
        number: usize,
        path: &str,
        mut write: impl FnMut(&mut String, &Line<Move>, &str) -> Result<(), Malformed>,
    ) -> Result<(), Malformed> {
        let mut text = String::new();
        for (which, variation) in (1..).zip(&ply.variations) {
            let _ = write!(text, "\n変化：{number}手\n");
            let inside = format!("{number}.{which}");
            let path = if path.is_empty() { inside } else { format!("{path}/{inside}") };
            write(&mut text, variation, &path)?;
        }
        self.0.push(text);
        Ok(())
    }

    /// Writes what was gathered.
    pub(in super::super) fn write(self, text: &mut String) {
        text.extend(self.0.into_iter().rev());
    }
}

struct Writer<'a> {
    notes: Notes<'a>,
    names: [&'static str; 2],
}

impl Writer<'_> {
    /// Writes a line that begins at `before` with move `first`, then its variations.
    fn line(
        &self,
        text: &mut String,
        line: &Line<Move>,
        before: &Shogi,
        first: usize,
        path: &str,
    ) -> Result<(), Malformed> {
        let mut game = before.clone();
        let mut spent = [Duration::ZERO; 2];
        let mut number = first;
        let mut variations = Variations::default();
        for ply in &line.plies {
            variations
                .gather(ply, number, path, |text, line, path| self.line(text, line, &game, number, path))?;
            if ply.mv == Move::DECLARE {
                continue;
            }
            game.check(ply.mv)?;
            let mark = if ply.variations.is_empty() { "" } else { "+" };
            let time = write_time(ply.time, &mut spent[game.side_to_move().index()]);
            let shown = format!("{number:>4} {:<10}{time}{mark}", kif(&game, ply.mv));
            let _ = writeln!(text, "{}", shown.trim_end());
            write_comment(text, &ply.comment);
            game.apply(ply.mv);
            number += 1;
        }
        let note = self.notes.at(path, line, &game);
        let time = write_time(note.time, &mut spent[game.side_to_move().index()]);
        if let Some(mv) = note.illegal {
            let _ = writeln!(text, "{}", format!("{number:>4} {}{time}", kif(&game, mv)).trim_end());
            number += 1;
        }
        match &note.keyword {
            Some(keyword) if note.winner.is_none() => {
                let time = if note.illegal.is_some() { String::new() } else { time };
                let word = ends::word(keyword, &game);
                let _ = writeln!(text, "{}", format!("{number:>4} {word}    {time}").trim_end());
                write_comment(text, &note.comment);
                result::write(text, &note, &game, number - 1, self.names);
            }
            // Every word here would name the other side.
            _ => {
                result::write(text, &note, &game, number - 1, self.names);
                write_comment(text, &note.comment);
            }
        }
        variations.write(text);
        Ok(())
    }
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

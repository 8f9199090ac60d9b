//! KI2, games as books and newspapers print them: `▲７六歩    △３四歩    ▲２六歩`.
//!
//! Header, comments and variations are those of KIF. KI2 has no times: [`write()`] leaves them out.

use std::fmt::Write;

use crate::{Game, Line, Malformed, Record, Side};

use super::ends::{self, Notes};
use super::kif::{self, Names, PartialGame};
use super::names::{self, Described};
use super::{Move, Shogi, words};

/// Reads a game.
///
/// # Errors
/// A line is not KI2, or a move is not legal or not the only one that fits its name.
pub fn read(text: &str) -> Result<Vec<Record<Shogi>>, Malformed> {
    let mut reader = Reader::default();
    for (number, line) in (1..).zip(text.lines()) {
        reader.line(line.trim_end_matches('\r')).map_err(|malformed| malformed.at_line(number))?;
    }
    let last = text.lines().count().max(1);
    Ok(reader.game.finish().map_err(|malformed| malformed.at_line(last))?.into_iter().collect())
}

const MARKS: [(char, Side); 6] = [
    ('▲', Side::First),
    ('△', Side::Second),
    ('☗', Side::First),
    ('☖', Side::Second),
    ('▼', Side::First),
    ('▽', Side::Second),
];

fn mark(c: char) -> Option<Side> {
    MARKS.iter().find(|(known, _)| *known == c).map(|(_, side)| *side)
}

#[derive(Default)]
struct Reader {
    game: PartialGame,
}

impl Reader {
    fn line(&mut self, line: &str) -> Result<(), Malformed> {
        let trimmed = line.trim_matches([' ', '　', '\t', '\u{feff}']);
        if trimmed.is_empty() || trimmed.starts_with('#') {
            return Ok(());
        }
        let comment = line.strip_prefix('*').or_else(|| trimmed.starts_with('&').then_some(trimmed));
        if let Some(comment) = comment {
            self.game.comment(comment);
            return Ok(());
        }
        if let Some(rest) = trimmed.strip_prefix("変化") {
            return self.game.branch(rest);
        }
        if let Some(rest) = trimmed.strip_prefix("まで") {
            return kif::result::read(self.game.started()?, rest);
        }
        if trimmed.starts_with(|c| mark(c).is_some()) {
            return self.moves(trimmed);
        }
        if self.game.header(line)? {
            return Ok(());
        }
        Err(Malformed::new(line, "a line of KI2: a header, moves such as ▲７六歩, *comment, 変化：, or まで"))
    }

    fn moves(&mut self, line: &str) -> Result<(), Malformed> {
        let lines = self.game.started()?;
        let mut rest = line;
        while let Some(c) = rest.chars().next() {
            let Some(side) = mark(c) else { break };
            let body = &rest[c.len_utf8()..];
            let end = body.find(|c| mark(c).is_some()).unwrap_or(body.len());
            let name = body[..end].trim_matches([' ', '　', '\t']);
            rest = &body[end..];
            if side != lines.game().side_to_move() {
                return Err(Malformed::new(format!("{c}{name}"), "a move of the other side"));
            }
            if let Some(keyword) = ends::from_word(name, lines.game()) {
                lines.end(keyword, None);
                continue;
            }
            let mv = parse_move(lines.game(), name)?;
            lines.play(mv, None)?;
        }
        Ok(())
    }
}

/// The move a name such as `５八金右` stands for.
fn parse_move(game: &Shogi, name: &str) -> Result<Move, Malformed> {
    let malformed = || Malformed::new(name, "a move such as ７六歩, 同　銀, ５八金右 or ２三銀不成");
    let (to, rest) = match name.strip_prefix('同') {
        Some(rest) => {
            let to =
                game.last_to().ok_or_else(|| Malformed::new(name, "a square, as no move went before"))?;
            let rest = rest.trim_start_matches([' ', '　']);
            // Some write the square too.
            (to, words::take_square(rest).map_or(rest, |(_, rest)| rest))
        }
        None => words::take_square(name).ok_or_else(malformed)?,
    };
    let (piece, rest) = words::take_piece(rest).ok_or_else(malformed)?;
    let (signs, promote) = match rest.strip_suffix("不成").or_else(|| rest.strip_suffix('生')) {
        Some(signs) => (signs, Some(false)),
        None => match rest.strip_suffix('成') {
            Some(signs) => (signs, Some(true)),
            None => (rest, None),
        },
    };
    let relative = signs.chars().map(names::letter).collect::<Option<String>>().ok_or_else(malformed)?;
    names::resolve(game, &Described { to, piece, relative: &relative, promote }).map_err(|fitting| {
        if fitting.is_empty() {
            Malformed::new(name, "a legal move")
        } else {
            let all: Vec<String> = fitting.iter().map(|&mv| names::name(game, mv)).collect();
            Malformed::new(name, format!("a name for one move, not for {}", all.join(" or ")))
        }
    })
}

/// Moves on a line, as the files have it.
const PER_LINE: usize = 6;

/// Writes a game with its variations, without times.
///
/// # Errors
/// A move of the record is not legal.
pub fn write(record: &Record<Shogi>) -> Result<String, Malformed> {
    let mut text = String::new();
    kif::write_header(&mut text, record);
    text.push('\n');
    kif::write_comment(&mut text, &record.comment);
    let notes = Notes::new(record, &kif::SPELLING);
    Writer { notes, names: Names::of(&record.start) }.line(&mut text, &record.line, &record.start, 1, "")?;
    Ok(text)
}

struct Writer<'a> {
    notes: Notes<'a>,
    names: [&'static str; 2],
}

impl Writer<'_> {
    fn line(
        &self,
        text: &mut String,
        line: &Line<Move>,
        before: &Shogi,
        first: usize,
        path: &str,
    ) -> Result<(), Malformed> {
        let mut game = before.clone();
        let mut on_line = 0;
        let mut variations = kif::Variations::default();
        let moves = line.plies.iter().filter(|ply| ply.mv != Move::DECLARE).count();
        for (index, ply) in line.plies.iter().enumerate() {
            let number = first + index;
            variations
                .gather(ply, number, path, |text, line, path| self.line(text, line, &game, number, path))?;
            if ply.mv == Move::DECLARE {
                continue;
            }
            game.check(ply.mv)?;
            on_line += 1;
            let name = names::name(&game, ply.mv);
            if on_line == PER_LINE || index + 1 == moves || !ply.comment.is_empty() {
                let _ = writeln!(text, "{name}");
                on_line = 0;
            } else {
                let gap = 6usize.saturating_sub(name.chars().count()).max(1);
                let _ = write!(text, "{name}{}", "  ".repeat(gap));
            }
            kif::write_comment(text, &ply.comment);
            game.apply(ply.mv);
        }
        let note = self.notes.at(path, line, &game);
        if let Some(mv) = note.illegal {
            return Err(Malformed::described(
                format!("the illegal move {mv} at the end"),
                "moves that have a name; KIF and CSA can hold it",
            ));
        }
        kif::result::write(text, &note, &game, first - 1 + moves, self.names);
        kif::write_comment(text, &note.comment);
        variations.write(text);
        Ok(())
    }
}

//! Gokaku's own record format: one for all games, a move a line, nothing lost.
//!
//! ```text
//! game kalah
//! start 2,2,2,2 0 2,2,2,2 0 first standard/any
//! first Alice
//! first-rating 1500
//! second random
//! tag Event = Friday evening
//! * said before the first move
//! 1 3 time=1.25 value=-0.5
//! * said about the move above
//! (
//! 1 2
//! )
//! 2 4
//! end first count 10-6
//! ```
//!
//! A variation stands in parentheses behind the move it would replace. A file may hold any number of records.

use std::fmt::Write;
use std::time::Duration;

use crate::{Game, Line, Malformed, Outcome, Player, Ply, Record, Side};

/// Prints one record.
pub fn write<G: Game>(record: &Record<G>) -> String {
    let mut out = format!("game {}\nstart {}\n", G::NAME, record.start);
    write_players(&mut out, &record.players);
    for (key, value) in &record.tags {
        push_line(&mut out, format_args!("tag {} = {}", escape(key).replace('=', "\\e"), escape(value)));
    }
    write_comment(&mut out, &record.comment);
    write_line(&mut out, &record.line, 1);
    out
}

/// Prints what is known of the players.
pub(crate) fn write_players(out: &mut String, players: &[Player; 2]) {
    for (side, player) in Side::BOTH.into_iter().zip(players) {
        if !player.name.is_empty() {
            push_line(out, format_args!("{side} {}", escape(&player.name)));
        }
        if let Some(rating) = player.rating {
            push_line(out, format_args!("{side}-rating {rating}"));
        }
    }
}

pub(crate) fn push_line(out: &mut String, line: std::fmt::Arguments<'_>) {
    let _ = writeln!(out, "{line}"); // writing to a String cannot fail
}

fn write_comment(out: &mut String, comment: &str) {
    if !comment.is_empty() {
        for line in comment.split('\n') {
            push_line(out, format_args!("* {}", escape(line)));
        }
    }
}

fn write_line<M: crate::Move>(out: &mut String, line: &Line<M>, first_number: usize) {
    for (number, ply) in (first_number..).zip(&line.plies) {
        let _ = write!(out, "{number} {}", ply.mv);
        if let Some(time) = ply.time {
            let _ = write!(out, " time={}", seconds(time));
        }
        if let Some(value) = ply.value {
            let _ = write!(out, " value={value}");
        }
        out.push('\n');
        write_comment(out, &ply.comment);
        for variation in &ply.variations {
            out.push_str("(\n");
            write_line(out, variation, number);
            out.push_str(")\n");
        }
    }
    if let Some(end) = line.end {
        push_line(out, format_args!("end {end}"));
    }
}

/// A duration as seconds with no more decimals than it needs.
pub(crate) fn seconds(time: Duration) -> String {
    let whole = time.as_secs();
    match time.subsec_nanos() {
        0 => whole.to_string(),
        nanos => format!("{whole}.{nanos:09}").trim_end_matches('0').to_owned(),
    }
}

/// Reads what [`seconds`] gives.
pub(crate) fn parse_seconds(text: &str) -> Option<Duration> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
    if !digits(whole) || !digits(fraction) || fraction.len() > 9 {
        return None;
    }
    let nanos = format!("{fraction:0<9}").parse().ok()?;
    Some(Duration::new(whole.parse().ok()?, nanos))
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('\n', "\\n").replace('\r', "\\r")
}

fn unescape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (c, c == '\\') {
            (_, true) => match chars.next() {
                Some('n') => out.push('\n'),
                Some('r') => out.push('\r'),
                Some('e') => out.push('='),
                Some(other) => out.push(other),
                None => {}
            },
            (c, false) => out.push(c),
        }
    }
    out
}

/// The name of the game on the first line of `text`, if this is a file of this format.
pub fn game_name(text: &str) -> Option<&str> {
    text.lines().next()?.strip_prefix("game ")
}

/// Reads every record of a file.
///
/// # Errors
/// A line does not belong where it is, or a move is not legal; the error names the line.
pub fn read<G: Game>(text: &str) -> Result<Vec<Record<G>>, Malformed> {
    read_each(text, |lines| read_record(lines))
}

/// Reads whatever `read_one` reads until the file ends, and adds the line to its errors.
pub(crate) fn read_each<'a, T>(
    text: &'a str,
    mut read_one: impl FnMut(&mut LineReader<'a>) -> Result<T, Malformed>,
) -> Result<Vec<T>, Malformed> {
    let mut lines = LineReader { lines: text.split('\n'), number: 0, peeked: None };
    let mut found = Vec::new();
    loop {
        while lines.peek() == Some("") {
            lines.next();
        }
        if lines.peek().is_none() {
            return Ok(found);
        }
        let one = read_one(&mut lines);
        found.push(one.map_err(|error| error.at_line(lines.number.max(1)))?);
    }
}

/// Lines with a look-ahead of one, and the number of the line last looked at.
pub(crate) struct LineReader<'a> {
    lines: std::str::Split<'a, char>,
    number: usize,
    peeked: Option<Option<&'a str>>,
}

impl<'a> LineReader<'a> {
    pub(crate) fn peek(&mut self) -> Option<&'a str> {
        if self.peeked.is_none() {
            self.number += 1;
            self.peeked = Some(self.lines.next().map(|line| line.strip_suffix('\r').unwrap_or(line)));
        }
        self.peeked.flatten()
    }

    fn next(&mut self) -> Option<&'a str> {
        let line = self.peek();
        self.peeked = None;
        line
    }

    /// Takes the line if it begins with `prefix`, and gives the rest of it.
    pub(crate) fn take(&mut self, prefix: &str) -> Option<&'a str> {
        let rest = self.peek()?.strip_prefix(prefix)?;
        self.next();
        Some(rest)
    }

    pub(crate) fn expect(&mut self, prefix: &str, what: &str) -> Result<&'a str, Malformed> {
        match self.peek() {
            Some(line) => line.strip_prefix(prefix).ok_or_else(|| Malformed::new(line, what)).inspect(|_| {
                self.peeked = None;
            }),
            None => Err(Malformed::described("the end of the file", what)),
        }
    }

    fn comment(&mut self) -> String {
        let mut comment = Vec::new();
        while let Some(line) = self.take("*") {
            comment.push(unescape(line.strip_prefix(' ').unwrap_or(line)));
        }
        comment.join("\n")
    }
}

fn read_record<G: Game>(lines: &mut LineReader<'_>) -> Result<Record<G>, Malformed> {
    let name = lines.expect("game ", &format!("a record that begins with: game {}", G::NAME))?;
    if name != G::NAME {
        return Err(Malformed::new(name, format!("the game {}", G::NAME)));
    }
    let mut record = Record::new(lines.expect("start ", "start and a position")?.parse::<G>()?);
    record.players = read_players(lines)?;
    while let Some(tag) = lines.take("tag ") {
        let (key, value) = tag
            .split_once('=')
            .ok_or_else(|| Malformed::new(tag, "a tag and its value, such as: tag Event = Friday evening"))?;
        let key = key.strip_suffix(' ').unwrap_or(key);
        let value = value.strip_prefix(' ').unwrap_or(value);
        record.tags.push((unescape(key), unescape(value)));
    }
    record.comment = lines.comment();
    record.line = read_line(lines, record.start.clone(), 1, 0)?;
    match lines.peek() {
        None | Some("") => Ok(record),
        Some(next) if next.starts_with("game ") => Ok(record),
        Some(other) => Err(Malformed::new(other, "a move, a comment, a variation or the end of the record")),
    }
}

/// Reads what is said of the players.
pub(crate) fn read_players(lines: &mut LineReader<'_>) -> Result<[Player; 2], Malformed> {
    let mut players = [Player::default(), Player::default()];
    for (side, player) in Side::BOTH.into_iter().zip(&mut players) {
        if let Some(name) = lines.take(&format!("{side} ")) {
            player.name = unescape(name);
        }
        if let Some(rating) = lines.take(&format!("{side}-rating ")) {
            player.rating = Some(finite(rating).ok_or_else(|| Malformed::new(rating, "a rating"))?);
        }
    }
    Ok(players)
}

/// How deep variations may stand in each other; deeper ones are no record but an attack on the stack.
const MAX_NESTING: usize = 64;

fn read_line<G: Game>(
    lines: &mut LineReader<'_>,
    mut game: G,
    first_number: usize,
    nesting: usize,
) -> Result<Line<G::Move>, Malformed> {
    if nesting > MAX_NESTING {
        return Err(Malformed::described(
            "a variation",
            format!("at most {MAX_NESTING} variations in each other"),
        ));
    }
    let mut line = Line::default();
    for number in first_number.. {
        let Some(rest) = lines.take(&format!("{number} ")) else { break };
        let mut ply = parse_ply(rest)?;
        let at = lines.number;
        ply.comment = lines.comment();
        // Only a variation needs the position before the move; copying it for every move would be slow.
        let before = (lines.peek() == Some("(")).then(|| game.clone());
        game.play(ply.mv).map_err(|illegal| Malformed::from(illegal).at_line(at))?;
        while let Some(before) = before.as_ref().filter(|_| lines.take("(").is_some()) {
            ply.variations.push(read_line(lines, before.clone(), number, nesting + 1)?);
            lines.expect(")", ") at the end of the variation")?;
        }
        line.plies.push(ply);
    }
    if let Some(end) = lines.take("end ") {
        line.end = Some(end.parse::<Outcome>()?);
    }
    Ok(line)
}

fn parse_ply<M: crate::Move>(text: &str) -> Result<Ply<M>, Malformed> {
    let mut words = text.split(' ');
    let mut ply = Ply::new(words.next().unwrap_or_default().parse::<M>()?);
    for word in words {
        let malformed = || Malformed::new(word, "time=SECONDS or value=NUMBER");
        match word.split_once('=').ok_or_else(malformed)? {
            ("time", time) => ply.time = Some(parse_seconds(time).ok_or_else(malformed)?),
            ("value", value) => ply.value = Some(finite(value).ok_or_else(malformed)?),
            _ => return Err(malformed()),
        }
    }
    Ok(ply)
}

/// A number that is neither infinite nor NaN, so that every record equals itself.
fn finite(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| number.is_finite())
}

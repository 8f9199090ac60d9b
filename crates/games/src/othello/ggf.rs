//! The Generic Game Format of the Generic Game Server: `(;GM[Othello]PB[…]…B[d3/2.39/0.01]…;)`.
//!
//! A move is `square/value/seconds`; value and seconds may be missing. The result `RE` is black's discs less
//! white's, with `:r` (resigned), `:t` (out of time) or `:s` (agreed) behind it.

use std::fmt::Write;
use std::time::Duration;

use crate::text::seconds;
use crate::{EndReason, Game, Malformed, Outcome, Ply, Record, Side};

use super::moves::Movements;
use super::{Move, Othello};

/// Reads every game of a file.
///
/// # Errors
/// A property is malformed or a move is not legal; the error names the line.
pub fn read(text: &str) -> Result<Vec<Record<Othello>>, Malformed> {
    let mut reader = Reader { rest: text, line: 1 };
    let mut records = Vec::new();
    while reader.skip_to_game()? {
        let record = reader.game();
        records.push(record.map_err(|error| error.at_line(reader.line))?);
    }
    Ok(records)
}

struct Reader<'a> {
    rest: &'a str,
    line: usize,
}

impl<'a> Reader<'a> {
    fn advance(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.line += taken.matches('\n').count();
        self.rest = rest;
        taken
    }

    fn skip_space(&mut self) {
        let space = self.rest.len() - self.rest.trim_start().len();
        self.advance(space);
    }

    /// Skips white space and the number of games that a line may begin with; false at the end of the file.
    fn skip_to_game(&mut self) -> Result<bool, Malformed> {
        let trimmed = self.rest.trim_start_matches(|c: char| c.is_whitespace() || c.is_ascii_digit());
        self.advance(self.rest.len() - trimmed.len());
        if self.rest.is_empty() {
            return Ok(false);
        }
        if !self.rest.starts_with("(;") {
            let word = self.rest.split_whitespace().next().unwrap_or_default();
            return Err(Malformed::new(word, "a game that begins with (;").at_line(self.line));
        }
        self.advance(2);
        Ok(true)
    }

    /// The next property and its value, or `None` at the `;)` that ends the game.
    fn property(&mut self) -> Result<Option<(&'a str, String)>, Malformed> {
        self.skip_space();
        if self.rest.starts_with(";)") {
            self.advance(2);
            return Ok(None);
        }
        let expected = "a property such as PB[name], or ;) at the end of the game";
        let open = self
            .rest
            .find(|c: char| !c.is_ascii_alphabetic())
            .filter(|&open| open > 0 && self.rest[open..].starts_with('['))
            .ok_or_else(|| match self.rest.split_whitespace().next() {
                Some(word) => Malformed::new(word, expected),
                None => Malformed::described("the end of the file", expected),
            })?;
        let key = self.advance(open);
        self.advance(1);
        let mut value = String::new();
        let mut escaped = false;
        for (index, c) in self.rest.char_indices() {
            match c {
                _ if escaped => {
                    value.push(c);
                    escaped = false;
                }
                '\\' => escaped = true,
                ']' => {
                    self.advance(index + 1);
                    return Ok(Some((key, value)));
                }
                _ => value.push(c),
            }
        }
        Err(Malformed::described(format!("{key}[ without its end"), "]"))
    }

    fn game(&mut self) -> Result<Record<Othello>, Malformed> {
        let mut head = Record::new(Othello::default());
        let mut result = None;
        let mut moves: Option<Movements> = None;
        while let Some((key, value)) = self.property()? {
            let game = |moves: &Option<Movements>| moves.as_ref().map_or(head.start, |moves| *moves.game());
            match key {
                "GM" if value.eq_ignore_ascii_case("othello") => {}
                "GM" => return Err(Malformed::new(value, "the game Othello")),
                "BO" if moves.is_some() => {
                    return Err(Malformed::described("BO behind a move", "the board before the first move"));
                }
                "BO" => head.start = board(&value)?,
                "PB" => head.players[0].name = value,
                "PW" => head.players[1].name = value,
                "RB" => head.players[0].rating = Some(number(&value)?),
                "RW" => head.players[1].rating = Some(number(&value)?),
                "RE" => result = Some(value),
                "B" | "W" => {
                    let side = if key == "B" { Side::First } else { Side::Second };
                    let ply = ply(&value)?;
                    let to_move = game(&moves).side_to_move();
                    let moves = moves.get_or_insert_with(|| Movements::new(head.start));
                    // Some writers leave passes out: the side to move has none, and the other one plays.
                    if side != to_move && moves.push(Ply::new(Move::Pass)).is_err() {
                        return Err(Malformed::new(
                            format!("{key}[{value}]"),
                            format!("a move of the {to_move} side"),
                        ));
                    }
                    moves.push(ply)?;
                }
                "C" => match moves.as_mut().and_then(Movements::last) {
                    Some(ply) => append(&mut ply.comment, &value),
                    None => append(&mut head.comment, &value),
                },
                _ => head.tags.push((key.to_owned(), value)),
            }
        }
        let moves = moves.unwrap_or_else(|| Movements::new(head.start));
        let end =
            result.as_deref().map_or(Ok(moves.game().outcome()), |text| parse_result(text, moves.game()))?;
        let last = *moves.game();
        let mut record = moves.into_record_ended(end);
        // A result we would print otherwise is kept as it stands.
        if let Some(text) = result.filter(|text| *text != print_result(end, &last)) {
            head.tags.push(("RE".to_owned(), text));
        }
        record.players = head.players;
        record.tags = head.tags;
        record.comment = head.comment;
        Ok(record)
    }
}

fn append(comment: &mut String, more: &str) {
    if !comment.is_empty() {
        comment.push('\n');
    }
    comment.push_str(more);
}

fn board(value: &str) -> Result<Othello, Malformed> {
    match value.trim_start().split_once(' ') {
        Some(("8", squares)) => squares.parse(),
        Some((size, _)) => Err(Malformed::new(size, "a board of size 8")),
        None => Err(Malformed::new(value, "the size 8, 64 squares and the side to move")),
    }
}

fn number(text: &str) -> Result<f64, Malformed> {
    text.trim().parse().ok().filter(|n: &f64| n.is_finite()).ok_or_else(|| Malformed::new(text, "a number"))
}

fn ply(value: &str) -> Result<Ply<Move>, Malformed> {
    let mut parts = value.split('/');
    let square = parts.next().unwrap_or_default().trim();
    let mv = match square.to_ascii_lowercase().as_str() {
        "pa" | "pass" => Move::Pass,
        _ => square.parse().map_err(|_| Malformed::new(value, "a move such as d3, d3/2.39/0.01 or pass"))?,
    };
    let optional =
        |part: Option<&str>| part.map(str::trim).filter(|part| !part.is_empty()).map(number).transpose();
    let value = optional(parts.next())?;
    let time = match optional(parts.next())? {
        None => None,
        Some(seconds) => Some(
            Duration::try_from_secs_f64(seconds)
                .map_err(|_| Malformed::new(seconds.to_string(), "the seconds a move took"))?,
        ),
    };
    Ok(Ply { value, time, ..Ply::new(mv) })
}

/// The difference as the server counts it: empty squares go to the winner.
fn difference(game: &Othello) -> i32 {
    let [first, second] = game.counts().map(i32::from);
    let empty = 64 - first - second;
    first - second + (first - second).signum() * empty
}

fn parse_result(text: &str, last: &Othello) -> Result<Option<Outcome>, Malformed> {
    if text == "?" {
        return Ok(last.outcome());
    }
    let (score, suffix) = text.split_once(':').unwrap_or((text, ""));
    let score = number(score).map_err(|_| Malformed::new(text, "a result such as +12.000, -64:r or ?"))?;
    let winner = match score {
        score if score > 0.0 => Some(Side::First),
        score if score < 0.0 => Some(Side::Second),
        _ => None,
    };
    let reason = match suffix {
        "" if last.outcome().is_some_and(|outcome| outcome.winner == winner) => return Ok(last.outcome()),
        "" => EndReason::Count,
        "r" => EndReason::Resignation,
        "t" => EndReason::Timeout,
        "s" => EndReason::Agreement,
        _ => return Err(Malformed::new(text, "a result that ends in :r, :t, :s or nothing")),
    };
    // An agreed score is that of a full board.
    let half = score / 2.0;
    let full_board = reason == EndReason::Agreement && half.fract() == 0.0 && half.abs() <= 32.0;
    let points = full_board.then_some([(32.0 + half) as u16, (32.0 - half) as u16]);
    Ok(Some(Outcome { winner, reason, points }))
}

fn print_result(end: Option<Outcome>, last: &Othello) -> String {
    let Some(end) = end else { return "?".to_owned() };
    let suffix = match end.reason {
        EndReason::Count => return format!("{:+.3}", f64::from(difference(last))),
        EndReason::Timeout | EndReason::Forfeit => ":t",
        EndReason::Agreement | EndReason::Interrupted => ":s",
        _ => ":r",
    };
    let score = match (end.points, end.winner) {
        (Some([first, second]), _) => i32::from(first) - i32::from(second),
        (None, None) => 0,
        (None, Some(Side::First)) => 64,
        (None, Some(Side::Second)) => -64,
    };
    format!("{:+.3}{suffix}", f64::from(score))
}

/// A property whose meaning is left to whoever wrote it; readers skip those they do not know.
fn is_free_key(key: &str) -> bool {
    const OWN: [&str; 10] = ["GM", "PB", "PW", "RB", "RW", "RE", "BO", "B", "W", "C"];
    !key.is_empty() && key.bytes().all(|b| b.is_ascii_alphabetic()) && !OWN.contains(&key)
}

/// Prints one game on one line.
///
/// # Errors
/// A move of the record is not legal.
pub fn write(record: &Record<Othello>) -> Result<String, Malformed> {
    let mut out = String::from("(;GM[Othello]");
    let mut put = |key: &str, value: &str| {
        let escaped = value.replace('\\', "\\\\").replace(']', "\\]");
        let _ = write!(out, "{key}[{escaped}]"); // writing to a String cannot fail
    };
    for (key, value) in &record.tags {
        if is_free_key(key) {
            put(key, value);
        }
    }
    for (side, name_key, rating_key) in [(Side::First, "PB", "RB"), (Side::Second, "PW", "RW")] {
        let player = record.player(side);
        if !player.name.is_empty() {
            put(name_key, &player.name);
        }
        if let Some(rating) = player.rating {
            put(rating_key, &rating.to_string());
        }
    }
    let last = record.replay().map_err(|error| Malformed::described(error.to_string(), "a legal game"))?;
    put("RE", record.tag("RE").unwrap_or(&print_result(record.line.end, &last)));
    put("BO", &print_board(&record.start));
    if !record.comment.is_empty() {
        put("C", &record.comment);
    }
    let mut side = record.start.side_to_move();
    for ply in &record.line.plies {
        put(if side == Side::First { "B" } else { "W" }, &print_ply(ply));
        if !ply.comment.is_empty() {
            put("C", &ply.comment);
        }
        side = side.other();
    }
    out.push_str(";)");
    Ok(out)
}

fn print_board(start: &Othello) -> String {
    let text = start.to_string().replace('X', "*");
    let rows: Vec<&str> = (0..8).map(|row| &text[8 * row..8 * row + 8]).collect();
    format!("8 {} {}", rows.join(" "), &text[65..])
}

fn print_ply(ply: &Ply<Move>) -> String {
    let value = ply.value.map(|value| value.to_string()).unwrap_or_default();
    match (ply.value, ply.time) {
        (_, Some(time)) => format!("{}/{value}/{}", ply.mv, seconds(time)),
        (Some(_), None) => format!("{}/{value}", ply.mv),
        (None, None) => ply.mv.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const REAL: &str = include_str!("../../../../testdata/othello/games.ggf");

    #[test]
    fn real_games_read_and_survive_writing() {
        let records = read(REAL).unwrap();
        assert_eq!(records.len(), 12);
        for record in &records {
            assert_eq!(read(&write(record).unwrap()).unwrap(), std::slice::from_ref(record));
        }
        assert_eq!(records[0].players[1].name, "Saio3000");
        assert_eq!(records[0].players[0].rating, Some(2196.37));
        assert_eq!(records[0].tag("TI"), Some("05:00//02:00"));
        assert_eq!(records[0].tag("RE"), None, "the result is understood");
        let ply = &records[0].line.plies[7];
        assert_eq!((ply.value, ply.time), (Some(2.39), Some(Duration::from_millis(10))));
    }

    #[test]
    fn ends_that_are_not_counts_survive() {
        for end in ["+64.000:r", "-64.000:t", "+0.000:s", "-7.5:r", "?"] {
            let text = format!("(;GM[Othello]PB[a \\] \\\\ b]RE[{end}]B[f5];)");
            let record = &read(&text).unwrap()[0];
            assert_eq!(record.players[0].name, "a ] \\ b");
            let written = write(record).unwrap();
            assert!(written.contains(&format!("RE[{end}]")), "{written}");
            assert_eq!(read(&written).unwrap()[0], *record);
        }
    }

    #[test]
    fn errors_name_line_found_and_expected() {
        let message = |text: &str| read(text).unwrap_err().to_string();
        assert_eq!(message("\n(;GM[Chess];)"), "line 2: found \"Chess\", expected the game Othello");
        assert_eq!(message("x"), "line 1: found \"x\", expected a game that begins with (;");
        assert_eq!(message("(;PB[a"), "line 1: found PB[ without its end, expected ]");
        assert_eq!(message("(;BO[6 ------]"), "line 1: found \"6\", expected a board of size 8");
        assert_eq!(
            message("(;\nB[f5]\nB[f4]"),
            "line 3: found \"B[f4]\", expected a move of the second side"
        );
        assert!(message("(;\nB[f5]\nW[f5]").starts_with("line 3: found illegal move f5"));
        assert!(message("(;B[f5]").contains("found the end of the file"));
    }
}

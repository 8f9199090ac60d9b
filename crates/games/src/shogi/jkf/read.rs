//! Reading JKF.

use std::time::Duration;

use serde_json::{Map, Value};

use crate::{Game, Line, Malformed, Ply, Record, Side};

use super::super::ends::{self, Note};
use super::super::kif::Names;
use super::super::names::{self, Described};
use super::super::setup::{Setup, color};
use super::super::{HandPiece, Handicap, Move, Piece, PieceType, Shogi, Square, csa, words};
use super::PRESETS;

type Object = Map<String, Value>;

/// Reads a game; a file of JKF holds one.
///
/// # Errors
/// The text is not JSON (the line is named) or not JKF (the place is named), or a move is not legal.
pub fn read(text: &str) -> Result<Vec<Record<Shogi>>, Malformed> {
    let value: Value = serde_json::from_str(text.trim_start_matches('\u{feff}')).map_err(|error| {
        Malformed::described(format!("what is no JSON ({error})"), "a record in JSON")
            .at_line(error.line().max(1))
    })?;
    let Value::Object(root) = &value else {
        return Err(Malformed::described("JSON that is no object", "an object with header and moves"));
    };
    let mut record = Record::new(Shogi::default());
    let mut handicap = None;
    if let Some(header) = object(root, "header")? {
        for (key, value) in header {
            let value = value.as_str().ok_or_else(|| place(&format!("header.{key}"), value, "a text"))?;
            match Names::take(key) {
                Some((side, "")) => value.clone_into(&mut record.players[side.index()].name),
                _ if key == "手合割" => {
                    handicap = value.trim_end_matches([' ', '　']).parse::<Handicap>().ok();
                }
                _ => record.tags.push((key.clone(), value.to_owned())),
            }
        }
    }
    record.start = match object(root, "initial")? {
        Some(initial) => read_start(initial)?,
        None => handicap.unwrap_or(Handicap::Even).start(),
    };
    let mut entries = match root.get("moves") {
        Some(Value::Array(entries)) => &entries[..],
        Some(other) => return Err(place("moves", other, "a list")),
        None => return Err(Malformed::described("no moves", "a list called moves")),
    };
    if let Some((Value::Object(first), rest)) = entries.split_first()
        && !first.contains_key("move")
        && !first.contains_key("special")
    {
        record.comment = comments(first, "moves[0]")?;
        entries = rest;
    }
    let mut tags = Vec::new();
    let at = Place { shown: "moves".to_owned(), offset: 1, path: String::new(), first: 1 };
    record.line = read_line(entries, record.start.clone(), &at, &mut tags)?;
    record.tags.extend(tags);
    ends::sort_notes(&mut record.tags);
    Ok(vec![record])
}

fn place(place: &str, found: &Value, expected: &str) -> Malformed {
    Malformed::described(format!("{}: {}", shown(place), shown(&found.to_string())), expected)
}

/// Longest text of the file, be it a key or a value, that is repeated in an error.
const SHOWN_LIMIT: usize = 60;

/// A text of the file on one line, and shortened.
fn shown(text: &str) -> String {
    let mut chars = text.chars();
    let mut shown = String::new();
    for c in chars.by_ref().take(SHOWN_LIMIT) {
        if c.is_control() { shown.extend(c.escape_default()) } else { shown.push(c) }
    }
    if chars.next().is_some() {
        shown.push('…');
    }
    shown
}

fn object<'a>(root: &'a Object, key: &str) -> Result<Option<&'a Object>, Malformed> {
    match root.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::Object(object)) => Ok(Some(object)),
        Some(other) => Err(place(key, other, "an object")),
    }
}

fn read_start(initial: &Object) -> Result<Shogi, Malformed> {
    let preset = initial.get("preset").and_then(Value::as_str).unwrap_or("OTHER");
    if let Some((_, handicap)) = PRESETS.iter().find(|(known, _)| *known == preset) {
        return Ok(handicap.start());
    }
    if preset != "OTHER" {
        return Err(Malformed::new(preset, "initial.preset: HIRATE, KY, KA, HI, 2 and so on, or OTHER"));
    }
    let data = object(initial, "data")?
        .ok_or_else(|| Malformed::described("initial without data", "board and hands for OTHER"))?;
    let side = side_of(data.get("color"), "initial.data.color")?.unwrap_or(Side::First);
    let mut setup = Setup { side, ..Setup::default() };
    for file in 1..=9u32 {
        for rank in 1..=9u32 {
            let name = format!("initial.data.board[{}][{}]", file - 1, rank - 1);
            let cell =
                data.get("board").and_then(|board| board.get(file as usize - 1)?.get(rank as usize - 1));
            let Some(Value::Object(cell)) = cell else {
                return Err(Malformed::described(format!("no {name}"), "9 files of 9 squares"));
            };
            let Some(kind) = cell.get("kind") else { continue };
            let piece =
                kind.as_str().and_then(csa::piece).ok_or_else(|| place(&name, kind, "a piece such as FU"))?;
            let side = side_of(cell.get("color"), &name)?.ok_or_else(|| {
                Malformed::described(format!("{name} without a color"), "0 for sente, 1 for gote")
            })?;
            if let Some(square) = words::square_at(file, rank) {
                setup.board.set(square, Piece::from_parts(color(side), piece));
            }
        }
    }
    for side in Side::BOTH {
        let hand = data.get("hands").and_then(|hands| hands.get(side.index()));
        for (name, count) in hand.and_then(Value::as_object).into_iter().flatten() {
            let malformed =
                || place(&format!("initial.data.hands[{}].{name}", side.index()), count, "how many");
            let held = csa::piece(name).and_then(HandPiece::from_piece_type).ok_or_else(malformed)?;
            let count = count.as_u64().and_then(|count| u32::try_from(count).ok()).ok_or_else(malformed)?;
            setup.add_to_hand(side, held, count);
        }
    }
    Shogi::from_setup(&setup)
}

fn side_of(color: Option<&Value>, name: &str) -> Result<Option<Side>, Malformed> {
    match color.map(|color| (color, color.as_u64())) {
        None => Ok(None),
        Some((_, Some(0))) => Ok(Some(Side::First)),
        Some((_, Some(1))) => Ok(Some(Side::Second)),
        Some((other, _)) => Err(place(name, other, "0 for sente or 1 for gote")),
    }
}

/// Where in the file a line of moves stands.
struct Place {
    shown: String,
    offset: usize,
    path: String,
    first: usize,
}

impl Place {
    /// The place of a variation at move `number`, whose entries begin `later` moves after that.
    fn inside(&self, shown: &str, number: usize, which: usize, later: usize) -> Place {
        let inside = format!("{number}.{which}");
        let path = if self.path.is_empty() { inside } else { format!("{}/{inside}", self.path) };
        Place { shown: shown.to_owned(), offset: 0, path, first: number + later }
    }
}

fn list<'a>(value: &'a Value, shown: &str) -> Result<&'a [Value], Malformed> {
    match value {
        Value::Array(entries) => Ok(entries),
        other => Err(place(shown, other, "a list")),
    }
}

fn forks<'a>(entry: &'a Object, shown: &str) -> Result<&'a [Value], Malformed> {
    entry.get("forks").map_or(Ok(&[]), |forks| list(forks, &format!("{shown}.forks")))
}

fn read_line(
    entries: &[Value],
    mut game: Shogi,
    at: &Place,
    tags: &mut Vec<(String, String)>,
) -> Result<Line<Move>, Malformed> {
    let mut line = Line::default();
    let mut note = Note::default();
    for (index, entry) in entries.iter().enumerate() {
        let shown = format!("{}[{}]", at.shown, index + at.offset);
        let Value::Object(entry) = entry else { return Err(place(&shown, entry, "an object")) };
        if note.keyword.is_some() {
            return Err(Malformed::described(shown, "nothing after the end of the game"));
        }
        let time = time(entry, &shown)?;
        let comment = comments(entry, &shown)?;
        if let Some(special) = entry.get("special") {
            let keyword = special.as_str().map(|keyword| match keyword {
                "FUUJITE" => "FUJITE",
                other => ends::signed(other, &game),
            });
            let known = keyword.filter(|keyword| ends::outcome(keyword, &game).is_some());
            let keyword = known.ok_or_else(|| {
                place(
                    &format!("{shown}.special"),
                    special,
                    &format!("how the game ended: {}", ends::keywords()),
                )
            })?;
            note = Note { keyword: Some(keyword.to_owned()), time, comment, ..note };
            if entry.contains_key("forks") {
                return Err(Malformed::described(
                    format!("{shown}.forks"),
                    "forks only where a move is replaced",
                ));
            }
            continue;
        }
        let Some(described) = object(entry, "move")? else {
            return Err(Malformed::described(
                format!("{shown} without move"),
                "a move or how the game ended",
            ));
        };
        let mv = read_move(described, &game, &shown)?;
        if let Err(illegal) = game.check(mv) {
            let ended = entries.get(index + 1).and_then(|next| next.get("special")?.as_str());
            if ended.is_some_and(|keyword| keyword.contains("ILLEGAL")) {
                note.illegal = Some(mv);
                continue;
            }
            return Err(Malformed::described(format!("{shown}: {illegal}"), "a legal move"));
        }
        let mut ply = Ply { time, comment, ..Ply::new(mv) };
        for (which, fork) in forks(entry, &shown)?.iter().enumerate() {
            let at = at.inside(&format!("{shown}.forks[{which}]"), at.first + index, which + 1, 0);
            ply.variations.push(read_line(list(fork, &at.shown)?, game.clone(), &at, tags)?);
        }
        game.apply(mv);
        line.plies.push(ply);
    }
    if note.keyword.as_deref() == Some("KACHI") && game.check(Move::DECLARE).is_ok() {
        game.apply(Move::DECLARE);
        line.plies.push(Ply { time: note.time, comment: note.comment, ..Ply::new(Move::DECLARE) });
        line.end = game.outcome();
    } else {
        line.end = note.settle(&game);
        tags.extend(note.into_tags(line.end, &game, &at.path));
    }
    Ok(line)
}

fn comments(entry: &Object, shown: &str) -> Result<String, Malformed> {
    match entry.get("comments") {
        None => Ok(String::new()),
        Some(Value::Array(lines)) => {
            let lines: Option<Vec<&str>> = lines.iter().map(Value::as_str).collect();
            Ok(lines
                .ok_or_else(|| Malformed::described(format!("{shown}.comments"), "a list of texts"))?
                .join("\n"))
        }
        Some(other) => Err(place(&format!("{shown}.comments"), other, "a list of texts")),
    }
}

fn time(entry: &Object, shown: &str) -> Result<Option<Duration>, Malformed> {
    let Some(now) = entry.get("time").and_then(|time| time.get("now")) else { return Ok(None) };
    let malformed = || place(&format!("{shown}.time.now"), now, "hours h, minutes m and seconds s");
    let part = |key: &str| match now.get(key) {
        None | Some(Value::Null) => Some(0.0),
        Some(value) => value.as_f64().filter(|value| (0.0..1e9).contains(value)),
    };
    let (Some(h), Some(m), Some(s)) = (part("h"), part("m"), part("s")) else { return Err(malformed()) };
    Ok(Some(Duration::from_millis(((h * 3600.0 + m * 60.0 + s) * 1000.0).round() as u64)))
}

fn read_move(described: &Object, game: &Shogi, shown: &str) -> Result<Move, Malformed> {
    let malformed = |what: &str| place(&format!("{shown}.move"), &Value::Object(described.clone()), what);
    let square = |key: &str| -> Result<Option<Square>, Malformed> {
        let Some(value) = described.get(key).filter(|value| !value.is_null()) else { return Ok(None) };
        let part = |key: &str| value.get(key).and_then(Value::as_u64).and_then(|n| u32::try_from(n).ok());
        let square = part("x").zip(part("y")).and_then(|(x, y)| words::square_at(x, y));
        square.map(Some).ok_or_else(|| malformed("squares with x and y from 1 to 9"))
    };
    if let Some(side) = side_of(described.get("color"), &format!("{shown}.move.color"))?
        && side != game.side_to_move()
    {
        return Err(malformed("a move of the other side"));
    }
    let same = described.get("same").and_then(Value::as_bool).unwrap_or(false);
    let to = match square("to")? {
        Some(to) => to,
        None => game.last_to().filter(|_| same).ok_or_else(|| malformed("the square it goes to"))?,
    };
    let kind = match described.get("piece") {
        None => None,
        Some(piece) => {
            Some(piece.as_str().and_then(csa::piece).ok_or_else(|| malformed("a piece such as FU"))?)
        }
    };
    let promote = described.get("promote").and_then(Value::as_bool);
    let mv = match (square("from")?, kind) {
        (Some(from), _) => {
            let stands = game.piece_on(from).map_or(PieceType::NONE, Piece::piece_type);
            if kind.is_some_and(|kind| kind != stands) {
                return Err(malformed("the piece that stands there"));
            }
            Move::board(from, to, promote.unwrap_or(false))
        }
        (None, Some(piece)) => match described.get("relative").and_then(Value::as_str) {
            Some(relative) if relative != "H" => {
                names::resolve(game, &Described { to, piece, relative, promote }).ok()
            }
            _ => Move::drop(piece, to),
        },
        (None, None) => None,
    };
    mv.ok_or_else(|| malformed("a move with from and to, or a piece to drop"))
}

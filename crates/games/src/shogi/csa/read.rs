//! Reading CSA.

use crate::text::parse_seconds;
use crate::{Game, Malformed, Record, Side};

use super::super::ends;
use super::super::line_builder::{LineBuilder, add_line};
use super::super::setup::{Setup, color};
use super::super::{HandPiece, Handicap, Move, Piece, PieceType, Shogi, Square, words};
use super::{HEADERS, piece};

/// Reads every game of a file.
///
/// # Errors
/// A line is not CSA, or a move is not legal.
pub fn read(text: &str) -> Result<Vec<Record<Shogi>>, Malformed> {
    let mut records = Vec::new();
    let mut reader = Reader::default();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim_end_matches('\r');
        let done = if line.trim_end() == "/" {
            std::mem::take(&mut reader).finish().map(|record| records.extend(record))
        } else {
            reader.number = number;
            reader.line(line)
        };
        done.map_err(|malformed| malformed.at_line(number))?;
    }
    let number = reader.number;
    records.extend(reader.finish().map_err(|malformed| malformed.at_line(number))?);
    Ok(records)
}

/// A game while it is read.
struct Reader {
    record: Record<Shogi>,
    setup: Setup,
    /// The moves, once the side that begins is known.
    lines: Option<LineBuilder>,
    /// A move that is not legal: an error, unless the game ends for that reason.
    illegal: Option<Malformed>,
    /// Which list of moves the next line is, in problem files that name good or bad moves.
    problem: Option<&'static str>,
    empty: bool,
    /// Whether something was said before the first move.
    commented: bool,
    number: usize,
}

impl Default for Reader {
    fn default() -> Self {
        Reader {
            record: Record::new(Shogi::default()),
            setup: Setup::default(),
            lines: None,
            illegal: None,
            problem: None,
            empty: true,
            commented: false,
            number: 0,
        }
    }
}

impl Reader {
    fn line(&mut self, line: &str) -> Result<(), Malformed> {
        let trimmed = line.trim();
        if trimmed.is_empty() {
            return Ok(());
        }
        if let Some(name) = self.problem.take() {
            self.record.tags.push((name.to_owned(), trimmed.to_owned()));
            return Ok(());
        }
        if let Some(comment) = line.strip_prefix('\'') {
            return self.comment(comment);
        }
        self.empty = false;
        match line.as_bytes() {
            [b'V', ..] => Ok(()),
            [b'N', b'+', ..] => self.name(Side::First, &line[2..]),
            [b'N', b'-', ..] => self.name(Side::Second, &line[2..]),
            [b'$', ..] => self.header(&line[1..]),
            [b'P', ..] => self.place(&line[1..]),
            // A broken line of a program's comment, as in some files of old tournaments.
            [b'*', b'*', ..] => self.comment(line),
            _ if self.record.tags.is_empty() && trimmed.bytes().all(|byte| byte.is_ascii_digit()) => {
                self.record.tags.push(("problem".to_owned(), trimmed.to_owned()));
                Ok(())
            }
            _ if trimmed == "Good" => {
                self.problem = Some("good");
                Ok(())
            }
            _ if trimmed == "Bad" => {
                self.problem = Some("bad");
                Ok(())
            }
            _ => self.statements(line),
        }
    }

    /// Moves, times and ends; several may stand on a line with commas between them.
    fn statements(&mut self, line: &str) -> Result<(), Malformed> {
        let mut rest = line;
        while !rest.trim().is_empty() {
            rest = rest.trim_start();
            if let Some(comment) = rest.strip_prefix('\'') {
                return self.comment(comment.trim_end());
            }
            let (statement, more) = rest.split_once(',').unwrap_or((rest, ""));
            rest = more;
            self.statement(statement.trim())?;
        }
        Ok(())
    }

    fn statement(&mut self, statement: &str) -> Result<(), Malformed> {
        match statement.as_bytes() {
            [b'+'] => self.begin(Side::First),
            [b'-'] => self.begin(Side::Second),
            [b'+' | b'-', _, ..] => self.play(statement),
            [b'T', ..] => {
                let time = parse_seconds(statement[1..].trim())
                    .ok_or_else(|| Malformed::new(statement, "T and the seconds a move took"))?;
                self.started()?.time(time).ok_or_else(|| Malformed::new(statement, "a move before its time"))
            }
            [b'%', ..] => self.end(statement[1..].trim()),
            [b'#', ..] => self.end(statement),
            _ => Err(Malformed::new(
                statement,
                "a line of CSA: V, N+, N-, $, P, + or -, a move such as +7776FU, T, % or '",
            )),
        }
    }

    fn name(&mut self, side: Side, name: &str) -> Result<(), Malformed> {
        self.before_moves("a player's name")?;
        self.record.players[side.index()].name = name.trim_end().to_owned();
        Ok(())
    }

    fn header(&mut self, line: &str) -> Result<(), Malformed> {
        let (keyword, value) = line
            .split_once(':')
            .ok_or_else(|| Malformed::new(line, "a keyword and its value, $EVENT:value"))?;
        let tag = HEADERS.iter().find(|(known, _)| *known == keyword).map_or(keyword, |(_, tag)| tag);
        self.record.tags.push((tag.to_owned(), value.trim_end().to_owned()));
        Ok(())
    }

    fn comment(&mut self, text: &str) -> Result<(), Malformed> {
        let plain = text.trim_start().trim_start_matches("CSA ");
        if self.lines.is_none() && plain.starts_with("encoding=") {
            return Ok(());
        }
        for (side, key) in [(Side::First, "black_rate:"), (Side::Second, "white_rate:")] {
            if let Some(rate) = text.strip_prefix(key).and_then(|rest| rest.rsplit(':').next()) {
                let rate = rate.parse::<f64>().ok().filter(|rate| rate.is_finite());
                self.record.players[side.index()].rating = rate;
            }
        }
        if self.lines.as_mut().and_then(|lines| lines.comment(text)).is_none() {
            add_line(&mut self.record.comment, &mut self.commented, text);
        }
        Ok(())
    }

    fn before_moves(&self, what: &str) -> Result<(), Malformed> {
        match self.lines {
            None => Ok(()),
            Some(_) => Err(Malformed::described(what, "moves, or / before the next game")),
        }
    }

    fn place(&mut self, rest: &str) -> Result<(), Malformed> {
        self.before_moves("a line of the board")?;
        match rest.as_bytes() {
            [b'I', ..] => self.place_all_but(&rest[1..]),
            [b'+', ..] => self.place_pieces(Side::First, &rest[1..]),
            [b'-', ..] => self.place_pieces(Side::Second, &rest[1..]),
            [digit @ b'1'..=b'9', ..] => self.place_row(u32::from(digit - b'0'), &rest[1..]),
            _ => Err(Malformed::new(rest, "PI, P1 to P9, P+ or P-")),
        }
    }

    fn place_all_but(&mut self, rest: &str) -> Result<(), Malformed> {
        self.setup = Handicap::Even.start().setup();
        for (square, kind) in pairs(rest)? {
            let square =
                square.ok_or_else(|| Malformed::new(rest, "squares and the pieces taken from them"))?;
            if self.setup.board.get(square).piece_type() != kind {
                return Err(Malformed::new(rest, "pieces where they stand at the start"));
            }
            self.setup.board.set(square, Piece::NONE);
        }
        Ok(())
    }

    fn place_row(&mut self, rank: u32, row: &str) -> Result<(), Malformed> {
        let malformed = || Malformed::new(row, "9 squares of 3 characters, such as -KY or  * ");
        if !row.is_ascii() {
            return Err(malformed());
        }
        // Trailing blanks are often cut.
        let row = format!("{row:<27}");
        for file in 0..9u32 {
            let at = file as usize * 3;
            let cell = row.get(at..at + 3).ok_or_else(malformed)?;
            let square = words::square_at(9 - file, rank).ok_or_else(malformed)?;
            let piece = match cell.as_bytes().first() {
                Some(b'+') => Piece::from_parts(color(Side::First), piece(&cell[1..]).ok_or_else(malformed)?),
                Some(b'-') => {
                    Piece::from_parts(color(Side::Second), piece(&cell[1..]).ok_or_else(malformed)?)
                }
                _ if matches!(cell.trim(), "*" | "") => Piece::NONE,
                _ => return Err(malformed()),
            };
            self.setup.board.set(square, piece);
        }
        if row.len() > 27 && !row[27..].trim().is_empty() {
            return Err(malformed());
        }
        Ok(())
    }

    fn place_pieces(&mut self, side: Side, rest: &str) -> Result<(), Malformed> {
        let rest = rest.trim();
        let (rest, all) = match rest.strip_suffix("00AL") {
            Some(rest) => (rest, true),
            None => (rest, false),
        };
        for (square, kind) in pairs(rest)? {
            match (square, HandPiece::from_piece_type(kind)) {
                (Some(square), _) => self.setup.board.set(square, Piece::from_parts(color(side), kind)),
                (None, Some(held)) => self.setup.add_to_hand(side, held, 1),
                (None, None) => return Err(Malformed::new(rest, "a piece that can be in hand")),
            }
        }
        if all {
            for (held, count) in HandPiece::iter().zip(self.setup.left_over()) {
                self.setup.add_to_hand(side, held, u32::from(count));
            }
        }
        Ok(())
    }

    fn begin(&mut self, side: Side) -> Result<(), Malformed> {
        self.before_moves("the side that begins")?;
        self.setup.side = side;
        if self.setup.board == Setup::default().board {
            // V1 files may leave the board out.
            self.setup.board = Handicap::Even.start().setup().board;
        }
        self.lines = Some(LineBuilder::new(Shogi::from_setup(&self.setup)?));
        Ok(())
    }

    fn started(&mut self) -> Result<&mut LineBuilder, Malformed> {
        self.lines
            .as_mut()
            .ok_or_else(|| Malformed::described("a move", "+ or - on a line before it: the side that begins"))
    }

    fn play(&mut self, text: &str) -> Result<(), Malformed> {
        let unfinished = self.illegal.take();
        let lines = self.started()?;
        if let Some(illegal) = unfinished {
            return Err(illegal);
        }
        let game = lines.game();
        let malformed = || Malformed::new(text, "a move such as +7776FU or -0055KA");
        let side = if text.starts_with('+') { Side::First } else { Side::Second };
        if side != game.side_to_move() {
            return Err(Malformed::new(text, format!("a move of the {} side", game.side_to_move())));
        }
        let (from, to, kind) = split_move(&text[1..]).ok_or_else(malformed)?;
        let mv = match from {
            None => Move::drop(kind, to),
            Some(from) => {
                let before = game.piece_on(from).map_or(PieceType::NONE, Piece::piece_type);
                if before != kind && before.promote() != kind {
                    let mut malformed = Malformed::new(text, "the piece that stands there");
                    malformed.found.push_str(&format!(", with {} on {from}", before_name(before)));
                    return Err(malformed);
                }
                Move::board(from, to, before != kind)
            }
        };
        let mv = mv.ok_or_else(malformed)?;
        match game.check(mv) {
            Err(illegal) => {
                lines.illegal(mv, None);
                self.illegal = Some(Malformed::from(illegal).at_line(self.number));
                Ok(())
            }
            Ok(()) => lines.play(mv, None),
        }
    }

    fn end(&mut self, keyword: &str) -> Result<(), Malformed> {
        let unfinished = self.illegal.take();
        let lines = self.started()?;
        if let Some(illegal) = unfinished.filter(|_| !keyword.contains("ILLEGAL")) {
            return Err(illegal);
        }
        if lines.ended() {
            // What a server adds to the end that the players gave.
            lines.comment(keyword);
            return Ok(());
        }
        if ends::outcome(keyword, lines.game()).is_none() {
            return Err(Malformed::new(keyword, format!("how the game ended: {}", ends::keywords())));
        }
        lines.end(keyword, None);
        Ok(())
    }

    /// The record; `None` if nothing was there.
    fn finish(mut self) -> Result<Option<Record<Shogi>>, Malformed> {
        if let Some(illegal) = self.illegal {
            return Err(illegal);
        }
        if self.empty && !self.commented {
            return Ok(None);
        }
        let Some(lines) = self.lines else {
            return Err(Malformed::described(
                "the end of the game",
                "+ or - on a line: the side that begins",
            ));
        };
        lines.finish(&mut self.record);
        Ok(Some(self.record))
    }
}

fn before_name(kind: PieceType) -> &'static str {
    if kind == PieceType::NONE { "no piece" } else { super::piece_name(kind) }
}

/// Squares and pieces written without a gap: `22KA00FU`.
fn pairs(text: &str) -> Result<Vec<(Option<Square>, PieceType)>, Malformed> {
    let malformed = || Malformed::new(text, "squares and pieces such as 22KA, or 00FU in hand");
    let text = text.trim();
    if !text.is_ascii() || !text.len().is_multiple_of(4) {
        return Err(malformed());
    }
    let cells =
        (0..text.len()).step_by(4).filter_map(|at| Some((text.get(at..at + 2)?, text.get(at + 2..at + 4)?)));
    cells
        .map(|(square, name)| {
            let kind = piece(name).ok_or_else(malformed)?;
            match square {
                "00" => Ok((None, kind)),
                _ => match words::take_square(square) {
                    Some((square, _)) => Ok((Some(square), kind)),
                    None => Err(malformed()),
                },
            }
        })
        .collect()
}

/// Origin, target and piece of a move without its sign, such as `7776FU`.
fn split_move(text: &str) -> Option<(Option<Square>, Square, PieceType)> {
    if !text.is_ascii() || text.len() != 6 {
        return None;
    }
    let from = match &text[..2] {
        "00" => None,
        square => Some(words::take_square(square)?.0),
    };
    let to = words::take_square(&text[2..4])?.0;
    Some((from, to, piece(&text[4..])?))
}

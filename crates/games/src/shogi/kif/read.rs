//! Reading KIF.

use std::time::Duration;

use crate::{Game, Malformed, Record, Side};

use super::super::ends;
use super::super::line_builder::{LineBuilder, add_line};
use super::super::setup::Setup;
use super::super::{Handicap, Move, Piece, Shogi, Square, words};
use super::{board, result};

/// Reads every game of a file; usually there is one.
///
/// # Errors
/// A line is not KIF, or a move is not legal.
pub fn read(text: &str) -> Result<Vec<Record<Shogi>>, Malformed> {
    let mut records = Vec::new();
    let mut reader = Reader::default();
    for (number, line) in (1..).zip(text.lines()) {
        reader.number = number;
        let line = line.trim_end_matches('\r');
        let done = if reader.begins_another(line) {
            std::mem::take(&mut reader)
                .finish()
                .map(|record| records.extend(record))
                .and_then(|()| reader.line(line))
        } else {
            reader.line(line)
        };
        done.map_err(|malformed| malformed.at_line(number))?;
    }
    let number = reader.number;
    records.extend(reader.finish().map_err(|malformed| malformed.at_line(number))?);
    Ok(records)
}

/// The two sides of a record: as equals, or as the weaker (下手) and the stronger (上手).
pub(in super::super) struct Names;

impl Names {
    /// What the sides are called in a game from `start`.
    pub(in super::super) fn of(start: &Shogi) -> [&'static str; 2] {
        match Handicap::of(start) {
            Some(Handicap::Even) | None => ["先手", "後手"],
            Some(_) => ["下手", "上手"],
        }
    }

    /// Takes the name of a side from the front of `text`.
    pub(in super::super) fn take(text: &str) -> Option<(Side, &str)> {
        let names =
            [("先手", Side::First), ("下手", Side::First), ("後手", Side::Second), ("上手", Side::Second)];
        names.iter().find_map(|(name, side)| Some((*side, text.strip_prefix(name)?)))
    }
}

/// The position a record begins from, while its header is read.
#[derive(Default)]
struct Header {
    setup: Setup,
    rows: u32,
    handicap: Option<Handicap>,
    side: Option<Side>,
    /// Whether anything was read.
    any: bool,
}

impl Header {
    /// The position that was described; the even start if none was.
    fn start(&self) -> Result<Shogi, Malformed> {
        match self.rows {
            0 => {
                let start = self.handicap.unwrap_or(Handicap::Even).start();
                match self.side {
                    Some(side) if side != start.side_to_move() => {
                        Shogi::from_setup(&Setup { side, ..start.setup() })
                    }
                    _ => Ok(start),
                }
            }
            9 => {
                let mut setup = self.setup.clone();
                setup.side = self.side.unwrap_or(Side::First);
                Shogi::from_setup(&setup)
            }
            rows => Err(Malformed::described(format!("a board of {rows} rows"), "9 rows")),
        }
    }
}

/// Reads a line of a header; `false` if it is none.
fn header(header: &mut Header, record: &mut Record<Shogi>, line: &str) -> Result<bool, Malformed> {
    let trimmed = line.trim();
    if trimmed.starts_with('|') {
        header.rows += 1;
        if header.rows > 9 {
            return Err(Malformed::new(line, "no more than 9 rows"));
        }
        board::read_row(&mut header.setup, header.rows, trimmed)?;
        return Ok(true);
    }
    if trimmed.starts_with("+--") || trimmed.starts_with("９ ８") || trimmed.starts_with("9 8") {
        return Ok(true);
    }
    // Under a diagram: after how many moves, and the last of them.
    if trimmed.starts_with("手数＝") || trimmed.starts_with("手数=") {
        return Ok(true);
    }
    if let Some((side, "番")) = Names::take(trimmed) {
        header.side = Some(side);
        return Ok(true);
    }
    let Some((key, value)) = line.split_once('：').or_else(|| line.split_once(':')) else {
        return Ok(false);
    };
    let (key, value) = (key.trim(), value.trim_end_matches([' ', '　']));
    match Names::take(key) {
        Some((side, "")) => value.clone_into(&mut record.players[side.index()].name),
        Some((side, "の持駒")) => board::read_hand(&mut header.setup, side, value)?,
        _ if key == "手合割" => header.handicap = handicap(value)?,
        _ => record.tags.push((key.to_owned(), value.to_owned())),
    }
    header.any = true;
    Ok(true)
}

fn handicap(name: &str) -> Result<Option<Handicap>, Malformed> {
    match name.trim_matches([' ', '　']) {
        "その他" | "詰将棋" | "" => Ok(None),
        "五枚落" => Ok(Some(Handicap::FivePieces)),
        "飛落ち" => Ok(Some(Handicap::Rook)),
        name => name.parse().map(Some),
    }
}

/// The number in what follows 変化, such as `：5手`.
fn variation_number(text: &str) -> Result<usize, Malformed> {
    let digits: String = text.chars().filter_map(words::digit).map(|digit| digit.to_string()).collect();
    digits.parse().map_err(|_| {
        Malformed::new(format!("変化{text}"), "the move a variation replaces, such as 変化：5手")
    })
}

/// A game while it is read: what KIF and KI2 have in common.
pub(in super::super) struct PartialGame {
    record: Record<Shogi>,
    header: Header,
    lines: Option<LineBuilder>,
    /// Whether something was said before the first move.
    commented: bool,
}

impl Default for PartialGame {
    fn default() -> Self {
        let record = Record::new(Shogi::default());
        PartialGame { record, header: Header::default(), lines: None, commented: false }
    }
}

impl PartialGame {
    /// Reads a line of the header; false if it is none, or moves have begun.
    pub(in super::super) fn header(&mut self, line: &str) -> Result<bool, Malformed> {
        Ok(self.lines.is_none() && header(&mut self.header, &mut self.record, line)?)
    }

    /// The moves, which begin now if they have not.
    pub(in super::super) fn started(&mut self) -> Result<&mut LineBuilder, Malformed> {
        let lines = match self.lines.take() {
            Some(lines) => lines,
            None => LineBuilder::new(self.header.start()?),
        };
        self.header.any = true;
        Ok(self.lines.insert(lines))
    }

    pub(in super::super) fn comment(&mut self, text: &str) {
        self.header.any = true;
        if self.lines.as_mut().and_then(|lines| lines.comment(text)).is_none() {
            add_line(&mut self.record.comment, &mut self.commented, text);
        }
    }

    /// Begins a variation, given what follows 変化.
    pub(in super::super) fn branch(&mut self, text: &str) -> Result<(), Malformed> {
        let number = variation_number(text)?;
        self.started()?.branch(number)
    }

    /// The record, if there was anything to read.
    pub(in super::super) fn finish(mut self) -> Result<Option<Record<Shogi>>, Malformed> {
        if !self.header.any {
            return Ok(None);
        }
        self.started()?;
        if let Some(lines) = self.lines.take() {
            lines.finish(&mut self.record);
        }
        Ok(Some(self.record))
    }
}

/// A KIF game while it is read.
#[derive(Default)]
struct Reader {
    game: PartialGame,
    illegal: Option<Malformed>,
    number: usize,
}

impl Reader {
    fn line(&mut self, line: &str) -> Result<(), Malformed> {
        let trimmed = line.trim_matches([' ', '　', '\t', '\u{feff}']);
        if trimmed.is_empty() || trimmed.starts_with('#') {
            return Ok(());
        }
        if let Some(comment) = line.strip_prefix('*') {
            self.game.comment(comment);
            return Ok(());
        }
        if trimmed.starts_with('&') {
            self.game.comment(trimmed);
            return Ok(());
        }
        if trimmed.starts_with("手数----") {
            return self.game.started().map(|_| ());
        }
        if let Some(number) = trimmed.strip_prefix("変化") {
            return self.branch(number);
        }
        if let Some(result) = trimmed.strip_prefix("まで") {
            return self.result(result);
        }
        if trimmed.starts_with(|c: char| c.is_ascii_digit()) && self.is_move(trimmed) {
            return self.play(trimmed);
        }
        if self.game.header(line)? {
            return Ok(());
        }
        Err(Malformed::new(line, "a line of KIF: a header, a move, *comment, 変化：, or まで"))
    }

    /// Whether a line is the first of a further game's header.
    fn begins_another(&self, line: &str) -> bool {
        let names_something = line.split_once('：').is_some_and(|(key, _)| {
            !key.is_empty() && !key.starts_with(['*', '&', '#', ' ', '　']) && !key.starts_with("変化")
        });
        self.game.lines.is_some() && names_something && !line.starts_with(|c: char| c.is_ascii_digit())
    }

    /// Whether a line that begins with a digit is a move and not a diagram's files.
    fn is_move(&self, line: &str) -> bool {
        let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
        rest.starts_with([' ', '　', '\t']) && (self.game.lines.is_some() || !line.starts_with("9 8"))
    }

    fn branch(&mut self, text: &str) -> Result<(), Malformed> {
        self.no_illegal_move()?;
        self.game.branch(text)
    }

    fn no_illegal_move(&mut self) -> Result<(), Malformed> {
        match self.illegal.take() {
            Some(illegal) => Err(illegal),
            None => Ok(()),
        }
    }

    fn play(&mut self, line: &str) -> Result<(), Malformed> {
        let rest =
            line.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches([' ', '　', '\t']);
        let rest = rest.trim_start_matches(['▲', '△', '☗', '☖']);
        let (name, after) = split_move(rest);
        let time = read_time(after)?;
        let number = self.number;
        if let Some(keyword) = ends::from_word(name, self.game.started()?.game()) {
            if self.illegal.is_some() && !keyword.contains("ILLEGAL") {
                self.no_illegal_move()?;
            }
            self.illegal = None;
            let lines = self.game.started()?;
            if lines.ended() {
                return Err(Malformed::new(name, "one end of the game"));
            }
            lines.end(keyword, time);
            return Ok(());
        }
        self.no_illegal_move()?;
        let lines = self.game.started()?;
        let mv = parse_move(lines.game(), name)?;
        match lines.game().check(mv) {
            Ok(()) => lines.play(mv, time),
            Err(illegal) => {
                lines.illegal(mv, time);
                self.illegal = Some(Malformed::from(illegal).at_line(number));
                Ok(())
            }
        }
    }

    fn result(&mut self, text: &str) -> Result<(), Malformed> {
        let told = result::parse(text, self.game.started()?.game());
        if told.is_some_and(|told| told.keyword.contains("ILLEGAL")) {
            self.illegal = None;
        }
        self.no_illegal_move()?;
        result::read(self.game.started()?, text)
    }

    fn finish(mut self) -> Result<Option<Record<Shogi>>, Malformed> {
        self.no_illegal_move()?;
        self.game.finish()
    }
}

/// Splits `同　銀(88)   ( 0:01/00:00:07)+` behind the move.
fn split_move(text: &str) -> (&str, &str) {
    let start = if text.starts_with('同') { '同'.len_utf8() } else { 0 };
    let body = text.get(start..).unwrap_or_default();
    let skipped = body.len() - body.trim_start_matches([' ', '　']).len();
    let begin = start + skipped;
    let rest = text.get(begin..).unwrap_or_default();
    let end = rest.find([' ', '　', '\t']).unwrap_or(rest.len());
    // The origin belongs to the move even if the time follows without a gap.
    let end = rest.find(')').map_or(end, |at| if at < end { at + 1 } else { end });
    (text.get(..begin + end).unwrap_or(text), text.get(begin + end..).unwrap_or_default())
}

/// Reads the time of a move in `( 0:16/00:00:16)`; `None` if there is no such thing.
fn read_time(text: &str) -> Result<Option<Duration>, Malformed> {
    let text = text.trim().trim_end_matches('+').trim();
    if text.is_empty() {
        return Ok(None);
    }
    let malformed = || Malformed::new(text, "the time of the move and the sum, such as ( 0:16/00:00:16)");
    let inside = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).ok_or_else(malformed)?;
    if inside.contains(['(', ')']) {
        return Err(malformed());
    }
    let now = inside.split('/').next().unwrap_or_default().trim();
    let mut seconds = 0u64;
    for part in now.split(':') {
        let part: u64 = part.trim().parse().map_err(|_| malformed())?;
        seconds = seconds.checked_mul(60).and_then(|sum| sum.checked_add(part)).ok_or_else(malformed)?;
    }
    Ok(Some(Duration::from_secs(seconds)))
}

/// Reads a move such as `７六歩(77)`, `同　銀成(88)` or `５五角打`.
fn parse_move(game: &Shogi, name: &str) -> Result<Move, Malformed> {
    let malformed = || Malformed::new(name, "a move such as ７六歩(77), 同　銀(88) or ５五角打");
    let (to, rest) = match name.strip_prefix('同') {
        Some(rest) => {
            let to =
                game.last_to().ok_or_else(|| Malformed::new(name, "a square, as no move went before"))?;
            (to, rest.trim_start_matches([' ', '　']))
        }
        None => words::take_square(name).ok_or_else(malformed)?,
    };
    let (kind, rest) = words::take_piece(rest).ok_or_else(malformed)?;
    let (how, from) = match rest.split_once('(') {
        Some((how, from)) => (how, Some(from.strip_suffix(')').ok_or_else(malformed)?)),
        None => (rest, None),
    };
    let promote = match how.trim_start_matches(['左', '直', '右', '上', '寄', '引', '行', '入']) {
        "成" => true,
        "" | "不成" | "打" => false,
        _ => return Err(malformed()),
    };
    match from {
        None | Some("00") => Move::drop(kind, to).ok_or_else(malformed),
        Some(from) => {
            let (from, _): (Square, _) =
                words::take_square(from).filter(|(_, rest)| rest.is_empty()).ok_or_else(malformed)?;
            let stands = game.piece_on(from).map(Piece::piece_type);
            if stands != Some(kind) {
                let found = stands.map_or("no piece", words::piece);
                let mut malformed = Malformed::new(name, "the piece that stands there");
                malformed.found.push_str(&format!(", with {found} on {from}"));
                return Err(malformed);
            }
            Move::board(from, to, promote).ok_or_else(malformed)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::write;
    use super::*;

    #[test]
    fn a_diagram_may_say_after_how_many_moves_it_is() {
        let start: Shogi = "4k4/9/4P4/9/9/9/9/9/4K4 w G 1".parse().unwrap();
        let diagram = write(&Record::new(start.clone())).unwrap();
        for said in ["手数＝0  まで", "手数＝12  ▲７六歩  まで", "手数=12 ▲７六歩 まで"]
        {
            let text = diagram.replace("後手番", &format!("{said}\n後手番"));
            assert_eq!(read(&text).unwrap()[0].start, start, "{text}");
        }
    }
}

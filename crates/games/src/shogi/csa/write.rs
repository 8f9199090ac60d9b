//! Writing CSA.

use std::fmt::Write;

use crate::{Game, Malformed, Record, Side};

use super::super::ends::{self, Notes, Spelling};
use super::super::names::moved;
use super::super::setup::Setup;
use super::super::{HandPiece, Handicap, Move, MoveKind, Shogi, words};
use super::{HEADERS, piece_name};

/// Writes a game, with all but its variations and parts of seconds, which V2.2 does not have.
///
/// # Errors
/// A move of the record is not legal.
pub fn write(record: &Record<Shogi>) -> Result<String, Malformed> {
    let mut text = String::from("V2.2\n");
    for (side, sign) in [(Side::First, '+'), (Side::Second, '-')] {
        let name = &record.player(side).name;
        if !name.is_empty() {
            let _ = writeln!(text, "N{sign}{}", one_line(name));
        }
    }
    for (tag, value) in record.tags.iter().filter(|(tag, _)| !ends::is_note(tag)) {
        let keyword =
            HEADERS.iter().find(|(_, known)| known == tag).map_or(tag.as_str(), |(keyword, _)| keyword);
        let _ = writeln!(text, "${}:{}", one_line(keyword).replace(':', " "), one_line(value));
    }
    write_start(&mut text, &record.start);
    write_comment(&mut text, &record.comment);
    for (side, key) in [(Side::First, "black_rate:"), (Side::Second, "white_rate:")] {
        if let Some(rating) = record.player(side).rating
            && !record.comment.lines().any(|line| line.starts_with(key))
        {
            let _ = writeln!(text, "'{key}{}:{rating:?}", one_line(&record.player(side).name));
        }
    }
    let mut game = record.start.clone();
    for ply in record.line.plies.iter().filter(|ply| ply.mv != Move::DECLARE) {
        game.check(ply.mv)?;
        let _ = writeln!(text, "{}", csa(&game, ply.mv));
        if let Some(time) = ply.time {
            let _ = writeln!(text, "T{}", time.as_secs());
        }
        write_comment(&mut text, &ply.comment);
        game.apply(ply.mv);
    }
    let note = Notes::new(record, &SPELLING).at("", &record.line, &game);
    if let Some(mv) = note.illegal {
        let _ = writeln!(text, "{}", csa(&game, mv));
    }
    if let Some(keyword) = &note.keyword {
        let sign = if keyword.starts_with('#') { "" } else { "%" };
        let _ = writeln!(text, "{sign}{keyword}");
        if let Some(time) = note.time {
            let _ = writeln!(text, "T{}", time.as_secs());
        }
    }
    write_comment(&mut text, &note.comment);
    Ok(text)
}

/// All ends but those that only KIF or V3 have.
const SPELLING: Spelling = Spelling {
    read_back: |keyword, _| {
        let unknown = ["FUJITE", "FUSENSHO", "FUSENPAI", "OUTE_SENNICHITE", "MAX_MOVES"].contains(&keyword);
        (!unknown).then(|| keyword.to_owned())
    },
    names_winner: false,
};

fn one_line(text: &str) -> String {
    text.replace('\n', " ")
}

fn write_comment(text: &mut String, comment: &str) {
    if !comment.is_empty() {
        for line in comment.split('\n') {
            let _ = writeln!(text, "'{line}");
        }
    }
}

fn write_start(text: &mut String, start: &Shogi) {
    let setup = start.setup();
    if setup.board == Handicap::Even.start().setup().board && setup.hands == Setup::default().hands {
        text.push_str("PI\n");
    } else {
        for rank in 1..=9 {
            let _ = write!(text, "P{rank}");
            for file in (1..=9).rev() {
                let piece = words::square_at(file, rank).and_then(|square| start.piece_on(square));
                match piece {
                    None => text.push_str(" * "),
                    Some(piece) => {
                        let sign = sign(super::super::setup::side(piece.color()));
                        let _ = write!(text, "{sign}{}", piece_name(piece.piece_type()));
                    }
                }
            }
            text.push('\n');
        }
        for side in Side::BOTH {
            let held = setup.hands[side.index()];
            if held.iter().any(|&count| count > 0) {
                let _ = write!(text, "P{}", sign(side));
                for (piece, count) in HandPiece::iter().zip(held) {
                    text.push_str(
                        &format!("00{}", piece_name(piece.to_piece_type())).repeat(usize::from(count)),
                    );
                }
                text.push('\n');
            }
        }
    }
    let _ = writeln!(text, "{}", sign(start.side_to_move()));
}

const fn sign(side: Side) -> char {
    match side {
        Side::First => '+',
        Side::Second => '-',
    }
}

fn csa(game: &Shogi, mv: Move) -> String {
    let sign = sign(game.side_to_move());
    let kind = moved(game, mv);
    let digits = |square: super::super::Square| format!("{}{}", square.file(), square.rank().raw() + 1);
    match mv.kind() {
        MoveKind::Declare => "%KACHI".to_owned(),
        MoveKind::Drop { to, .. } => format!("{sign}00{}{}", digits(to), piece_name(kind)),
        MoveKind::Board { from, to, promote } => {
            let kind = if promote { kind.promote() } else { kind };
            format!("{sign}{}{}{}", digits(from), digits(to), piece_name(kind))
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use crate::{EndReason, Outcome, Ply};

    use super::super::read;
    use super::*;

    #[test]
    fn what_is_written_is_v2_2() {
        let mut record = Record::new(Shogi::default());
        let mv = "7g7f".parse().unwrap();
        record.line.plies.push(Ply { time: Some(Duration::from_millis(1250)), ..Ply::new(mv) });
        record.line.end = Some(Outcome::draw(EndReason::MoveLimit));
        record.set_tag("end-time", "0.012");
        let text = write(&record).unwrap();
        assert_eq!(text, "V2.2\nPI\n+\n+7776FU\nT1\n%HIKIWAKE\nT0\n'gokaku: end draw move-limit\n");
        record.line.plies[0].time = Some(Duration::from_secs(1));
        record.set_tag("end-time", "0");
        assert_eq!(read(&text).unwrap(), [record]);
    }

    #[test]
    fn v3_is_read() {
        let record = &read("V3.0\nPI\n+\n+7776FU\nT1.25\n%MAX_MOVES\nT0.012\n").unwrap()[0];
        assert_eq!(record.line.plies[0].time, Some(Duration::from_millis(1250)));
        assert_eq!(record.line.end, Some(Outcome::draw(EndReason::MoveLimit)));
        assert_eq!(record.tag("end-time"), Some("0.012"));
    }
}

//! USI's `position` lines and bare SFEN, a game a line: start and moves, and nothing else.
//!
//! ```text
//! position startpos moves 7g7f 3c3d
//! position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1 moves G*5b
//! 4k4/9/4P4/9/9/9/9/9/4K4 b G 1
//! ```

use crate::{Game, Malformed, Ply, Record};

use super::{Handicap, Move, Shogi, sfen};

/// Reads a game from every line that is not empty; the word `position` may be missing, and `sfen` too.
///
/// The outcome is what the rules say.
///
/// # Errors
/// A line is neither, or a move is not legal.
pub fn read(text: &str) -> Result<Vec<Record<Shogi>>, Malformed> {
    let mut records = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if !line.is_empty() && !line.starts_with('#') {
            records.push(read_line(line).map_err(|malformed| malformed.at_line(number))?);
        }
    }
    Ok(records)
}

fn read_line(line: &str) -> Result<Record<Shogi>, Malformed> {
    let line = line.strip_prefix("position ").unwrap_or(line).trim_start();
    let (start, moves) = match line.split_once(" moves") {
        Some((start, moves)) => (start.trim_end(), moves),
        None => (line, ""),
    };
    let start = match start {
        "startpos" => Shogi::default(),
        _ => read_start(start.strip_prefix("sfen ").unwrap_or(start))?,
    };
    let mut record = Record::new(start);
    let mut game = record.start.clone();
    for mv in moves.split_ascii_whitespace() {
        let mv: Move = mv.parse()?;
        game.play(mv)?;
        record.line.plies.push(Ply::new(mv));
    }
    record.line.end = game.outcome();
    Ok(record)
}

/// Reads SFEN, be it a composer's position that disregards the rules for pawns, or what a [`Shogi`] prints.
fn read_start(text: &str) -> Result<Shogi, Malformed> {
    match sfen::parse(text) {
        Ok(setup) => Shogi::from_setup(&setup),
        Err(_) => text.parse(),
    }
}

/// Writes start and moves of the main line, as one line: what any engine understands, and so without a move
/// limit, the mark of a composer's position, or a declaration.
///
/// # Errors
/// None; as with the other formats, so that one can stand for another.
pub fn write(record: &Record<Shogi>) -> Result<String, Malformed> {
    let mut text = if Handicap::of(&record.start) == Some(Handicap::Even) {
        "position startpos".to_owned()
    } else {
        format!("position sfen {}", record.start.sfen())
    };
    let mut moves = record.moves().filter(|&mv| mv != Move::DECLARE).peekable();
    if moves.peek().is_some() {
        text.push_str(" moves");
    }
    for mv in moves {
        text.push_str(&format!(" {mv}"));
    }
    text.push('\n');
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_only_what_engines_know() {
        let problem = "4k4/9/4P4/4P4/9/9/9/9/4K4 b G 1";
        let start: Shogi = format!("{problem} limit 300 problem").parse().unwrap();
        let record = Record::from_moves(start, ["G*5b".parse().unwrap()]).unwrap();
        let line = write(&record).unwrap();
        assert_eq!(line, format!("position sfen {problem} moves G*5b\n"));
        assert!(read(&line).unwrap()[0].moves().eq(record.moves()));

        let start: Shogi = "+R+R+B+P+P+P+P+P+P/K+P7/9/9/9/9/9/9/8k b 9P 1".parse().unwrap();
        let sfen = start.sfen();
        let record = Record::from_moves(start, [Move::DECLARE]).unwrap();
        assert_eq!(write(&record).unwrap(), format!("position sfen {sfen}\n"));

        let limited = Record::new(Shogi::default().with_move_limit(Some(300)));
        assert_eq!(write(&limited).unwrap(), "position startpos\n");
        // Lines of ours from before are still read.
        assert_eq!(read(&format!("{problem} limit 300 problem")).unwrap()[0].start.move_limit(), Some(300));
    }
}

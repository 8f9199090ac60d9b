//! Diagrams of the board and lists of pieces in hand, as in KIF and KI2.

use std::fmt::Write;

use crate::{Game, Malformed, Side};

use super::super::setup::{Setup, color, side};
use super::super::{HandPiece, Piece, Shogi, words};

/// Reads a row such as `| ・v歩 龍|三` into rank `rank`, from 1.
pub(in super::super) fn read_row(setup: &mut Setup, rank: u32, row: &str) -> Result<(), Malformed> {
    let malformed = || Malformed::new(row, "9 squares between bars, such as | ・v歩 龍 ・ ・ ・ ・ ・ ・|三");
    let inside = row.trim_start().strip_prefix('|').ok_or_else(malformed)?;
    let (mut rest, _) = inside.split_once('|').ok_or_else(malformed)?;
    for file in (1..=9).rev() {
        let square = words::square_at(file, rank).ok_or_else(malformed)?;
        let mut chars = rest.chars();
        let owner = match chars.next().ok_or_else(malformed)? {
            ' ' | '^' => Side::First,
            'v' | 'V' => Side::Second,
            _ => return Err(malformed()),
        };
        let cell = chars.as_str();
        if let Some(more) = cell.strip_prefix(['・', '･', '.']) {
            setup.board.set(square, Piece::NONE);
            rest = more;
        } else {
            let (kind, more) = words::take_piece(cell).ok_or_else(malformed)?;
            setup.board.set(square, Piece::from_parts(color(owner), kind));
            rest = more;
        }
    }
    if rest.trim().is_empty() { Ok(()) } else { Err(malformed()) }
}

/// Reads a hand such as `飛二　金　歩十五`, or `なし`.
pub(in super::super) fn read_hand(setup: &mut Setup, side: Side, text: &str) -> Result<(), Malformed> {
    setup.hands[side.index()] = Setup::default().hands[side.index()];
    for word in text.split([' ', '　']).filter(|word| !word.is_empty() && *word != "なし") {
        let malformed = || Malformed::new(word, "a piece in hand and how many, such as 歩十五");
        let (kind, count) = words::take_piece(word).ok_or_else(malformed)?;
        let held = HandPiece::from_piece_type(kind).ok_or_else(malformed)?;
        setup.add_to_hand(side, held, words::parse_count(count).ok_or_else(malformed)?);
    }
    Ok(())
}

/// Writes the diagram, the hands, and the side to move if it is gote.
pub(in super::super) fn write(text: &mut String, start: &Shogi, names: [&str; 2]) {
    write_hand(text, start, Side::Second, names[1]);
    text.push_str("  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n");
    for rank in 1..=9 {
        text.push('|');
        let mut name = String::new();
        for file in (1..=9).rev() {
            let Some(square) = words::square_at(file, rank) else { continue };
            name = words::square(square).chars().skip(1).collect();
            match start.piece_on(square) {
                None => text.push_str(" ・"),
                Some(piece) => {
                    text.push(if side(piece.color()) == Side::First { ' ' } else { 'v' });
                    text.push_str(words::short_piece(piece.piece_type()));
                }
            }
        }
        let _ = writeln!(text, "|{name}");
    }
    text.push_str("+---------------------------+\n");
    write_hand(text, start, Side::First, names[0]);
    if start.side_to_move() == Side::Second {
        let _ = writeln!(text, "{}番", names[1]);
    }
}

fn write_hand(text: &mut String, start: &Shogi, side: Side, name: &str) {
    let held: Vec<String> = words::HAND_ORDER
        .iter()
        .filter_map(|&piece| {
            let count = start.hand(side).count(piece);
            (count > 0).then(|| format!("{}{}　", words::piece(piece.to_piece_type()), words::count(count)))
        })
        .collect();
    let held = if held.is_empty() { "なし".to_owned() } else { held.concat() };
    let _ = writeln!(text, "{name}の持駒：{held}");
}

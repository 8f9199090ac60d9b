//! SFEN, the one-line notation of positions (Tord Romstad's extension of FEN, part of the USI protocol).
//!
//! ```text
//! lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1
//! ```

use rsshogi::types::{File, Rank};

use crate::{Malformed, Side};

use super::setup::Setup;
use super::{Color, HandPiece, Piece, PieceType, Square};

/// Reads board, side, hands and, where it is given, the move number.
///
/// # Errors
/// The text is not SFEN. Whether the position makes sense is for [`Setup::position`] to say.
pub fn parse(text: &str) -> Result<Setup, Malformed> {
    let mut words = text.split_ascii_whitespace();
    let mut word = |what: &str| {
        words
            .next()
            .ok_or_else(|| Malformed::new(text, format!("board, side and hands, but {what} is missing")))
    };
    let mut setup = Setup::default();
    parse_board(word("the board")?, &mut setup)?;
    setup.side = match word("the side to move")? {
        "b" => Side::First,
        "w" => Side::Second,
        other => return Err(Malformed::new(other, "the side to move: b (sente) or w (gote)")),
    };
    parse_hands(word("the hands")?, &mut setup)?;
    if let Some(number) = words.next() {
        setup.number = number.parse().map_err(|_| Malformed::new(number, "the number of the next move"))?;
        // Some programs count from 0.
        setup.number = setup.number.max(1);
    }
    match words.next() {
        None => Ok(setup),
        Some(more) => Err(Malformed::new(more, "nothing after the move number")),
    }
}

fn parse_board(text: &str, setup: &mut Setup) -> Result<(), Malformed> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != 9 {
        return Err(Malformed::described(
            format!("a board of {} rows", rows.len()),
            "9 rows with / between them",
        ));
    }
    for (rank, row) in (0..).zip(rows) {
        let malformed =
            |why: &str| Malformed::new(row, format!("a row of 9 squares for rank {}, but {why}", rank + 1));
        let mut file: i8 = 9;
        let mut promoted = false;
        for c in row.chars() {
            match c {
                '+' if !promoted => promoted = true,
                '1'..='9' if !promoted => file -= c as i8 - '0' as i8,
                _ => {
                    let piece = piece(c, promoted)
                        .ok_or_else(|| malformed(&format!("{c:?} is no piece that can stand there")))?;
                    promoted = false;
                    file -= 1;
                    if file >= 0 {
                        setup.board.set(Square::from_file_rank(File::new(file), Rank::new(rank)), piece);
                    }
                }
            }
            if file < 0 {
                return Err(malformed("there are more"));
            }
        }
        if promoted || file != 0 {
            return Err(malformed(if promoted { "no piece follows the +" } else { "there are fewer" }));
        }
    }
    Ok(())
}

fn parse_hands(text: &str, setup: &mut Setup) -> Result<(), Malformed> {
    if text == "-" {
        return Ok(());
    }
    let malformed = || Malformed::new(text, "pieces in hand such as 2Pr3p, or - for none");
    let mut count = None;
    for c in text.chars() {
        if let Some(digit) = c.to_digit(10) {
            count = Some(count.unwrap_or(0u32).saturating_mul(10).saturating_add(digit));
            continue;
        }
        let piece = piece(c, false).ok_or_else(malformed)?;
        let held = HandPiece::from_piece_type(piece.piece_type()).ok_or_else(malformed)?;
        let count = count.take().unwrap_or(1);
        if count == 0 {
            return Err(malformed());
        }
        setup.add_to_hand(super::setup::side(piece.color()), held, count);
    }
    if count.is_some() {
        return Err(malformed());
    }
    Ok(())
}

fn piece(c: char, promoted: bool) -> Option<Piece> {
    let kind = match c.to_ascii_lowercase() {
        'p' => PieceType::PAWN,
        'l' => PieceType::LANCE,
        'n' => PieceType::KNIGHT,
        's' => PieceType::SILVER,
        'g' => PieceType::GOLD,
        'b' => PieceType::BISHOP,
        'r' => PieceType::ROOK,
        'k' => PieceType::KING,
        _ => return None,
    };
    let owner = if c.is_ascii_uppercase() { Color::BLACK } else { Color::WHITE };
    let piece = Piece::from_parts(owner, kind);
    match promoted {
        false => Some(piece),
        true => kind.is_promotable().then(|| piece.promote()),
    }
}

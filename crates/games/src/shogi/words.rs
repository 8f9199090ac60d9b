//! The Japanese words of shogi: squares, pieces, sides.

use rsshogi::types::{File, Rank};

use super::{HandPiece, PieceType, Square};

const FILES: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];
const RANKS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// The square as a newspaper prints it: `７六`.
pub(super) fn square(square: Square) -> String {
    let file = FILES.get(square.file().to_index()).copied().unwrap_or('？');
    let rank = RANKS.get(square.rank().to_index()).copied().unwrap_or('？');
    format!("{file}{rank}")
}

/// The square with this file and rank, each from 1 to 9.
pub(super) fn square_at(file: u32, rank: u32) -> Option<Square> {
    let on_board = (1..=9).contains(&file) && (1..=9).contains(&rank);
    on_board.then(|| Square::from_file_rank(File::new(file as i8 - 1), Rank::new(rank as i8 - 1)))
}

/// Takes a square such as `７六`, `76` or `7六` from the front of `text`.
pub(super) fn take_square(text: &str) -> Option<(Square, &str)> {
    let mut chars = text.chars();
    let file = digit(chars.next()?)?;
    let rank = digit(chars.next()?)?;
    Some((square_at(file, rank)?, chars.as_str()))
}

/// The value of a digit, be it ASCII, full-width or a kanji.
pub(super) fn digit(c: char) -> Option<u32> {
    c.to_digit(10)
        .or_else(|| FILES.iter().position(|&wide| wide == c).map(|i| i as u32 + 1))
        .or_else(|| RANKS.iter().position(|&kanji| kanji == c).map(|i| i as u32 + 1))
        .or((c == '０').then_some(0))
}

/// Names of pieces, the usual one first; `成香` before `香` is a matter of the longest match.
const PIECES: [(&str, PieceType); 21] = [
    ("歩", PieceType::PAWN),
    ("香", PieceType::LANCE),
    ("桂", PieceType::KNIGHT),
    ("銀", PieceType::SILVER),
    ("金", PieceType::GOLD),
    ("角", PieceType::BISHOP),
    ("飛", PieceType::ROOK),
    ("玉", PieceType::KING),
    ("と", PieceType::PRO_PAWN),
    ("成香", PieceType::PRO_LANCE),
    ("成桂", PieceType::PRO_KNIGHT),
    ("成銀", PieceType::PRO_SILVER),
    ("馬", PieceType::HORSE),
    ("龍", PieceType::DRAGON),
    ("王", PieceType::KING),
    ("竜", PieceType::DRAGON),
    ("杏", PieceType::PRO_LANCE),
    ("圭", PieceType::PRO_KNIGHT),
    ("全", PieceType::PRO_SILVER),
    ("仝", PieceType::PRO_SILVER),
    ("成歩", PieceType::PRO_PAWN),
];

/// The name of a piece in moves: `歩`, `成銀`, `龍`.
pub(super) fn piece(kind: PieceType) -> &'static str {
    PIECES.iter().find(|(_, known)| *known == kind).map_or("？", |(name, _)| name)
}

/// The name of a piece in one character, for diagrams.
pub(super) fn short_piece(kind: PieceType) -> &'static str {
    match kind {
        PieceType::PRO_LANCE => "杏",
        PieceType::PRO_KNIGHT => "圭",
        PieceType::PRO_SILVER => "全",
        _ => piece(kind),
    }
}

/// Takes the name of a piece from the front of `text`.
pub(super) fn take_piece(text: &str) -> Option<(PieceType, &str)> {
    PIECES.iter().find_map(|(name, kind)| Some((*kind, text.strip_prefix(name)?)))
}

/// The pieces of a hand in the order in which they are listed.
pub(super) const HAND_ORDER: [HandPiece; 7] = [
    HandPiece::ROOK,
    HandPiece::BISHOP,
    HandPiece::GOLD,
    HandPiece::SILVER,
    HandPiece::KNIGHT,
    HandPiece::LANCE,
    HandPiece::PAWN,
];

/// A count below 20 in kanji; nothing for one.
pub(super) fn count(n: u32) -> String {
    let one = |n: u32| {
        n.checked_sub(1).and_then(|i| RANKS.get(i as usize)).map(char::to_string).unwrap_or_default()
    };
    match n {
        0 | 1 => String::new(),
        2..=9 => one(n),
        10..=19 => format!("十{}", one(n - 10)),
        _ => n.to_string(),
    }
}

/// The value of a count as [`count`] writes it, or in digits.
pub(super) fn parse_count(text: &str) -> Option<u32> {
    if text.is_empty() {
        return Some(1);
    }
    if let Some(rest) = text.strip_prefix('十') {
        return if rest.is_empty() { Some(10) } else { Some(10 + one_digit(rest)?) };
    }
    let mut value = 0u32;
    for c in text.chars() {
        value = value.checked_mul(10)?.checked_add(digit(c)?)?;
    }
    Some(value)
}

fn one_digit(text: &str) -> Option<u32> {
    let mut chars = text.chars();
    let value = digit(chars.next()?)?;
    chars.next().is_none().then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_and_pieces_read_back() {
        for known in Square::iter() {
            assert_eq!(take_square(&square(known)), Some((known, "")));
        }
        for kind in PieceType::iter().filter(|&kind| kind != PieceType::NONE) {
            assert_eq!(take_piece(piece(kind)), Some((kind, "")));
            assert_eq!(take_piece(short_piece(kind)), Some((kind, "")));
        }
        assert_eq!(take_square("０六"), None);
    }

    #[test]
    fn counts_read_back() {
        for n in 1..=18 {
            assert_eq!(parse_count(&count(n)), Some(n));
        }
        assert_eq!(parse_count("99999999999999999999"), None);
    }
}

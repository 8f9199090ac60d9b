//! Shogi: kanji on kaya wood, hands above and below, the seat's own side at the bottom.

use anstyle::Style;
use games::shogi::{Color, HandPiece, Handicap, Move, PieceType, Shogi, Square, names};
use games::{Malformed, Side};

use super::{KAYA, RIM, paint, rgb};
use crate::format::Format;
use crate::table::Table;

const INK: Style = KAYA.fg_color(rgb(0x1c, 0x1b, 0x1a)).bold();

/// The letters and signs of files and ranks, as USI writes them: what a player types.
const FILES: [&str; 9] = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
const RANKS: [&str; 9] = ["a", "b", "c", "d", "e", "f", "g", "h", "i"];

/// One character a piece, as in diagrams.
const KANJI: [(PieceType, &str); 14] = [
    (PieceType::PAWN, "歩"),
    (PieceType::LANCE, "香"),
    (PieceType::KNIGHT, "桂"),
    (PieceType::SILVER, "銀"),
    (PieceType::GOLD, "金"),
    (PieceType::BISHOP, "角"),
    (PieceType::ROOK, "飛"),
    (PieceType::KING, "玉"),
    (PieceType::PRO_PAWN, "と"),
    (PieceType::PRO_LANCE, "杏"),
    (PieceType::PRO_KNIGHT, "圭"),
    (PieceType::PRO_SILVER, "全"),
    (PieceType::HORSE, "馬"),
    (PieceType::DRAGON, "龍"),
];

fn kanji(piece: PieceType) -> &'static str {
    KANJI.into_iter().find(|&(known, _)| known == piece).map_or("？", |(_, kanji)| kanji)
}

impl Table for Shogi {
    const RECORD_FORMAT: Format = Format::Kif;
    const DATE: (&'static str, &'static str) = ("開始日時", "%Y/%m/%d %H:%M:%S");

    /// Nearly every square can be reached by some move, so none is marked.
    fn draw(view: &Shogi, seat: Side, _targets: &[Move]) -> String {
        let turned = |index: usize| if seat == Side::First { index } else { 8 - index };
        let files: String = (0..9).rev().map(|file| format!(" {} ", FILES[turned(file)])).collect();
        let mut lines = vec![hand(view, seat.other()), paint(RIM, &files)];
        for rank in 0..9 {
            let squares = (0..9)
                .rev()
                .map(|file| cell(view, Square::from_index(9 * turned(file) + turned(rank)), seat));
            lines.push(format!("{} {}", squares.collect::<String>(), paint(RIM, RANKS[turned(rank)])));
        }
        lines.push(hand(view, seat));
        lines.join("\n")
    }

    /// As in a newspaper, and as it is typed: `▲７六歩 (7g7f)`.
    fn spoken(&self, mv: Move) -> String {
        format!("{} ({mv})", names::name(self, mv))
    }

    /// Also the name of a handicap, such as `二枚落ち`.
    fn position_from(text: &str) -> Result<Shogi, Malformed> {
        match Handicap::from_name(text) {
            Some(handicap) => Ok(handicap.start()),
            None if text == "start" => Ok(Shogi::default()),
            None => text.parse(),
        }
    }
}

/// A piece that faces away from the seat has a `v` before it, as in diagrams.
fn cell(view: &Shogi, square: Square, seat: Side) -> String {
    match view.piece_on(square) {
        None => paint(KAYA, " ・"),
        Some(piece) => {
            let owner = if piece.color() == Color::BLACK { Side::First } else { Side::Second };
            paint(INK, format!("{}{}", if owner == seat { ' ' } else { 'v' }, kanji(piece.piece_type())))
        }
    }
}

fn hand(view: &Shogi, side: Side) -> String {
    let mark = if side == Side::First { "☗" } else { "☖" };
    let hand = view.hand(side);
    let mut pieces: Vec<String> = HandPiece::iter()
        .filter(|&piece| hand.count(piece) > 0)
        .map(|piece| format!("{}{}", kanji(piece.to_piece_type()), hand.count(piece)))
        .collect();
    pieces.reverse();
    format!("{mark} {}", if pieces.is_empty() { "-".to_owned() } else { pieces.join(" ") })
}

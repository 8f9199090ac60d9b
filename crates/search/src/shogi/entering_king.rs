//! What brings a king that has entered the other camp nearer to declaring a win.

use games::shogi::{Color, Position};
use rsshogi::board::Bitboard;

/// What each of its own pieces in the camp is worth to such a king, in points: less than a pawn, so that
/// nothing is given for it. A search alone sees a declaration only a few moves before it.
const PIECE: i32 = 60;

/// The number of pieces that a declaration asks for; its points are material, which the evaluation counts
/// anyway.
const PIECES: u32 = 10;

/// What `side` has of it, in points.
#[inline]
pub(super) fn progress(position: &Position, side: Color) -> i32 {
    let camp = Bitboard::promotion_zone(side);
    let king = position.king_square(side);
    if king.is_none() || !camp.test(king) {
        return 0;
    }
    let pieces = position.pieces_by_color(side).and(camp).count() - 1;
    PIECE * pieces.min(PIECES) as i32
}

#[cfg(test)]
mod tests {
    use games::shogi::Shogi;

    use super::*;

    #[test]
    fn only_an_entered_king_counts_its_pieces() {
        let of = |position: &str, side| progress(position.parse::<Shogi>().unwrap().position(), side);
        assert_eq!(of("4K4/2+P1+P4/9/6k2/9/9/9/9/9 b - 1", Color::BLACK), 2 * PIECE);
        assert_eq!(of("4K4/2+P1+P4/9/6k2/9/9/9/9/9 b - 1", Color::WHITE), 0);
        assert_eq!(of("9/2+P1+P4/9/4K1k2/9/9/9/9/9 b - 1", Color::BLACK), 0);
        assert_eq!(of("K8/+P+P+P+P+P+P+P+P+P/+P+P7/6k2/9/9/9/9/9 b - 1", Color::BLACK), 10 * PIECE);
    }
}

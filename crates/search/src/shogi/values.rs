//! What pieces are worth.

use games::shogi::{Piece, PieceType};

/// The values of the pieces in points, by `PieceType`: those of Bonanza 6 (the program of Nakamichi 2020)
/// from memory, not compared with their source.
const VALUES: [i32; 16] = [0, 87, 232, 257, 369, 569, 642, 444, 0, 534, 489, 510, 495, 827, 945, 0];

/// What a piece of this kind is worth, on the board or in hand; the king nothing, it never leaves.
#[inline]
pub(super) const fn value(kind: PieceType) -> i32 {
    VALUES[kind.to_index() & 15]
}

/// What taking `piece` changes: it is gone on one side and in hand, turned back, on the other.
#[inline]
pub(super) const fn taking(piece: Piece) -> i32 {
    let kind = piece.piece_type();
    value(kind) + value(kind.demote())
}

/// What turning over a piece that has become `promoted` adds.
#[inline]
pub(super) const fn promoting(promoted: PieceType) -> i32 {
    value(promoted) - value(promoted.demote())
}

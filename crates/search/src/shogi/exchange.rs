//! Static exchange evaluation: captures and recaptures on one square.

use games::shogi::{Color, Piece, PieceType, Position};
use rsshogi::board::Bitboard;
use rsshogi::types::Move32;

use super::values::{promoting, taking};

/// The order in which pieces are given up, and so the order in which they take.
const CHEAPEST_FIRST: [PieceType; 14] = [
    PieceType::PAWN,
    PieceType::LANCE,
    PieceType::KNIGHT,
    PieceType::PRO_PAWN,
    PieceType::PRO_LANCE,
    PieceType::PRO_KNIGHT,
    PieceType::SILVER,
    PieceType::PRO_SILVER,
    PieceType::GOLD,
    PieceType::BISHOP,
    PieceType::ROOK,
    PieceType::HORSE,
    PieceType::DRAGON,
    PieceType::KING,
];

/// Whether `mv` gains at least `least` points once both sides have taken on its square for as long as it
/// pays.
pub(super) fn gains(position: &Position, mv: Move32, least: i32) -> bool {
    let to = mv.to_sq();
    let moved = mv.piece_after_move();
    let mut balance = taking(position.piece_on(to)) - least;
    if mv.is_promotion() {
        balance += promoting(moved.piece_type());
    }
    if balance < 0 {
        return false;
    }
    balance -= taking(moved);
    if balance >= 0 || moved.piece_type() == PieceType::KING {
        return true;
    }
    let mut occupied = position.pieces() | Bitboard::from_square(to);
    if !mv.is_drop() {
        occupied ^= Bitboard::from_square(mv.from_sq());
    }
    let mut side = moved.color();
    // The side that is to take loses if it stops now.
    loop {
        side = side.flip();
        let Some((taker, square)) = cheapest(position, to, occupied, side) else { break };
        if taker == PieceType::KING {
            let answered = (position.attackers_to_color(side.flip(), to, occupied) & occupied).any();
            if answered {
                break;
            }
            side = side.flip();
            break;
        }
        occupied ^= Bitboard::from_square(square);
        balance = -balance - 1 - taking(Piece::from_parts(side, taker));
        if balance >= 0 {
            side = side.flip();
            break;
        }
    }
    // Whoever could not or would not take has lost the exchange.
    side != moved.color()
}

/// The cheapest piece of `side` that takes on `to`, and where it stands.
fn cheapest(
    position: &Position,
    to: games::shogi::Square,
    occupied: Bitboard,
    side: Color,
) -> Option<(PieceType, games::shogi::Square)> {
    let takers = position.attackers_to_color(side, to, occupied) & occupied;
    if takers.is_empty() {
        return None;
    }
    CHEAPEST_FIRST.into_iter().find_map(|kind| {
        let square = (takers & position.pieces_by_type(kind)).lsb()?;
        Some((kind, square))
    })
}

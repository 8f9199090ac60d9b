//! Which rule forbids a move.

use rsshogi::board::Bitboard;

use super::setup::is_dead;
use super::{HandPiece, Move, MoveKind, PieceType, Shogi, Square};
use crate::Game;

/// The rule that `mv`, which is known not to be legal, breaks.
pub(super) fn why(game: &Shogi, mv: Move) -> String {
    match mv.kind() {
        MoveKind::Declare => declaration(game),
        MoveKind::Drop { piece, to } => drop(game, piece, to),
        MoveKind::Board { from, to, promote } => board(game, from, to, promote),
    }
}

fn declaration(game: &Shogi) -> String {
    let needed = Shogi::declaration_points(game.side_to_move());
    match game.declaration_count() {
        None => "the king is not in the enemy camp".to_owned(),
        Some(_) if game.in_check() => "the king is in check".to_owned(),
        Some((_, pieces)) if pieces < 10 => {
            format!("only {pieces} pieces besides the king are in the enemy camp, and 10 are needed")
        }
        Some((points, _)) => format!("there are only {points} points, and {needed} are needed"),
    }
}

fn drop(game: &Shogi, piece: PieceType, to: Square) -> String {
    let position = game.position();
    let us = position.turn();
    let in_hand = HandPiece::from_piece_type(piece).map_or(0, |held| position.hand(us).count(held));
    if in_hand == 0 {
        return format!("there is no {} in hand", name(piece));
    }
    if !position.is_square_empty(to) {
        return format!("{to} is occupied");
    }
    if is_dead(piece, us, to) {
        return format!("a {} on {to} could never move again", name(piece));
    }
    if piece == PieceType::PAWN && position.has_pawn_on_file(us, to.file()) {
        return format!("there would be two pawns on file {}", to.file());
    }
    if leaves_king_in_check(game, position.pieces().or(Bitboard::from_square(to))) {
        return "it leaves the king in check".to_owned();
    }
    "a dropped pawn may not give checkmate".to_owned()
}

fn board(game: &Shogi, from: Square, to: Square, promote: bool) -> String {
    let position = game.position();
    let us = position.turn();
    let Some(piece) = game.piece_on(from) else {
        return format!("there is no piece on {from}");
    };
    if piece.color() != us {
        return format!("the piece on {from} is not yours");
    }
    let kind = piece.piece_type();
    if game.piece_on(to).is_some_and(|target| target.color() == us) {
        return format!("your own piece is on {to}");
    }
    if !position.attackers_to(to, position.pieces()).test(from) {
        let on_open_board = position.attackers_to(to, Bitboard::from_square(from)).test(from);
        return if on_open_board {
            format!("there is a piece between {from} and {to}")
        } else {
            format!("a {} does not move so", name(kind))
        };
    }
    if promote {
        if !kind.is_promotable() {
            return format!("a {} does not promote", name(kind));
        }
        let camp = Bitboard::promotion_zone(us);
        if !camp.test(from) && !camp.test(to) {
            return "it may promote only in the enemy camp".to_owned();
        }
    } else if is_dead(kind, us, to) {
        return format!("a {} must promote on {to}", name(kind));
    }
    "it leaves the king in check".to_owned()
}

fn leaves_king_in_check(game: &Shogi, occupied: Bitboard) -> bool {
    let us = game.position().turn();
    game.king(game.side_to_move())
        .is_some_and(|king| game.position().is_attacked_by_color(us.flip(), king, occupied))
}

/// What a piece is called in English.
const fn name(kind: PieceType) -> &'static str {
    match kind {
        PieceType::PAWN => "pawn",
        PieceType::LANCE => "lance",
        PieceType::KNIGHT => "knight",
        PieceType::SILVER => "silver",
        PieceType::GOLD => "gold",
        PieceType::BISHOP => "bishop",
        PieceType::ROOK => "rook",
        PieceType::KING => "king",
        PieceType::PRO_PAWN => "promoted pawn",
        PieceType::PRO_LANCE => "promoted lance",
        PieceType::PRO_KNIGHT => "promoted knight",
        PieceType::PRO_SILVER => "promoted silver",
        PieceType::HORSE => "horse",
        PieceType::DRAGON => "dragon",
        _ => "piece",
    }
}

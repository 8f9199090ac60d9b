//! What is striking about a move of shogi: captures, checks, pieces in danger, and what people open with.

use std::sync::{Arc, LazyLock};

use games::shogi::{Book, Color, Move, MoveKind, PieceType, Shogi, Square};
use games::{Game, Side};

use super::Striking;
use crate::RecentMoves;

/// The file of the shipped opening book: sound moves that people play often; its first lines say how it was
/// made.
pub static SHOGI_BOOK: &str = include_str!("../../data/shogi_book.txt");

/// The shipped opening book.
#[must_use]
pub fn shogi_book() -> Arc<Book> {
    static BOOK: LazyLock<Arc<Book>> = LazyLock::new(|| {
        // Its moves have been counted already, so no number of plies limits it.
        let book = Book::read(SHOGI_BOOK, usize::MAX);
        Arc::new(book.unwrap_or_default())
    });
    Arc::clone(&BOOK)
}

/// Pieces that are told apart: pawn, lance, knight, silver, gold and promoted ones, bishop, rook, king.
const KINDS: usize = 8;

/// What they are worth to somebody who counts, in pawns.
const WORTH: [f64; KINDS] = [1.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 15.0];

impl Striking for Shogi {
    const FEATURES: &'static [&'static str] = &[
        "takes",
        "takes-back",
        "check",
        "promotes",
        "drops",
        "drops-pawn",
        "hangs",
        "saves",
        "threatens-camp",
        "forward",
        "backward",
        "to-king",
        "pawn",
        "lance",
        "knight",
        "silver",
        "gold",
        "bishop",
        "rook",
        "king",
        "early-edge",
        "early-king",
        "own-last",
    ];

    const SHIPPED: &'static str = include_str!("../../data/shogi-people.txt");

    fn usual(view: &Shogi) -> Vec<(Move, u64)> {
        shogi_book().moves(view).to_vec()
    }

    fn features(view: &Shogi, recent: RecentMoves<Move>, mv: Move) -> Vec<f64> {
        let mut features = vec![0.0; Self::FEATURES.len()];
        let Some(to) = mv.to() else {
            features[0] = 1.0;
            return features;
        };
        let side = Game::side_to_move(view);
        let mark = |holds: bool| f64::from(u8::from(holds));
        let (kind, from, dropped) = match mv.kind() {
            MoveKind::Board { from, .. } => {
                (view.piece_on(from).map_or(0, |piece| kind(piece.piece_type())), Some(from), false)
            }
            MoveKind::Drop { piece, .. } => (kind(piece), None, true),
            MoveKind::Declare => (0, None, false),
        };
        let worth = |kind: usize| (WORTH[kind] / WORTH[KINDS - 2]).sqrt();
        let taken = view.piece_on(to).map(|piece| self::kind(piece.piece_type()));
        let attacked = |square: Square, by: Color| {
            let position = view.position();
            position.attackers_to_color(by, square, position.pieces()).any()
        };
        let (own, other) = match side {
            Side::First => (Color::BLACK, Color::WHITE),
            Side::Second => (Color::WHITE, Color::BLACK),
        };
        let row = |square: Square| forward(side, square);
        let ahead = from.map_or(0, |from| row(to) - row(from));
        let near_king = view.king(side.other()).is_some_and(|king| distance(king, to) <= 2);
        let opening = 1.0 - (f64::from(view.move_number()) / 30.0).min(1.0);
        features[0] = taken.map_or(0.0, worth);
        features[1] = mark(taken.is_some() && view.last_to() == Some(to));
        features[2] = mark(view.gives_check(mv));
        features[3] = mark(mv.promotes());
        features[4] = mark(dropped);
        features[5] = mark(dropped && kind == 0);
        features[6] = if attacked(to, other) {
            // What protects it stays, but for the piece itself.
            worth(kind) - taken.map_or(0.0, worth).min(worth(kind)) * 0.5
        } else {
            0.0
        };
        features[7] =
            from.map_or(0.0, |from| mark(attacked(from, other) && !attacked(from, own)) * worth(kind));
        features[8] = mark(row(to) >= 6 && !dropped);
        features[9] = mark(ahead > 0);
        features[10] = mark(ahead < 0);
        features[11] = mark(near_king);
        features[12 + kind] = 1.0;
        features[20] = opening * mark(matches!(to.file().to_index(), 0 | 8));
        features[21] = opening * mark(kind == KINDS - 1);
        features[22] = mark(recent.own.is_some_and(|own| own.to().is_some() && own.to() == from));
        features
    }
}

fn kind(piece: PieceType) -> usize {
    match piece {
        PieceType::PAWN => 0,
        PieceType::LANCE => 1,
        PieceType::KNIGHT => 2,
        PieceType::SILVER => 3,
        PieceType::BISHOP | PieceType::HORSE => 5,
        PieceType::ROOK | PieceType::DRAGON => 6,
        PieceType::KING => 7,
        _ => 4,
    }
}

/// How far up the board a square is for a side, from 0.
fn forward(side: Side, square: Square) -> i32 {
    let rank = square.rank().to_index() as i32;
    if side == Side::First { 8 - rank } else { rank }
}

fn distance(one: Square, other: Square) -> i32 {
    let apart = |a: usize, b: usize| (a as i32 - b as i32).abs();
    apart(one.file().to_index(), other.file().to_index())
        .max(apart(one.rank().to_index(), other.rank().to_index()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_open_with_the_pawns_before_rook_and_bishop() {
        use crate::PeopleModel;
        let mut model = crate::attention::Attention::<Shogi>::shipped().unwrap();
        let start = Shogi::default();
        let mut moves = Vec::new();
        Game::legal_moves(&start, &mut moves);
        for shares in model.at_ratings(&start, RecentMoves::default(), &[800.0, 2000.0]) {
            let usual = moves.iter().zip(&shares);
            let usual = usual.filter(|(mv, _)| ["7g7f", "2g2f", "5g5f"].contains(&&*mv.to_string()));
            assert!(usual.map(|(_, share)| share).sum::<f64>() > 0.9);
        }
    }

    #[test]
    fn captures_and_pieces_are_seen() {
        let start = Shogi::default();
        let mut moves = Vec::new();
        Game::legal_moves(&start, &mut moves);
        for &mv in &moves {
            let features = Shogi::features(&start, RecentMoves::default(), mv);
            assert_eq!(features[0], 0.0);
            assert_eq!(features[12..20].iter().sum::<f64>(), 1.0);
        }
        let record = &games::shogi::usi::read("position startpos moves 7g7f 3c3d 8h2b+ 3a2b").unwrap()[0];
        let mut game = record.start.clone();
        let moves: Vec<Move> = record.moves().collect();
        for &mv in &moves[..3] {
            game.play(mv).unwrap();
        }
        let recent = RecentMoves { other: Some(moves[2]), own: Some(moves[1]) };
        let back = Shogi::features(&game, recent, moves[3]);
        assert_eq!((back[1], back[15]), (1.0, 1.0), "{back:?}");
        assert!(back[0] > 0.8);
    }
}

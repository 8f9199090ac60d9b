//! What a side sees of a position from its king: every piece by kind, owner and square, and the hands.

use games::shogi::{Color, Hand, HandPiece, Piece, Position, Square};

/// Squares of the board.
pub(super) const SQUARES: usize = 81;

/// Kinds of pieces on the board, the king last.
const KINDS: usize = 14;

/// The first feature of the hands.
const HANDS: usize = 2 * KINDS * SQUARES;

/// Where the pieces in hand of each kind begin, by `HandPiece`; the last is their number. There is a feature
/// for the first pawn, the second and so on: so many as there are in a game.
const HELD: [usize; 8] = [0, 18, 22, 26, 30, 32, 34, 38];

/// Features of a view.
pub(super) const FEATURES: usize = HANDS + 2 * HELD[7];

/// The kind of a piece on the board, 0 to 13.
const fn kind(piece: Piece) -> usize {
    match piece.piece_type().to_index() {
        8 => KINDS - 1,
        index if index > 8 => index - 2,
        index => index - 1,
    }
}

/// The first feature of each piece, by viewing colour and `Piece`.
static FIRST: [[u16; 32]; 2] = {
    let mut first = [[0; 32]; 2];
    let mut raw = 1;
    while raw < 31 {
        let piece = Piece::new(raw as i8);
        if raw % 16 != 0 && raw % 16 != 15 {
            let owner = piece.color().to_index();
            first[0][raw] = ((owner * KINDS + kind(piece)) * SQUARES) as u16;
            first[1][raw] = (((1 - owner) * KINDS + kind(piece)) * SQUARES) as u16;
        }
        raw += 1;
    }
    first
};

/// A square as a colour sees it, from its own side of the board.
#[inline]
pub(super) fn seen(view: Color, square: Square) -> usize {
    let index = square.to_index();
    if view == Color::BLACK { index } else { SQUARES - 1 - index }
}

/// The feature of a piece on the board.
#[inline]
pub(super) fn on_board(view: Color, piece: Piece, square: Square) -> usize {
    usize::from(FIRST[view.to_index()][piece.to_index() & 31]) + seen(view, square)
}

/// The feature of the piece in hand that makes them `count`.
#[inline]
pub(super) fn in_hand(view: Color, owner: Color, piece: HandPiece, count: u32) -> usize {
    let side = if view == owner { 0 } else { HELD[7] };
    let kind = piece.to_index();
    let most = HELD[kind + 1] - HELD[kind];
    HANDS + side + HELD[kind] + (count as usize).clamp(1, most) - 1
}

/// Where the king of `view` stands, as it sees it. Problems may leave a king out: then it is as good as in
/// the middle.
#[inline]
pub(super) fn king(view: Color, position: &Position) -> usize {
    let square = position.king_square(view);
    if square.is_valid() { seen(view, square) } else { SQUARES / 2 }
}

/// How many steps a king needs from one square to another.
pub(super) const fn steps(from: usize, to: usize) -> usize {
    let (files, ranks) = ((from / 9).abs_diff(to / 9), (from % 9).abs_diff(to % 9));
    if files > ranks { files } else { ranks }
}

/// The square, or the feature of a piece, on the other side of the middle file.
pub(super) const fn mirrored(feature: usize) -> usize {
    if feature >= HANDS {
        return feature;
    }
    let square = feature % SQUARES;
    feature - square + (8 - square / 9) * 9 + square % 9
}

/// Every feature of `position` as `view` sees it.
pub(super) fn each(position: &Position, view: Color, mut take: impl FnMut(usize)) {
    for square in &position.pieces() {
        take(on_board(view, position.piece_on(square), square));
    }
    for owner in [Color::BLACK, Color::WHITE] {
        let hand: Hand = position.hand(owner);
        for piece in HandPiece::iter() {
            for count in 1..=hand.count(piece) {
                take(in_hand(view, owner, piece, count));
            }
        }
    }
}

/// What a feature is: a piece on the board or in hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Feature {
    /// A piece of this kind, own or not, on a square as the view sees it.
    Board { own: bool, kind: games::shogi::PieceType, square: usize },
    /// The piece in hand that makes them `count`.
    Hand { own: bool, kind: games::shogi::PieceType, count: usize },
}

/// What `feature` stands for.
pub(super) fn describe(feature: usize) -> Feature {
    use games::shogi::PieceType;
    if feature < HANDS {
        let (piece, square) = (feature / SQUARES, feature % SQUARES);
        let index = match piece % KINDS {
            13 => 8,
            kind if kind < 7 => kind + 1,
            kind => kind + 2,
        };
        return Feature::Board { own: piece < KINDS, kind: PieceType::new(index as i8), square };
    }
    let place = (feature - HANDS) % HELD[7];
    let piece = HandPiece::iter().take_while(|piece| HELD[piece.to_index()] <= place).last();
    let piece = piece.unwrap_or(HandPiece::PAWN);
    Feature::Hand {
        own: feature - HANDS < HELD[7],
        kind: piece.to_piece_type(),
        count: place - HELD[piece.to_index()] + 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::shogi::PieceType;

    #[test]
    fn features_are_what_they_describe() {
        for own in [true, false] {
            for view in [Color::BLACK, Color::WHITE] {
                let owner = if own { view } else { view.flip() };
                for kind in PieceType::iter().filter(|kind| *kind != PieceType::NONE) {
                    let square = Square::new(12);
                    let feature = on_board(view, Piece::from_parts(owner, kind), square);
                    assert_eq!(describe(feature), Feature::Board { own, kind, square: seen(view, square) });
                }
                for piece in HandPiece::iter() {
                    let feature = in_hand(view, owner, piece, 2);
                    assert_eq!(
                        describe(feature),
                        Feature::Hand { own, kind: piece.to_piece_type(), count: 2 }
                    );
                }
            }
        }
    }

    #[test]
    fn the_mirror_is_its_own_reverse() {
        for feature in 0..FEATURES {
            assert_eq!(mirrored(mirrored(feature)), feature);
        }
    }
}

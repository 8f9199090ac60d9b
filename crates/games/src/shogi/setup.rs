//! Positions that come from outside: pieces put on a board one by one, and the check that they can be played
//! from.

use rsshogi::board::{BoardArray, Position, PositionState};

use crate::{Malformed, Side};

use super::{Color, Hand, HandPiece, Piece, PieceType, Square};

/// A board, hands and a side to move that need not make sense yet.
#[derive(Clone, PartialEq, Debug)]
pub struct Setup {
    /// What stands on each square.
    pub board: BoardArray,
    /// How many pieces of each kind sente and gote have in hand; indexed by [`HandPiece`].
    pub hands: [[u8; HandPiece::COUNT]; 2],
    /// Whose turn it is.
    pub side: Side,
    /// The number of the next move.
    pub number: u32,
}

/// The pieces of a set, kings apart (two of them, one a side).
const SET: [(PieceType, u8); 7] = [
    (PieceType::PAWN, 18),
    (PieceType::LANCE, 4),
    (PieceType::KNIGHT, 4),
    (PieceType::SILVER, 4),
    (PieceType::BISHOP, 2),
    (PieceType::ROOK, 2),
    (PieceType::GOLD, 4),
];

impl Default for Setup {
    /// An empty board, sente to move.
    fn default() -> Self {
        Setup { board: BoardArray::empty(), hands: [[0; HandPiece::COUNT]; 2], side: Side::First, number: 1 }
    }
}

impl Setup {
    /// What stands on the board and in the hands of `position`.
    #[must_use]
    pub fn of(position: &Position, number: u32) -> Self {
        let hand = |color: Color| {
            let hand = position.hand(color);
            std::array::from_fn(|i| hand.count(HandPiece::new(i as i8)) as u8)
        };
        Setup {
            board: position.board_array(),
            hands: [hand(Color::BLACK), hand(Color::WHITE)],
            side: side(position.turn()),
            number,
        }
    }

    /// Adds `count` pieces to a hand; the sum is kept small enough to be counted and large enough to be
    /// refused.
    pub fn add_to_hand(&mut self, side: Side, piece: HandPiece, count: u32) {
        if let Some(held) = self.hands[side.index()].get_mut(piece.to_index()) {
            *held = (u32::from(*held).saturating_add(count)).min(100) as u8;
        }
    }

    /// The pieces of the set that are neither on the board nor in a hand; kings are not counted.
    #[must_use]
    pub fn left_over(&self) -> [u8; HandPiece::COUNT] {
        let mut left = [0; HandPiece::COUNT];
        for (piece, total) in SET {
            if let Some(index) = HandPiece::from_piece_type(piece) {
                left[index.to_index()] = total.saturating_sub(self.count(piece));
            }
        }
        left
    }

    fn count(&self, piece: PieceType) -> u8 {
        let on_board =
            self.board.iter().filter(|(_, p)| !p.is_empty() && p.base_piece_type() == piece).count();
        let in_hand = HandPiece::from_piece_type(piece).map_or(0, |index| {
            self.hands.iter().map(|hand| hand[index.to_index()]).fold(0, u8::saturating_add)
        });
        (on_board as u8).saturating_add(in_hand)
    }

    /// The position, if the rules of shogi can be applied to it.
    ///
    /// Problems leave out one king, so one is enough; there may be fewer pieces than in a set but not more,
    /// and the side that has just moved may not stand in check. That no side has two pawns on a file and no
    /// piece could never move again is asked for by [`Setup::check_pieces`], because some composers disregard
    /// it.
    ///
    /// # Errors
    /// One of these does not hold.
    pub fn position(&self) -> Result<Position, Malformed> {
        self.check_counts()?;
        let hand = |counts: [u8; HandPiece::COUNT]| {
            HandPiece::iter().zip(counts).fold(Hand::ZERO, |hand, (piece, count)| {
                hand.checked_add(piece, u32::from(count)).unwrap_or(hand)
            })
        };
        let mut position = Position::empty();
        let state = PositionState {
            board: self.board,
            hands: self.hands.map(hand),
            side_to_move: color(self.side),
            ply: 1,
        };
        position
            .try_set_position_state(&state)
            .map_err(|error| Malformed::described(error.to_string(), "a position of shogi"))?;
        let waiting = color(self.side.other());
        let king = position.king_square(waiting);
        if !king.is_none() && position.is_attacked_by(king, waiting.flip()) {
            return Err(Malformed::described(
                format!("a king on {king} that can be taken at once"),
                "a position in which the side that has just moved is not in check",
            ));
        }
        Ok(position)
    }

    fn check_counts(&self) -> Result<(), Malformed> {
        let kings = [Piece::B_KING, Piece::W_KING]
            .map(|king| self.board.iter().filter(|&(_, piece)| piece == king).count());
        if kings.iter().any(|&count| count > 1) || kings == [0, 0] {
            return Err(Malformed::described(
                format!("{} kings of sente and {} of gote", kings[0], kings[1]),
                "a king for each side (one may be missing in a problem)",
            ));
        }
        for (piece, total) in SET {
            let count = self.count(piece);
            if count > total {
                return Err(Malformed::described(
                    format!("{count} pieces {piece}"),
                    format!("at most {total}, as in a set"),
                ));
            }
        }
        Ok(())
    }

    /// Sees to it that no side has two pawns on a file, and that every piece could move on an empty board.
    ///
    /// # Errors
    /// One of these does not hold.
    pub fn check_pieces(&self) -> Result<(), Malformed> {
        let mut pawns = [[false; 9]; 2];
        for (square, piece) in self.board.iter() {
            if piece.is_empty() {
                continue;
            }
            let owner = piece.color();
            if is_dead(piece.piece_type(), owner, square) {
                return Err(Malformed::described(
                    format!("a piece {piece} on {square} that can never move again"),
                    "pawns, lances and knights on squares from which they can move",
                ));
            }
            if piece.piece_type() == PieceType::PAWN
                && let Some(seen) = pawns[owner.to_index()].get_mut(square.file().to_index())
                && std::mem::replace(seen, true)
            {
                return Err(Malformed::described(
                    format!("two pawns {piece} on file {}", square.file()),
                    "at most one unpromoted pawn of a side on each file",
                ));
            }
        }
        Ok(())
    }
}

/// Whether a piece of `owner` on `square` would have no move left on any board.
pub(super) fn is_dead(piece: PieceType, owner: Color, square: Square) -> bool {
    let rank = square.rank().raw();
    let ranks_ahead = if owner == Color::BLACK { rank } else { 8 - rank };
    match piece {
        PieceType::PAWN | PieceType::LANCE => ranks_ahead < 1,
        PieceType::KNIGHT => ranks_ahead < 2,
        _ => false,
    }
}

/// Sente is the first side.
#[inline]
pub(super) const fn side(color: Color) -> Side {
    match color {
        Color::BLACK => Side::First,
        Color::WHITE => Side::Second,
    }
}

/// The colour `rsshogi` gives to `side`.
#[inline]
pub(super) const fn color(side: Side) -> Color {
    match side {
        Side::First => Color::BLACK,
        Side::Second => Color::WHITE,
    }
}

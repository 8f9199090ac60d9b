//! A move of shogi, written as in USI.

use std::fmt;
use std::str::FromStr;

use rsshogi::types::Move as Bits;

use crate::Malformed;

use super::{PieceType, Square};

/// Moving a piece, with or without promotion, dropping one from the hand, or declaring a win by entering
/// king.
///
/// It prints as in USI: `7g7f`, `8h2b+`, `P*5e`, `win`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(Bits);

/// What a [`Move`] does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveKind {
    /// A piece goes from one square to another.
    Board {
        /// Where it stood.
        from: Square,
        /// Where it goes.
        to: Square,
        /// Whether it is turned over.
        promote: bool,
    },
    /// A piece in hand is put on the board.
    Drop {
        /// Which piece.
        piece: PieceType,
        /// Where it is put.
        to: Square,
    },
    /// The side to move declares that its king has entered and wins (`win`).
    Declare,
}

impl Move {
    /// The declaration of a win by entering king.
    pub const DECLARE: Move = Move(Bits::MOVE_WIN);

    /// A move on the board; `None` if the squares are the same or not on it.
    #[must_use]
    pub fn board(from: Square, to: Square, promote: bool) -> Option<Move> {
        let on_board = from.is_valid() && to.is_valid() && from != to;
        on_board.then(|| Move(if promote { Bits::promotion(from, to) } else { Bits::normal(from, to) }))
    }

    /// A drop; `None` if such a piece cannot be in hand or the square is not on the board.
    #[must_use]
    pub fn drop(piece: PieceType, to: Square) -> Option<Move> {
        (piece.is_hand_piece() && to.is_valid()).then(|| Move(Bits::drop(piece, to)))
    }

    /// What it does, to be matched on.
    #[must_use]
    pub fn kind(self) -> MoveKind {
        if self == Move::DECLARE {
            return MoveKind::Declare;
        }
        match self.0.dropped_piece() {
            Some(piece) => MoveKind::Drop { piece, to: self.0.to_sq() },
            None => {
                MoveKind::Board { from: self.0.from_sq(), to: self.0.to_sq(), promote: self.0.is_promotion() }
            }
        }
    }

    /// The square the piece lands on; `None` for the declaration.
    #[must_use]
    pub fn to(self) -> Option<Square> {
        (self != Move::DECLARE).then(|| self.0.to_sq())
    }

    /// The square the piece comes from; `None` for drops and the declaration.
    #[must_use]
    pub fn from(self) -> Option<Square> {
        (self != Move::DECLARE && !self.0.is_drop()).then(|| self.0.from_sq())
    }

    /// Whether the piece is turned over.
    #[must_use]
    pub fn promotes(self) -> bool {
        self.0.is_promotion()
    }

    /// The move in the form `rsshogi` uses; the declaration is its `MOVE_WIN`.
    #[must_use]
    pub const fn bits(self) -> Bits {
        self.0
    }

    /// The move with these bits, unless they are one of the special values (null, resignation, …).
    #[must_use]
    pub fn from_bits(bits: Bits) -> Option<Move> {
        (bits.is_normal() || bits == Bits::MOVE_WIN).then_some(Move(bits))
    }

    /// As [`Move::from_bits`], for what a generator made.
    #[inline]
    pub(super) const fn generated(bits: Bits) -> Move {
        Move(bits)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0.to_usi())
    }
}

impl FromStr for Move {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Self, Malformed> {
        // The crate also knows small letters for dropped pieces and words for moves that are none.
        Bits::from_usi(text)
            .and_then(Move::from_bits)
            .filter(|mv| mv.to_string() == text)
            .ok_or_else(|| Malformed::new(text, "a move such as 7g7f, 8h2b+, P*5e, or win to declare"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_reads_back() {
        let squares = || Square::iter();
        let boards = squares().flat_map(|from| {
            squares().flat_map(move |to| {
                [false, true].into_iter().filter_map(move |promote| Move::board(from, to, promote))
            })
        });
        let drops = squares().flat_map(|to| PieceType::iter().filter_map(move |piece| Move::drop(piece, to)));
        let mut count = 0;
        for mv in boards.chain(drops).chain([Move::DECLARE]) {
            assert_eq!(mv.to_string().parse(), Ok(mv));
            assert_eq!(Move::from_bits(mv.bits()), Some(mv));
            count += 1;
        }
        assert_eq!(count, 81 * 80 * 2 + 7 * 81 + 1);
    }

    #[test]
    fn garbage_is_refused() {
        for text in [
            "",
            "7g",
            "7g7",
            "0g7f",
            "7g7j",
            "7g7g",
            "7g7f-",
            "p*5e",
            "K*5e",
            "+P*5e",
            "P*5e+",
            "resign",
            "null",
            "none",
            "７六歩",
        ] {
            assert!(text.parse::<Move>().is_err(), "{text}");
        }
    }
}

//! Shogi once more, on the `shogi_core` and `shogi_legality_lite` crates; the declaration is counted by hand.

use games::shogi::{Handicap, Move, PieceType, Shogi, Square as OurSquare};
use games::{EndReason, Outcome, Side};
use rand::{Rng, RngExt};
use shogi_core::{Color, Hand, Move as CoreMove, PartialPosition, Piece, PieceKind, Square, ToUsi};

use crate::{ReferenceRules, TestedGame};

/// Three of four random games end by mate before.
const MOVE_LIMIT: u32 = 1000;

impl TestedGame for Shogi {
    type Reference = LegalityLiteShogi;

    fn every_move() -> Vec<Move> {
        let pairs = || OurSquare::iter().flat_map(|from| OurSquare::iter().map(move |to| (from, to)));
        let on_board =
            pairs().flat_map(|(from, to)| [false, true].map(|promote| Move::board(from, to, promote)));
        let pieces = [
            PieceType::PAWN,
            PieceType::LANCE,
            PieceType::KNIGHT,
            PieceType::SILVER,
            PieceType::GOLD,
            PieceType::BISHOP,
            PieceType::ROOK,
        ];
        let drops =
            pieces.into_iter().flat_map(|piece| OurSquare::iter().map(move |to| Move::drop(piece, to)));
        on_board.chain(drops).flatten().chain([Move::DECLARE]).collect()
    }

    /// Every second game is even, the others have any handicap.
    fn any_start(rng: &mut dyn Rng) -> Shogi {
        let handicap = match rng.random() {
            true => Handicap::Even,
            false => Handicap::ALL[rng.random_range(0..Handicap::ALL.len())],
        };
        handicap.start().with_move_limit(Some(MOVE_LIMIT))
    }
}

/// A position of the other crate, and the end of the printed text, which it does not know.
pub struct LegalityLiteShogi {
    position: PartialPosition,
    tail: String,
}

const KINDS: [(char, PieceKind); 8] = [
    ('P', PieceKind::Pawn),
    ('L', PieceKind::Lance),
    ('N', PieceKind::Knight),
    ('S', PieceKind::Silver),
    ('G', PieceKind::Gold),
    ('B', PieceKind::Bishop),
    ('R', PieceKind::Rook),
    ('K', PieceKind::King),
];

fn piece(letter: char) -> Option<Piece> {
    let (_, kind) = KINDS.into_iter().find(|&(known, _)| known == letter.to_ascii_uppercase())?;
    Some(Piece::new(kind, if letter.is_ascii_uppercase() { Color::Black } else { Color::White }))
}

fn read_sfen(position: &str) -> Option<LegalityLiteShogi> {
    let mut words = position.split(' ');
    let mut read = PartialPosition::empty();
    for (rank, row) in (1..).zip(words.next()?.split('/')) {
        let mut file = 9;
        let mut promoted = false;
        for c in row.chars() {
            match c.to_digit(10) {
                Some(empty) => file -= empty as u8,
                None if c == '+' => promoted = true,
                None => {
                    let piece = if promoted { piece(c)?.promote() } else { piece(c) };
                    read.piece_set(Square::new(file, rank)?, Some(piece?));
                    (file, promoted) = (file - 1, false);
                }
            }
        }
    }
    read.side_to_move_set(if words.next()? == "b" { Color::Black } else { Color::White });
    let mut count = 0;
    for c in words.next()?.chars().filter(|&c| c != '-') {
        match c.to_digit(10) {
            Some(digit) => count = 10 * count + digit,
            None => {
                let (kind, color) = piece(c)?.to_parts();
                let hand: &mut Hand = read.hand_of_a_player_mut(color);
                for _ in 0..count.max(1) {
                    *hand = hand.added(kind)?;
                }
                count = 0;
            }
        }
    }
    read.ply_set(words.next()?.parse().ok()?).then_some(())?;
    Some(LegalityLiteShogi { position: read, tail: words.map(|word| format!(" {word}")).collect() })
}

impl LegalityLiteShogi {
    /// Article 27 as amateurs and programs use it: king and ten more pieces in the far three ranks, no check,
    /// 28 points for sente or 27 for gote from those pieces and the hand, five for a rook or bishop, one for
    /// others.
    fn may_declare(&self) -> bool {
        let side = self.position.side_to_move();
        let in_camp =
            |square: &Square| if side == Color::Black { square.rank() <= 3 } else { square.rank() >= 7 };
        let worth = |kind: PieceKind| match kind.unpromote().unwrap_or(kind) {
            PieceKind::Rook | PieceKind::Bishop => 5,
            _ => 1,
        };
        let mut pieces = 0;
        let mut points = 0;
        let mut king = false;
        for square in Square::all().filter(in_camp) {
            match self.position.piece_at(square).map(Piece::to_parts) {
                Some((PieceKind::King, color)) if color == side => king = true,
                Some((kind, color)) if color == side => {
                    pieces += 1;
                    points += worth(kind);
                }
                _ => {}
            }
        }
        for kind in Hand::all_hand_pieces() {
            let held = self.position.hand(Piece::new(kind, side)).unwrap_or(0);
            points += u32::from(held) * worth(kind);
        }
        king && pieces >= 10 && points >= if side == Color::Black { 28 } else { 27 } && !self.in_check()
    }

    /// A USI move other than the declaration, which changes nothing on the board.
    fn read_usi(&self, text: &str) -> Option<CoreMove> {
        let square = |file: u8, rank: u8| {
            Square::new(file.wrapping_sub(b'0'), rank.wrapping_sub(b'a').wrapping_add(1))
        };
        match *text.as_bytes() {
            [kind, b'*', file, rank] => {
                let (kind, _) = piece(char::from(kind))?.to_parts();
                let piece = Piece::new(kind, self.position.side_to_move());
                Some(CoreMove::Drop { piece, to: square(file, rank)? })
            }
            [file, rank, to_file, to_rank, ref promote @ ..] => Some(CoreMove::Normal {
                from: square(file, rank)?,
                to: square(to_file, to_rank)?,
                promote: !promote.is_empty(),
            }),
            _ => None,
        }
    }

    /// The king would be captured if the other side were to move.
    fn in_check(&self) -> bool {
        let mut passed = self.position.clone();
        passed.side_to_move_set(self.position.side_to_move().flip());
        shogi_legality_lite::prelegality::will_king_be_captured(&passed) == Some(true)
    }
}

impl ReferenceRules<Shogi> for LegalityLiteShogi {
    fn read(position: &str) -> Result<Self, String> {
        read_sfen(position).ok_or_else(|| format!("{position} is not understood"))
    }

    fn legal_moves(&self) -> Vec<Move> {
        let found = shogi_legality_lite::all_legal_moves_partial(&self.position);
        let moves = found.into_iter().filter_map(|mv| mv.to_usi_owned().parse().ok());
        moves.chain(self.may_declare().then_some(Move::DECLARE)).collect()
    }

    /// Mate and the lack of moves; repetition, limit and declaration are not in the position.
    fn outcome(&self) -> Option<Outcome> {
        if !ReferenceRules::legal_moves(self).is_empty() {
            return None;
        }
        let winner = if self.position.side_to_move() == Color::Black { Side::Second } else { Side::First };
        Some(Outcome::win(winner, if self.in_check() { EndReason::Checkmate } else { EndReason::NoMoves }))
    }

    fn after(&self, mv: Move) -> String {
        let mut next = self.position.clone();
        if let Some(mv) = self.read_usi(&mv.to_string()) {
            next.make_move(mv);
        }
        format!("{}{}", next.to_sfen_owned(), self.tail)
    }
}

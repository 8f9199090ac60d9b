//! Othello as a [`Game`].

use std::fmt;
use std::str::FromStr;

use crate::{Game, IllegalMove, Malformed, Outcome, PerfectInformation, Side, zobrist};

use super::{Board, Square, Squares};

/// Placing a disc, or passing because there is no square for one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// A disc on this square.
    Place(Square),
    /// Nothing can be placed.
    Pass,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Place(square) => square.fmt(f),
            Move::Pass => f.pad("pass"),
        }
    }
}

impl FromStr for Move {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Self, Malformed> {
        if text.eq_ignore_ascii_case("pass") {
            return Ok(Move::Pass);
        }
        let square = text.parse().map_err(|_| Malformed::new(text, "a square from a1 to h8, or pass"))?;
        Ok(Move::Place(square))
    }
}

/// A game of Othello: the discs and whose turn it is.
///
/// It prints as 64 squares and the side to move: `X` is black, the first side, `O` white, `-` empty.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Othello {
    board: Board,
    side: Side,
    hash: u64,
}

/// One key for a disc of each side on each square, and one for the second side to move.
static DISC_KEYS: [[u64; 64]; 2] = [zobrist::keys(0x07e1_1001), zobrist::keys(0x07e1_1002)];
const SECOND_TO_MOVE: u64 = zobrist::key(0x07e1_1003, 0);

impl Default for Othello {
    fn default() -> Self {
        Othello::new(Board::START, Side::First)
    }
}

impl Othello {
    /// A game in which `side` is to move on `board`.
    #[must_use]
    pub fn new(board: Board, side: Side) -> Self {
        let mut game = Othello { board, side, hash: 0 };
        game.hash = game.hash_from_scratch();
        game
    }

    /// The discs, seen by the side to move.
    #[must_use]
    pub const fn board(&self) -> Board {
        self.board
    }

    /// The discs of `side`.
    #[must_use]
    pub fn discs(&self, side: Side) -> u64 {
        if side == self.side { self.board.own } else { self.board.other }
    }

    /// Discs of the first and of the second side.
    #[must_use]
    pub fn counts(&self) -> [u16; 2] {
        Side::BOTH.map(|side| self.discs(side).count_ones() as u16)
    }
}

impl Game for Othello {
    const NAME: &'static str = "othello";
    type Move = Move;
    type View = Othello;

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        self.board.is_over().then(|| Outcome::by_points(self.counts()))
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        moves.clear();
        moves.extend(Squares(self.board.moves()).map(Move::Place));
        if moves.is_empty() && !self.board.is_over() {
            moves.push(Move::Pass);
        }
    }

    fn check(&self, mv: Move) -> Result<(), IllegalMove> {
        if self.board.is_over() {
            return Err(IllegalMove::new(mv, "the game is over"));
        }
        let legal = self.board.moves();
        match mv {
            Move::Pass if legal == 0 => Ok(()),
            Move::Pass => Err(IllegalMove::new(mv, "there is a square to play on")),
            Move::Place(square) if legal & square.bit() != 0 => Ok(()),
            Move::Place(square) if self.board.empty() & square.bit() == 0 => {
                Err(IllegalMove::new(mv, "there is a disc already"))
            }
            Move::Place(_) => Err(IllegalMove::new(mv, "it flips nothing")),
        }
    }

    fn apply(&mut self, mv: Move) {
        let mover = self.side.index();
        self.board = match mv {
            Move::Pass => self.board.swapped(),
            Move::Place(square) => {
                let flips = self.board.flips(square);
                self.hash ^= DISC_KEYS[mover][square.index()];
                for flipped in Squares(flips) {
                    self.hash ^= DISC_KEYS[0][flipped.index()] ^ DISC_KEYS[1][flipped.index()];
                }
                self.board.placed(square, flips)
            }
        };
        self.hash ^= SECOND_TO_MOVE;
        self.side = self.side.other();
    }

    fn hash(&self) -> u64 {
        self.hash
    }

    fn hash_from_scratch(&self) -> u64 {
        let discs = Side::BOTH.into_iter().flat_map(|side| {
            Squares(self.discs(side)).map(move |square| DISC_KEYS[side.index()][square.index()])
        });
        discs.fold(if self.side == Side::Second { SECOND_TO_MOVE } else { 0 }, |hash, key| hash ^ key)
    }

    fn view(&self, _seat: Side) -> Othello {
        *self
    }

    fn perft(&self, depth: u32) -> u64 {
        self.board.perft(depth)
    }
}

impl PerfectInformation for Othello {}

impl fmt::Display for Othello {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in Square::all() {
            let c = match square.bit() {
                bit if self.discs(Side::First) & bit != 0 => "X",
                bit if self.discs(Side::Second) & bit != 0 => "O",
                _ => "-",
            };
            f.write_str(c)?;
        }
        f.write_str(if self.side == Side::First { " X" } else { " O" })
    }
}

/// The side a disc character stands for in the notations in use: `X`, `*`, `B` are black, `O`, `W` white.
fn disc(c: char) -> Option<Option<Side>> {
    match c {
        'X' | 'x' | '*' | 'B' | 'b' => Some(Some(Side::First)),
        'O' | 'o' | 'W' | 'w' => Some(Some(Side::Second)),
        '-' | '.' | '_' => Some(None),
        _ => None,
    }
}

impl FromStr for Othello {
    type Err = Malformed;

    /// Reads what printing gives; white space is free, and `*`, `B`, `W`, `.` and small letters are
    /// understood.
    fn from_str(text: &str) -> Result<Self, Malformed> {
        let mut discs = [0; 2];
        let mut squares = 0;
        let mut side = None;
        for c in text.chars().filter(|c| !c.is_whitespace()) {
            let owner = disc(c).ok_or_else(|| {
                Malformed::new(c.to_string(), "X (black), O (white) or - (empty) on a square")
            })?;
            match (squares, owner) {
                (0..64, Some(side)) => discs[side.index()] |= 1u64 << squares,
                (64, Some(to_move)) => side = Some(to_move),
                _ => {}
            }
            squares += 1;
        }
        let Some(side) = side.filter(|_| squares == 65) else {
            let found = match squares {
                ..64 => format!("a board of {squares} squares"),
                64 => "a board of 64 squares and no side to move".to_owned(),
                65 => "a board of 64 squares and an empty square in place of the side to move".to_owned(),
                _ => format!("a board of {} squares", squares - 1),
            };
            return Err(Malformed::described(found, "64 squares and the side to move, X or O"));
        };
        let board = Board { own: discs[side.index()], other: discs[side.other().index()] };
        Ok(Othello::new(board, side))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_prints_and_reads() {
        let text = "---------------------------OX------XO--------------------------- X";
        assert_eq!(Othello::default().to_string(), text);
        assert_eq!(text.parse(), Ok(Othello::default()));
    }

    #[test]
    fn a_board_of_the_wrong_size_is_refused_by_its_size() {
        let message = |text: &str| text.parse::<Othello>().unwrap_err().to_string();
        let expected = "expected 64 squares and the side to move, X or O";
        assert_eq!(
            message(&format!("{} X", "-".repeat(65))),
            format!("found a board of 65 squares, {expected}")
        );
        assert_eq!(
            message(&format!("{} X", "-".repeat(62))),
            format!("found a board of 63 squares, {expected}")
        );
        assert_eq!(
            message(&"-".repeat(64)),
            format!("found a board of 64 squares and no side to move, {expected}")
        );
    }

    #[test]
    fn a_refused_move_says_why() {
        let game = Othello::default();
        let why = |mv: &str| game.check(mv.parse().unwrap()).unwrap_err().to_string();
        assert_eq!(why("a1"), "illegal move a1: it flips nothing");
        assert_eq!(why("d4"), "illegal move d4: there is a disc already");
        assert_eq!(why("pass"), "illegal move pass: there is a square to play on");
    }
}

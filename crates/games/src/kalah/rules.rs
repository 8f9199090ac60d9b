//! Kalah as a [`Game`].

use crate::{Game, IllegalMove, Malformed, Outcome, PerfectInformation, Side, zobrist};

use super::board::MAX_PITS;
use super::{Board, MAX_HOLES, Move, Rules};

/// A game of Kalah: the board and the rules it is played by.
///
/// It prints as the first side's holes, from the farthest to the nearest of its store, its store, the same
/// for the second side, the side to move and the rules: `4,4,4,4,4,4 0 4,4,4,4,4,4 0 first standard/any`.
///
/// At the end all seeds are in the stores.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Kalah {
    board: Board,
    rules: Rules,
    /// The sum of every pit's key times its seeds.
    sum: u64,
}

/// One key for each pit. Seeds are counted, so a pit's key is multiplied by its seeds and the products are
/// added: a seed more or less is one addition, where a key for every count would need a table of 26 x 289.
static PIT_KEYS: [u64; MAX_PITS] = zobrist::keys(0xca1a_0001);

/// Keys for the second side to move, the number of holes and the rules.
const SECOND_TO_MOVE: u64 = zobrist::key(0xca1a_0002, 0);
static HOLES_KEYS: [u64; MAX_HOLES + 1] = zobrist::keys(0xca1a_0003);
static RULES_KEYS: [u64; 4] = zobrist::keys(0xca1a_0004);

fn weight(pit: usize, change: i32) -> u64 {
    PIT_KEYS[pit].wrapping_mul(i64::from(change) as u64)
}

impl Default for Kalah {
    fn default() -> Self {
        Kalah::with_rows([&[4; 6], &[4; 6]])
    }
}

impl Kalah {
    /// The start with `holes` holes a side and `seeds` seeds a hole, 1 to 12 of each.
    ///
    /// # Errors
    /// A number is out of range.
    pub fn new(holes: u8, seeds: u8, rules: Rules) -> Result<Kalah, Malformed> {
        if !(1..=12).contains(&holes) {
            return Err(Malformed::described(format!("{holes} holes a side"), "1 to 12 holes a side"));
        }
        if !(1..=12).contains(&seeds) {
            return Err(Malformed::described(format!("{seeds} seeds a hole"), "1 to 12 seeds a hole"));
        }
        let row = [u16::from(seeds); MAX_HOLES];
        let row = &row[..usize::from(holes)];
        Ok(Kalah { rules, ..Kalah::with_rows([row, row]) })
    }

    /// A start by the default rules; the rows are known to be good.
    fn with_rows(rows: [&[u16]; 2]) -> Kalah {
        match Board::new(rows, [0, 0], Side::First) {
            Some(board) => Kalah::from_board(board, Rules::default()),
            None => unreachable!("rows of the right size"),
        }
    }

    /// A game that goes on from `board`; if it is over there, what is left in the holes is swept.
    #[must_use]
    pub fn from_board(mut board: Board, rules: Rules) -> Kalah {
        if board.is_over(rules.end) {
            board.sweep();
        }
        Kalah { board, rules, sum: sum_from_scratch(&board) }
    }

    /// The holes and stores.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The rules that are played by.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    fn finish_hash(&self, sum: u64) -> u64 {
        let side = if self.board.side_to_move() == Side::Second { SECOND_TO_MOVE } else { 0 };
        let rules = RULES_KEYS[2 * self.rules.capture as usize + self.rules.end as usize];
        // Sums of few seeds differ in few places of their low bits: mix once more.
        zobrist::key(sum ^ side ^ HOLES_KEYS[self.board.holes()] ^ rules, 0)
    }
}

fn sum_from_scratch(board: &Board) -> u64 {
    let weights = board.pits().iter().enumerate().map(|(pit, &seeds)| weight(pit, i32::from(seeds)));
    weights.fold(0, u64::wrapping_add)
}

impl Game for Kalah {
    const NAME: &'static str = "kalah";
    type Move = Move;
    type View = Kalah;

    fn side_to_move(&self) -> Side {
        self.board.side_to_move()
    }

    fn outcome(&self) -> Option<Outcome> {
        // A finished game has been swept, so looking at the side to move is enough under every rule.
        self.board
            .is_empty(self.board.side_to_move())
            .then(|| Outcome::by_points(Side::BOTH.map(|side| self.board.store(side))))
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        moves.clear();
        moves.extend(self.board.moves());
    }

    fn check(&self, mv: Move) -> Result<(), IllegalMove> {
        if self.outcome().is_some() {
            return Err(IllegalMove::new(mv, "the game is over"));
        }
        match self.board.row(self.board.side_to_move()).get(mv.index()) {
            Some(0) => Err(IllegalMove::new(mv, "the hole is empty")),
            Some(_) => Ok(()),
            None => {
                let holes = self.board.holes();
                Err(IllegalMove::new(mv, format!("a side has only {holes} holes")))
            }
        }
    }

    fn apply(&mut self, mv: Move) {
        let sum = &mut self.sum;
        let mut note = |pit, change| *sum = sum.wrapping_add(weight(pit, change));
        self.board.sow_and_note(mv, self.rules.capture, &mut note);
        if self.board.is_over(self.rules.end) {
            self.board.sweep_and_note(note);
        }
    }

    fn hash(&self) -> u64 {
        self.finish_hash(self.sum)
    }

    fn hash_from_scratch(&self) -> u64 {
        self.finish_hash(sum_from_scratch(&self.board))
    }

    fn view(&self, _seat: Side) -> Kalah {
        *self
    }

    /// One ply is one sowing, and a finished game has no continuation.
    fn perft(&self, depth: u32) -> u64 {
        self.board.perft(depth, self.rules)
    }
}

impl PerfectInformation for Kalah {}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    #[test]
    fn a_refused_move_says_why() {
        let why = |text: &str, mv: &str| {
            let game: Kalah = text.parse().unwrap();
            game.check(mv.parse().unwrap()).unwrap_err().to_string()
        };
        assert_eq!(why("0,1 0 1,1 0 first standard/any", "1"), "illegal move 1: the hole is empty");
        assert_eq!(why("0,1 0 1,1 0 first standard/any", "3"), "illegal move 3: a side has only 2 holes");
        assert_eq!(why("0,0 2 0,0 1 first standard/any", "1"), "illegal move 1: the game is over");
    }

    #[test]
    fn the_sweep_gives_what_is_left_to_the_owner_of_the_holes() {
        let mut game: Kalah = "0,1 3 2,1 1 first standard/any".parse().unwrap();
        game.apply(Move::new(2).unwrap());
        assert_eq!(game.to_string(), "0,0 4 0,0 4 first standard/any");
        assert_eq!(game.outcome(), Some(Outcome::by_points([4, 4])));
    }

    #[test]
    fn the_end_is_seen_at_the_next_turn_where_the_rules_say_so() {
        let mut game: Kalah = "1,0 3 2,1 1 first standard/mover".parse().unwrap();
        // The capture empties the first side's holes, but the second side is to move and has a seed.
        game.apply(Move::new(1).unwrap());
        assert_eq!(game.to_string(), "0,0 6 0,1 1 second standard/mover");
        assert_eq!(game.outcome(), None);
        game.apply(Move::new(2).unwrap());
        assert_eq!(game.outcome(), Some(Outcome::by_points([6, 2])));
    }

    #[test]
    fn random_games_keep_their_hash_their_seeds_and_their_text() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut moves = Vec::new();
        for rules in Rules::ALL {
            for (holes, seeds) in [(1, 12), (2, 12), (3, 3), (6, 4), (12, 12)] {
                let mut game = Kalah::new(holes, seeds, rules).unwrap();
                while game.outcome().is_none() {
                    game.legal_moves(&mut moves);
                    game.play(moves[rng.random_range(..moves.len())]).unwrap();
                    assert_eq!(game.hash(), game.hash_from_scratch());
                    assert_eq!(game.board.pits().iter().sum::<u16>(), 2 * u16::from(holes * seeds));
                    assert_eq!(game.to_string().parse(), Ok(game));
                }
            }
        }
    }

    #[test]
    fn numbers_out_of_range_are_refused() {
        let message = |holes, seeds| Kalah::new(holes, seeds, Rules::default()).unwrap_err().to_string();
        assert_eq!(message(13, 4), "found 13 holes a side, expected 1 to 12 holes a side");
        assert_eq!(message(6, 0), "found 0 seeds a hole, expected 1 to 12 seeds a hole");
        assert!(Kalah::new(12, 12, Rules::default()).is_ok());
        assert_eq!(Kalah::new(6, 4, Rules::default()), Ok(Kalah::default()));
    }
}

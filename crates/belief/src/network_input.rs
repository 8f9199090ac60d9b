//! The input of a network: the board as one seat sees it, its own side at the bottom.

use games::Side;
use games::geister::{Board, Colour, Direction, Ghosts, Move, Place, Square, View};

/// Outputs of a policy: 36 squares by 4 directions.
pub const MOVES: usize = 144;

/// How many counts there are: own and enemy, blue and red, each one of 1 to 4 ghosts left.
pub const COUNT_BITS: usize = 16;

/// The 36 squares.
const SQUARES: u64 = (1 << 36) - 1;

/// The input of a network. Squares are rotated for the seat: square 0 is the corner on its left, row 0 is its
/// home row, and its exits are the corners of row 5.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct NetworkInput {
    /// Squares of the enemy's ghosts.
    pub enemy: u64,
    /// Squares of the own blue ghosts.
    pub blue: u64,
    /// Squares of the own red ghosts.
    pub red: u64,
    /// Where the enemy's last move began and ended; empty before its first.
    pub moved: u64,
    /// Ghosts left: four bits each for own blue, own red, enemy blue and enemy red, one-hot of 1 to 4.
    pub counts: u16,
    /// Squares whose colour is believed in, with `believed`.
    squares: [u8; 8],
    /// What is believed of each: 1 is surely blue, -1 surely red, 0 nothing.
    believed: [f32; 8],
}

/// The squares of `set` as `seat` numbers them.
const fn turned(set: u64, seat: Side) -> u64 {
    match seat {
        Side::First => set,
        // Square i becomes 35 - i.
        Side::Second => set.reverse_bits() >> 28,
    }
}

/// A square as `seat` numbers it; the same function leads back.
const fn turned_square(square: Square, seat: Side) -> Square {
    match seat {
        Side::First => square,
        Side::Second => square.rotated(),
    }
}

/// One-hot of 1 to 4 for each of four numbers of ghosts; none at all leaves its four bits empty.
fn one_hot(left: [u32; 4]) -> u16 {
    let hot = |(place, count): (usize, u32)| {
        if count == 0 { 0 } else { 1 << (4 * place as u32 + count.min(4) - 1) }
    };
    left.into_iter().enumerate().map(hot).fold(0, |bits, bit| bits | bit)
}

/// The squares a move touches.
fn touched(mv: Option<Move>) -> u64 {
    mv.map_or(0, |mv| mv.from().bit() | mv.to().map_or(0, Square::bit))
}

impl NetworkInput {
    /// What the seat of `view` sees, `last` being the enemy's last move, if it has made one.
    #[must_use]
    pub fn new(view: &View, last: Option<Move>) -> NetworkInput {
        let (seat, enemy) = (view.seat(), view.seat().other());
        let enemies = view.places(enemy).iter().filter_map(|place| place.square());
        let left = |side, colour| 4 - view.captured(side, colour);
        let left = [
            left(seat, Colour::Blue),
            left(seat, Colour::Red),
            // A blue one that left is no longer there either.
            left(enemy, Colour::Blue) - u32::from(view.places(enemy).contains(&Place::Escaped)),
            left(enemy, Colour::Red),
        ];
        let enemies = enemies.fold(0, |set, square| set | square.bit());
        NetworkInput::of_parts(seat, view.own_ghosts(), enemies, last, left)
    }

    /// What the side to move sees of `board`: of the other side's colours it knows the numbers only.
    #[must_use]
    #[inline]
    pub fn of_board(board: &Board, last: Option<Move>) -> NetworkInput {
        let Board { own, other, side } = *board;
        let left = [own.blue, own.red, other.blue, other.red].map(u64::count_ones);
        NetworkInput::of_parts(side, own, other.all(), last, left)
    }

    #[inline]
    fn of_parts(seat: Side, own: Ghosts, enemy: u64, last: Option<Move>, left: [u32; 4]) -> NetworkInput {
        NetworkInput {
            enemy: turned(enemy, seat),
            blue: turned(own.blue, seat),
            red: turned(own.red, seat),
            moved: turned(touched(last), seat),
            counts: one_hot(left),
            squares: [0; 8],
            believed: [0.0; 8],
        }
    }

    /// Adds what `seat`, whose input this is, believes of enemy ghosts: for each the square on the board and
    /// a value from -1, surely red, to 1, surely blue. Values of 0 say nothing; no more than eight others are
    /// kept.
    #[must_use]
    pub fn believing(mut self, seat: Side, beliefs: impl IntoIterator<Item = (Square, f32)>) -> NetworkInput {
        self.squares = [0; 8];
        self.believed = [0.0; 8];
        let said = beliefs.into_iter().filter(|&(_, value)| value != 0.0);
        for (place, (square, value)) in said.take(8).enumerate() {
            self.squares[place] = turned_square(square, seat).index() as u8;
            self.believed[place] = value;
        }
        self
    }

    /// The believed values that are not 0, with their squares.
    pub fn beliefs(&self) -> impl Iterator<Item = (usize, f32)> + '_ {
        let pairs = self.squares.iter().zip(&self.believed);
        pairs.map(|(&square, &value)| (usize::from(square), value)).filter(|&(_, value)| value != 0.0)
    }

    /// The four bits of a square: enemy, own blue, own red, touched by the enemy's move.
    #[must_use]
    #[inline]
    pub(crate) const fn planes(&self, square: usize) -> usize {
        (self.enemy >> square & 1
            | (self.blue >> square & 1) << 1
            | (self.red >> square & 1) << 2
            | (self.moved >> square & 1) << 3) as usize
    }

    /// The own moves that are legal here, as a policy numbers them.
    #[must_use]
    #[inline]
    pub const fn legal(&self) -> MoveSet {
        let ghosts = Ghosts { blue: self.blue & SQUARES, red: self.red & SQUARES };
        let mut steps = ghosts.steps();
        // Turned, every seat's far row is the first player's.
        steps[Direction::North as usize] |= ghosts.leaving(Side::First);
        MoveSet(steps)
    }
}

/// A set of moves by their numbers among a policy's outputs, `4 * square + direction`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MoveSet([u64; 4]);

impl MoveSet {
    /// Whether the move with this number is in it.
    #[must_use]
    #[inline]
    pub const fn contains(self, index: usize) -> bool {
        self.0[index % 4] >> (index / 4) & 1 != 0
    }

    /// How many moves are in it.
    #[must_use]
    pub const fn len(self) -> u32 {
        let [north, east, south, west] = self.0;
        north.count_ones() + east.count_ones() + south.count_ones() + west.count_ones()
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The numbers of the moves, direction by direction.
    #[inline]
    pub fn indices(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(direction, squares)| {
            games::geister::Squares(squares).map(move |square| 4 * square.index() + direction)
        })
    }
}

/// The number of `mv` among a policy's outputs, as `seat` sees the board.
///
/// ```
/// use belief::{move_at, move_index};
/// use games::Side;
///
/// let mv = "b2b3".parse()?;
/// assert_eq!(move_index(mv, Side::First), move_index("e5e4".parse()?, Side::Second));
/// assert_eq!(move_at(move_index(mv, Side::First), Side::First), Some(mv));
/// # Ok::<(), games::Malformed>(())
/// ```
#[must_use]
#[inline]
pub const fn move_index(mv: Move, seat: Side) -> usize {
    match seat {
        Side::First => mv.index(),
        Side::Second => 4 * mv.from().rotated().index() + mv.direction().rotated() as usize,
    }
}

/// The move with this number among a policy's outputs; `None` where the board ends.
#[must_use]
#[inline]
pub const fn move_at(index: usize, seat: Side) -> Option<Move> {
    if index >= MOVES {
        return None;
    }
    let direction = Direction::ALL[index % 4];
    match (Square::new((index / 4) as u8), seat) {
        (Some(square), Side::First) => Move::new(square, direction),
        (Some(square), Side::Second) => Move::new(square.rotated(), direction.rotated()),
        (None, _) => None,
    }
}

#[cfg(test)]
mod tests {
    use games::Game;
    use games::geister::Geister;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    #[test]
    fn moves_have_one_number_each_and_come_back() {
        for seat in Side::BOTH {
            let mut numbers: Vec<usize> = Move::all().map(|mv| move_index(mv, seat)).collect();
            assert!(Move::all().all(|mv| move_at(move_index(mv, seat), seat) == Some(mv)));
            numbers.sort_unstable();
            numbers.dedup();
            assert_eq!(numbers.len(), 124);
            assert_eq!((0..200).filter(|&index| move_at(index, seat).is_some()).count(), 124);
        }
    }

    #[test]
    fn both_seats_see_the_same_board_from_the_same_side() {
        let game: Geister =
            "b2R,c2R,d2R,e2R,b1B,c1B,d1B,e1B e5R,d5R,c5R,b5R,e6B,d6B,c6B,b6B first 0/256".parse().unwrap();
        let [first, second] = Side::BOTH.map(|seat| NetworkInput::new(&game.view(seat), None));
        assert_eq!(first, second);
        assert_eq!(first.counts, 0x8888);
        assert_eq!((first.blue, first.red), (0b11110, 0b11110 << 6));
        assert_eq!(first.enemy, 0b11110 << 24 | 0b11110 << 30);
    }

    #[test]
    fn an_input_shows_the_moves_the_rules_allow_and_what_the_enemy_did() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
        let mut moves = Vec::new();
        for _ in 0..30 {
            let mut game = Geister::deal(&mut rng);
            let mut last = None;
            while game.outcome().is_none() {
                let seat = game.side_to_move();
                let input = NetworkInput::new(&game.view(seat), last);
                assert_eq!(input, NetworkInput::of_board(&game.board(), last));
                game.legal_moves(&mut moves);
                let mut expected: Vec<usize> = moves.iter().map(|&mv| move_index(mv, seat)).collect();
                let mut seen: Vec<usize> = input.legal().indices().collect();
                expected.sort_unstable();
                seen.sort_unstable();
                assert_eq!(seen, expected);
                assert!(seen.iter().all(|&index| input.legal().contains(index)));
                assert_eq!(input.legal().len() as usize, seen.len());
                if let Some(to) = last.and_then(Move::to) {
                    assert_eq!(input.moved.count_ones(), 2);
                    assert_ne!(input.enemy & input.moved & turned(to.bit(), seat), 0);
                }
                assert_eq!(input.counts.count_ones(), 4);
                let mv = moves[rng.random_range(..moves.len())];
                game.apply(mv);
                last = Some(mv);
            }
        }
    }

    #[test]
    fn beliefs_are_turned_and_silence_is_left_out() {
        let squares: Vec<Square> = ["a1", "b6", "f6"].map(|text| text.parse().unwrap()).to_vec();
        let beliefs = squares.into_iter().zip([0.5, 0.0, -1.0]);
        let input = NetworkInput::default().believing(Side::Second, beliefs);
        assert_eq!(input.beliefs().collect::<Vec<_>>(), [(35, 0.5), (0, -1.0)]);
    }
}

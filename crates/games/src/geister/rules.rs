//! Geister as a [`Game`].

use rand::Rng;

use crate::{EndReason, Game, IllegalMove, Malformed, Outcome, Side, zobrist};

use super::{Board, Colour, Ghost, Ghosts, Move, Place, Setup, Square, View};

/// The plies after which a game is drawn if nothing else is said: as in Teramura and Matsuzaki 2021. The GAT
/// tournament draws after 200, its present server after 300.
pub const DEFAULT_LIMIT: u16 = 256;

/// A game of Geister with all its colours: what a referee knows.
///
/// It prints as the first side's ghosts from A to H, the second side's, the side to move, and plies played
/// and the limit: `b2R,c2R,d2R,e2R,b1B,c1B,d1B,e1B e5R,d5R,c5R,b5R,e6B,d6B,c6B,b6B first 0/256`. A ghost is
/// its square and its colour, `x` and its colour once captured, and `outB` once it has left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Geister {
    board: Board,
    /// Where the ghosts of each side are, from A to H.
    places: [[Place; 8]; 2],
    setups: [Setup; 2],
    ply: u16,
    limit: u16,
    /// The side that moved last has left the board.
    escaped: bool,
    hash: u64,
}

/// One key for a ghost of each side and colour on each square, one for the second side to move, one for a
/// ghost that left. Names and plies are not in the hash: they do not change what can follow within the limit.
static GHOST_KEYS: [[[u64; 36]; 2]; 2] = [
    [zobrist::keys(0x6e15_0001), zobrist::keys(0x6e15_0002)],
    [zobrist::keys(0x6e15_0003), zobrist::keys(0x6e15_0004)],
];
const SECOND_TO_MOVE: u64 = zobrist::key(0x6e15_0005, 0);
const ESCAPED: u64 = zobrist::key(0x6e15_0005, 1);

fn key(side: Side, colour: Colour, square: Square) -> u64 {
    GHOST_KEYS[side.index()][colour as usize][square.index()]
}

/// Where the ghosts of `side` start: A to D in front, E to H on the home row, from its left to its right.
pub(super) fn start_places(side: Side) -> [Place; 8] {
    // As the first player sees it: b2 to e2 and b1 to e1.
    const FIRST: [u8; 8] = [7, 8, 9, 10, 1, 2, 3, 4];
    FIRST.map(|index| {
        let index = if side == Side::First { index } else { 35 - index };
        Square::new(index).map_or(Place::Captured, Place::On)
    })
}

/// The squares of the ghosts at `places`, by colour.
pub(super) fn ghosts(places: &[Place; 8], setup: Setup) -> Ghosts {
    let mut ghosts = Ghosts::default();
    for (ghost, square) in Ghost::ALL.into_iter().zip(places).filter_map(|(g, p)| Some((g, p.square()?))) {
        match setup.colour(ghost) {
            Colour::Blue => ghosts.blue |= square.bit(),
            Colour::Red => ghosts.red |= square.bit(),
        }
    }
    ghosts
}

/// The ghost that stands on `square`.
#[inline]
pub(super) fn ghost_on(places: &[Place; 8], square: Square) -> Option<Ghost> {
    // Looks at all eight, so that there is no branch to guess wrong.
    let standing = Ghost::ALL.into_iter().filter(|ghost| places[ghost.index()] == Place::On(square));
    let set = standing.fold(0, |set, ghost| set | ghost.bit());
    Ghost::ALL.get(u8::trailing_zeros(set) as usize).copied()
}

/// Says why `side`, whose ghosts are `own`, may not play `mv`.
pub(super) fn check_own(own: Ghosts, side: Side, mv: Move) -> Result<(), IllegalMove> {
    let from = mv.from();
    let refuse = |why: String| Err(IllegalMove::new(mv, why));
    if own.all() & from.bit() == 0 {
        return refuse(format!("the {side} player has no ghost on {from}"));
    }
    match mv.to() {
        Some(to) if own.all() & to.bit() != 0 => refuse("an own ghost is in the way".to_owned()),
        Some(_) => Ok(()),
        None if Board::exits(side) & from.bit() == 0 => {
            refuse(format!("{from} is an exit of the other side"))
        }
        None if own.blue & from.bit() == 0 => refuse("a red ghost cannot leave".to_owned()),
        None => Ok(()),
    }
}

impl Default for Geister {
    fn default() -> Self {
        Geister::new([Setup::default(); 2], DEFAULT_LIMIT)
    }
}

impl Geister {
    /// The start with these colours; a game of `limit` plies, at least 1, is a draw.
    #[must_use]
    pub fn new(setups: [Setup; 2], limit: u16) -> Geister {
        Geister::from_parts(Side::BOTH.map(start_places), setups, Side::First, 0, limit.max(1))
    }

    /// A position that is known to be possible.
    pub(super) fn from_parts(
        places: [[Place; 8]; 2],
        setups: [Setup; 2],
        side: Side,
        ply: u16,
        limit: u16,
    ) -> Geister {
        let ghosts = |side: Side| ghosts(&places[side.index()], setups[side.index()]);
        let board = Board { own: ghosts(side), other: ghosts(side.other()), side };
        let escaped = places.as_flattened().contains(&Place::Escaped);
        let mut game = Geister { board, places, setups, ply, limit, escaped, hash: 0 };
        game.hash = game.hash_from_scratch();
        game
    }

    /// The same position with another limit.
    ///
    /// # Errors
    /// More plies than that have been played.
    pub fn with_limit(self, limit: u16) -> Result<Geister, Malformed> {
        if limit == 0 || limit < self.ply {
            return Err(Malformed::described(
                format!("a limit of {limit} plies"),
                format!("at least {}", self.ply.max(1)),
            ));
        }
        Ok(Geister { limit, ..self })
    }

    /// The ghosts on the board, seen by the side to move.
    #[must_use]
    #[inline]
    pub const fn board(&self) -> Board {
        self.board
    }

    /// The colours of `side`.
    #[must_use]
    pub const fn setup(&self, side: Side) -> Setup {
        self.setups[side.index()]
    }

    /// Where the ghosts of `side` are, from A to H.
    #[must_use]
    pub const fn places(&self, side: Side) -> &[Place; 8] {
        &self.places[side.index()]
    }

    /// How many plies have been played.
    #[must_use]
    pub const fn ply(&self) -> u16 {
        self.ply
    }

    /// After how many plies the game is a draw.
    #[must_use]
    pub const fn limit(&self) -> u16 {
        self.limit
    }

    /// The enemy ghost that `mv` would capture, and its colour.
    #[must_use]
    pub fn captured_by(&self, mv: Move) -> Option<(Ghost, Colour)> {
        let enemy = self.board.side.other();
        let ghost = ghost_on(self.places(enemy), mv.to()?)?;
        Some((ghost, self.setup(enemy).colour(ghost)))
    }
}

impl Game for Geister {
    const NAME: &'static str = "geister";
    type Move = Move;
    type View = View;

    fn deal(rng: &mut dyn Rng) -> Self {
        Geister::new([Setup::random(rng), Setup::random(rng)], DEFAULT_LIMIT)
    }

    /// The letters of the four ghosts that are red, such as `ABCD`.
    fn arrange(&mut self, seat: Side, arrangement: &str) -> Result<(), Malformed> {
        let mut setups = self.setups;
        setups[seat.index()] = arrangement.parse()?;
        if *self != Geister::new(self.setups, self.limit) {
            return Err(Malformed::described("a game that has begun", "one before its first move"));
        }
        *self = Geister::new(setups, self.limit);
        Ok(())
    }

    fn side_to_move(&self) -> Side {
        self.board.side
    }

    fn outcome(&self) -> Option<Outcome> {
        let side = self.board.side;
        if self.escaped {
            return Some(Outcome::win(side.other(), EndReason::Escape));
        }
        // Only the side that moved last can have captured.
        if self.board.own.blue == 0 {
            return Some(Outcome::win(side.other(), EndReason::BluesCaptured));
        }
        if self.board.own.red == 0 {
            return Some(Outcome::win(side, EndReason::RedsCaptured));
        }
        (self.ply >= self.limit).then(|| Outcome::draw(EndReason::MoveLimit))
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        moves.clear();
        if self.outcome().is_none() {
            self.board.own.push_moves(self.board.side, moves);
        }
    }

    fn check(&self, mv: Move) -> Result<(), IllegalMove> {
        if self.outcome().is_some() {
            return Err(IllegalMove::new(mv, "the game is over"));
        }
        check_own(self.board.own, self.board.side, mv)
    }

    fn apply(&mut self, mv: Move) {
        let (side, from) = (self.board.side, mv.from());
        if let Some(ghost) = ghost_on(self.places(side), from) {
            let colour = self.setup(side).colour(ghost);
            self.hash ^= key(side, colour, from);
            let place = match mv.to() {
                Some(to) => {
                    let enemy = side.other();
                    if self.board.other.all() & to.bit() != 0
                        && let Some(captured) = ghost_on(self.places(enemy), to)
                    {
                        self.hash ^= key(enemy, self.setup(enemy).colour(captured), to);
                        self.places[enemy.index()][captured.index()] = Place::Captured;
                    }
                    self.hash ^= key(side, colour, to);
                    self.board = self.board.stepped(from, to);
                    Place::On(to)
                }
                None => {
                    self.hash ^= ESCAPED;
                    self.escaped = true;
                    self.board = self.board.left(from);
                    Place::Escaped
                }
            };
            self.places[side.index()][ghost.index()] = place;
        }
        self.hash ^= SECOND_TO_MOVE;
        self.ply = self.ply.saturating_add(1);
    }

    fn hash(&self) -> u64 {
        self.hash
    }

    fn hash_from_scratch(&self) -> u64 {
        let mut hash = if self.board.side == Side::Second { SECOND_TO_MOVE } else { 0 };
        for side in Side::BOTH {
            for (ghost, place) in Ghost::ALL.into_iter().zip(self.places(side)) {
                hash ^= match place {
                    Place::On(square) => key(side, self.setup(side).colour(ghost), *square),
                    Place::Captured => 0,
                    Place::Escaped => ESCAPED,
                };
            }
        }
        hash
    }

    fn view(&self, seat: Side) -> View {
        View::of(self, seat)
    }

    fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.outcome().is_some() || u32::from(self.limit - self.ply) < depth {
            return 0;
        }
        self.board.perft(depth)
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    /// Leaves and captures at the last ply by depth, as counted with the rules of the tournament's server.
    const PERFT: [(u64, u64); 7] = [
        (8, 0),
        (64, 0),
        (768, 4),
        (9_200, 100),
        (118_488, 1_940),
        (1_523_518, 35_692),
        (21_700_678, 607_738),
    ];

    fn captures_at(game: &Geister, depth: u32) -> u64 {
        let mut moves = Vec::new();
        game.legal_moves(&mut moves);
        let count = |&mv: &Move| {
            if depth == 1 {
                return u64::from(game.captured_by(mv).is_some());
            }
            let mut next = *game;
            next.apply(mv);
            captures_at(&next, depth - 1)
        };
        moves.iter().map(count).sum()
    }

    #[test]
    fn perft_counts_are_right() {
        let game = Geister::default();
        for (depth, (leaves, captures)) in (1..).zip(PERFT) {
            assert_eq!(game.perft(depth), leaves, "depth {depth}");
            if depth <= 5 {
                assert_eq!(captures_at(&game, depth), captures, "captures at depth {depth}");
            }
        }
    }

    #[test]
    fn colours_are_arranged_before_the_first_move_only() {
        let mut game = Geister::default();
        game.arrange(Side::Second, "hgfe").unwrap();
        assert_eq!(Side::BOTH.map(|side| game.setup(side).to_string()), ["ABCD", "EFGH"]);
        assert_eq!(game.hash(), game.hash_from_scratch());
        let before = game;
        assert!(game.arrange(Side::First, "ABCDE").unwrap_err().to_string().contains("5 red ghosts"));
        assert_eq!(game, before);
        game.play("b2b3".parse().unwrap()).unwrap();
        let late = game.arrange(Side::Second, "ABCD").unwrap_err().to_string();
        assert_eq!(late, "found a game that has begun, expected one before its first move");
        let refused = crate::othello::Othello::default().arrange(Side::First, "ABCD").unwrap_err();
        assert!(refused.to_string().contains("othello has nothing to arrange"));
    }

    #[test]
    fn perft_knows_the_limit() {
        let game = Geister::default().with_limit(3).unwrap();
        assert_eq!((game.perft(3), game.perft(4)), (768, 0));
    }

    fn played(position: &str, moves: &[&str]) -> Geister {
        let mut game: Geister = position.parse().unwrap();
        for mv in moves {
            game.play(mv.parse().unwrap()).unwrap();
        }
        game
    }

    fn refused(game: &Geister, mv: &str) -> String {
        game.check(mv.parse().unwrap()).unwrap_err().to_string()
    }

    // Large letters are the first player's; everything else is captured.
    //
    //   6  R . . . . B
    //   5  . r b . . .
    //   4  . . . . . .
    //      a b c d e f
    const CORNERS: &str = "a6R,xR,xR,xR,f6B,xB,xB,xB b5R,xR,xR,xR,c5B,xB,xB,xB first 40/256";

    #[test]
    fn a_blue_on_an_exit_leaves_and_wins_at_once() {
        let game = played(CORNERS, &["f6out"]);
        assert_eq!(game.outcome(), Some(Outcome::win(Side::First, EndReason::Escape)));
        assert_eq!(game.to_string(), "a6R,xR,xR,xR,outB,xB,xB,xB b5R,xR,xR,xR,c5B,xB,xB,xB second 41/256");
        assert_eq!(refused(&game, "b5b4"), "illegal move b5b4: the game is over");
    }

    #[test]
    fn only_an_own_blue_leaves_by_an_own_exit() {
        let game: Geister = CORNERS.parse().unwrap();
        assert_eq!(refused(&game, "a6out"), "illegal move a6out: a red ghost cannot leave");
        assert_eq!(refused(&game, "a1out"), "illegal move a1out: the first player has no ghost on a1");
        assert_eq!(refused(&game, "b5b4"), "illegal move b5b4: the first player has no ghost on b5");
        let on_the_wrong_exit: Geister = CORNERS.replace("f6B", "f1B").parse().unwrap();
        assert_eq!(
            refused(&on_the_wrong_exit, "f1out"),
            "illegal move f1out: f1 is an exit of the other side"
        );
    }

    #[test]
    fn an_own_ghost_is_in_the_way() {
        assert_eq!(refused(&Geister::default(), "b1b2"), "illegal move b1b2: an own ghost is in the way");
    }

    #[test]
    fn losing_all_blues_loses_and_losing_all_reds_wins() {
        //   6  . . R .      6  . R . .
        //   5  . r b .      5  . r b .      the first player's red takes the last blue, or the last red
        let blue_below: String = CORNERS.replace("a6R", "c6R");
        let game = played(&blue_below, &["c6c5"]);
        assert_eq!(game.outcome(), Some(Outcome::win(Side::First, EndReason::BluesCaptured)));
        let red_below = CORNERS.replace("a6R", "b6R");
        let game = played(&red_below, &["b6b5"]);
        assert_eq!(game.outcome(), Some(Outcome::win(Side::Second, EndReason::RedsCaptured)));
    }

    #[test]
    fn the_limit_is_a_draw_unless_the_last_move_wins() {
        let last = CORNERS.replace("40/256", "255/256");
        assert_eq!(played(&last, &["f6f5"]).outcome(), Some(Outcome::draw(EndReason::MoveLimit)));
        assert_eq!(played(&last, &["f6out"]).outcome(), Some(Outcome::win(Side::First, EndReason::Escape)));
    }

    #[test]
    fn random_games_keep_their_hash_their_board_and_their_text() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        let mut moves = Vec::new();
        for _ in 0..50 {
            let mut game = Geister::deal(&mut rng);
            while game.outcome().is_none() {
                game.legal_moves(&mut moves);
                assert_eq!(moves.len() as u32, game.board.own.count_moves(game.board.side));
                game.play(moves[rng.random_range(..moves.len())]).unwrap();
                assert_eq!(game.hash(), game.hash_from_scratch());
                assert_eq!(game.to_string().parse(), Ok(game), "{game}");
            }
        }
    }
}

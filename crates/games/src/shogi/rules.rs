//! Shogi as a [`Game`].

use std::fmt;
use std::str::FromStr;

use rsshogi::board::{
    Bitboard, Move32List, Move32Sink, Position, generate_legal_all_move32, generate_legal_all_move32_into,
};
use rsshogi::types::Move32;

use crate::{EndReason, Game, IllegalMove, Malformed, Outcome, PerfectInformation, Side};

use super::setup::{self, Setup};
use super::{Color, Hand, HandPiece, Move, Piece, PieceType, Square, sfen};

/// A game of shogi: the board, the hands, whose turn it is, and which positions came up before.
///
/// It prints as SFEN, with ` limit N` behind it if the game is drawn after `N` moves, and with ` problem` if
/// it began from a composed position with two pawns on a file or a piece that cannot move any more.
///
/// The fourth occurrence of a position with the same side to move ends the game: a draw, unless one side gave
/// check with every move since the first occurrence; that side loses. Where both did, it is a draw.
pub struct Shogi {
    position: Position,
    /// Every position of this game, the present one last.
    past: Vec<Past>,
    /// A bit for each position of `past`, chosen by its key: most positions are new, and need no search in
    /// there.
    seen: [u64; SEEN_WORDS],
    /// The number of the next move.
    number: u32,
    limit: Option<u32>,
    problem: bool,
    last_to: Option<Square>,
    /// What is known of the end without looking for moves.
    end: Option<Outcome>,
}

/// What repetition asks of a position that came up.
#[derive(Clone, Copy)]
struct Past {
    key: u64,
    /// How many moves in a row, up to this position, with which the side that moved last gave check.
    checks: u32,
    /// How often the position has come up, this time included.
    times: u32,
}

/// 4096 bits: of the 700 positions of a long game one in six meets a bit that is set.
const SEEN_WORDS: usize = 64;

/// The word and the bit for a key in [`Shogi::seen`].
const fn seen_bit(key: u64) -> (usize, u64) {
    ((key >> 58) as usize, 1 << ((key >> 52) & 63))
}

/// `rsshogi` keeps what it needs to take moves back, in pieces of 64 positions: as we never do, we start it
/// anew before it needs a second piece, so that copying a game costs the same at any length and playing on
/// allocates nothing but the list of keys.
const KEPT_BY_POSITION: usize = 62;

impl Clone for Shogi {
    fn clone(&self) -> Self {
        Shogi {
            position: self.position.clone(),
            past: self.past.clone(),
            seen: self.seen,
            number: self.number,
            limit: self.limit,
            problem: self.problem,
            last_to: self.last_to,
            end: self.end,
        }
    }

    fn clone_from(&mut self, source: &Self) {
        self.position.clone_from(&source.position);
        self.past.clone_from(&source.past);
        self.seen = source.seen;
        self.number = source.number;
        self.limit = source.limit;
        self.problem = source.problem;
        self.last_to = source.last_to;
        self.end = source.end;
    }
}

impl Default for Shogi {
    fn default() -> Self {
        super::Handicap::Even.start()
    }
}

/// A sink for `rsshogi`'s generator that has no fixed size.
struct Moves<'a>(&'a mut Vec<Move>);

impl Move32Sink for Moves<'_> {
    #[inline]
    fn push_move32(&mut self, mv: Move32) {
        self.0.push(Move::generated(mv.to_move()));
    }

    fn retain_unordered<F: FnMut(Move32) -> bool>(&mut self, mut keep: F) {
        self.0.retain(|mv| keep(Move32::from(mv.bits())));
    }
}

impl Shogi {
    /// A game that begins at `setup`, which may be a composer's that disregards the rules for pawns.
    ///
    /// # Errors
    /// The rules cannot be applied to it; see [`Setup::position`].
    pub fn from_setup(setup: &Setup) -> Result<Self, Malformed> {
        let mut game = Shogi::begin(setup.position()?, setup.number.max(1));
        game.problem = setup.check_pieces().is_err();
        Ok(game)
    }

    /// A game from one of our own texts; should one ever not be legal, the even start.
    pub(super) fn from_known_sfen(text: &'static str) -> Self {
        let mut position = Position::empty();
        if position.set_sfen(text).is_err() {
            position.set_hirate();
        }
        Shogi::begin(position, 1)
    }

    fn begin(position: Position, number: u32) -> Self {
        let key = position.key().low_u64();
        let past = vec![Past { key, checks: 0, times: 1 }];
        let mut seen = [0; SEEN_WORDS];
        let (word, bit) = seen_bit(key);
        seen[word] |= bit;
        Shogi { position, past, seen, number, limit: None, problem: false, last_to: None, end: None }
    }

    /// The same game, drawn once `limit` moves are made and the last did not mate; `None` for no limit.
    ///
    /// Moves are counted by the number in the SFEN: a game that begins at move 11 has 10 behind it.
    #[must_use]
    pub fn with_move_limit(mut self, limit: Option<u32>) -> Self {
        self.limit = limit;
        self
    }

    /// After how many moves the game is drawn.
    #[must_use]
    pub const fn move_limit(&self) -> Option<u32> {
        self.limit
    }

    /// The number of the next move; 1 at an ordinary start.
    #[must_use]
    pub const fn move_number(&self) -> u32 {
        self.number
    }

    /// The position in `rsshogi`'s own form, for searches. It knows the last few moves only, so repetition is
    /// to be asked of the game and not of it; see [`Shogi::keys`].
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Board, hands, side and move number as plain values.
    #[must_use]
    pub fn setup(&self) -> Setup {
        Setup::of(&self.position, self.number)
    }

    /// The hash keys of all positions of this game in order, the present one last.
    pub fn keys(&self) -> impl ExactSizeIterator<Item = u64> + DoubleEndedIterator + '_ {
        self.past.iter().map(|past| past.key)
    }

    /// How often the present position has come up, this time included.
    #[must_use]
    pub fn times(&self) -> u32 {
        self.past.last().map_or(1, |past| past.times)
    }

    /// The SFEN of the position, without the move limit.
    #[must_use]
    pub fn sfen(&self) -> String {
        format!("{} {}", self.position.to_sfen(Some(-1)), self.number)
    }

    /// What stands on `square`.
    #[must_use]
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        square.is_valid().then(|| self.position.piece_on(square)).filter(|piece| !piece.is_empty())
    }

    /// What `side` has in hand.
    #[must_use]
    pub fn hand(&self, side: Side) -> Hand {
        self.position.hand(setup::color(side))
    }

    /// Where the king of `side` stands; `None` in problems that leave it out.
    #[must_use]
    pub fn king(&self, side: Side) -> Option<Square> {
        let square = self.position.king_square(setup::color(side));
        square.is_valid().then_some(square)
    }

    /// Whether the side to move is in check.
    #[must_use]
    pub fn in_check(&self) -> bool {
        self.position.is_in_check()
    }

    /// Whether `mv`, a legal move, gives check.
    #[must_use]
    pub fn gives_check(&self, mv: Move) -> bool {
        mv != Move::DECLARE && self.position.gives_check_move(mv.bits())
    }

    /// Where the last move went; a capture there is written 同.
    #[must_use]
    pub const fn last_to(&self) -> Option<Square> {
        self.last_to
    }

    /// What the side to move would be credited with if it declared a win: its points, and its pieces in the
    /// enemy camp apart from the king. `None` while its king is not in that camp.
    ///
    /// Rook and bishop count 5, the other pieces 1, in the camp or in hand: the 27-point rule of the Computer
    /// Shogi Association's championships.
    #[must_use]
    pub fn declaration_count(&self) -> Option<(u32, u32)> {
        declaration_count(&self.position)
    }

    /// The points `side` needs for a declaration: 28 for sente, 27 for gote.
    #[must_use]
    pub const fn declaration_points(side: Side) -> u32 {
        match side {
            Side::First => 28,
            Side::Second => 27,
        }
    }

    /// Whether the side to move may declare a win.
    #[must_use]
    pub fn may_declare(&self) -> bool {
        Shogi::may_declare_in(&self.position)
    }

    /// Whether the side to move may declare a win in `position`, for searches that have no game.
    #[must_use]
    pub fn may_declare_in(position: &Position) -> bool {
        let needed = Shogi::declaration_points(setup::side(position.turn()));
        declaration_count(position)
            .is_some_and(|(points, pieces)| points >= needed && pieces >= 10 && !position.is_in_check())
    }

    fn limit_reached(&self) -> bool {
        self.limit.is_some_and(|limit| self.number > limit)
    }

    /// Notes that the present position has come up.
    fn remember(&mut self) {
        let key = self.position.key().low_u64();
        let now = self.past.len();
        let before = |back: usize| now.checked_sub(back).and_then(|index| self.past.get(index));
        let checks =
            if self.position.is_in_check() { before(2).map_or(0, |past| past.checks) + 1 } else { 0 };
        // The same side is to move every second ply, and no position can be reached again in two plies.
        let (word, bit) = seen_bit(key);
        let may_be_known = self.seen[word] & bit != 0;
        let mut same_side = self.past.iter().rev().skip(3).step_by(2);
        let earlier = if may_be_known { same_side.find(|past| past.key == key) } else { None };
        let times = earlier.map_or(0, |past| past.times) + 1;
        if times >= 4 {
            let first = self.past.iter().position(|past| past.key == key).unwrap_or(now);
            let moves_each = (now - first) as u32 / 2;
            let waiting_checks = before(1).map_or(0, |past| past.checks);
            let mover = self.side_to_move().other();
            self.end = Some(match (checks >= moves_each, waiting_checks >= moves_each) {
                (true, false) => Outcome::win(mover.other(), EndReason::PerpetualCheck),
                (false, true) => Outcome::win(mover, EndReason::PerpetualCheck),
                _ => Outcome::draw(EndReason::Repetition),
            });
        }
        self.past.push(Past { key, checks, times });
        self.seen[word] |= bit;
    }
}

/// The points and pieces of [`Shogi::declaration_count`].
fn declaration_count(position: &Position) -> Option<(u32, u32)> {
    let us = position.turn();
    let king = position.king_square(us);
    let camp = Bitboard::promotion_zone(us);
    if king.is_none() || !camp.test(king) {
        return None;
    }
    let in_camp = position.pieces_by_color(us).and(camp);
    let majors = position.bishop_horse().or(position.rook_dragon()).and(in_camp).count();
    let pieces = in_camp.count() - 1;
    let hand = position.hand(us);
    let held: u32 = HandPiece::iter()
        .map(|piece| {
            let worth = if matches!(piece, HandPiece::BISHOP | HandPiece::ROOK) { 5 } else { 1 };
            hand.count(piece) * worth
        })
        .sum();
    Some((pieces + 4 * majors + held, pieces))
}

impl Game for Shogi {
    const NAME: &'static str = "shogi";
    type Move = Move;
    type View = Shogi;

    #[inline]
    fn side_to_move(&self) -> Side {
        setup::side(self.position.turn())
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.end.is_some() {
            return self.end;
        }
        if self.position.is_mated() && !self.may_declare() {
            let reason = if self.in_check() { EndReason::Checkmate } else { EndReason::NoMoves };
            return Some(Outcome::win(self.side_to_move().other(), reason));
        }
        self.limit_reached().then(|| Outcome::draw(EndReason::MoveLimit))
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        moves.clear();
        if self.end.is_some() || self.limit_reached() {
            return;
        }
        generate_legal_all_move32_into(&self.position, &mut Moves(moves));
        if self.may_declare() {
            moves.push(Move::DECLARE);
        }
    }

    fn check(&self, mv: Move) -> Result<(), IllegalMove> {
        if self.end.is_some() || self.limit_reached() {
            return Err(IllegalMove::new(mv, "the game is over"));
        }
        let legal = match mv {
            Move::DECLARE => self.may_declare(),
            _ => self.position.is_legal_move(mv.bits()),
        };
        if legal { Ok(()) } else { Err(IllegalMove::new(mv, super::refusal::why(self, mv))) }
    }

    fn apply(&mut self, mv: Move) {
        if mv == Move::DECLARE {
            self.end = Some(Outcome::win(self.side_to_move(), EndReason::Declaration));
            return;
        }
        if self.position.state_stack_depth() >= KEPT_BY_POSITION {
            let mut state = rsshogi::board::generate_position_state(&self.position);
            state.ply = 1;
            self.position.set_position_state(&state);
        }
        self.position.apply_move(mv.bits());
        self.number = self.number.saturating_add(1);
        self.last_to = mv.to();
        self.remember();
    }

    #[inline]
    fn hash(&self) -> u64 {
        self.position.key().low_u64()
    }

    fn hash_from_scratch(&self) -> u64 {
        let state = rsshogi::board::generate_position_state(&self.position);
        rsshogi::board::position_from_position_state(&state).key().low_u64()
    }

    fn view(&self, _seat: Side) -> Shogi {
        self.clone()
    }

    /// Counts without regard to repetition, as is usual.
    fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let beyond_limit = self.limit.is_some_and(|limit| self.number.saturating_add(depth - 1) > limit);
        if self.end.is_some() || beyond_limit {
            return 0;
        }
        perft(&mut self.clone(), &mut vec![Move32List::new(); depth as usize - 1])
    }
}

/// A sink that counts. The generator of legal moves never takes a move back.
struct Count(u64);

impl Move32Sink for Count {
    #[inline]
    fn push_move32(&mut self, _: Move32) {
        self.0 += 1;
    }

    #[inline]
    fn push_drop_targets(&mut self, _: PieceType, targets: Bitboard, _: Color) {
        self.0 += u64::from(targets.count());
    }

    fn retain_unordered<F: FnMut(Move32) -> bool>(&mut self, _: F) {}
}

fn perft(game: &mut Shogi, lists: &mut [Move32List]) -> u64 {
    let Some((moves, deeper)) = lists.split_first_mut() else {
        let mut count = Count(u64::from(game.may_declare()));
        generate_legal_all_move32_into(&game.position, &mut count);
        return count.0;
    };
    moves.clear();
    generate_legal_all_move32(&game.position, moves);
    let mut nodes = 0;
    for &mv in moves.iter() {
        game.position.apply_move32(mv);
        nodes += perft(game, deeper);
        let undone = game.position.undo_move32(mv);
        debug_assert!(undone.is_ok());
    }
    nodes
}

impl PerfectInformation for Shogi {}

/// Equal positions, with as many moves left to the limit.
impl PartialEq for Shogi {
    fn eq(&self, other: &Self) -> bool {
        let left = |game: &Shogi| game.limit.map(|limit| i64::from(limit) - i64::from(game.number));
        self.position.turn() == other.position.turn()
            && self.position.hands_array() == other.position.hands_array()
            && self.position.board_array() == other.position.board_array()
            && left(self) == left(other)
    }
}

impl fmt::Debug for Shogi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Shogi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sfen())?;
        if let Some(limit) = self.limit {
            write!(f, " limit {limit}")?;
        }
        if self.problem { f.write_str(" problem") } else { Ok(()) }
    }
}

impl FromStr for Shogi {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Self, Malformed> {
        let (text, problem) = match text.trim_end().strip_suffix(" problem") {
            None => (text, false),
            Some(text) => (text, true),
        };
        let (position, limit) = match text.split_once(" limit ") {
            None => (text, None),
            Some((position, limit)) => {
                let limit = limit.trim_end().parse();
                (position, Some(limit.map_err(|_| Malformed::new(text, "a number of moves behind limit"))?))
            }
        };
        let setup = sfen::parse(position)?;
        if !problem {
            setup.check_pieces().map_err(|mut malformed| {
                malformed.expected.push_str(" (or the word problem at the end)");
                malformed
            })?;
        }
        let mut game = Shogi::from_setup(&setup)?.with_move_limit(limit);
        game.problem = problem;
        Ok(game)
    }
}

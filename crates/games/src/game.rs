//! What every game has in common: sides, moves, rules and views.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

use rand::Rng;

use crate::{Malformed, Outcome};

/// One of the two seats at a table, named by who opens the game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// Opens the game: black in Othello, sente in shogi, south in Kalah.
    First,
    /// Answers: white in Othello, gote in shogi, north in Kalah.
    Second,
}

impl Side {
    /// Both sides, in the order in which they move.
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    /// The side across the board.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    /// 0 for the first side, 1 for the second: its place in a two-element array.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `"first"` or `"second"`, the word used in records and on the command line.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Side::First => "first",
            Side::Second => "second",
        }
    }
}

impl Display for Side {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for Side {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Self, Malformed> {
        match text {
            "first" => Ok(Side::First),
            "second" => Ok(Side::Second),
            _ => Err(Malformed::new(text, "a side: first or second")),
        }
    }
}

/// A move the rules do not allow, and why.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("illegal move {mv}: {why}")]
pub struct IllegalMove {
    /// The move, in the game's own notation.
    pub mv: String,
    /// The rule it breaks, as half a sentence.
    pub why: String,
}

impl IllegalMove {
    /// Refuses `mv` for the reason `why`.
    pub fn new(mv: impl Display, why: impl Into<String>) -> Self {
        IllegalMove { mv: mv.to_string(), why: why.into() }
    }
}

/// What a move of any game can do: be copied, compared, printed and read.
///
/// Printing and reading is a round trip and needs no position.
pub trait Move:
    Copy + Eq + Ord + Hash + Debug + Display + FromStr<Err = Malformed> + Send + Sync + 'static
{
}

impl<T> Move for T where
    T: Copy + Eq + Ord + Hash + Debug + Display + FromStr<Err = Malformed> + Send + Sync + 'static
{
}

/// A game in progress: a position, and whatever of its past the rules ask for.
///
/// Printing gives one line from which the position can be read again. Two games are equal when their
/// positions are; the past does not count.
///
/// ```
/// use games::{Game, Side, othello::Othello};
///
/// let mut game = Othello::default();
/// game.play("f5".parse()?)?;
/// assert_eq!(game.side_to_move(), Side::Second);
/// assert!(game.play("a1".parse()?).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Game:
    Clone + PartialEq + Debug + Display + FromStr<Err = Malformed> + Default + Send + Sync + 'static
{
    /// The name used on the command line and in records.
    const NAME: &'static str;

    /// What a side does when it is its turn.
    type Move: Move;

    /// What one seat may know.
    type View: View<Game = Self>;

    /// A start with everything dealt that the rules leave to chance.
    fn deal(_rng: &mut dyn Rng) -> Self {
        Self::default()
    }

    /// Sets up what the rules let `seat` arrange before the first move, in the game's own words.
    ///
    /// # Errors
    /// The game has nothing to arrange, it is too late, or the words are wrong; the game is as it was.
    fn arrange(&mut self, _seat: Side, arrangement: &str) -> Result<(), Malformed> {
        Err(Malformed::new(arrangement, format!("no arrangement: {} has nothing to arrange", Self::NAME)))
    }

    /// Whose turn it is; after the end, whose turn it would have been.
    fn side_to_move(&self) -> Side;

    /// How the game ended, or `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// Replaces the contents of `moves` by every legal move; none when the game is over.
    fn legal_moves(&self, moves: &mut Vec<Self::Move>);

    /// Says which rule forbids `mv`, if one does.
    ///
    /// # Errors
    /// The move is not legal here.
    fn check(&self, mv: Self::Move) -> Result<(), IllegalMove>;

    /// Plays a move that is known to be legal. With any other move the position afterwards is unspecified.
    fn apply(&mut self, mv: Self::Move);

    /// Plays `mv`.
    ///
    /// # Errors
    /// The move is not legal; the game is as it was.
    fn play(&mut self, mv: Self::Move) -> Result<(), IllegalMove> {
        self.check(mv)?;
        self.apply(mv);
        Ok(())
    }

    /// A key for transposition tables and repetition, kept up to date move by move.
    fn hash(&self) -> u64;

    /// The same key computed from the bare position; for checks.
    fn hash_from_scratch(&self) -> u64;

    /// What `seat` may know of this position.
    fn view(&self, seat: Side) -> Self::View;

    /// Counts the move sequences of length `depth`, the classic check of a move generator.
    fn perft(&self, depth: u32) -> u64 {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        match depth {
            0 => 1,
            1 => moves.len() as u64,
            _ => moves
                .into_iter()
                .map(|mv| {
                    let mut next = self.clone();
                    next.apply(mv);
                    next.perft(depth - 1)
                })
                .sum(),
        }
    }
}

/// What one seat may know of a game.
///
/// An opponent is handed a view and nothing else, so what a seat may not know is not in this type.
pub trait View: Clone + PartialEq + Debug + Send + Sync + 'static {
    /// The game this is a view of.
    type Game: Game<View = Self>;

    /// Whose turn it is.
    fn side_to_move(&self) -> Side;

    /// Replaces the contents of `moves` by the moves this seat may play now; none on the other's turn.
    fn legal_moves(&self, moves: &mut Vec<<Self::Game as Game>::Move>);

    /// A position this seat cannot tell from the real one, each with equal probability.
    fn resample(&self, rng: &mut dyn Rng) -> Self::Game;
}

/// A game in which both seats see everything: its view is the position.
pub trait PerfectInformation: Game<View = Self> {}

impl<G: PerfectInformation> View for G {
    type Game = G;

    fn side_to_move(&self) -> Side {
        Game::side_to_move(self)
    }

    fn legal_moves(&self, moves: &mut Vec<G::Move>) {
        Game::legal_moves(self, moves);
    }

    fn resample(&self, _rng: &mut dyn Rng) -> G {
        self.clone()
    }
}

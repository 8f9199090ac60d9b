//! How each game looks from a seat: positions, moves and steps in places that a page can point at.
//!
//! Everything about a game that goes on is made from the seat's [`games::View`]: what the seat may not know cannot be said here.

mod geister;
mod kalah;
mod othello;
mod shogi;

use games::{Game, Malformed, Record, Registered, Side};
use opponents::Roster;
use search::Unit;

use crate::wire::{Belief, Move, Position, Step, Text};

/// A game that can be shown on a page.
pub(crate) trait Geometry: Roster + Registered {
    /// What a player arranges before the first move, if anything.
    const SETUP: Option<&'static str> = None;

    /// The formats in which a record can be fetched.
    const FORMATS: &'static [&'static str];

    /// Who looks at finished games, and how much at each position: tens of milliseconds, so that a review takes seconds.
    const REVIEWER: &'static str;

    /// The least loss that is called a mistake, in the reviewer's unit.
    const MISTAKE: f64;

    /// No value is shown larger than this: a mate is as good as won, and a curve must stay readable.
    const MOST: f64;

    /// What may be seen of a position from one seat.
    fn position(view: &Self::View) -> Position;

    /// The position with nothing hidden, for a game that has ended.
    fn revealed(&self) -> Position {
        Self::position(&self.view(Side::First))
    }

    /// A move that is about to be played by the side to move.
    fn move_on(view: &Self::View, mv: Self::Move) -> Move;

    /// How `mv` changes what the seat sees.
    fn step(before: &Self::View, mv: Self::Move) -> Step;

    /// Going back from `now` to `earlier` would take back something that the seat has been shown.
    fn has_shown_since(_now: &Self::View, _earlier: &Self::View) -> bool {
        false
    }

    /// The record in one of [`Geometry::FORMATS`].
    ///
    /// # Errors
    /// The format cannot hold it.
    fn write(record: &Record<Self>, format: &str) -> Result<String, Malformed>;

    /// What the seat across the board from `seat` could read from its moves: for the start and after each move how likely each
    /// of its pieces looks what it is; `None` in a game that hides nothing.
    fn beliefs(_start: &Self, _moves: &[Self::Move], _seat: Side) -> Option<Vec<Vec<Belief>>> {
        None
    }
}

/// The moves of the seat that `view` belongs to, in order.
#[must_use]
pub(crate) fn legal<G: Geometry>(view: &G::View) -> Vec<Move> {
    sorted::<G>(view).into_iter().map(|mv| G::move_on(view, mv)).collect()
}

/// The moves that the seat of `view` knows of, in order.
#[must_use]
pub(crate) fn sorted<G: Game>(view: &G::View) -> Vec<G::Move> {
    let mut moves = Vec::new();
    games::View::legal_moves(view, &mut moves);
    moves.sort_unstable();
    moves
}

/// What a value counts, in words.
#[must_use]
pub(crate) fn unit(unit: Unit) -> Text {
    match unit {
        Unit::Discs => Text::new("discs", "石"),
        Unit::Seeds => Text::new("seeds", "種"),
        Unit::Points => Text::new("points", "点"),
        Unit::WinRate => Text::new("win rate above one half", "勝率（5割との差）"),
        Unit::Reward => Text::new("expected reward", "期待報酬"),
    }
}

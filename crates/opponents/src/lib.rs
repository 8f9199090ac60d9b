//! Which move do I play, and why?
//!
//! An [`Opponent`] is handed what its seat may see and answers with a [`Choice`]: a move and the reason for it. Each way
//! of choosing is a file of its own; [`by_name`] finds it by the name it has everywhere.

mod balance;
mod best_move;
mod estimate;
mod failure;
pub mod geister;
mod gokaku;
mod ladder;
mod limits;
mod most_visited;
mod name;
mod q;
mod random;
mod roster;
mod select_q;
mod shogi;
mod thinker;

use std::time::Duration;

use games::{Game, Malformed, Outcome};
use search::Stop;

pub use balance::Balance;
pub use best_move::BestMove;
pub use estimate::{Estimate, Scale};
pub use failure::Failure;
pub use ladder::Ladder;
pub use limits::Limits;
pub use most_visited::MostVisited;
pub use name::{Name, NameError, Options};
pub use q::Greedy;
pub use random::Random;
pub use roster::{Roster, analyst_by_name};
pub use select_q::{Formula, SelectQ};
pub use shogi::shogi_with_weights;
pub use thinker::Thinker;

/// Somebody to play one game against.
pub trait Opponent<G: Game>: Send {
    /// The name under which [`by_name`] finds this opponent, with every option spelled out.
    fn name(&self) -> String;

    /// What the rules let its seat arrange before the first move, in the game's own words: in Geister the letters of its four
    /// red ghosts. `None` leaves it as it was dealt.
    ///
    /// # Errors
    /// The opponent cannot or will not play.
    fn arrangement(&mut self, _view: &G::View) -> Result<Option<String>, Failure> {
        Ok(None)
    }

    /// Is told what its seat saw at the start of the game and which moves have been made since, by nobody's choice. An
    /// opponent that needs only what is on the board need not listen.
    fn begin(&mut self, _start: &G::View, _moves: &[G::Move]) {}

    /// Chooses a move for the seat that `view` belongs to.
    ///
    /// # Errors
    /// There is none to choose from, or the opponent cannot or will not play on.
    fn choose(&mut self, view: &G::View) -> Result<Choice<G::Move>, Failure>;

    /// How long a choice should take, for an opponent that thinks by the clock. It has none itself.
    fn thinking_time(&self) -> Option<Duration> {
        None
    }

    /// From now on raising `stop` ends the thinking; the best choice so far is made.
    fn stop_with(&mut self, _stop: Stop) {}

    /// Is told of each move the other side chose: what this seat saw before it, and the move.
    fn observe(&mut self, _before: &G::View, _mv: G::Move) {}

    /// The last so many observed moves have been taken back: the opponent is as it was before them. If it kept a game of its
    /// own, [`Opponent::begin`] tells it anew.
    fn retract(&mut self, _observed: usize) {}

    /// What it takes the other side for by the moves observed so far, if it adapts to them and has seen enough.
    fn estimate(&self) -> Option<Estimate> {
        None
    }

    /// How strong it has played in this game, move by move, on the scale of its estimate; nothing for one whose strength is its own.
    fn strengths(&self) -> &[f64] {
        &[]
    }

    /// Thinks while the other side does, until `stop` is raised. No choice depends on it: what is not found out now is
    /// found out later.
    fn ponder(&mut self, _view: &G::View, _stop: &Stop) {}

    /// What it has learnt of the user and would like to know in the next game if this one ends so, as one line; `None` for one that
    /// learns nothing.
    fn memory(&self, _end: Outcome) -> Option<String> {
        None
    }

    /// Knows again what an opponent of the same name has put down as its memory, before a game begins.
    ///
    /// # Errors
    /// This is no memory of its own; it knows what it knew before.
    fn remember(&mut self, memory: &str) -> Result<(), Malformed> {
        Err(Malformed::new(memory, "no memory: this opponent learns nothing of its users"))
    }

    /// Is told how the game ended. Nothing is hidden any more: other people's programs are shown the last position.
    fn finish(&mut self, _last: &G, _end: Outcome) {}
}

/// A move and the reason for it, in words that can be shown and stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice<M> {
    /// The move to play.
    pub mv: M,
    /// Why this one.
    pub why: String,
}

/// The opponent with this name, whose every choice follows from `seed`.
///
/// # Errors
/// There is no such opponent or no such option; the error lists those there are.
///
/// ```
/// use games::othello::Othello;
/// use opponents::{by_name, Opponent};
///
/// let mut opponent = by_name::<Othello>("random", 7)?;
/// let choice = opponent.choose(&Othello::default()).expect("the start has moves");
/// assert_eq!(choice.why, "one of 4 moves, by lot");
/// # Ok::<(), opponents::NameError>(())
/// ```
pub fn by_name<G: Roster>(name: &str, seed: u64) -> Result<Box<dyn Opponent<G>>, NameError> {
    G::opponent(&name.parse()?, seed)
}

#[cfg(test)]
mod tests;

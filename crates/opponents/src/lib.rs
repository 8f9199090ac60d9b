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
mod name;
mod named_analyst;
mod opponent;
mod q;
mod random;
mod reason;
mod roster;
mod select_q;
mod shogi;

pub use balance::Balance;
pub use best_move::BestMove;
pub use estimate::{Estimate, StrengthUnit};
pub use failure::Failure;
pub use ladder::Ladder;
pub use limits::Limits;
pub use name::{Name, NameError, Options};
pub use named_analyst::NamedAnalyst;
pub use opponent::{Interruptible, Learning, Opponent, Wrapper};
pub use q::Greedy;
pub use random::Random;
pub use reason::{BlueGhosts, Language, Reason, Ruling, Visits};
pub use roster::{Roster, analyst_by_name, is_name_of_opponent};
pub use select_q::{Formula, SelectQ};
pub use shogi::shogi_with_weights;

/// A move and the reason for it.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice<M> {
    /// The move to play.
    pub mv: M,
    /// Why this one.
    pub reason: Reason,
}

/// The opponent with this name, whose every choice follows from `seed`.
///
/// # Errors
/// There is no such opponent or no such option; the error lists those there are.
///
/// ```
/// use games::othello::Othello;
/// use opponents::{by_name, Opponent, Reason};
///
/// let mut opponent = by_name::<Othello>("random", 7)?;
/// let choice = opponent.choose(&Othello::default()).expect("the start has moves");
/// assert_eq!(choice.reason, Reason::Random { moves: 4 });
/// # Ok::<(), opponents::NameError>(())
/// ```
pub fn by_name<G: Roster>(name: &str, seed: u64) -> Result<Box<dyn Opponent<G>>, NameError> {
    let mut name: Name = name.parse()?;
    if let Some((_, short)) = G::ALIASES.iter().find(|(alias, _)| *alias == name.opponent()) {
        name.rename(short);
    }
    G::opponent(&name, seed)
}

#[cfg(test)]
mod tests;

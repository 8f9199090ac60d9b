//! Which move do I play, and why?
//!
//! An [`Opponent`] is handed what its seat may see and answers with a [`Choice`]: a move and the reason for it. Each way
//! of choosing is a file of its own; [`by_name`] finds it by the name it has everywhere.

mod random;

use games::Game;

pub use random::Random;

/// Somebody to play against.
pub trait Opponent<G: Game>: Send {
    /// The name under which [`by_name`] finds this opponent, with every option spelled out.
    fn name(&self) -> String;

    /// Chooses a move for the seat that `view` belongs to; `None` if there is none to choose from.
    fn choose(&mut self, view: &G::View) -> Option<Choice<G::Move>>;

    /// Sees the other side play `mv` in the position of which `before` is this seat's view.
    fn observe(&mut self, _before: &G::View, _mv: G::Move) {}
}

/// A move and the reason for it, in words that can be shown and stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice<M> {
    /// The move to play.
    pub mv: M,
    /// Why this one.
    pub why: String,
}

/// A name that no opponent has.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("found opponent \"{0}\", expected one of: {known}", known = NAMES.join(", "))]
pub struct UnknownOpponent(pub String);

/// The names of all opponents.
pub const NAMES: &[&str] = &["random"];

/// The opponent with this name, whose every choice follows from `seed`.
///
/// # Errors
/// There is no such opponent; the error lists those there are.
///
/// ```
/// use games::othello::Othello;
/// use opponents::{by_name, Opponent};
///
/// let mut opponent = by_name::<Othello>("random", 7)?;
/// let choice = opponent.choose(&Othello::default()).expect("the start has moves");
/// assert_eq!(choice.why, "one of 4 moves, by lot");
/// # Ok::<(), opponents::UnknownOpponent>(())
/// ```
pub fn by_name<G: Game>(name: &str, seed: u64) -> Result<Box<dyn Opponent<G>>, UnknownOpponent> {
    match name {
        "random" => Ok(Box::new(Random::new(seed))),
        _ => Err(UnknownOpponent(name.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use games::othello::Othello;

    use super::*;

    #[test]
    fn every_listed_name_is_found_and_kept() {
        for name in NAMES {
            assert_eq!(by_name::<Othello>(name, 1).unwrap().name(), *name);
        }
        let error = by_name::<Othello>("deep blue", 1).err().unwrap();
        assert_eq!(error.to_string(), "found opponent \"deep blue\", expected one of: random");
    }
}

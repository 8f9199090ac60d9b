//! Whoever says how good each move is.

use games::Game;

use crate::{Analysis, Budget};

/// Ranks the moves of a position within a budget.
pub trait Analyst<G: Game>: Send {
    /// The candidates of `game`, best first; none if the game is over.
    fn analyse(&mut self, game: &G, budget: &Budget) -> Analysis<G::Move>;
}

impl<G: Game, A: Analyst<G> + ?Sized> Analyst<G> for Box<A> {
    fn analyse(&mut self, game: &G, budget: &Budget) -> Analysis<G::Move> {
        (**self).analyse(game, budget)
    }
}

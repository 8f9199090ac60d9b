//! The interface of everything that can value moves.

use games::Game;

use crate::{Analysis, Budget};

/// Ranks the moves of a position within a budget.
pub trait Analyst<G: Game>: Send {
    /// The candidates of `game`, best first; none if the game is over.
    fn analyse(&mut self, game: &G, budget: &Budget) -> Analysis<G::Move>;

    /// The best move of `game` and `mv`, with their values, and as many others as come with them. For an
    /// analyst that need not look at every move to know these two.
    fn compare(&mut self, game: &G, _mv: G::Move, budget: &Budget) -> Analysis<G::Move> {
        self.analyse(game, budget)
    }
}

impl<G: Game, A: Analyst<G> + ?Sized> Analyst<G> for Box<A> {
    fn analyse(&mut self, game: &G, budget: &Budget) -> Analysis<G::Move> {
        (**self).analyse(game, budget)
    }

    fn compare(&mut self, game: &G, mv: G::Move, budget: &Budget) -> Analysis<G::Move> {
        (**self).compare(game, mv, budget)
    }
}

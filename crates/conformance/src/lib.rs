//! Are the rules right? One kit examines every game: it plays random games to the end and compares what the
//! game says, position by position, with what it said before and with a slow second implementation that
//! shares no code with it.
//!
//! A game joins by implementing [`TestedGame`]; see "Adding a game" in CONTRIBUTING.md.

#![forbid(unsafe_code)]

mod examine;
mod geister;
mod kalah;
mod othello;
pub mod parsers;
mod run;
mod shogi;

use games::{Game, Outcome};

pub use examine::Finding;
pub use run::{Plan, Summary, Violation, run};

/// A game the kit can examine.
pub trait TestedGame: Game {
    /// The slow second implementation.
    type Reference: ReferenceRules<Self>;

    /// Every value the move type has, legal anywhere or not.
    fn every_move() -> Vec<Self::Move>;

    /// A start for a random game; where the rules have parameters, any of them may come up.
    fn any_start(rng: &mut dyn rand::Rng) -> Self {
        Self::deal(rng)
    }
}

/// A second opinion on a position: written for clarity, with other data structures, from the printed position
/// only.
pub trait ReferenceRules<G: Game>: Sized {
    /// Sets up the printed position.
    ///
    /// # Errors
    /// The text is not understood; says why.
    fn read(position: &str) -> Result<Self, String>;

    /// The legal moves, in any order.
    fn legal_moves(&self) -> Vec<G::Move>;

    /// The printed position after a legal move.
    fn after(&self, mv: G::Move) -> String;

    /// How the game has ended, as far as the position alone can tell: what depends on the past, it leaves
    /// out.
    fn outcome(&self) -> Option<Outcome>;
}

//! Games played to their end from the edge of the tree: the hot loop.

use games::{Game, Side};
use rand::RngExt;

use super::PlayoutRng;

/// A way to play a game to its end.
pub trait Playout<G: Game>: Clone + Send + Sync {
    /// Plays `game` to its end; the score of the first side: 1, 0.5 or 0.
    fn score_of_first(&self, game: &G, rng: &mut PlayoutRng) -> f64;
}

/// Every legal move with equal probability, for any game.
#[derive(Clone, Copy, Default, Debug)]
pub struct UniformPlayout;

impl<G: Game> Playout<G> for UniformPlayout {
    fn score_of_first(&self, game: &G, rng: &mut PlayoutRng) -> f64 {
        let mut game = game.clone();
        let mut moves = Vec::new();
        loop {
            if let Some(outcome) = game.outcome() {
                // A game that ended without a result is worth as much as a draw.
                return outcome.score(Side::First).unwrap_or(0.5);
            }
            game.legal_moves(&mut moves);
            game.apply(moves[rng.random_range(..moves.len())]);
        }
    }
}

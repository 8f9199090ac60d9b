//! Games played to their end from the edge of the tree: the hot loop.

use games::kalah::Kalah;
use games::othello::Othello;
use games::{Game, Side};
use rand::RngExt;

use super::PlayoutRng;

/// A way to play a game to its end.
pub trait Playout<G: Game>: Clone + Send + Sync {
    /// Plays `game` to its end, or for `plies` moves; the score of the first side: 1, 0.5 or 0. A game that
    /// goes on counts for the side that leads.
    fn score_of_first(&self, game: &G, plies: u32, rng: &mut PlayoutRng) -> f64;
}

/// A game in which somebody leads before it ends.
pub trait Margin: Game {
    /// What the first side has more than the second, in what the result is counted in.
    fn margin_of_first(&self) -> i32;
}

impl Margin for Kalah {
    /// The difference of the stores.
    fn margin_of_first(&self) -> i32 {
        let [first, second] = Side::BOTH.map(|side| i32::from(self.board().store(side)));
        first - second
    }
}

impl Margin for Othello {
    /// The difference of the discs.
    fn margin_of_first(&self) -> i32 {
        let [first, second] = self.counts().map(i32::from);
        first - second
    }
}

/// The score of somebody who is so far ahead.
pub(super) fn score_of_margin(margin: i32) -> f64 {
    f64::from(margin.signum() + 1) / 2.0
}

/// Every legal move with equal probability, for any game.
#[derive(Clone, Copy, Default, Debug)]
pub struct UniformPlayout;

impl<G: Margin> Playout<G> for UniformPlayout {
    fn score_of_first(&self, game: &G, plies: u32, rng: &mut PlayoutRng) -> f64 {
        let mut game = game.clone();
        let mut moves = Vec::new();
        let mut left = plies;
        loop {
            if let Some(outcome) = game.outcome() {
                // A game that ended without a result is worth as much as a draw.
                return outcome.score(Side::First).unwrap_or(0.5);
            }
            if left == 0 {
                return score_of_margin(game.margin_of_first());
            }
            left -= 1;
            game.legal_moves(&mut moves);
            game.apply(moves[rng.random_range(..moves.len())]);
        }
    }
}

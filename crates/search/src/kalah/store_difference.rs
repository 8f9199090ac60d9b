//! The evaluation of the selectQ paper (document 001).

use games::kalah::Kalah;
use games::{Game, Outcome};

use crate::evaluation::Evaluation;
use crate::{AlphaBetaOptions, Unit};

/// Own store less other store; a finished game is worth [`StoreDifference::WIN`] to its winner.
#[derive(Clone, Copy, Default, Debug)]
pub struct StoreDifference;

impl StoreDifference {
    /// The value of a won game, from the paper; a draw is worth nothing.
    pub const WIN: i32 = 5000;

    /// The paper's minimax: every move is valued, depth counts changes of turn, and of equal moves the hole
    /// farthest from the store is best. With these choices, which the paper does not spell out, all 24 win rates of
    /// its table 1 come out within sampling noise.
    pub const MINIMAX: AlphaBetaOptions =
        AlphaBetaOptions { free_extra_moves: true, ..AlphaBetaOptions::MINIMAX };
}

impl Evaluation<Kalah> for StoreDifference {
    fn unit(&self) -> Unit {
        Unit::Seeds
    }

    fn value(&self, game: &Kalah) -> i32 {
        let side = game.side_to_move();
        i32::from(game.board().store(side)) - i32::from(game.board().store(side.other()))
    }

    fn end(&self, game: &Kalah, outcome: &Outcome) -> i32 {
        match outcome.winner {
            None => 0,
            Some(winner) if winner == game.side_to_move() => Self::WIN,
            Some(_) => -Self::WIN,
        }
    }
}

//! The evaluation of Li and Yokoyama 2022.

use games::kalah::Kalah;
use games::{Game, Outcome, Side};

use crate::evaluation::Evaluation;
use crate::q::Reward;
use crate::{AlphaBetaOptions, Unit};

/// Own store less other store; a finished game is worth [`StoreDifference::WIN`] to its winner.
#[derive(Clone, Copy, Default, Debug)]
pub struct StoreDifference;

impl StoreDifference {
    /// The value of a won game, from the paper; a draw is worth nothing.
    pub const WIN: i32 = 5000;

    /// The paper's minimax: every move is valued, depth counts changes of turn, and of equal moves the hole
    /// farthest from the store is best. The paper does not say so, but these choices reproduce its table 1.
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

impl Reward<Kalah> for StoreDifference {
    /// The paper's reward: the difference of the stores after the move, divided by the number of seeds.
    fn reward(&self, after: &Kalah, mover: Side) -> f64 {
        let board = after.board();
        let [own, other] = [mover, mover.other()].map(|side| f64::from(board.store(side)));
        let in_holes: u16 = Side::BOTH.into_iter().flat_map(|side| board.row(side)).sum();
        (own - other) / (own + other + f64::from(in_holes))
    }
}

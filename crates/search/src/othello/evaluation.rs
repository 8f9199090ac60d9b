//! What an evaluation of Othello boards is.

use games::othello::Board;
use games::othello::kernel::Kernel;

use crate::{Perturbed, Unit};
use games::split_mix::mix;

/// Judges a board without looking ahead. Values are whole numbers within 16 bits.
pub trait Evaluation: Sync {
    /// What the values count.
    const UNIT: Unit;

    /// How many of the evaluation's whole numbers make one of its unit.
    const SCALE: f64;

    /// The value of a board that is not over, for the side to move.
    fn evaluate<K: Kernel>(&self, kernel: K, board: Board) -> i32;

    /// The value of a game that ended with this difference in discs, empty squares to the winner.
    fn finished(&self, difference: i32) -> i32;
}

impl<E: Evaluation + Send> Evaluation for &E {
    const UNIT: Unit = E::UNIT;
    const SCALE: f64 = E::SCALE;

    #[inline(always)]
    fn evaluate<K: Kernel>(&self, kernel: K, board: Board) -> i32 {
        (**self).evaluate(kernel, board)
    }

    #[inline(always)]
    fn finished(&self, difference: i32) -> i32 {
        (**self).finished(difference)
    }
}

/// Values beyond this would not be within 16 bits.
const BEYOND: i32 = 32_000;

impl<E: Evaluation + Send> Evaluation for Perturbed<E> {
    const UNIT: Unit = E::UNIT;
    const SCALE: f64 = E::SCALE;

    #[inline(always)]
    fn evaluate<K: Kernel>(&self, kernel: K, board: Board) -> i32 {
        let key = || mix(board.own ^ mix(board.other));
        self.perturb(self.evaluation.evaluate(kernel, board), E::SCALE, key).clamp(-BEYOND, BEYOND)
    }

    #[inline(always)]
    fn finished(&self, difference: i32) -> i32 {
        self.signed(self.evaluation.finished(difference))
    }
}

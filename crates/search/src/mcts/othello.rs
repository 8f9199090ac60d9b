//! Uniformly random games of Othello on bare bitboards.

use games::othello::kernel::{self, Kernel};
use games::othello::{Board, Othello, Square, Squares};
use games::{Game, Side};
use rand::Rng;

use super::playout::score_of_margin;
use super::{Playout, PlayoutRng};

/// Every legal move with equal probability, without the rules' bookkeeping.
#[derive(Clone, Copy, Default, Debug)]
pub struct UniformOthelloPlayout;

impl Playout<Othello> for UniformOthelloPlayout {
    fn score_of_first(&self, game: &Othello, plies: u32, rng: &mut PlayoutRng) -> f64 {
        let margin = random_margin(game.board(), plies, rng);
        score_of_margin(if game.side_to_move() == Side::First { margin } else { -margin })
    }
}

/// Plays `board` to its end or for `plies` moves at random: the discs of its side to move less those of the
/// other side.
pub fn random_margin(board: Board, plies: u32, rng: &mut PlayoutRng) -> i32 {
    #[cfg(target_arch = "x86_64")]
    if let Some(kernel) = kernel::Avx2::detect() {
        return play(kernel, board, plies, rng);
    }
    play(kernel::Portable, board, plies, rng)
}

fn play<K: Nth>(kernel: K, mut board: Board, plies: u32, rng: &mut PlayoutRng) -> i32 {
    kernel.compiled(|| {
        // 1 while the side that began is to move, -1 while the other is.
        let mut sign = 1;
        let mut passed = false;
        for _ in 0..plies {
            if let Some(square) = one_of(kernel, kernel.moves(board), rng) {
                passed = false;
                board = board.placed(square, kernel.flips(board, square.index()));
            } else if passed {
                break;
            } else {
                passed = true;
                board = board.swapped();
            }
            sign = -sign;
        }
        let (own, other) = board.counts();
        sign * (own as i32 - other as i32)
    })
}

/// One of `squares`, if there are any, each with a probability that is equal to within 2^-26 (Lemire 2019,
/// without the rejection that would make it exact).
#[inline(always)]
fn one_of<K: Nth>(kernel: K, squares: u64, rng: &mut PlayoutRng) -> Option<Square> {
    let count = u64::from(squares.count_ones());
    Squares(kernel.nth(squares, (u64::from(rng.next_u32()) * count) >> 32)).next()
}

/// A kernel that can pick a square by its number.
trait Nth: Kernel {
    /// The `n`-th of `squares`, perhaps with others above it; nothing if there are no squares.
    fn nth(self, squares: u64, n: u64) -> u64;
}

impl Nth for kernel::Portable {
    #[inline(always)]
    fn nth(self, mut squares: u64, n: u64) -> u64 {
        for _ in 0..n {
            squares &= squares - 1;
        }
        squares
    }
}

#[cfg(target_arch = "x86_64")]
impl Nth for kernel::Avx2 {
    /// A third more games a second than with the loop, on a processor that deposits bits in one step (AMD
    /// before Zen 3 does not).
    #[inline(always)]
    fn nth(self, squares: u64, n: u64) -> u64 {
        // SAFETY: `self` exists only if the processor has BMI2.
        unsafe { std::arch::x86_64::_pdep_u64(1 << n, squares) }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    #[test]
    fn both_kernels_play_the_same_games() {
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = kernel::Avx2::detect() {
            let mut rngs = [PlayoutRng::seed_from_u64(1), PlayoutRng::seed_from_u64(1)];
            for plies in (0..1000).map(|game| game % 70) {
                let portable = play(kernel::Portable, Board::START, plies, &mut rngs[0]);
                assert_eq!(play(avx2, Board::START, plies, &mut rngs[1]), portable);
            }
        }
    }

    #[test]
    fn margins_are_those_of_games_by_the_rules() {
        // The same games through the slow door: the mean margin must agree within four standard errors (the
        // standard deviation of a random game's margin is about 17 discs).
        let games = 4000;
        let mut rng = PlayoutRng::seed_from_u64(2);
        let fast: i32 = (0..games).map(|_| random_margin(Board::START, u32::MAX, &mut rng)).sum();
        let mut slow = 0;
        for _ in 0..games {
            let mut game = Othello::default();
            let mut moves = Vec::new();
            while game.outcome().is_none() {
                game.legal_moves(&mut moves);
                game.apply(moves[rng.next_u32() as usize % moves.len()]);
            }
            let [first, second] = game.counts().map(i32::from);
            slow += first - second;
        }
        let error = 17.0 * (2.0 / f64::from(games)).sqrt();
        assert!((f64::from(fast - slow) / f64::from(games)).abs() < 4.0 * error, "{fast} {slow}");
    }
}

//! Exact values of endgames.
//!
//! A principal variation search on final differences, empty squares to the winner. What keeps it small: a
//! shallow search says which move to try first (`guide.rs`), near the end the number of replies and odd
//! regions do (`ordering.rs`); boards are remembered, and the moves that lead to a remembered refutation are
//! found first; stable discs bound what is left to win (`stability.rs`). The null-window searches are in
//! `null_window.rs`, the last four squares, where most of the boards are, in `last_empties.rs`.

use games::othello::kernel::Portable;
use games::othello::{Board, Square};

use crate::{Budget, Stop};

use super::compiled_kernel::CompiledKernel;
use super::guide::BEYOND;
use super::last_empties::final_difference;
use super::ordering::{NO_SQUARE, Ordering, fastest_first, odd_quadrants};
use super::table::{TableEntry, TranspositionTable};
use super::weights::{UNITS, Weights};

/// The value of a board and a move that reaches it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The final difference for the side to move with best play by both, empty squares to the winner.
    pub score: i32,
    /// A best move; `None` if there is none to play.
    pub best: Option<Square>,
    /// Boards that were visited: one for each that a move or a pass led to in any of the searches, those that
    /// only order moves and those of the last empty squares included. Two things are no visit: counting the
    /// replies to a move or looking its board up, to order it; and the full board, since the last disc is not
    /// placed, what it flips is looked up.
    pub nodes: u64,
}

/// From this many empty squares on, the guide orders the moves. Tuned by node counts and time on FForum 40 to
/// 47.
const GUIDED: u32 = 14;

/// The guide's search depth for a board with so many empty squares. Tuned by node counts on FForum 40 to 46.
fn ahead(empties: u32) -> u32 {
    match empties {
        ..15 => 0,
        _ => (1 + (empties - 15) / 2).min(6),
    }
}

/// A remembered shallow search decides the first move if it was so many plies deeper than those that order
/// all moves.
const FURTHER: u32 = 4;

/// The part of [`fastest_first`] in the guide's order, in its units: two discs for a reply. Tuned by node
/// counts on FForum 40 to 48.
const MOBILITY: i32 = 16;

/// The guide's depth before the exact search begins: not so deep that it costs more than it saves.
fn foresight(empties: u32) -> u32 {
    empties.saturating_sub(10).min(12)
}

/// How far beyond a value that has been ruled out the next window reaches, in discs.
const NEXT_WINDOW: i32 = 8;

/// Nodes between two checks of the stop flag: a fraction of a millisecond.
const LOOK_EVERY: u64 = 4096;

/// No move yet; lower than every difference.
pub(super) const NONE: i32 = -100;

/// The near table has at most `1 << NEAR_BITS` cache lines, 512 KiB, so that it stays in the cache: larger
/// ones save nodes and lose time.
const NEAR_BITS: u32 = 13;

/// The same for the table of shallow searches, 4 MiB.
const GUESS_BITS: u32 = 16;

/// Solves endgames, and remembers what it has seen between them.
pub struct Solver {
    /// Boards with many empty squares.
    pub(super) table: TranspositionTable,
    /// Boards with few.
    pub(super) near_table: TranspositionTable,
    /// What the guide expects, in its units.
    pub(super) shallow_table: TranspositionTable,
    /// Decides which moves are tried first where there is much to save.
    guide: Option<&'static Weights>,
    pub(super) nodes: u64,
    limit: u64,
    /// When the budget is looked at again, in nodes.
    next_look: u64,
    stop: Stop,
    pub(super) stopped: bool,
}

impl Solver {
    /// A solver that remembers two boards in each of `1 << bits` cache lines of 64 bytes, and some more near
    /// the end.
    #[must_use]
    pub fn new(bits: u32) -> Solver {
        let shallow_table = TranspositionTable::new(bits.min(GUESS_BITS));
        Solver { guide: Some(Weights::shipped()), shallow_table, ..Solver::unguided(bits) }
    }

    /// The same without an evaluation to order moves by: slower, and needed to make one.
    #[must_use]
    pub(super) fn unguided(bits: u32) -> Solver {
        Solver {
            table: TranspositionTable::new(bits),
            near_table: TranspositionTable::new(bits.min(NEAR_BITS)),
            shallow_table: TranspositionTable::new(0),
            guide: None,
            nodes: 0,
            limit: u64::MAX,
            next_look: 0,
            stop: Stop::default(),
            stopped: false,
        }
    }

    /// Forgets every board, so that the next search needs what a first one does.
    pub fn forget(&mut self) {
        self.table.clear();
        self.near_table.clear();
        self.shallow_table.clear();
    }

    /// The exact value of `board`; `None` if the budget's nodes or its stop flag ended the search before.
    pub fn solve(&mut self, board: Board, budget: &Budget) -> Option<Solution> {
        self.start(budget);
        #[cfg(target_arch = "x86_64")]
        if let Some(kernel) = games::othello::kernel::Avx2::detect() {
            return self.solve_with(kernel, board);
        }
        self.solve_with(Portable, board)
    }

    fn start(&mut self, budget: &Budget) {
        self.table.grow_older();
        self.near_table.grow_older();
        self.shallow_table.grow_older();
        self.nodes = 0;
        self.next_look = 0;
        self.limit = budget.nodes.unwrap_or(u64::MAX);
        self.stop = budget.stop.clone();
        self.stopped = false;
    }

    fn solve_with<K: CompiledKernel>(&mut self, kernel: K, board: Board) -> Option<Solution> {
        let (mut low, mut high) = (-64, 64);
        if let Some(guess) = self.expected_value(kernel, board) {
            // Differences are even: this window asks whether it is the guess, and if not, on which side it
            // is.
            let even = (guess + 64) / 2 * 2 - 64;
            (low, high) = ((even - 1).max(-64), (even + 1).min(64));
        }
        loop {
            let (score, best) = self.principal(kernel, board, low, high);
            if self.stopped {
                return None;
            }
            if score <= low && low > -64 {
                (low, high) = ((score - NEXT_WINDOW - 1).max(-64), score + 1);
            } else if score >= high && high < 64 {
                (low, high) = (score - 1, (score + NEXT_WINDOW + 1).min(64));
            } else {
                return Some(Solution { score, best: Square::new(best), nodes: self.nodes });
            }
        }
    }

    /// What the guide expects of the board, in discs, by deeper and deeper searches: each orders the moves of
    /// the next, and the last those of the exact search.
    fn expected_value<K: CompiledKernel>(&mut self, kernel: K, board: Board) -> Option<i32> {
        let guide = self.guide?;
        let deepest = foresight(board.empty().count_ones());
        (1..=deepest)
            .map(|depth| kernel.shallow_search(self, guide, board, (-BEYOND, BEYOND), depth))
            .last()
            .map(|guess| guess / UNITS)
    }

    /// Value and best square within the window, by a full search of the first move and proofs that the others
    /// are no better.
    pub(super) fn principal<K: CompiledKernel>(
        &mut self,
        kernel: K,
        board: Board,
        alpha: i32,
        beta: i32,
    ) -> (i32, u8) {
        self.nodes += 1;
        let empties = board.empty().count_ones();
        let legal = kernel.moves(board);
        if legal == 0 {
            let passed = board.swapped();
            if kernel.moves(passed) == 0 {
                return (final_difference(board), NO_SQUARE);
            }
            return (-self.principal(kernel, passed, -beta, -alpha).0, NO_SQUARE);
        }
        let known = self.table.get(board);
        let mut ordering = Ordering::<34>::new(kernel, board, legal);
        let first = known.map_or(NO_SQUARE, |known| known.best);
        self.order(kernel, board, empties, first, &mut ordering);
        let mut best = (NONE, NO_SQUARE);
        for at in 0..ordering.len {
            let mv = ordering.pick(at);
            let floor = alpha.max(best.0);
            let mut value = NONE;
            if at > 0 {
                value = -self.null_window(kernel, mv.next, -floor - 1);
            }
            if at == 0 || (value > floor && value < beta) {
                let floor = floor.max(value - 1);
                value = -self.principal(kernel, mv.next, -beta, -floor).0;
            }
            if self.stopped {
                return best;
            }
            if value > best.0 {
                best = (value, mv.square);
                if value >= beta {
                    break;
                }
            }
        }
        let known = TableEntry {
            lower: if best.0 > alpha { best.0 as i16 } else { -64 },
            upper: if best.0 < beta { best.0 as i16 } else { 64 },
            best: best.1,
            depth: empties as u8,
        };
        self.table.put(board, known);
        best
    }

    /// Estimates how early each move should be tried.
    #[inline(always)]
    pub(super) fn order<K: CompiledKernel>(
        &mut self,
        kernel: K,
        board: Board,
        empties: u32,
        first: u8,
        ordering: &mut Ordering<34>,
    ) {
        let odd = odd_quadrants(board.empty());
        let Some(guide) = self.guide.filter(|_| empties >= GUIDED) else {
            for mv in ordering.as_mut() {
                mv.key = if mv.square == first { i32::MIN } else { fastest_first(kernel, mv, odd) };
            }
            return;
        };
        let depth = ahead(empties);
        // Where the guide does not look ahead, none of the first shallow_table has come.
        let first =
            if first == NO_SQUARE && depth > 0 { self.expected(board, depth + FURTHER) } else { first };
        for mv in ordering.as_mut() {
            mv.key = if mv.square == first {
                i32::MIN
            } else {
                kernel.shallow_search(self, guide, mv.next, (-BEYOND, BEYOND), depth)
                    + MOBILITY * fastest_first(kernel, mv, odd)
            };
        }
    }

    /// The best move of a shallow search of at least `depth` plies that found one.
    fn expected(&self, board: Board, depth: u32) -> u8 {
        match self.shallow_table.get(board) {
            Some(known) if u32::from(known.depth) >= depth && known.lower > i16::MIN => known.best,
            _ => NO_SQUARE,
        }
    }

    #[inline(always)]
    pub(super) fn is_out_of_budget(&mut self) -> bool {
        if self.nodes >= self.next_look {
            self.stopped |= self.nodes >= self.limit || self.stop.is_stopped();
            self.next_look = self.limit.min(self.nodes + LOOK_EVERY);
        }
        self.stopped
    }
}

#[cfg(test)]
mod tests {
    use games::othello::obf;

    use super::*;

    fn problems() -> Vec<obf::Problem> {
        obf::read(include_str!("../../../../testdata/othello/fforum-1-19.obf")).unwrap()
    }

    #[test]
    fn the_first_fforum_positions_are_solved() {
        let mut solver = Solver::new(14);
        for problem in problems() {
            let solution = solver.solve(problem.position.board(), &Budget::default()).unwrap();
            assert_eq!(Some(solution.score), problem.best().map(i32::from), "{problem}");
            let best = solution.best.map(games::othello::Move::Place);
            let score = problem.scores.iter().find(|&&(mv, _)| Some(mv) == best).map(|&(_, score)| score);
            assert_eq!(score, problem.best(), "{best:?} in {problem}");
        }
    }

    #[test]
    fn every_kernel_and_guide_agrees_with_every_known_move() {
        let mut plain = Solver::unguided(12);
        let mut guided = Solver::new(12);
        for problem in problems().iter().take(7) {
            for &(mv, score) in &problem.scores {
                let mut game = problem.position;
                games::Game::apply(&mut game, mv);
                plain.start(&Budget::default());
                let portable = plain.solve_with(Portable, game.board()).unwrap();
                assert_eq!(-portable.score, i32::from(score), "{mv} in {problem}");
                let solution = guided.solve(game.board(), &Budget::default()).unwrap();
                assert_eq!(-solution.score, i32::from(score), "{mv} in {problem}");
            }
        }
    }

    #[test]
    fn a_search_out_of_budget_says_nothing() {
        let board = problems()[0].position.board();
        let mut solver = Solver::new(12);
        assert_eq!(solver.solve(board, &Budget::nodes(1000)), None);
        let stopped = Budget::default();
        stopped.stop.stop();
        assert_eq!(solver.solve(board, &stopped), None);
        assert!(solver.solve(board, &Budget::default()).is_some());
    }

    #[test]
    fn ends_and_passes_have_values() {
        let mut solver = Solver::new(4);
        let over = solver.solve(Board { own: 7, other: 0 }, &Budget::default()).unwrap();
        assert_eq!((over.score, over.best), (64, None));
        // One square is left, h8, and only the other side can take it.
        let board = Board { own: 0x4000_0000_0000_0000, other: !0xc000_0000_0000_0000 };
        let lost = solver.solve(board, &Budget::default()).unwrap();
        assert_eq!((lost.score, lost.best), (-64, None));
    }
}

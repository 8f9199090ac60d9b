//! Exact values of endgames.
//!
//! A principal variation search on final differences, empty squares to the winner. What keeps it small: moves are tried in
//! the order of an estimate (few replies for the other side, odd regions first, deeper down an evaluation), boards are
//! remembered, the moves that lead to a remembered refutation are found first, and stable discs bound what is left to win.

use games::othello::kernel::{Kernel, Portable};
use games::othello::{Board, Square, Squares};

use crate::{Budget, Stop};

use super::last::{final_difference, last_two};
use super::ordering::{NO_SQUARE, Ordering, QUADRANTS, fastest_first, odd_quadrants};
use super::stability::stable;
use super::table::{Known, Table};
use super::weights::{UNITS, Weights};

/// The value of a board and a move that reaches it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The final difference for the side to move with best play by both, empty squares to the winner.
    pub score: i32,
    /// A best move; `None` if there is none to play.
    pub best: Option<Square>,
    /// Boards that were looked at.
    pub nodes: u64,
}

/// Below this many empty squares nothing is remembered: looking a board up costs more than searching it.
const HASHED: u32 = 7;

/// From this many empty squares on the guide orders moves. This and the next two are the best of a few values tried on
/// FForum 40 to 43, by nodes: a half and twice the mobility cost 11% and 27% more.
const GUIDED: u32 = 13;

/// How far the guide looks ahead to order the moves of a board with so many empty squares.
fn ahead(empties: u32) -> u32 {
    match empties {
        ..16 => 0,
        16..20 => 1,
        _ => 2,
    }
}

/// The part of [`fastest_first`] in the order of the guide, in its units.
const MOBILITY: i32 = 32;

/// Nodes between two looks at the stop flag: a fraction of a millisecond.
const LOOK_EVERY: u64 = 4096;

/// No move yet; lower than every difference.
const NONE: i32 = -100;

/// Solves endgames, and remembers what it has seen between them.
pub struct Solver {
    table: Table,
    /// Decides which moves are tried first where there is much to save.
    guide: Option<&'static Weights>,
    nodes: u64,
    limit: u64,
    /// When the budget is looked at again, in nodes.
    next_look: u64,
    stop: Stop,
    stopped: bool,
}

impl Solver {
    /// A solver that remembers two boards in each of `1 << bits` cache lines of 64 bytes.
    #[must_use]
    pub fn new(bits: u32) -> Solver {
        Solver { guide: Some(Weights::shipped()), ..Solver::unguided(bits) }
    }

    /// The same without an evaluation to order moves by: slower, and needed to make one.
    #[must_use]
    pub(super) fn unguided(bits: u32) -> Solver {
        Solver {
            table: Table::new(bits),
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
        self.nodes = 0;
        self.next_look = 0;
        self.limit = budget.nodes.unwrap_or(u64::MAX);
        self.stop = budget.stop.clone();
        self.stopped = false;
    }

    fn solve_with<K: Kernel>(&mut self, kernel: K, board: Board) -> Option<Solution> {
        let (score, best) = self.principal(kernel, board, -64, 64);
        let best = Square::new(best);
        (!self.stopped).then_some(Solution { score, best, nodes: self.nodes })
    }

    /// Value and best square within the window, by a full search of the first move and proofs that the others are no better.
    fn principal<K: Kernel>(&mut self, kernel: K, board: Board, alpha: i32, beta: i32) -> (i32, u8) {
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
        let mut ordering = Ordering::new(kernel, board, legal);
        self.order(kernel, board, empties, known.map_or(NO_SQUARE, |known| known.best), &mut ordering);
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
        let known = Known {
            lower: if best.0 > alpha { best.0 as i16 } else { -64 },
            upper: if best.0 < beta { best.0 as i16 } else { 64 },
            best: best.1,
            depth: empties as u8,
        };
        self.table.put(board, known);
        best
    }

    /// A value above `alpha` if that is what the board is worth, one of at most `alpha` otherwise.
    fn null_window<K: Kernel>(&mut self, kernel: K, board: Board, alpha: i32) -> i32 {
        let empty = board.empty();
        if empty.count_ones() < HASHED {
            return self.few_left(kernel, board, alpha, alpha + 1, odd_quadrants(empty), empty.count_ones());
        }
        kernel.compiled(|| self.null_window_body(kernel, board, alpha, empty))
    }

    #[inline(always)]
    fn null_window_body<K: Kernel>(&mut self, kernel: K, board: Board, alpha: i32, empty: u64) -> i32 {
        self.nodes += 1;
        let empties = empty.count_ones();
        if let Some(bound) = stability_cut(board, alpha, empties) {
            return bound;
        }
        if self.is_out_of_budget() {
            return alpha;
        }
        let mut known = Known { lower: -64, upper: 64, best: NO_SQUARE, depth: empties as u8 };
        if let Some(found) = self.table.get(board) {
            if i32::from(found.lower) > alpha {
                return i32::from(found.lower);
            }
            if i32::from(found.upper) <= alpha {
                return i32::from(found.upper);
            }
            known = found;
        }
        let legal = kernel.moves(board);
        if legal == 0 {
            let passed = board.swapped();
            if kernel.moves(passed) == 0 {
                return final_difference(board);
            }
            return -self.null_window(kernel, passed, -alpha - 1);
        }
        let mut ordering = Ordering::new(kernel, board, legal);
        if empties > HASHED {
            for mv in ordering.as_mut() {
                if let Some(found) = self.table.get(mv.next) {
                    let proven = -i32::from(found.upper);
                    if proven > alpha {
                        return proven;
                    }
                }
            }
        }
        if ordering.len > 1 {
            self.order(kernel, board, empties, known.best, &mut ordering);
        }
        let mut best = NONE;
        let mut best_square = NO_SQUARE;
        for at in 0..ordering.len {
            let mv = ordering.pick(at);
            let value = -self.null_window(kernel, mv.next, -alpha - 1);
            if value > best {
                best = value;
                best_square = mv.square;
                if value > alpha {
                    break;
                }
            }
        }
        if self.stopped {
            return alpha;
        }
        if best > alpha {
            known.lower = known.lower.max(best as i16);
        } else {
            known.upper = known.upper.min(best as i16);
        }
        known.best = best_square;
        known.depth = empties as u8;
        self.table.put(board, known);
        best
    }

    /// Estimates how early each move should be tried.
    #[inline(always)]
    fn order<K: Kernel>(
        &mut self,
        kernel: K,
        board: Board,
        empties: u32,
        first: u8,
        ordering: &mut Ordering,
    ) {
        let odd = odd_quadrants(board.empty());
        let guide = self.guide.filter(|_| empties >= GUIDED);
        for mv in ordering.as_mut() {
            mv.key = if mv.square == first {
                i32::MIN
            } else if let Some(guide) = guide {
                let depth = ahead(empties);
                let limit = 65 * UNITS;
                self.estimate(kernel, guide, mv.next, -limit, limit, depth)
                    + MOBILITY * fastest_first(kernel, mv, odd)
            } else {
                fastest_first(kernel, mv, odd)
            };
        }
    }

    /// A shallow search with the guide, in its units.
    fn estimate<K: Kernel>(
        &mut self,
        kernel: K,
        guide: &Weights,
        board: Board,
        alpha: i32,
        beta: i32,
        depth: u32,
    ) -> i32 {
        kernel.compiled(|| {
            self.nodes += 1;
            if depth == 0 {
                return guide.value(kernel, board);
            }
            let legal = kernel.moves(board);
            if legal == 0 {
                let passed = board.swapped();
                if kernel.moves(passed) == 0 {
                    return UNITS * final_difference(board);
                }
                return -self.estimate(kernel, guide, passed, -beta, -alpha, depth - 1);
            }
            let mut best = i32::MIN;
            for square in Squares(legal) {
                let next = board.placed(square, kernel.flips(board, square.index()));
                let value = -self.estimate(kernel, guide, next, -beta, -alpha.max(best), depth - 1);
                best = best.max(value);
                if best >= beta {
                    break;
                }
            }
            best
        })
    }

    /// Alpha-beta without a table: odd quadrants first.
    fn few_left<K: Kernel>(
        &mut self,
        kernel: K,
        board: Board,
        alpha: i32,
        beta: i32,
        odd: u64,
        empties: u32,
    ) -> i32 {
        kernel.compiled(|| self.few_left_body(kernel, board, alpha, beta, odd, empties))
    }

    #[inline(always)]
    fn few_left_body<K: Kernel>(
        &mut self,
        kernel: K,
        board: Board,
        alpha: i32,
        beta: i32,
        odd: u64,
        empties: u32,
    ) -> i32 {
        self.nodes += 1;
        if empties < 3 {
            return self.at_most_two(kernel, board, beta);
        }
        if empties > 3
            && let Some(bound) = stability_cut(board, alpha, empties)
        {
            return bound;
        }
        let legal = kernel.moves(board);
        if legal == 0 {
            let passed = board.swapped();
            if kernel.moves(passed) == 0 {
                return final_difference(board);
            }
            return -self.few_left(kernel, passed, -beta, -alpha, odd, empties);
        }
        let mut best = NONE;
        for part in [legal & odd, legal & !odd] {
            for square in Squares(part) {
                let next = board.placed(square, kernel.flips(board, square.index()));
                let floor = alpha.max(best);
                let value = if empties == 3 {
                    self.nodes += 1;
                    let left = next.empty();
                    let squares = [left.trailing_zeros() as usize, 63 - left.leading_zeros() as usize];
                    -last_two(kernel, next, squares, -floor, &mut self.nodes)
                } else {
                    let odd = odd ^ QUADRANTS[square.index()];
                    -self.few_left(kernel, next, -beta, -floor, odd, empties - 1)
                };
                if value > best {
                    best = value;
                    if value >= beta {
                        return value;
                    }
                }
            }
        }
        best
    }

    #[inline(always)]
    fn at_most_two<K: Kernel>(&mut self, kernel: K, board: Board, beta: i32) -> i32 {
        let left = board.empty();
        match left.count_ones() {
            0 => final_difference(board),
            1 => super::last::last_one(board.own, left.trailing_zeros() as usize),
            _ => {
                let squares = [left.trailing_zeros() as usize, 63 - left.leading_zeros() as usize];
                last_two(kernel, board, squares, beta, &mut self.nodes)
            }
        }
    }

    #[inline(always)]
    fn is_out_of_budget(&mut self) -> bool {
        if self.nodes >= self.next_look {
            self.stopped |= self.nodes >= self.limit || self.stop.is_stopped();
            self.next_look = self.limit.min(self.nodes + LOOK_EVERY);
        }
        self.stopped
    }
}

/// What the other side's stable discs leave to win, if that is not above `alpha`.
#[inline(always)]
fn stability_cut(board: Board, alpha: i32, empties: u32) -> Option<i32> {
    // With a lower aim there are hardly ever enough stable discs to be worth counting them.
    if alpha < 2 * empties as i32 - 2 {
        return None;
    }
    let bound = 64 - 2 * stable(board.swapped()).count_ones() as i32;
    (bound <= alpha).then_some(bound)
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

//! The solver's guide: a shallow search that decides which moves are tried first.

use games::othello::{Board, Squares};

use super::compiled_kernel::CompiledKernel;
use super::last_empties::final_difference;
use super::ordering::{NO_SQUARE, Ordering, fastest_first, odd_quadrants};
use super::solver::Solver;
use super::table::TableEntry;
use super::weights::{UNITS, Weights};

/// Beyond every value, in the guide's units.
pub(super) const BEYOND: i32 = 65 * UNITS;

/// The part of [`fastest_first`] in the order of moves within a shallow search, in the guide's units: one
/// disc for a reply.
const MOBILITY: i32 = 8;

impl Solver {
    /// The value of `board` in the guide's units after a search of `depth` plies, within the window or a
    /// bound outside it.
    #[inline(always)]
    pub(super) fn shallow_search<K: CompiledKernel>(
        &mut self,
        kernel: K,
        guide: &'static Weights,
        board: Board,
        (alpha, beta): (i32, i32),
        depth: u32,
    ) -> i32 {
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
            return -kernel.shallow_search(self, guide, passed, (-beta, -alpha), depth);
        }
        if depth == 1 {
            let mut best = -BEYOND;
            for square in Squares(legal) {
                let next = board.placed(square, kernel.flips(board, square.index()));
                self.nodes += 1;
                best = best.max(-guide.value(kernel, next));
                if best >= beta {
                    break;
                }
            }
            return best;
        }
        if self.is_out_of_budget() {
            return alpha;
        }
        let mut first = NO_SQUARE;
        if let Some(known) = self.shallow_table.get(board) {
            first = known.best;
            if u32::from(known.depth) == depth {
                if i32::from(known.lower) >= beta || known.lower == known.upper {
                    return i32::from(known.lower);
                }
                if i32::from(known.upper) <= alpha {
                    return i32::from(known.upper);
                }
            }
        }
        let mut ordering = Ordering::<34>::new(kernel, board, legal);
        let odd = odd_quadrants(board.empty());
        for mv in ordering.as_mut() {
            mv.key = if mv.square == first {
                i32::MIN
            } else if depth > 2 {
                self.nodes += 1;
                guide.value(kernel, mv.next) + MOBILITY * fastest_first(kernel, mv, odd)
            } else {
                fastest_first(kernel, mv, odd)
            };
        }
        let mut best = -BEYOND;
        let mut best_square = NO_SQUARE;
        for at in 0..ordering.len {
            let mv = ordering.pick(at);
            let floor = alpha.max(best);
            let mut value = floor + 1;
            if at > 0 {
                value = -kernel.shallow_search(self, guide, mv.next, (-floor - 1, -floor), depth - 1);
            }
            if at == 0 || (value > floor && value < beta) {
                value = -kernel.shallow_search(self, guide, mv.next, (-beta, -floor), depth - 1);
            }
            if value > best {
                best = value;
                best_square = mv.square;
                if best >= beta {
                    break;
                }
            }
        }
        if self.stopped {
            return alpha;
        }
        let known = TableEntry {
            lower: if best > alpha { best as i16 } else { i16::MIN },
            upper: if best < beta { best as i16 } else { i16::MAX },
            best: best_square,
            depth: depth as u8,
        };
        self.shallow_table.put(board, known);
        best
    }
}

//! The recursion of the alpha-beta search.

use games::othello::kernel::Kernel;
use games::othello::{Board, Squares};

use super::Evaluation;
use super::alphabeta::{AlphaBeta, INFINITY, NO_SQUARE};
use super::last_empties::final_difference;
use super::table::TableEntry;

const CORNERS: u64 = 0x8100_0000_0000_0081;

impl<E: Evaluation> AlphaBeta<E> {
    /// The value of `board` after a search of `depth` plies, within the window or a bound outside it.
    pub(super) fn search<K: Kernel>(
        &mut self,
        kernel: K,
        board: Board,
        alpha: i32,
        beta: i32,
        depth: i32,
        ply: usize,
    ) -> i32 {
        kernel.compiled(|| self.search_body(kernel, board, alpha, beta, depth, ply))
    }

    #[inline(always)]
    fn search_body<K: Kernel>(
        &mut self,
        kernel: K,
        board: Board,
        alpha: i32,
        beta: i32,
        depth: i32,
        ply: usize,
    ) -> i32 {
        self.lines[ply].clear();
        // The flag is looked at every 1024 nodes: often enough for any clock.
        self.stopped |= self.nodes >= self.limit || (self.nodes & 0x3ff == 0 && self.stop.is_stopped());
        if self.stopped {
            return alpha;
        }
        self.nodes += 1;
        let legal = kernel.moves(board);
        if legal == 0 {
            let passed = board.swapped();
            if kernel.moves(passed) == 0 {
                return self.evaluation.finished(final_difference(board));
            }
            let value = -self.search(kernel, passed, -beta, -alpha, depth, ply + 1);
            self.lead(ply, NO_SQUARE);
            return value;
        }
        if depth <= 0 {
            return self.evaluation.evaluate(kernel, board);
        }

        let mut first = NO_SQUARE;
        self.following &= ply < self.principal.len();
        if self.following {
            first = self.principal[ply];
        }
        if self.options.table
            && let Some(known) = self.table.get(board)
        {
            let is_exact = known.lower == known.upper;
            if i32::from(known.depth) == depth && ply > 0 && self.options.pruning {
                if i32::from(known.lower) >= beta {
                    return i32::from(known.lower);
                }
                if i32::from(known.upper) <= alpha {
                    return i32::from(known.upper);
                }
                if is_exact {
                    return i32::from(known.lower);
                }
            }
            if first == NO_SQUARE {
                first = known.best;
            }
        }

        let (moves, count) = self.ordered(kernel, board, legal, first, depth, ply);
        let mut best = -INFINITY - 1;
        let mut best_square = NO_SQUARE;
        for (at, &(_, square, next)) in moves[..count].iter().enumerate() {
            let floor = if self.options.pruning { alpha.max(best) } else { -INFINITY };
            let ceiling = if self.options.pruning { beta } else { INFINITY };
            self.following &= at == 0 && square == first;
            let value = if at > 0 && self.options.null_windows && self.options.pruning {
                let value = -self.search(kernel, next, -floor - 1, -floor, depth - 1, ply + 1);
                if value > floor && value < ceiling {
                    -self.search(kernel, next, -ceiling, -floor, depth - 1, ply + 1)
                } else {
                    value
                }
            } else {
                -self.search(kernel, next, -ceiling, -floor, depth - 1, ply + 1)
            };
            if self.stopped {
                return alpha;
            }
            if value > best {
                best = value;
                best_square = square;
                self.lead(ply, square);
                if self.options.pruning && value >= beta {
                    self.note_refutation(square, depth, ply);
                    break;
                }
            }
        }
        if self.options.table {
            let known = TableEntry {
                lower: if best > alpha { best as i16 } else { i16::MIN },
                upper: if best < beta { best as i16 } else { i16::MAX },
                best: best_square,
                depth: depth as u8,
            };
            self.table.put(board, known);
        }
        best
    }

    /// Puts `square` in front of the line of the next ply.
    #[inline]
    fn lead(&mut self, ply: usize, square: u8) {
        let (here, deeper) = self.lines.split_at_mut(ply + 1);
        here[ply].clear();
        here[ply].push(square);
        here[ply].extend_from_slice(&deeper[0]);
    }

    fn note_refutation(&mut self, square: u8, depth: i32, ply: usize) {
        if self.killers[ply][0] != square {
            self.killers[ply] = [square, self.killers[ply][0]];
        }
        self.history[usize::from(square)] += (depth * depth) as u32;
    }

    /// The moves in the order in which they should be tried, and how many there are.
    #[inline(always)]
    fn ordered<K: Kernel>(
        &self,
        kernel: K,
        board: Board,
        legal: u64,
        first: u8,
        depth: i32,
        ply: usize,
    ) -> ([(i32, u8, Board); 34], usize) {
        let mut moves = [(0, NO_SQUARE, board); 34];
        let mut count = 0;
        for square in Squares(legal) {
            let next = board.placed(square, kernel.flips(board, square.index()));
            let number = square.index() as u8;
            let key = if number == first {
                i32::MIN
            } else if !self.options.ordering {
                0
            } else if depth >= 3 {
                self.evaluation.evaluate(kernel, next)
            } else {
                self.quick_key(kernel, next, number, ply)
            };
            moves[count] = (key, number, next);
            count += 1;
        }
        // Insertion: stable, and there are few.
        for at in 1..count {
            let mut to = at;
            while to > 0 && moves[to].0 < moves[to - 1].0 {
                moves.swap(to, to - 1);
                to -= 1;
            }
        }
        (moves, count)
    }

    #[inline(always)]
    fn quick_key<K: Kernel>(&self, kernel: K, next: Board, square: u8, ply: usize) -> i32 {
        let replies = kernel.moves(next);
        let mobility = (replies.count_ones() + 2 * (replies & CORNERS).count_ones()) as i32;
        let killer = i32::from(self.killers[ply].contains(&square));
        // Not above 15: history only decides between moves that leave the same number of replies, or nearly.
        let history = (32 - self.history[usize::from(square)].leading_zeros() as i32) / 2;
        16 * mobility - 24 * killer - history
    }
}

//! Null-window searches: is a board worth more than a given difference?

use games::othello::{Board, Square, Squares};

use super::compiled_kernel::CompiledKernel;
use super::last_empties::{final_difference, last_two};
use super::ordering::{NO_SQUARE, Ordering, QUADRANTS, fastest_first, odd_quadrants};
use super::solver::{NONE, Solver};
use super::stability::stability_cut;
use super::table::{TableEntry, TranspositionTable};

/// Below this many empty squares nothing is remembered: looking a board up costs more than searching it.
const HASHED: u32 = 7;

/// From this many empty squares on a board is remembered in the large table, and the guide may order its
/// moves.
const FAR: u32 = 12;

/// From this many empty squares on, a move to a board that refutes this one is looked for first. Tuned by
/// node counts on FForum 40 to 44.
const REFUTED: u32 = 9;

impl Solver {
    /// A value above `alpha` if that is what the board is worth, one of at most `alpha` otherwise.
    #[inline(always)]
    pub(super) fn null_window<K: CompiledKernel>(&mut self, kernel: K, board: Board, alpha: i32) -> i32 {
        let empty = board.empty();
        match empty.count_ones() {
            0..=1 => self.principal(kernel, board, alpha, alpha + 1).0,
            2 => last_two(kernel, board, each(empty), alpha, &mut self.nodes),
            3 => kernel.last_three(board, each(empty), alpha, &mut self.nodes),
            4 => kernel.last_four(board, odd_quadrants(empty), alpha, &mut self.nodes),
            empties @ 5..HASHED => kernel.few_left(self, board, alpha, odd_quadrants(empty), empties),
            empties @ HASHED..FAR => kernel.near(self, board, alpha, empties),
            _ => kernel.far(self, board, alpha),
        }
    }

    /// The null window where there is much to save: an evaluation orders the moves, and a move to a board
    /// that is known to refute this one is found first.
    #[inline(always)]
    pub(super) fn far<K: CompiledKernel>(&mut self, kernel: K, board: Board, alpha: i32) -> i32 {
        self.nodes += 1;
        let empties = board.empty().count_ones();
        if let Some(bound) = stability_cut(board, alpha, empties) {
            return bound;
        }
        if self.is_out_of_budget() {
            return alpha;
        }
        let known = match probe(&self.table, board, alpha, empties) {
            Ok(known) => known,
            Err(value) => return value,
        };
        let legal = kernel.moves(board);
        if legal == 0 {
            let passed = board.swapped();
            if kernel.moves(passed) == 0 {
                return final_difference(board);
            }
            return -kernel.far(self, passed, -alpha - 1);
        }
        let mut ordering = Ordering::<34>::new(kernel, board, legal);
        let children = if empties > FAR { &self.table } else { &self.near_table };
        if let Some(proven) = refuted(children, &mut ordering, alpha) {
            return proven;
        }
        if ordering.len > 1 {
            self.order(kernel, board, empties, known.best, &mut ordering);
        }
        let mut best = NONE;
        let mut best_square = NO_SQUARE;
        for at in 0..ordering.len {
            let mv = ordering.pick(at);
            let value = -if empties > FAR {
                kernel.far(self, mv.next, -alpha - 1)
            } else {
                kernel.near(self, mv.next, -alpha - 1, empties - 1)
            };
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
        self.table.put(board, narrowed(known, best, alpha, best_square, empties));
        best
    }

    /// The null window nearer to the end, where most boards are: the fewest replies first.
    #[inline(always)]
    pub(super) fn near<K: CompiledKernel>(
        &mut self,
        kernel: K,
        board: Board,
        alpha: i32,
        empties: u32,
    ) -> i32 {
        self.nodes += 1;
        if let Some(bound) = stability_cut(board, alpha, empties) {
            return bound;
        }
        let known = match probe(&self.near_table, board, alpha, empties) {
            Ok(known) => known,
            Err(value) => return value,
        };
        let legal = kernel.moves(board);
        if legal == 0 {
            let passed = board.swapped();
            if kernel.moves(passed) == 0 {
                return final_difference(board);
            }
            return -kernel.near(self, passed, -alpha - 1, empties);
        }
        let mut ordering = Ordering::<{ FAR as usize }>::new(kernel, board, legal);
        let odd = odd_quadrants(board.empty());
        if empties >= REFUTED
            && let Some(proven) = refuted(&self.near_table, &mut ordering, alpha)
        {
            return proven;
        }
        if ordering.len > 1 {
            for mv in ordering.as_mut() {
                mv.key = if mv.square == known.best { i32::MIN } else { fastest_first(kernel, mv, odd) };
            }
        }
        let mut best = NONE;
        let mut best_square = NO_SQUARE;
        for at in 0..ordering.len {
            let mv = ordering.pick(at);
            let value = -if empties > HASHED {
                kernel.near(self, mv.next, -alpha - 1, empties - 1)
            } else {
                let odd = odd ^ QUADRANTS[usize::from(mv.square % 64)];
                kernel.few_left(self, mv.next, -alpha - 1, odd, empties - 1)
            };
            if value > best {
                best = value;
                best_square = mv.square;
                if value > alpha {
                    break;
                }
            }
        }
        self.near_table.put(board, narrowed(known, best, alpha, best_square, empties));
        best
    }

    /// The null window with five squares or more, where remembering does not pay: odd quadrants first.
    #[inline(always)]
    pub(super) fn few_left<K: CompiledKernel>(
        &mut self,
        kernel: K,
        board: Board,
        alpha: i32,
        odd: u64,
        empties: u32,
    ) -> i32 {
        self.nodes += 1;
        if let Some(bound) = stability_cut(board, alpha, empties) {
            return bound;
        }
        let legal = kernel.moves(board);
        if legal == 0 {
            let passed = board.swapped();
            if kernel.moves(passed) == 0 {
                return final_difference(board);
            }
            return -kernel.few_left(self, passed, -alpha - 1, odd, empties);
        }
        let mut best = NONE;
        for part in [legal & odd, legal & !odd] {
            for square in Squares(part) {
                let next = board.placed(square, kernel.flips(board, square.index()));
                let odd = odd ^ QUADRANTS[square.index()];
                let value = -if empties > 5 {
                    kernel.few_left(self, next, -alpha - 1, odd, empties - 1)
                } else {
                    kernel.last_four(next, odd, -alpha - 1, &mut self.nodes)
                };
                best = best.max(value);
                if best > alpha {
                    return best;
                }
            }
        }
        best
    }
}

/// What the table knows of a board, or as an error the bound that settles the null window.
#[inline(always)]
fn probe(table: &TranspositionTable, board: Board, alpha: i32, empties: u32) -> Result<TableEntry, i32> {
    let Some(found) = table.get(board) else {
        return Ok(TableEntry { lower: -64, upper: 64, best: NO_SQUARE, depth: empties as u8 });
    };
    if i32::from(found.lower) > alpha {
        return Err(i32::from(found.lower));
    }
    if i32::from(found.upper) <= alpha {
        return Err(i32::from(found.upper));
    }
    Ok(found)
}

/// An entry with what a null window found.
#[inline(always)]
fn narrowed(mut known: TableEntry, best: i32, alpha: i32, square: u8, empties: u32) -> TableEntry {
    if best > alpha {
        known.lower = known.lower.max(best as i16);
    } else {
        known.upper = known.upper.min(best as i16);
    }
    known.best = square;
    known.depth = empties as u8;
    known
}

/// The squares of a set of `COUNT`.
#[inline(always)]
fn each<const COUNT: usize>(squares: u64) -> [usize; COUNT] {
    let mut squares = Squares(squares);
    [(); COUNT].map(|()| squares.next().map_or(0, Square::index))
}

/// A value above `alpha` that a remembered board after one of the moves proves.
#[inline(always)]
fn refuted<const MOST: usize>(
    table: &TranspositionTable,
    ordering: &mut Ordering<MOST>,
    alpha: i32,
) -> Option<i32> {
    for mv in ordering.as_mut() {
        table.prefetch(mv.next);
    }
    ordering
        .as_mut()
        .iter()
        .filter_map(|mv| table.get(mv.next))
        .map(|known| -i32::from(known.upper))
        .find(|&proven| proven > alpha)
}

#[cfg(test)]
mod tests {
    use games::othello::kernel::{Kernel, Portable};

    use super::*;

    /// Boards with so many empty squares, from random games.
    fn endgames(empties: u32, count: usize) -> Vec<Board> {
        let mut state = u64::from(empties);
        let mut boards = Vec::new();
        while boards.len() < count {
            let mut board = Board::START;
            while board.empty().count_ones() > empties && !board.is_over() {
                let legal = board.moves();
                if legal == 0 {
                    board = board.swapped();
                    continue;
                }
                state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
                let chosen = (state >> 33) as usize % legal.count_ones() as usize;
                if let Some(square) = Squares(legal).nth(chosen) {
                    board = board.placed(square, board.flips(square));
                }
            }
            if board.empty().count_ones() == empties {
                // Both sides to move: one of them often has to pass.
                boards.extend([board, board.swapped()]);
            }
        }
        boards
    }

    /// The value by the rules and nothing else.
    fn plain(board: Board) -> i32 {
        let legal = board.moves();
        if legal == 0 {
            let passed = board.swapped();
            return if passed.moves() == 0 { final_difference(board) } else { -plain(passed) };
        }
        Squares(legal).map(|square| -plain(board.placed(square, board.flips(square)))).max().unwrap()
    }

    fn agrees<K: CompiledKernel + Kernel>(kernel: K, board: Board, value: i32, solver: &mut Solver) {
        for alpha in [value - 9, value - 1, value, value + 5] {
            let alpha = alpha.clamp(-64, 63);
            let bound = solver.null_window(kernel, board, alpha);
            let is_true = if value > alpha {
                (alpha + 1..=value).contains(&bound)
            } else {
                (value..=alpha).contains(&bound)
            };
            assert!(is_true, "{board:?} is worth {value}, found {bound} for above {alpha}");
        }
    }

    #[test]
    fn proofs_near_the_end_agree_with_plain_negamax_on_both_kernels() {
        for (empties, count) in
            [(1, 2000), (2, 4000), (3, 4000), (4, 4000), (5, 1000), (6, 500), (7, 100), (8, 40)]
        {
            let mut solver = Solver::unguided(8);
            let mut other = Solver::unguided(8);
            for board in endgames(empties, count) {
                let value = plain(board);
                agrees(Portable, board, value, &mut solver);
                #[cfg(target_arch = "x86_64")]
                if let Some(kernel) = games::othello::kernel::Avx2::detect() {
                    agrees(kernel, board, value, &mut other);
                }
            }
            #[cfg(target_arch = "x86_64")]
            if games::othello::kernel::Avx2::detect().is_some() {
                assert_eq!(solver.nodes, other.nodes, "both kernels visit the same boards");
            }
        }
    }
}

//! Alpha-beta for Othello with any evaluation.
//!
//! Negamax with iterative deepening. Everything that only saves nodes can be switched off, so that its effect
//! can be measured; none of it changes the value of a search to a given depth.

use games::othello::kernel::{Kernel, Portable};
use games::othello::{Board, Move, Othello, Square, Squares};

use crate::{Analysis, Analyst, Budget, Candidate, Stop, Unit};

use super::solver::Solver;
use super::table::TranspositionTable;
use super::{Evaluation, SearchOptions};

/// Beyond every value.
pub(super) const INFINITY: i32 = i16::MAX as i32;

pub(super) const NO_SQUARE: u8 = 64;

/// Plies of the longest line: 60 discs, with a pass between any two.
const PLIES: usize = 128;

/// Half the first window of an iteration, in units of the evaluation's scale.
const ASPIRATION: f64 = 3.0;

/// An alpha-beta search and its memory.
pub struct AlphaBeta<E> {
    pub(super) evaluation: E,
    pub(super) options: SearchOptions,
    pub(super) table: TranspositionTable,
    solver: Option<Solver>,
    pub(super) killers: [[u8; 2]; PLIES],
    pub(super) history: [u32; 64],
    /// The line of the last iteration, and those under construction.
    pub(super) principal: Vec<u8>,
    pub(super) lines: Vec<Vec<u8>>,
    /// Whether the moves that led here are the first ones of `principal`.
    pub(super) following: bool,
    pub(super) nodes: u64,
    pub(super) limit: u64,
    pub(super) stop: Stop,
    pub(super) stopped: bool,
}

impl<E: Evaluation> AlphaBeta<E> {
    /// A search with tables of `1 << bits` cache lines of 64 bytes.
    pub fn new(evaluation: E, options: SearchOptions, bits: u32) -> Self {
        AlphaBeta {
            evaluation,
            options,
            table: TranspositionTable::new(if options.table { bits } else { 0 }),
            solver: (options.solve_from > 0).then(|| Solver::new(bits)),
            killers: [[NO_SQUARE; 2]; PLIES],
            history: [0; 64],
            principal: Vec::new(),
            lines: vec![Vec::new(); PLIES],
            following: false,
            nodes: 0,
            limit: u64::MAX,
            stop: Stop::default(),
            stopped: false,
        }
    }

    /// Searches `board` within `budget`; without any limit, to the end of the game. There are no candidates
    /// if the game is over.
    ///
    /// What came before does not matter: the same board and budget always give the same answer.
    pub fn analyse(&mut self, board: Board, budget: &Budget) -> Analysis<Move> {
        #[cfg(target_arch = "x86_64")]
        if let Some(kernel) = games::othello::kernel::Avx2::detect() {
            return self.analyse_with(kernel, board, budget);
        }
        self.analyse_with(Portable, board, budget)
    }

    fn analyse_with<K: Kernel>(&mut self, kernel: K, board: Board, budget: &Budget) -> Analysis<Move> {
        self.table.clear();
        self.killers = [[NO_SQUARE; 2]; PLIES];
        self.history = [0; 64];
        self.principal.clear();
        self.nodes = 0;
        self.limit = u64::MAX;
        self.stop = Stop::default();
        self.stopped = false;
        let mut analysis =
            Analysis { candidates: Vec::new(), unit: E::UNIT, depth: 0, nodes: 0, exact: false };
        let mut moves: Vec<Move> = Squares(kernel.moves(board)).map(Move::Place).collect();
        if moves.is_empty() {
            if kernel.moves(board.swapped()) == 0 {
                return analysis;
            }
            moves.push(Move::Pass);
        }
        let empties = board.empty().count_ones();
        let deepest = budget.depth.unwrap_or(u32::MAX).clamp(1, empties.max(1));
        for depth in 1..=deepest {
            // The first iteration is always finished, so that there is an answer.
            if depth > 1 {
                self.limit = budget.nodes.unwrap_or(u64::MAX);
                self.stop = budget.stop.clone();
            }
            let expected = analysis.best().map(|best| (best.value * E::SCALE) as i32);
            let candidates = if self.options.every_move {
                self.every_move(kernel, board, &moves, depth as i32)
            } else {
                self.best_move(kernel, board, depth as i32, expected)
            };
            if self.stopped {
                break;
            }
            self.principal =
                candidates.first().map_or(Vec::new(), |best| best.line.iter().map(square_of).collect());
            analysis.candidates = candidates;
            analysis.depth = depth;
            analysis.exact = depth >= empties;
            if self.solves(empties, depth, deepest) {
                self.solve(board, &moves, budget, &mut analysis);
                break;
            }
        }
        analysis.nodes = self.nodes;
        analysis
    }

    /// Whether the solver should take over after the iteration of this depth. A third of the way costs next
    /// to nothing, and is what is played should the budget not suffice for the rest.
    fn solves(&self, empties: u32, depth: u32, deepest: u32) -> bool {
        empties <= self.options.solve_from && (depth == deepest || depth >= empties / 3)
    }

    /// Replaces the values by exact ones, if the budget suffices.
    fn solve(&mut self, board: Board, moves: &[Move], budget: &Budget, analysis: &mut Analysis<Move>) {
        let Some(solver) = &mut self.solver else { return };
        solver.forget();
        let mut left = Budget { depth: None, nodes: budget.nodes, stop: budget.stop.clone() };
        let spent = self.nodes;
        left.nodes = budget.nodes.map(|nodes| nodes.saturating_sub(spent));
        // Exact values count in discs, whatever the evaluation counts in.
        let candidate =
            |mv, score: i32, visits| Candidate { mv, value: f64::from(score), line: vec![mv], visits };
        let mut candidates = Vec::new();
        if self.options.every_move {
            for &mv in moves {
                let Some(solution) = solver.solve(after(board, mv), &left) else { return };
                self.nodes += solution.nodes;
                left.nodes = left.nodes.map(|nodes| nodes.saturating_sub(solution.nodes));
                candidates.push(candidate(mv, -solution.score, solution.nodes));
            }
        } else {
            let Some(solution) = solver.solve(board, &left) else { return };
            self.nodes += solution.nodes;
            let mv = solution.best.map_or(Move::Pass, Move::Place);
            candidates.push(candidate(mv, solution.score, solution.nodes));
        }
        candidates.sort_by(|a, b| b.value.total_cmp(&a.value));
        analysis.candidates = candidates;
        analysis.unit = Unit::Discs;
        analysis.depth = board.empty().count_ones();
        analysis.exact = true;
    }

    fn every_move<K: Kernel>(
        &mut self,
        kernel: K,
        board: Board,
        moves: &[Move],
        depth: i32,
    ) -> Vec<Candidate<Move>> {
        let mut candidates = Vec::with_capacity(moves.len());
        for &mv in moves {
            let before = self.nodes;
            let value = -self.search(kernel, after(board, mv), -INFINITY, INFINITY, depth - 1, 1);
            if self.stopped {
                return Vec::new();
            }
            let line = [mv].into_iter().chain(self.line(1)).collect();
            candidates.push(self.candidate(mv, line, value, before));
        }
        // A stable sort: equal moves stay in the order of the game's own list.
        candidates.sort_by(|a, b| b.value.total_cmp(&a.value));
        candidates
    }

    fn best_move<K: Kernel>(
        &mut self,
        kernel: K,
        board: Board,
        depth: i32,
        expected: Option<i32>,
    ) -> Vec<Candidate<Move>> {
        let before = self.nodes;
        let half = (ASPIRATION * E::SCALE) as i32;
        let (mut alpha, mut beta) = match expected {
            Some(value) if self.options.null_windows => (value - half, value + half),
            _ => (-INFINITY, INFINITY),
        };
        loop {
            self.following = self.options.principal_first;
            let value = self.search(kernel, board, alpha, beta, depth, 0);
            self.following = false;
            if self.stopped {
                return Vec::new();
            }
            if value <= alpha && alpha > -INFINITY {
                alpha = -INFINITY;
            } else if value >= beta && beta < INFINITY {
                beta = INFINITY;
            } else {
                let line = self.line(0);
                let mv = line.first().copied().unwrap_or(Move::Pass);
                return vec![self.candidate(mv, line, value, before)];
            }
        }
    }

    /// What the search expects from `ply` on.
    fn line(&self, ply: usize) -> Vec<Move> {
        self.lines[ply].iter().map(|&square| move_of(square)).collect()
    }

    fn candidate(&self, mv: Move, line: Vec<Move>, value: i32, nodes_before: u64) -> Candidate<Move> {
        Candidate { mv, value: f64::from(value) / E::SCALE, line, visits: self.nodes - nodes_before }
    }
}

impl<E: Evaluation + Send> Analyst<Othello> for AlphaBeta<E> {
    fn analyse(&mut self, game: &Othello, budget: &Budget) -> Analysis<Move> {
        AlphaBeta::analyse(self, game.board(), budget)
    }
}

fn after(board: Board, mv: Move) -> Board {
    match mv {
        Move::Place(square) => board.placed(square, board.flips(square)),
        Move::Pass => board.swapped(),
    }
}

fn move_of(square: u8) -> Move {
    Square::new(square).map_or(Move::Pass, Move::Place)
}

fn square_of(mv: &Move) -> u8 {
    match mv {
        Move::Place(square) => square.index() as u8,
        Move::Pass => NO_SQUARE,
    }
}

#[cfg(test)]
mod tests {
    use games::Game;
    use games::othello::Othello;

    use super::*;
    use crate::Perturbed;
    use crate::othello::{ThreeTerm, Weights};

    /// Boards after random moves.
    fn boards(plies: usize, count: u64) -> Vec<Board> {
        (1..=count)
            .map(|state| {
                let mut state = state;
                let mut game = Othello::default();
                let mut moves = Vec::new();
                for _ in 0..plies {
                    game.legal_moves(&mut moves);
                    if moves.is_empty() {
                        break;
                    }
                    state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
                    game.apply(moves[(state >> 33) as usize % moves.len()]);
                }
                game.board()
            })
            .filter(|board| !board.is_over())
            .collect()
    }

    const PLAIN: SearchOptions = SearchOptions {
        pruning: false,
        principal_first: false,
        null_windows: false,
        table: false,
        ordering: false,
        solve_from: 0,
        every_move: false,
    };

    fn value<E: Evaluation>(evaluation: E, options: SearchOptions, board: Board, depth: u32) -> (f64, u64) {
        let analysis = AlphaBeta::new(evaluation, options, 8).analyse(board, &Budget::depth(depth));
        (analysis.best().unwrap().value, analysis.nodes)
    }

    #[test]
    fn what_saves_nodes_changes_no_value() {
        let fast = SearchOptions { solve_from: 0, ..SearchOptions::default() };
        let pruned = SearchOptions { pruning: true, ..PLAIN };
        let principal = SearchOptions { principal_first: true, ..pruned };
        let mut nodes = [0; 4];
        for board in boards(20, 6).into_iter().chain(boards(52, 6)) {
            let (expected, all) = value(ThreeTerm::shipped(), PLAIN, board, 4);
            nodes[0] += all;
            for (at, options) in [pruned, principal, fast].into_iter().enumerate() {
                let (value, searched) = value(ThreeTerm::shipped(), options, board, 4);
                assert_eq!(value, expected, "{board:?} {options:?}");
                nodes[at + 1] += searched;
            }
            let weights = Weights::shipped();
            assert_eq!(value(weights, fast, board, 4).0, value(weights, PLAIN, board, 4).0, "{board:?}");
            let lost = Perturbed { negated: true, ..Perturbed::unchanged(ThreeTerm::shipped()) };
            assert_eq!(value(lost, fast, board, 3).0, value(lost, PLAIN, board, 3).0, "{board:?}");
        }
        assert!(nodes[0] > 2 * nodes[1] && nodes[1] > nodes[3], "{nodes:?}");
    }

    #[test]
    fn every_move_gets_its_value_and_the_best_comes_first() {
        let options = SearchOptions { every_move: true, solve_from: 0, ..SearchOptions::default() };
        for board in boards(20, 8) {
            let analysis = AlphaBeta::new(Weights::shipped(), options, 8).analyse(board, &Budget::depth(4));
            assert_eq!(analysis.candidates.len() as u32, board.moves().count_ones().max(1));
            assert!(analysis.candidates.is_sorted_by(|a, b| a.value >= b.value));
            let alone = SearchOptions { every_move: false, ..options };
            let (value, _) = value(Weights::shipped(), alone, board, 4);
            assert_eq!(analysis.best().unwrap().value, value);
            for candidate in &analysis.candidates {
                assert_eq!(candidate.line[0], candidate.mv);
                let game = candidate
                    .line
                    .iter()
                    .try_fold(Othello::new(board, games::Side::First), |mut game, &mv| {
                        game.play(mv).map(|()| game)
                    });
                assert!(game.is_ok(), "{:?}", candidate.line);
            }
        }
    }

    #[test]
    fn near_the_end_values_are_exact() {
        for every_move in [false, true] {
            let options = SearchOptions { every_move, ..SearchOptions::default() };
            for board in boards(50, 8) {
                let solved =
                    AlphaBeta::new(ThreeTerm::shipped(), options, 8).analyse(board, &Budget::default());
                assert!(solved.exact && solved.unit == Unit::Discs);
                let searched = SearchOptions { solve_from: 0, ..options };
                let searched =
                    AlphaBeta::new(Weights::shipped(), searched, 8).analyse(board, &Budget::default());
                assert!(searched.exact);
                let values = |analysis: &Analysis<Move>| {
                    analysis.candidates.iter().map(|candidate| candidate.value).collect::<Vec<_>>()
                };
                assert_eq!(values(&solved), values(&searched));
            }
        }
    }

    #[test]
    fn budgets_are_kept_and_there_is_always_an_answer() {
        let board = boards(12, 1)[0];
        let mut search = AlphaBeta::new(Weights::shipped(), SearchOptions::default(), 10);
        let analysis = search.analyse(board, &Budget::nodes(5000));
        assert!(analysis.nodes <= 5000 && analysis.depth > 2, "{} {}", analysis.nodes, analysis.depth);
        assert_eq!(search.analyse(board, &Budget::nodes(5000)), analysis);
        assert_eq!(search.analyse(board, &Budget::nodes(1)).depth, 1);
        let stopped = Budget::default();
        stopped.stop.stop();
        let best = search.analyse(board, &stopped).best().map(|best| best.mv).unwrap();
        assert!(Othello::new(board, games::Side::First).check(best).is_ok(), "{best}");
        let over = Board { own: u64::MAX, other: 0 };
        assert!(search.analyse(over, &Budget::default()).candidates.is_empty());
    }
}

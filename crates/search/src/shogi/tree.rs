//! The search below the root.

use std::sync::LazyLock;

use rsshogi::mate::solve_mate_in_one_in_place;
use rsshogi::types::{Move, Move32};

use crate::Stop;

use super::exchange::gains;
use super::options::SearchOptions;
use super::ordering::{MoveHistory, QuietMoves};
use super::picker::{Hints, Picker, Stack};
use super::search_position::{Repetition, SearchPosition};
use super::table::{Bound, TableEntry, TranspositionTable};

/// Mate at the root; each ply further away is worth one less.
pub const MATE: i32 = 30_000;

/// No line is longer.
pub(super) const DEEPEST: usize = 120;

/// Values beyond this are mates.
pub const MATE_THRESHOLD: i32 = MATE - 1_000;

/// What a side wins that the other gives check for ever: sure, but the rules want it repeated three times.
const PERPETUAL: i32 = MATE_THRESHOLD - 1;

/// An evaluation that is none, of a side in check.
pub(super) const NO_EVALUATION: i32 = -32_000;

/// How much shallower a late move is searched: the logarithms of depth and number, as in Stockfish and its
/// descendants.
static REDUCTIONS: LazyLock<[[i8; 64]; 64]> = LazyLock::new(|| {
    let mut table = [[0; 64]; 64];
    for (depth, row) in table.iter_mut().enumerate().skip(1) {
        for (number, entry) in row.iter_mut().enumerate().skip(1) {
            *entry = (0.4 + (depth as f64).ln() * (number as f64).ln() / 1.9) as i8;
        }
    }
    table
});

/// Everything a search works on.
pub(super) struct TreeSearch {
    pub(super) board: SearchPosition,
    pub(super) options: SearchOptions,
    pub(super) negated: bool,
    pub(super) table: TranspositionTable,
    pub(super) history: MoveHistory,
    pub(super) stack: Stack,
    /// The principal variation from each ply.
    pub(super) lines: Vec<Vec<Move32>>,
    /// The move that led to each ply; none after a pass.
    pub(super) played: Vec<Option<Move32>>,
    evaluations: Vec<i32>,
    pub(super) root_depth: i32,
    pub(super) nodes: u64,
    pub(super) limit: u64,
    pub(super) stop: Stop,
    pub(super) aborted: bool,
}

impl TreeSearch {
    pub(super) fn new(
        board: SearchPosition,
        options: SearchOptions,
        negated: bool,
        table: TranspositionTable,
        history: MoveHistory,
    ) -> TreeSearch {
        TreeSearch {
            board,
            options,
            negated,
            table,
            history,
            stack: Vec::with_capacity(4096),
            lines: vec![Vec::new(); DEEPEST + 2],
            played: vec![None; DEEPEST + 2],
            evaluations: vec![NO_EVALUATION; DEEPEST + 2],
            root_depth: 0,
            nodes: 0,
            limit: u64::MAX,
            stop: Stop::default(),
            aborted: false,
        }
    }

    /// Counts a node; true if the search is to end.
    #[inline]
    pub(super) fn spend(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes > self.limit || (self.nodes.is_multiple_of(512) && self.stop.is_stopped()) {
            self.aborted = true;
        }
        self.aborted
    }

    /// What a side that has lost thinks of it, which may be turned round.
    pub(super) fn lost(&self, ply: usize) -> i32 {
        let value = ply as i32 - MATE;
        if self.negated { -value } else { value }
    }

    /// The value of a position that is over without looking for moves.
    pub(super) fn over(&self, ply: usize, repetition: Option<Repetition>) -> Option<i32> {
        if let Some(repetition) = repetition {
            let value = match repetition {
                Repetition::Draw => 0,
                Repetition::Won => PERPETUAL - ply as i32,
                Repetition::Lost => ply as i32 - PERPETUAL,
            };
            return Some(if self.negated { -value } else { value });
        }
        if self.board.limit_reached() {
            return Some(if self.board.position.is_mated() { self.lost(ply) } else { 0 });
        }
        (!self.negated && self.board.may_declare()).then_some(MATE - ply as i32 - 1)
    }

    /// Counts a node; the value if it needs no search: out of budget, over or too deep. With `EXACT`,
    /// repetitions count only against the root and the game before it.
    #[inline]
    pub(super) fn enter_node<const EXACT: bool>(&mut self) -> Option<i32> {
        let ply = self.board.ply();
        self.lines[ply].clear();
        if self.spend() {
            return Some(0);
        }
        let repetition = if EXACT { self.board.repetition_of_root() } else { self.board.repetition() };
        if let Some(value) = self.over(ply, repetition) {
            return Some(value);
        }
        (ply >= DEEPEST).then(|| self.board.evaluation())
    }

    /// The evaluation of a position without check, from the table if it is there.
    #[inline]
    pub(super) fn static_evaluation(&mut self, known: Option<TableEntry>) -> i32 {
        known
            .map(|known| known.evaluation)
            .filter(|&value| value != NO_EVALUATION)
            .unwrap_or_else(|| self.board.evaluation())
    }

    /// The value of a mate in one, which goes into the table.
    #[inline]
    pub(super) fn mate_in_one(&mut self, key: u64, evaluation: i32, depth: i32) -> Option<i32> {
        if self.negated {
            return None;
        }
        let mv = solve_mate_in_one_in_place(&mut self.board.position)?;
        let ply = self.board.ply();
        self.lines[ply + 1].clear();
        self.extend_line(ply, mv);
        let value = MATE - 1 - ply as i32;
        self.remember(key, mv.to_move(), value, evaluation, depth, Bound::Exact);
        Some(value)
    }

    /// Notes that `mv` at this ply is followed by the next ply's line.
    pub(super) fn extend_line(&mut self, ply: usize, mv: Move32) {
        let (head, tail) = self.lines.split_at_mut(ply + 1);
        head[ply].clear();
        head[ply].push(mv);
        head[ply].extend_from_slice(&tail[0]);
    }

    /// The table's move as one of this position, if it is legal here.
    pub(super) fn known_move(&self, known: Option<TableEntry>) -> Option<Move32> {
        let best = known?.best;
        let legal = best != Move::MOVE_NONE && self.board.position.is_legal_move(best);
        legal.then(|| self.board.position.move32_from_move(best))
    }

    /// The value of the position for the side to move, within the window, or beyond it at least or at most so
    /// much.
    pub(super) fn search(&mut self, mut alpha: i32, mut beta: i32, mut depth: i32, may_pass: bool) -> i32 {
        if depth <= 0 {
            return self.quiesce::<false>(alpha, beta, true);
        }
        if let Some(value) = self.enter_node::<false>() {
            return value;
        }
        let ply = self.board.ply();
        let principal = beta - alpha > 1;
        if !self.negated {
            alpha = alpha.max(ply as i32 - MATE);
            beta = beta.min(MATE - 1 - ply as i32);
            if alpha >= beta {
                return alpha;
            }
        }
        let key = self.board.key();
        let known = self.table.probe(key);
        let mut known_value = known.map(|known| (from_table(known.value, ply), known.bound));
        if let (Some(known), Some((value, bound))) = (known, known_value)
            && !principal
            && known.depth >= depth
            && decides(bound, value, alpha, beta)
        {
            return value;
        }
        let in_check = self.board.position.is_in_check();
        let raw = if in_check { NO_EVALUATION } else { self.static_evaluation(known) };
        if known.is_none()
            && !in_check
            && self.board.may_mate()
            && let Some(value) = self.mate_in_one(key, raw, depth)
        {
            return value;
        }
        self.evaluations[ply] = raw;
        let improving = !in_check && ply >= 2 && raw > self.evaluations[ply - 2];
        // What the table says of the value is nearer to it than the evaluation.
        let mut evaluation = raw;
        if let Some((value, bound)) = known_value.take()
            && !in_check
            && match bound {
                Bound::Exact => true,
                Bound::Lower => value > raw,
                Bound::Upper => value < raw,
            }
        {
            evaluation = value;
        }
        if !principal && !in_check && beta.abs() < MATE_THRESHOLD {
            if let Some(value) = self.prune(alpha, beta, depth, evaluation, improving, may_pass) {
                return value;
            }
            if self.aborted {
                return 0;
            }
        }
        let known_move = self.known_move(known);
        if depth >= 4 && known_move.is_none() {
            depth -= 1;
        }
        self.try_moves((alpha, beta), depth, NodeState { in_check, improving, evaluation, raw, known_move })
    }

    /// A value that needs no moves of this position: far below or above the window, or above it even after a
    /// pass.
    fn prune(
        &mut self,
        alpha: i32,
        beta: i32,
        depth: i32,
        evaluation: i32,
        improving: bool,
        may_pass: bool,
    ) -> Option<i32> {
        let pruning = &self.options.pruning;
        if depth <= 3 && evaluation + pruning.razoring * depth <= alpha {
            let value = self.quiesce::<false>(alpha, alpha + 1, true);
            if value <= alpha || self.aborted {
                return Some(value);
            }
        }
        let pruning = &self.options.pruning;
        if depth <= 7 && evaluation - pruning.reverse_futility * (depth - i32::from(improving)) >= beta {
            return Some(evaluation);
        }
        let passing = self.options.pruning.null_move && may_pass && !self.negated;
        if passing && depth >= 2 && evaluation >= beta && self.board.pass() {
            let ply = self.board.ply();
            self.played[ply] = None;
            let reduction = 3 + depth / 4 + ((evaluation - beta) / 200).min(3);
            let value = -self.search(-beta, 1 - beta, depth - reduction, false);
            self.board.take_pass_back();
            if value >= beta && !self.aborted {
                return Some(if value >= MATE_THRESHOLD { beta } else { value });
            }
        }
        None
    }

    fn try_moves(&mut self, (mut alpha, beta): (i32, i32), depth: i32, standing: NodeState) -> i32 {
        let ply = self.board.ply();
        let key = self.board.key();
        let principal = beta - alpha > 1;
        let NodeState { in_check, improving, evaluation, raw, known_move } = standing;
        let last = self.played[ply];
        let mut picker = self.picker(known_move);
        let (mut best, mut best_move, mut number) = (-MATE, None, 0);
        let old_alpha = alpha;
        let mut quiets = QuietMoves::default();
        while let Some(mv) = picker.next(&self.board.position, &self.history, &mut self.stack) {
            let position = &self.board.position;
            let quiet = !position.is_capture_move32(mv) && !mv.is_promotion();
            let gives_check = position.gives_check_move32(mv);
            let history = if quiet { self.history.score(mv, last) } else { 0 };
            let usual = i32::from(REDUCTIONS[depth.min(63) as usize][(number + 1).min(63)]);
            let mut reduction = usual * self.options.pruning.reductions / 100;
            if best > -MATE_THRESHOLD && !self.negated {
                let late = depth - reduction;
                let pruning = &self.options.pruning;
                if quiet && !gives_check {
                    let most = (3 + depth * depth) / if improving { 1 } else { 2 };
                    if depth <= 8 && number as i32 >= pruning.quiets * most + 2 {
                        picker.skip_quiets();
                        continue;
                    }
                    if !in_check && late <= 6 && evaluation + pruning.futility * (1 + late.max(0)) <= alpha {
                        continue;
                    }
                    if late <= 4 && history < -2500 * pruning.quiets * late.max(1) {
                        continue;
                    }
                    if late <= 6 && !gains(position, mv, -30 * late.max(0) * late.max(0)) {
                        continue;
                    }
                } else if depth <= 6 && !gains(position, mv, -150 * depth) {
                    continue;
                }
            }
            let extended = gives_check && ply < 2 * self.root_depth as usize && gains(position, mv, 0);
            let next_depth = depth - 1 + i32::from(extended);
            number += 1;
            self.board.make_giving(mv, gives_check);
            self.table.prefetch(self.board.key());
            self.played[ply + 1] = Some(mv);
            let mut value = 0;
            let mut full = principal && number == 1;
            if !full {
                if depth >= 3 && number > 1 + usize::from(principal) && !extended {
                    if !quiet || gives_check || in_check {
                        reduction -= 1;
                    }
                    if principal {
                        reduction -= 1;
                    }
                    if !improving {
                        reduction += 1;
                    }
                    reduction -= history / 4096;
                    if !quiet {
                        reduction /= 2;
                    }
                } else {
                    reduction = 0;
                }
                let reduced = (next_depth - reduction.max(0)).max(1).min(next_depth);
                value = -self.search(-alpha - 1, -alpha, reduced, true);
                if value > alpha && reduced < next_depth && !self.aborted {
                    value = -self.search(-alpha - 1, -alpha, next_depth, true);
                }
                full = principal && value > alpha && value < beta;
            }
            if full && !self.aborted {
                value = -self.search(-beta, -alpha, next_depth, true);
            }
            self.board.take_back(mv);
            if self.aborted {
                picker.finish(&mut self.stack);
                return 0;
            }
            if value > best || number == 1 {
                best = value;
                if value > alpha {
                    best_move = Some(mv);
                    if principal {
                        self.extend_line(ply, mv);
                    }
                    if value >= beta {
                        if quiet {
                            self.history.reward(mv, quiets.as_slice(), last, ply, depth);
                        }
                        break;
                    }
                    alpha = value;
                }
            }
            if quiet {
                quiets.push(mv);
            }
        }
        picker.finish(&mut self.stack);
        if number == 0 {
            return self.lost(ply);
        }
        let bound = bound_of(best, old_alpha, beta);
        let mv = best_move.map_or(Move::MOVE_NONE, Move32::to_move);
        self.remember(key, mv, best, raw, depth, bound);
        best
    }

    /// The moves of the position, the probably best first.
    pub(super) fn picker(&self, known: Option<Move32>) -> Picker {
        let ply = self.board.ply();
        let last = self.played[ply];
        let (killers, counter) = (self.history.killers(ply), self.history.counter(last));
        Picker::new(&self.board.position, &self.stack, &Hints { known, killers, counter, last })
    }

    /// Puts what was found out about the position in the table.
    pub(super) fn remember(
        &mut self,
        key: u64,
        best: Move,
        value: i32,
        evaluation: i32,
        depth: i32,
        bound: Bound,
    ) {
        let value = to_table(value, self.board.ply());
        self.table.store(key, TableEntry { best, value, evaluation, depth, bound });
    }
}

/// What is known of a position when its moves are tried.
#[derive(Clone, Copy)]
struct NodeState {
    in_check: bool,
    improving: bool,
    evaluation: i32,
    raw: i32,
    known_move: Option<Move32>,
}

/// Whether a bound settles what the window asks.
#[inline]
pub(super) fn decides(bound: Bound, value: i32, alpha: i32, beta: i32) -> bool {
    match bound {
        Bound::Exact => true,
        Bound::Lower => value >= beta,
        Bound::Upper => value <= alpha,
    }
}

/// How far `best`, found in this window, is the value.
pub(super) fn bound_of(best: i32, alpha: i32, beta: i32) -> Bound {
    if best >= beta {
        Bound::Lower
    } else if best > alpha {
        Bound::Exact
    } else {
        Bound::Upper
    }
}

/// Mates are counted from the position in the table and from the root in the search.
pub(super) fn from_table(value: i32, ply: usize) -> i32 {
    let ply = ply as i32;
    if value >= PERPETUAL - DEEPEST as i32 {
        value - ply
    } else if value <= DEEPEST as i32 - PERPETUAL {
        value + ply
    } else {
        value
    }
}

fn to_table(value: i32, ply: usize) -> i32 {
    let ply = ply as i32;
    if value >= PERPETUAL - DEEPEST as i32 {
        value + ply
    } else if value <= DEEPEST as i32 - PERPETUAL {
        value - ply
    } else {
        value
    }
}

//! A search whose values do not depend on the window they are asked with.
//!
//! What the [pruning search](TreeSearch::search) leaves out depends on the window, so a move's value with an
//! open window and what a narrow one says of it may contradict each other. Here everything that is left out
//! is part of what the value is: a position is worth at least what standing still leaves and what a pass
//! leaves at a smaller depth; a quiet move gains at most so much near the horizon; moves that give material
//! away are no moves there. Alpha-beta finds the same value in every window, table or not. Table values are
//! used at just their depth, and repetitions count against the root and the game before it, which all lines
//! have in common.
//!
//! The amounts below are not tuned.

use rsshogi::types::{Move, Move32};

use super::exchange::gains;
use super::ordering::QuietMoves;
use super::table::TableEntry;
use super::tree::{MATE, NO_EVALUATION, TreeSearch, bound_of, decides, from_table};

/// A position is worth no less than its evaluation less so many points a ply.
const STANDING: i32 = 150;

/// A quiet move gains no more than so many points a ply, so many plies above the horizon.
const QUIET: (i32, i32) = (150, 3);

/// A capture beyond the horizon gains no more than what it takes and so many points.
pub(super) const DELTA: i32 = 200;

/// A pass is searched so many plies shallower than a move, and a quarter of the depth.
const PASS: i32 = 3;

/// The depth in the table of the first ply beyond the horizon, where mates are looked for; later plies have
/// 0.
pub(super) const FIRST_BEYOND: i32 = 1;

impl TreeSearch {
    /// The value of the position `depth` plies deep, within the window, or a bound of it beyond the window.
    pub(super) fn search_exact(&mut self, mut alpha: i32, beta: i32, depth: i32) -> i32 {
        if depth <= 0 {
            return self.quiesce::<true>(alpha, beta, true);
        }
        if let Some(value) = self.enter_node::<true>() {
            return value;
        }
        let ply = self.board.ply();
        let key = self.board.key();
        let known = self.table.probe(key);
        if let Some(known) = known.filter(|known| known.depth == depth + FIRST_BEYOND) {
            let value = from_table(known.value, ply);
            if decides(known.bound, value, alpha, beta) {
                return value;
            }
        }
        let in_check = self.board.position.is_in_check();
        if !in_check
            && !rules_out_mate(known)
            && let Some(value) = self.mate_in_one(key, NO_EVALUATION, depth + FIRST_BEYOND)
        {
            return value;
        }
        let old_alpha = alpha;
        let mut best = -MATE;
        let mut evaluation = NO_EVALUATION;
        if !in_check {
            evaluation = self.static_evaluation(known);
        }
        let leaves_out = !in_check && !self.negated;
        if leaves_out {
            best = evaluation - STANDING * depth;
            if best < beta && depth >= 2 && self.board.pass() {
                self.played[ply + 1] = None;
                alpha = alpha.max(best);
                let value = -self.search_exact(-beta, -alpha, depth - PASS - depth / 4);
                self.board.take_pass_back();
                if self.aborted {
                    return 0;
                }
                best = best.max(value);
            }
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        let known_move = self.known_move(known);
        let last = self.played[ply];
        let mut picker = self.picker(known_move);
        let (mut best_move, mut number) = (None, 0);
        let mut quiets = QuietMoves::default();
        while let Some(mv) = picker.next(&self.board.position, &self.history, &mut self.stack) {
            let position = &self.board.position;
            let quiet = !position.is_capture_move32(mv) && !mv.is_promotion();
            let gives_check = position.gives_check_move32(mv);
            number += 1;
            let mut most = MATE;
            if leaves_out {
                if quiet && !gives_check && depth <= QUIET.1 {
                    most = evaluation + QUIET.0 * depth;
                    if most <= alpha {
                        best = best.max(most);
                        continue;
                    }
                }
                let least = if quiet { -30 * depth * depth } else { -100 * depth };
                if depth <= 6 && !gains(position, mv, least) {
                    continue;
                }
            }
            let extended = gives_check && depth >= 2 && gains(position, mv, 0);
            let next_depth = depth - 1 + i32::from(extended);
            self.board.make(mv);
            self.played[ply + 1] = Some(mv);
            let mut value = -self.search_exact(-alpha - 1, -alpha, next_depth);
            if value > alpha && value < beta && beta - alpha > 1 && !self.aborted {
                value = -self.search_exact(-beta, -alpha, next_depth);
            }
            self.board.take_back(mv);
            if self.aborted {
                picker.finish(&mut self.stack);
                return 0;
            }
            value = value.min(most);
            best = best.max(value);
            if value > alpha {
                best_move = Some(mv);
                self.extend_line(ply, mv);
                if value >= beta {
                    if quiet {
                        self.history.reward(mv, quiets.as_slice(), last, ply, depth);
                    }
                    break;
                }
                alpha = value;
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
        self.remember(key, mv, best, evaluation, depth + FIRST_BEYOND, bound);
        best
    }
}

/// Whether an entry says that there is no mate in one.
pub(super) fn rules_out_mate(known: Option<TableEntry>) -> bool {
    known.is_some_and(|known| known.depth >= FIRST_BEYOND && known.evaluation != NO_EVALUATION)
}

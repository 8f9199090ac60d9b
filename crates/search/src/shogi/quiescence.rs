//! The search beyond the horizon: captures and answers to checks, until the position is quiet.

use rsshogi::types::Move;

use super::exchange::gains;
use super::picker::Picker;
use super::table::Bound;
use super::tree::{MATE, MATE_THRESHOLD, NO_EVALUATION, TreeSearch, bound_of, decides, from_table};
use super::values::{promoting, taking};
use super::window_independent::{DELTA, FIRST_BEYOND, rules_out_mate};

impl TreeSearch {
    /// The value of the position once it is quiet; `first` at the first ply beyond the horizon, where mates
    /// in one are looked for. With `EXACT` it does not depend on the window.
    pub(super) fn quiesce<const EXACT: bool>(&mut self, mut alpha: i32, beta: i32, first: bool) -> i32 {
        if let Some(value) = self.enter_node::<EXACT>() {
            return value;
        }
        let ply = self.board.ply();
        let depth = if EXACT && first { FIRST_BEYOND } else { 0 };
        let principal = beta - alpha > 1;
        let key = self.board.key();
        let known = self.table.probe(key);
        if let Some(known) = known
            && if EXACT { known.depth == depth } else { !principal }
        {
            let value = from_table(known.value, ply);
            if decides(known.bound, value, alpha, beta) {
                return value;
            }
        }
        let in_check = self.board.position.is_in_check();
        let mut best = -MATE;
        let mut evaluation = NO_EVALUATION;
        let old_alpha = alpha;
        if !in_check {
            evaluation = self.static_evaluation(known);
            let may_mate =
                if EXACT { !rules_out_mate(known) } else { known.is_none() && self.board.may_mate() };
            if first
                && may_mate
                && let Some(value) =
                    self.mate_in_one(key, if EXACT { NO_EVALUATION } else { evaluation }, depth)
            {
                return value;
            }
            best = evaluation;
            if best >= beta {
                if known.is_none() {
                    self.remember(key, Move::MOVE_NONE, best, evaluation, depth, Bound::Lower);
                }
                return best;
            }
            alpha = alpha.max(best);
        }
        let known_move = self.known_move(known).filter(|&mv| {
            let position = &self.board.position;
            in_check || position.is_capture_move32(mv) || mv.is_promotion()
        });
        let delta = if EXACT { DELTA } else { self.options.pruning.delta };
        let mut picker = Picker::captures(&self.board.position, &self.stack, known_move);
        let (mut best_move, mut number) = (Move::MOVE_NONE, 0);
        while let Some(mv) = picker.next(&self.board.position, &self.history, &mut self.stack) {
            let position = &self.board.position;
            let mut most = MATE;
            if !in_check {
                let promotion =
                    if mv.is_promotion() { promoting(mv.piece_after_move().piece_type()) } else { 0 };
                let reach = evaluation + taking(position.piece_on(mv.to_sq())) + promotion + delta;
                if (EXACT || reach <= alpha) && !position.gives_check_move32(mv) {
                    most = reach;
                }
                if most <= alpha {
                    best = best.max(most);
                    continue;
                }
                if !gains(position, mv, 0) {
                    continue;
                }
            } else if !EXACT && best > -MATE_THRESHOLD && number > 0 && !gains(position, mv, 0) {
                // Once an answer is found, others that give something away are not needed.
                continue;
            }
            number += 1;
            self.board.make(mv);
            self.table.prefetch(self.board.key());
            self.played[ply + 1] = Some(mv);
            let mut value = -self.quiesce::<EXACT>(-beta, -alpha, false);
            self.board.take_back(mv);
            if self.aborted {
                picker.finish(&mut self.stack);
                return 0;
            }
            if EXACT {
                value = value.min(most);
            }
            best = best.max(value);
            if value > alpha {
                best_move = mv.to_move();
                if EXACT || principal {
                    self.extend_line(ply, mv);
                }
                if value >= beta {
                    break;
                }
                alpha = value;
            }
        }
        picker.finish(&mut self.stack);
        if in_check && number == 0 {
            return self.lost(ply);
        }
        self.remember(key, best_move, best, evaluation, depth, bound_of(best, old_alpha, beta));
        best
    }
}

//! The search beyond the horizon: captures and what answers a check, until the position is quiet.

use rsshogi::mate::solve_mate_in_one_in_place;
use rsshogi::types::Move;

use super::exchange::gains;
use super::picker::Picker;
use super::table::Bound;
use super::tree::{DEEPEST, MATE, MATE_THRESHOLD, NO_EVALUATION, Tree, decides, from_table};
use super::values::{promoting, taking};

impl Tree {
    /// The value of the position once it is quiet; `beyond` plies past the horizon.
    pub(super) fn quiesce(&mut self, mut alpha: i32, beta: i32, beyond: u32) -> i32 {
        let ply = self.board.ply();
        self.lines[ply].clear();
        if self.spend() {
            return 0;
        }
        if let Some(value) = self.over(ply, self.board.repetition()) {
            return value;
        }
        if ply >= DEEPEST {
            return self.board.evaluation();
        }
        let principal = beta - alpha > 1;
        let key = self.board.key();
        let known = self.table.probe(key);
        if let Some(known) = known
            && !principal
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
            evaluation = known
                .map(|known| known.evaluation)
                .filter(|&value| value != NO_EVALUATION)
                .unwrap_or_else(|| self.board.evaluation());
            if known.is_none()
                && beyond == 0
                && !self.negated
                && self.board.may_mate()
                && let Some(mv) = solve_mate_in_one_in_place(&mut self.board.position)
            {
                let value = MATE - 1 - ply as i32;
                self.lines[ply + 1].clear();
                self.extend_line(ply, mv);
                self.remember(key, mv.to_move(), value, evaluation, 0, Bound::Exact);
                return value;
            }
            best = evaluation;
            if best >= beta {
                if known.is_none() {
                    self.remember(key, Move::MOVE_NONE, best, evaluation, 0, Bound::Lower);
                }
                return best;
            }
            alpha = alpha.max(best);
        }
        let known_move = self.known_move(known).filter(|&mv| {
            let position = &self.board.position;
            in_check || position.is_capture_move32(mv) || mv.is_promotion()
        });
        let mut picker = Picker::captures(&self.board.position, &self.stack, known_move);
        let (mut best_move, mut number) = (Move::MOVE_NONE, 0);
        while let Some(mv) = picker.next(&self.board.position, &self.memory, &mut self.stack) {
            let position = &self.board.position;
            if best > -MATE_THRESHOLD {
                if in_check {
                    // Once an answer is found, others that give something away are not needed.
                    if number > 0 && !gains(position, mv, 0) {
                        continue;
                    }
                } else {
                    let promotion =
                        if mv.is_promotion() { promoting(mv.piece_after_move().piece_type()) } else { 0 };
                    let gain = taking(position.piece_on(mv.to_sq())) + promotion;
                    let reach = evaluation + gain + self.options.pruning.delta;
                    if reach <= alpha && !position.gives_check_move32(mv) {
                        best = best.max(reach);
                        continue;
                    }
                    if !gains(position, mv, 0) {
                        continue;
                    }
                }
            }
            number += 1;
            self.board.make(mv);
            self.table.prefetch(self.board.key());
            self.played[ply + 1] = Some(mv);
            let value = -self.quiesce(-beta, -alpha, beyond + 1);
            self.board.take_back(mv);
            if self.aborted {
                picker.finish(&mut self.stack);
                return 0;
            }
            if value > best || (in_check && number == 1) {
                best = value;
                if value > alpha {
                    best_move = mv.to_move();
                    if principal {
                        self.extend_line(ply, mv);
                    }
                    if value >= beta {
                        break;
                    }
                    alpha = value;
                }
            }
        }
        picker.finish(&mut self.stack);
        if in_check && number == 0 {
            return self.lost(ply);
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if best > old_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.remember(key, best_move, best, evaluation, 0, bound);
        best
    }
}

//! A search whose values do not depend on the window they are asked with.
//!
//! What the [daring search](Tree::search) leaves out depends on the window, so a move's value with an open window and what a
//! narrow one says of it may contradict each other. Here everything that is left out is part of what the value is: a
//! position is worth at least what standing still leaves and what a pass leaves at a smaller depth; a quiet move gains at
//! most so much near the horizon; moves that give material away are no moves there. Alpha-beta finds the same value in every
//! window, table or not, and cuts as before where one of these bounds is beyond the window. Values in the table are used at
//! just their depth. Repetitions count against the root and the game before it, which all lines have in common.
//!
//! The amounts are those of the first try: with them the nearest move of 61 middle games at depth 5 costs 27,000 nodes, all
//! moves with open windows 180,000, and the moves found are the same. No match has chosen them.

use rsshogi::mate::solve_mate_in_one_in_place;
use rsshogi::types::{Move, Move32};

use super::exchange::gains;
use super::picker::{Hints, Picker};
use super::table::Bound;
use super::tree::{DEEPEST, MATE, NO_EVALUATION, Tree, decides, from_table};
use super::values::{promoting, taking};

/// A position is worth no less than its evaluation less so many points a ply.
const STANDING: i32 = 150;

/// A quiet move gains no more than so many points a ply, so many plies above the horizon.
const QUIET: (i32, i32) = (150, 3);

/// A capture beyond the horizon gains no more than what it takes and so many points.
const LOOT: i32 = 200;

/// A pass is searched so many plies shallower than a move, and a quarter of the depth.
const PASS: i32 = 3;

/// TranspositionTable depths of the positions beyond the horizon: the first, where mates are looked for, and the others. Depth 1 comes after.
const FIRST_BEYOND: i32 = 1;
const BEYOND: i32 = 0;

impl Tree {
    /// The value of the position `depth` plies deep, within the window, or a bound of it beyond the window.
    pub(super) fn search_exact(&mut self, mut alpha: i32, beta: i32, depth: i32) -> i32 {
        if depth <= 0 {
            return self.settle_captures(alpha, beta, FIRST_BEYOND);
        }
        let ply = self.board.ply();
        self.lines[ply].clear();
        if self.spend() {
            return 0;
        }
        if let Some(value) = self.over(ply, self.board.repetition_of_root()) {
            return value;
        }
        if ply >= DEEPEST {
            return self.board.evaluation();
        }
        let key = self.board.key();
        let known = self.table.probe(key);
        if let Some(known) = known.filter(|known| known.depth == depth + FIRST_BEYOND) {
            let value = from_table(known.value, ply);
            if decides(known.bound, value, alpha, beta) {
                return value;
            }
        }
        let in_check = self.board.position.is_in_check();
        // No mate in one is known only where an entry from here on says so.
        let looked =
            known.is_some_and(|known| known.depth >= FIRST_BEYOND && known.evaluation != NO_EVALUATION);
        if !looked
            && !in_check
            && !self.negated
            && let Some(mv) = solve_mate_in_one_in_place(&mut self.board.position)
        {
            self.lines[ply + 1].clear();
            self.extend_line(ply, mv);
            let value = MATE - 1 - ply as i32;
            self.remember(key, mv.to_move(), value, NO_EVALUATION, depth + FIRST_BEYOND, Bound::Exact);
            return value;
        }
        let old_alpha = alpha;
        let mut best = -MATE;
        let mut evaluation = NO_EVALUATION;
        if !in_check {
            evaluation = known
                .map(|known| known.evaluation)
                .filter(|&value| value != NO_EVALUATION)
                .unwrap_or_else(|| self.board.evaluation());
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
        let hints = Hints {
            known: known_move,
            killers: self.memory.killers(ply),
            counter: self.memory.counter(last),
            last,
        };
        let mut picker = Picker::new(&self.board.position, &self.stack, &hints);
        let (mut best_move, mut number) = (None, 0);
        let mut quiets: [Move32; 32] = [Move32::MOVE_NONE; 32];
        let mut quiet_count = 0;
        while let Some(mv) = picker.next(&self.board.position, &self.memory, &mut self.stack) {
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
                        self.memory.reward(mv, &quiets[..quiet_count], last, ply, depth);
                    }
                    break;
                }
                alpha = value;
            }
            if quiet && quiet_count < quiets.len() {
                quiets[quiet_count] = mv;
                quiet_count += 1;
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

    /// The value of the position with captures alone, and with every answer to a check.
    fn settle_captures(&mut self, mut alpha: i32, beta: i32, level: i32) -> i32 {
        let ply = self.board.ply();
        self.lines[ply].clear();
        if self.spend() {
            return 0;
        }
        if let Some(value) = self.over(ply, self.board.repetition_of_root()) {
            return value;
        }
        if ply >= DEEPEST {
            return self.board.evaluation();
        }
        let key = self.board.key();
        let known = self.table.probe(key);
        if let Some(known) = known.filter(|known| known.depth == level) {
            let value = from_table(known.value, ply);
            if decides(known.bound, value, alpha, beta) {
                return value;
            }
        }
        let in_check = self.board.position.is_in_check();
        let old_alpha = alpha;
        let mut best = -MATE;
        let mut evaluation = NO_EVALUATION;
        if !in_check {
            let looked =
                known.is_some_and(|known| known.depth >= FIRST_BEYOND && known.evaluation != NO_EVALUATION);
            if level == FIRST_BEYOND
                && !looked
                && !self.negated
                && let Some(mv) = solve_mate_in_one_in_place(&mut self.board.position)
            {
                let value = MATE - 1 - ply as i32;
                self.lines[ply + 1].clear();
                self.extend_line(ply, mv);
                self.remember(key, mv.to_move(), value, evaluation, level, Bound::Exact);
                return value;
            }
            evaluation = known
                .map(|known| known.evaluation)
                .filter(|&value| value != NO_EVALUATION)
                .unwrap_or_else(|| self.board.evaluation());
            best = evaluation;
            if best >= beta {
                if known.is_none() {
                    self.remember(key, Move::MOVE_NONE, best, evaluation, level, Bound::Lower);
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
        let (mut best_move, mut tried) = (Move::MOVE_NONE, 0);
        while let Some(mv) = picker.next(&self.board.position, &self.memory, &mut self.stack) {
            let position = &self.board.position;
            let mut most = MATE;
            if !in_check {
                let promotion =
                    if mv.is_promotion() { promoting(mv.piece_after_move().piece_type()) } else { 0 };
                if !position.gives_check_move32(mv) {
                    most = evaluation + taking(position.piece_on(mv.to_sq())) + promotion + LOOT;
                }
                if most <= alpha {
                    best = best.max(most);
                    continue;
                }
                if !gains(position, mv, 0) {
                    continue;
                }
            }
            tried += 1;
            self.board.make(mv);
            self.played[ply + 1] = Some(mv);
            let value = -self.settle_captures(-beta, -alpha, BEYOND);
            self.board.take_back(mv);
            if self.aborted {
                picker.finish(&mut self.stack);
                return 0;
            }
            let value = value.min(most);
            best = best.max(value);
            if value > alpha {
                best_move = mv.to_move();
                self.extend_line(ply, mv);
                if value >= beta {
                    break;
                }
                alpha = value;
            }
        }
        picker.finish(&mut self.stack);
        if in_check && tried == 0 {
            return self.lost(ply);
        }
        self.remember(key, best_move, best, evaluation, level, bound_of(best, old_alpha, beta));
        best
    }
}

/// How far `best`, found in this window, is the value.
fn bound_of(best: i32, alpha: i32, beta: i32) -> Bound {
    if best >= beta {
        Bound::Lower
    } else if best > alpha {
        Bound::Exact
    } else {
        Bound::Upper
    }
}

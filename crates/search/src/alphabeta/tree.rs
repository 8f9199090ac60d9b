//! The recursion below the root.

use std::cmp::Reverse;

use games::Game;

use crate::evaluation::{Evaluation, INFINITY};

use super::AlphaBeta;
use super::table::{Bound, TO_THE_END};

/// The stop flag is looked at once in so many nodes.
const STOP_INTERVAL: u64 = 1024;

impl<G: Game, E: Evaluation<G>> AlphaBeta<G, E> {
    /// The value of the position after `mv` for the side that plays it, and whether its line follows
    /// `self.previous`.
    pub(super) fn value_of_move(
        &mut self,
        game: &G,
        mv: G::Move,
        depth: u32,
        ply: usize,
        (alpha, beta): (i32, i32),
        on_line: bool,
    ) -> i32 {
        let side = game.side_to_move();
        let mut next = game.clone();
        next.apply(mv);
        let depth = self.depth_after(depth, side, &next);
        let on_line = on_line && self.previous.get(ply) == Some(&mv);
        if next.side_to_move() == side {
            self.value(&next, depth, ply + 1, (alpha, beta), on_line)
        } else {
            -self.value(&next, depth, ply + 1, (-beta, -alpha), on_line)
        }
    }

    /// The value for the side to move if it is inside the window, otherwise a bound of it on the same side of
    /// the window.
    fn value(&mut self, game: &G, depth: u32, ply: usize, (alpha, beta): (i32, i32), on_line: bool) -> i32 {
        self.open(ply);
        self.nodes += 1;
        if self.nodes >= self.limit || self.nodes.is_multiple_of(STOP_INTERVAL) && self.stop.is_stopped() {
            self.aborted = true;
            return 0;
        }
        if let Some(outcome) = game.outcome() {
            return self.evaluation.end(game, &outcome);
        }
        if depth == 0 {
            self.horizon = true;
            return self.evaluation.value(game);
        }
        let known = self.table.as_ref().and_then(|table| table.get(game.hash()));
        if let Some(entry) = known
            && (entry.depth == TO_THE_END || u32::from(entry.depth) >= depth)
        {
            let decides = match entry.bound() {
                Bound::Exact => true,
                Bound::Lower => self.options.pruning && entry.value >= beta,
                Bound::Upper => self.options.pruning && entry.value <= alpha,
            };
            if decides {
                self.horizon |= entry.depth != TO_THE_END;
                return entry.value;
            }
        }
        let horizon_before = std::mem::replace(&mut self.horizon, false);
        let found = self.best_move(game, depth, ply, (alpha, beta), on_line, known.map(|entry| entry.best));
        if !self.aborted
            && let Some(table) = &mut self.table
        {
            let bound = match found.value {
                value if value >= beta => Bound::Lower,
                value if value <= alpha => Bound::Upper,
                _ => Bound::Exact,
            };
            let depth = if self.horizon { depth.min(u32::from(TO_THE_END) - 1) as u8 } else { TO_THE_END };
            table.put(game.hash(), found.value, bound, depth, found.place);
        }
        self.horizon |= horizon_before;
        found.value
    }

    /// Tries the moves of a game that goes on.
    fn best_move(
        &mut self,
        game: &G,
        depth: u32,
        ply: usize,
        (alpha, beta): (i32, i32),
        on_line: bool,
        hint: Option<u16>,
    ) -> Found {
        let side = game.side_to_move().index();
        let mut moves = std::mem::take(&mut self.lists[ply]);
        game.legal_moves(&mut moves);
        let order = self.order(&moves, side, ply, on_line, hint);
        let mut found = Found { value: -INFINITY, place: 0 };
        let mut floor = alpha;
        for place in order {
            let mv = moves[usize::from(place)];
            let window = if self.options.pruning { (floor, beta) } else { (-INFINITY, INFINITY) };
            let value = self.value_of_move(game, mv, depth, ply, window, on_line);
            if self.aborted {
                break;
            }
            if value > found.value {
                found = Found { value, place };
                if value > floor || !self.options.pruning {
                    self.extend_line(ply, mv);
                }
                floor = floor.max(value);
            }
            if self.options.pruning && value >= beta {
                if self.options.ordering {
                    self.history.reward(side, ply, mv, depth);
                }
                break;
            }
        }
        self.lists[ply] = moves;
        found
    }

    /// The places of `moves` in the order in which they are tried: the principal variation, the table's move,
    /// killers, history, and then the game's own order.
    pub(super) fn order(
        &self,
        moves: &[G::Move],
        side: usize,
        ply: usize,
        on_line: bool,
        hint: Option<u16>,
    ) -> Vec<u16> {
        let mut order: Vec<u16> = (0..moves.len() as u16).collect();
        let first = self.previous.get(ply).filter(|_| on_line && self.options.pv_first);
        if first.is_none() && hint.is_none() && !self.options.ordering {
            return order;
        }
        order.sort_by_cached_key(|&place| {
            let mv = moves[usize::from(place)];
            Reverse(match () {
                () if Some(&mv) == first => u64::MAX,
                () if Some(place) == hint => u64::MAX - 1,
                () if self.options.ordering => self.history.promise(side, ply, mv),
                () => 0,
            })
        });
        order
    }

    /// Makes sure that there is room for `ply`, and forgets the last line that began there.
    pub(super) fn open(&mut self, ply: usize) {
        if self.lines.len() <= ply {
            self.lines.resize_with(ply + 1, Vec::new);
            self.lists.resize_with(ply + 1, Vec::new);
        }
        self.lines[ply].clear();
    }

    /// The line from `ply` on is `mv` and the line behind it.
    pub(super) fn extend_line(&mut self, ply: usize, mv: G::Move) {
        let behind = std::mem::take(&mut self.lines[ply + 1]);
        let line = &mut self.lines[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&behind);
        self.lines[ply + 1] = behind;
    }
}

/// The best value and the place of its move in the game's list.
struct Found {
    value: i32,
    place: u16,
}

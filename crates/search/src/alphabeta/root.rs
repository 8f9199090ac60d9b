//! The root: iterations and windows.

use games::Game;

use crate::evaluation::{Evaluation, INFINITY};
use crate::{Analysis, Budget, Candidate};

use super::AlphaBeta;

/// A root move with its exact value.
struct Valued<M> {
    place: usize,
    value: i32,
    line: Vec<M>,
    nodes: u64,
}

impl<G: Game, E: Evaluation<G>> AlphaBeta<G, E> {
    pub(super) fn search_root(&mut self, game: &G, budget: &Budget) -> Analysis<G::Move> {
        self.begin(budget);
        let mut moves = Vec::new();
        game.legal_moves(&mut moves);
        // A line cannot be longer than this in any game we know; the table holds no deeper depth.
        let deepest = budget.depth.unwrap_or(250).max(1);
        let (mut best, mut depth, mut exact) = (Vec::new(), 0, false);
        let first = if self.options.deepening { 1 } else { deepest };
        for iteration in first..=deepest {
            if moves.is_empty() {
                break;
            }
            self.horizon = false;
            let found = if self.options.every_move {
                self.value_all(game, &moves, iteration, &best)
            } else {
                self.value_best(game, &moves, iteration, &best)
            };
            if found.is_empty() {
                break;
            }
            best = found;
            depth = iteration;
            exact = !self.horizon && !self.aborted;
            if self.aborted || exact {
                break;
            }
        }
        if best.is_empty() && !moves.is_empty() {
            // The budget did not suffice for a single move: any answer is better than none.
            best.push(Valued { place: 0, value: 0, line: vec![moves[0]], nodes: self.nodes });
        }
        best.sort_by_key(|valued| (std::cmp::Reverse(valued.value), valued.place));
        let candidates = best.into_iter().map(|valued| Candidate {
            mv: moves[valued.place],
            value: f64::from(valued.value),
            line: valued.line,
            visits: valued.nodes,
        });
        Analysis {
            candidates: candidates.collect(),
            unit: self.evaluation.unit(),
            depth,
            nodes: self.nodes,
            exact,
        }
    }

    fn begin(&mut self, budget: &Budget) {
        self.nodes = 0;
        self.aborted = false;
        self.limit = budget.nodes.unwrap_or(u64::MAX);
        self.stop = budget.stop.clone();
        self.history.begin();
        if let Some(table) = &mut self.table {
            table.begin();
        }
        self.open(0);
    }

    /// Every move with a full window; nothing if the budget ends before all are done.
    fn value_all(
        &mut self,
        game: &G,
        moves: &[G::Move],
        depth: u32,
        last: &[Valued<G::Move>],
    ) -> Vec<Valued<G::Move>> {
        let mut found = Vec::with_capacity(moves.len());
        for (place, &mv) in moves.iter().enumerate() {
            let line = last.iter().find(|valued| valued.place == place).map(|valued| valued.line.clone());
            self.previous = line.unwrap_or_default();
            let nodes = self.nodes;
            let value = self.value_of_move(game, mv, depth, 0, (-INFINITY, INFINITY), true);
            if self.aborted {
                return Vec::new();
            }
            self.extend_line(0, mv);
            found.push(Valued { place, value, line: self.lines[0].clone(), nodes: self.nodes - nodes });
        }
        found
    }

    /// The best move; among equal ones the first of the game's list, whatever the order in which they are
    /// tried.
    fn value_best(
        &mut self,
        game: &G,
        moves: &[G::Move],
        depth: u32,
        last: &[Valued<G::Move>],
    ) -> Vec<Valued<G::Move>> {
        self.previous = last.first().map(|valued| valued.line.clone()).unwrap_or_default();
        let (mut alpha, mut beta) = (-INFINITY, INFINITY);
        let mut half = self.options.aspiration.unwrap_or(INFINITY);
        if let Some(valued) = last.first() {
            alpha = valued.value.saturating_sub(half).max(-INFINITY);
            beta = valued.value.saturating_add(half).min(INFINITY);
        }
        loop {
            let found = self.best_in_window(game, moves, depth, (alpha, beta));
            if self.aborted {
                // What was found before the end counts if the move to beat, last time's best, was among it.
                let usable = self.options.pv_first && !last.is_empty();
                return found.filter(|_| usable).into_iter().collect();
            }
            half = half.saturating_mul(4);
            match found {
                Some(found) if found.value < beta || beta == INFINITY => return vec![found],
                Some(found) => beta = found.value.saturating_add(half).min(INFINITY),
                None => alpha = alpha.saturating_sub(half).max(-INFINITY),
            }
        }
    }

    /// The best move whose value is above `alpha`.
    fn best_in_window(
        &mut self,
        game: &G,
        moves: &[G::Move],
        depth: u32,
        (alpha, beta): (i32, i32),
    ) -> Option<Valued<G::Move>> {
        let mut best: Option<Valued<G::Move>> = None;
        for place in self.order(moves, game.side_to_move().index(), 0, true, None) {
            let (place, mv) = (usize::from(place), moves[usize::from(place)]);
            // A move that stands before the best one in the list needs only to be as good.
            let floor = match &best {
                None => alpha,
                Some(best) => best.value - i32::from(place < best.place),
            };
            let window = if self.options.pruning { (floor, beta) } else { (-INFINITY, INFINITY) };
            let nodes = self.nodes;
            let value = self.value_of_move(game, mv, depth, 0, window, true);
            if self.aborted {
                break;
            }
            if value > floor {
                self.extend_line(0, mv);
                best = Some(Valued { place, value, line: self.lines[0].clone(), nodes: self.nodes - nodes });
            }
            if self.options.pruning && value >= beta {
                break;
            }
        }
        best
    }
}

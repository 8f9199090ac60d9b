//! The root: iterations and windows.

use std::cmp::Reverse;

use games::shogi::{Move, Shogi};
use games::{Game, Outcome};
use rsshogi::types::Move32;

use crate::{Analysis, Budget, Candidate, Unit};

use super::mate::{Mate, MateSolver};
use super::options::SearchGoal;
use super::tree::{DEEPEST, MATE, MATE_THRESHOLD, TreeSearch};

/// Plies of the mates that are looked for before anything else.
const MATE_PLIES: u32 = 9;

/// Half the first window around the last iteration's value, in points.
const WINDOW: i32 = 60;

/// Larger than every value.
const INFINITE: i32 = MATE + 1;

/// A move of the root.
#[derive(Clone)]
struct RootMove {
    mv: Move,
    place: usize,
    value: i32,
    /// The game is over after it, and this is what that is worth.
    end: Option<i32>,
    line: Vec<Move>,
    nodes: u64,
}

/// A search from its root.
pub(super) struct Root {
    pub(super) tree: TreeSearch,
    root_moves: Vec<RootMove>,
}

impl Root {
    pub(super) fn new(game: &Shogi, tree: TreeSearch) -> Root {
        let mut moves = Vec::new();
        game.legal_moves(&mut moves);
        let mover = game.side_to_move();
        let mut next = game.clone();
        let root_moves = moves.into_iter().enumerate().map(|(place, mv)| {
            next.clone_from(game);
            next.apply(mv);
            let end = next.outcome().map(|Outcome { winner, .. }| match winner {
                None => 0,
                Some(winner) if winner == mover => -tree.lost(1),
                Some(_) => tree.lost(1),
            });
            RootMove { mv, place, value: -INFINITE, end, line: vec![mv], nodes: 0 }
        });
        let root_moves = root_moves.collect();
        Root { tree, root_moves }
    }

    pub(super) fn analyse(
        &mut self,
        game: &Shogi,
        budget: &Budget,
        mates: &mut MateSolver,
    ) -> Analysis<Move> {
        let goal = self.tree.options.goal;
        let deepest = budget.depth.unwrap_or(DEEPEST as u32).clamp(1, DEEPEST as u32);
        let mut result = IterationResult { found: Vec::new(), depth: 0, exact: false };
        if goal == SearchGoal::BestMove && self.looks_for_mate(game, budget, mates, deepest) {
            result = IterationResult { found: vec![self.root_moves[0].clone()], depth: deepest, exact: true };
        }
        if result.found.is_empty() && !self.root_moves.is_empty() {
            for depth in 1..=deepest {
                self.tree.root_depth = depth as i32;
                let found = match goal {
                    SearchGoal::BestMove => self.best_move(),
                    SearchGoal::AllMoves => self.all_moves(None),
                    SearchGoal::NearestToZero => self.nearest_to_zero(),
                };
                if found.is_empty() {
                    break;
                }
                result = IterationResult { found, depth, exact: false };
                let best = result.found[0].value;
                // A mate that the search has seen to the end gets no shorter by looking deeper.
                result.exact = goal == SearchGoal::BestMove
                    && best.abs() > MATE_THRESHOLD
                    && MATE - best.abs() <= depth as i32;
                if self.tree.aborted || result.exact {
                    break;
                }
                if goal == SearchGoal::BestMove
                    && self.root_moves.len() == 1
                    && budget.depth.is_none()
                    && depth >= 5
                {
                    break;
                }
            }
        }
        if result.found.is_empty() && !self.root_moves.is_empty() {
            // The budget did not suffice for a single move: any answer is better than none.
            result.found.push(RootMove { value: 0, ..self.root_moves[0].clone() });
        }
        result.into_analysis(self.tree.nodes)
    }

    /// The best move and `mv`, the better one first.
    pub(super) fn compare(
        &mut self,
        game: &Shogi,
        mv: Move,
        budget: &Budget,
        mates: &mut MateSolver,
    ) -> Analysis<Move> {
        let mut analysis = self.analyse(game, budget, mates);
        if let Some(nodes) = budget.nodes.filter(|_| self.tree.aborted && !budget.stop.is_stopped()) {
            // The best move took all there was; this one gets as much again.
            self.tree.aborted = false;
            self.tree.limit += nodes;
        }
        let index = self.root_moves.iter().position(|choice| choice.mv == mv);
        if let Some(index) = index.filter(|_| analysis.rank(mv).is_none() && !self.tree.aborted) {
            let nodes = self.tree.nodes;
            let value = self.value(index, -INFINITE, INFINITE, analysis.depth as i32 - 1);
            if !self.tree.aborted {
                self.note(index, value, nodes);
                let beside = self.root_moves[index].clone();
                analysis.candidates.push(beside.into_candidate());
                analysis.candidates.sort_by(|one, other| other.value.total_cmp(&one.value));
                analysis.nodes = self.tree.nodes;
            }
        }
        analysis
    }

    /// Looks for a short mate, and puts the mating move first if there is one.
    fn looks_for_mate(&mut self, game: &Shogi, budget: &Budget, mates: &mut MateSolver, depth: u32) -> bool {
        let nodes = self.tree.options.mate_nodes.min(self.tree.limit / 4);
        // A weak player is weak in mating, too.
        let plies = MATE_PLIES.min(depth | 1);
        if nodes == 0 || self.tree.negated {
            return false;
        }
        let found = mates.solve(game, plies, nodes, &budget.stop);
        self.tree.nodes += mates.nodes();
        let Mate::Found(line) = found else { return false };
        let Some(first) = self.root_moves.iter().position(|choice| line.first() == Some(&choice.mv)) else {
            return false;
        };
        self.root_moves.swap(0, first);
        let choice = &mut self.root_moves[0];
        choice.value = MATE - line.len() as i32;
        choice.line = line;
        choice.nodes = mates.nodes();
        true
    }

    /// The value of a root move, within a window.
    fn value(&mut self, index: usize, alpha: i32, beta: i32, depth: i32) -> i32 {
        let RootMove { mv, end, .. } = self.root_moves[index];
        self.tree.lines[1].clear();
        if let Some(value) = end {
            return value;
        }
        let mv = self.tree.board.position.move32_from_move(mv.bits());
        self.tree.board.make(mv);
        self.tree.played[1] = Some(mv);
        let value = if self.tree.options.window_independent {
            -self.tree.search_exact(-beta, -alpha, depth)
        } else {
            -self.tree.search(-beta, -alpha, depth, true)
        };
        self.tree.board.take_back(mv);
        value
    }

    /// Notes what was found out about a root move.
    fn note(&mut self, index: usize, value: i32, nodes: u64) {
        let tail = self.tree.lines[1].iter().filter_map(|mv: &Move32| Move::from_bits(mv.to_move()));
        let choice = &mut self.root_moves[index];
        choice.line.truncate(1);
        choice.line.extend(tail);
        choice.value = value;
        choice.nodes = self.tree.nodes - nodes;
    }

    /// The best move, with a window around the value it had before.
    fn best_move(&mut self) -> Vec<RootMove> {
        let depth = self.tree.root_depth;
        let before = self.root_moves[0].value;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        let mut half = WINDOW;
        if depth >= 4 && before.abs() < MATE_THRESHOLD {
            (alpha, beta) = (before - half, before + half);
        }
        loop {
            let found = self.best_within(alpha, beta);
            if self.tree.aborted {
                return found.map(|index| self.root_moves[index].clone()).into_iter().collect();
            }
            // The best comes first from now on; the others keep their order.
            if let Some(index) = found {
                self.root_moves[..=index].rotate_right(1);
            }
            half *= 3;
            let value = self.root_moves[0].value;
            match found {
                Some(_) if value < beta => return vec![self.root_moves[0].clone()],
                Some(_) => beta = if half > 2000 { INFINITE } else { value + half },
                None => alpha = if half > 2000 { -INFINITE } else { alpha - half },
            }
        }
    }

    /// The place of the best move with a value above `alpha`.
    fn best_within(&mut self, mut alpha: i32, beta: i32) -> Option<usize> {
        let depth = self.tree.root_depth;
        let mut best = None;
        for index in 0..self.root_moves.len() {
            let nodes = self.tree.nodes;
            let mut value = alpha + 1;
            if index > 0 {
                let reduction = if depth >= 4 && index >= 4 { 1 + i32::from(index >= 16) } else { 0 };
                value = self.value(index, alpha, alpha + 1, depth - 1 - reduction);
                if value > alpha && reduction > 0 && !self.tree.aborted {
                    value = self.value(index, alpha, alpha + 1, depth - 1);
                }
            }
            if value > alpha && !self.tree.aborted {
                value = self.value(index, alpha, beta, depth - 1);
            }
            if self.tree.aborted {
                break;
            }
            if value > alpha {
                self.note(index, value, nodes);
                best = Some(index);
                alpha = value;
                if value >= beta {
                    break;
                }
            }
        }
        best
    }

    /// Every move with an open window, or only known to be further than `reach` below the best; nothing if
    /// the budget ends first.
    fn all_moves(&mut self, reach: Option<i32>) -> Vec<RootMove> {
        let depth = self.tree.root_depth;
        self.root_moves.sort_by_key(|choice| (Reverse(choice.value), choice.place));
        let (before, mut best) = (self.root_moves.first().map_or(0, |first| first.value), -INFINITE);
        for index in 0..self.root_moves.len() {
            let nodes = self.tree.nodes;
            // A move that was far from the best is first asked whether it still is. (Half of the reach: tuned
            // by node counts.)
            let far = |reach: &i32| before - self.root_moves[index].value > reach / 2 && best - reach > -MATE;
            let lowest = reach.filter(far).map(|reach| best - reach);
            let bound = lowest.map(|lowest| self.value(index, lowest, lowest + 1, depth - 1));
            let value = match bound {
                Some(value) if bound <= lowest => value,
                _ => self.value(index, -INFINITE, INFINITE, depth - 1),
            };
            if self.tree.aborted {
                return Vec::new();
            }
            self.note(index, value, nodes);
            best = best.max(value);
        }
        self.root_moves.sort_by_key(|choice| (Reverse(choice.value), choice.place));
        self.root_moves.clone()
    }

    /// Every move a ply deep, each with at most so many nodes: where captures have no end, what stands on the
    /// board counts.
    pub(super) fn first_ply(&mut self, nodes_a_move: u64) {
        let limit = self.tree.limit;
        for index in 0..self.root_moves.len() {
            let nodes = self.tree.nodes;
            self.tree.limit = nodes + nodes_a_move;
            let mut value = self.value(index, -INFINITE, INFINITE, 0);
            if self.tree.aborted {
                self.tree.aborted = false;
                value = self.standing(index);
            }
            self.note(index, value, nodes);
        }
        self.tree.limit = limit;
    }

    /// What the evaluation says after a root move.
    fn standing(&mut self, index: usize) -> i32 {
        let mv = self.tree.board.position.move32_from_move(self.root_moves[index].mv.bits());
        self.tree.lines[1].clear();
        self.tree.board.make(mv);
        let value = -self.tree.board.evaluation();
        self.tree.board.take_back(mv);
        value
    }

    /// Looks at all moves at this depth, as far as `reach` below the best; whether the budget sufficed.
    pub(super) fn deepen(&mut self, depth: i32, reach: Option<i32>) -> bool {
        self.tree.root_depth = depth;
        self.all_moves(reach);
        !self.tree.aborted
    }

    /// The values of all moves, in the order of the game's list.
    pub(super) fn values(&self) -> Vec<(Move, f64)> {
        let mut found: Vec<&RootMove> = self.root_moves.iter().collect();
        found.sort_by_key(|choice| choice.place);
        found.into_iter().map(|choice| (choice.mv, f64::from(choice.value))).collect()
    }

    /// The move nearest to zero with its value, first. The window reaches as far to both sides of zero as the
    /// nearest so far, and the others have a bound on or beyond its edge for a value.
    fn nearest_to_zero(&mut self) -> Vec<RootMove> {
        let depth = self.tree.root_depth;
        self.root_moves.sort_by_key(RootMove::distance);
        let mut chosen = 0;
        for index in 0..self.root_moves.len() {
            let nodes = self.tree.nodes;
            let (mut alpha, mut beta) = (-INFINITE, INFINITE);
            if index > 0 {
                (alpha, beta) = nearer_than(&self.root_moves[chosen], self.root_moves[index].place);
            }
            // At zero already, and no better place in the list: nothing is nearer, and only the side of zero
            // is asked for.
            if beta - alpha < 2 {
                (alpha, beta) = (-1, 0);
            }
            let value = self.value(index, alpha, beta, depth - 1);
            if self.tree.aborted {
                return Vec::new();
            }
            self.note(index, value, nodes);
            if alpha < value && value < beta {
                chosen = index;
            }
        }
        let chosen = self.root_moves.remove(chosen);
        self.root_moves.insert(0, chosen);
        self.root_moves.clone()
    }
}

impl RootMove {
    /// How far from zero it is. Of two as far as each other the one that is better for the mover is nearer.
    fn distance(&self) -> (i32, Reverse<i32>, usize) {
        (self.value.abs(), Reverse(self.value), self.place)
    }

    fn into_candidate(self) -> Candidate<Move> {
        Candidate { mv: self.mv, value: f64::from(self.value), line: self.line, visits: self.nodes }
    }
}

/// The window in which a move at `place` of the list is nearer to zero than `chosen`.
fn nearer_than(chosen: &RootMove, place: usize) -> (i32, i32) {
    let distance = chosen.value.abs();
    let first = place < chosen.place;
    let below = first && chosen.value == -distance && distance > 0;
    let above = (first && chosen.value == distance) || (chosen.value < 0);
    (-distance - i32::from(below || (first && distance == 0)), distance + i32::from(above))
}

/// What the last complete iteration found.
struct IterationResult {
    found: Vec<RootMove>,
    depth: u32,
    exact: bool,
}

impl IterationResult {
    fn into_analysis(self, nodes: u64) -> Analysis<Move> {
        let candidates = self.found.into_iter().map(RootMove::into_candidate);
        Analysis {
            candidates: candidates.collect(),
            unit: Unit::Points,
            depth: self.depth,
            nodes,
            exact: self.exact,
        }
    }
}

//! The tree: nodes in one list, the children of a node side by side.

use games::{Game, Side};
use rand::RngExt;

use crate::Stop;

use super::{CapRule, MctsOptions, Playout, PlayoutRng};

/// The stop flag is looked at once in so many playouts.
const STOP_INTERVAL: u64 = 16;

/// A position in the tree, named by the move that leads to it.
#[derive(Clone, Debug)]
struct Node<M> {
    /// The move; the root has none.
    mv: Option<M>,
    /// Who played the move.
    mover: Side,
    visits: u32,
    /// The sum of the scores of `mover`.
    score: f64,
    /// Where the children begin; they are there once `children` is not 0.
    first: u32,
    children: u32,
    /// Nothing below is left to visit for the first time; only kept up by [`CapRule::CompleteTree`].
    complete: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Tree<M> {
    nodes: Vec<Node<M>>,
    cap: u32,
    rule: CapRule,
    exploration: f64,
    depth: u32,
    /// The way from the root to the node at hand, kept so that no playout allocates.
    path: Vec<u32>,
}

impl<M: Copy> Tree<M> {
    /// A tree that is nothing but its root.
    pub(super) fn new<G: Game<Move = M>>(game: &G, options: MctsOptions, depth: Option<u32>) -> Tree<M> {
        let cap = options.depth_cap.unwrap_or(u32::MAX).min(depth.unwrap_or(u32::MAX)).max(1);
        let mover = game.side_to_move().other();
        let root = Node { mv: None, mover, visits: 0, score: 0.0, first: 0, children: 0, complete: false };
        Tree {
            nodes: vec![root],
            cap,
            rule: options.cap_rule,
            exploration: options.exploration,
            depth: 0,
            path: Vec::new(),
        }
    }

    /// Plays `playouts` games, or as many as there is time for and the rule of the cap allows, from a game
    /// that goes on.
    pub(super) fn grow<G: Game<Move = M>>(
        &mut self,
        game: &G,
        playout: &impl Playout<G>,
        playouts: Option<u64>,
        stop: &Stop,
        rng: &mut PlayoutRng,
    ) {
        let mut moves = Vec::new();
        self.expand(0, game, &mut moves);
        for count in 0..playouts.unwrap_or(u64::from(u32::MAX)) {
            if count % STOP_INTERVAL == 0 && stop.is_stopped() {
                break;
            }
            self.simulate(game, playout, &mut moves, rng);
            let is_grown = match self.rule {
                CapRule::CutPlayout | CapRule::CapTree => false,
                CapRule::CompleteTree => self.nodes[0].complete,
                CapRule::ReachCap => self.depth >= self.cap,
            };
            if is_grown {
                break;
            }
        }
    }

    /// One game: down the tree, a node added, to the end, and the score back up.
    fn simulate<G: Game<Move = M>>(
        &mut self,
        root: &G,
        playout: &impl Playout<G>,
        moves: &mut Vec<M>,
        rng: &mut PlayoutRng,
    ) {
        let mut game = root.clone();
        let mut at = 0;
        self.path.clear();
        self.path.push(0);
        let score = loop {
            let node = &self.nodes[at as usize];
            let depth = self.path.len() as u32 - 1;
            if node.children == 0 {
                if let Some(outcome) = game.outcome() {
                    self.nodes[at as usize].complete = true;
                    break outcome.score(Side::First).unwrap_or(0.5);
                }
                // A node is played out from once before its children are added.
                if node.visits == 0 || depth >= self.cap {
                    let plies = if self.rule == CapRule::CutPlayout { self.cap - depth } else { u32::MAX };
                    self.nodes[at as usize].complete = depth >= self.cap;
                    break playout.score_of_first(&game, plies, rng);
                }
                self.expand(at, &game, moves);
            }
            at = self.select(at, rng);
            self.path.push(at);
            if let Some(mv) = self.nodes[at as usize].mv {
                game.apply(mv);
            }
        };
        self.depth = self.depth.max(self.path.len() as u32 - 1);
        for &at in &self.path {
            let node = &mut self.nodes[at as usize];
            node.visits += 1;
            node.score += if node.mover == Side::First { score } else { 1.0 - score };
        }
        if self.rule == CapRule::CompleteTree {
            self.complete_path();
        }
    }

    /// Marks the nodes of the path whose children are all complete.
    fn complete_path(&mut self) {
        for &at in self.path.iter().rev().skip(1) {
            let node = &self.nodes[at as usize];
            let children = &self.nodes[node.first as usize..(node.first + node.children) as usize];
            if !children.iter().all(|child| child.complete) {
                break;
            }
            self.nodes[at as usize].complete = true;
        }
    }

    fn expand<G: Game<Move = M>>(&mut self, at: u32, game: &G, moves: &mut Vec<M>) {
        game.legal_moves(moves);
        let (first, mover) = (self.nodes.len() as u32, game.side_to_move());
        let child = |&mv: &M| Node {
            mv: Some(mv),
            mover,
            visits: 0,
            score: 0.0,
            first: 0,
            children: 0,
            complete: false,
        };
        self.nodes.extend(moves.iter().map(child));
        let node = &mut self.nodes[at as usize];
        (node.first, node.children) = (first, moves.len() as u32);
    }

    /// A random child that was never visited; otherwise the one with the highest mean + c * sqrt(2 ln n /
    /// n_i), among those that are not complete if the rule of the cap says so.
    fn select(&self, at: u32, rng: &mut PlayoutRng) -> u32 {
        let node = &self.nodes[at as usize];
        let children = &self.nodes[node.first as usize..(node.first + node.children) as usize];
        let unvisited = children.iter().filter(|child| child.visits == 0);
        let count = unvisited.clone().count();
        if count > 0 {
            let chosen = rng.random_range(..count);
            let mut places = children.iter().enumerate().filter(|(_, child)| child.visits == 0);
            return node.first + places.nth(chosen).map_or(0, |(place, _)| place as u32);
        }
        let skips = self.rule == CapRule::CompleteTree;
        let logarithm = 2.0 * f64::from(node.visits).ln();
        let mut best = (0, f64::NEG_INFINITY);
        for (place, child) in children.iter().enumerate() {
            if skips && child.complete {
                continue;
            }
            let visits = f64::from(child.visits);
            let bound = child.score / visits + self.exploration * (logarithm / visits).sqrt();
            if bound > best.1 {
                best = (place as u32, bound);
            }
        }
        node.first + best.0
    }

    /// Visits of the root's move with this place in the list, and the sum of the mover's scores.
    pub(super) fn root_move(&self, place: usize) -> (u64, f64) {
        let child = &self.nodes[self.nodes[0].first as usize + place];
        (u64::from(child.visits), child.score)
    }

    /// The most visited line that begins with the root's move `mv`, which has this place in the list.
    pub(super) fn line(&self, place: usize, mv: M) -> Vec<M> {
        let mut line = vec![mv];
        let mut node = &self.nodes[self.nodes[0].first as usize + place];
        while node.children > 0 {
            let children = &self.nodes[node.first as usize..(node.first + node.children) as usize];
            let mut best = &children[0];
            for child in children {
                if child.visits > best.visits {
                    best = child;
                }
            }
            if best.visits == 0 {
                break;
            }
            line.extend(best.mv);
            node = best;
        }
        line
    }

    /// The depth of the deepest node that was visited.
    pub(super) fn depth(&self) -> u32 {
        self.depth
    }
}

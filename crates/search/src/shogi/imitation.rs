//! Learns to play like the players of records: minimax tree optimisation (Hoki and Kaneko 2014) as Nakamichi
//! 2020 uses it.
//!
//! Minimised is J = sum over positions p and legal moves m of T(s(p, d) - s(p, m)), where d is the move that
//! was played, s the value of a shallow search and T a sigmoid that falls from 1 to 0: as few moves as
//! possible should look better than the one played. The value of a search is that of the leaf of its
//! principal variation, so the features of the leaves are corrected. The values of the pieces keep their sum,
//! since J alone does not say how large values are; an L1 term draws everything else to zero, where it
//! begins.
//!
//! Nakamichi learns king-king-piece and king-piece-piece tables from 30,000 games; ours are king-piece
//! tables, for which hundreds of games suffice.

use std::sync::Arc;

use games::Game;
use games::shogi::{Move, PieceType, Shogi};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::Perturbed;

use super::adagrad::{Correction, KingView, STEP, WeightCorrections};
use super::features::{FEATURES, Feature, describe};
use super::options::{SearchGoal, SearchOptions};
use super::ordering::MoveHistory;
use super::search_position::SearchPosition;
use super::table::TranspositionTable;
use super::tree::{DEEPEST, MATE, MATE_THRESHOLD, TreeSearch};
use super::values::value;
use super::weights::{KINGS, Weights};

/// A position and the move that was played in it.
#[derive(Clone, PartialEq, Debug)]
pub struct ExpertMove {
    /// The position.
    pub game: Shogi,
    /// The move.
    pub mv: Move,
}

/// The settings of imitation learning. The same settings and moves always give the same weights.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Imitation {
    /// Where the order of the decisions comes from.
    pub seed: u64,
    /// How many plies the shallow search looks ahead before it comes to captures, the move itself counted.
    pub depth: u32,
    /// How often all decisions are gone through.
    pub rounds: u32,
    /// How strongly weights are drawn to zero: the factor of the L1 term, a decision.
    pub shrinking: f32,
}

impl Default for Imitation {
    fn default() -> Self {
        Imitation { seed: 1, depth: 1, rounds: 4, shrinking: 0.002 }
    }
}

/// What came of a round, before its corrections.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ImitationRound {
    /// J, a decision.
    pub loss: f32,
    /// The share of decisions that no other move's value exceeds.
    pub agreement: f32,
}

/// T(x) = 1 / (1 + exp(x / SOFTNESS)), in points. Hoki and Kaneko's exp(0.0273 x), from memory.
const SOFTNESS: f32 = 36.6;

/// So many points from the move that was played, T is 0 or 1 but for a thousandth, and a leaf changes
/// nothing.
const REACH: i32 = 250;

/// Expert moves between two searches with new weights.
const BLOCK: usize = 64;

impl Imitation {
    /// The weights that play most like `decisions`; `progress` hears of every round.
    #[must_use]
    pub fn learn(&self, decisions: &[ExpertMove], progress: &mut dyn FnMut(u32, ImitationRound)) -> Weights {
        let mut learner = Learner::new(self.depth);
        let mut order: Vec<usize> = (0..decisions.len()).collect();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        for round in 0..self.rounds {
            for last in (1..order.len()).rev() {
                order.swap(last, rng.random_range(0..=last));
            }
            let (mut loss, mut agreed) = (0.0, 0);
            for block in order.chunks(BLOCK) {
                let weights = Arc::new(learner.weights());
                for &index in block {
                    let (share, best) = learner.study(&decisions[index], &weights);
                    loss += share;
                    agreed += u32::from(best);
                }
                learner.restrain(self.shrinking * block.len() as f32);
            }
            let count = decisions.len().max(1) as f32;
            progress(round, ImitationRound { loss: loss / count, agreement: agreed as f32 / count });
        }
        learner.weights()
    }
}

/// The kinds of pieces that have a value.
fn kinds() -> impl Iterator<Item = PieceType> {
    PieceType::iter().filter(|&kind| value(kind) > 0)
}

/// What is being learned.
struct Learner {
    /// The values of the pieces, by `PieceType`: those that the search orders its moves by, and what was
    /// learned.
    pieces: [Correction; 16],
    parts: WeightCorrections,
    /// What a decision says of the weights, by king and feature, and where it says anything.
    slopes: Vec<f32>,
    touched: Vec<usize>,
    tree: Option<TreeSearch>,
    depth: i32,
}

impl Learner {
    fn new(depth: u32) -> Learner {
        let mut pieces = [Correction::default(); 16];
        for kind in kinds() {
            pieces[kind.to_index()].worth = value(kind) as f32;
        }
        Learner {
            pieces,
            parts: WeightCorrections::new(1.0),
            slopes: vec![0.0; KINGS * FEATURES],
            touched: Vec::new(),
            tree: None,
            depth: depth.max(1) as i32,
        }
    }

    fn weights(&self) -> Weights {
        let points = |king: usize, feature: usize| {
            let (own, kind) = owner(feature);
            // Each piece is seen twice.
            let worth = self.pieces[kind].worth / 2.0;
            self.parts.sum(king, feature) + if own { worth } else { -worth }
        };
        Weights::from_points(points, 0.0)
    }

    /// Learns from a decision: its share of J, and whether no move looks better.
    fn study(&mut self, decision: &ExpertMove, weights: &Arc<Weights>) -> (f32, bool) {
        let ExpertMove { game, mv: played } = decision;
        let board = SearchPosition::new(game, Arc::clone(weights), Perturbed::unchanged(()));
        let mut tree = match self.tree.take() {
            Some(mut tree) => {
                tree.board = board;
                tree
            }
            None => {
                // 256 KiB, more than a shallow search fills.
                let (table, history) = (TranspositionTable::new(12), MoveHistory::new(DEEPEST));
                TreeSearch::new(
                    board,
                    SearchOptions::window_independent(SearchGoal::AllMoves),
                    false,
                    table,
                    history,
                )
            }
        };
        tree.table.begin(false);
        let mut moves = Vec::new();
        game.legal_moves(&mut moves);
        let mut looks_best = true;
        let mut loss = 0.0;
        if let Some((chosen, chosen_leaf)) = leaf(&mut tree, *played, (-MATE, MATE), self.depth) {
            let mut pull = 0.0;
            for &mv in moves.iter().filter(|mv| *mv != played) {
                let window = (chosen - REACH, chosen + REACH);
                let Some((value, leaf)) = leaf(&mut tree, mv, window, self.depth) else { continue };
                looks_best &= value <= chosen;
                let temptation = 1.0 / (1.0 + ((chosen - value) as f32 / SOFTNESS).exp());
                loss += temptation;
                if (value - chosen).abs() < REACH {
                    let slope = 4.0 * temptation * (1.0 - temptation);
                    pull += slope;
                    self.note(&leaf, -slope);
                }
            }
            self.note(&chosen_leaf, pull);
            self.correct();
        }
        self.tree = Some(tree);
        (loss, looks_best)
    }

    /// Notes that a leaf, seen by the side that moved and the other, should be worth more.
    fn note(&mut self, leaf: &[KingView; 2], slope: f32) {
        for (view, slope) in leaf.iter().zip([slope, -slope]) {
            for &feature in &view.features {
                let place = view.king * FEATURES + usize::from(feature);
                if self.slopes[place] == 0.0 {
                    self.touched.push(place);
                }
                self.slopes[place] += slope;
            }
        }
    }

    /// Corrects the weights by what was noted.
    fn correct(&mut self) {
        let mut pieces = [0.0; 16];
        for place in self.touched.drain(..) {
            let slope = std::mem::take(&mut self.slopes[place]);
            // Most of what the leaves have in common cancels out, but for rounding.
            if slope.abs() < 1e-4 {
                continue;
            }
            let (king, feature) = (place / FEATURES, place % FEATURES);
            self.parts.correct(king, feature, slope, STEP);
            let (own, kind) = owner(feature);
            pieces[kind] += if own { slope } else { -slope } / 2.0;
        }
        for kind in kinds() {
            self.pieces[kind.to_index()].correct(pieces[kind.to_index()], STEP);
        }
    }

    /// Keeps the sum of the piece values, and draws the rest to zero.
    fn restrain(&mut self, slope: f32) {
        let excess: f32 = kinds().map(|kind| self.pieces[kind.to_index()].worth - value(kind) as f32).sum();
        let each = excess / kinds().count() as f32;
        for kind in kinds() {
            self.pieces[kind.to_index()].worth -= each;
        }
        self.parts.shrink(slope);
    }
}

/// Whether a feature is an own piece, and its kind.
fn owner(feature: usize) -> (bool, usize) {
    let (Feature::Board { own, kind, .. } | Feature::Hand { own, kind, .. }) = describe(feature);
    (own, kind.to_index())
}

/// The value of a move by a search within the window, or a bound of it, and the leaf it comes from as the
/// side that moves and the other see it; nothing for a mate.
fn leaf(
    tree: &mut TreeSearch,
    mv: Move,
    (alpha, beta): (i32, i32),
    depth: i32,
) -> Option<(i32, [KingView; 2])> {
    let us = tree.board.position.turn();
    if mv == Move::DECLARE {
        return None;
    }
    let mv = tree.board.position.move32_from_move(mv.bits());
    tree.board.make(mv);
    tree.played[1] = Some(mv);
    tree.root_depth = depth;
    tree.lines[1].clear();
    let value = -tree.search_exact(-beta, -alpha, depth - 1);
    let line = std::mem::take(&mut tree.lines[1]);
    for &next in &line {
        tree.board.make(next);
    }
    let position = &tree.board.position;
    let views = [KingView::of(position, us), KingView::of(position, us.flip())];
    for &next in line.iter().rev() {
        tree.board.take_back(next);
    }
    tree.lines[1] = line;
    tree.board.take_back(mv);
    (value.abs() < MATE_THRESHOLD).then_some((value, views))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games of a player that likes to move its edge pawns.
    fn edge_pawns() -> Vec<ExpertMove> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        let mut decisions = Vec::new();
        for _ in 0..20 {
            let mut game = Shogi::default();
            let mut moves = Vec::new();
            for ply in 0..16 {
                game.legal_moves(&mut moves);
                let mut mv = moves[rng.random_range(0..moves.len())];
                if ply % 2 == 0 {
                    let edge = moves.iter().find(|mv| {
                        let text = mv.to_string();
                        text.starts_with('1') && text[2..].starts_with('1')
                    });
                    mv = edge.copied().unwrap_or(mv);
                    if edge.is_some() {
                        decisions.push(ExpertMove { game: game.clone(), mv });
                    }
                }
                game.apply(mv);
            }
        }
        decisions
    }

    #[test]
    fn habits_are_learned() {
        let decisions = edge_pawns();
        assert!(decisions.len() > 40, "{} decisions", decisions.len());
        let mut rounds = Vec::new();
        let imitation = Imitation { rounds: 6, ..Imitation::default() };
        let weights = imitation.learn(&decisions, &mut |_, round| rounds.push(round));
        assert!(rounds[5].agreement > rounds[0].agreement + 0.1, "{rounds:?}");
        assert!(2.0 * rounds[5].loss < rounds[0].loss, "{rounds:?}");
        assert_eq!(weights, imitation.learn(&decisions, &mut |_, _| {}));
    }
}

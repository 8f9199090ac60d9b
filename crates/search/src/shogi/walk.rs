//! A position that moves are made on and taken back, with its evaluation and its past.

use std::sync::Arc;

use games::shogi::{Color, HandPiece, Piece, PieceType, Position, Shogi};
use rsshogi::types::Move32;

use crate::Changed;

use super::features;
use super::weights::{MOST, UNITS, Weights};

/// How a position stands to those before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Repetition {
    /// A draw.
    Draw,
    /// The other side has given check all the time: the side to move wins.
    Won,
    /// The side to move has.
    Lost,
}

/// What repetition asks of a position.
#[derive(Clone, Copy, Debug)]
struct Past {
    key: u64,
    /// How many moves in a row, up to this position, with which the side that moved last gave check.
    checks: u32,
}

/// A position with what a search needs of it.
#[derive(Clone)]
pub(super) struct Walk {
    pub(super) position: Position,
    weights: Arc<Weights>,
    change: Changed<()>,
    /// What Black and White see, in the weights' unit, for every position since the root.
    sums: Vec<[i32; 2]>,
    past: Vec<Past>,
    /// Where in `past` the root is.
    root: usize,
    /// Plies until the game is drawn by its length, counted from the root.
    left: Option<usize>,
}

impl Walk {
    pub(super) fn new(game: &Shogi, weights: Arc<Weights>, change: Changed<()>) -> Walk {
        let mut past: Vec<Past> = game.keys().map(|key| Past { key, checks: 0 }).collect();
        let root = past.len() - 1;
        // Checks before the root are not kept by the game; a position that came up there counts as repeated without.
        past[root].checks = u32::from(game.in_check());
        let position = game.position().clone();
        let sums = vec![[Color::BLACK, Color::WHITE].map(|view| weights.sum(&position, view))];
        let left = game.move_limit().map(|limit| (limit + 1).saturating_sub(game.move_number()) as usize);
        Walk { position, weights, change, sums, past, root, left }
    }

    /// The key of the position.
    #[inline]
    pub(super) fn key(&self) -> u64 {
        self.position.key().low_u64()
    }

    /// Plies since the root.
    #[inline]
    pub(super) fn ply(&self) -> usize {
        self.past.len() - 1 - self.root
    }

    /// Whether so many moves have been made that the game is drawn.
    #[inline]
    pub(super) fn limit_reached(&self) -> bool {
        self.left.is_some_and(|left| self.ply() >= left)
    }

    /// The value for the side to move, in points.
    pub(super) fn evaluation(&self) -> i32 {
        let [black, white] = self.sums[self.sums.len() - 1];
        let sum = if self.position.turn() == Color::BLACK { black - white } else { white - black };
        let value = (sum + self.weights.turn()) / UNITS;
        self.change.changed(value, 1.0, || self.key()).clamp(-MOST, MOST)
    }

    /// Makes a legal move.
    pub(super) fn make(&mut self, mv: Move32) {
        let gives_check = self.position.gives_check_move32(mv);
        let position = &self.position;
        let us = position.turn();
        let to = mv.to_sq();
        let after = mv.piece_after_move();
        let taken = position.piece_on(to);
        let king_moves = after.piece_type() == PieceType::KING;
        let mut sums = self.sums[self.sums.len() - 1];
        for view in [Color::BLACK, Color::WHITE] {
            if king_moves && view == us {
                continue;
            }
            let weights = self.weights.seen_from(features::king(view, position));
            let weight = |feature: usize| i32::from(weights[feature]);
            let mut change = weight(features::on_board(view, after, to));
            if mv.is_drop() {
                let held = HandPiece::from_piece_type(after.piece_type()).unwrap_or(HandPiece::PAWN);
                let count = position.hand(us).count(held);
                change -= weight(features::in_hand(view, us, held, count));
            } else {
                let from = mv.from_sq();
                change -= weight(features::on_board(view, position.piece_on(from), from));
                if taken != Piece::NONE {
                    let held = HandPiece::from_piece_type(taken.base_piece_type()).unwrap_or(HandPiece::PAWN);
                    let count = position.hand(us).count(held) + 1;
                    change += weight(features::in_hand(view, us, held, count))
                        - weight(features::on_board(view, taken, to));
                }
            }
            sums[view.to_index()] += change;
        }
        self.position.apply_move32_with_gives_check(mv, gives_check);
        if king_moves {
            sums[us.to_index()] = self.weights.sum(&self.position, us);
        }
        self.sums.push(sums);
        let before = self.past.len().checked_sub(2).map_or(0, |index| self.past[index].checks);
        self.past.push(Past { key: self.key(), checks: if gives_check { before + 1 } else { 0 } });
    }

    /// Takes the last move back.
    pub(super) fn take_back(&mut self, mv: Move32) {
        self.past.pop();
        self.sums.pop();
        let undone = self.position.undo_move32(mv);
        debug_assert!(undone.is_ok());
    }

    /// Passes; not in check. A pass that the board refuses leaves it as it was.
    pub(super) fn pass(&mut self) -> bool {
        if self.position.apply_null_move().is_err() {
            return false;
        }
        self.sums.push(self.sums[self.sums.len() - 1]);
        self.past.push(Past { key: self.key(), checks: 0 });
        true
    }

    /// Takes a pass back.
    pub(super) fn take_pass_back(&mut self) {
        self.past.pop();
        self.sums.pop();
        let undone = self.position.undo_null_move();
        debug_assert!(undone.is_ok());
    }

    /// Whether the position has come up before: once since the root, where either side could go on for ever, or three times
    /// in all, which ends the game.
    pub(super) fn repetition(&self) -> Option<Repetition> {
        self.repetition_until(self.past.len())
    }

    /// The same, but of the root and the positions before it alone: this does not depend on the way from the root.
    pub(super) fn repetition_of_root(&self) -> Option<Repetition> {
        self.repetition_until(self.root + 1)
    }

    /// Whether the position has come up before `end`.
    fn repetition_until(&self, end: usize) -> Option<Repetition> {
        let now = self.past.len() - 1;
        let Past { key, checks } = self.past[now];
        let (mut times, mut first) = (0, now);
        let mut index = now;
        while index >= 4 {
            index -= 2;
            if index == now - 2 || index >= end {
                continue;
            }
            if self.past[index].key == key {
                times += 1;
                first = index;
                if index >= self.root {
                    times = 3;
                }
                if times >= 3 {
                    break;
                }
            }
        }
        if times < 3 {
            return None;
        }
        let moves_each = ((now - first) / 2) as u32;
        let waiting = self.past[now - 1].checks;
        Some(match (checks >= moves_each, waiting >= moves_each) {
            (true, false) => Repetition::Won,
            (false, true) => Repetition::Lost,
            _ => Repetition::Draw,
        })
    }

    /// Whether the side to move may declare a win.
    #[inline]
    pub(super) fn may_declare(&self) -> bool {
        Shogi::may_declare_in(&self.position)
    }
}

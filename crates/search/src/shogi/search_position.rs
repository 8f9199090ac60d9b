//! A position that moves are made on and taken back, with its evaluation and its past.

use std::sync::Arc;

use games::shogi::{Color, HandPiece, Piece, PieceType, Position, Shogi};
use rsshogi::board::Bitboard;
use rsshogi::types::Move32;

use crate::Perturbed;

use super::attacks::AttackState;
use super::entering_king;
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

/// The part of an earlier position that repetition needs.
#[derive(Clone, Copy, Debug)]
struct Past {
    key: u64,
    /// How many moves in a row, up to this position, with which the side that moved last gave check.
    checks: u32,
}

/// A position with what a search needs of it.
#[derive(Clone)]
pub(super) struct SearchPosition {
    pub(super) position: Position,
    weights: Arc<Weights>,
    perturbation: Perturbed<()>,
    /// What Black and White see, in the weights' unit, for every position since the root.
    sums: Vec<[i32; 2]>,
    /// The attacks of the positions where they were asked for, with the ply; of the root always.
    attack_states: Vec<(usize, AttackState)>,
    /// The squares that the last move touched, for every position since the root.
    touched: Vec<Bitboard>,
    past: Vec<Past>,
    /// Where in `past` the root is.
    root: usize,
    /// Plies until the game is drawn by its length, counted from the root.
    left: Option<usize>,
}

impl SearchPosition {
    pub(super) fn new(game: &Shogi, weights: Arc<Weights>, perturbation: Perturbed<()>) -> SearchPosition {
        let mut past: Vec<Past> = game.keys().map(|key| Past { key, checks: 0 }).collect();
        let root = past.len() - 1;
        // Checks before the root are not kept by the game; a position that came up there counts as repeated
        // without.
        past[root].checks = u32::from(game.in_check());
        let position = game.position().clone();
        let sums = vec![[Color::BLACK, Color::WHITE].map(|view| weights.sum(&position, view))];
        let attack_states =
            weights.attacks().map(|attacks| (0, AttackState::of(&position, attacks))).into_iter().collect();
        let touched = vec![Bitboard::EMPTY];
        let left = game.move_limit().map(|limit| (limit + 1).saturating_sub(game.move_number()) as usize);
        SearchPosition { position, weights, perturbation, sums, attack_states, touched, past, root, left }
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
    pub(super) fn evaluation(&mut self) -> i32 {
        let [black, white] = self.sums[self.sums.len() - 1];
        let difference = black - white + self.attacks();
        let us = self.position.turn();
        let sum = if us == Color::BLACK { difference } else { -difference };
        let entered =
            entering_king::progress(&self.position, us) - entering_king::progress(&self.position, us.flip());
        let value = (sum + self.weights.turn()) / UNITS + entered;
        self.perturbation.perturb(value, 1.0, || self.key()).clamp(-MOST, MOST)
    }

    /// What Black sees of the attacks less what White does. A move only notes which squares it touches, since
    /// many positions are never evaluated.
    fn attacks(&mut self) -> i32 {
        let Some(attacks) = self.weights.attacks() else { return 0 };
        let ply = self.touched.len() - 1;
        if let Some((from, state)) = self.attack_states.last()
            && *from < ply
        {
            let touched = self.touched[from + 1..].iter().fold(Bitboard::EMPTY, |all, &some| all | some);
            let state = state.after(&self.position, touched, attacks);
            self.attack_states.push((ply, state));
        }
        self.attack_states.last().map_or(0, |(_, state)| state.sums[0] - state.sums[1])
    }

    /// Whether the side to move attacks a square beside the other king, or it is not known (the position has
    /// not been evaluated, or the weights have no attacks). Otherwise a mate in one is too rare to look for.
    #[inline]
    pub(super) fn may_mate(&self) -> bool {
        match self.attack_states.last() {
            Some((ply, state)) if ply + 1 == self.touched.len() => state.threatens(&self.position),
            _ => true,
        }
    }

    /// Forgets the attacks of the last position.
    fn forget(&mut self) {
        self.touched.pop();
        if self.attack_states.last().is_some_and(|(ply, _)| *ply >= self.touched.len()) {
            self.attack_states.pop();
        }
    }

    /// Makes a legal move.
    pub(super) fn make(&mut self, mv: Move32) {
        self.make_giving(mv, self.position.gives_check_move32(mv));
    }

    /// Makes a legal move of which it is known whether it gives check.
    pub(super) fn make_giving(&mut self, mv: Move32, gives_check: bool) {
        let position = &self.position;
        let us = position.turn();
        let king_moves = mv.piece_after_move().piece_type() == PieceType::KING;
        let mut sums = self.sums[self.sums.len() - 1];
        for view in [Color::BLACK, Color::WHITE] {
            if king_moves && view == us {
                continue;
            }
            let weights = self.weights.seen_from(features::king(view, position));
            let Changes { gone, come, count } = changes(position, mv, view);
            for (gone, come) in gone.into_iter().zip(come).take(count) {
                sums[view.to_index()] += i32::from(weights[come]) - i32::from(weights[gone]);
            }
        }
        self.position.apply_move32_with_gives_check(mv, gives_check);
        if king_moves {
            sums[us.to_index()] = self.weights.sum(&self.position, us);
        }
        self.sums.push(sums);
        let mut touched = Bitboard::from_square(mv.to_sq());
        if !mv.is_drop() {
            touched |= Bitboard::from_square(mv.from_sq());
        }
        self.touched.push(touched);
        let before = self.past.len().checked_sub(2).map_or(0, |index| self.past[index].checks);
        self.past.push(Past { key: self.key(), checks: if gives_check { before + 1 } else { 0 } });
    }

    /// Takes the last move back.
    pub(super) fn take_back(&mut self, mv: Move32) {
        self.past.pop();
        self.sums.pop();
        self.forget();
        let undone = self.position.undo_move32(mv);
        debug_assert!(undone.is_ok());
    }

    /// Passes; not in check. A pass that the board refuses leaves it as it was.
    pub(super) fn pass(&mut self) -> bool {
        if self.position.apply_null_move().is_err() {
            return false;
        }
        self.sums.push(self.sums[self.sums.len() - 1]);
        self.touched.push(Bitboard::EMPTY);
        self.past.push(Past { key: self.key(), checks: 0 });
        true
    }

    /// Takes a pass back.
    pub(super) fn take_pass_back(&mut self) {
        self.past.pop();
        self.sums.pop();
        self.forget();
        let undone = self.position.undo_null_move();
        debug_assert!(undone.is_ok());
    }

    /// Whether the position has come up before: once since the root, where either side could go on for ever,
    /// or three times in all, which ends the game.
    pub(super) fn repetition(&self) -> Option<Repetition> {
        self.repetition_until(self.past.len())
    }

    /// The same, but of the root and the positions before it alone: this does not depend on the way from the
    /// root.
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

/// How the features that a side sees change with a move: as many come as go.
#[derive(Clone, Copy)]
struct Changes {
    gone: [usize; 2],
    come: [usize; 2],
    count: usize,
}

/// How what `view` sees changes with a move.
fn changes(position: &Position, mv: Move32, view: Color) -> Changes {
    let us = position.turn();
    let to = mv.to_sq();
    let after = mv.piece_after_move();
    let mut changes = Changes { gone: [0; 2], come: [features::on_board(view, after, to), 0], count: 1 };
    if mv.is_drop() {
        let held = HandPiece::from_piece_type(after.piece_type()).unwrap_or(HandPiece::PAWN);
        let count = position.hand(us).count(held);
        changes.gone[0] = features::in_hand(view, us, held, count);
        return changes;
    }
    let from = mv.from_sq();
    changes.gone[0] = features::on_board(view, position.piece_on(from), from);
    let taken = position.piece_on(to);
    if taken != Piece::NONE {
        let held = HandPiece::from_piece_type(taken.base_piece_type()).unwrap_or(HandPiece::PAWN);
        let count = position.hand(us).count(held) + 1;
        changes.gone[1] = features::on_board(view, taken, to);
        changes.come[1] = features::in_hand(view, us, held, count);
        changes.count = 2;
    }
    changes
}

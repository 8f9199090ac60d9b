//! The moves of a position, one by one, those that will probably refute it first.

use games::shogi::{PieceType, Position};
use rsshogi::board::{
    CapturePlusPro, Move32Sink, QuietsProMinus, generate_legal_evasions_move32_into,
    generate_moves_move32_into,
};
use rsshogi::types::{Move, Move32};

use super::exchange::gains;
use super::ordering::MoveHistory;
use super::values::{promoting, taking, value};

/// A move and how soon it is tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scored {
    mv: Move32,
    score: i32,
}

/// The moves of every position on the way from the root, one after the other.
pub(super) type Stack = Vec<Scored>;

struct Sink<'a> {
    stack: &'a mut Stack,
    start: usize,
}

impl Move32Sink for Sink<'_> {
    #[inline]
    fn push_move32(&mut self, mv: Move32) {
        self.stack.push(Scored { mv, score: 0 });
    }

    fn retain_unordered<F: FnMut(Move32) -> bool>(&mut self, mut keep: F) {
        let mut index = self.start;
        while index < self.stack.len() {
            if keep(self.stack[index].mv) {
                index += 1;
            } else {
                self.stack.swap_remove(index);
            }
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Debug)]
enum Stage {
    Known,
    Captures,
    GoodCaptures,
    Quiets,
    GoodQuiets,
    BadCaptures,
    Evasions,
    GoodEvasions,
    Done,
}

/// Picks the moves of a position one by one.
pub(super) struct Picker {
    stage: Stage,
    known: Option<Move32>,
    /// Where in the stack this position's moves begin.
    base: usize,
    /// Captures that lose material lie between `base` and this.
    bad_end: usize,
    /// The next move of the stage.
    next: usize,
    only_captures: bool,
    killers: [Move; 2],
    counter: Move,
    last: Option<Move32>,
}

/// What a position's picker knows beforehand.
pub(super) struct Hints {
    pub(super) known: Option<Move32>,
    pub(super) killers: [Move; 2],
    pub(super) counter: Move,
    pub(super) last: Option<Move32>,
}

impl Picker {
    /// All moves.
    pub(super) fn new(position: &Position, stack: &Stack, hints: &Hints) -> Picker {
        let in_check = position.is_in_check();
        let stage = match (hints.known, in_check) {
            (Some(_), _) => Stage::Known,
            (None, true) => Stage::Evasions,
            (None, false) => Stage::Captures,
        };
        Picker {
            stage,
            known: hints.known,
            base: stack.len(),
            bad_end: stack.len(),
            next: stack.len(),
            only_captures: false,
            killers: hints.killers,
            counter: hints.counter,
            last: hints.last,
        }
    }

    /// Captures and promotions of pawns only, unless in check.
    pub(super) fn captures(position: &Position, stack: &Stack, known: Option<Move32>) -> Picker {
        let none = Move::MOVE_NONE;
        let hints = Hints { known, killers: [none; 2], counter: none, last: None };
        Picker { only_captures: true, ..Picker::new(position, stack, &hints) }
    }

    /// Forgets this position's moves.
    pub(super) fn finish(&self, stack: &mut Stack) {
        stack.truncate(self.base);
    }

    /// The next move, which is legal; and whether it is from the part of the list that is quiet.
    pub(super) fn next(
        &mut self,
        position: &Position,
        history: &MoveHistory,
        stack: &mut Stack,
    ) -> Option<Move32> {
        loop {
            match self.stage {
                Stage::Known => {
                    self.stage = if position.is_in_check() { Stage::Evasions } else { Stage::Captures };
                    return self.known;
                }
                Stage::Captures => {
                    let start = stack.len();
                    generate_moves_move32_into::<CapturePlusPro, _>(position, &mut Sink { stack, start });
                    for scored in &mut stack[start..] {
                        scored.score = loot(position, scored.mv);
                    }
                    self.next = start;
                    self.stage = Stage::GoodCaptures;
                }
                Stage::GoodCaptures => {
                    while let Some(mv) = self.pick(stack) {
                        if !self.is_new(position, mv) {
                            continue;
                        }
                        if !self.only_captures && !gains(position, mv, 0) {
                            stack[self.bad_end] = Scored { mv, score: 0 };
                            self.bad_end += 1;
                            continue;
                        }
                        return Some(mv);
                    }
                    self.stage = if self.only_captures { Stage::Done } else { Stage::Quiets };
                }
                Stage::Quiets => {
                    stack.truncate(self.bad_end);
                    let start = stack.len();
                    generate_moves_move32_into::<QuietsProMinus, _>(position, &mut Sink { stack, start });
                    for scored in &mut stack[start..] {
                        scored.score = self.promise(position, history, scored.mv);
                    }
                    self.next = start;
                    self.stage = Stage::GoodQuiets;
                }
                Stage::GoodQuiets => {
                    while let Some(mv) = self.pick(stack) {
                        if self.is_new(position, mv) {
                            return Some(mv);
                        }
                    }
                    self.next = self.base;
                    self.stage = Stage::BadCaptures;
                }
                Stage::BadCaptures => {
                    if self.next < self.bad_end {
                        self.next += 1;
                        return Some(stack[self.next - 1].mv);
                    }
                    self.stage = Stage::Done;
                }
                Stage::Evasions => {
                    let start = stack.len();
                    generate_legal_evasions_move32_into(position, &mut Sink { stack, start });
                    for scored in &mut stack[start..] {
                        let capture = position.is_capture_move32(scored.mv);
                        scored.score = if capture {
                            (1 << 20) + loot(position, scored.mv)
                        } else {
                            self.promise(position, history, scored.mv)
                        };
                    }
                    self.next = start;
                    self.stage = Stage::GoodEvasions;
                }
                Stage::GoodEvasions => {
                    while let Some(mv) = self.pick(stack) {
                        if Some(mv) != self.known {
                            return Some(mv);
                        }
                    }
                    self.stage = Stage::Done;
                }
                Stage::Done => return None,
            }
        }
    }

    /// Leaves out the quiet moves that are still to come.
    pub(super) fn skip_quiets(&mut self) {
        if matches!(self.stage, Stage::Quiets | Stage::GoodQuiets) {
            self.next = self.base;
            self.stage = Stage::BadCaptures;
        }
    }

    #[inline]
    fn is_new(&self, position: &Position, mv: Move32) -> bool {
        Some(mv) != self.known && position.is_legal_after_pseudo_move32(mv)
    }

    /// The best of the moves that are left in the stage; among equal ones the first.
    fn pick(&mut self, stack: &mut Stack) -> Option<Move32> {
        let rest = &mut stack[self.next..];
        let mut best = 0;
        let mut score = rest.first()?.score;
        for (index, scored) in rest.iter().enumerate().skip(1) {
            if scored.score > score {
                (best, score) = (index, scored.score);
            }
        }
        rest.swap(0, best);
        self.next += 1;
        Some(rest[0].mv)
    }

    fn promise(&self, position: &Position, history: &MoveHistory, mv: Move32) -> i32 {
        let plain = mv.to_move();
        let known_good = if plain == self.killers[0] {
            1 << 17
        } else if plain == self.killers[1] {
            1 << 16
        } else if plain == self.counter {
            1 << 15
        } else {
            0
        };
        let mut score = known_good + history.score(mv, self.last);
        if mv.is_promotion() {
            score += 8 * promoting(mv.piece_after_move().piece_type());
        }
        let kind = mv.piece_after_move().piece_type();
        // Checks come early.
        if position.check_square(kind).test(mv.to_sq()) {
            score += 2000;
        }
        score
    }
}

/// What a capture or promotion takes, cheap pieces first.
fn loot(position: &Position, mv: Move32) -> i32 {
    let moved = mv.piece_after_move().piece_type();
    let promotion = if mv.is_promotion() { promoting(moved) } else { 0 };
    let cost = if moved == PieceType::KING { 1000 } else { value(moved) };
    8 * (taking(position.piece_on(mv.to_sq())) + promotion) - cost
}

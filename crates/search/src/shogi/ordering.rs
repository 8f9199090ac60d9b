//! Killers, countermoves and history: quiet moves that proved good elsewhere in the tree.

use rsshogi::types::{Move, Move32};

/// Pieces times squares.
const PLACES: usize = 32 * 81;

/// The most that history says of a move.
const MOST: i32 = 8192;

/// Where a move stands in the tables: the piece that arrives, and where.
#[inline]
pub(super) fn place(mv: Move32) -> usize {
    (mv.piece_after_move().to_index() & 31) * 81 + mv.to_sq().to_index()
}

/// What a search remembers of quiet moves.
#[derive(Clone, Debug)]
pub(super) struct MoveHistory {
    killers: Vec<[Move; 2]>,
    history: Vec<i16>,
    /// The move that refuted the one before.
    counters: Vec<Move>,
    /// History of a move as an answer to the one before, by the place of that.
    answers: Vec<i16>,
}

impl MoveHistory {
    pub(super) fn new(plies: usize) -> MoveHistory {
        MoveHistory {
            killers: vec![[Move::MOVE_NONE; 2]; plies + 2],
            history: vec![0; PLACES],
            counters: vec![Move::MOVE_NONE; PLACES],
            answers: vec![0; PLACES * ANSWERED],
        }
    }

    /// Begins another search, and forgets what earlier ones found unless the table is kept.
    pub(super) fn begin(&mut self, keep_table: bool) {
        self.killers.fill([Move::MOVE_NONE; 2]);
        if keep_table {
            return;
        }
        self.history.fill(0);
        self.counters.fill(Move::MOVE_NONE);
        self.answers.fill(0);
    }

    pub(super) fn killers(&self, ply: usize) -> [Move; 2] {
        self.killers[ply]
    }

    pub(super) fn counter(&self, last: Option<Move32>) -> Move {
        last.map_or(Move::MOVE_NONE, |last| self.counters[place(last)])
    }

    /// How good `mv` has been as an answer to `last`.
    #[inline]
    pub(super) fn score(&self, mv: Move32, last: Option<Move32>) -> i32 {
        let answer = last.map_or(0, |last| i32::from(self.answers[answer(last, mv)]));
        i32::from(self.history[place(mv)]) + answer
    }

    /// `best` refuted the move before; those in `tried` had not.
    pub(super) fn reward(
        &mut self,
        best: Move32,
        tried: &[Move32],
        last: Option<Move32>,
        ply: usize,
        depth: i32,
    ) {
        let killers = &mut self.killers[ply];
        if killers[0] != best.to_move() {
            *killers = [best.to_move(), killers[0]];
        }
        if let Some(last) = last {
            self.counters[place(last)] = best.to_move();
        }
        let bonus = (32 * depth * depth).min(1600);
        self.change(best, last, bonus);
        for &mv in tried {
            self.change(mv, last, -bonus);
        }
    }

    fn change(&mut self, mv: Move32, last: Option<Move32>, bonus: i32) {
        toward(&mut self.history[place(mv)], bonus);
        if let Some(last) = last {
            toward(&mut self.answers[answer(last, mv)], bonus);
        }
    }
}

/// Rows of `answers`: the square the last move went to.
const ANSWERED: usize = 81;

#[inline]
fn answer(last: Move32, mv: Move32) -> usize {
    last.to_sq().to_index() * PLACES + place(mv)
}

/// A bonus that counts the less the more a value agrees with it already.
fn toward(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / MOST) as i16;
}

/// The first quiet moves of a position that were tried.
pub(super) struct QuietMoves {
    moves: [Move32; 32],
    count: usize,
}

impl Default for QuietMoves {
    fn default() -> Self {
        QuietMoves { moves: [Move32::MOVE_NONE; 32], count: 0 }
    }
}

impl QuietMoves {
    #[inline]
    pub(super) fn push(&mut self, mv: Move32) {
        if self.count < self.moves.len() {
            self.moves[self.count] = mv;
            self.count += 1;
        }
    }

    pub(super) fn as_slice(&self) -> &[Move32] {
        &self.moves[..self.count]
    }
}

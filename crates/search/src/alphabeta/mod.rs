//! Alpha-beta for any game with an [`Evaluation`].
//!
//! A side may move twice in a row (Kalah): a value changes its sign only where the turn does.

mod ordering;
mod root;
mod table;
mod tree;

use games::{Game, Side};

use crate::evaluation::Evaluation;
use crate::{Analysis, Analyst, Budget, Stop};

use ordering::MoveHistory;
use table::TranspositionTable;

/// The options of the search; each can be switched off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AlphaBetaOptions {
    /// Branches that cannot matter are cut off. Without this the search is a minimax.
    pub pruning: bool,
    /// The principal variation of the last iteration is searched first.
    pub pv_first: bool,
    /// Moves that cut off elsewhere are searched first: killers and history.
    pub ordering: bool,
    /// The transposition table has two to the power of this many pairs of slots of 32 bytes; `None` is no
    /// table.
    pub table_bits: Option<u32>,
    /// Half the window around the last iteration's value; `None` is a full window.
    pub aspiration: Option<i32>,
    /// Depths 1, 2, 3, ... are searched by turns; otherwise only the last.
    pub deepening: bool,
    /// A move after which the same side moves again costs no depth: depth counts changes of turn.
    pub free_extra_moves: bool,
    /// Every move of the root gets its exact value; otherwise only the best one is reported.
    pub every_move: bool,
}

impl Default for AlphaBetaOptions {
    /// Everything that makes a search faster, and only the best move.
    fn default() -> Self {
        AlphaBetaOptions {
            pruning: true,
            pv_first: true,
            ordering: true,
            // 16 MiB, cheap to make and enough for the few million nodes of a move.
            table_bits: Some(19),
            aspiration: None,
            deepening: true,
            free_extra_moves: false,
            every_move: false,
        }
    }
}

impl AlphaBetaOptions {
    /// Plain fixed-depth minimax; among equal moves the first of the game's list is best.
    pub const MINIMAX: AlphaBetaOptions = AlphaBetaOptions {
        pruning: false,
        pv_first: false,
        ordering: false,
        table_bits: None,
        aspiration: None,
        deepening: false,
        free_extra_moves: false,
        every_move: true,
    };
}

/// An alpha-beta search. Every analysis begins from nothing, so it depends on the position and the budget
/// alone.
///
/// ```
/// use games::kalah::Kalah;
/// use search::alphabeta::{AlphaBeta, AlphaBetaOptions};
/// use search::kalah::StoreDifference;
/// use search::{Analyst, Budget};
///
/// let mut analyst = AlphaBeta::new(StoreDifference, AlphaBetaOptions::default());
/// let analysis = analyst.analyse(&Kalah::default(), &Budget::depth(6));
/// assert_eq!((analysis.depth, analysis.candidates.len()), (6, 1));
/// ```
#[derive(Clone, Debug)]
pub struct AlphaBeta<G: Game, E> {
    evaluation: E,
    options: AlphaBetaOptions,
    table: Option<TranspositionTable>,
    history: MoveHistory<G::Move>,
    /// Move lists and principal variations, one of each a ply, used again and again.
    lists: Vec<Vec<G::Move>>,
    lines: Vec<Vec<G::Move>>,
    /// The principal variation that is searched first.
    previous: Vec<G::Move>,
    nodes: u64,
    limit: u64,
    stop: Stop,
    aborted: bool,
    /// An evaluation was asked for since this was last cleared: the value does not rest on finished games
    /// alone.
    horizon: bool,
}

impl<G: Game, E: Evaluation<G>> AlphaBeta<G, E> {
    /// A search with `evaluation` at its leaves.
    pub fn new(evaluation: E, options: AlphaBetaOptions) -> Self {
        AlphaBeta {
            evaluation,
            options,
            table: options.table_bits.map(TranspositionTable::new),
            history: MoveHistory::new(),
            lists: Vec::new(),
            lines: Vec::new(),
            previous: Vec::new(),
            nodes: 0,
            limit: u64::MAX,
            stop: Stop::default(),
            aborted: false,
            horizon: false,
        }
    }

    /// The evaluation at the leaves.
    pub fn evaluation(&self) -> &E {
        &self.evaluation
    }

    /// What is switched on.
    pub fn options(&self) -> AlphaBetaOptions {
        self.options
    }

    fn depth_after(&self, depth: u32, mover: Side, next: &G) -> u32 {
        if self.options.free_extra_moves && next.side_to_move() == mover { depth } else { depth - 1 }
    }
}

impl<G: Game, E: Evaluation<G>> Analyst<G> for AlphaBeta<G, E> {
    /// Without a depth in the budget the search goes on until the game is solved or the budget is spent.
    fn analyse(&mut self, game: &G, budget: &Budget) -> Analysis<G::Move> {
        self.search_root(game, budget)
    }
}

#[cfg(test)]
mod tests;

//! The values of shogi moves.
//!
//! Each reference player searches a ply deeper than the last, so one deepening search serves them all. The
//! value of the position is asked of a search for the best move alone, and every move's value only where the
//! guard has to compare them.

use games::Game;
use games::shogi::{Move, Shogi};
use search::shogi::{AlphaBeta, MultiPvSearch, SearchGoal, SearchOptions, Weights};
use search::{Analyst, Budget, Perturbed};

use super::move_values::{MoveValues, Search, best_move_only, in_order};

/// Says what each move is really worth.
pub(super) const ANALYST: Search = Search::EveryMove(4);

/// Tables have two to the power of this many lines.
const TABLE_BITS: u32 = 13;

/// Most nodes of the search of the reference players: with many pieces in hand four plies would take too
/// long.
const NODES: u64 = 30_000;

/// The same for the analyst: about a third of a second on a busy machine.
const ANALYST_NODES: u64 = 60_000;

/// Plies and nodes of the search for the best move alone; it says what a position is worth and what a move
/// loses.
const BEST: (u32, u64) = (6, 10_000);

/// Most nodes of players that search for the best move only: about a quarter of a second. A reply may take
/// two such searches, one to see what the user has played.
const BEST_MOVE_NODES: u64 = 100_000;

/// Noise of these players in points: moves that differ by less are as good, and games do not repeat.
const ALIKE: f64 = 15.0;

/// How far below the best a move still gets its value, from the second ply on, in points: six times the
/// highest temperature of a player with that search.
const REACHES: [i32; 3] = [720, 600, 300];

/// The searches behind shogi's reference players.
pub(super) struct ShogiValues {
    deepening: MultiPvSearch,
    best: AlphaBeta,
    /// Of the players that search for the best move only.
    varied: AlphaBeta,
    analyst: AlphaBeta,
}

impl ShogiValues {
    pub(super) fn new(seed: u64) -> ShogiValues {
        let search = |aim: SearchGoal, noise: f64| {
            // No mate search: reference players know only the mates their search meets.
            let options =
                SearchOptions { table_bits: TABLE_BITS, mate_nodes: 0, ..SearchOptions::for_goal(aim) };
            AlphaBeta::new(Perturbed { noise, seed, ..Perturbed::unchanged(Weights::shipped()) }, options)
        };
        ShogiValues {
            deepening: MultiPvSearch::new(Weights::shipped(), TABLE_BITS, NODES, REACHES.to_vec()),
            best: search(SearchGoal::BestMove, 0.0),
            varied: search(SearchGoal::BestMove, ALIKE),
            analyst: search(SearchGoal::AllMoves, 0.0),
        }
    }
}

fn budget(plies: u32, nodes: u64) -> Budget {
    Budget { depth: Some(plies), nodes: Some(nodes), ..Budget::default() }
}

impl MoveValues<Shogi> for ShogiValues {
    fn set_position(&mut self, view: &Shogi) {
        self.deepening.set_position(view);
    }

    fn own_values(&mut self, view: &Shogi, search: Search) -> Vec<(Move, f64)> {
        let mut moves = Vec::new();
        match search {
            Search::Depth { plies, .. } => self.deepening.values(plies).to_vec(),
            Search::BestMoveOnly(plies) => {
                view.legal_moves(&mut moves);
                best_move_only(&moves, &self.varied.analyse(view, &budget(plies, BEST_MOVE_NODES)))
            }
            Search::EveryMove(plies) => {
                view.legal_moves(&mut moves);
                in_order(&moves, &self.analyst.analyse(view, &budget(plies, ANALYST_NODES)))
            }
            Search::Playouts(_) | Search::Policy | Search::People(_) => Vec::new(),
        }
    }

    fn user_values(&mut self, before: &Shogi, search: Search) -> Vec<Vec<(Move, f64)>> {
        vec![self.own_values(before, search)]
    }

    fn best(&mut self, view: &Shogi) -> Option<(Move, f64)> {
        self.best.analyse(view, &budget(BEST.0, BEST.1)).best().map(|best| (best.mv, best.value))
    }

    fn loss(&mut self, view: &Shogi, mv: Move) -> Option<f64> {
        let analysis = self.best.compare(view, mv, &budget(BEST.0, BEST.1));
        let played = analysis.candidates.iter().find(|candidate| candidate.mv == mv)?;
        Some(analysis.best()?.value - played.value)
    }
}

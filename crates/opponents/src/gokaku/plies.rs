//! How good shogi's moves look so many plies ahead.

use games::Game;
use games::shogi::{Move, Shogi};
use search::shogi::{AlphaBeta, MultiPvSearch, SearchGoal, SearchOptions, Weights};
use search::{Analyst, Budget, Perturbed};

use super::eyes::{Eyes, in_order};

/// Plies of the deepest look at every move.
const PLIES: u32 = 4;

/// The look of who says what each move is worth: as deep as the deepest, but every move has its value.
pub(super) const ANALYST: usize = PLIES as usize;

/// The look of who leaves most moves out unseen, as programs do, and is sure of one: what it takes for the best is worth 1, and the others
/// nothing. (`alphabeta:depth=4` plays the best move of the look of as many plies 56% of the time, and of the look of one ply less 64%: 339 moves.)
pub(super) const fn sure_at(plies: usize) -> usize {
    ANALYST + plies
}

/// The tables have two to the power of this many lines.
const TABLE_BITS: u32 = 13;

/// With many pieces in hand four plies have no end. In 177 positions of twelve games so many nodes sufficed for them 170 times.
const NODES: u64 = 30_000;

/// The same for the analyst, 159 times: about a third of a second on a busy machine.
const ANALYST_NODES: u64 = 60_000;

/// How deep the best move alone is looked for, to say what a position is worth and what a move loses, and with how many nodes at most: where pieces
/// hang everywhere, six plies have no end either.
const BEST: (u32, u64) = (6, 10_000);

/// The same for who is sure of a move. (In 30 games against gpsusi, which is stronger than the top of the scale, the longest reply took 294 ms.)
const SURE_NODES: u64 = 100_000;

/// How far below the best a move's value is asked for from the second ply on, in points: six times the highest temperature of a rung that
/// looks so deep. Who is further away is played less than 1/400 as often as the best. (In those positions the moves of the rungs then lose as
/// much as with all values, by a search of six plies: 168, 137, 88, 70 and 45 points for the five that look ahead; before, 166, 137,
/// 89, 68 and 44. That was with weights before those of today.)
const REACHES: [i32; 3] = [720, 600, 300];

/// Each look is a ply deeper than the one before, and one search serves for all of them; those that are asked for less or for more have
/// their own.
pub(super) struct Plies {
    looks: MultiPvSearch,
    best: AlphaBeta,
    analyst: AlphaBeta,
}

impl Plies {
    pub(super) fn new() -> Plies {
        let search = |aim: SearchGoal| {
            // No mates but those the search meets: nor do the others know them.
            let options =
                SearchOptions { table_bits: TABLE_BITS, mate_nodes: 0, ..SearchOptions::for_goal(aim) };
            AlphaBeta::new(Perturbed::unchanged(Weights::shipped()), options)
        };
        Plies {
            looks: MultiPvSearch::new(Weights::shipped(), TABLE_BITS, NODES, REACHES.to_vec()),
            best: search(SearchGoal::BestMove),
            analyst: search(SearchGoal::AllMoves),
        }
    }
}

fn budget(plies: u32, nodes: u64) -> Budget {
    Budget { depth: Some(plies), nodes: Some(nodes), ..Budget::default() }
}

impl Eyes<Shogi> for Plies {
    fn turn_to(&mut self, view: &Shogi) {
        self.looks.set_position(view);
    }

    fn own(&mut self, view: &Shogi, look: usize) -> Vec<(Move, f64)> {
        if look < ANALYST {
            return self.looks.values(look as u32 + 1).to_vec();
        }
        let mut moves = Vec::new();
        view.legal_moves(&mut moves);
        if look == ANALYST {
            return in_order(&moves, &self.analyst.analyse(view, &budget(PLIES, ANALYST_NODES)));
        }
        let best = self.best.analyse(view, &budget((look - ANALYST) as u32, SURE_NODES));
        let best = best.best().map(|best| best.mv);
        moves.iter().map(|&mv| (mv, f64::from(u8::from(Some(mv) == best)))).collect()
    }

    fn users(&mut self, before: &Shogi, look: usize) -> Vec<Vec<(Move, f64)>> {
        vec![self.own(before, look)]
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

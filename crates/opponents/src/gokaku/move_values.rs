//! How good moves look to players that search less or more.

use games::{Game, PerfectInformation};
use search::{Analysis, Analyst, Budget};
use serde::{Deserialize, Serialize};

use super::people_policy::PeoplePolicy;

/// What a reference player searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Search {
    /// So many plies; moves far below the best may get a bound for a value. Othello solves the endgame from
    /// `solve_from` empty squares on.
    Depth {
        /// How deep.
        plies: u32,
        /// Empty squares; 0 never solves.
        solve_from: u32,
    },
    /// So many plies, with the exact value of every move.
    EveryMove(u32),
    /// So many plies, for the best move alone as engines search: it is worth 1 and the others 0.
    BestMoveOnly(u32),
    /// So many playouts: MCTS, in Geister plain Monte Carlo.
    Playouts(u64),
    /// Geister's policy network: values are logarithms of its probabilities.
    Policy,
    /// What people play: values are logarithms of how often.
    People(PeoplePolicy),
}

impl Search {
    /// So many plies without an endgame solver.
    pub(crate) const fn depth(plies: u32) -> Search {
        Search::Depth { plies, solve_from: 0 }
    }

    /// In words that tell it from others, for the calibration file.
    pub(super) fn description(self) -> String {
        match self {
            Search::Depth { plies, solve_from: 0 } => format!("{plies} plies"),
            Search::Depth { plies, solve_from } => format!("{plies} plies, solves {solve_from} empty"),
            Search::EveryMove(plies) => format!("{plies} plies, every move"),
            Search::BestMoveOnly(plies) => format!("{plies} plies, best move"),
            Search::Playouts(playouts) => format!("{playouts} playouts"),
            Search::Policy => "policy".to_owned(),
            Search::People(people) => people.description(),
        }
    }

    /// The search by whose values somebody who chooses by this one notices losses.
    pub(super) fn sight(self) -> Search {
        match self {
            Search::People(people) => people.sight(),
            search => search,
        }
    }
}

/// The values of moves by every search that a game's reference players use.
pub(crate) trait MoveValues<G: Game>: Send {
    /// The next values are asked of this position.
    fn set_position(&mut self, _view: &G::View) {}

    /// What each legal move of the seat to move is worth to it, in the order of the game's list.
    fn own_values(&mut self, view: &G::View, search: Search) -> Vec<(G::Move, f64)>;

    /// The same for the user, who is to move and may see what this seat does not: one list for each of some
    /// equally likely hidden states.
    fn user_values(&mut self, before: &G::View, search: Search) -> Vec<Vec<(G::Move, f64)>>;

    /// The best move of the seat to move and its value, where that is cheaper than the values of all moves.
    fn best(&mut self, _view: &G::View) -> Option<(G::Move, f64)> {
        None
    }

    /// What the seat to move loses by a move, where that is cheaper than the values of all moves.
    fn loss(&mut self, _view: &G::View, _mv: G::Move) -> Option<f64> {
        None
    }

    /// This seat is to move: what it sees then is kept where it tells what the user sees afterwards.
    fn see_own_turn(&mut self, _view: &G::View) {}

    /// A new game begins.
    fn begin(&mut self) {}

    /// The user has played a move.
    fn observe(&mut self, _before: &G::View, _mv: G::Move) {}

    /// The last so many of these have been taken back.
    fn retract(&mut self, _observed: usize) {}
}

/// The values of all moves in the order of the game's list; a move that was not searched counts as even.
pub(crate) fn in_order<M: Copy + PartialEq>(moves: &[M], analysis: &Analysis<M>) -> Vec<(M, f64)> {
    let value = |mv: M| analysis.candidates.iter().find(|candidate| candidate.mv == mv);
    moves.iter().map(|&mv| (mv, value(mv).map_or(0.0, |candidate| candidate.value))).collect()
}

/// 1 for the best move of an analysis and 0 for the others.
pub(crate) fn best_move_only<M: Copy + PartialEq>(moves: &[M], analysis: &Analysis<M>) -> Vec<(M, f64)> {
    let best = analysis.best().map(|best| best.mv);
    moves.iter().map(|&mv| (mv, f64::from(u8::from(Some(mv) == best)))).collect()
}

/// An analyst and what it may spend.
pub(crate) type Budgeted<G> = (Box<dyn Analyst<G>>, Budget);

/// Values in a game without hidden information: one analyst for each search.
pub(crate) struct Analysts<G> {
    analysts: Vec<(Search, Budgeted<G>)>,
}

impl<G: PerfectInformation> Analysts<G> {
    /// `make` makes the analyst of each search.
    pub(crate) fn new(searches: &[Search], make: impl Fn(Search) -> Option<Budgeted<G>>) -> Analysts<G> {
        Analysts { analysts: searches.iter().filter_map(|&search| Some((search, make(search)?))).collect() }
    }
}

impl<G: PerfectInformation> MoveValues<G> for Analysts<G> {
    fn own_values(&mut self, view: &G, search: Search) -> Vec<(G::Move, f64)> {
        let mut moves = Vec::new();
        Game::legal_moves(view, &mut moves);
        let known = self.analysts.iter_mut().find(|(known, _)| *known == search);
        debug_assert!(known.is_some(), "{search:?} is a search of no reference player");
        match (known, search) {
            (Some((_, (analyst, budget))), Search::BestMoveOnly(_)) => {
                best_move_only(&moves, &analyst.analyse(view, budget))
            }
            (Some((_, (analyst, budget))), _) => in_order(&moves, &analyst.analyse(view, budget)),
            (None, _) => moves.into_iter().map(|mv| (mv, 0.0)).collect(),
        }
    }

    fn user_values(&mut self, before: &G, search: Search) -> Vec<Vec<(G::Move, f64)>> {
        vec![self.own_values(before, search)]
    }
}

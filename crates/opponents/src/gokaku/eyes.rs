//! How good moves look to somebody who looks less or more far ahead.

use games::{Game, PerfectInformation};
use search::{Analysis, Analyst, Budget};

/// Looks at moves in several ways, the shallowest first.
pub(crate) trait Eyes<G: Game>: Send {
    /// From now on this position is looked at, until the next one is.
    fn turn_to(&mut self, _view: &G::View) {}

    /// What each legal move of the seat to move is worth to it, in the order of the game's list.
    fn own(&mut self, view: &G::View, look: usize) -> Vec<(G::Move, f64)>;

    /// The same for the user, who is to move and sees what this seat does not: a list for each of some ways in which things may
    /// be, all as likely.
    fn users(&mut self, before: &G::View, look: usize) -> Vec<Vec<(G::Move, f64)>>;

    /// The best move of the seat to move and its value, where that is known for less than the values of all moves.
    fn best(&mut self, _view: &G::View) -> Option<(G::Move, f64)> {
        None
    }

    /// What the seat to move loses by a move, where that is known for less than the values of all moves.
    fn loss(&mut self, _view: &G::View, _mv: G::Move) -> Option<f64> {
        None
    }

    /// A new game begins.
    fn begin(&mut self) {}

    /// The user has played a move.
    fn observe(&mut self, _before: &G::View, _mv: G::Move) {}

    /// The last so many of these have been taken back.
    fn retract(&mut self, _observed: usize) {}
}

/// The values of all moves in the order of the game's list; what the analyst has not looked at counts as even.
pub(crate) fn in_order<M: Copy + PartialEq>(moves: &[M], analysis: &Analysis<M>) -> Vec<(M, f64)> {
    let value = |mv: M| analysis.candidates.iter().find(|candidate| candidate.mv == mv);
    moves.iter().map(|&mv| (mv, value(mv).map_or(0.0, |candidate| candidate.value))).collect()
}

/// Sees everything there is: an analyst that may look so deep, or at so many nodes, at each look.
pub(crate) struct Open<G> {
    looks: Vec<(Box<dyn Analyst<G>>, Budget)>,
}

impl<G: PerfectInformation> Open<G> {
    pub(crate) fn new(looks: Vec<(Box<dyn Analyst<G>>, Budget)>) -> Open<G> {
        Open { looks }
    }
}

impl<G: PerfectInformation> Eyes<G> for Open<G> {
    fn own(&mut self, view: &G, look: usize) -> Vec<(G::Move, f64)> {
        let mut moves = Vec::new();
        Game::legal_moves(view, &mut moves);
        let (analyst, budget) = &mut self.looks[look];
        in_order(&moves, &analyst.analyse(view, budget))
    }

    fn users(&mut self, before: &G, look: usize) -> Vec<Vec<(G::Move, f64)>> {
        vec![self.own(before, look)]
    }
}

//! The shogi search as an analyst.

use std::sync::Arc;

use games::shogi::{Move, Shogi};

use crate::{Analysis, Analyst, Budget, Perturbed};

use super::mate::MateSolver;
use super::options::{SearchGoal, SearchOptions};
use super::ordering::MoveHistory;
use super::root::Root;
use super::search_position::SearchPosition;
use super::table::TranspositionTable;
use super::tree::{DEEPEST, TreeSearch};
use super::weights::Weights;

/// An alpha-beta search of shogi. Every analysis begins from nothing, so it depends on the position and the
/// budget alone, unless it is to [keep](SearchOptions::keep_table) what those before it found.
///
/// ```
/// use games::shogi::Shogi;
/// use search::shogi::{AlphaBeta, SearchOptions, Weights};
/// use search::{Analyst, Budget, Perturbed};
///
/// let evaluation = Perturbed::unchanged(Weights::shipped());
/// let mut analyst = AlphaBeta::new(evaluation, SearchOptions::default());
/// let analysis = analyst.analyse(&Shogi::default(), &Budget::depth(4));
/// assert_eq!((analysis.depth, analysis.candidates.len()), (4, 1));
/// ```
pub struct AlphaBeta {
    weights: Arc<Weights>,
    perturbation: Perturbed<()>,
    options: SearchOptions,
    /// What is big and used again: made once.
    rooms: Option<(TranspositionTable, MoveHistory)>,
    mates: MateSolver,
}

impl AlphaBeta {
    /// A search with `evaluation` at its leaves.
    #[must_use]
    pub fn new(evaluation: Perturbed<Arc<Weights>>, options: SearchOptions) -> AlphaBeta {
        let rooms = Some((TranspositionTable::new(options.table_bits), MoveHistory::new(DEEPEST)));
        AlphaBeta {
            perturbation: evaluation.of(()),
            weights: evaluation.evaluation,
            options,
            rooms,
            mates: MateSolver::default(),
        }
    }

    fn search<F>(
        &mut self,
        game: &Shogi,
        options: SearchOptions,
        budget: &Budget,
        question: F,
    ) -> Analysis<Move>
    where
        F: FnOnce(&mut Root, &mut MateSolver) -> Analysis<Move>,
    {
        let (mut table, mut history) = self
            .rooms
            .take()
            .unwrap_or_else(|| (TranspositionTable::new(self.options.table_bits), MoveHistory::new(DEEPEST)));
        table.begin(options.keep_table);
        history.begin(options.keep_table);
        let board = SearchPosition::new(game, Arc::clone(&self.weights), self.perturbation);
        let mut tree = TreeSearch::new(board, options, self.perturbation.negated, table, history);
        tree.limit = budget.nodes.unwrap_or(u64::MAX);
        tree.stop = budget.stop.clone();
        let mut root = Root::new(game, tree);
        let analysis = question(&mut root, &mut self.mates);
        self.rooms = Some((root.tree.table, root.tree.history));
        analysis
    }

    /// What the search does.
    #[must_use]
    pub fn options(&self) -> SearchOptions {
        self.options
    }
}

impl Analyst<Shogi> for AlphaBeta {
    /// With [`SearchGoal::BestMove`] there is one candidate; with [`SearchGoal::AllMoves`] every move has its
    /// value; with [`SearchGoal::NearestToZero`] the move nearest to zero has, and the others a bound beyond
    /// it.
    fn analyse(&mut self, game: &Shogi, budget: &Budget) -> Analysis<Move> {
        self.search(game, self.options, budget, |root, mates| root.analyse(game, budget, mates))
    }

    /// Two candidates, or one if `mv` is the best.
    fn compare(&mut self, game: &Shogi, mv: Move, budget: &Budget) -> Analysis<Move> {
        let options = SearchOptions { goal: SearchGoal::BestMove, ..self.options };
        self.search(game, options, budget, |root, mates| root.compare(game, mv, budget, mates))
    }
}

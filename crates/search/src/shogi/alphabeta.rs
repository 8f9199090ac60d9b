//! The shogi search as an analyst.

use std::sync::Arc;

use games::Game;
use games::shogi::{Move, Shogi};

use crate::{Analysis, Analyst, Budget, Candidate, Perturbed, Unit};

use super::known_wins::{KnownWins, Win};
use super::mate::MateSolver;
use super::options::{SearchGoal, SearchOptions};
use super::ordering::MoveHistory;
use super::root::Root;
use super::search_position::SearchPosition;
use super::table::TranspositionTable;
use super::tree::{DEEPEST, MATE, MATE_THRESHOLD, TreeSearch};
use super::weights::Weights;

/// An alpha-beta search of shogi. Every analysis begins from nothing, so it depends on the position and the
/// budget alone, unless it is to [keep](SearchOptions::keep_table) what those before it found or to
/// [recall](SearchOptions::recall_wins) the wins among it.
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
    wins: KnownWins,
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
            wins: KnownWins::default(),
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

    /// The win that an earlier search of this game has found; otherwise searches, and keeps the wins it
    /// finds.
    fn analyse_recalling(&mut self, game: &Shogi, budget: &Budget) -> Analysis<Move> {
        let keys: Vec<u64> = game.keys().collect();
        if let Some((mv, value)) = self.wins.recall(&keys).and_then(|win| legal(game, win)) {
            let won = Candidate { mv, value: f64::from(value), line: vec![mv], visits: 0 };
            return Analysis {
                candidates: vec![won],
                unit: Unit::Points,
                depth: (MATE - value).max(0) as u32,
                nodes: 0,
                exact: true,
            };
        }
        let analysis =
            self.search(game, self.options, budget, |root, mates| root.analyse(game, budget, mates));
        let won = |candidate: &&Candidate<Move>| candidate.value >= f64::from(MATE_THRESHOLD);
        let at_root =
            analysis.candidates.iter().filter(won).max_by(|one, two| one.value.total_cmp(&two.value));
        let at_root = at_root.map(|won| Win { mv: won.mv.bits(), value: won.value as i32 });
        if let Some((table, _)) = &self.rooms {
            self.wins.note(&keys, table, at_root);
        }
        analysis
    }

    /// What the search does.
    #[must_use]
    pub fn options(&self) -> SearchOptions {
        self.options
    }
}

/// A winning move with its value, if it is legal.
fn legal(game: &Shogi, win: Win) -> Option<(Move, i32)> {
    let mv = Move::from_bits(win.mv)?;
    game.check(mv).is_ok().then_some((mv, win.value))
}

impl Analyst<Shogi> for AlphaBeta {
    /// With [`SearchGoal::BestMove`] there is one candidate; with [`SearchGoal::AllMoves`] every move has its
    /// value; with [`SearchGoal::NearestToZero`] the move nearest to zero has, and the others a bound beyond
    /// it.
    fn analyse(&mut self, game: &Shogi, budget: &Budget) -> Analysis<Move> {
        if self.options.recall_wins {
            return self.analyse_recalling(game, budget);
        }
        self.search(game, self.options, budget, |root, mates| root.analyse(game, budget, mates))
    }

    /// Two candidates, or one if `mv` is the best.
    fn compare(&mut self, game: &Shogi, mv: Move, budget: &Budget) -> Analysis<Move> {
        let options = SearchOptions { goal: SearchGoal::BestMove, ..self.options };
        self.search(game, options, budget, |root, mates| root.compare(game, mv, budget, mates))
    }
}

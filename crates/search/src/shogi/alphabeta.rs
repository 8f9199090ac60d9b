//! The shogi search as an analyst.

use std::sync::Arc;

use games::shogi::{Move, Shogi};

use crate::{Analysis, Analyst, Budget, Changed};

use super::mate::Mates;
use super::options::{Aim, Options};
use super::ordering::Memory;
use super::root::Root;
use super::table::Table;
use super::tree::{DEEPEST, Tree};
use super::walk::Walk;
use super::weights::Weights;

/// An alpha-beta search of shogi. Every analysis begins from nothing, so it depends on the position and the budget alone, unless
/// it is to [keep](Options::keeps) what those before it found.
///
/// ```
/// use games::shogi::Shogi;
/// use search::shogi::{AlphaBeta, Options, Weights};
/// use search::{Analyst, Budget, Changed};
///
/// let evaluation = Changed::unchanged(Weights::shipped());
/// let mut analyst = AlphaBeta::new(evaluation, Options::default());
/// let analysis = analyst.analyse(&Shogi::default(), &Budget::depth(4));
/// assert_eq!((analysis.depth, analysis.candidates.len()), (4, 1));
/// ```
pub struct AlphaBeta {
    weights: Arc<Weights>,
    change: Changed<()>,
    options: Options,
    /// What is big and used again: made once.
    rooms: Option<(Table, Memory)>,
    mates: Mates,
}

impl AlphaBeta {
    /// A search with `evaluation` at its leaves.
    #[must_use]
    pub fn new(evaluation: Changed<Arc<Weights>>, options: Options) -> AlphaBeta {
        let rooms = Some((Table::new(options.table_bits), Memory::new(DEEPEST)));
        AlphaBeta {
            change: evaluation.of(()),
            weights: evaluation.evaluation,
            options,
            rooms,
            mates: Mates::default(),
        }
    }

    fn search<F>(&mut self, game: &Shogi, options: Options, budget: &Budget, question: F) -> Analysis<Move>
    where
        F: FnOnce(&mut Root, &mut Mates) -> Analysis<Move>,
    {
        let (mut table, mut memory) =
            self.rooms.take().unwrap_or_else(|| (Table::new(self.options.table_bits), Memory::new(DEEPEST)));
        table.begin(options.keeps);
        memory.begin(options.keeps);
        let walk = Walk::new(game, Arc::clone(&self.weights), self.change);
        let mut tree = Tree::new(walk, options, self.change.negated, table, memory);
        tree.limit = budget.nodes.unwrap_or(u64::MAX);
        tree.stop = budget.stop.clone();
        let mut root = Root::new(game, tree);
        let analysis = question(&mut root, &mut self.mates);
        self.rooms = Some((root.tree.table, root.tree.memory));
        analysis
    }

    /// What the search does.
    #[must_use]
    pub fn options(&self) -> Options {
        self.options
    }
}

impl Analyst<Shogi> for AlphaBeta {
    /// With [`Aim::Best`] there is one candidate; with [`Aim::Every`] every move has its
    /// value; with [`Aim::Even`] the move nearest to zero has, and the others a bound beyond it.
    fn analyse(&mut self, game: &Shogi, budget: &Budget) -> Analysis<Move> {
        self.search(game, self.options, budget, |root, mates| root.analyse(game, budget, mates))
    }

    /// Two candidates, or one if `mv` is the best.
    fn compare(&mut self, game: &Shogi, mv: Move, budget: &Budget) -> Analysis<Move> {
        let options = Options { aim: Aim::Best, ..self.options };
        self.search(game, options, budget, |root, mates| root.compare(game, mv, budget, mates))
    }
}

//! Monte Carlo tree search (UCT: Kocsis and Szepesvári 2006) with a cap on its depth, which makes the rungs
//! of the ladder (Takagi 2021).

pub mod othello;
mod playout;
mod tree;

use games::Game;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::{Analysis, Analyst, Budget, Candidate, Unit};
use games::split_mix::mix;

pub use playout::{Margin, Playout, UniformPlayout};

use tree::Tree;

/// The generator of the playouts: small, quick, and the same for ever.
pub type PlayoutRng = Xoshiro256PlusPlus;

/// What a cap on the depth does besides keeping deeper nodes out of the tree. Takagi 2021 does not say; only
/// the first makes searches of distinct strength (`gokaku reproduce othello-fig6`).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum CapRule {
    /// The playout too ends at the cap, and the leader there counts as the winner.
    #[default]
    CutPlayout,
    /// The playout goes on to the end of the game.
    CapTree,
    /// As `CapTree`; complete subtrees are not searched again, and the search ends when the tree is complete.
    CompleteTree,
    /// As `CapTree`; the search ends when the tree first reaches the cap.
    ReachCap,
}

impl CapRule {
    /// Their words in a name, the default first.
    pub const WORDS: &'static [&'static str] = &["cut", "tree", "complete", "reach"];

    /// The rule that one of [`CapRule::WORDS`] stands for.
    #[must_use]
    pub fn from_word(word: &str) -> CapRule {
        match word {
            "tree" => CapRule::CapTree,
            "complete" => CapRule::CompleteTree,
            "reach" => CapRule::ReachCap,
            _ => CapRule::CutPlayout,
        }
    }

    /// The word for it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            CapRule::CutPlayout => "cut",
            CapRule::CapTree => "tree",
            CapRule::CompleteTree => "complete",
            CapRule::ReachCap => "reach",
        }
    }
}

/// How a tree is grown.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MctsOptions {
    /// Nodes deeper than this are not added. `None` is no cap.
    pub depth_cap: Option<u32>,
    /// What else the cap does.
    pub cap_rule: CapRule,
    /// The weight of exploration c in mean + c * sqrt(2 ln n / n_i).
    pub exploration: f64,
    /// Each thread grows a tree of its own with its share of the playouts, and their roots are added up: the
    /// answer depends on their number, not on when they run.
    pub threads: usize,
    /// All playouts follow from this and the position.
    pub seed: u64,
}

impl Default for MctsOptions {
    /// With c = 1 this is UCB1 (Auer, Cesa-Bianchi and Fischer 2002) for rewards between 0 and 1; Takagi 2021
    /// does not give its c.
    fn default() -> Self {
        MctsOptions { depth_cap: None, cap_rule: CapRule::default(), exploration: 1.0, threads: 1, seed: 0 }
    }
}

/// A Monte Carlo tree search. The most visited move is the best.
///
/// Without a number of playouts in the budget it goes on until its stop flag is raised.
///
/// ```
/// use games::othello::Othello;
/// use search::mcts::{Mcts, MctsOptions, othello::UniformOthelloPlayout};
/// use search::{Analyst, Budget};
///
/// let options = MctsOptions { depth_cap: Some(5), ..MctsOptions::default() };
/// let mut analyst = Mcts::new(UniformOthelloPlayout, options);
/// let analysis = analyst.analyse(&Othello::default(), &Budget::nodes(500));
/// assert_eq!((analysis.candidates.len(), analysis.nodes), (4, 500));
/// ```
#[derive(Clone, Debug)]
pub struct Mcts<P> {
    playout: P,
    options: MctsOptions,
}

impl<P> Mcts<P> {
    /// A search with the given playouts.
    pub fn new(playout: P, options: MctsOptions) -> Self {
        Mcts { playout, options }
    }

    /// How the tree is grown.
    pub fn options(&self) -> MctsOptions {
        self.options
    }
}

impl<G: Game, P: Playout<G>> Analyst<G> for Mcts<P> {
    fn analyse(&mut self, game: &G, budget: &Budget) -> Analysis<G::Move> {
        let mut moves = Vec::new();
        game.legal_moves(&mut moves);
        let threads = self.options.threads.max(1) as u64;
        let grow = |thread: u64| {
            let seed = mix(self.options.seed ^ mix(game.hash() ^ mix(thread)));
            let mut tree = Tree::new(game, self.options, budget.depth);
            let share = budget.nodes.map(|nodes| nodes / threads + u64::from(thread < nodes % threads));
            tree.grow(game, &self.playout, share, &budget.stop, &mut PlayoutRng::seed_from_u64(seed));
            tree
        };
        let trees: Vec<Tree<G::Move>> = if moves.is_empty() {
            Vec::new()
        } else if threads == 1 {
            vec![grow(0)]
        } else {
            std::thread::scope(|scope| {
                let grow = &grow;
                let handles: Vec<_> = (0..threads).map(|thread| scope.spawn(move || grow(thread))).collect();
                let join = |handle: std::thread::ScopedJoinHandle<'_, _>| match handle.join() {
                    Ok(tree) => tree,
                    Err(panic) => std::panic::resume_unwind(panic),
                };
                handles.into_iter().map(join).collect()
            })
        };
        report(&moves, &trees)
    }
}

/// The roots of all trees added up.
fn report<M: Copy>(moves: &[M], trees: &[Tree<M>]) -> Analysis<M> {
    let candidate = |(place, &mv): (usize, &M)| {
        let (mut visits, mut score) = (0, 0.0);
        for tree in trees {
            let (more_visits, more_score) = tree.root_move(place);
            visits += more_visits;
            score += more_score;
        }
        let mean = if visits == 0 { 0.5 } else { score / visits as f64 };
        let line = trees.first().map_or_else(|| vec![mv], |tree| tree.line(place, mv));
        Candidate { mv, value: mean - 0.5, line, visits }
    };
    let mut candidates: Vec<_> = moves.iter().enumerate().map(candidate).collect();
    candidates.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.value.total_cmp(&a.value)));
    let depth = trees.iter().map(Tree::depth).max().unwrap_or(0);
    let nodes = candidates.iter().map(|candidate| candidate.visits).sum();
    Analysis { candidates, unit: Unit::WinRate, depth, nodes, exact: false }
}

#[cfg(test)]
mod tests;

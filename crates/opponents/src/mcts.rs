//! The most visited move of a Monte Carlo tree search.

use games::PerfectInformation;
use search::mcts::{Mcts, Options, Playout};
use search::{Analysis, Analyst, Budget};

use crate::name::{Name, NameError};
use crate::{Choice, Failure, Opponent};

/// Plays the most visited move of a tree search with a cap on its depth (document 000).
#[derive(Clone, Debug)]
pub struct TreeSearch<P> {
    search: Mcts<P>,
    playouts: u64,
}

/// The cap that is none: no game has a line so long.
const NO_CAP: u32 = 999;

impl<P> TreeSearch<P> {
    /// Reads the options `depth` (the cap; 999 is none), `playouts` (2000), `c` (1, UCB1) and `threads` (1).
    ///
    /// # Errors
    /// An option is unknown or out of range.
    pub fn from_name(name: &Name, seed: u64, playout: P) -> Result<Self, NameError> {
        let mut options = name.options();
        let depth_cap = Some(options.number("depth", NO_CAP, 1..=NO_CAP)?);
        let playouts = options.number("playouts", 2000, 1..=1_000_000_000)?;
        let exploration = options.number("c", 1.0, 0.0..=1000.0)?;
        let threads = options.number("threads", 1, 1..=256)?;
        options.finish()?;
        Ok(TreeSearch {
            search: Mcts::new(playout, Options { depth_cap, exploration, threads, seed }),
            playouts,
        })
    }
}

impl<G: PerfectInformation, P: Playout<G>> Opponent<G> for TreeSearch<P> {
    fn name(&self) -> String {
        let options = self.search.options();
        Name::plain("mcts")
            .with("depth", options.depth_cap.unwrap_or(NO_CAP))
            .with("playouts", self.playouts)
            .with("c", options.exploration)
            .with("threads", options.threads)
            .to_string()
    }

    fn choose(&mut self, view: &G) -> Result<Choice<G::Move>, Failure> {
        let analysis = self.search.analyse(view, &Budget::nodes(self.playouts));
        let best = analysis.best().ok_or(Failure::NoMove)?;
        Ok(Choice { mv: best.mv, why: why_most_visited(&analysis) })
    }
}

/// The reason for the best candidate of a tree search.
pub(crate) fn why_most_visited<M>(analysis: &Analysis<M>) -> String
where
    M: Copy + PartialEq,
{
    let Some(best) = analysis.best() else { return String::new() };
    let percent = 100.0 * (best.value + 0.5);
    format!(
        "win rate {percent:.1}%, visits {} of {}, tree depth {}",
        best.visits, analysis.nodes, analysis.depth
    )
}

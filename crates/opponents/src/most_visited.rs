//! The most visited move of a Monte Carlo tree search.

use std::time::Duration;

use games::{Game, PerfectInformation};
use search::{Analysis, Stop};

use crate::name::Name;
use crate::{Choice, Failure, Opponent, Thinker};

/// Plays the most visited move of a tree search with a cap on its depth (document 000).
pub struct MostVisited<G: Game>(pub Thinker<G>);

impl<G: PerfectInformation> Opponent<G> for MostVisited<G> {
    fn name(&self) -> String {
        self.0.spell(Name::plain("mcts")).to_string()
    }

    fn thinking_time(&self) -> Option<Duration> {
        self.0.time()
    }

    fn stop_with(&mut self, stop: Stop) {
        self.0.stop_with(stop);
    }

    fn choose(&mut self, view: &G) -> Result<Choice<G::Move>, Failure> {
        let analysis = self.0.analyse(view);
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

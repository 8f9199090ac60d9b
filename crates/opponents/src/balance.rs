//! The move that keeps the game even (document 002, chapter 4).

use games::{Game, PerfectInformation};
use search::{AlphaBeta, AlphaBetaOptions, Analyst, Budget, Evaluation};

use crate::name::{Name, NameError};
use crate::{Choice, Opponent};

/// Plays the move whose value is nearest to 0: V0(M) = -|V(M)|. Among equally near ones the better.
#[derive(Clone, Debug)]
pub struct Balance<A> {
    analyst: A,
    depth: u32,
}

impl<G: Game, E: Evaluation<G>> Balance<AlphaBeta<G, E>> {
    /// Reads the option `depth` (5, as in the thesis).
    ///
    /// # Errors
    /// An option is unknown or out of range.
    pub fn from_name(name: &Name, evaluation: E, search: AlphaBetaOptions) -> Result<Self, NameError> {
        let mut options = name.options();
        let depth = options.number("depth", 5, 1..=60)?;
        options.finish()?;
        let search = AlphaBetaOptions { every_move: true, ..search };
        Ok(Balance { analyst: AlphaBeta::new(evaluation, search), depth })
    }
}

impl<G: PerfectInformation, A: Analyst<G>> Opponent<G> for Balance<A> {
    fn name(&self) -> String {
        Name::plain("balance").with("depth", self.depth).to_string()
    }

    fn choose(&mut self, view: &G) -> Option<Choice<G::Move>> {
        let analysis = self.analyst.analyse(view, &Budget::depth(self.depth));
        let nearest = analysis
            .candidates
            .iter()
            .enumerate()
            .min_by(|(_, a), (_, b)| a.value.abs().total_cmp(&b.value.abs()));
        let (place, chosen) = nearest?;
        let why = format!(
            "value {:+} {} nearest to 0, rank {} of {}, best {:+}, depth {}",
            chosen.value,
            analysis.unit,
            place + 1,
            analysis.candidates.len(),
            analysis.best()?.value,
            analysis.depth
        );
        Some(Choice { mv: chosen.mv, why })
    }
}

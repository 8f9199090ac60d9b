//! The best move of an alpha-beta search.

use games::{Game, PerfectInformation};
use search::{AlphaBeta, AlphaBetaOptions, Analyst, Budget, Changed, Evaluation};

use crate::name::{Name, NameError};
use crate::{Choice, Failure, Opponent};

/// Plays the best move of a search to a fixed depth; made weaker by noise on the evaluation (document 002) or by turning
/// it round (document 003).
#[derive(Clone, Debug)]
pub struct FixedDepth<G: Game, E> {
    search: AlphaBeta<G, Changed<E>>,
    depth: u32,
}

impl<G: Game, E: Evaluation<G>> FixedDepth<G, E> {
    /// Reads the options `depth` (5: the depth of document 002's program), `noise` (0) and `sign` (1).
    ///
    /// # Errors
    /// An option is unknown or out of range.
    pub fn from_name(
        name: &Name,
        seed: u64,
        evaluation: E,
        search: AlphaBetaOptions,
    ) -> Result<Self, NameError> {
        let mut options = name.options();
        let depth = options.number("depth", 5, 1..=60)?;
        let noise = options.number("noise", 0.0, 0.0..=1e6)?;
        let negated = options.word("sign", &["1", "-1"])? == "-1";
        options.finish()?;
        let evaluation = Changed { evaluation, negated, noise, seed };
        Ok(FixedDepth { search: AlphaBeta::new(evaluation, search), depth })
    }
}

impl<G: PerfectInformation, E: Evaluation<G>> Opponent<G> for FixedDepth<G, E> {
    fn name(&self) -> String {
        let evaluation = self.search.evaluation();
        let sign = if evaluation.negated { "-1" } else { "1" };
        Name::plain("alphabeta")
            .with("depth", self.depth)
            .with("noise", evaluation.noise)
            .with("sign", sign)
            .to_string()
    }

    fn choose(&mut self, view: &G) -> Result<Choice<G::Move>, Failure> {
        let analysis = self.search.analyse(view, &Budget::depth(self.depth));
        let best = analysis.best().ok_or(Failure::NoMove)?;
        let line: Vec<String> = best.line.iter().map(ToString::to_string).collect();
        let aim = if self.search.evaluation().negated { "lowest" } else { "highest" };
        let value = if self.search.evaluation().negated { -best.value } else { best.value };
        let why = format!(
            "{aim} value {value:+} {}, depth {}, nodes {}, line {}",
            analysis.unit,
            analysis.depth,
            analysis.nodes,
            line.join(" ")
        );
        Ok(Choice { mv: best.mv, why })
    }
}

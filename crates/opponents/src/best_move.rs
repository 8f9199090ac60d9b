//! The best move of an alpha-beta search.

use std::time::Duration;

use games::{Game, PerfectInformation};
use search::Stop;

use crate::name::Name;
use crate::{Choice, Failure, Opponent, Thinker};

/// Plays the best move of a search; made weaker by little depth, by noise on the evaluation (document 002) or by turning it
/// round (document 003).
pub struct BestMove<G: Game>(pub Thinker<G>);

impl<G: PerfectInformation> Opponent<G> for BestMove<G> {
    fn name(&self) -> String {
        self.0.spell(Name::plain("alphabeta")).to_string()
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
        let line: Vec<String> = best.line.iter().map(ToString::to_string).collect();
        let (aim, value) =
            if self.0.is_negated() { ("lowest", -best.value) } else { ("highest", best.value) };
        let exact = if analysis.exact { ", exact" } else { "" };
        let why = format!(
            "{aim} value {value:+} {}{exact}, depth {}, nodes {}, line {}",
            analysis.unit,
            analysis.depth,
            analysis.nodes,
            line.join(" ")
        );
        Ok(Choice { mv: best.mv, why })
    }
}

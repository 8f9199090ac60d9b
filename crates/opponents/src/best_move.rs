//! The best move of an analyst.

use games::{Game, PerfectInformation};

use crate::name::Name;
use crate::{Choice, Failure, Interruptible, NamedAnalyst, Opponent, Reason};

/// Plays the best move of an analyst: of an alpha-beta search, made weaker by little depth, by noise on the
/// evaluation (Nakamichi 2020) or by negating it (Sato 2021), or the most visited move of a tree search with
/// a cap on its depth (Takagi 2021).
pub struct BestMove<G: Game> {
    name: &'static str,
    analyst: NamedAnalyst<G>,
}

impl<G: Game> BestMove<G> {
    /// Plays by `analyst`, which is called `name`.
    #[must_use]
    pub fn new(name: &'static str, analyst: NamedAnalyst<G>) -> Self {
        BestMove { name, analyst }
    }
}

impl<G: PerfectInformation> Opponent<G> for BestMove<G> {
    fn name(&self) -> String {
        self.analyst.spell(Name::plain(self.name)).to_string()
    }

    fn interruptible(&mut self) -> Option<&mut dyn Interruptible> {
        Some(&mut self.analyst)
    }

    fn choose(&mut self, view: &G) -> Result<Choice<G::Move>, Failure> {
        let analysis = self.analyst.analyse(view);
        let best = analysis.best().zip(Reason::best_of(&analysis, self.analyst.is_negated()));
        let (best, reason) = best.ok_or(Failure::NoMove)?;
        Ok(Choice { mv: best.mv, reason })
    }
}

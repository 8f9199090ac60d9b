//! The move that keeps the game even (Nakamichi 2020).

use games::PerfectInformation;

use crate::name::{Name, NameError};
use crate::roster::Roster;
use crate::{Choice, Failure, Interruptible, NamedAnalyst, Opponent, Reason};

/// Plays the move whose value is nearest to 0: V0(M) = -|V(M)|. Among equally near ones the better.
pub struct Balance<G: Roster> {
    analyst: NamedAnalyst<G>,
    analyst_name: &'static str,
}

impl<G: Roster> Balance<G> {
    /// Reads the option `analyst` (the first of the game's) and the options of that analyst.
    ///
    /// # Errors
    /// An option is unknown or out of range.
    pub fn from_name(name: &Name, seed: u64) -> Result<Self, NameError> {
        let mut options = name.options();
        let analyst_name = options.word("analyst", G::ANALYSTS)?;
        let analyst = G::analyst(analyst_name, &mut options, seed, true)?;
        options.finish()?;
        Ok(Balance { analyst, analyst_name })
    }
}

impl<G: Roster + PerfectInformation> Opponent<G> for Balance<G> {
    fn name(&self) -> String {
        self.analyst.spell(Name::plain("balance").with("analyst", self.analyst_name)).to_string()
    }

    fn interruptible(&mut self) -> Option<&mut dyn Interruptible> {
        Some(&mut self.analyst)
    }

    fn choose(&mut self, view: &G) -> Result<Choice<G::Move>, Failure> {
        let analysis = self.analyst.analyse(view);
        let candidates = analysis.candidates.iter().enumerate();
        let nearest = candidates.min_by(|(_, one), (_, two)| one.value.abs().total_cmp(&two.value.abs()));
        let ((place, chosen), best) = nearest.zip(analysis.best()).ok_or(Failure::NoMove)?;
        let reason = Reason::Balance {
            value: chosen.value,
            unit: analysis.unit,
            moves: analysis.candidates.len(),
            depth: analysis.depth,
            rank: Some(place + 1),
            best: Some(best.value),
            instead_of: None,
            mate_spared: false,
        };
        Ok(Choice { mv: chosen.mv, reason })
    }
}

//! The move with the most points in random playouts.

use games::geister::{Geister, Move, View};
use search::geister::MonteCarlo as Search;

use super::colour_belief::ColourBelief;
use crate::limits::Limits;
use crate::name::{Name, NameError, Options};
use crate::{Choice, Failure, Interruptible, Opponent, Reason};

/// Playouts per move in Teramura and Matsuzaki 2021.
const PLAYOUTS: u64 = 20_000;

/// The player MC of Teramura and Matsuzaki 2021: playouts shared equally among the moves, each with sampled
/// colours of the hidden ghosts.
#[derive(Clone, Debug)]
pub struct MonteCarlo {
    search: Search,
    limits: Limits,
    colours: ColourBelief,
}

/// Reads the options `playouts` (20000, or no limit if a time is given) and `time` (none).
///
/// # Errors
/// An option is out of range.
pub(crate) fn limits(options: &mut Options<'_>) -> Result<Limits, NameError> {
    let time = options.time("time")?;
    let playouts = options.optional_number("playouts", 1..=1_000_000_000)?;
    Ok(Limits::playouts(if time.is_none() { playouts.or(Some(PLAYOUTS)) } else { playouts }, time))
}

/// The options that say so.
pub(crate) fn spelled(limits: &Limits) -> Vec<(&'static str, String)> {
    let as_playouts = |(key, value)| (if key == "nodes" { "playouts" } else { key }, value);
    limits.spelled().into_iter().map(as_playouts).collect()
}

impl MonteCarlo {
    /// Reads the options `playouts` (20000, or no limit if a time is given), `time` (none) and those of
    /// [`ColourBelief`].
    ///
    /// # Errors
    /// An option is unknown or out of range.
    pub fn from_name(name: &Name, seed: u64) -> Result<Self, NameError> {
        let mut options = name.options();
        let limits = limits(&mut options)?;
        let colours = ColourBelief::from_options(&mut options, seed)?;
        options.finish()?;
        Ok(MonteCarlo { search: Search::new(seed), limits, colours })
    }
}

impl Opponent<Geister> for MonteCarlo {
    fn name(&self) -> String {
        let spell = |name: Name, (key, value): (&str, String)| name.with(key, value);
        let name = spelled(&self.limits).into_iter().fold(Name::plain("mc"), spell);
        self.colours.spell(name).to_string()
    }

    fn begin(&mut self, _start: &View, _moves: &[Move]) {
        self.colours.begin();
    }

    fn observe(&mut self, before: &View, mv: Move) {
        self.colours.observe(before, mv);
    }

    fn retract(&mut self, observed: usize) {
        self.colours.retract(observed);
    }

    fn interruptible(&mut self) -> Option<&mut dyn Interruptible> {
        Some(&mut self.limits)
    }

    fn choose(&mut self, view: &View) -> Result<Choice<Move>, Failure> {
        let (deal, blue) = self.colours.deal(view);
        let analysis = self.search.analyse(&deal, &self.limits.budget());
        let best = analysis.best().ok_or(Failure::NoMove)?;
        let reason = if analysis.exact {
            Reason::Exit
        } else {
            Reason::MonteCarlo {
                score: best.value + 0.5,
                playouts: best.visits,
                moves: analysis.candidates.len(),
                blue,
            }
        };
        Ok(Choice { mv: best.mv, reason })
    }
}

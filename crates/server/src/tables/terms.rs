//! What was agreed before a game.

use serde::{Deserialize, Serialize};

use crate::wire::{ClockSetting, Company, NewTable, Pace};

/// What was agreed before a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Terms {
    /// Moves may be taken back.
    pub undo: bool,
    /// Hints may be asked for.
    pub hint: bool,
    /// How fast the opponent answers.
    pub pace: Pace,
    /// The clock, if there is one.
    pub clock: Option<ClockSetting>,
}

impl Terms {
    /// What a new table asks for. Two people give each other no hints; at one board they may take back what
    /// hides nothing.
    #[must_use]
    pub(crate) fn of(new: &NewTable, company: Company, hides: bool) -> Terms {
        let undo = match company {
            Company::Opponent => new.undo,
            Company::OneBoard => new.undo && !hides,
            Company::ByLink => false,
        };
        Terms { undo, hint: new.hint && company == Company::Opponent, pace: new.pace, clock: new.clock }
    }
}

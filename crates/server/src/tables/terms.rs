//! What was agreed before a game.

use serde::{Deserialize, Serialize};

use crate::wire::{ClockSetting, NewTable, Pace};

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
    /// What a new table asks for.
    #[must_use]
    pub(crate) const fn of(new: &NewTable) -> Terms {
        Terms { undo: new.undo, hint: new.hint, pace: new.pace, clock: new.clock }
    }
}

//! What was agreed before a game.

use serde::{Deserialize, Serialize};

use crate::wire::{ClockSetting, Company, Experience, NewTable, Pace, Wish};

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
    /// What the player says of themselves.
    #[serde(default)]
    pub experience: Option<Experience>,
    /// How hard the player wants it to be.
    #[serde(default)]
    pub wish: Option<Wish>,
    /// It began from a position of the player's choice: it is not rated.
    #[serde(default)]
    pub set_up: bool,
    /// The most plies, where a study says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most_plies: Option<u32>,
}

impl Terms {
    /// Whether stored terms are of a game that began from a position of the player's choice.
    #[must_use]
    pub(crate) fn are_set_up(stored: &str) -> bool {
        serde_json::from_str::<Terms>(stored).is_ok_and(|terms| terms.set_up)
    }

    /// What a new table asks for. Two people give each other no hints; at one board they may take back what
    /// hides nothing.
    #[must_use]
    pub(crate) fn of(new: &NewTable, company: Company, hides: bool) -> Terms {
        let undo = match company {
            Company::Opponent => new.undo,
            Company::OneBoard => new.undo && !hides,
            Company::ByLink => false,
        };
        Terms {
            undo,
            hint: new.hint && company == Company::Opponent,
            pace: new.pace,
            clock: new.clock,
            experience: new.experience,
            wish: new.wish,
            set_up: new.position.is_some(),
            most_plies: new.most_plies,
        }
    }
}

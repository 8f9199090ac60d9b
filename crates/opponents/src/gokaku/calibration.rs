//! What was measured of a game's reference players and of users, as `calibration/GAME.toml` holds it.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::scale::{PHASES, PlayerSettings};

/// The ends of an interval of 95% are so many standard deviations from the middle of a normal distribution.
const Z_95: f64 = 1.96;

/// A number that was measured, with its 95% interval; written as a list in this order.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(from = "(f64, f64, f64, u64)", into = "(f64, f64, f64, u64)")]
pub struct Measured {
    /// The number.
    pub value: f64,
    /// The lower end of its interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// From how many games.
    pub games: u64,
}

impl From<(f64, f64, f64, u64)> for Measured {
    fn from((value, low, high, games): (f64, f64, f64, u64)) -> Self {
        Measured { value, low, high, games }
    }
}

impl From<Measured> for (f64, f64, f64, u64) {
    fn from(Measured { value, low, high, games }: Measured) -> Self {
        (value, low, high, games)
    }
}

impl Measured {
    /// The standard deviation of the number, as for an interval of 95% of a normal distribution.
    #[must_use]
    pub fn standard_deviation(&self) -> f64 {
        (self.high - self.low) / (2.0 * Z_95)
    }
}

/// What was measured of one reference player.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MeasuredPlayer {
    /// How it chooses; changes with its settings, so that a calibration of other players is recognised.
    pub player: String,
    /// Its strength in Elo (random play = 0).
    pub elo: Measured,
    /// How strong it is with the guard, if `gokaku` plays as it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guarded: Option<Measured>,
    /// The temperature with which it looks as if it had chosen, where all are seen by one search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen_temperature: Option<Measured>,
    /// Between players like it, a position of this value, with the whole game to come, wins as often as 400
    /// Elo more strength.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value_of_400_elo: Option<Measured>,
    /// What moving first is worth to it, in Elo.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_move: Option<Measured>,
    /// The winning chances it loses per move in each third of a game, as shares of what a random move loses
    /// there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub losses: Vec<Measured>,
}

/// The strength of an opponent of the page, measured in the same run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MeasuredOpponent {
    /// Its name.
    pub opponent: String,
    /// Its strength in Elo (random play = 0).
    pub elo: Measured,
}

/// Everything that was measured for a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Calibration {
    /// The game.
    pub game: String,
    /// The command that made it.
    pub command: String,
    /// What the players were made of when they were measured.
    pub fingerprint: String,
    /// Games played for it.
    pub games: u64,
    /// The weight of a move in an open position as evidence; below 1 because a user's moves are not
    /// independent, and users are no reference players.
    pub evidence_per_move: Measured,
    /// The weight of what a move loses.
    pub evidence_per_loss: Measured,
    /// How much stronger users are than the reference player as which they look, in Elo.
    pub deviation: Measured,
    /// How much that differs from user to user: its standard deviation.
    pub deviation_sd: Measured,
    /// With the whole game to come, a position of this value wins as often as 400 Elo more strength, over all
    /// players.
    pub value_of_400_elo: Measured,
    /// How many moves a side makes in a game.
    pub usual_moves: Measured,
    /// The reference players in the order of the settings.
    pub players: Vec<MeasuredPlayer>,
    /// Those of the alternative kind.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub alternatives: Vec<MeasuredPlayer>,
    /// The page's opponents of fixed strength.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub levels: Vec<MeasuredOpponent>,
}

/// Why a calibration cannot be used: what was found and what was expected, and what to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Uncalibrated {
    game: &'static str,
    why: String,
}

impl fmt::Display for Uncalibrated {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Uncalibrated { game, why } = self;
        write!(formatter, "the calibration of {game} cannot be used: {why}; run: gokaku calibrate {game}")
    }
}

impl std::error::Error for Uncalibrated {}

impl Calibration {
    /// Reads the calibration of these players.
    pub(super) fn read(
        game: &'static str,
        text: &str,
        players: &[PlayerSettings],
        alternatives: &[PlayerSettings],
    ) -> Result<Calibration, Uncalibrated> {
        let wrong = |why: String| Uncalibrated { game, why };
        let calibration: Calibration =
            toml::from_str(text).map_err(|error| wrong(error.message().to_owned()))?;
        if calibration.game != game {
            return Err(wrong(format!("found one of {}, expected one of {game}", calibration.game)));
        }
        let kinds = [(&calibration.players, players), (&calibration.alternatives, alternatives)];
        for (measured, expected) in kinds {
            if measured.len() != expected.len() {
                let (found, expected) = (measured.len(), expected.len());
                return Err(wrong(format!("found {found} reference players, expected {expected}")));
            }
            for (measured, expected) in measured.iter().zip(expected) {
                let expected = expected.description();
                if measured.player != expected {
                    let found = &measured.player;
                    return Err(wrong(format!(
                        "found the reference player \"{found}\", expected \"{expected}\""
                    )));
                }
                if ![0, PHASES].contains(&measured.losses.len()) {
                    let found = measured.losses.len();
                    return Err(wrong(format!("found losses in {found} parts of a game, expected {PHASES}")));
                }
            }
        }
        Ok(calibration)
    }
}

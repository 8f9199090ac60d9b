//! The games by their names.

use games::geister::Geister;
use games::kalah::Kalah;
use games::othello::Othello;
use games::shogi::Shogi;
use games::{Game, Ply, Record, Side};
use opponents::{NameError, by_name};
use serde::{Deserialize, Serialize};

/// A game, by the name it has everywhere.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameName {
    /// Othello.
    Othello,
    /// Kalah.
    Kalah,
    /// Shogi.
    Shogi,
    /// Geister.
    Geister,
}

/// Runs `$body` with `$game` standing for the type of the game that `$name` names.
macro_rules! with_game {
    ($name:expr, $game:ident => $body:expr) => {
        match $name {
            $crate::GameName::Othello => {
                type $game = games::othello::Othello;
                $body
            }
            $crate::GameName::Kalah => {
                type $game = games::kalah::Kalah;
                $body
            }
            $crate::GameName::Shogi => {
                type $game = games::shogi::Shogi;
                $body
            }
            $crate::GameName::Geister => {
                type $game = games::geister::Geister;
                $body
            }
        }
    };
}
pub(crate) use with_game;

impl GameName {
    /// The name, as records and the command line write it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            GameName::Othello => Othello::NAME,
            GameName::Kalah => Kalah::NAME,
            GameName::Shogi => Shogi::NAME,
            GameName::Geister => Geister::NAME,
        }
    }

    /// The opponent's name with every option spelled out.
    ///
    /// # Errors
    /// There is no such opponent among our own, or it has no such option.
    pub fn full_name(self, opponent: &str) -> Result<String, NameError> {
        Ok(with_game!(self, G => by_name::<G>(opponent, 1)?.name()))
    }

    /// The one record in `text` as bare moves, without names, times, values and comments: who played it must not be seen.
    ///
    /// # Errors
    /// The text is not one record of this game in which `side` moves; what it is, in half a sentence.
    pub(crate) fn bare_record(self, text: &str, side: Side) -> Result<String, String> {
        with_game!(self, G => bare_record::<G>(text, side))
    }
}

fn bare_record<G: Game>(text: &str, side: Side) -> Result<String, String> {
    let records = games::text::read::<G>(text).map_err(|error| error.to_string())?;
    let [record] = records.as_slice() else {
        return Err(format!("{} records", records.len()));
    };
    let mut bare = Record::new(record.start.clone());
    let mut game = record.start.clone();
    let mut moves = 0;
    for mv in record.moves() {
        moves += usize::from(game.side_to_move() == side);
        game.play(mv).map_err(|error| error.to_string())?;
        bare.line.plies.push(Ply::new(mv));
    }
    if moves == 0 {
        return Err(format!("no move of the {side} side"));
    }
    bare.line.end = record.line.end.or(game.outcome());
    Ok(games::text::write(&bare))
}

//! The one list of games. Whatever has to be done for each game goes through
//! [`with_game!`](crate::with_game).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::{Game, Malformed};

/// Declares the games once: the enum, the names, the types behind them and the macro that leads from one to
/// the other. `$d` stands for the dollar sign of the macro that is made.
macro_rules! registry {
    ($d:tt $($module:ident::$game:ident = $english:literal, $japanese:literal;)+) => {
        /// One of the games, where its type is not known at compile time.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        #[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
        #[serde(rename_all = "kebab-case")]
        pub enum GameKind {
            $(#[doc = concat!("[`", stringify!($game), "`](crate::", stringify!($module), ").")] $game),+
        }

        impl GameKind {
            /// All games, in the order in which they are shown.
            pub const ALL: &'static [GameKind] = &[$(GameKind::$game),+];

            /// The name used on the command line, in records, in the database and over the wire.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(GameKind::$game => <crate::$module::$game as Game>::NAME),+
                }
            }

            /// What people call it in English.
            #[must_use]
            pub const fn english(self) -> &'static str {
                match self {
                    $(GameKind::$game => $english),+
                }
            }

            /// What people call it in Japanese.
            #[must_use]
            pub const fn japanese(self) -> &'static str {
                match self {
                    $(GameKind::$game => $japanese),+
                }
            }
        }

        $(impl Registered for crate::$module::$game {
            const KIND: GameKind = GameKind::$game;
        })+

        /// Runs `$body` with `$game` standing for the type of the game that `$kind` names.
        ///
        /// ```
        /// use games::{Game, GameKind, with_game};
        ///
        /// let kind: GameKind = "kalah".parse()?;
        /// let start = with_game!(kind, G => G::default().to_string());
        /// assert!(start.starts_with("4,4,4,4,4,4 0"));
        /// # Ok::<(), games::Malformed>(())
        /// ```
        #[macro_export]
        macro_rules! with_game {
            ($d kind:expr, $d game:ident => $d body:expr) => {
                match $d kind {
                    $($d crate::GameKind::$game => {
                        type $d game = $d crate::$module::$game;
                        $d body
                    })+
                }
            };
        }

        /// Hands the list of games to another macro, as `Type module` separated by commas.
        ///
        /// ```
        /// macro_rules! count {
        ///     ($($game:ident $module:ident),+) => { [$(stringify!($module)),+].len() };
        /// }
        /// assert_eq!(games::for_each_game!(count), games::GameKind::ALL.len());
        /// ```
        #[macro_export]
        macro_rules! for_each_game {
            ($d callback:ident) => { $d callback! { $($game $module),+ } };
        }
    };
}

/// A game on the list.
pub trait Registered: Game {
    /// Which one it is.
    const KIND: GameKind;
}

registry! { $
    othello::Othello = "Othello", "オセロ";
    kalah::Kalah = "Kalah", "マンカラ（カラハ）";
    shogi::Shogi = "Shogi", "将棋";
    geister::Geister = "Geister", "ガイスター";
}

impl fmt::Display for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for GameKind {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<GameKind, Malformed> {
        let known = || GameKind::ALL.iter().map(|kind| kind.as_str()).collect::<Vec<_>>().join(", ");
        GameKind::ALL
            .iter()
            .copied()
            .find(|kind| kind.as_str() == text)
            .ok_or_else(|| Malformed::new(text, format!("one of {}", known())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_distinct_and_read_back() {
        for &kind in GameKind::ALL {
            assert_eq!(kind.as_str().parse(), Ok(kind));
            assert_eq!(serde_json::to_string(&kind).unwrap(), format!("{:?}", kind.as_str()));
            assert_eq!(with_game!(kind, G => <G as Registered>::KIND), kind);
        }
        let error = "chess".parse::<GameKind>().unwrap_err().to_string();
        assert!(error.contains("chess") && error.contains("othello, kalah, shogi, geister"), "{error}");
    }
}

//! Games that were read from one file, of whatever kind they are.

use games::geister::{Geister, Transcript};
use games::{GameKind, Malformed, Record, Registered, text, with_game};

use crate::comparison::Comparison;

/// Declares what has one part per game.
macro_rules! records {
    ($($game:ident $module:ident),+) => {
        /// Games of one kind.
        #[derive(Clone, PartialEq, Debug)]
        pub(crate) enum Records {
            $($game(Vec<Record<games::$module::$game>>),)+
            /// Games as one seat saw them; what it did not see is not there.
            Seen(Vec<Transcript>),
        }

        $(impl From<Vec<Record<games::$module::$game>>> for Records {
            fn from(records: Vec<Record<games::$module::$game>>) -> Self {
                Records::$game(records)
            }
        }

        impl TryFrom<Records> for Vec<Record<games::$module::$game>> {
            type Error = Records;

            fn try_from(records: Records) -> Result<Self, Records> {
                match records {
                    Records::$game(records) => Ok(records),
                    other => Err(other),
                }
            }
        })+

        impl Records {
            /// The game these are games of.
            pub(crate) fn game(&self) -> GameKind {
                match self {
                    $(Records::$game(_) => GameKind::$game,)+
                    Records::Seen(_) => Geister::KIND,
                }
            }

            /// How many games there are.
            pub(crate) fn len(&self) -> usize {
                match self {
                    $(Records::$game(records) => records.len(),)+
                    Records::Seen(seen) => seen.len(),
                }
            }

            /// How many moves their main lines have.
            pub(crate) fn moves(&self) -> usize {
                match self {
                    $(Records::$game(records) => records.iter().map(|record| record.line.plies.len()).sum(),)+
                    Records::Seen(seen) => seen.iter().map(|transcript| transcript.plies.len()).sum(),
                }
            }

            /// Each game alone, for formats that hold one per file.
            pub(crate) fn into_singles(self) -> Vec<Records> {
                match self {
                    $(Records::$game(records) => split(records, Records::$game),)+
                    Records::Seen(seen) => split(seen, Records::Seen),
                }
            }

            /// The games in our own format.
            pub(crate) fn write_gkr(&self) -> String {
                match self {
                    $(Records::$game(records) => joined(records.iter().map(text::write)),)+
                    Records::Seen(seen) => joined(seen.iter().map(Transcript::write)),
                }
            }

            /// How much of these games `after` still has.
            pub(crate) fn compare(&self, after: &Records) -> Comparison {
                match (self, after) {
                    $((Records::$game(before), Records::$game(after)) => {
                        Comparison::of_records(before, after)
                    })+
                    (Records::Seen(before), Records::Seen(after)) => {
                        Comparison::of_transcripts(before, after)
                    }
                    _ => Comparison::of_nothing(self.len()),
                }
            }
        }
    };
}
games::for_each_game!(records);

impl Records {
    /// Reads games in our own format; the first line names the game.
    ///
    /// # Errors
    /// The text is not in our format.
    pub(crate) fn read_gkr(text: &str) -> Result<Records, Malformed> {
        match text::game_name(text).and_then(|name| name.parse::<GameKind>().ok()) {
            Some(kind) => with_game!(kind, G => text::read::<G>(text).map(Records::from)),
            None => {
                let games: Vec<String> = GameKind::ALL.iter().map(|kind| format!("game {kind}")).collect();
                let line = text.lines().next().unwrap_or_default();
                Err(Malformed::new(line, format!("one of: {}", games.join(", "))).at_line(1))
            }
        }
    }
}

fn split<T>(records: Vec<T>, one: impl Fn(Vec<T>) -> Records) -> Vec<Records> {
    records.into_iter().map(|record| one(vec![record])).collect()
}

fn joined(texts: impl Iterator<Item = String>) -> String {
    texts.collect::<Vec<_>>().join("\n")
}

//! The options a board can set.

use std::time::Duration;

use games::Malformed;
use games::shogi::Shogi;
use opponents::NameError;

use crate::by_name;

/// The names of the options, for errors.
const NAMES: &str = "USI_Hash, USI_Ponder, Threads, MultiPV, MoveOverhead, Opponent";

/// What is lost between our answer and the board's clock: what Fairy-Stockfish assumes by default.
const OVERHEAD: u32 = 30;

/// The options as they are set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Options {
    /// Megabytes for tables, for opponents with an option `hash`.
    pub(super) hash: u32,
    /// For opponents with an option `threads`.
    pub(super) threads: u32,
    /// How many moves an analyst tells about.
    pub(super) multi_pv: u32,
    overhead: u32,
    /// Who plays.
    pub(super) opponent: String,
    /// How long that opponent would like to think, by its name.
    pub(super) own_time: Option<Duration>,
    default_opponent: String,
}

impl Options {
    /// The defaults, with this opponent.
    pub(super) fn new(opponent: &str) -> Result<Options, NameError> {
        let mut options = Options {
            hash: 0,
            threads: 1,
            multi_pv: 1,
            overhead: OVERHEAD,
            opponent: String::new(),
            own_time: None,
            default_opponent: opponent.to_owned(),
        };
        options.set_opponent(opponent)?;
        Ok(options)
    }

    /// The options as a program introduces them. A hash of 0 leaves the size to the opponent.
    pub(super) fn introduction(&self) -> String {
        format!(
            "option name USI_Hash type spin default 0 min 0 max 65536\n\
             option name USI_Ponder type check default false\n\
             option name Threads type spin default 1 min 1 max 256\n\
             option name MultiPV type spin default 1 min 1 max 600\n\
             option name MoveOverhead type spin default {OVERHEAD} min 0 max 10000\n\
             option name Opponent type string default {}\n",
            self.default_opponent
        )
    }

    /// What is lost between our answer and the board's clock.
    pub(super) fn overhead(&self) -> Duration {
        Duration::from_millis(u64::from(self.overhead))
    }

    /// Sets an option.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<(), Malformed> {
        let number = |most: u32, least: u32| {
            let number = value.parse().ok().filter(|number| (least..=most).contains(number));
            let expected = format!("a number from {least} to {most} for {name}");
            number.ok_or_else(|| Malformed::new(value, expected))
        };
        match name {
            "USI_Hash" => self.hash = number(65_536, 0)?,
            "Threads" => self.threads = number(256, 1)?,
            "MultiPV" => self.multi_pv = number(600, 1)?,
            "MoveOverhead" => self.overhead = number(10_000, 0)?,
            // The board ponders or does not; we need not know before it says so.
            "USI_Ponder" => match value {
                "true" | "false" => {}
                _ => return Err(Malformed::new(value, "true or false for USI_Ponder")),
            },
            "Opponent" => {
                // Boards send what is empty in one of these ways.
                let usual = matches!(value, "" | "<empty>");
                let opponent = if usual { self.default_opponent.clone() } else { value.to_owned() };
                self.set_opponent(&opponent).map_err(|error| match error {
                    NameError::Opponent { found, known } => Malformed::new(found, known.join(", ")),
                    error => Malformed::new(value, format!("an opponent; {error}")),
                })?;
            }
            _ => return Err(Malformed::new(name, format!("one of the options: {NAMES}"))),
        }
        Ok(())
    }

    fn set_opponent(&mut self, name: &str) -> Result<(), NameError> {
        let mut opponent = by_name::<Shogi>(name, 0)?;
        self.own_time = opponent.thinking_time();
        self.opponent = name.to_owned();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_set_or_refused() {
        let mut options = Options::new("random").unwrap();
        let usual = options.clone();
        for (name, value, expected) in [
            ("USI_Hash", "-1", "found \"-1\", expected a number from 0 to 65536 for USI_Hash"),
            ("Threads", "0", "expected a number from 1 to 256 for Threads"),
            ("MultiPV", "", "expected a number from 1 to 600"),
            ("USI_Ponder", "perhaps", "expected true or false"),
            ("Colour", "red", "expected one of the options: USI_Hash"),
            ("Opponent", "grandmaster", "found \"grandmaster\", expected random"),
            ("Opponent", "a b", "expected an opponent; found"),
        ] {
            let error = options.set(name, value).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
        assert_eq!(options, usual);
        for (name, value) in [("USI_Hash", "64"), ("Threads", "2"), ("MultiPV", "3"), ("USI_Ponder", "true")]
        {
            options.set(name, value).unwrap();
        }
        assert_eq!((options.hash, options.threads, options.multi_pv), (64, 2, 3));
        options.set("MoveOverhead", "100").unwrap();
        assert_eq!(options.overhead(), Duration::from_millis(100));
        options.set("Opponent", "").unwrap();
        assert_eq!(options.opponent, "random");
        assert!(Options::new("gokaku").is_ok());
    }
}

//! How long to think, as a `go` line tells it.

use std::time::Duration;

use games::{Malformed, Side};

/// Of the time at hand a move takes this part, so that the clock never runs out: after 28 moves half of it is
/// left.
const PART: u32 = 40;

/// What a board says behind `go`.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Go {
    /// What is left to each side.
    left: [Option<Duration>; 2],
    /// What each side gets for a move.
    increment: [Duration; 2],
    /// What a move may take when nothing is left.
    byoyomi: Option<Duration>,
    /// What this move shall take.
    pub(crate) move_time: Option<Duration>,
    /// How deep to look.
    pub(crate) depth: Option<u32>,
    /// How many positions to look at.
    pub(crate) nodes: Option<u64>,
    /// Until `stop`.
    pub(crate) infinite: bool,
    /// The last move is a guess; the clock begins with `ponderhit`.
    pub(crate) ponder: bool,
    /// A mate is asked for, and no move.
    pub(crate) mate: bool,
}

impl Go {
    /// Reads what stands behind `go`. A word that is not known is passed over, as the protocol has grown
    /// words before.
    pub(crate) fn read(text: &str) -> Result<Go, Malformed> {
        let mut go = Go::default();
        let mut words = text.split_ascii_whitespace().peekable();
        while let Some(word) = words.next() {
            let mut number = || {
                let found = words.next().unwrap_or_default();
                found.parse::<i64>().map_err(|_| {
                    Malformed::new(format!("{word} {found}"), format!("a whole number behind {word}"))
                })
            };
            // A clock that has run out is shown below zero by some boards.
            let time = |number: i64| Duration::from_millis(number.max(0).unsigned_abs());
            match word {
                "btime" => go.left[0] = Some(time(number()?)),
                "wtime" => go.left[1] = Some(time(number()?)),
                "binc" => go.increment[0] = time(number()?),
                "winc" => go.increment[1] = time(number()?),
                "byoyomi" => go.byoyomi = Some(time(number()?)),
                "movetime" => go.move_time = Some(time(number()?)),
                "depth" => go.depth = Some(u32::try_from(number()?.max(1)).unwrap_or(u32::MAX)),
                "nodes" => go.nodes = Some(number()?.max(1).unsigned_abs()),
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                "mate" => {
                    go.mate = true;
                    if words.next_if_eq(&"infinite").is_none() {
                        let millis = words.next_if(|word| word.parse::<u64>().is_ok());
                        let millis = millis.and_then(|word| word.parse().ok());
                        go.move_time = millis.map(Duration::from_millis).or(go.move_time);
                    }
                }
                _ => {}
            }
        }
        Ok(go)
    }

    /// What is left to `side`, with so much for a move when nothing is.
    pub(crate) fn with(side: Side, left: Duration, byoyomi: Duration) -> Go {
        let mut go = Go { byoyomi: Some(byoyomi), ..Go::default() };
        go.left[side.index()] = Some(left);
        go
    }

    /// What `side` may spend on a move if `overhead` is lost on the way; `None` if nobody measures it.
    ///
    /// A move takes its part of what is left, and what it is given on top of that, but never more than there
    /// is.
    pub(crate) fn budget(&self, side: Side, overhead: Duration) -> Option<Duration> {
        let at_most = |time: Duration| time.saturating_sub(overhead).max(Duration::from_millis(1));
        if self.infinite {
            return None;
        }
        if let Some(time) = self.move_time {
            return Some(at_most(time));
        }
        let left = self.left[side.index()];
        if left.is_none() && self.byoyomi.is_none() {
            return None;
        }
        let (left, byoyomi) = (left.unwrap_or_default(), self.byoyomi.unwrap_or_default());
        let increment = self.increment[side.index()];
        Some(at_most((left / PART + increment + byoyomi).min(left + byoyomi)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budget(text: &str) -> [Option<u64>; 2] {
        let go = Go::read(text).unwrap();
        Side::BOTH.map(|side| {
            go.budget(side, Duration::from_millis(30)).map(|time| u64::try_from(time.as_millis()).unwrap())
        })
    }

    #[test]
    fn a_move_takes_its_part_of_what_there_is() {
        for (text, expected) in [
            ("btime 0 wtime 0 byoyomi 1000", [Some(970), Some(970)]),
            ("btime 40000 wtime 0 byoyomi 1000", [Some(1970), Some(970)]),
            ("btime 40000 wtime 80000 binc 500 winc 0", [Some(1470), Some(1970)]),
            // Nobody may spend what is added only after the move.
            ("btime 100 wtime 10 binc 5000 winc 5000", [Some(70), Some(1)]),
            ("byoyomi 500", [Some(470), Some(470)]),
            ("movetime 200", [Some(170), Some(170)]),
            ("btime -20 wtime -20", [Some(1), Some(1)]),
            ("infinite", [None, None]),
            ("", [None, None]),
            ("depth 5", [None, None]),
            ("ponder btime 0 wtime 0 byoyomi 100 sideways", [Some(70), Some(70)]),
        ] {
            assert_eq!(budget(text), expected, "{text}");
        }
    }

    #[test]
    fn a_game_never_loses_on_time() {
        let mut left = 60_000;
        for _ in 0..300 {
            let go = Go::read(&format!("btime {left} wtime 0")).unwrap();
            let spent = go.budget(Side::First, Duration::ZERO).unwrap();
            left -= i64::try_from(spent.as_millis()).unwrap();
            assert!(left >= 0);
        }
    }

    #[test]
    fn words_are_read() {
        let go = Go::read("mate infinite").unwrap();
        assert!(go.mate && !go.infinite && go.move_time.is_none());
        assert_eq!(Go::read("mate 5000").unwrap().move_time, Some(Duration::from_secs(5)));
        assert!(Go::read("mate 5000 ponder").unwrap().ponder);
        let go = Go::read("depth 7 nodes 900").unwrap();
        assert_eq!((go.depth, go.nodes), (Some(7), Some(900)));
        for bad in ["byoyomi", "byoyomi x", "depth 1.5", "btime 99999999999999999999"] {
            let error = Go::read(bad).unwrap_err().to_string();
            assert!(error.contains("expected a whole number behind"), "{error}");
        }
    }
}

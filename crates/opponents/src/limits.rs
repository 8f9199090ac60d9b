//! How much an opponent may spend on a choice, as its name says it.

use std::fmt;
use std::time::Duration;

use search::{Budget, Stop};

use crate::Interruptible;
use crate::name::{NameError, Options};

/// The deepest search a name can ask for; no Othello game is longer.
const DEEPEST: u32 = 60;

/// The limits of a choice. Time is only a wish: there is no clock here, whoever has one raises the flag that
/// [`Interruptible::stop_with`] was handed.
#[derive(Clone, Debug)]
pub struct Limits {
    depth: Option<u32>,
    nodes: Option<u64>,
    time: Option<Duration>,
    stop: Stop,
}

impl Limits {
    /// Reads the options `depth` (`default`, or as deep as it goes if another limit is given), `nodes` (no
    /// limit) and `time` (none; `2s`, `500ms`).
    ///
    /// # Errors
    /// A value is out of range.
    pub fn read(options: &mut Options<'_>, default: u32) -> Result<Limits, NameError> {
        let nodes = options.optional_number("nodes", 1..=1_000_000_000_000)?;
        let time = options.time("time")?;
        let default = if nodes.is_some() || time.is_some() { DEEPEST } else { default };
        let depth = options.number("depth", default, 1..=DEEPEST)?;
        Ok(Limits { depth: Some(depth), nodes, time, stop: Stop::default() })
    }

    /// So many playouts; their depth is no limit of the search.
    #[must_use]
    pub fn playouts(playouts: Option<u64>, time: Option<Duration>) -> Limits {
        Limits { depth: None, nodes: playouts, time, stop: Stop::default() }
    }

    /// The options that say so.
    #[must_use]
    pub fn spelled(&self) -> Vec<(&'static str, String)> {
        let depth = self.depth.map(|depth| ("depth", depth.to_string()));
        let nodes = self.nodes.map(|nodes| ("nodes", nodes.to_string()));
        let time = self.time.map(|time| ("time", Spelled(time).to_string()));
        [depth, nodes, time].into_iter().flatten().collect()
    }

    /// The deepest iteration.
    #[must_use]
    pub fn depth(&self) -> Option<u32> {
        self.depth
    }

    /// Allows so many plies more, if plies are limited.
    pub(crate) fn deepen(&mut self, plies: u32) {
        self.depth = self.depth.map(|depth| (depth + plies).min(DEEPEST));
    }

    /// The wish for time.
    #[must_use]
    pub fn time(&self) -> Option<Duration> {
        self.time
    }

    /// The budget of one search.
    #[must_use]
    pub fn budget(&self) -> Budget {
        Budget { depth: self.depth, nodes: self.nodes, stop: self.stop.clone() }
    }
}

impl Interruptible for Limits {
    fn thinking_time(&self) -> Option<Duration> {
        self.time
    }

    fn stop_with(&mut self, stop: Stop) {
        self.stop = stop;
    }
}

/// A time as it stands in a name: `2s`, `1500ms`.
pub(crate) struct Spelled(pub(crate) Duration);

impl fmt::Display for Spelled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.as_millis() {
            millis if millis % 1000 == 0 => write!(f, "{}s", millis / 1000),
            millis => write!(f, "{millis}ms"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::name::Name;

    fn spelled(name: &str) -> Result<String, String> {
        let name: Name = name.parse().unwrap();
        let mut options = name.options();
        let limits = Limits::read(&mut options, 5).map_err(|error| error.to_string())?;
        options.finish().map_err(|error| error.to_string())?;
        let spell = |name: Name, (key, value): &(&str, String)| name.with(key, value);
        Ok(limits.spelled().iter().fold(Name::plain("x"), spell).to_string())
    }

    #[test]
    fn limits_are_read_and_spelled_out() {
        for (short, full) in [
            ("x", "x:depth=5"),
            ("x:time=2s", "x:depth=60,time=2s"),
            ("x:time=1.5s,depth=9", "x:depth=9,time=1500ms"),
            ("x:time=40ms", "x:depth=60,time=40ms"),
            ("x:nodes=700", "x:depth=60,nodes=700"),
        ] {
            assert_eq!(spelled(short).as_deref(), Ok(full));
            assert_eq!(spelled(full).as_deref(), Ok(full));
        }
        for bad in ["0s", "2", "s", "-1s", "2h", "1e9s", "0.1ms", "infs"] {
            let error = spelled(&format!("x:time={bad}")).unwrap_err();
            assert_eq!(error, format!("x: found time={bad}, expected a time from 1ms to 3600s, such as 2s"));
        }
    }
}

//! The names of other people's programs: `gtp:COMMAND`, or with options `gtp:time=2s,command=COMMAND`.
//!
//! A command can hold every sign that the grammar of names uses, so it comes last and takes all that is left
//! of the text. What stands in front of it are options. The short form is for a command alone; one that
//! itself begins like an option, with small letters and `=`, needs the long form.

use std::fmt;
use std::time::Duration;

use opponents::NameError;

/// A program's name taken apart. Printing it gives its long form, with every option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Address {
    protocol: &'static str,
    options: Vec<(&'static str, String)>,
    target_key: &'static str,
    target: String,
}

impl Address {
    /// Reads `text`, the part of a name behind `protocol:`. The options are `keys`; `target_key` says what
    /// stands last.
    ///
    /// # Errors
    /// An option is unknown or given twice, or there is no target.
    pub fn read(
        protocol: &'static str,
        text: &str,
        keys: &[&'static str],
        target_key: &'static str,
    ) -> Result<Address, NameError> {
        let mut address = Address { protocol, options: Vec::new(), target_key, target: String::new() };
        let known = || keys.iter().copied().chain([target_key]).collect();
        let mut rest = text;
        loop {
            let option = rest.split_once('=').filter(|(key, _)| is_word(key));
            let Some((key, behind)) = option else {
                if address.options.is_empty() && !rest.is_empty() {
                    address.target = rest.to_owned();
                    return Ok(address);
                }
                let expected = format!("{target_key}=… at its end");
                return Err(address.bad("name", &format!("{protocol}:{text}"), expected));
            };
            if key == target_key {
                if behind.trim().is_empty() {
                    return Err(address.bad(target_key, behind, "something behind it"));
                }
                address.target = behind.to_owned();
                return Ok(address);
            }
            let Some(&key) = keys.iter().find(|known| **known == key) else {
                let (opponent, found) = (protocol.to_owned(), key.to_owned());
                return Err(NameError::Option { opponent, found, known: known() });
            };
            let (value, after) = behind.split_once(',').unwrap_or((behind, ""));
            if address.get(key).is_some() {
                return Err(address.bad(key, value, "it only once"));
            }
            address.options.push((key, value.to_owned()));
            rest = after;
        }
    }

    /// The value of an option, if it is given.
    pub(crate) fn get(&self, key: &str) -> Option<&str> {
        self.options.iter().find(|(known, _)| *known == key).map(|(_, value)| value.as_str())
    }

    /// Fills in an option, in the order in which they are to be printed.
    pub(crate) fn set(&mut self, key: &'static str, value: impl fmt::Display) {
        self.options.retain(|(known, _)| *known != key);
        self.options.push((key, value.to_string()));
    }

    /// Fills in what is to be reached.
    pub(crate) fn set_target(&mut self, target: String) {
        self.target = target;
    }

    /// What is to be reached: a command, a server.
    #[must_use]
    pub fn target(&self) -> &str {
        &self.target
    }

    /// An error about an option.
    pub(crate) fn bad(&self, key: &'static str, found: &str, expected: impl Into<String>) -> NameError {
        let opponent = self.protocol.to_owned();
        NameError::Value { opponent, key, found: found.to_owned(), expected: expected.into() }
    }

    /// A time such as `2s` or `500ms`, if it is given.
    ///
    /// # Errors
    /// It is no such time, or none at all.
    pub fn time(&self, key: &'static str) -> Result<Option<Duration>, NameError> {
        let Some(text) = self.get(key) else { return Ok(None) };
        let time = read_time(text).filter(|time| !time.is_zero());
        time.map(Some).ok_or_else(|| self.bad(key, text, "a time such as 2s, 0.5s or 500ms"))
    }

    /// A whole number from `1` to `most`, or `default`.
    ///
    /// # Errors
    /// It is no such number.
    pub fn number(&self, key: &'static str, default: u32, most: u32) -> Result<u32, NameError> {
        Ok(self.optional_number(key, most)?.unwrap_or(default))
    }

    /// A whole number from `1` to `most`, if it is given.
    ///
    /// # Errors
    /// It is no such number.
    pub fn optional_number(&self, key: &'static str, most: u32) -> Result<Option<u32>, NameError> {
        let Some(text) = self.get(key) else { return Ok(None) };
        let number = text.parse().ok().filter(|number| (1..=most).contains(number));
        number.map(Some).ok_or_else(|| self.bad(key, text, format!("a number from 1 to {most}")))
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.protocol)?;
        for (key, value) in &self.options {
            write!(f, "{key}={value},")?;
        }
        write!(f, "{}={}", self.target_key, self.target)
    }
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-')
}

/// A time to the millisecond, at most a day.
fn read_time(text: &str) -> Option<Duration> {
    const DAY: f64 = 86_400_000.0;
    let (number, milliseconds) = match text.strip_suffix("ms") {
        Some(number) => (number, 1.0),
        None => (text.strip_suffix('s')?, 1000.0),
    };
    let plain = number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let time = number.parse::<f64>().ok().filter(|_| plain)? * milliseconds;
    (time <= DAY).then(|| Duration::from_millis(time.round() as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Address, NameError> {
        Address::read("gtp", text, &["time", "limit"], "command")
    }

    #[test]
    fn names_read_back_whatever_the_command_is() {
        for command in
            ["/usr/games/x", "x -a b=c,d:e 'f g'", "command=x", "time=2s", "x,limit=3s", " x", "A=1 x", "="]
        {
            let long = format!("gtp:time=2s,limit=500ms,command={command}");
            let address = read(long.strip_prefix("gtp:").unwrap()).unwrap();
            assert_eq!((address.target(), address.to_string()), (command, long));
            let bare = format!("command={command}");
            assert_eq!(read(&bare).unwrap().to_string(), format!("gtp:{bare}"));
        }
        assert_eq!(read("x --level=3,time=2s").unwrap().to_string(), "gtp:command=x --level=3,time=2s");
        assert_eq!(read("A=1 x").unwrap().target(), "A=1 x");
    }

    #[test]
    fn errors_say_what_is_known() {
        let error = |text: &str| read(text).unwrap_err().to_string();
        assert_eq!(
            error("colour=red,command=x"),
            "gtp: found option \"colour\", expected one of: time, limit, command"
        );
        assert_eq!(error("time=1s,time=2s,command=x"), "gtp: found time=2s, expected it only once");
        assert_eq!(error("time=1s"), "gtp: found name=gtp:time=1s, expected command=… at its end");
        assert_eq!(error("time=1s,x"), "gtp: found name=gtp:time=1s,x, expected command=… at its end");
        assert_eq!(error(""), "gtp: found name=gtp:, expected command=… at its end");
        assert_eq!(error("command="), "gtp: found command=, expected something behind it");
        for time in ["0s", "2", "-1s", "infs", "1e3s", "s", "ms", "1.2.3s", "99999999s"] {
            let error = read(&format!("time={time},command=x")).unwrap().time("time").unwrap_err();
            assert_eq!(
                error.to_string(),
                format!("gtp: found time={time}, expected a time such as 2s, 0.5s or 500ms")
            );
        }
    }

    #[test]
    fn times_are_read_and_printed() {
        for (text, time) in [("2s", "2s"), ("0.5s", "500ms"), ("500ms", "500ms"), ("1500ms", "1.5s")] {
            let read = read(&format!("limit={text},command=x")).unwrap().time("limit").unwrap().unwrap();
            assert_eq!(format!("{read:?}"), time);
        }
    }
}

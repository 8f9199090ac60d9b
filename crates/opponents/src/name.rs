//! The one grammar that names opponents: `name:key=value,key=value`.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

/// Why a name does not name an opponent: what was found and what is known.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NameError {
    /// There is no such opponent for this game.
    #[error("found opponent \"{found}\", expected one of: {}", known.join(", "))]
    Opponent {
        /// The name.
        found: String,
        /// The names there are.
        known: Vec<&'static str>,
    },
    /// The opponent has another name now.
    #[error("found opponent \"{found}\", which is now called {new}")]
    Renamed {
        /// The old name.
        found: &'static str,
        /// The new one.
        new: &'static str,
    },
    /// The opponent has no such option.
    #[error("{opponent}: found option \"{found}\", expected {}", one_of(known))]
    Option {
        /// The opponent's name.
        opponent: String,
        /// The key.
        found: String,
        /// The keys there are.
        known: Vec<&'static str>,
    },
    /// An option cannot have this value.
    #[error("{opponent}: found {key}={found}, expected {expected}")]
    Value {
        /// The opponent's name.
        opponent: String,
        /// The key.
        key: &'static str,
        /// The value.
        found: String,
        /// What it can be.
        expected: String,
    },
    /// What was measured for the game does not belong to this program.
    #[error(transparent)]
    Uncalibrated(#[from] crate::gokaku::Uncalibrated),
    /// The text does not follow the grammar.
    #[error("found \"{0}\", expected an opponent such as random or alphabeta:depth=5,noise=2")]
    Grammar(String),
}

fn one_of(known: &[&'static str]) -> String {
    if known.is_empty() { "no options".to_owned() } else { format!("one of: {}", known.join(", ")) }
}

/// A name taken apart. Printing it gives the name again.
///
/// ```
/// use opponents::Name;
///
/// let name: Name = "mcts:depth=15,playouts=20000".parse()?;
/// assert_eq!((name.opponent(), name.to_string().as_str()), ("mcts", "mcts:depth=15,playouts=20000"));
/// # Ok::<(), opponents::NameError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    opponent: String,
    options: Vec<(String, String)>,
}

impl Name {
    /// A name without options.
    pub fn plain(opponent: impl Into<String>) -> Name {
        Name { opponent: opponent.into(), options: Vec::new() }
    }

    /// The same name with one more option.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl fmt::Display) -> Name {
        self.options.push((key.to_owned(), value.to_string()));
        self
    }

    /// The part that says which way of choosing it is: `mcts`, `q:max`.
    #[must_use]
    pub fn opponent(&self) -> &str {
        &self.opponent
    }

    /// The same options for the opponent `name`.
    pub(crate) fn rename(&mut self, name: &str) {
        name.clone_into(&mut self.opponent);
    }

    /// The value of an option, if it is given.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&str> {
        self.options.iter().find(|(found, _)| found == key).map(|(_, value)| value.as_str())
    }

    /// The options, to be read one by one.
    #[must_use]
    pub fn options(&self) -> Options<'_> {
        Options { name: self, known: Vec::new() }
    }
}

impl FromStr for Name {
    type Err = NameError;

    /// A first part without `=` belongs to the name: `q:max,discount=0.5` is the opponent `q:max`.
    fn from_str(text: &str) -> Result<Name, NameError> {
        let malformed = || NameError::Grammar(text.to_owned());
        let is_word = |word: &str| {
            !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-')
        };
        let (base, rest) = match text.split_once(':') {
            Some((base, rest)) => (base, Some(rest)),
            None => (text, None),
        };
        let mut name = Name::plain(base);
        let mut good = is_word(base);
        for (place, part) in rest.into_iter().flat_map(|rest| rest.split(',')).enumerate() {
            match part.split_once('=') {
                Some((key, value)) => {
                    let is_new = name.options.iter().all(|(known, _)| known != key);
                    good &= is_word(key) && is_new && !value.is_empty() && !value.contains([' ', ':', '=']);
                    name.options.push((key.to_owned(), value.to_owned()));
                }
                None => {
                    good &= place == 0 && is_word(part);
                    name.opponent = format!("{base}:{part}");
                }
            }
        }
        if good { Ok(name) } else { Err(malformed()) }
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.opponent)?;
        let mut separator = if self.opponent.contains(':') { ',' } else { ':' };
        for (key, value) in &self.options {
            write!(f, "{separator}{key}={value}")?;
            separator = ',';
        }
        Ok(())
    }
}

/// The options of a name. Each is asked for by its key; at the end [`Options::finish`] refuses those nobody
/// asked for.
#[derive(Debug)]
pub struct Options<'a> {
    name: &'a Name,
    known: Vec<&'static str>,
}

impl Options<'_> {
    fn value(&mut self, key: &'static str) -> Option<&str> {
        self.known.push(key);
        self.name.get(key)
    }

    fn bad(&self, key: &'static str, found: &str, expected: impl Into<String>) -> NameError {
        let opponent = self.name.opponent.clone();
        NameError::Value { opponent, key, found: found.to_owned(), expected: expected.into() }
    }

    /// A number in `range`, or `default`.
    ///
    /// # Errors
    /// The value is no such number.
    pub fn number<T>(
        &mut self,
        key: &'static str,
        default: T,
        range: RangeInclusive<T>,
    ) -> Result<T, NameError>
    where
        T: FromStr + PartialOrd + fmt::Display,
    {
        let Some(text) = self.value(key).map(str::to_owned) else { return Ok(default) };
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| {
            self.bad(key, &text, format!("a number from {} to {}", range.start(), range.end()))
        })
    }

    /// A number in `range`, or nothing if the option is not given.
    ///
    /// # Errors
    /// The value is no such number.
    pub fn optional_number<T>(
        &mut self,
        key: &'static str,
        range: RangeInclusive<T>,
    ) -> Result<Option<T>, NameError>
    where
        T: FromStr + PartialOrd + fmt::Display + Copy,
    {
        if self.name.get(key).is_none() {
            self.known.push(key);
            return Ok(None);
        }
        self.number(key, *range.start(), range).map(Some)
    }

    /// A time such as `2s` or `500ms`, or nothing if the option is not given.
    ///
    /// # Errors
    /// The value is no time from a millisecond to an hour.
    pub fn time(&mut self, key: &'static str) -> Result<Option<Duration>, NameError> {
        let Some(text) = self.value(key).map(str::to_owned) else { return Ok(None) };
        let (number, unit) = match (text.strip_suffix("ms"), text.strip_suffix('s')) {
            (Some(number), _) => (number, 1.0),
            (None, Some(number)) => (number, 1000.0),
            (None, None) => ("", 0.0),
        };
        let millis = number.parse().ok().map(|number: f64| number * unit);
        let millis = millis.filter(|millis| (1.0..=3_600_000.0).contains(millis));
        match millis {
            Some(millis) => Ok(Some(Duration::from_millis(millis.round() as u64))),
            None => Err(self.bad(key, &text, "a time from 1ms to 3600s, such as 2s")),
        }
    }

    /// One of a few words, the first of which is the default.
    ///
    /// # Errors
    /// The value is another word.
    pub fn word(
        &mut self,
        key: &'static str,
        words: &'static [&'static str],
    ) -> Result<&'static str, NameError> {
        let Some(text) = self.value(key).map(str::to_owned) else { return Ok(words[0]) };
        let word = words.iter().find(|&&word| word == text);
        word.copied().ok_or_else(|| self.bad(key, &text, one_of(words)))
    }

    /// Rising numbers between slashes, such as `5/9/12`.
    ///
    /// # Errors
    /// The value is no such list.
    pub fn numbers(&mut self, key: &'static str, default: &[u32]) -> Result<Vec<u32>, NameError> {
        let Some(text) = self.value(key).map(str::to_owned) else { return Ok(default.to_vec()) };
        let numbers: Option<Vec<u32>> = text.split('/').map(|number| number.parse().ok()).collect();
        let rising = |numbers: &Vec<u32>| numbers[0] > 0 && numbers.windows(2).all(|pair| pair[0] < pair[1]);
        numbers
            .filter(rising)
            .ok_or_else(|| self.bad(key, &text, "rising numbers between slashes, such as 5/9/12"))
    }

    /// Refuses every option that was not asked for.
    ///
    /// # Errors
    /// There is such an option; the error lists those there are.
    pub fn finish(self) -> Result<(), NameError> {
        let unknown = self.name.options.iter().find(|(key, _)| !self.known.contains(&key.as_str()));
        unknown.map_or(Ok(()), |(key, _)| {
            let opponent = self.name.opponent.clone();
            Err(NameError::Option { opponent, found: key.clone(), known: self.known })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for text in
            ["random", "q:max", "q:max,discount=0.5", "alphabeta:depth=5,noise=1.5,sign=-1", "a:b=5/9"]
        {
            let name: Name = text.parse().unwrap();
            assert_eq!(name.to_string(), text);
        }
    }

    #[test]
    fn what_is_no_name_is_refused() {
        for text in
            ["", ":", "a:", "a:,", "A", "a b", "a:b=", "a:=1", "a:b=1,", "a:b=1,c", "a:b=1,b=2", "a:b=c=d"]
        {
            assert_eq!(text.parse::<Name>(), Err(NameError::Grammar(text.to_owned())), "{text}");
        }
    }

    #[test]
    fn errors_say_what_is_known() {
        let name: Name = "x:depth=0,colour=red".parse().unwrap();
        let mut options = name.options();
        let error = options.number("depth", 5, 1..=60).unwrap_err();
        assert_eq!(error.to_string(), "x: found depth=0, expected a number from 1 to 60");
        let error = options.word("colour", &["blue", "green"]).unwrap_err();
        assert_eq!(error.to_string(), "x: found colour=red, expected one of: blue, green");
        let mut options = name.options();
        assert_eq!(options.number("c", 1.5, 0.0..=9.0), Ok(1.5));
        let error = options.finish().unwrap_err();
        assert_eq!(error.to_string(), "x: found option \"depth\", expected one of: c");
        let error = name.options().finish().unwrap_err();
        assert_eq!(error.to_string(), "x: found option \"depth\", expected no options");
        for value in ["9/5", "0/3", "1//2", "x", "1,2"] {
            let name = Name::plain("x").with("rungs", value);
            assert!(name.options().numbers("rungs", &[1]).is_err(), "{value}");
        }
    }
}

//! The settings of the server: `settings.toml` in its data folder.

use std::net::SocketAddr;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::networks::Network;

/// The settings, each with a default.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Settings {
    /// Where to listen.
    pub address: SocketAddr,
    /// The language of the page for browsers that ask for neither: `en` or `ja`.
    pub language: Language,
    /// Addresses and networks of the proxies in front, whose `X-Forwarded-For` and `X-Forwarded-Proto` are
    /// believed; nobody else's are.
    pub proxies: Vec<Network>,
    /// Names by which the site is asked for, besides addresses and localhost. If none is said, a server that
    /// listens on its own machine alone answers to no name, and any other to all.
    pub hosts: Vec<String>,
    /// Threads for searches; 0 is one fewer than there are cores.
    pub engine_threads: usize,
    /// The longest an opponent may think, in milliseconds.
    pub thinking_limit: u64,
    /// The largest body of a request, in bytes.
    pub body_limit: usize,
    /// Requests that a client may make at once, and how many more it gets every second.
    pub request_burst: u32,
    /// See `request-burst`.
    pub requests_per_second: u32,
    /// Games that a client may start at once, and how many more it gets every minute.
    pub table_burst: u32,
    /// See `table-burst`.
    pub tables_per_minute: u32,
    /// Games that a player may have in progress.
    pub tables_per_player: u64,
    /// Live connections that a client may hold.
    pub streams_per_client: u32,
    /// How many seconds the head of a request may take to arrive, and its body; a connection on which nothing
    /// comes is closed after as many.
    pub request_seconds: u64,
    /// Connections in all, and from one address that is no proxy of ours.
    pub connections: usize,
    /// See `connections`.
    pub connections_per_client: usize,
    /// Where `/metrics` is served, to whoever can reach it; nowhere if this is not said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metrics_address: Option<SocketAddr>,
}

/// A language of the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Language {
    /// English.
    En,
    /// Japanese.
    Ja,
}

impl Language {
    /// The word for it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Language::En => "en",
            Language::Ja => "ja",
        }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            address: SocketAddr::from(([127, 0, 0, 1], 7878)),
            language: Language::En,
            proxies: Vec::new(),
            hosts: Vec::new(),
            engine_threads: 0,
            // Several times what the slowest level takes.
            thinking_limit: 5000,
            // The largest honest request is a what-if of some hundred moves.
            body_limit: 16 * 1024,
            // A page that loads asks for a dozen things at once; a person then clicks a few times a second.
            request_burst: 200,
            requests_per_second: 50,
            table_burst: 30,
            tables_per_minute: 30,
            tables_per_player: 50,
            streams_per_client: 20,
            request_seconds: 30,
            // Ten thousand who watch, and those who play.
            connections: 20_000,
            // A browser has six; a school may have one address.
            connections_per_client: 1000,
            metrics_address: None,
        }
    }
}

impl Settings {
    /// Reads settings; what is not said stays at its default.
    ///
    /// # Errors
    /// A key is unknown or a value is wrong: the message names the line.
    pub fn parse(text: &str) -> Result<Settings, String> {
        toml::from_str(text).map_err(|error| {
            let line = error.span().map(|span| text[..span.start].matches('\n').count() + 1);
            let message = error.message();
            line.map_or_else(|| message.to_owned(), |line| format!("line {line}: {message}"))
        })
    }

    /// Reads `settings.toml` in `folder`; without one everything is at its default.
    ///
    /// # Errors
    /// As [`Settings::parse`], or the file cannot be read.
    pub fn from_folder(folder: &Path) -> Result<Settings, String> {
        let path = folder.join("settings.toml");
        let named = |error: String| format!("{}: {error}", path.display());
        match std::fs::read_to_string(&path) {
            Ok(text) => Settings::parse(&text).map_err(named),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Settings::default()),
            Err(error) => Err(named(error.to_string())),
        }
    }

    /// How many threads search.
    #[must_use]
    pub fn threads(&self) -> usize {
        match self.engine_threads {
            0 => std::thread::available_parallelism().map_or(1, |cores| (cores.get() - 1).max(1)),
            threads => threads,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_and_unknown_keys_refused_with_their_line() {
        assert_eq!(Settings::parse(""), Ok(Settings::default()));
        let settings = Settings::parse("address = \"0.0.0.0:80\"\nlanguage = \"ja\"\n").unwrap();
        assert_eq!((settings.address.port(), settings.language), (80, Language::Ja));
        let error = Settings::parse("language = \"en\"\n\nadress = \"0.0.0.0:80\"\n").unwrap_err();
        assert!(error.starts_with("line 3: unknown field `adress`, expected one of `address`"), "{error}");
        let error = Settings::parse("body-limit = \"large\"\n").unwrap_err();
        assert!(error.starts_with("line 1: "), "{error}");
        let settings =
            Settings::parse("proxies = [\"10.0.0.0/8\", \"::1\"]\nhosts = [\"a.example\"]\n").unwrap();
        assert_eq!((settings.proxies.len(), settings.hosts.len()), (2, 1));
        let error = Settings::parse("language = \"en\"\nproxies = [\"caddy\"]\n").unwrap_err();
        assert!(error.starts_with("line 2: found \"caddy\", expected an address or a network"), "{error}");
        let all = toml::to_string(&Settings::default()).unwrap();
        assert_eq!(Settings::parse(&all), Ok(Settings::default()));
    }
}

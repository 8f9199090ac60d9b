//! Everybody who can be played against: our own opponents, and other people's programs.

use games::geister::Geister;
use games::kalah::Kalah;
use games::othello::Othello;
use games::shogi::Shogi;
use opponents::{NameError, Opponent, Roster, is_name_of_opponent};

use crate::{TimeLimited, custom_weights, gat, gtp, nboard, opening_book, usi};

/// A game with the programs that play it.
pub trait ExternalEngines: Roster {
    /// How the names of programs look: `gtp:COMMAND`.
    const FORMS: &'static [&'static str] = &[];

    /// The program that `protocol:rest` names, started and ready for one game, or the opponent that needs a
    /// file; `None` if this game has none. Random choices follow from `seed`.
    fn program(
        _protocol: &str,
        _rest: &str,
        _seed: u64,
    ) -> Option<Result<Box<dyn Opponent<Self>>, NameError>> {
        None
    }
}

impl ExternalEngines for Othello {
    const FORMS: &'static [&'static str] = &["gtp:COMMAND", "nboard:COMMAND"];

    fn program(
        protocol: &str,
        rest: &str,
        _seed: u64,
    ) -> Option<Result<Box<dyn Opponent<Othello>>, NameError>> {
        match protocol {
            "gtp" => Some(gtp::open(rest)),
            "nboard" => Some(nboard::open(rest)),
            _ => None,
        }
    }
}

impl ExternalEngines for Shogi {
    const FORMS: &'static [&'static str] = &[
        "usi:COMMAND",
        "book:opponent=NAME",
        "book:file=FILE,opponent=NAME",
        "weights:file=FILE,opponent=NAME",
    ];

    fn program(protocol: &str, rest: &str, seed: u64) -> Option<Result<Box<dyn Opponent<Shogi>>, NameError>> {
        match protocol {
            "usi" => Some(usi::open(rest)),
            "book" => Some(opening_book::open(rest, seed)),
            "weights" => Some(custom_weights::open(rest, seed)),
            _ => None,
        }
    }
}

impl ExternalEngines for Kalah {}

impl ExternalEngines for Geister {
    const FORMS: &'static [&'static str] = &["gat:COMMAND", "gat:listen=HOST:PORT"];

    fn program(
        protocol: &str,
        rest: &str,
        _seed: u64,
    ) -> Option<Result<Box<dyn Opponent<Geister>>, NameError>> {
        (protocol == "gat").then(|| gat::open(rest))
    }
}

/// The opponent with this name, one of ours or another program, ready for one game. The choices of ours
/// follow from `seed`.
///
/// # Errors
/// There is no such opponent, option or program; the error lists those there are.
pub fn by_name<G: ExternalEngines>(name: &str, seed: u64) -> Result<Box<dyn Opponent<G>>, NameError> {
    let Some((first, rest)) = name.split_once(':') else { return ours(name, seed) };
    match G::program(first, rest, seed) {
        Some(program) => program,
        None if is_name_of_opponent::<G>(first) => ours(name, seed),
        // Whatever follows is for us to read only if we know who reads it.
        None => {
            with_forms(Err(NameError::Opponent { found: first.to_owned(), known: G::OPPONENTS.to_vec() }))
        }
    }
}

/// One of our own opponents, with a clock for those that think by time.
fn ours<G: ExternalEngines>(name: &str, seed: u64) -> Result<Box<dyn Opponent<G>>, NameError> {
    with_forms(opponents::by_name(name, seed).map(|opponent| Box::new(TimeLimited(opponent)) as Box<_>))
}

/// Lists the forms of programs' names behind those of our own opponents.
fn with_forms<G: ExternalEngines>(
    opponent: Result<Box<dyn Opponent<G>>, NameError>,
) -> Result<Box<dyn Opponent<G>>, NameError> {
    opponent.map_err(|error| match error {
        NameError::Opponent { found, mut known } => {
            known.extend(G::FORMS);
            NameError::Opponent { found, known }
        }
        error => error,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_kept_and_errors_list_what_is_known() {
        for (name, full) in [
            ("random", "random"),
            ("gtp:cat", "gtp:limit=60s,command=cat"),
            ("gtp:time=50s,command=cat -u", "gtp:time=50s,limit=100s,command=cat -u"),
            ("nboard:cat '-'", "nboard:depth=12,limit=60s,command=cat '-'"),
            ("nboard:limit=1.5s,command=cat", "nboard:depth=12,limit=1.5s,command=cat"),
        ] {
            assert_eq!(by_name::<Othello>(name, 1).unwrap().name(), full);
            assert_eq!(by_name::<Othello>(full, 1).unwrap().name(), full);
        }
        let error = |name: &str| by_name::<Othello>(name, 1).err().unwrap().to_string();
        assert!(error("grandmaster").ends_with(", gtp:COMMAND, nboard:COMMAND"));
        assert!(error("usi:/usr/bin/cat").ends_with("gtp:COMMAND, nboard:COMMAND"));
        assert_eq!(
            error("nboard:time=2s,command=cat"),
            "nboard: found option \"time\", expected one of: depth, limit, command"
        );
        assert_eq!(error("gtp:time=1.5s,command=cat"), "gtp: found time=1.5s, expected whole seconds");
        assert_eq!(
            error("gtp:time=5s,limit=5s,command=cat"),
            "gtp: found limit=5s, expected more than the time for a move"
        );
        assert!(error("gtp:no-such-program").contains("found command=no-such-program, expected a program"));
        assert!(error("gtp:cat 'x").contains("expected a command; missing closing quote"));
        let error = by_name::<Shogi>("gtp:/usr/bin/cat", 1).err().unwrap().to_string();
        assert!(error.starts_with("found opponent \"gtp\", expected one of: random"), "{error}");
        assert!(
            error.ends_with(
                ", usi:COMMAND, book:opponent=NAME, book:file=FILE,opponent=NAME, \
                 weights:file=FILE,opponent=NAME"
            ),
            "{error}"
        );
    }
}

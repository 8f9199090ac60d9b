//! Reading the command line, with a hint where an option has a new name, and `--version`.

use std::process;

use clap::Parser;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::Cli;
use crate::version;

/// Options that are gone, and what they are called now.
const RENAMED: [(&str, &str); 1] = [("--acquaint", "--warmup")];

/// The command line, or the end of the program with what is wrong with it.
pub(crate) fn read() -> Cli {
    Cli::try_parse().unwrap_or_else(|error| {
        if error.kind() == ErrorKind::DisplayVersion {
            // Not as part of the command line's description: hashing the networks would slow every command.
            anstream::print!("{}", version::text());
            process::exit(0);
        }
        with_new_name(error).exit()
    })
}

fn with_new_name(mut error: clap::Error) -> clap::Error {
    let found = match (error.kind(), error.get(ContextKind::InvalidArg)) {
        (ErrorKind::UnknownArgument, Some(ContextValue::String(found))) => found.clone(),
        _ => return error,
    };
    if let Some((old, new)) = RENAMED.iter().find(|(old, _)| found == *old) {
        let hint = format!("{old} is now called {new}");
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![hint.into()]));
    }
    error
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_renamed_option_is_refused_with_its_new_name() {
        let words = ["gokaku", "match", "kalah", "gokaku", "random", "--acquaint", "2"];
        let error = with_new_name(Cli::try_parse_from(words).unwrap_err()).to_string();
        assert!(error.contains("--acquaint is now called --warmup"), "{error}");
        assert!(Cli::try_parse_from(words.map(|word| word.replace("acquaint", "warmup"))).is_ok());
    }
}

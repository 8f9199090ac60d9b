//! Which programs may be started. On our own machine whatever a name says; a worker, whose plans come from
//! elsewhere, starts nothing but what it was told it may.

use std::path::PathBuf;
use std::str::FromStr;
use std::sync::OnceLock;

/// `None` as long as everything is allowed. A property of the process: nothing it does may get around it.
static ALLOWED: OnceLock<Vec<AllowedProgram>> = OnceLock::new();

/// A command that names of opponents may hold, and the program that is started for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AllowedProgram {
    /// The command, word by word, its arguments included: they too decide what a program does.
    words: Vec<String>,
    program: PathBuf,
}

impl FromStr for AllowedProgram {
    type Err = String;

    /// Reads `COMMAND=PATH`, or a `PATH` alone, whose command is the path.
    fn from_str(text: &str) -> Result<AllowedProgram, String> {
        let (command, program) = text.rsplit_once('=').unwrap_or((text, text));
        let words = shell_words::split(command).map_err(|error| format!("\"{command}\": {error}"))?;
        if words.is_empty() || program.is_empty() {
            return Err(format!("found \"{text}\", expected NAME=PATH, such as gpsfish=/usr/games/gpsfish"));
        }
        Ok(AllowedProgram { words, program: PathBuf::from(program) })
    }
}

/// From now on this process starts no program for an opponent but these, and listens for none.
pub fn allow_only(programs: Vec<AllowedProgram>) {
    // Whoever was first has decided; there is one worker in a process.
    let _ = ALLOWED.set(programs);
}

/// Whether everything is allowed.
pub(crate) fn is_everything() -> bool {
    ALLOWED.get().is_none()
}

/// The words with which a command of an opponent's name is started.
///
/// # Errors
/// It is no command, or this worker may not start it.
pub(crate) fn words_of(command: &str) -> Result<Vec<String>, String> {
    let words = shell_words::split(command).map_err(|error| format!("a command; {error}"))?;
    match ALLOWED.get() {
        None => Ok(words),
        Some(allowed) => replaced(words, allowed),
    }
}

fn replaced(mut words: Vec<String>, allowed: &[AllowedProgram]) -> Result<Vec<String>, String> {
    let Some(found) = allowed.iter().find(|allowed| allowed.words == words) else {
        let known: Vec<String> = allowed.iter().map(|allowed| shell_words::join(&allowed.words)).collect();
        let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
        return Err(format!("a program that this worker allows with --allow-program (it allows: {known})"));
    };
    if let Some(first) = words.first_mut() {
        *first = found.program.to_string_lossy().into_owned();
    }
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_very_command_is_started() {
        let read = |text: &str| text.parse::<AllowedProgram>();
        let allowed = [
            read("gps=/usr/games/gpsfish"),
            read("python3 bot.py --depth=3=/usr/bin/python3"),
            read("/bin/cat"),
        ]
        .map(Result::unwrap);
        let words = |command: &str| replaced(shell_words::split(command).unwrap(), &allowed);
        assert_eq!(words("gps").unwrap(), ["/usr/games/gpsfish"]);
        assert_eq!(
            words("python3 'bot.py'  --depth=3").unwrap(),
            ["/usr/bin/python3", "bot.py", "--depth=3"]
        );
        assert_eq!(words("/bin/cat").unwrap(), ["/bin/cat"]);
        for other in ["gps --book /etc/passwd", "python3 -c evil", "python3", "/usr/games/gpsfish", "sh"] {
            let error = words(other).unwrap_err();
            assert!(error.contains("(it allows: gps, python3 bot.py '--depth=3', /bin/cat)"), "{error}");
        }
        assert!(replaced(vec!["cat".to_owned()], &[]).unwrap_err().ends_with("(it allows: none)"));
        assert!(read("").is_err() && read("gps=").is_err() && read("=/bin/sh").is_err());
    }
}

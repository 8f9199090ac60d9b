//! What a board says.

use games::shogi::{Shogi, usi};
use games::{Malformed, Record};

use super::clock::Go;

/// The words a line can begin with.
const WORDS: &str = "usi, isready, setoption, usinewgame, position, go, ponderhit, stop, gameover, quit";

/// A line of a board, understood.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Command {
    /// Who are you?
    Usi,
    /// Are you ready?
    IsReady,
    /// An option and its value, which a button has not.
    SetOption { name: String, value: String },
    /// A game begins.
    NewGame,
    /// The game so far.
    Position(Box<Record<Shogi>>),
    /// Think.
    Go(Go),
    /// The move that was guessed has been played.
    PonderHit,
    /// Say what you have.
    Stop,
    /// The game is over.
    GameOver,
    /// Goodbye.
    Quit,
}

impl Command {
    /// Reads a line; `None` if it is empty.
    ///
    /// # Errors
    /// It is no line of the protocol.
    pub(super) fn read(line: &str) -> Result<Option<Command>, Malformed> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        Ok(Some(match word {
            "" => return Ok(None),
            "usi" => Command::Usi,
            "isready" => Command::IsReady,
            "setoption" => set_option(rest)?,
            "usinewgame" => Command::NewGame,
            "position" => Command::Position(Box::new(position(rest.trim())?)),
            "go" => Command::Go(Go::read(rest)?),
            "ponderhit" => Command::PonderHit,
            "stop" => Command::Stop,
            "gameover" => Command::GameOver,
            "quit" => Command::Quit,
            _ => return Err(Malformed::new(line, format!("a line that begins with one of: {WORDS}"))),
        }))
    }
}

fn set_option(rest: &str) -> Result<Command, Malformed> {
    let malformed = || Malformed::new(rest, "name NAME value VALUE behind setoption");
    let rest = rest.trim().strip_prefix("name ").ok_or_else(malformed)?;
    let (name, value) = rest.split_once(" value").unwrap_or((rest, ""));
    if name.trim().is_empty() {
        return Err(malformed());
    }
    Ok(Command::SetOption { name: name.trim().to_owned(), value: value.trim().to_owned() })
}

fn position(rest: &str) -> Result<Record<Shogi>, Malformed> {
    let expected = "startpos or sfen, and moves behind it";
    if !rest.starts_with("startpos") && !rest.starts_with("sfen ") {
        return Err(Malformed::new(rest, expected));
    }
    // The line is the only one there is, so its number says nothing.
    let without_line = |malformed: Malformed| Malformed { line: None, ..malformed };
    let records = usi::read(rest).map_err(without_line)?;
    records.into_iter().next().ok_or_else(|| Malformed::new(rest, expected))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read() {
        let read = |line: &str| Command::read(line).unwrap();
        assert_eq!(read("  "), None);
        assert_eq!(read("usi\r"), Some(Command::Usi));
        assert_eq!(read("gameover win"), Some(Command::GameOver));
        let set = |name: &str, value: &str| Command::SetOption { name: name.into(), value: value.into() };
        assert_eq!(read("setoption name USI_Hash value 64"), Some(set("USI_Hash", "64")));
        assert_eq!(read("setoption name Clear Hash"), Some(set("Clear Hash", "")));
        assert_eq!(read("setoption name Opponent value"), Some(set("Opponent", "")));
        let Some(Command::Position(record)) = read("position startpos moves 7g7f 3c3d") else { panic!() };
        assert_eq!(record.moves().len(), 2);
        let Some(Command::Position(record)) = read("position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1") else {
            panic!()
        };
        assert_eq!(record.start.sfen(), "4k4/9/4P4/9/9/9/9/9/4K4 b G 1");
    }

    #[test]
    fn broken_lines_say_what_was_expected() {
        for (line, expected) in [
            ("dance", "found \"dance\", expected a line that begins with one of: usi, isready"),
            ("setoption USI_Hash 64", "expected name NAME value VALUE"),
            ("setoption", "expected name NAME value VALUE"),
            ("position", "expected startpos or sfen"),
            ("position # startpos", "expected startpos or sfen"),
            ("position startpos moves 7g7e", "expected a legal move"),
            ("position startpos moves 7g", "expected a move such as 7g7f"),
            ("position sfen x", "expected"),
            ("go byoyomi", "expected a whole number behind byoyomi"),
        ] {
            let error = Command::read(line).unwrap_err().to_string();
            assert!(error.contains(expected) && !error.contains("line 1"), "{line}: {error}");
        }
    }
}

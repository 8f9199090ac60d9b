//! Other people's programs that speak USI, as opponents.

use std::time::{Duration, Instant};

use games::shogi::{Move, Shogi};
use opponents::{Choice, Failure, NameError, Opponent, Reason};

use super::position_line;
use crate::address::Address;
use crate::process::Process;
use crate::program::{Dialogue, Program, limit, start};

/// The time for a move if the name sets no limit at all: the second that most tournaments of programs give at
/// least.
const TIME: Duration = Duration::from_secs(1);

/// The program that a name behind `usi:` means, such as
/// `usi:depth=5,options=Skill Level=20;USI_Hash=64,command=fairy-stockfish`.
///
/// | option | what the program is told |
/// |---|---|
/// | `time` | `go … byoyomi`, that long for every move; 1s if no other of these four is given |
/// | `movetime` | `go movetime`, that long and not less |
/// | `depth` | `go depth` |
/// | `nodes` | `go nodes` |
/// | `options` | `setoption` for each `NAME=VALUE`; `;` stands between two, a button has no value |
///
/// `limit` (60s) is how long any of its answers may take.
///
/// # Errors
/// An option is wrong, or the program cannot be started.
pub(crate) fn open(text: &str) -> Result<Box<dyn Opponent<Shogi>>, NameError> {
    let keys = ["time", "movetime", "depth", "nodes", "options", "limit"];
    let mut address = Address::read("usi", text, &keys, "command")?;
    let move_time = address.time("movetime")?;
    let depth = address.optional_number("depth", 1000)?;
    let nodes = address.optional_number("nodes", u32::MAX)?;
    let unlimited = move_time.is_none() && depth.is_none() && nodes.is_none();
    let time = address.time("time")?.or(unlimited.then_some(TIME));
    if let (Some(time), true) = (time, move_time.is_some()) {
        return Err(address.bad("time", &format!("{time:?}"), "either time or movetime"));
    }
    let options = address.get("options").map(str::to_owned);
    let settings = read_options(&address, options.as_deref().unwrap_or_default())?;
    let mut go = "go".to_owned();
    if let Some(time) = time {
        go.push_str(&format!(" btime 0 wtime 0 byoyomi {}", time.as_millis()));
        address.set("time", format!("{time:?}"));
    }
    if let Some(time) = move_time {
        go.push_str(&format!(" movetime {}", time.as_millis()));
        address.set("movetime", format!("{time:?}"));
    }
    for (key, number) in [("depth", depth), ("nodes", nodes)] {
        if let Some(number) = number {
            go.push_str(&format!(" {key} {number}"));
            address.set(key, number);
        }
    }
    if let Some(options) = options {
        address.set("options", options);
    }
    let limit = limit(&mut address, time)?;
    if move_time.is_some_and(|time| limit <= time) {
        return Err(address.bad("limit", &format!("{limit:?}"), "more than the time for a move"));
    }
    let process = start(&address)?;
    let client = Client { process, settings, go, limit, title: None };
    Ok(Box::new(Program::new(address.to_string(), client)))
}

/// Names and values between semicolons: file names, which have slashes, are among the values.
fn read_options(address: &Address, text: &str) -> Result<Vec<String>, NameError> {
    let parts = text.split(';').filter(|part| !part.is_empty());
    parts
        .map(|part| match part.split_once('=') {
            Some(("", _)) => Err(address.bad("options", text, "NAME=VALUE, with ; between two")),
            Some((name, value)) => Ok(format!("setoption name {name} value {value}")),
            None => Ok(format!("setoption name {part}")),
        })
        .collect()
}

/// A conversation with a program.
struct Client {
    process: Process,
    /// The lines that set its options.
    settings: Vec<String>,
    /// The line that asks for a move.
    go: String,
    limit: Duration,
    /// What the program calls itself; `None` before it has been asked.
    title: Option<String>,
}

impl Client {
    /// Sends a line and waits for one that begins with `word`; every line before it is handed to `hear`.
    fn ask(&mut self, line: &str, word: &str, mut hear: impl FnMut(&str)) -> Result<String, Failure> {
        let deadline = Instant::now() + self.limit;
        self.process.send(line)?;
        loop {
            let said = self.process.line(line, deadline)?;
            let said = said.trim();
            match said.strip_prefix(word) {
                Some(rest) if rest.is_empty() || rest.starts_with(' ') => return Ok(rest.trim().to_owned()),
                _ => hear(said),
            }
        }
    }

    /// Gets to know the program and gives its name.
    fn introduce(&mut self) -> Result<String, Failure> {
        let mut title = String::new();
        self.ask("usi", "usiok", |line| {
            if let Some(name) = line.strip_prefix("id name ") {
                title = name.chars().take(80).collect();
            }
        })?;
        for setting in std::mem::take(&mut self.settings) {
            self.process.send(&setting)?;
        }
        self.ask("isready", "readyok", |_| {})?;
        self.process.send("usinewgame")?;
        Ok(title)
    }
}

impl Dialogue<Shogi> for Client {
    fn ask(&mut self, start: &Shogi, moves: &[Move]) -> Result<Choice<Move>, Failure> {
        let title = match self.title.take() {
            Some(title) => title,
            None => self.introduce()?,
        };
        self.process.send(&position_line(start, moves))?;
        let mut seen = None;
        let go = self.go.clone();
        let answer = Client::ask(self, &go, "bestmove", |line| {
            if let Some(news) = score(line) {
                seen = Some(news);
            }
        })?;
        let reason = Reason::Said { program: title.clone(), text: seen.unwrap_or_default() };
        self.title = Some(title);
        match answer.split(' ').next().unwrap_or_default() {
            "resign" => Err(Failure::Resigned),
            // A declaration is the move `win` here too.
            mv => match mv.parse() {
                Ok(mv) => Ok(Choice { mv, reason }),
                Err(_) => {
                    let found: String = answer.chars().take(80).collect();
                    let expected = "a move such as 7g7f, resign or win";
                    Err(Failure::Protocol(format!("found \"bestmove {found}\", expected {expected}")))
                }
            },
        }
    }
}

/// Depth and score of an `info` line that has them.
fn score(line: &str) -> Option<String> {
    let words: Vec<&str> = line.strip_prefix("info ")?.split_ascii_whitespace().collect();
    let behind = |word: &str| words.iter().position(|&found| found == word);
    let at = behind("score")?;
    let (unit, value) = (words.get(at + 1)?, words.get(at + 2)?);
    let depth = behind("depth").and_then(|at| words.get(at + 1));
    let depth = depth.map(|depth| format!(", depth {depth}")).unwrap_or_default();
    Some(format!("{unit} {value}{depth}"))
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use games::Game;

    use super::*;
    use crate::by_name;

    /// A program that knows two moves, and does something at `go`.
    fn program(options: &str, at_go: &str) -> String {
        let script = "while read -r word rest; do case $word in usi) echo id name Scripted 1; echo usiok ;; \
            isready) echo readyok ;; setoption) echo \"$rest\" >&2; set=\"$set $rest\" ;; \
            position) position=$rest ;; go) AT_GO ;; esac; done"
            .replace("AT_GO", at_go);
        format!("usi:{options}command=sh -c '{script}'")
    }

    fn answer(options: &str, at_go: &str) -> Result<Choice<Move>, Failure> {
        by_name::<Shogi>(&program(options, at_go), 1).unwrap().choose(&Shogi::default())
    }

    #[test]
    fn a_program_plays() {
        let name = program(
            "depth=3,",
            r#"case "$position|$rest" in "startpos|depth 3") echo info depth 3 score cp 35 pv 7g7f;
            echo bestmove 7g7f ponder 3c3d ;;
            "startpos moves 7g7f 3c3d|depth 3") echo bestmove 2g2f ;; esac"#,
        );
        let mut opponent = by_name::<Shogi>(&name, 1).unwrap();
        let mut game = Shogi::default();
        opponent.begin(&game, &[]);
        let choice = opponent.choose(&game).unwrap();
        let said = Reason::Said { program: "Scripted 1".to_owned(), text: "cp 35, depth 3".to_owned() };
        assert_eq!(choice.reason, said);
        game.play(choice.mv).unwrap();
        let reply = "3c3d".parse().unwrap();
        opponent.observe(&game, reply);
        game.play(reply).unwrap();
        assert_eq!(opponent.choose(&game).unwrap().mv.to_string(), "2g2f");
        // A position nobody has told about is where the game begins.
        let name = program("", r#"echo "bestmove G*5b"; echo "$position" >&2"#);
        let problem: Shogi = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1".parse().unwrap();
        assert_eq!(by_name::<Shogi>(&name, 1).unwrap().choose(&problem).unwrap().mv.to_string(), "G*5b");
    }

    #[test]
    fn options_reach_the_program() {
        let at_go = r#"case "$set" in *"name Skill Level value 20 name Clear Hash name Book value /a/b"*)
            echo bestmove 7g7f ;; *) echo bestmove "$set" ;; esac"#;
        let choice = answer("options=Skill Level=20;Clear Hash;Book=/a/b,", at_go).unwrap();
        assert_eq!(choice.mv.to_string(), "7g7f");
    }

    #[test]
    fn faults_are_told_apart() {
        use Failure::{Crashed, Illegal, Protocol, TimedOut};
        assert_eq!(answer("", "echo bestmove resign"), Err(Failure::Resigned));
        let cheat = answer("", "echo bestmove 7g7e");
        assert!(matches!(&cheat, Err(Illegal(_))), "{cheat:?}");
        let declared = answer("", "echo bestmove win");
        assert!(
            matches!(&declared, Err(Illegal(why)) if why.to_string().contains("the king")),
            "{declared:?}"
        );
        for babble in ["echo bestmove", "echo \"bestmove (none)\"", "echo bestmove hello"] {
            let babble = answer("", babble);
            let expected = "expected a move such as 7g7f, resign or win";
            assert!(matches!(&babble, Err(Protocol(why)) if why.ends_with(expected)), "{babble:?}");
        }
        let crash = answer("", "echo out of luck >&2; exit 3");
        assert!(matches!(&crash, Err(Crashed(why)) if why.contains("exit status: 3 at \"go ")), "{crash:?}");
        let silent = answer("time=100ms,limit=500ms,", "echo info depth 1; echo bestmoves");
        assert!(matches!(&silent, Err(TimedOut(why)) if why.contains("no answer to \"go ")), "{silent:?}");
        let flood = answer("time=100ms,limit=500ms,", "while :; do echo info string flood; done");
        assert!(matches!(&flood, Err(TimedOut(_))), "{flood:?}");
        let mute =
            by_name::<Shogi>("usi:limit=300ms,time=100ms,command=cat", 1).unwrap().choose(&Shogi::default());
        assert!(matches!(&mute, Err(TimedOut(why)) if why.contains("no answer to \"usi\"")), "{mute:?}");
    }

    #[test]
    fn names_are_filled_in() {
        for (name, full) in [
            ("usi:cat", "usi:time=1s,limit=60s,command=cat"),
            ("usi:depth=5,command=cat", "usi:depth=5,limit=60s,command=cat"),
            ("usi:nodes=900,movetime=0.5s,command=cat", "usi:movetime=500ms,nodes=900,limit=60s,command=cat"),
            (
                "usi:options=A B=1;C=/d,time=500ms,command=cat -u",
                "usi:options=A B=1;C=/d,time=500ms,limit=60s,command=cat -u",
            ),
        ] {
            assert_eq!(by_name::<Shogi>(name, 1).unwrap().name(), full);
            assert_eq!(by_name::<Shogi>(full, 1).unwrap().name(), full);
        }
        let error = |name: &str| by_name::<Shogi>(name, 1).err().unwrap().to_string();
        assert!(error("usi:time=1s,movetime=1s,command=cat").ends_with("expected either time or movetime"));
        assert!(error("usi:options==3,command=cat").ends_with("expected NAME=VALUE, with ; between two"));
        assert!(error("usi:depth=0,command=cat").ends_with("expected a number from 1 to 1000"));
        assert!(error("usi:movetime=9s,limit=9s,command=cat").ends_with("more than the time for a move"));
    }
}

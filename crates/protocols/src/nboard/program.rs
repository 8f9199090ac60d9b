//! Other people's programs that speak NBoard, as opponents.

use std::time::{Duration, Instant};

use games::othello::{Move, Othello};
use games::{Game, Side};
use opponents::{Choice, Failure, NameError, Opponent, Reason};

use super::{print_move, read_move};
use crate::address::Address;
use crate::process::Process;
use crate::program::{Dialogue, Program, limit, start};

/// The depth a program is told, which the protocol demands, if the name says none: what ntest takes when it
/// is told none.
const DEPTH: u32 = 12;

/// The program that a name behind `nboard:` means. Options: `depth` (12), which each program understands in
/// its own way; `limit` (60s) is how long any of its answers may take.
///
/// # Errors
/// An option is wrong, or the program cannot be started.
pub(crate) fn open(text: &str) -> Result<Box<dyn Opponent<Othello>>, NameError> {
    let mut address = Address::read("nboard", text, &["depth", "limit"], "command")?;
    let depth = address.number("depth", DEPTH, 60)?;
    address.set("depth", depth);
    let limit = limit(&mut address, None)?;
    let process = start(&address)?;
    let client = Client { process, depth, limit, title: String::new(), pings: 0 };
    Ok(Box::new(Program::new(address.to_string(), client)))
}

/// A conversation with a program.
struct Client {
    process: Process,
    depth: u32,
    limit: Duration,
    /// What the program calls itself; empty as long as it has not said so.
    title: String,
    pings: u32,
}

impl Client {
    /// Waits for a line that begins with `word` and gives the rest of it. Everything else is news of the
    /// search, which the protocol allows at any time.
    fn wait_for(&mut self, word: &str, asked: &str) -> Result<String, Failure> {
        let deadline = Instant::now() + self.limit;
        loop {
            let line = self.process.line(asked, deadline)?;
            if let Some(rest) = line.strip_prefix(word) {
                return Ok(rest.trim().to_owned());
            }
            if let Some(title) = line.strip_prefix("set myname ") {
                self.title = title.trim().to_owned();
            }
        }
    }
}

impl Dialogue<Othello> for Client {
    fn ask(&mut self, start: &Othello, moves: &[Move]) -> Result<Choice<Move>, Failure> {
        if self.pings == 0 {
            self.process.send("nboard 2")?;
            self.process.send(&format!("set depth {}", self.depth))?;
        }
        self.process.send(&format!("set game {}", print_game(start, moves)))?;
        self.pings += 1;
        let ping = format!("ping {}", self.pings);
        self.process.send(&ping)?;
        self.wait_for(&format!("pong {}", self.pings), &ping)?;
        self.process.send("go")?;
        let answer = self.wait_for("===", "go")?;
        let mv = read_move(&answer)
            .map_err(|_| Failure::Protocol(format!("found \"=== {answer}\", expected a move such as F5")))?;
        let value = answer.split(['/', ' ']).nth(1).filter(|value| !value.is_empty());
        let text = value.map(|value| format!("value {value}")).unwrap_or_default();
        Ok(Choice { mv, reason: Reason::Said { program: self.title.clone(), text } })
    }
}

/// A game in GGF as the protocol's description shows it: capital letters, `PA` for a pass, the board without
/// gaps.
fn print_game(start: &Othello, moves: &[Move]) -> String {
    let board = start.to_string().replace('X', "*");
    let mut text = format!("(;GM[Othello]PC[Gokaku]PB[black]PW[white]RE[?]TI[15:00]TY[8]BO[8 {board}]");
    let mut side = start.side_to_move();
    for &mv in moves {
        let colour = if side == Side::First { "B" } else { "W" };
        text.push_str(&format!("{colour}[{}]", print_move(mv)));
        side = side.other();
    }
    text + ";)"
}

#[cfg(test)]
mod tests {
    use games::othello::ggf;

    use super::*;

    #[test]
    fn a_game_is_printed_so_that_everybody_can_read_it() {
        let moves = ["f5", "f6", "e6"].map(|mv| mv.parse().unwrap());
        let text = print_game(&Othello::default(), &moves);
        let board = "8 ---------------------------O*------*O--------------------------- *";
        assert!(text.ends_with(&format!("BO[{board}]B[F5]W[F6]B[E6];)")), "{text}");
        assert_eq!(ggf::read(&text).unwrap()[0].moves().collect::<Vec<_>>(), moves);
    }

    #[test]
    fn a_value_may_stand_behind_a_move() {
        for text in ["F5", "f5/1.5/0.01", "F5 -1.00 0.0", "f5//2"] {
            assert_eq!(read_move(text), "f5".parse(), "{text}");
        }
        assert_eq!(read_move("PA/0/1"), Ok(Move::Pass));
        assert!(read_move("").is_err() && read_move("zz").is_err());
    }

    /// What comes of asking a program that is this shell script for the first move.
    #[cfg(unix)]
    fn asked(script: &str) -> Result<Move, Failure> {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), script).unwrap();
        let name = format!("limit=700ms,command=sh {}", file.path().display());
        let begun = Instant::now();
        let mut opponent = open(&name).unwrap();
        let chosen = opponent.choose(&Othello::default()).map(|choice| choice.mv);
        drop(opponent);
        assert!(begun.elapsed() < Duration::from_secs(30), "{script}");
        chosen
    }

    #[cfg(unix)]
    #[test]
    fn whatever_a_program_does_holds_nobody_up() {
        let pong = "while read word number; do [ \"$word\" = ping ] && echo \"pong $number\";";
        assert_eq!(
            asked(&format!("{pong} [ $word = go ] && echo '=== F5//1'; done")),
            Ok("f5".parse().unwrap())
        );
        for (script, kind) in [
            ("exit 3".to_owned(), "crashed"),
            (format!("{pong} [ $word = go ] && {{ echo 'no memory' >&2; exit 4; }}; done"), "crashed"),
            ("exec >&-; sleep 100".to_owned(), "crashed"),
            ("sleep 100".to_owned(), "timed out"),
            (format!("{pong} done"), "timed out"),
            ("while :; do echo 'status thinking'; done".to_owned(), "timed out"),
            ("while read line; do echo 'pong 99'; echo '=== F5'; done".to_owned(), "timed out"),
            (format!("{pong} [ $word = go ] && echo '=== Z9'; done"), "misunderstood"),
            (format!("{pong} [ $word = go ] && echo '==='; done"), "misunderstood"),
            (format!("{pong} [ $word = go ] && printf '=== \\377\\000\\n'; done"), "misunderstood"),
        ] {
            let failure = asked(&script).unwrap_err().to_string();
            assert!(failure.starts_with(kind), "{script}: {failure}");
        }
        let illegal = asked(&format!("{pong} [ $word = go ] && echo '=== A1'; done"));
        assert!(matches!(illegal, Err(Failure::Illegal(_))), "{illegal:?}");
    }
}

//! Other people's programs that speak GTP, as opponents.

use std::time::{Duration, Instant};

use games::othello::{Move, Othello};
use games::{Game, Side};
use opponents::{Choice, Failure, NameError, Opponent, Reason};

use crate::address::Address;
use crate::process::Process;
use crate::program::{Dialogue, Program, limit, start};

/// The program that a name behind `gtp:` means. Options: `time` a move, in whole seconds, is told to the
/// program and left to its own discretion by default; `limit` (60s) is how long any of its answers may take.
///
/// # Errors
/// An option is wrong, or the program cannot be started.
pub(crate) fn open(text: &str) -> Result<Box<dyn Opponent<Othello>>, NameError> {
    let mut address = Address::read("gtp", text, &["time", "limit"], "command")?;
    let time = address.time("time")?;
    if time.is_some_and(|time| time.subsec_nanos() != 0) {
        return Err(address.bad("time", &format!("{:?}", time.unwrap_or_default()), "whole seconds"));
    }
    let limit = limit(&mut address, time)?;
    let process = start(&address)?;
    let client = Client { process, time, limit, commands: Vec::new(), title: String::new(), told: None };
    Ok(Box::new(Program::new(address.to_string(), client)))
}

/// The longest answer there is use for, a list of commands, is a tenth of this in any program we know.
const LONGEST_ANSWER: usize = 10_000;

/// A conversation with a program.
struct Client {
    process: Process,
    time: Option<Duration>,
    limit: Duration,
    /// What the program says it understands.
    commands: Vec<String>,
    /// What the program calls itself.
    title: String,
    /// The moves the program has been told of; `None` before the first game.
    told: Option<Vec<Move>>,
}

impl Client {
    /// Sends a command and gives the answer; an error of the program is the inner one.
    fn ask(&mut self, command: &str) -> Result<Result<String, String>, Failure> {
        let deadline = Instant::now() + self.limit;
        self.process.send(command)?;
        let mut first = String::new();
        while first.is_empty() {
            first = self.process.line(command, deadline)?;
        }
        let mut answer = first.get(1..).unwrap_or_default().trim().to_owned();
        let is_error = match first.as_bytes()[0] {
            b'=' => false,
            b'?' => true,
            _ => {
                let found: String = first.chars().take(80).collect();
                return Err(Failure::Protocol(format!(
                    "found \"{found}\", expected = or ? in answer to \"{command}\""
                )));
            }
        };
        loop {
            match self.process.line(command, deadline)?.as_str() {
                "" => break,
                _ if answer.len() > LONGEST_ANSWER => {
                    let expected = format!("an answer of at most {LONGEST_ANSWER} signs to \"{command}\"");
                    return Err(Failure::Protocol(format!("found no end, expected {expected}")));
                }
                line => {
                    answer.push('\n');
                    answer.push_str(line);
                }
            }
        }
        Ok(if is_error { Err(answer) } else { Ok(answer) })
    }

    /// Sends a command that must be understood.
    fn must(&mut self, command: &str) -> Result<String, Failure> {
        self.ask(command)?.map_err(|error| {
            Failure::Protocol(format!(
                "found \"? {}\", expected \"{command}\" to be understood",
                error.replace('\n', " ")
            ))
        })
    }

    /// Sends a command if the program knows it.
    fn offer(&mut self, command: &str) -> Result<(), Failure> {
        let name = command.split(' ').next().unwrap_or_default();
        if self.commands.iter().any(|known| known == name) {
            self.ask(command)?.ok();
        }
        Ok(())
    }

    fn introduce(&mut self) -> Result<(), Failure> {
        // A program that cannot list its commands gets those that every program must know.
        let commands = self.ask("list_commands")?.unwrap_or_default();
        self.commands = commands.split_whitespace().map(str::to_owned).collect();
        let name = self.ask("name")?.unwrap_or_default();
        let version = self.ask("version")?.unwrap_or_default();
        self.title = format!("{name} {version}").split_whitespace().collect::<Vec<_>>().join(" ");
        self.must("boardsize 8")?;
        if let Some(time) = self.time {
            self.must(&format!("time_settings 0 {} 1", time.as_secs()))?;
        }
        Ok(())
    }

    /// Brings the program to the position after `moves`, and gives that position.
    fn follow(&mut self, moves: &[Move]) -> Result<Othello, Failure> {
        let told = match self.told.take() {
            Some(told) if moves.starts_with(&told) => told.len(),
            before => {
                if before.is_none() {
                    self.introduce()?;
                }
                self.must("clear_board")?;
                0
            }
        };
        let mut game = Othello::default();
        for (place, &mv) in moves.iter().enumerate() {
            let command = format!("play {} {mv}", colour(game.side_to_move()));
            game.play(mv)?;
            match mv {
                _ if place < told => {}
                // Nothing else was possible: a program that refuses the pass has passed by itself, as GRhino
                // does.
                Move::Pass => self.ask(&command).map(drop)?,
                Move::Place(_) => self.must(&command).map(drop)?,
            }
        }
        Ok(game)
    }
}

impl Dialogue<Othello> for Client {
    fn ask(&mut self, start: &Othello, moves: &[Move]) -> Result<Choice<Move>, Failure> {
        if *start != Othello::default() {
            return Err(Failure::Protocol(format!("found the start {start}, GTP has only the usual one")));
        }
        let game = self.follow(moves)?;
        let side = colour(game.side_to_move());
        if let Some(time) = self.time {
            self.offer(&format!("time_left {side} {} 1", time.as_secs()))?;
        }
        let answer = self.must(&format!("genmove {side}"))?;
        if answer.eq_ignore_ascii_case("resign") {
            return Err(Failure::Resigned);
        }
        let mv: Move = answer.parse().map_err(|_| {
            Failure::Protocol(format!("found \"{}\", expected a move such as f5", answer.replace('\n', " ")))
        })?;
        // The program has played its move on its own board.
        self.told = Some(moves.iter().copied().chain([mv]).collect());
        Ok(Choice { mv, reason: Reason::Said { program: self.title.clone(), text: String::new() } })
    }
}

fn colour(side: Side) -> &'static str {
    match side {
        Side::First => "black",
        Side::Second => "white",
    }
}

//! Our opponents as engines that speak USI.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::Instant;

use games::shogi::{Move, Shogi};
use games::{Game, Record};
use opponents::{Failure, Language, NameError};
use search::Stop;
use search::shogi::{Mate, MateSolver};

use super::clock::Go;
use super::command::Command;
use super::options::Options;
use super::player::{Answer, Question, SearchRequest, UsiPlayer};

/// Lines and answers that wait to be dealt with. A board that floods us is made to wait as well.
const WAITING_EVENTS: usize = 256;

/// What is put off until the thinking ends; a board that sends more has lost its way.
const PUT_OFF: usize = 256;

/// The longest line that is read whole: a game of many thousand moves.
const LONGEST_LINE: u64 = 1024 * 1024;

/// What can happen.
enum Event {
    /// The board says something.
    Line(String),
    /// The board has fallen silent for good.
    End,
    /// News from the thinking.
    Info(String),
    /// The thinking is done.
    Answer(Result<Answer<Move>, NameError>),
    /// The search for a mate is.
    Mate(Mate),
}

/// What there is to think about.
enum Task {
    /// Which move to play.
    Move(Question<Shogi>),
    /// Whether there is a mate, until the flag is raised.
    Mate(Shogi, Stop),
}

/// Plies of the longest mate that is looked for: as far as the search goes.
const LONGEST_MATE: u32 = 99;

/// What the search for a mate remembers, as a power of two: 16 MiB.
const MATE_BITS: u32 = 20;

/// Speaks USI over `input` and `output` until `quit` or the end of the input; `opponent` plays as long as the
/// board names no other; `seed` is its random seed.
///
/// The thinking is done on another thread, so that every line is heard at once.
///
/// # Errors
/// There is no such opponent, or the output is closed.
pub fn serve(
    input: impl BufRead + Send + 'static,
    output: impl Write,
    opponent: &str,
    seed: u64,
) -> io::Result<()> {
    let options =
        Options::new(opponent).map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))?;
    let (events, happening) = sync_channel(WAITING_EVENTS);
    let (tasks, to_answer) = channel();
    let listening = events.clone();
    // Neither thread is waited for: the one may be in the middle of a line, the other of a thought.
    thread::spawn(move || listen(input, &listening));
    thread::spawn(move || answer(&to_answer, &events, seed));
    let record = Record::new(Shogi::default());
    let session =
        Session { output, options, record, tasks, thinking: None, put_off: VecDeque::new(), games: 0 };
    session.run(&happening)
}

fn listen(mut input: impl BufRead, events: &SyncSender<Event>) {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
            Ok(1..) if events.send(Event::Line(String::from_utf8_lossy(&bytes).into_owned())).is_ok() => {}
            _ => break,
        }
    }
    // Nobody listens any more if this cannot be sent.
    let _ = events.send(Event::End);
}

fn answer(tasks: &Receiver<Task>, events: &SyncSender<Event>, seed: u64) {
    let mut player = UsiPlayer::new(seed);
    for task in tasks {
        let done = match task {
            Task::Move(question) => {
                Event::Answer(player.think(&question, &mut |info| drop(events.send(Event::Info(info)))))
            }
            Task::Mate(game, stop) => {
                Event::Mate(MateSolver::new(MATE_BITS).solve(&game, LONGEST_MATE, u64::MAX, &stop))
            }
        };
        if events.send(done).is_err() {
            break;
        }
    }
}

/// A thought that is under way.
struct Thinking {
    go: Go,
    stop: Stop,
    /// When it must end.
    deadline: Option<Instant>,
    /// The answer is kept back until the board wants it.
    held_back: bool,
    /// The answer, if it is kept back.
    answer: Option<Result<Answer<Move>, NameError>>,
    /// Nobody wants the answer any more.
    forgotten: bool,
}

struct Session<W> {
    output: W,
    options: Options,
    /// The game as the board told it last.
    record: Record<Shogi>,
    tasks: Sender<Task>,
    thinking: Option<Thinking>,
    put_off: VecDeque<Command>,
    games: u64,
}

impl<W: Write> Session<W> {
    fn run(mut self, happening: &Receiver<Event>) -> io::Result<()> {
        let mut ending = false;
        while !ending || self.thinking.is_some() {
            let deadline = self.thinking.as_ref().and_then(|thinking| thinking.deadline);
            let event = match deadline {
                None => happening.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(deadline) => happening.recv_timeout(deadline.saturating_duration_since(Instant::now())),
            };
            match event {
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => self.time_is_up(),
                Ok(Event::Info(info)) => {
                    if self.thinking.as_ref().is_some_and(|thinking| !thinking.forgotten) {
                        self.say(&info)?;
                    }
                }
                Ok(Event::Answer(answer)) => self.answered(answer)?,
                Ok(Event::Mate(mate)) => self.told_mate(&mate)?,
                Ok(Event::Line(line)) => match Command::read(&line) {
                    Ok(None) => {}
                    Ok(Some(Command::Quit)) => {
                        self.raise_flag();
                        return Ok(());
                    }
                    Ok(Some(command)) => self.hear(command)?,
                    Err(malformed) => self.say(&format!("info string {malformed}"))?,
                },
                Ok(Event::End) => {
                    ending = true;
                    // What the clock ends may still be answered; who else should end the rest?
                    if self.thinking.as_ref().is_some_and(|thinking| thinking.deadline.is_none()) {
                        self.stop()?;
                    }
                }
            }
        }
        Ok(())
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        self.output.write_all(format!("{line}\n").as_bytes())?;
        self.output.flush()
    }

    fn hear(&mut self, command: Command) -> io::Result<()> {
        match command {
            Command::Usi => {
                let introduction = format!(
                    "id name Gokaku {}\nid author the Gokaku authors\n{}usiok",
                    env!("CARGO_PKG_VERSION"),
                    self.options.introduction()
                );
                self.say(&introduction)
            }
            Command::IsReady => self.say("readyok"),
            Command::Stop => self.stop(),
            Command::PonderHit => self.ponder_hit(),
            Command::GameOver => {
                self.forget();
                Ok(())
            }
            command if self.thinking.is_none() => self.obey(command),
            // Boards send the next position right behind stop.
            command if self.put_off.len() < PUT_OFF => {
                self.put_off.push_back(command);
                Ok(())
            }
            _ => self.say("info string found more lines than can be put off, expected stop"),
        }
    }

    /// Does what can only be done while nobody thinks.
    fn obey(&mut self, command: Command) -> io::Result<()> {
        match command {
            Command::SetOption { name, value } => match self.options.set(&name, &value) {
                Ok(()) => Ok(()),
                Err(malformed) => self.say(&format!("info string {malformed}")),
            },
            Command::NewGame => {
                self.games += 1;
                Ok(())
            }
            Command::Position(record) => {
                self.record = *record;
                Ok(())
            }
            Command::Go(go) => self.go(go),
            other => self.hear(other),
        }
    }

    fn go(&mut self, go: Go) -> io::Result<()> {
        let game = self.record.replay().unwrap_or_default();
        let stop = Stop::default();
        if go.mate {
            return match self.tasks.send(Task::Mate(game, stop.clone())) {
                Ok(()) => {
                    self.think(go, stop);
                    Ok(())
                }
                Err(_) => self.say("checkmate timeout"),
            };
        }
        let question = Question {
            start: self.record.start.clone(),
            moves: self.record.moves().collect(),
            request: SearchRequest {
                opponent: self.options.opponent.clone(),
                depth: go.depth,
                nodes: go.nodes,
                clocked: go.infinite || go.budget(game.side_to_move(), self.options.overhead()).is_some(),
                multi_pv: self.options.multi_pv,
                threads: self.options.threads,
                hash: self.options.hash,
            },
            stop: stop.clone(),
            deepen: go.infinite,
            game: self.games,
        };
        if self.tasks.send(Task::Move(question)).is_err() {
            return self.say("info string the thinking has ended\nbestmove resign");
        }
        self.think(go, stop);
        Ok(())
    }

    /// Somebody thinks from now on.
    fn think(&mut self, go: Go, stop: Stop) {
        let ponder = go.ponder && !go.mate;
        let held_back = ponder || (go.infinite && !go.mate);
        self.thinking =
            Some(Thinking { go, stop, deadline: None, held_back, answer: None, forgotten: false });
        if !ponder {
            self.start_clock();
        }
    }

    /// The time for the move begins to run.
    fn start_clock(&mut self) {
        let side = self.record.replay().unwrap_or_default().side_to_move();
        let Some(thinking) = &mut self.thinking else { return };
        let allowed = thinking.go.budget(side, self.options.overhead());
        let wished = self.options.own_time.filter(|_| !thinking.go.infinite && !thinking.go.mate);
        let time = [allowed, wished].into_iter().flatten().min();
        thinking.deadline = time.and_then(|time| Instant::now().checked_add(time));
    }

    fn raise_flag(&mut self) {
        if let Some(thinking) = &mut self.thinking {
            thinking.stop.stop();
            thinking.deadline = None;
        }
    }

    fn time_is_up(&mut self) {
        self.raise_flag();
    }

    fn stop(&mut self) -> io::Result<()> {
        self.raise_flag();
        self.release()
    }

    fn ponder_hit(&mut self) -> io::Result<()> {
        match &mut self.thinking {
            Some(thinking) if thinking.go.ponder => {
                thinking.go.ponder = false;
                thinking.held_back = thinking.go.infinite;
                self.start_clock();
                if self.thinking.as_ref().is_some_and(|thinking| !thinking.held_back) {
                    return self.release();
                }
                Ok(())
            }
            _ => self.say("info string found ponderhit, expected it only after go ponder"),
        }
    }

    fn forget(&mut self) {
        self.raise_flag();
        self.put_off.clear();
        if let Some(thinking) = &mut self.thinking {
            thinking.forgotten = true;
            thinking.held_back = false;
            if thinking.answer.is_some() {
                self.thinking = None;
            }
        }
    }

    /// An answer is kept back no longer.
    fn release(&mut self) -> io::Result<()> {
        let Some(thinking) = &mut self.thinking else { return Ok(()) };
        thinking.held_back = false;
        match thinking.answer.take() {
            Some(answer) => self.answered(answer),
            None => Ok(()),
        }
    }

    fn answered(&mut self, answer: Result<Answer<Move>, NameError>) -> io::Result<()> {
        match &mut self.thinking {
            Some(thinking) if thinking.held_back => {
                thinking.answer = Some(answer);
                thinking.deadline = None;
                return Ok(());
            }
            Some(thinking) if !thinking.forgotten => self.say_move(answer)?,
            _ => {}
        }
        self.go_on()
    }

    fn told_mate(&mut self, mate: &Mate) -> io::Result<()> {
        if self.thinking.as_ref().is_some_and(|thinking| !thinking.forgotten) {
            let told = match mate {
                Mate::Found(line) => {
                    line.iter().fold("checkmate".to_owned(), |told, mv| told + " " + &mv.to_string())
                }
                Mate::None => "checkmate nomate".to_owned(),
                Mate::Unknown => "checkmate timeout".to_owned(),
            };
            self.say(&told)?;
        }
        self.go_on()
    }

    /// The thinking has ended: does what was put off meanwhile.
    fn go_on(&mut self) -> io::Result<()> {
        self.thinking = None;
        while self.thinking.is_none()
            && let Some(command) = self.put_off.pop_front()
        {
            self.obey(command)?;
        }
        Ok(())
    }

    fn say_move(&mut self, answer: Result<Answer<Move>, NameError>) -> io::Result<()> {
        match answer {
            Ok(Answer { choice: Ok(choice), reply }) => {
                self.say(&format!("info string {}", choice.reason.sentence(Language::English)))?;
                let reply = reply.map(|reply| format!(" ponder {reply}")).unwrap_or_default();
                self.say(&format!("bestmove {}{reply}", choice.mv))
            }
            Ok(Answer { choice: Err(Failure::NoMove | Failure::Resigned), .. }) => {
                self.say("bestmove resign")
            }
            Ok(Answer { choice: Err(failure), .. }) => {
                self.say(&format!("info string {failure}\nbestmove resign"))
            }
            Err(error) => self.say(&format!("info string {error}\nbestmove resign")),
        }
    }
}

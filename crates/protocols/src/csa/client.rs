//! An opponent of ours as a client of a server.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use games::shogi::{Move, Shogi, csa};
use games::{Game, Malformed, Ply, Record, Side};
use opponents::{Failure, NameError};
use search::Stop;

use super::summary::{Allowance, Summary};
use crate::Reply;
use crate::usi::clock::Go;
use crate::usi::player::{Question, SearchRequest, UsiPlayer};

/// What a move may lose on its way to the server and back: a second, since most servers count whole ones.
const OVERHEAD: Duration = Duration::from_secs(1);

/// The most lines a game summary can have; the longest in use has about forty, and more with the moves of an
/// opening.
const SUMMARY_LINES: usize = 2000;

/// Who logs in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Login {
    /// The name on the server.
    pub user: String,
    /// The password.
    pub password: String,
    /// The kind of game that is asked for, which servers such as Floodgate read in front of the password.
    pub game: Option<String>,
}

/// A game that is over.
#[derive(Clone, PartialEq, Debug)]
pub struct Finished {
    /// What the server calls the game.
    pub id: String,
    /// Our seat.
    pub side: Side,
    /// The game.
    pub record: Record<Shogi>,
    /// Why it ended, in the server's word, such as `#RESIGN`; empty if it said none.
    pub reason: String,
    /// How it ended for us: `#WIN`, `#LOSE`, `#DRAW`, or another word of the server.
    pub result: String,
}

/// A game under way.
struct Playing {
    summary: Summary,
    game: Shogi,
    left: [Duration; 2],
    /// The last word of the server about the end.
    reason: String,
}

enum State {
    LoggingIn,
    Waiting,
    Summary(Vec<String>),
    Agreeing(Box<Summary>),
    Playing(Box<Playing>),
    LoggingOut,
}

/// A client that plays so many games and logs out.
pub struct Client {
    login: Login,
    opponent: String,
    own_time: Option<Duration>,
    player: UsiPlayer<Shogi>,
    games_left: u32,
    finished: Vec<Finished>,
    state: State,
}

impl Client {
    /// A client for `games` games, in which `opponent` plays; `seed` makes its choices.
    ///
    /// # Errors
    /// There is no such opponent.
    pub fn new(login: Login, opponent: &str, seed: u64, games: u32) -> Result<Client, NameError> {
        let own_time = opponents::by_name::<Shogi>(opponent, seed)?.thinking_time();
        Ok(Client {
            login,
            opponent: opponent.to_owned(),
            own_time,
            player: UsiPlayer::new(seed),
            games_left: games,
            finished: Vec::new(),
            state: State::LoggingIn,
        })
    }

    /// The line that opens the conversation.
    #[must_use]
    pub fn greeting(&self) -> String {
        let Login { user, password, game } = &self.login;
        let game = game.as_ref().map(|game| format!("{game},")).unwrap_or_default();
        format!("LOGIN {user} {game}{password}\n")
    }

    /// The games that are over.
    #[must_use]
    pub fn finished(&self) -> &[Finished] {
        &self.finished
    }

    /// Answers one line of the server.
    ///
    /// # Errors
    /// The line is not what the protocol has in this place; the conversation cannot go on.
    pub fn answer(&mut self, line: &str) -> Result<Reply, Malformed> {
        let line = line.trim_end();
        // An empty line keeps the connection alive; two signs are messages of the server beyond the protocol.
        if line.is_empty() || line.starts_with("##") {
            return Ok(Reply::default());
        }
        match std::mem::replace(&mut self.state, State::Waiting) {
            State::LoggingIn => self.logged_in(line),
            State::Waiting => match line {
                "BEGIN Game_Summary" => {
                    self.state = State::Summary(Vec::new());
                    Ok(Reply::default())
                }
                _ if line.starts_with("LOGOUT:") => Ok(Reply { text: String::new(), quit: true }),
                _ => Err(Malformed::new(line, "BEGIN Game_Summary")),
            },
            State::Summary(lines) => self.read_summary(lines, line),
            State::Agreeing(summary) => self.agreed(*summary, line),
            State::Playing(playing) => self.play_on(playing, line),
            State::LoggingOut => {
                self.state = State::LoggingOut;
                Ok(Reply { text: String::new(), quit: line.starts_with("LOGOUT:") })
            }
        }
    }

    fn logged_in(&mut self, line: &str) -> Result<Reply, Malformed> {
        if line == format!("LOGIN:{} OK", self.login.user) {
            return Ok(Reply::default());
        }
        Err(Malformed::new(
            line,
            format!("LOGIN:{} OK, a user and a password the server knows", self.login.user),
        ))
    }

    fn read_summary(&mut self, mut lines: Vec<String>, line: &str) -> Result<Reply, Malformed> {
        if line == "END Game_Summary" {
            let summary = Summary::read(&lines)?;
            let reply = Reply::lines(format!("AGREE {}", summary.id).trim_end().to_owned() + "\n");
            self.state = State::Agreeing(Box::new(summary));
            return Ok(reply);
        }
        if lines.len() >= SUMMARY_LINES {
            let found = format!("a summary of over {SUMMARY_LINES} lines");
            return Err(Malformed::described(found, "END Game_Summary"));
        }
        lines.push(line.to_owned());
        self.state = State::Summary(lines);
        Ok(Reply::default())
    }

    fn agreed(&mut self, summary: Summary, line: &str) -> Result<Reply, Malformed> {
        if line.starts_with("REJECT:") {
            return Ok(Reply::default());
        }
        if !line.starts_with("START:") {
            return Err(Malformed::new(line, "START: or REJECT: and the game"));
        }
        let game = summary.record.replay().map_err(|illegal| illegal.illegal)?;
        let left = summary.allowances.map(|allowance| allowance.total);
        let playing = Playing { summary, game, left, reason: String::new() };
        self.think(Box::new(playing))
    }

    fn play_on(&mut self, mut playing: Box<Playing>, line: &str) -> Result<Reply, Malformed> {
        match line.as_bytes() {
            [b'+' | b'-', ..] => {
                playing.moved(line)?;
                self.think(playing)
            }
            // What a side said instead of a move; how the game ends is told on a line of its own.
            [b'%', ..] => {
                self.state = State::Playing(playing);
                Ok(Reply::default())
            }
            [b'#', ..] if matches!(line, "#WIN" | "#LOSE" | "#DRAW" | "#CENSORED" | "#CHUDAN") => {
                Ok(self.over(*playing, line))
            }
            [b'#', ..] => {
                playing.reason = line.to_owned();
                self.state = State::Playing(playing);
                Ok(Reply::default())
            }
            _ => Err(Malformed::new(line, "a move such as +7776FU,T1, % or the end of the game")),
        }
    }

    fn over(&mut self, playing: Playing, result: &str) -> Reply {
        let Playing { summary, reason, .. } = playing;
        let Summary { id, side, record, .. } = summary;
        self.finished.push(Finished { id, side, record, reason, result: result.to_owned() });
        self.games_left = self.games_left.saturating_sub(1);
        if self.games_left > 0 {
            self.state = State::Waiting;
            return Reply::default();
        }
        self.state = State::LoggingOut;
        Reply::lines("LOGOUT\n")
    }

    /// Moves, if it is our turn.
    fn think(&mut self, playing: Box<Playing>) -> Result<Reply, Malformed> {
        let side = playing.summary.side;
        if playing.game.side_to_move() != side || playing.game.outcome().is_some() {
            self.state = State::Playing(playing);
            return Ok(Reply::default());
        }
        let stop = Stop::default();
        let question = Question {
            start: playing.summary.record.start.clone(),
            moves: playing.summary.record.moves().collect(),
            request: SearchRequest {
                opponent: self.opponent.clone(),
                clocked: true,
                multi_pv: 1,
                threads: 1,
                ..SearchRequest::default()
            },
            stop: stop.clone(),
            deepen: false,
            game: self.finished.len() as u64,
        };
        let time = playing.time().min(self.own_time.unwrap_or(Duration::MAX));
        let player = &mut self.player;
        let (done, waiting) = channel::<()>();
        let answer = thread::scope(|scope| {
            scope.spawn(move || {
                if waiting.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
                    stop.stop();
                }
            });
            let answer = player.think(&question, &mut |_| {});
            drop(done);
            answer
        });
        let answer = answer.map_err(|error| Malformed::described(error.to_string(), "an opponent"))?;
        let text = match answer.choice {
            Ok(choice) => print_move(&playing.game, choice.mv)?,
            Err(Failure::NoMove | Failure::Resigned) => "%TORYO".to_owned(),
            Err(failure) => return Err(Malformed::described(failure.to_string(), "a move of ours")),
        };
        self.state = State::Playing(playing);
        Ok(Reply::lines(text + "\n"))
    }
}

impl Playing {
    /// Takes over a move with its time: `+7776FU,T12`.
    fn moved(&mut self, line: &str) -> Result<(), Malformed> {
        let (text, time) = line.split_once(",T").unwrap_or((line, ""));
        let count: u32 = match time {
            "" => 0,
            time => time.trim().parse().map_err(|_| Malformed::new(line, "T and the time a move took"))?,
        };
        let time = self.summary.unit * count;
        let mv = read_move(&self.game, text)?;
        let seat = self.game.side_to_move().index();
        self.game.play(mv)?;
        self.summary.record.line.plies.push(Ply { time: Some(time), ..Ply::new(mv) });
        let increment = self.summary.allowances[seat].increment;
        self.left[seat] = self.left[seat].saturating_sub(time) + increment;
        Ok(())
    }

    /// What our move may take.
    fn time(&self) -> Duration {
        let side = self.summary.side;
        let Allowance { byoyomi, .. } = self.summary.allowances[side.index()];
        // The increment of the move to come is not there yet, but that of the last one is.
        Go::with(side, self.left[side.index()], byoyomi).budget(side, OVERHEAD).unwrap_or(OVERHEAD)
    }
}

/// A move as the protocol writes it; a declaration is `%KACHI`.
pub(super) fn print_move(game: &Shogi, mv: Move) -> Result<String, Malformed> {
    if mv == Move::DECLARE {
        return Ok("%KACHI".to_owned());
    }
    let mut record = Record::new(game.clone());
    record.line.plies.push(Ply::new(mv));
    let text = csa::write(&record)?;
    let is_move = |line: &&str| line.len() > 1 && line.starts_with(['+', '-']);
    let line = text.lines().rfind(is_move).map(str::to_owned);
    line.ok_or_else(|| Malformed::described(mv.to_string(), "a move that CSA can write"))
}

/// Reads a move such as `+7776FU`.
pub(super) fn read_move(game: &Shogi, text: &str) -> Result<Move, Malformed> {
    let start = csa::write(&Record::new(game.clone()))?;
    let side: String = start
        .lines()
        .filter(|line| line.starts_with(['V', 'P', '+', '-']))
        .fold(String::new(), |text, line| text + line + "\n");
    let without_line = |malformed: Malformed| Malformed { line: None, ..malformed };
    let records = csa::read(&format!("{side}{text}\n")).map_err(without_line)?;
    let mv = records.first().and_then(|record| record.moves().next());
    mv.ok_or_else(|| Malformed::new(text, "a move such as +7776FU"))
}

//! Other people's GAT clients as opponents: for one game we are their server.

use std::net::TcpListener;
use std::thread;
use std::time::{Duration, Instant};

use games::geister::{Colour, Geister, Move, Setup, View, gat};
use games::{Game, Outcome, Side};
use opponents::{Choice, Failure, NameError, Opponent, Reason};

use super::server::accept;
use super::{Connection, PATIENCE, REFUSED, SET, TAKEN, end_word, taken};
use crate::address::Address;
use crate::allowed::{self, words_of};
use crate::process::Process;
use crate::program::limit;

/// How often we look whether the client has called.
const LOOKING: Duration = Duration::from_millis(2);

/// The client that a name behind `gat:` means: `listen=HOST:PORT` waits for one to call, `command=COMMAND`
/// starts a program that calls `{host}` and `{port}`. Option: `limit` (60s) is how long the call and any
/// answer may take.
///
/// # Errors
/// An option is wrong, the port is not free, or the program cannot be started.
pub(crate) fn open(text: &str) -> Result<Box<dyn Opponent<Geister>>, NameError> {
    let behind_limit = text.strip_prefix("limit=").and_then(|rest| rest.split_once(','));
    let listens = behind_limit.map_or(text, |(_, rest)| rest).starts_with("listen=");
    let target = if listens { "listen" } else { "command" };
    let mut address = Address::read("gat", text, &["limit"], target)?;
    let limit = limit(&mut address, None)?;
    if listens && !allowed::is_everything() {
        return Err(address.bad("listen", address.target(), "no server: a worker does not listen"));
    }
    let place = if listens { address.target() } else { "127.0.0.1:0" };
    let expected = |error| format!("HOST:PORT where clients may call; {error}");
    let listener = TcpListener::bind(place)
        .and_then(|listener| listener.set_nonblocking(true).map(|()| listener))
        .map_err(|error| address.bad("listen", place, expected(error)))?;
    let program = if listens { None } else { Some(start(&address, &listener)?) };
    let client = Client { name: address.to_string(), listener, program, limit, state: State::Expected };
    Ok(Box::new(client))
}

/// Starts the program and tells it where to call.
fn start(address: &Address, listener: &TcpListener) -> Result<Process, NameError> {
    let bad = |expected: String| address.bad("command", address.target(), expected);
    if !address.target().contains("{port}") {
        return Err(bad("a command with {port}, and {host} if need be, for where to call".to_owned()));
    }
    let place = listener.local_addr().map_err(|error| bad(format!("a free port; {error}")))?;
    let words = words_of(address.target()).map_err(bad)?;
    let (host, port) = (place.ip().to_string(), place.port().to_string());
    let fill = |word: &String| word.replace("{host}", &host).replace("{port}", &port);
    let words: Vec<String> = words.iter().map(fill).collect();
    Process::start_mute(&words).map_err(|error| bad(format!("a program that can be started; {error}")))
}

/// Somebody else's program, for one game.
struct Client {
    name: String,
    listener: TcpListener,
    program: Option<Process>,
    limit: Duration,
    state: State,
}

/// How far the game with the client is.
enum State {
    /// It has not called.
    Expected,
    /// It plays. The answer to its last move is owed until the next view tells what that captured.
    Playing(Box<Table>),
    /// It is not spoken to any more.
    Gone(Failure),
}

/// The game with a client.
struct Table {
    line: Connection,
    seat: Side,
    setup: Setup,
    owed: Option<View>,
    refusals: u32,
}

impl Client {
    /// Waits for the call.
    fn call(&mut self) -> Result<Connection, Failure> {
        let deadline = Instant::now() + self.limit;
        loop {
            match accept(&self.listener) {
                Ok(Some(line)) => return Ok(line),
                Ok(None) => {}
                Err(error) => return Err(Failure::Crashed(format!("nobody can call ({error})"))),
            }
            if let Some(program) = &mut self.program
                && let Some(failure) = program.has_ended("the game")
            {
                return Err(failure);
            }
            if Instant::now() >= deadline {
                return Err(Failure::TimedOut("found no client that calls".to_owned()));
            }
            thread::sleep(LOOKING);
        }
    }

    /// Asks for the red ghosts.
    fn ask_setup(&mut self, line: &mut Connection) -> Result<Setup, Failure> {
        let deadline = Some(Instant::now() + self.limit);
        line.send(SET)?;
        for _ in 0..=PATIENCE {
            let said = line.line(deadline)?;
            let word = said.get(..4).filter(|word| word.eq_ignore_ascii_case("SET:"));
            if let Some(setup) = word.and_then(|_| said[4..].trim_end().parse().ok()) {
                line.send(TAKEN)?;
                return Ok(setup);
            }
            line.send(REFUSED)?;
        }
        Err(Failure::Protocol(format!("found more than {PATIENCE} lines, expected SET: and four red ghosts")))
    }

    /// Speaks to the client that plays.
    fn speak<T>(&mut self, speak: impl FnOnce(&mut Table) -> Result<T, Failure>) -> Result<T, Failure> {
        let said = match &mut self.state {
            State::Playing(table) => speak(table),
            State::Gone(failure) => Err(failure.clone()),
            State::Expected => {
                Err(Failure::Protocol("found a game that has begun, GAT has only the usual start".to_owned()))
            }
        };
        said.map_err(|failure| self.last_words(failure))
    }

    /// A closed connection says less than the end of the program behind it.
    fn last_words(&mut self, failure: Failure) -> Failure {
        match (&mut self.program, failure) {
            (Some(program), Failure::Crashed(how)) => {
                program.has_ended("the game").unwrap_or(Failure::Crashed(how))
            }
            (_, failure) => failure,
        }
    }
}

impl Table {
    /// Sends the answer that is owed, now that the seat sees what its move captured.
    fn pay(&mut self, after: &View) -> Result<(), Failure> {
        let Some(before) = self.owed.take() else { return Ok(()) };
        let enemy = self.seat.other();
        let more = |&colour: &Colour| after.captured(enemy, colour) > before.captured(enemy, colour);
        self.line.send(taken(Colour::BOTH.into_iter().find(more)))
    }

    /// Refuses what was said out of turn.
    fn refuse_waiting(&mut self) -> Result<(), Failure> {
        while self.line.waiting_line()?.is_some() {
            self.line.send(REFUSED)?;
            self.refusals += 1;
            if self.refusals > PATIENCE {
                return Err(Failure::Protocol(format!("found more than {PATIENCE} lines out of turn")));
            }
        }
        Ok(())
    }

    /// Asks for a move, which is legal.
    fn ask_move(&mut self, view: &View, deadline: Instant) -> Result<Move, Failure> {
        self.refuse_waiting()?;
        self.line.send(&format!("{}{}", gat::TURN, gat::write_board(view)))?;
        let said = self.line.line(Some(deadline))?;
        let read = gat::read_move(view, &said).map_err(|error| Failure::Protocol(error.to_string()));
        let mv = read.and_then(|mv| Ok(view.check(mv).map(|()| mv)?));
        if mv.is_err() {
            // It has lost, whether it hears this or not.
            let _ = self.line.send(REFUSED);
        }
        mv
    }
}

impl Opponent<Geister> for Client {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn arrangement(&mut self, view: &View) -> Result<Option<String>, Failure> {
        let called = self.call().and_then(|mut line| {
            let setup = self.ask_setup(&mut line)?;
            Ok(Table { line, seat: view.seat(), setup, owed: None, refusals: 0 })
        });
        match called {
            Ok(table) => {
                let setup = table.setup.to_string();
                self.state = State::Playing(Box::new(table));
                Ok(Some(setup))
            }
            Err(failure) => {
                let failure = self.last_words(failure);
                self.state = State::Gone(failure.clone());
                Err(failure)
            }
        }
    }

    fn observe(&mut self, before: &View, _mv: Move) {
        if let Err(failure) = self.speak(|table| table.pay(before)) {
            self.state = State::Gone(failure);
        }
    }

    fn choose(&mut self, view: &View) -> Result<Choice<Move>, Failure> {
        let deadline = Instant::now() + self.limit;
        self.speak(|table| {
            if table.setup != view.setup() {
                let found = format!("found red ghosts {}, the client's are {}", view.setup(), table.setup);
                return Err(Failure::Protocol(found));
            }
            let mv = table.ask_move(view, deadline)?;
            table.owed = Some(*view);
            Ok(Choice {
                mv,
                reason: Reason::Said { program: "a GAT client".to_owned(), text: String::new() },
            })
        })
    }

    fn finish(&mut self, last: &Geister, end: Outcome) {
        // Who has gone cannot be told, and has no need to be.
        let _ = self.speak(|table| {
            table.pay(&last.view(table.seat))?;
            let word = end_word(&end, table.seat);
            table.line.send(&format!("{word}{}", gat::write_final_board(last, table.seat)))?;
            table.line.fall_silent();
            Ok(())
        });
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::net::{SocketAddr, TcpStream};

    use super::*;
    use crate::gat;

    fn waiting() -> (Client, SocketAddr) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let address = listener.local_addr().unwrap();
        let limit = Duration::from_secs(20);
        (Client { name: String::new(), listener, program: None, limit, state: State::Expected }, address)
    }

    /// Plays `client` in the second seat against a random player; the end, or why the client did not play on.
    fn play(client: &mut Client, seed: u64) -> (Geister, Result<Outcome, Failure>) {
        let mut game = Geister::default();
        match client.arrangement(&game.view(Side::Second)) {
            Ok(setup) => game.arrange(Side::Second, &setup.unwrap()).unwrap(),
            Err(failure) => return (game, Err(failure)),
        }
        let mut ours: Box<dyn Opponent<Geister>> = opponents::by_name("ra", seed).unwrap();
        let end = loop {
            if let Some(end) = game.outcome() {
                break Ok(end);
            }
            let mv = if game.side_to_move() == Side::First {
                let mv = ours.choose(&game.view(Side::First)).unwrap().mv;
                client.observe(&game.view(Side::Second), mv);
                mv
            } else {
                match client.choose(&game.view(Side::Second)) {
                    Ok(choice) => choice.mv,
                    Err(failure) => break Err(failure),
                }
            };
            game.play(mv).unwrap();
        };
        let told = end.as_ref().map_or_else(|lost| Outcome::win(Side::First, lost.reason()), |&end| end);
        client.finish(&game, told);
        (game, end)
    }

    #[test]
    fn our_own_client_plays_as_somebody_elses_program() {
        for seed in 0..10 {
            let (mut client, address) = waiting();
            let theirs = thread::spawn(move || {
                let mut opponent: Box<dyn Opponent<Geister>> = opponents::by_name("ra", seed).unwrap();
                let mut line = Connection::open(address).unwrap();
                let player = gat::Client { limit: 300, patience: Duration::from_secs(20) };
                player.play(&mut line, &mut *opponent, "CEGH".parse().unwrap())
            });
            let (last, end) = play(&mut client, seed + 100);
            let ended = theirs.join().unwrap().unwrap();
            assert_eq!(last.setup(Side::Second).to_string(), "CEGH");
            assert_eq!((ended.seat, Some(ended.score)), (Side::Second, end.unwrap().score(Side::Second)));
            assert_eq!(ended.last, last.with_limit(300).unwrap());
        }
    }

    #[test]
    fn whatever_a_client_does_is_a_lost_game() {
        for (says, expected) in [
            (&b""[..], "crashed: it closed the connection"),
            (b"SET:ABCD\r\n", "crashed: "),
            (b"SET:AAAA\r\nSET:ABCD\r\nMOV:A,N\r\n", "crashed: "),
            (&b"x\r\n".repeat(1000), "misunderstood: found more than 100 lines"),
            (&[b'x'; 10_000], "misunderstood: found a line of more than 256 signs"),
        ] {
            let (mut client, address) = waiting();
            let says = says.to_vec();
            let theirs = thread::spawn(move || {
                let mut stream = TcpStream::connect(address).unwrap();
                let _ = stream.write_all(&says);
                let _ = stream.shutdown(std::net::Shutdown::Write);
                stream
            });
            let failure = play(&mut client, 1).1.unwrap_err().to_string();
            assert!(failure.starts_with(expected), "{failure}");
            drop(theirs.join());
        }
        let (mut silent, _address) = waiting();
        silent.limit = Duration::from_millis(30);
        assert!(matches!(play(&mut silent, 1).1, Err(Failure::TimedOut(_))));
    }

    #[test]
    fn names_say_where_clients_call() {
        let error = |name: &str| open(name).err().unwrap().to_string();
        assert!(error("true").contains("expected a command with {port}"));
        assert!(error("listen=nowhere").contains("expected HOST:PORT where clients may call"));
        assert!(error("limit=5s,command=no-such-program {port}").contains("can be started"));
        assert_eq!(open("listen=127.0.0.1:0").unwrap().name(), "gat:limit=60s,listen=127.0.0.1:0");
        let name = "gat:limit=5s,command=sh -c 'echo lost >&2; exit 3' {host} {port}";
        let mut crashing = open(&name[4..]).unwrap();
        assert_eq!(crashing.name(), name);
        let failure = crashing.arrangement(&Geister::default().view(Side::First)).unwrap_err().to_string();
        assert_eq!(failure, "crashed: exit status: 3 at \"the game\", it said: lost");
    }
}

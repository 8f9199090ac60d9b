//! A GAT server: waits for a client at each of two ports and referees their game.

use std::io::{self, ErrorKind};
use std::net::{SocketAddr, TcpListener};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use games::geister::Geister;
use games::{EndReason, Outcome, Player, Record, Side};
use opponents::Failure;

use super::clock::Clock;
use super::{Allowance, Connection, Referee};

/// Lines of both clients that wait to be heard. Who floods us is made to wait.
const WAITING_LINES: usize = 16;

/// How long a client may take to read the end of its game before the connection is cut.
const GRACE: Duration = Duration::from_millis(500);

/// How often a server without clients looks for some: at first often, since those of the last game may come
/// back at once.
const LOOKING: [Duration; 2] = [Duration::from_micros(100), Duration::from_millis(20)];

/// Two open ports.
#[derive(Debug)]
pub struct Server {
    listeners: [TcpListener; 2],
    limit: u16,
    allowance: Allowance,
}

/// A game that was refereed.
#[derive(Clone, Debug)]
pub struct Refereed {
    /// The game; `None` if it was over before both sides had chosen their colours.
    pub record: Option<Record<Geister>>,
    /// How it ended.
    pub end: Outcome,
    /// Who lost by which fault, if it was not played to its end.
    pub fault: Option<(Side, Failure)>,
}

impl Server {
    /// Listens at both ports, that of the first side first; port 0 is any that is free. Games are drawn after
    /// `limit` plies.
    ///
    /// # Errors
    /// A port is in use, or not for us.
    pub fn open(host: &str, ports: [u16; 2], limit: u16, allowance: Allowance) -> io::Result<Server> {
        let listen = |port| {
            let listener = TcpListener::bind((host, port))?;
            listener.set_nonblocking(true)?;
            Ok::<_, io::Error>(listener)
        };
        Ok(Server { listeners: [listen(ports[0])?, listen(ports[1])?], limit, allowance })
    }

    /// Where it listens.
    ///
    /// # Errors
    /// The system cannot say.
    pub fn addresses(&self) -> io::Result<[SocketAddr; 2]> {
        Ok([self.listeners[0].local_addr()?, self.listeners[1].local_addr()?])
    }

    /// Waits for a pair, and plays its game to the end.
    ///
    /// # Errors
    /// The system lets nobody in any more. What a client does is no error.
    pub fn referee(&self) -> io::Result<Refereed> {
        let clients = self.pair()?;
        let players = clients.each_ref().map(|client| Player::named(client.peer()));
        let twins = [clients[0].twin()?, clients[1].twin()?];
        let referee = conduct(clients, twins, Referee::new(self.limit), self.allowance);
        let record = referee.record().map(|record| Record { players, ..record });
        let unended = Outcome::draw(EndReason::Interrupted);
        Ok(Refereed { record, end: referee.end().unwrap_or(unended), fault: referee.fault().cloned() })
    }

    /// One client at each port; who goes before the other comes is let go.
    fn pair(&self) -> io::Result<[Connection; 2]> {
        let mut waiting: [Option<Connection>; 2] = [None, None];
        let mut pause = LOOKING[0];
        loop {
            for (seat, listener) in waiting.iter_mut().zip(&self.listeners) {
                if seat.as_ref().is_some_and(Connection::has_gone) {
                    *seat = None;
                }
                if seat.is_none() {
                    *seat = accept(listener)?;
                }
            }
            match waiting {
                [Some(first), Some(second)] => return Ok([first, second]),
                still => waiting = still,
            }
            thread::sleep(pause);
            pause = (2 * pause).min(LOOKING[1]);
        }
    }
}

/// Whoever has called, if somebody has.
pub(super) fn accept(listener: &TcpListener) -> io::Result<Option<Connection>> {
    match listener.accept() {
        // A caller who has gone again is none.
        Ok((stream, _)) => Ok(Connection::new(stream).ok()),
        Err(error) => match error.kind() {
            ErrorKind::WouldBlock | ErrorKind::Interrupted | ErrorKind::ConnectionAborted => Ok(None),
            _ => Err(error),
        },
    }
}

/// What a client was heard to say, or why nothing more will be heard of it.
type Heard = (Side, Result<String, Failure>);

/// Plays the game of two clients; `twins` are what they are spoken to by.
fn conduct(
    clients: [Connection; 2],
    mut twins: [Connection; 2],
    mut referee: Referee,
    allowance: Allowance,
) -> Referee {
    let (sender, heard) = sync_channel(WAITING_LINES);
    thread::scope(|scope| {
        for (side, client) in Side::BOTH.into_iter().zip(clients) {
            let sender = sender.clone();
            scope.spawn(move || pass_on(side, client, &sender));
        }
        drop(sender);
        play(&mut referee, &mut twins, &heard, allowance);
        for twin in &twins {
            twin.fall_silent();
        }
        // Cutting a connection on which something was not read would take the last line away from who is
        // about to read it.
        let until = Instant::now() + GRACE;
        while heard.recv_timeout(until.saturating_duration_since(Instant::now())).is_ok()
            && Instant::now() < until
        {}
        for twin in &twins {
            twin.hang_up();
        }
        drop(heard);
    });
    referee
}

/// Hands on every line until there are no more or nobody listens.
fn pass_on(side: Side, mut client: Connection, heard: &SyncSender<Heard>) {
    loop {
        let line = client.line(None);
        let last = line.is_err();
        if heard.send((side, line)).is_err() || last {
            return;
        }
    }
}

/// Plays until the referee has seen an end.
fn play(referee: &mut Referee, twins: &mut [Connection; 2], heard: &Receiver<Heard>, allowance: Allowance) {
    let mut clocks = [Clock::new(allowance); 2];
    let mut lines = referee.open();
    loop {
        while !lines.is_empty() {
            for (side, line) in std::mem::take(&mut lines) {
                if let Err(failure) = twins[side.index()].send(&line) {
                    lines.extend(referee.give_up(side, failure));
                }
            }
        }
        for side in Side::BOTH {
            clocks[side.index()].set_running(referee.awaits(side));
        }
        let deadlines = Side::BOTH.map(|side| clocks[side.index()].deadline().map(|at| (at, side)));
        // Nobody is awaited when the game is over, and then only.
        let Some((deadline, late)) = deadlines.into_iter().flatten().min_by_key(|&(at, _)| at) else {
            return;
        };
        let left = deadline.saturating_duration_since(Instant::now());
        let next = if left.is_zero() { Err(RecvTimeoutError::Timeout) } else { heard.recv_timeout(left) };
        lines = match next {
            Ok((side, Ok(line))) => {
                let time = clocks[side.index()].set_running(referee.awaits(side));
                referee.hear(side, &line, time)
            }
            Ok((side, Err(failure))) => referee.give_up(side, failure),
            Err(RecvTimeoutError::Timeout) => {
                referee.give_up(late, Failure::TimedOut("found no answer in time".to_owned()))
            }
            Err(RecvTimeoutError::Disconnected) => {
                referee.give_up(late, Failure::Crashed("it closed the connection".to_owned()))
            }
        };
    }
}

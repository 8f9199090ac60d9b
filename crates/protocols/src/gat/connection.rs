//! A program at the other end of a TCP connection, line by line.

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use opponents::Failure;

/// The longest line there is use for: the protocol's have at most 54 signs.
const LONGEST_LINE: usize = 256;

/// How long a line may take to be sent: only who reads nothing for thousands of lines makes us wait at all.
const SENDING: Duration = Duration::from_secs(10);

/// The other end, heard and spoken to by lines that end in CR LF. Whatever it does, it can hold us up no
/// longer than we allow.
#[derive(Debug)]
pub struct Connection {
    stream: TcpStream,
    /// What was heard behind the last whole line.
    heard: Vec<u8>,
}

impl Connection {
    /// Speaks over a stream that is open.
    ///
    /// # Errors
    /// The stream is not open any more.
    pub fn new(stream: TcpStream) -> std::io::Result<Connection> {
        stream.set_nonblocking(false)?;
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(SENDING))?;
        Ok(Connection { stream, heard: Vec::new() })
    }

    /// Calls `HOST:PORT`.
    ///
    /// # Errors
    /// It cannot be reached.
    pub fn open(address: impl ToSocketAddrs) -> std::io::Result<Connection> {
        Connection::new(TcpStream::connect(address)?)
    }

    /// A second handle, to speak while another thread listens.
    ///
    /// # Errors
    /// The stream is not open any more.
    pub(super) fn twin(&self) -> std::io::Result<Connection> {
        Ok(Connection { stream: self.stream.try_clone()?, heard: Vec::new() })
    }

    /// Where the other end is.
    pub(super) fn peer(&self) -> String {
        self.stream.peer_addr().map_or_else(|_| "unknown".to_owned(), |address| address.to_string())
    }

    /// Sends a line.
    ///
    /// # Errors
    /// The other end has gone, or reads nothing.
    pub fn send(&mut self, line: &str) -> Result<(), Failure> {
        self.stream.write_all(format!("{line}\r\n").as_bytes()).map_err(|error| match error.kind() {
            ErrorKind::WouldBlock | ErrorKind::TimedOut => {
                Failure::TimedOut("found nobody who reads what is sent".to_owned())
            }
            _ => Failure::Crashed(format!("the connection is closed ({error})")),
        })
    }

    /// The next line, without its end; without a deadline for as long as it takes.
    ///
    /// # Errors
    /// It did not come in time, is too long, or the other end has closed the connection.
    pub fn line(&mut self, deadline: Option<Instant>) -> Result<String, Failure> {
        loop {
            if let Some(line) = self.whole_line()? {
                return Ok(line);
            }
            let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            if left.is_some_and(|left| left.is_zero()) || !self.listen(left)? {
                return Err(Failure::TimedOut("found no line in time".to_owned()));
            }
        }
    }

    /// A line that has come already, if there is one.
    pub(super) fn waiting_line(&mut self) -> Result<Option<String>, Failure> {
        if let Some(line) = self.whole_line()? {
            return Ok(Some(line));
        }
        self.stream.set_nonblocking(true).map_err(closed)?;
        let heard = self.listen_once();
        self.stream.set_nonblocking(false).map_err(closed)?;
        heard?;
        self.whole_line()
    }

    /// Takes the first line out of what was heard.
    fn whole_line(&mut self) -> Result<Option<String>, Failure> {
        let end = self.heard.iter().position(|&byte| byte == b'\n');
        if end.unwrap_or(self.heard.len()) > LONGEST_LINE {
            return Err(Failure::Protocol(format!("found a line of more than {LONGEST_LINE} signs")));
        }
        let Some(end) = end else { return Ok(None) };
        let line: Vec<u8> = self.heard.drain(..=end).collect();
        Ok(Some(String::from_utf8_lossy(&line).trim_end_matches(['\r', '\n']).to_owned()))
    }

    /// Listens for at most so long; whether anything was heard.
    fn listen(&mut self, time: Option<Duration>) -> Result<bool, Failure> {
        // A time of less than the clock's step would mean no limit to some systems.
        let time = time.map(|time| time.max(Duration::from_millis(1)));
        self.stream.set_read_timeout(time).map_err(closed)?;
        self.listen_once()
    }

    fn listen_once(&mut self) -> Result<bool, Failure> {
        let mut bytes = [0; 2 * LONGEST_LINE];
        match self.stream.read(&mut bytes) {
            Ok(0) => Err(Failure::Crashed("it closed the connection".to_owned())),
            Ok(count) => {
                self.heard.extend_from_slice(&bytes[..count]);
                Ok(true)
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => Ok(true),
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => Ok(false),
            Err(error) => Err(closed(error)),
        }
    }

    /// Says that nothing more will be said; what was said still arrives.
    pub(super) fn fall_silent(&self) {
        // Who has gone already cannot be told.
        let _ = self.stream.shutdown(Shutdown::Write);
    }

    /// Ends the connection, and with it whoever listens on its twin.
    pub(super) fn hang_up(&self) {
        let _ = self.stream.shutdown(Shutdown::Both);
    }

    /// Whether the other end has gone, as far as can be seen without waiting.
    pub(super) fn has_gone(&self) -> bool {
        let looked = self.stream.set_nonblocking(true).and_then(|()| self.stream.peek(&mut [0]));
        let gone = match looked {
            Ok(count) => count == 0,
            Err(error) => error.kind() != ErrorKind::WouldBlock,
        };
        gone || self.stream.set_nonblocking(false).is_err()
    }
}

#[allow(clippy::needless_pass_by_value)]
fn closed(error: std::io::Error) -> Failure {
    Failure::Crashed(format!("the connection is closed ({error})"))
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;

    fn pair() -> (Connection, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let theirs = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        (Connection::new(listener.accept().unwrap().0).unwrap(), theirs)
    }

    fn soon() -> Option<Instant> {
        Some(Instant::now() + Duration::from_secs(20))
    }

    #[test]
    fn lines_come_whole_however_they_are_cut() {
        let (mut ours, mut theirs) = pair();
        theirs.write_all(b"SET:AB").unwrap();
        assert_eq!(ours.waiting_line(), Ok(None));
        theirs.write_all(b"CD\r\nMOV:A,N\n\r\n\xff\n").unwrap();
        for line in ["SET:ABCD", "MOV:A,N", "", "\u{fffd}"] {
            assert_eq!(ours.line(soon()).unwrap(), line);
        }
        assert!(!ours.has_gone());
        let begun = Instant::now();
        let silent = ours.line(Some(begun + Duration::from_millis(20)));
        assert_eq!(silent, Err(Failure::TimedOut("found no line in time".to_owned())));
        theirs.write_all(b"unfinished").unwrap();
        drop(theirs);
        assert!(matches!(ours.line(soon()), Err(Failure::Crashed(_))));
        assert!(ours.has_gone());
    }

    #[test]
    fn an_endless_line_is_not_kept() {
        let (mut ours, mut theirs) = pair();
        let writer = std::thread::spawn(move || while theirs.write_all(&[b'A'; 4096]).is_ok() {});
        assert_eq!(
            ours.line(soon()),
            Err(Failure::Protocol("found a line of more than 256 signs".to_owned()))
        );
        assert!(ours.heard.len() <= 1024);
        drop(ours);
        writer.join().unwrap();
    }
}

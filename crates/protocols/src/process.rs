//! A program at the other end of two pipes: lines go in, lines come out, and nothing it does can hold us up
//! for longer than we allow.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use opponents::Failure;

use crate::descendants::Mark;

/// Lines that wait to be read. A program that floods us is made to wait as well.
const WAITING_LINES: usize = 256;

/// The longest line that is read whole; what is longer comes in pieces. No protocol of ours has lines half so
/// long.
const LONGEST_LINE: u64 = 64 * 1024;

/// How much of what a program says about its troubles is kept: the end of it.
const LAST_WORDS: usize = 1024;

/// Characters of a line that an error quotes.
const QUOTED: usize = 40;

/// How long a program may leave what we send unread when there is no room for more.
const UNREAD: Duration = Duration::from_secs(5);

/// How long a program may take to end by itself once it has been told to.
const GRACE: Duration = Duration::from_millis(200);

/// A running program. It ends with the value, and its children with it.
#[derive(Debug)]
pub struct Process {
    child: Child,
    /// `None` once it is closed.
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    last_words: Arc<Mutex<String>>,
    listener: Option<JoinHandle<()>>,
    /// What it has started has this mark too.
    mark: Mark,
}

impl Process {
    /// Starts the program `words[0]` with the rest as its arguments.
    ///
    /// # Errors
    /// There is no such program, or it may not be started.
    pub fn start(words: &[String]) -> io::Result<Process> {
        Process::start_with(words, Stdio::piped())
    }

    /// As [`Process::start`], for a program that is talked to in another way: what it prints is for nobody.
    ///
    /// # Errors
    /// There is no such program, or it may not be started.
    pub(crate) fn start_mute(words: &[String]) -> io::Result<Process> {
        Process::start_with(words, Stdio::null())
    }

    fn start_with(words: &[String], output: Stdio) -> io::Result<Process> {
        let (program, arguments) = words.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(output).stderr(Stdio::piped());
        let mark = Mark::new();
        let (name, value) = mark.variable();
        command.env(name, value);
        // A group of its own: so it can be ended with its children, and an interrupt from the keyboard is for
        // us alone.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let input = child.stdin.take();
        #[cfg(unix)]
        if let Some(input) = &input {
            rustix::io::ioctl_fionbio(input, true)?;
        }
        let (sender, lines) = sync_channel(WAITING_LINES);
        if let Some(output) = child.stdout.take() {
            thread::spawn(move || pass_on(output, &sender));
        }
        let last_words = Arc::new(Mutex::new(String::new()));
        let words = Arc::clone(&last_words);
        let listener = child.stderr.take().map(|errors| thread::spawn(move || keep_end(errors, &words)));
        Ok(Process { child, input, lines, last_words, listener, mark })
    }

    /// Sends a line.
    ///
    /// # Errors
    /// The program has ended, or does not read.
    pub fn send(&mut self, line: &str) -> Result<(), Failure> {
        self.send_within(line, UNREAD)
    }

    fn send_within(&mut self, line: &str, time: Duration) -> Result<(), Failure> {
        let deadline = Instant::now() + time;
        let sent =
            self.input.as_mut().map(|input| write_all(input, format!("{line}\n").as_bytes(), deadline));
        match sent {
            Some(Ok(())) => Ok(()),
            Some(Err(error)) if error.kind() == io::ErrorKind::WouldBlock => {
                let start: String = line.chars().take(QUOTED).collect();
                Err(Failure::TimedOut(format!("it does not read \"{start}\"{}", self.quoted_last_words())))
            }
            _ => Err(self.ended(line)),
        }
    }

    /// The next line the program says, which it must by `deadline`; `asked` is what it is to answer.
    ///
    /// # Errors
    /// It did not, or it has ended.
    pub fn line(&mut self, asked: &str, deadline: Instant) -> Result<String, Failure> {
        // One that never falls silent has no more time than one that does.
        let left = deadline.saturating_duration_since(Instant::now());
        let line =
            if left.is_zero() { Err(RecvTimeoutError::Timeout) } else { self.lines.recv_timeout(left) };
        match line {
            Ok(line) => Ok(line),
            Err(RecvTimeoutError::Timeout) => {
                Err(Failure::TimedOut(format!("found no answer to \"{asked}\"{}", self.quoted_last_words())))
            }
            Err(RecvTimeoutError::Disconnected) => Err(self.ended(asked)),
        }
    }

    /// How the program ended, if it has; `asked` is what it was to do.
    pub(crate) fn has_ended(&mut self, asked: &str) -> Option<Failure> {
        matches!(self.child.try_wait(), Ok(Some(_))).then(|| self.ended(asked))
    }

    /// How the program ended, as far as it can be known within a moment.
    fn ended(&mut self, asked: &str) -> Failure {
        let status = self.wait(GRACE);
        if status.is_some() {
            // Another child of ours, not yet become its own program, may hold the other end open: then a line
            // would seem to arrive.
            self.input = None;
        }
        let deadline = Instant::now() + GRACE;
        while self.listener.as_ref().is_some_and(|listener| !listener.is_finished())
            && Instant::now() < deadline
        {
            thread::sleep(Duration::from_millis(1));
        }
        let how = status.map_or("its output was closed".to_owned(), |status| status.to_string());
        Failure::Crashed(format!("{how} at \"{asked}\"{}", self.quoted_last_words()))
    }

    /// The last line of what the program has said about its troubles.
    fn quoted_last_words(&self) -> String {
        let words = self.last_words.lock().unwrap_or_else(PoisonError::into_inner);
        let last = words.lines().map(str::trim).rfind(|line| !line.is_empty());
        last.map(|line| format!(", it said: {line}")).unwrap_or_default()
    }

    fn wait(&mut self, time: Duration) -> Option<std::process::ExitStatus> {
        let deadline = Instant::now() + time;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(1)),
                _ => return None,
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Every protocol we speak to a program has this word, and a program that does not listen finds its
        // input closed.
        let _ = self.send_within("quit", GRACE);
        drop(self.input.take());
        self.wait(GRACE);
        #[cfg(unix)]
        let _ = rustix::process::kill_process_group(
            rustix::process::Pid::from_child(&self.child),
            rustix::process::Signal::KILL,
        );
        let _ = self.child.kill();
        let _ = self.child.wait();
        self.mark.kill_marked();
    }
}

/// Writes everything, waiting for room until `deadline` and no longer.
fn write_all(input: &mut ChildStdin, mut bytes: &[u8], deadline: Instant) -> io::Result<()> {
    while !bytes.is_empty() {
        match input.write(bytes) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(written) => bytes = &bytes[written..],
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) if error.kind() == io::ErrorKind::WouldBlock && Instant::now() < deadline => {
                thread::sleep(Duration::from_millis(1));
            }
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Hands on every line until the program closes its output or nobody listens any more.
fn pass_on(output: ChildStdout, lines: &SyncSender<String>) {
    let mut output = BufReader::new(output);
    let mut bytes = Vec::new();
    while matches!(output.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes), Ok(1..)) {
        let line = String::from_utf8_lossy(&bytes).trim_end().to_owned();
        if lines.send(line).is_err() {
            return;
        }
        bytes.clear();
    }
}

/// Keeps the end of what the program says about its troubles.
fn keep_end(mut errors: ChildStderr, words: &Mutex<String>) {
    let mut bytes = [0; LAST_WORDS];
    while let Ok(count @ 1..) = errors.read(&mut bytes) {
        let mut words = words.lock().unwrap_or_else(PoisonError::into_inner);
        words.push_str(&String::from_utf8_lossy(&bytes[..count]));
        let surplus = words.len().saturating_sub(LAST_WORDS);
        let cut = (surplus..words.len()).find(|&at| words.is_char_boundary(at)).unwrap_or(words.len());
        words.drain(..cut);
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Process {
        Process::start(&["sh".to_owned(), "-c".to_owned(), script.to_owned()]).unwrap()
    }

    fn soon() -> Instant {
        Instant::now() + Duration::from_secs(20)
    }

    #[test]
    fn lines_go_there_and_back() {
        let mut cat = Process::start(&["cat".to_owned()]).unwrap();
        for line in ["one", "", "three = 3"] {
            cat.send(line).unwrap();
            assert_eq!(cat.line(line, soon()).unwrap(), line);
        }
        assert!(Process::start(&["no such program".to_owned()]).is_err());
        assert!(Process::start(&[]).is_err());
    }

    #[test]
    fn a_crash_is_told_with_status_and_last_words() {
        let mut crashing = shell("read line; echo 'out of luck' >&2; exit 3");
        crashing.send("go").unwrap();
        assert_eq!(
            crashing.line("go", soon()),
            Err(Failure::Crashed("exit status: 3 at \"go\", it said: out of luck".to_owned()))
        );
        assert!(matches!(crashing.send("go"), Err(Failure::Crashed(_))));
    }

    #[test]
    fn silence_ends_at_the_deadline() {
        let mut silent = shell("sleep 1000");
        let asked = Instant::now();
        let answer = silent.line("go", asked + Duration::from_millis(50));
        assert_eq!(answer, Err(Failure::TimedOut("found no answer to \"go\"".to_owned())));
        assert!(asked.elapsed() < Duration::from_secs(20));
    }

    #[test]
    fn a_flood_neither_fills_the_memory_nor_outlives_its_reader() {
        let mut flooding = shell("while :; do echo flood; echo flood >&2; done");
        for _ in 0..3 * WAITING_LINES {
            assert_eq!(flooding.line("go", soon()).unwrap(), "flood");
        }
        assert!(matches!(flooding.line("go", Instant::now()), Err(Failure::TimedOut(_))));
        let mut endless = shell("cat /dev/zero");
        assert_eq!(endless.line("go", soon()).unwrap().len(), LONGEST_LINE as usize);
    }

    #[test]
    fn children_end_with_their_program() {
        // The shell and a child of its own that both pay no heed to a closed input.
        let mut stubborn = shell("sleep 1000 & echo $!; trap '' TERM; wait; sleep 1000");
        let child: i32 = stubborn.line("", soon()).unwrap().parse().unwrap();
        let child = rustix::process::Pid::from_raw(child).unwrap();
        let parent = rustix::process::Pid::from_child(&stubborn.child);
        drop(stubborn);
        let gone = |pid| rustix::process::test_kill_process(pid).is_err();
        assert!(gone(parent), "no zombie is left");
        // Who takes care of orphans may need a moment to do so.
        let deadline = soon();
        while !is_dead(child) && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(5));
        }
        assert!(is_dead(child));
    }

    #[test]
    fn a_program_that_never_reads_holds_nobody_up() {
        let mut deaf = shell("sleep 1000");
        let (begun, line) = (Instant::now(), "position ".repeat(1000));
        // More than any pipe holds.
        let failed = (0..1000).find_map(|_| deaf.send(&line).err());
        let expected = format!("it does not read \"{}\"", &line[..QUOTED]);
        assert_eq!(failed, Some(Failure::TimedOut(expected)));
        assert!(begun.elapsed() < 4 * UNREAD);
        let begun = Instant::now();
        drop(deaf);
        assert!(begun.elapsed() < UNREAD, "nor when it ends");
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn children_that_leave_the_group_end_with_their_program() {
        // A session of its own, under nobody's care.
        let mut leaving = shell("(setsid sh -c 'echo $$; exec sleep 1000' &) ; read line");
        let child: i32 = leaving.line("", soon()).unwrap().parse().unwrap();
        let child = rustix::process::Pid::from_raw(child).unwrap();
        assert!(!is_dead(child));
        drop(leaving);
        let deadline = soon();
        while !is_dead(child) && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(5));
        }
        assert!(is_dead(child));
    }

    /// Whether a process is gone, or waits for nothing but its parent's notice.
    fn is_dead(pid: rustix::process::Pid) -> bool {
        let state = std::fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_nonzero()));
        rustix::process::test_kill_process(pid).is_err()
            || state.is_ok_and(|state| state.split(") ").nth(1).is_some_and(|rest| rest.starts_with('Z')))
    }
}

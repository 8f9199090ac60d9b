//! A PostgreSQL server of our own for the tests: in a new folder, on a free port, gone when the tests are
//! over.

use std::env;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::tool::run;

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
        let folder = env::temp_dir().join(format!("gokaku-postgres-{}", std::process::id()));
        std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let port = free_port()?;
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
        let options = format!("-p {port} -c listen_addresses=127.0.0.1 -k {}", server.folder.display());
        let log = server.folder.join("log");
        run(server
            .command("pg_ctl")
            .arg("-D")
            .arg(&data)
            .arg("-l")
            .arg(log)
            .args(["-o", &options, "-w", "start"]))?;
        Ok(server)
    }

    /// Where it answers, without the name of a database.
    pub(crate) fn url(&self) -> String {
        format!("postgres://postgres@127.0.0.1:{}", self.port)
    }

    fn data(&self) -> PathBuf {
        self.folder.join("data")
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

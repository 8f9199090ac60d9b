//! Several servers on one PostgreSQL that hear of each other through NATS, behind a proxy, while one after
//! the other is killed: no acknowledged move is lost or doubled, and every game goes on within seconds.
//!
//! With `GOKAKU_TEST_NATS` set to the program `nats-server`, and PostgreSQL installed; otherwise there is
//! nothing to test. The long form: `GOKAKU_TEST_NATS=nats-server GOKAKU_GAMES=200 GOKAKU_SECONDS=300
//! GOKAKU_KILL_EVERY=20 cargo test --release -p gokaku --test sites -- --nocapture`.
#![allow(clippy::unwrap_used, reason = "a test")]

#[allow(dead_code, reason = "this file is shared")]
#[path = "../../../xtask/src/nats.rs"]
mod nats;
#[allow(dead_code, reason = "this file is shared")]
#[path = "../../../xtask/src/postgres.rs"]
mod postgres;
/// What the two need of the repository's chores.
mod tool {
    use std::process::{Command, Stdio};

    pub(crate) fn run(command: &mut Command) -> Result<(), String> {
        let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
        match status {
            Ok(status) if status.success() => Ok(()),
            other => Err(format!("{command:?}: {other:?}")),
        }
    }
}

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use nats::Nats;
use postgres::Postgres;
use serde_json::{Value, json};

/// Settings under which no limit is met.
const SETTINGS: &str = "request-burst = 1000000\nrequests-per-second = 1000000\ntable-burst = 1000000\n\
                        connections-per-client = 10000\ntables-per-player = 1000000\n";

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().unwrap())
}

/// A process that ends with this value.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The services, and what servers and workers are started with.
struct Site {
    nats: Nats,
    postgres: Postgres,
    folder: tempfile::TempDir,
}

impl Site {
    fn new() -> Option<Site> {
        let Some(program) = std::env::var_os("GOKAKU_TEST_NATS") else {
            eprintln!("not tested: GOKAKU_TEST_NATS does not say where nats-server is");
            return None;
        };
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("settings.toml"), SETTINGS).unwrap();
        let nats = Nats::start(&PathBuf::from(program), &folder.path().join("nats")).unwrap();
        Some(Site { nats, postgres: Postgres::start().unwrap(), folder })
    }

    fn gokaku(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gokaku"));
        command.args(arguments).args(["--store", &format!("{}/postgres", self.postgres.url())]);
        command.stdin(Stdio::null()).stderr(Stdio::null());
        command
    }

    /// A server of the site, and where it listens.
    fn server(&self) -> (Running, SocketAddr) {
        let data = self.folder.path().to_str().unwrap();
        let mut command = self.gokaku(&["serve", "--addr", "127.0.0.1:0", "--data", data]);
        let mut child = command.args(["--queue", &self.nats.url()]).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("Gokaku is at http://").unwrap().trim_end_matches('/');
        (Running(child), address.parse().unwrap())
    }

    fn worker(&self) -> Running {
        let mut command = self.gokaku(&["worker", "--serve", "--jobs", "1"]);
        Running(command.args(["--queue", &self.nats.url()]).stdout(Stdio::null()).spawn().unwrap())
    }
}

/// A proxy that hands every connection to the next of the servers that answer.
fn proxy(servers: Arc<Mutex<Vec<SocketAddr>>>) -> SocketAddr {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        for (number, near) in listener.incoming().flatten().enumerate() {
            let servers = servers.lock().unwrap().clone();
            let mut turn = (0..servers.len()).map(|place| servers[(number + place) % servers.len()]);
            let Some(far) = turn.find_map(|server| TcpStream::connect(server).ok()) else {
                continue;
            };
            let (mut from, mut to) = (near.try_clone().unwrap(), far.try_clone().unwrap());
            thread::spawn(move || {
                let _ = std::io::copy(&mut from, &mut to);
                let _ = to.shutdown(Shutdown::Both);
            });
            let (mut from, mut to) = (far, near);
            thread::spawn(move || {
                let _ = std::io::copy(&mut from, &mut to);
                let _ = to.shutdown(Shutdown::Both);
            });
        }
    });
    address
}

/// A player behind the proxy.
struct Player {
    proxy: SocketAddr,
    cookie: String,
}

impl Player {
    /// One request; `None` if whoever had it went away meanwhile.
    fn try_once(&mut self, method: &str, path: &str, body: &Value) -> Option<(u16, Value)> {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let mut stream = TcpStream::connect(self.proxy).ok()?;
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let head = format!(
            "{method} /api/v1{path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\nCookie: {}\r\n\r\n{body}",
            body.len(),
            self.cookie
        );
        stream.write_all(head.as_bytes()).ok()?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).ok()?;
        let (head, body) = answer.split_once("\r\n\r\n")?;
        for line in head.lines() {
            if let Some(value) = line.strip_prefix("set-cookie: ") {
                self.cookie = value.split(';').next().unwrap().to_owned();
            }
        }
        let status = head.split(' ').nth(1)?.parse().ok()?;
        Some((status, serde_json::from_str(body).unwrap_or(Value::Null)))
    }

    /// The same until somebody answers.
    fn ask(&mut self, method: &str, path: &str, body: &Value) -> (u16, Value) {
        for _ in 0..600 {
            match self.try_once(method, path, body) {
                Some((status, answer)) if status < 500 => return (status, answer),
                _ => thread::sleep(Duration::from_millis(50)),
            }
        }
        panic!("nobody answers {method} {path}");
    }
}

fn plies(table: &Value) -> Vec<String> {
    let plies = table["plies"].as_array().unwrap();
    plies.iter().map(|ply| ply["text"].as_str().unwrap().to_owned()).collect()
}

/// What a player has seen in all games until `end`.
#[derive(Default)]
struct Seen {
    games: u64,
    moves: u64,
    longest: Duration,
}

/// Plays games until `end`, the last one to its end.
fn play(proxy: SocketAddr, opponent: &str, end: Instant) -> Seen {
    let mut player = Player { proxy, cookie: String::new() };
    let mut seen = Seen::default();
    while Instant::now() < end {
        let new = json!({"game": "othello", "opponent": opponent, "seat": "first", "pace": "at-once"});
        let (status, mut table) = player.ask("POST", "/tables", &new);
        assert_eq!(status, 201, "{table}");
        let path = format!("/tables/{}", table["id"].as_str().unwrap());
        let mut acknowledged = plies(&table);
        let mut waiting_since = Instant::now();
        while table["phase"] != "over" {
            let legal = table["legal"].as_array().unwrap();
            if let Some(mv) = legal.first() {
                seen.longest = seen.longest.max(waiting_since.elapsed());
                let request = json!({"version": table["version"], "move": mv["text"]});
                let (status, after) = player.ask("POST", &format!("{path}/moves"), &request);
                assert_eq!(status, 200, "{after}");
                let now = plies(&after);
                assert!(now.starts_with(&acknowledged), "{acknowledged:?} {now:?}");
                assert_eq!(now[acknowledged.len()], mv["text"].as_str().unwrap());
                (acknowledged, table) = (now, after);
                (seen.moves, waiting_since) = (seen.moves + 1, Instant::now());
                continue;
            }
            thread::sleep(Duration::from_millis(100));
            let (status, now) = player.ask("GET", &path, &Value::Null);
            assert_eq!(status, 200, "{now}");
            assert!(plies(&now).starts_with(&acknowledged), "{acknowledged:?} {now}");
            (acknowledged, table) = (plies(&now), now);
        }
        seen.games += 1;
    }
    seen
}

/// Games at once while one of the servers after the other is killed and started again.
fn attack(site: &Site, opponent: &'static str, players: u64, seconds: u64, every: u64) -> Seen {
    let mut servers = vec![site.server(), site.server()];
    let addresses = |servers: &[(Running, SocketAddr)]| servers.iter().map(|one| one.1).collect();
    let known = Arc::new(Mutex::new(addresses(&servers)));
    let proxy = proxy(Arc::clone(&known));
    let end = Instant::now() + Duration::from_secs(seconds);
    let playing: Vec<_> = (0..players).map(|_| thread::spawn(move || play(proxy, opponent, end))).collect();
    let mut kills = 0;
    while Instant::now() + Duration::from_secs(every) < end {
        thread::sleep(Duration::from_secs(every));
        drop(servers.remove(0));
        *known.lock().unwrap() = addresses(&servers);
        servers.push(site.server());
        *known.lock().unwrap() = addresses(&servers);
        kills += 1;
    }
    let mut all = Seen::default();
    for player in playing {
        let seen = player.join().unwrap();
        all.games += seen.games;
        all.moves += seen.moves;
        all.longest = all.longest.max(seen.longest);
    }
    println!(
        "{players} players, {kills} kills: {} games, {} moves, longest wait for a reply {:.1?}",
        all.games, all.moves, all.longest
    );
    all
}

#[test]
fn a_killed_server_of_a_site_loses_nothing_and_its_games_go_on() {
    let Some(site) = Site::new() else { return };
    let (players, seconds) = (setting("GOKAKU_GAMES", 8), setting("GOKAKU_SECONDS", 20));
    let seen = attack(&site, "alphabeta:depth=2", players, seconds, setting("GOKAKU_KILL_EVERY", 5));
    assert!(seen.games >= players);
    // On a machine with nothing else to do it is below 5 s.
    assert!(seen.longest < Duration::from_secs(30), "{:?}", seen.longest);
}

#[test]
fn workers_think_for_a_site_and_may_be_killed_too() {
    let Some(site) = Site::new() else { return };
    let mut workers = [site.worker(), site.worker()];
    let ((_one, one), (_other, other)) = (site.server(), site.server());
    let proxy = proxy(Arc::new(Mutex::new(vec![one, other])));
    let end = Instant::now() + Duration::from_secs(setting("GOKAKU_SECONDS", 12));
    let playing: Vec<_> = (0..3).map(|_| thread::spawn(move || play(proxy, "gokaku", end))).collect();
    thread::sleep(Duration::from_secs(3));
    workers[0] = site.worker();
    thread::sleep(Duration::from_secs(3));
    drop(workers);
    let games: u64 = playing.into_iter().map(|player| player.join().unwrap().games).sum();
    assert!(games >= 3);
}

#[test]
fn a_change_is_heard_by_those_who_watch_at_another_server() {
    let Some(mut site) = Site::new() else { return };
    let ((_one, one), (_other, other)) = (site.server(), site.server());
    let mut here = Player { proxy: one, cookie: String::new() };
    let new = json!({"game": "othello", "opponent": "random", "seat": "first", "pace": "at-once"});
    let (_, table) = here.ask("POST", "/tables", &new);
    let path = format!("/tables/{}", table["id"].as_str().unwrap());
    let mut watching = TcpStream::connect(other).unwrap();
    watching.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    write!(
        watching,
        "GET /api/v1{path}/events HTTP/1.1\r\nHost: localhost\r\nCookie: {}\r\n\r\n",
        here.cookie
    )
    .unwrap();
    let mut lines = BufReader::new(watching).lines();
    let mut heard = |wanted: usize| {
        let has = |line: &str| {
            let data = line.strip_prefix("data:").and_then(|data| serde_json::from_str::<Value>(data).ok());
            data.is_some_and(|table| plies(&table).len() >= wanted)
        };
        while !has(&lines.next().unwrap().unwrap()) {}
    };
    heard(0);
    let (status, _) = here.ask("POST", &format!("{path}/moves"), &json!({"version": 1, "move": "f5"}));
    assert_eq!(status, 200);
    heard(2);
    // Without the queue each goes on with what the store says, and afterwards they hear each other again.
    site.nats.kill();
    let (_, table) = here.ask("GET", &path, &Value::Null);
    let mv = json!({"version": table["version"], "move": table["legal"][0]["text"]});
    let mut there = Player { proxy: other, cookie: here.cookie.clone() };
    let (status, after) = there.ask("POST", &format!("{path}/moves"), &mv);
    assert_eq!((status, plies(&after).len()), (200, 3));
    site.nats.restart().unwrap();
    let begun = Instant::now();
    loop {
        let (_, now) = here.ask("GET", &path, &Value::Null);
        if plies(&now).len() >= 4 {
            break;
        }
        assert!(begun.elapsed() < Duration::from_secs(30), "{now}");
        thread::sleep(Duration::from_millis(100));
    }
    heard(4);
}

#[test]
fn two_servers_that_do_not_know_of_each_other_are_refused() {
    let Some(site) = Site::new() else { return };
    let (_held, _) = site.server();
    let data = site.folder.path().to_str().unwrap();
    let alone =
        site.gokaku(&["serve", "--addr", "127.0.0.1:0", "--data", data]).stderr(Stdio::piped()).output();
    let alone = alone.unwrap();
    let said = String::from_utf8(alone.stderr).unwrap();
    assert!(!alone.status.success() && said.contains("another server is using this store"), "{said}");
}

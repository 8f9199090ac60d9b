//! The real server, killed in the middle of a game.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

struct Served {
    child: Child,
    address: String,
}

impl Served {
    fn start(data: &Path) -> Served {
        let mut child = Command::new(env!("CARGO_BIN_EXE_gokaku"))
            .args(["serve", "--addr", "127.0.0.1:0", "--data"])
            .arg(data)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address =
            line.trim().strip_prefix("Gokaku is at http://").unwrap().trim_end_matches('/').to_owned();
        Served { child, address }
    }

    /// A request over a connection of its own; `None` if the server went away meanwhile.
    fn ask(&self, method: &str, path: &str, cookie: &mut String, body: &Value) -> Option<(u16, Value)> {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let mut stream = TcpStream::connect(&self.address).ok()?;
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        let head = format!(
            "{method} /api/v1{path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\nCookie: {cookie}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        stream.write_all(head.as_bytes()).ok()?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).ok()?;
        let (head, body) = answer.split_once("\r\n\r\n")?;
        for line in head.lines() {
            if let Some(value) = line.strip_prefix("set-cookie: ") {
                *cookie = value.split(';').next().unwrap().to_owned();
            }
        }
        let status = head.split(' ').nth(1)?.parse().ok()?;
        Some((status, serde_json::from_str(body).unwrap_or(Value::Null)))
    }

    /// SIGKILL: nothing is said goodbye to.
    fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

#[test]
fn a_killed_server_loses_and_doubles_no_move() {
    let data = tempfile::tempdir().unwrap();
    let mut cookie = String::new();
    let mut served = Served::start(data.path());
    let new = json!({"game": "othello", "opponent": "alphabeta:depth=2", "seat": "first", "pace": "at-once"});
    let (status, table) = served.ask("POST", "/tables", &mut cookie, &new).unwrap();
    assert_eq!(status, 201);
    let id = table["id"].as_str().unwrap().to_owned();
    let path = format!("/tables/{id}");
    let mut acknowledged: Vec<String> = Vec::new();
    let mut kills = 0_u64;
    let begun = Instant::now();
    let table = loop {
        assert!(begun.elapsed() < Duration::from_secs(120), "the game does not end");
        let (status, table) = served.ask("GET", &path, &mut cookie, &Value::Null).unwrap();
        assert_eq!(status, 200, "{table}");
        let plies: Vec<String> = table["plies"]
            .as_array()
            .unwrap()
            .iter()
            .map(|ply| ply["text"].as_str().unwrap().to_owned())
            .collect();
        assert!(plies.starts_with(&acknowledged), "{acknowledged:?} {plies:?}");
        acknowledged = plies;
        if table["phase"] == "over" {
            break table;
        }
        let Some(mv) = table["legal"].as_array().unwrap().first() else {
            std::thread::sleep(Duration::from_millis(20));
            continue;
        };
        let request = json!({"version": table["version"], "move": mv["text"]});
        // At every eighth move the server dies: right after it has answered, or while it answers.
        if acknowledged.len() % 16 == 8 {
            let (status, after) =
                served.ask("POST", &format!("{path}/moves"), &mut cookie, &request).unwrap();
            assert_eq!(status, 200);
            acknowledged = after["plies"]
                .as_array()
                .unwrap()
                .iter()
                .map(|ply| ply["text"].as_str().unwrap().to_owned())
                .collect();
            served.kill();
            served = Served::start(data.path());
            kills += 1;
        } else if acknowledged.len().is_multiple_of(16) {
            let mut stream = TcpStream::connect(&served.address).unwrap();
            let body = request.to_string();
            let head = format!(
                "POST /api/v1{path}/moves HTTP/1.1\r\nHost: localhost\r\n\
                 Content-Type: application/json\r\nContent-Length: {}\r\nCookie: {cookie}\r\n\r\n{body}",
                body.len()
            );
            stream.write_all(head.as_bytes()).unwrap();
            std::thread::sleep(Duration::from_millis(kills * 3));
            served.kill();
            served = Served::start(data.path());
            kills += 1;
        }
        // Done or not, the same request once more leaves the move played once.
        let (status, after) = served.ask("POST", &format!("{path}/moves"), &mut cookie, &request).unwrap();
        assert_eq!(status, 200, "{after}");
        let number = table["plies"].as_array().unwrap().len();
        assert_eq!(after["plies"][number]["text"], mv["text"]);
    };
    assert!(kills >= 5, "{kills}");
    // Every move is there once: the record replays.
    let (status, _) =
        served.ask("GET", &format!("{path}/record?format=ggf"), &mut cookie, &Value::Null).unwrap();
    assert_eq!(status, 200);
    assert!(table["result"]["counts"].is_array());
    served.kill();
}

#[cfg(unix)]
#[test]
fn a_server_that_is_asked_to_stop_does_so_at_once_and_cleanly() {
    let data = tempfile::tempdir().unwrap();
    let mut cookie = String::new();
    let served = Served::start(data.path());
    let new = json!({"game": "othello", "opponent": "alphabeta:depth=30", "seat": "second"});
    let (_, table) = served.ask("POST", "/tables", &mut cookie, &new).unwrap();
    // Somebody watches, and a long search is under way.
    let mut watching = TcpStream::connect(&served.address).unwrap();
    let id = table["id"].as_str().unwrap();
    write!(
        watching,
        "GET /api/v1/tables/{id}/events HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\n\r\n"
    )
    .unwrap();
    std::thread::sleep(Duration::from_millis(300));
    let Served { mut child, .. } = served;
    let begun = Instant::now();
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::TERM).unwrap();
    assert!(child.wait().unwrap().success());
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
    let mut heard = String::new();
    watching.read_to_string(&mut heard).unwrap();
    assert!(heard.contains("event: table"));
}

#[test]
fn wrong_settings_are_named_with_their_line() {
    let data = tempfile::tempdir().unwrap();
    std::fs::write(data.path().join("settings.toml"), "language = \"ja\"\nport = 80\n").unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_gokaku"))
        .arg("serve")
        .arg("--data")
        .arg(data.path())
        .output()
        .unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("settings.toml: line 2: unknown field `port`"), "{error}");
}

//! Drives a running server: many games at once, then many idle live connections.
//!
//! ```text
//! gokaku serve --data load --addr 127.0.0.1:7979      # with load/settings.toml: every limit raised
//! cargo run --release -p server --example load -- 127.0.0.1:7979 200 2000 1000 PID
//! ```
//!
//! The numbers are games, idle connections, and the milliseconds that a player takes for a move on average
//! (from none to twice that; 0 is as fast as it goes). Every game is a whole game of Othello, Kalah or
//! Geister against `random` at once, over a connection of its own, with a live connection beside it. What is
//! measured is the round trip of a person's move: it is acknowledged before the opponent thinks.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a tool that may fail")]
#![allow(clippy::print_stdout, reason = "a tool that prints")]

use std::time::{Duration, Instant};

use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use tokio::net::TcpStream;

/// A connection and the cookie of its player.
struct Client {
    sender: SendRequest<Full<Bytes>>,
    host: String,
    cookie: String,
}

impl Client {
    async fn connect(host: &str, cookie: &str) -> Client {
        let stream = TcpStream::connect(host).await.expect("the server listens");
        stream.set_nodelay(true).unwrap();
        let (sender, connection) = handshake(TokioIo::new(stream)).await.unwrap();
        tokio::spawn(connection);
        Client { sender, host: host.to_owned(), cookie: cookie.to_owned() }
    }

    async fn send(&mut self, method: &str, path: &str, body: &Value) -> Response<Incoming> {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let request = Request::builder()
            .method(method)
            .uri(format!("/api/v1{path}"))
            .header("host", &self.host)
            .header("content-type", "application/json")
            .header("cookie", &self.cookie)
            .body(Full::new(Bytes::from(body)))
            .unwrap();
        self.sender.ready().await.unwrap();
        let response = self.sender.send_request(request).await.unwrap();
        if let Some(cookie) = response.headers().get("set-cookie") {
            self.cookie = cookie.to_str().unwrap().split(';').next().unwrap().to_owned();
        }
        response
    }

    async fn json(&mut self, method: &str, path: &str, body: &Value) -> (StatusCode, Value) {
        let response = self.send(method, path, body).await;
        let status = response.status();
        let bytes = response.into_body().collect().await.unwrap().to_bytes();
        (status, serde_json::from_slice(&bytes).unwrap_or(Value::Null))
    }
}

/// One whole game: how long each move took until it was acknowledged, and how many answers were errors.
async fn play(host: String, number: usize, millis: u64) -> (Vec<Duration>, usize) {
    let mut client = Client::connect(&host, "").await;
    let game = ["othello", "kalah", "geister"][number % 3];
    let new = json!({"game": game, "opponent": "random", "seat": "first", "pace": "at-once"});
    let (mut trips, mut errors) = (Vec::new(), 0);
    let (status, mut table) = client.json("POST", "/tables", &new).await;
    if status != StatusCode::CREATED {
        return (trips, 1);
    }
    let path = format!("/tables/{}", table["id"].as_str().unwrap());
    let mut live = Client::connect(&host, &client.cookie).await;
    let mut events = live.send("GET", &format!("{path}/events"), &Value::Null).await.into_body();
    if game == "geister" {
        let setup = json!({"version": table["version"], "reds": "ABCD"});
        (_, table) = client.json("POST", &format!("{path}/setup"), &setup).await;
    }
    let mut heard = Vec::new();
    while table["phase"] != "over" {
        let legal = table["legal"].as_array().unwrap();
        if legal.is_empty() {
            // The opponent's move comes over the live connection.
            let Some(Ok(frame)) = events.frame().await else { return (trips, errors + 1) };
            heard.extend_from_slice(frame.data_ref().unwrap());
            // A frame may end in the middle of a message, and of a character.
            while let Some(end) = heard.windows(2).position(|pair| pair == b"\n\n") {
                let message: Vec<u8> = heard.drain(..end + 2).collect();
                let message = String::from_utf8(message).unwrap();
                let data = message.lines().find_map(|line| line.strip_prefix("data:"));
                if let Some(next) = data.and_then(|data| serde_json::from_str::<Value>(data.trim()).ok())
                    && next["version"].as_u64() >= table["version"].as_u64()
                {
                    table = next;
                }
            }
            continue;
        }
        // Spread over the range without a generator: what matters is that players do not move in step.
        let share = (number * 7919 + trips.len() * 104_729) % 1000;
        tokio::time::sleep(Duration::from_millis(2 * millis * share as u64 / 1000)).await;
        let mv = &legal[(number + trips.len() * 7) % legal.len()]["text"];
        let request = json!({"version": table["version"], "move": mv});
        let begun = Instant::now();
        let (status, next) = client.json("POST", &format!("{path}/moves"), &request).await;
        trips.push(begun.elapsed());
        if status != StatusCode::OK {
            return (trips, errors + 1);
        }
        table = next;
    }
    errors += usize::from(!table["result"]["person"].is_string());
    (trips, errors)
}

/// Resident memory of a process, as the system tells it.
fn memory(pid: Option<&str>) -> String {
    let status = pid.and_then(|pid| std::fs::read_to_string(format!("/proc/{pid}/status")).ok());
    let line = |name: &str| status.as_ref()?.lines().find(|line| line.starts_with(name)).map(str::to_owned);
    format!("{} {}", line("VmRSS").unwrap_or_default(), line("VmHWM").unwrap_or_default()).replace('\t', " ")
}

#[tokio::main]
async fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [host, games, idle, millis, rest @ ..] = &arguments[..] else {
        eprintln!("found {} arguments, expected HOST:PORT GAMES IDLE MILLISECONDS [PID]", arguments.len());
        std::process::exit(2);
    };
    let (games, idle): (usize, usize) = (games.parse().unwrap(), idle.parse().unwrap());
    let millis: u64 = millis.parse().unwrap();
    let pid = rest.first().map(String::as_str);
    println!("memory before: {}", memory(pid));
    let begun = Instant::now();
    let tasks: Vec<_> = (0..games).map(|number| tokio::spawn(play(host.clone(), number, millis))).collect();
    let (mut trips, mut errors) = (Vec::new(), 0);
    for task in tasks {
        match task.await {
            Ok((some, wrong)) => {
                trips.extend(some);
                errors += wrong;
            }
            Err(_) => errors += 1,
        }
    }
    trips.sort_unstable();
    let at = |share: f64| trips[((trips.len() - 1) as f64 * share) as usize];
    println!("{games} games at once: {} moves in {:.1?}, {errors} errors", trips.len(), begun.elapsed());
    println!("round trip of a move: median {:.1?}, 99% {:.1?}, longest {:.1?}", at(0.5), at(0.99), at(1.0));
    println!("memory after the games: {}", memory(pid));
    let mut client = Client::connect(host, "").await;
    let new = json!({"game": "othello", "opponent": "random", "seat": "first", "pace": "at-once"});
    let (_, table) = client.json("POST", "/tables", &new).await;
    let path = format!("/tables/{}/events", table["id"].as_str().unwrap());
    let mut held = Vec::new();
    for _ in 0..idle {
        let mut live = Client::connect(host, &client.cookie).await;
        let mut events = live.send("GET", &path, &Value::Null).await.into_body();
        events.frame().await.expect("a first message").expect("no error");
        held.push((live, events));
    }
    println!("{} idle connections: {}", held.len(), memory(pid));
    let id = table["id"].as_str().unwrap();
    let mv = json!({"version": table["version"], "move": "f5"});
    let begun = Instant::now();
    let (status, _) = client.json("POST", &format!("/tables/{id}/moves"), &mv).await;
    let acknowledged = begun.elapsed();
    for (_, events) in &mut held {
        events.frame().await.expect("every connection hears").expect("no error");
    }
    println!(
        "a move then: {status}, acknowledged in {acknowledged:.1?}, heard by all in {:.1?}",
        begun.elapsed()
    );
}

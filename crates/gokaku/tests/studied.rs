//! The real server with a study, killed right after it has acknowledged an answer: 200 times, or as often as
//! `GOKAKU_KILLS` says.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// A study with one question after another: every step is a word.
fn study(folder: &Path, steps: usize) -> String {
    let mut text = String::from(
        r#"id = "words"
title = { en = "Words", ja = "言葉" }
consent = { en = "May we?", ja = "よろしいですか。" }
debriefing = { en = "Thank you.", ja = "ありがとうございました。" }
[[questionnaires]]
id = "word"
title = { en = "A word", ja = "ひとこと" }
[[questionnaires.items]]
id = "word"
kind = "text"
ask = { en = "Which word?", ja = "どの言葉ですか。" }
"#,
    );
    for _ in 0..steps {
        text += "[[tasks]]\nkind = \"questions\"\nquestionnaire = \"word\"\n";
    }
    let path = folder.join("words.toml");
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

/// A server that is killed, whatever happens.
struct Served {
    child: Child,
    address: String,
    link: String,
    /// What it said about the researcher.
    said: Vec<String>,
}

impl Drop for Served {
    /// SIGKILL: nothing is said goodbye to.
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Served {
    fn start(study: &str, data: &Path) -> Served {
        let mut child = Command::new(env!("CARGO_BIN_EXE_gokaku"))
            .args(["study", "serve", study, "--addr", "127.0.0.1:0", "--data"])
            .arg(data)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
        let address = lines.next().unwrap();
        let address = address.strip_prefix("Gokaku is at http://").unwrap().trim_end_matches('/').to_owned();
        let link = lines.next().unwrap().rsplit_once("/study/").unwrap().1.to_owned();
        Served { child, address, link, said: lines.next().into_iter().collect() }
    }

    /// A request over a connection of its own; comes back as soon as the answer is complete.
    fn ask(&self, method: &str, path: &str, cookie: &mut String, body: &Value) -> (u16, Value) {
        let body = body.to_string();
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        let head = format!(
            "{method} /api/v1/study/{}{path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\nCookie: {cookie}\r\n\r\n{body}",
            self.link,
            self.address,
            body.len()
        );
        stream.write_all(head.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        for line in head.lines() {
            if let Some(value) = line.strip_prefix("set-cookie: ") {
                *cookie = value.split(';').next().unwrap().to_owned();
            }
        }
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        (status, serde_json::from_str(body).unwrap_or(Value::Null))
    }
}

/// How long after its acknowledgement an answer must be safe.
const WITHIN: Duration = Duration::from_millis(50);

#[test]
fn a_killed_server_loses_no_acknowledged_answer() {
    let kills: usize = std::env::var("GOKAKU_KILLS").map_or(200, |kills| kills.parse().unwrap());
    let folder = tempfile::tempdir().unwrap();
    // A busy machine may kill too late now and then; that does not count, and there are steps enough.
    let steps = 4 * kills;
    let (study, data) = (study(folder.path(), steps), folder.path().join("data"));
    let mut cookie = String::new();
    let mut served = Served::start(&study, &data);
    let yes = json!({"agreed": true, "language": "en"});
    assert_eq!(served.ask("POST", "/join", &mut cookie, &yes).0, 200);
    let (mut given, mut in_time) = (0, 0);
    while in_time < kills {
        let (_, me) = served.ask("GET", "/me", &mut cookie, &json!({}));
        // What was acknowledged before is there, and nothing besides.
        assert_eq!(me["done"], json!(given), "{me}");
        let word = format!("word {given}");
        let answer = json!({"step": me["step"]["id"], "value": {"word": word}, "millis": given});
        let (status, after) = served.ask("POST", "/answers", &mut cookie, &answer);
        let acknowledged = Instant::now();
        std::thread::sleep(Duration::from_millis(given * 7 % 41));
        served.child.kill().unwrap();
        in_time += usize::from(acknowledged.elapsed() < WITHIN);
        given += 1;
        assert_eq!((status, &after["done"]), (200, &json!(given)), "{after}");
        drop(served);
        served = Served::start(&study, &data);
    }
    let (_, me) = served.ask("GET", "/me", &mut cookie, &json!({}));
    assert_eq!(me["done"], json!(given));
    drop(served);
    // Every answer is there as it was given, once.
    let store = data.join("tables.db");
    let answers = tokio::runtime::Runtime::new().unwrap().block_on(async {
        store::Store::open(store.to_str().unwrap()).await.unwrap().study_answers("words").await.unwrap()
    });
    let mut words: Vec<(u64, String)> =
        answers.into_iter().map(|answer| (answer.millis, answer.value)).collect();
    words.sort();
    let expected: Vec<(u64, String)> =
        (0..given).map(|number| (number, format!("{{\"word\":\"word {number}\"}}"))).collect();
    assert_eq!(words, expected);
    println!("{given} answers, {in_time} of them {WITHIN:?} or less before a kill");
}

fn gokaku(args: &[&str], data: &Path) -> (bool, String) {
    let output =
        Command::new(env!("CARGO_BIN_EXE_gokaku")).args(args).arg("--data").arg(data).output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(text).unwrap())
}

#[test]
fn a_study_is_served_once_it_is_one_and_its_files_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let path = study(folder.path(), 2);
    let (fine, said) = gokaku(&["study", "key", "words"], &data);
    assert!(!fine && said.contains("expected the store of a study that was served"), "{said}");
    let served = Served::start(&path, &data);
    assert!(
        served.said[0].starts_with("Researcher: http://127.0.0.1:")
            && served.said[0].ends_with("/research/words")
    );
    let mut cookie = String::new();
    let yes = json!({"agreed": true, "language": "en"});
    served.ask("POST", "/join", &mut cookie, &yes);
    let answer = json!({"step": "1", "value": {"word": "=1+1"}, "millis": 5});
    assert_eq!(served.ask("POST", "/answers", &mut cookie, &answer).0, 200);
    drop(served);
    let (fine, said) = gokaku(&["study", "key", "words"], &data);
    assert!(fine && said.starts_with("Key, told only this once: ") && said.trim().len() == 26 + 26, "{said}");
    let (fine, said) = gokaku(&["study", "key", "other"], &data);
    assert!(!fine && said.contains("found study \"other\", expected one of: words"), "{said}");
    let files = folder.path().join("files");
    let output = files.to_str().unwrap();
    let (fine, said) = gokaku(&["study", "export", "words", "--output", output], &data);
    assert!(fine && said.contains("answers.csv"), "{said}");
    assert!(std::fs::read_to_string(files.join("answers.csv")).unwrap().contains("'=1+1"));
    assert!(files.join("codebook.csv").exists());
    let (fine, said) = gokaku(&["study", "report", "words", "--output", output], &data);
    assert!(fine, "{said}");
    assert!(std::fs::read_to_string(files.join("words.html")).unwrap().starts_with("<!DOCTYPE html>"));
    // Somebody has begun it: another version is another study.
    std::fs::write(&path, std::fs::read_to_string(&path).unwrap().replace("Thank you.", "Thanks.")).unwrap();
    let (fine, said) = gokaku(&["study", "serve", &path, "--addr", "127.0.0.1:0"], &data);
    assert!(!fine && said.contains("people have joined another version of study words"), "{said}");
    let (fine, said) = gokaku(&["study", "serve", "no-such-study"], &data);
    assert!(!fine && said.contains("expected a file or one of: shogi-turing"), "{said}");
}

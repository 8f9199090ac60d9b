//! What a researcher gets, and that nobody else does: a row for each address of the API.
#![allow(clippy::unwrap_used, reason = "tests")]
#![allow(dead_code, reason = "the common helpers are shared by several tests")]

mod common;
#[path = "common/study.rs"]
mod of_study;

use std::collections::BTreeSet;
use std::time::Duration;

use axum::body::Body;
use axum::http::{Method, Request, StatusCode, header};
use common::{Answer, Client, House, patient, text};
use http_body_util::BodyExt;
use of_study::{advance, joined, prepared, store, study};
use serde_json::{Value, json};
use server::Prepared;
use tower::ServiceExt;

/// Cells that a spreadsheet would take for formulas.
const FORMULA: &str = "=HYPERLINK(\"http://evil.example\",\"x\")";

async fn ask(client: &mut Client, method: &Method, path: &str, body: &Value) -> Answer {
    let request = Request::builder().method(method).uri(format!("/api/v1{path}"));
    let request = request.header(header::CONTENT_TYPE, "application/json");
    let body = if body.is_null() { Body::empty() } else { Body::from(body.to_string()) };
    client.send(request.body(body).unwrap()).await
}

async fn log_in(house: &House, id: &str, key: &str) -> Client {
    let mut client = house.client();
    let answer = client.post("/research/login", &json!({"study": id, "key": key})).await;
    assert_eq!((answer.status, answer.json()), (StatusCode::OK, json!({"study": id})));
    let cookie = answer.headers[header::SET_COOKIE].to_str().unwrap();
    for part in ["gokaku_researcher=", "; HttpOnly", "; SameSite=Strict", "; Path=/;"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    assert_eq!(answer.headers.get_all(header::SET_COOKIE).iter().count(), 1, "nobody becomes a player by it");
    client
}

/// The addresses of the API below `prefix`, as methods and paths.
fn addresses(prefix: &str) -> BTreeSet<(String, String)> {
    let api: Value = serde_json::from_str(&server::openapi_text()).unwrap();
    let mut found = BTreeSet::new();
    for (path, methods) in api["paths"].as_object().unwrap() {
        let path = path.strip_prefix("/api/v1").unwrap_or(path);
        for method in methods.as_object().unwrap().keys().filter(|_| path.starts_with(prefix)) {
            found.insert((method.to_uppercase(), path.to_owned()));
        }
    }
    found
}

fn says_only(answer: &Answer, status: StatusCode, code: &str) {
    let said = String::from_utf8_lossy(&answer.bytes);
    assert_eq!((answer.status, answer.code().as_str()), (status, code), "{said}");
    assert_eq!(answer.json().as_object().unwrap().len(), 1, "nothing but the error: {said}");
    for content in ["A study of everything", "words of", "secret", "red", "link"] {
        assert!(!said.contains(content) || code == "no-such-study" && content == "link", "{said}");
    }
}

#[tokio::test]
async fn nobody_without_the_login_of_the_study_gets_anything() {
    let house = House::open(patient()).await;
    let (mine, theirs) = (prepared(&house, &study("mine")).await, prepared(&house, &study("theirs")).await);
    let mut participant = joined(&house, &mine.link).await;
    for _ in 0..3 {
        advance(&mut participant, &mine.link, "words of somebody").await;
    }
    let mut researcher = log_in(&house, "mine", mine.key.as_deref().unwrap()).await;
    let mut other = log_in(&house, "theirs", theirs.key.as_deref().unwrap()).await;
    let mut nobody = house.client();
    let mut forger = house.client();
    forger.cookie = Some(format!("gokaku_researcher={}", "a".repeat(52)));
    let none = Value::Null;
    let routes = [
        (Method::GET, "/research/{id}", none.clone()),
        (Method::GET, "/research/{id}/events", none.clone()),
        (Method::POST, "/research/{id}/close", none.clone()),
        (Method::POST, "/research/{id}/open", none.clone()),
        (Method::GET, "/research/{id}/files", none.clone()),
        (Method::GET, "/research/{id}/files/{name}", none.clone()),
        (Method::GET, "/research/{id}/reasons", none.clone()),
        (Method::PUT, "/research/{id}/reasons/{participant}/{step}", json!({"tags": ["flow"]})),
        (Method::GET, "/research/{id}/report", none.clone()),
    ];
    let asked: BTreeSet<(String, String)> =
        routes.iter().map(|(method, path, _)| (method.to_string(), (*path).to_owned())).collect();
    assert_eq!(asked, addresses("/research/{id}"), "every address is asked");
    for (method, path, body) in &routes {
        let path = path
            .replace("{id}", "mine")
            .replace("{name}", "answers.csv")
            .replace("{participant}", "1")
            .replace("{step}", "2.1");
        for client in [&mut nobody, &mut forger, &mut participant] {
            let answer = ask(client, method, &path, body).await;
            says_only(&answer, StatusCode::UNAUTHORIZED, "login-needed");
        }
        let answer = ask(&mut other, method, &path, body).await;
        says_only(&answer, StatusCode::NOT_FOUND, "no-such-study");
        // Whether there is such a study at all is nobody's business either.
        let nowhere = path.replace("mine", "nowhere");
        says_only(&ask(&mut nobody, method, &nowhere, body).await, StatusCode::UNAUTHORIZED, "login-needed");
        says_only(&ask(&mut other, method, &nowhere, body).await, StatusCode::NOT_FOUND, "no-such-study");
        // Whoever may, may: the live connection does not end, so it is not read here.
        if !path.ends_with("/events") {
            let answer = ask(&mut researcher, method, &path, body).await;
            assert!(answer.status.is_success(), "{path}: {}", String::from_utf8_lossy(&answer.bytes));
        }
    }
    // Nothing was changed by those who may not.
    let progress = researcher.get("/research/mine").await.json();
    assert_eq!((progress["state"].clone(), progress["answers"].clone()), (json!("open"), json!(3)));
    let reasons = researcher.get("/research/mine/reasons").await.json();
    assert_eq!(reasons["reasons"][0]["tags"], json!(["flow"]));
    // A login ends by logging out, and with its key.
    let mut second = log_in(&house, "mine", mine.key.as_deref().unwrap()).await;
    let token = second.cookie.clone();
    assert_eq!(second.post("/research/logout", &json!({})).await.status, StatusCode::NO_CONTENT);
    second.cookie = token;
    says_only(&second.get("/research/mine").await, StatusCode::UNAUTHORIZED, "login-needed");
    let key = server::new_key(&store(&house).await, "mine").await.unwrap().unwrap();
    says_only(&researcher.get("/research/mine").await, StatusCode::UNAUTHORIZED, "login-needed");
    log_in(&house, "mine", &key).await;
    assert_eq!(server::new_key(&store(&house).await, "nowhere").await.unwrap(), None);
}

#[tokio::test]
async fn keys_are_not_found_by_trying() {
    let house = House::open(patient()).await;
    let key = prepared(&house, &study("tried")).await.key.unwrap();
    let other = prepared(&house, &study("other")).await.key.unwrap();
    let mut client = house.client();
    for (id, key) in [("tried", "wrong"), ("tried", &*other), ("nowhere", &*key), ("tried", "")] {
        let answer = client.post("/research/login", &json!({"study": id, "key": key})).await;
        says_only(&answer, StatusCode::UNAUTHORIZED, "wrong-key");
        assert!(!answer.headers.contains_key(header::SET_COOKIE));
    }
    let mut last = client.post("/research/login", &json!({"study": "tried", "key": "wrong"})).await;
    for _ in 0..6 {
        last = client.post("/research/login", &json!({"study": "tried", "key": "wrong"})).await;
    }
    says_only(&last, StatusCode::TOO_MANY_REQUESTS, "too-many-logins");
    // Neither the key nor the token is in the store.
    house.server.close().await;
    for file in std::fs::read_dir(house.folder.path()).unwrap() {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        assert!(!bytes.windows(key.len()).any(|window| window == key.as_bytes()));
    }
}

#[tokio::test]
async fn participants_reach_nothing_of_each_other() {
    let house = House::open(patient()).await;
    let (here, there) =
        (prepared(&house, &study("here")).await.link, prepared(&house, &study("there")).await.link);
    let mut one = joined(&house, &here).await;
    let mut two = joined(&house, &here).await;
    for _ in 0..3 {
        advance(&mut one, &here, "words of one").await;
    }
    let wanted = json!({"step": "3.1", "side": "first"});
    let table = text(&one.post(&format!("/study/{here}/table"), &wanted).await.json()["table"]);
    let code = text(&one.post(&format!("/study/{here}/code"), &json!({})).await.json()["code"]);
    let version = one.table(&table).await["version"].clone();
    let mut stranger = house.client();
    // The other one's table does not exist, whoever asks how.
    let at_table = [
        (Method::GET, "", Value::Null),
        (Method::GET, "/events", Value::Null),
        (Method::GET, "/hint", Value::Null),
        (Method::GET, "/review", Value::Null),
        (Method::GET, "/record?format=gkr", Value::Null),
        (Method::POST, "/setup", json!({"version": version, "reds": "ABCD"})),
        (Method::POST, "/join", json!({})),
        (Method::POST, "/ready", json!({"version": version})),
        (Method::POST, "/moves", json!({"version": version, "move": "1"})),
        (Method::POST, "/undo", json!({"version": version})),
        (Method::POST, "/resign", json!({"version": version})),
        (Method::POST, "/review/try", json!({"ply": 0, "moves": []})),
        (Method::GET, "/line", Value::Null),
        (Method::POST, "/hurry", json!({})),
        (Method::POST, "/share", json!({})),
        (Method::GET, "/exercises/1", Value::Null),
        (Method::POST, "/exercises/1", json!({"move": "1"})),
    ];
    assert_eq!(at_table.len(), addresses("/tables/{id}").len());
    for (method, path, body) in &at_table {
        for client in [&mut two, &mut stranger] {
            let answer = ask(client, method, &format!("/tables/{table}{path}"), body).await;
            says_only(&answer, StatusCode::NOT_FOUND, "no-such-table");
        }
    }
    // In a study that one does not take part in there is nothing: with each of a participant's addresses.
    let routes = [
        (Method::GET, "/me", Value::Null),
        (Method::POST, "/code", json!({})),
        (Method::POST, "/answers", json!({"step": "3.1", "value": {}, "millis": 1})),
        (Method::POST, "/table", wanted.clone()),
        (Method::POST, "/judgements", json!({"step": "4.1", "ply": 1, "verdict": "bad", "note": ""})),
    ];
    for (method, path, body) in &routes {
        let answer = ask(&mut one, method, &format!("/study/{there}{path}"), body).await;
        says_only(&answer, StatusCode::NOT_FOUND, "not-in-study");
        let answer = ask(&mut stranger, method, &format!("/study/{here}{path}"), body).await;
        says_only(&answer, StatusCode::NOT_FOUND, "not-in-study");
        let answer = ask(&mut one, method, &format!("/study/nowhere{path}"), body).await;
        says_only(&answer, StatusCode::NOT_FOUND, "no-such-study");
    }
    let resumed = two.post(&format!("/study/{there}/resume"), &json!({"code": code})).await;
    says_only(&resumed, StatusCode::NOT_FOUND, "no-such-code");
    assert_eq!(one.get(&format!("/study/{there}")).await.json()["me"], json!(null));
    // These are all there are: what is left says nothing of anybody, joins, or withdraws oneself.
    let asked: BTreeSet<(String, String)> = routes
        .iter()
        .map(|(method, path, _)| (method.to_string(), format!("/study/{{link}}{path}")))
        .chain(["", "/join", "/resume", "/withdraw"].map(|path| {
            let method = if path.is_empty() { "GET" } else { "POST" };
            (method.to_owned(), format!("/study/{{link}}{path}"))
        }))
        .collect();
    assert_eq!(asked, addresses("/study/{link}"));
    // One's own steps say nothing of the other's, and withdrawing takes only one's own.
    let mine = two.get(&format!("/study/{here}/me")).await;
    assert!(!String::from_utf8_lossy(&mine.bytes).contains("words of one") && !mine.json()["step"].is_null());
    two.post(&format!("/study/{here}/withdraw"), &json!({})).await;
    stranger.post(&format!("/study/{here}/withdraw"), &json!({})).await;
    let after = one.get(&format!("/study/{here}/me")).await.json();
    assert_eq!((after["done"].clone(), after["step"]["table"].clone()), (json!(3), json!(table)));
}

/// The cells of a CSV file.
fn cells(text: &str) -> Vec<Vec<String>> {
    let mut rows = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text.as_bytes());
    rows.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect()
}

#[tokio::test]
async fn what_was_given_is_fetched_and_no_cell_is_a_formula() {
    let house = House::open(patient()).await;
    let Prepared { link, key } = prepared(&house, &study("fetched")).await;
    let mut participant = joined(&house, &link).await;
    for words in [FORMULA, "+1+1", "@SUM(A1)"] {
        advance(&mut participant, &link, words).await;
    }
    let mut other = joined(&house, &link).await;
    for words in ["-2+3", "\t=1", "quiet, \"quoted\""] {
        advance(&mut other, &link, words).await;
    }
    let mut researcher = log_in(&house, "fetched", &key.unwrap()).await;
    let reasons = researcher.get("/research/fetched/reasons").await.json();
    assert_eq!(reasons["tags"].as_array().unwrap().len(), 2);
    let reasons = reasons["reasons"].as_array().unwrap().clone();
    assert_eq!(reasons.len(), 4);
    assert!(
        reasons.iter().all(|one| text(&one["source"]).starts_with("secret-") && one["verdict"] == json!(4))
    );
    let tag = |path: &str| format!("/research/fetched/reasons/{path}");
    for (path, tags, status) in [
        ("1/2.1", json!(["flow", "slow"]), StatusCode::NO_CONTENT),
        ("1/2.1", json!(["slow"]), StatusCode::NO_CONTENT),
        ("1/2.1", json!(["other"]), StatusCode::BAD_REQUEST),
        ("1/1", json!(["slow"]), StatusCode::NOT_FOUND),
        ("1/9", json!(["slow"]), StatusCode::NOT_FOUND),
        ("9/2.1", json!(["slow"]), StatusCode::NOT_FOUND),
        ("x/2.1", json!(["slow"]), StatusCode::NOT_FOUND),
    ] {
        assert_eq!(researcher.put(&tag(path), &json!({"tags": tags})).await.status, status, "{path}");
    }
    let sorted = researcher.get("/research/fetched/reasons").await.json();
    assert_eq!(sorted["reasons"][0]["tags"], json!(["slow"]));
    let files = researcher.get("/research/fetched/files").await.json()["files"].clone();
    let mut said = String::new();
    for name in files.as_array().unwrap() {
        let name = text(name);
        let file = researcher.get(&format!("/research/fetched/files/{name}")).await;
        if !name.ends_with(".csv") {
            assert_eq!(file.headers[header::CONTENT_TYPE], "text/plain; charset=utf-8");
            continue;
        }
        assert_eq!(file.headers[header::CONTENT_TYPE], "text/csv; charset=utf-8");
        let disposition = file.headers[header::CONTENT_DISPOSITION].to_str().unwrap();
        assert_eq!(disposition, format!("attachment; filename=\"fetched-{name}\""));
        let content = String::from_utf8(file.bytes).unwrap();
        let content = content.trim_start_matches('\u{feff}');
        for cell in cells(content).iter().flatten() {
            let formula = cell.starts_with(['=', '+', '-', '@', '\t', '\r']) && cell.parse::<f64>().is_err();
            assert!(!formula, "{name}: {cell}");
        }
        said += content;
    }
    for name in ["participants.csv", "answers.csv", "games.csv", "moves.csv", "codebook.csv"] {
        assert!(files.as_array().unwrap().contains(&json!(name)), "{files}");
    }
    let answers = cells(&said);
    for words in [FORMULA, "+1+1", "@SUM(A1)", "-2+3"] {
        let neutral = format!("'{words}");
        assert_eq!(answers.iter().flatten().filter(|cell| **cell == neutral).count(), 1, "{words}");
    }
    assert!(answers.iter().flatten().any(|cell| cell == "quiet, \"quoted\""));
    let missing = researcher.get("/research/fetched/files/passwd").await;
    says_only(&missing, StatusCode::NOT_FOUND, "no-such-file");
    let page = report(&mut researcher, "fetched").await;
    assert!(page.starts_with("<!DOCTYPE html>") && !page.contains("<script"), "{}", &page[..200]);
    // While people answer, whoever waits gets the page that was just made; but not one with somebody in it
    // who has withdrawn.
    advance(&mut participant, &link, "more").await;
    let again = researcher.get("/research/fetched/report").await;
    assert_eq!((again.status, String::from_utf8(again.bytes).unwrap()), (StatusCode::OK, page));
    other.post(&format!("/study/{link}/withdraw"), &json!({})).await;
    assert_eq!(researcher.get("/research/fetched/report").await.status, StatusCode::ACCEPTED);
    report(&mut researcher, "fetched").await;
}

/// The report when it is made.
async fn report(researcher: &mut Client, id: &str) -> String {
    for _ in 0..600 {
        let answer = researcher.get(&format!("/research/{id}/report")).await;
        if answer.status == StatusCode::OK {
            let policy = answer.headers[header::CONTENT_SECURITY_POLICY].to_str().unwrap().to_owned();
            assert!(
                policy.starts_with("default-src 'none'; style-src 'unsafe-inline'")
                    && policy.ends_with("sandbox")
            );
            return String::from_utf8(answer.bytes).unwrap();
        }
        assert_eq!(answer.status, StatusCode::ACCEPTED);
        assert!(answer.json()["progress"].is_number());
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("no report");
}

#[tokio::test]
async fn a_researcher_sees_who_comes_and_closes_the_study() {
    let house = House::open(patient()).await;
    let Prepared { link, key } = prepared(&house, &study("seen")).await;
    let mut researcher = log_in(&house, "seen", &key.unwrap()).await;
    let request = Request::get("/api/v1/research/seen/events")
        .header(header::HOST, "localhost")
        .header(header::COOKIE, researcher.cookie.clone().unwrap())
        .body(Body::empty())
        .unwrap();
    let mut live = house.router.clone().oneshot(request).await.unwrap().into_body();
    let mut next = async || loop {
        let frame = tokio::time::timeout(Duration::from_secs(20), live.frame()).await.unwrap();
        let data = String::from_utf8(frame?.unwrap().into_data().unwrap().to_vec()).unwrap();
        if let Some(line) = data.lines().find_map(|line| line.strip_prefix("data: ")) {
            return Some(serde_json::from_str::<Value>(line).unwrap());
        }
    };
    let first = next().await.unwrap();
    assert_eq!((first["begun"].clone(), first["people"].clone()), (json!(0), json!([])));
    assert_eq!((first["link"].clone(), first["groupedBy"].clone()), (json!(link), json!("random")));
    let mut participant = joined(&house, &link).await;
    advance(&mut participant, &link, "words").await;
    let mut told = next().await.unwrap();
    while told["answers"] == json!(0) {
        told = next().await.unwrap();
    }
    let person = &told["people"][0];
    assert_eq!(
        (person["number"].clone(), person["done"].clone(), person["of"].clone()),
        (json!(1), json!(1), json!(13))
    );
    assert_eq!((person["state"].clone(), person["language"].clone()), (json!("going"), json!("en")));
    let groups = told["groups"].as_array().unwrap();
    assert_eq!(groups.iter().map(|group| group["begun"].as_u64().unwrap()).sum::<u64>(), 1);
    assert_eq!(groups[0]["quota"], json!(3));
    let closed = researcher.post("/research/seen/close", &json!({})).await.json();
    assert_eq!(closed["state"], "closed");
    assert_eq!(next().await.unwrap()["state"], "closed");
    let yes = json!({"agreed": true, "language": "en"});
    assert_eq!(house.client().post(&format!("/study/{link}/join"), &yes).await.code(), "closed");
    assert_eq!(researcher.post("/research/seen/open", &json!({})).await.json()["state"], "open");
    participant.post(&format!("/study/{link}/withdraw"), &json!({})).await;
    let after = researcher.get("/research/seen").await.json();
    let counts = ["begun", "finished", "withdrawn", "answers"].map(|name| after[name].clone());
    assert_eq!(counts, [json!(1), json!(0), json!(1), json!(0)]);
    assert_eq!(after["people"], json!([]), "of whoever has left only the count is told");
    // With the login the live connection ends too.
    researcher.post("/research/logout", &json!({})).await;
    while next().await.is_some() {}
}

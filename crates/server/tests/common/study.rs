//! A small study of every kind of task, and a way through it.

use axum::http::StatusCode;
use serde_json::{Value, json};
use server::Prepared;
use store::Store;
use studies::Study;

use super::{Client, House, text};

/// A study with every kind of question and task, known by `id`.
pub(crate) fn study(id: &str) -> Study {
    let start = games::othello::Othello::default();
    let record = |file: &str| {
        let first = if file == "one.gkr" { "f5" } else { "d3" };
        Ok(format!(
            "game othello\nstart {start}\nfirst Kurita\nsecond alphabeta:depth=3\n* secretly\n1 {first}\n"
        ))
    };
    Study::parse(&include_str!("study.toml").replacen("ID", id, 1), &mut { record }).unwrap()
}

/// The store under a house.
pub(crate) async fn store(house: &House) -> Store {
    Store::open(house.folder.path().join("tables.db").to_str().unwrap()).await.unwrap()
}

/// A study in a house: the letters for participants and the researcher's key.
pub(crate) async fn prepared(house: &House, study: &Study) -> Prepared {
    server::prepare(&store(house).await, study).await.unwrap()
}

/// A participant at the beginning of the study behind `link`.
pub(crate) async fn joined(house: &House, link: &str) -> Client {
    let mut client = house.client();
    let answer =
        client.post(&format!("/study/{link}/join"), &json!({"agreed": true, "language": "en"})).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", String::from_utf8_lossy(&answer.bytes));
    client
}

/// An answer to whatever step this is but a game, with `words` where words are wanted.
pub(crate) fn reply(step: &Value, words: &str) -> Value {
    match step["kind"].as_str().unwrap() {
        "questions" => {
            let items = step["items"].as_array().unwrap().iter().map(|item| {
                let value = match item["kind"].as_str().unwrap() {
                    "scale" => json!(2),
                    "single" => item["options"][0]["id"].clone(),
                    "multiple" => json!([item["options"][1]["id"]]),
                    "number" => json!(33),
                    _ => json!(words),
                };
                (text(&item["id"]), value)
            });
            Value::Object(items.collect())
        }
        "record" => json!({"verdict": 4, "reason": words, "seen": false}),
        _ => json!({}),
    }
}

/// Answers the present step, playing and resigning a game first; gives how far the participant is then.
pub(crate) async fn advance(client: &mut Client, link: &str, words: &str) -> Value {
    let me = client.get(&format!("/study/{link}/me")).await.json();
    let step = &me["step"];
    if step["kind"] == "game" {
        let table =
            client.post(&format!("/study/{link}/table"), &json!({"step": step["id"], "side": "first"})).await;
        let id = text(&table.json()["table"]);
        resign(client, &id).await;
    }
    let answer = json!({"step": step["id"], "value": reply(step, words), "millis": 1234});
    let answer = client.post(&format!("/study/{link}/answers"), &answer).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", String::from_utf8_lossy(&answer.bytes));
    answer.json()
}

/// Gives a game up, whoever is to move.
pub(crate) async fn resign(client: &mut Client, id: &str) {
    let path = format!("/tables/{id}/resign");
    for _ in 0..100 {
        let table = client.table(id).await;
        let answer = client.post(&path, &json!({"version": table["version"]})).await;
        // The opponent may have moved meanwhile.
        if answer.status == StatusCode::OK {
            return;
        }
    }
    panic!("nobody can resign");
}

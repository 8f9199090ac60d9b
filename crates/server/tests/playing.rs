//! Whole games over the API: what is played, repeated, taken back, resumed and reviewed.
#![allow(clippy::unwrap_used, reason = "tests")]
#![allow(dead_code, reason = "the common helpers are shared by several tests")]

mod common;

use std::time::Duration;

use axum::http::{StatusCode, header};
use common::{Answer, Client, House, patient, quick, text};
use serde_json::{Value, json};

#[tokio::test]
async fn every_game_can_be_played_to_its_end_reviewed_and_fetched() {
    let house = House::open(patient()).await;
    for (game, formats) in [
        ("othello", vec!["ggf", "moves", "gkr"]),
        ("kalah", vec!["gkr"]),
        ("shogi", vec!["kif", "ki2", "csa", "jkf", "usi", "gkr"]),
        ("geister", vec!["gkr", "transcript-first", "transcript-second"]),
    ] {
        let mut client = house.client();
        let table = client.start(&quick(game, "second")).await;
        let id = text(&table["id"]);
        if game == "geister" {
            assert_eq!(table["phase"], "setup");
            let answer =
                client.post(&format!("/tables/{id}/setup"), &json!({"version": 1, "reds": "ABCD"})).await;
            assert_eq!((answer.status, answer.json()["phase"].clone()), (StatusCode::OK, json!("playing")));
        }
        let path = format!("/tables/{id}/review");
        assert_eq!(client.get(&path).await.code(), "not-over");
        if game == "shogi" {
            // A whole game of random shogi is long; a few moves say the same.
            let table = client.settled(&id).await;
            let table = client.play(&table, &text(&table["legal"][0]["text"])).await.json();
            let table = if table["thinking"] == json!(true) { client.settled(&id).await } else { table };
            let answer =
                client.post(&format!("/tables/{id}/resign"), &json!({"version": table["version"]})).await;
            assert_eq!(answer.status, StatusCode::OK);
        }
        let table = client.play_out(&id).await;
        assert_eq!(table["formats"], json!(formats), "{game}");
        assert!(table["result"]["person"].is_string() && table["legal"] == json!([]));
        for format in formats {
            let record = client.get(&format!("/tables/{id}/record?format={format}")).await;
            assert_eq!(record.status, StatusCode::OK, "{game} {format}");
            assert!(record.headers[header::CONTENT_DISPOSITION].to_str().unwrap().starts_with("attachment"));
        }
        assert_eq!(client.get(&format!("/tables/{id}/record?format=exe")).await.code(), "malformed");
        let review = reviewed(&mut client, &path).await;
        let plies = table["plies"].as_array().unwrap().len();
        let length = |name: &str| review[name].as_array().unwrap().len();
        assert_eq!(
            (length("chances"), length("positions"), length("steps")),
            (plies + 1, plies + 1, plies),
            "{game}"
        );
        assert_eq!(review["beliefs"].is_array(), game == "geister");
        assert!(
            review["reasons"].as_array().unwrap().iter().any(|reason| reason["ja"].is_string()),
            "{game}"
        );
        let tried = client.post(&format!("{path}/try"), &json!({"ply": 0, "moves": []})).await;
        assert_eq!(tried.status, StatusCode::OK);
        assert!(tried.json()["best"].is_string());
        let history = client.get("/player/history").await.json();
        assert_eq!(history["games"][0]["id"], json!(id));
        let strength = client.get("/player/strength").await.json();
        assert_eq!(strength["games"][0]["game"], json!(game));
        assert_eq!(strength["games"][0]["results"][0]["opponent"]["en"], "random");
        assert_eq!(client.get("/tables").await.json(), json!([]));
    }
}

async fn reviewed(client: &mut Client, path: &str) -> Value {
    for _ in 0..3000 {
        let answer = client.get(path).await;
        match answer.status {
            StatusCode::OK => return answer.json(),
            status => assert_eq!(status, StatusCode::ACCEPTED),
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("no review");
}

#[tokio::test]
async fn a_repeated_request_is_answered_and_nothing_is_doubled() {
    let house = House::open(patient()).await;
    let mut client = house.client();
    let table = client.start(&quick("othello", "first")).await;
    let id = text(&table["id"]);
    let first = client.play(&table, "f5").await;
    assert_eq!(first.status, StatusCode::OK);
    let settled = client.settled(&id).await;
    // The answer was lost: the same request once more, after the opponent has answered too.
    let again = client.play(&table, "f5").await;
    assert_eq!((again.status, again.json()["version"].clone()), (StatusCode::OK, settled["version"].clone()));
    assert_eq!(client.table(&id).await["plies"].as_array().unwrap().len(), 2);
    // Another move for the old version is too late, and says how it stands.
    let late = client.play(&table, "d3").await;
    assert_eq!((late.status, late.code()), (StatusCode::CONFLICT, "stale".to_owned()));
    assert_eq!(late.json()["table"]["version"], settled["version"]);
    let undo = json!({"version": settled["version"]});
    let undone = client.post(&format!("/tables/{id}/undo"), &undo).await.json();
    assert_eq!((undone["plies"].clone(), undone["toMove"].clone()), (json!([]), json!("first")));
    let again = client.post(&format!("/tables/{id}/undo"), &undo).await;
    assert_eq!((again.status, again.json()["version"].clone()), (StatusCode::OK, undone["version"].clone()));
    assert_eq!(undone["allowed"]["undo"], json!(false));
}

#[tokio::test]
async fn a_game_goes_on_after_a_restart_and_the_opponent_thinks_again() {
    let mut house = House::open(patient()).await;
    for game in ["othello", "kalah"] {
        let mut client = house.client();
        let new = json!({"game": game, "level": "my-level", "seat": "first", "pace": "person"});
        let table = client.start(&new).await;
        let id = text(&table["id"]);
        let table = client.play(&table, &text(&table["legal"][0]["text"])).await.json();
        let plies = table["plies"].clone();
        house = house.restarted().await;
        client.router = house.router.clone();
        let after = client.settled(&id).await;
        assert_eq!(after["plies"][0], plies[0]);
        assert!(after["version"].as_u64() >= table["version"].as_u64());
        if game == "othello" {
            assert_eq!(
                (after["plies"].as_array().unwrap().len(), after["toMove"].clone()),
                (2, json!("first"))
            );
        }
        let listed = client.get("/tables").await.json();
        assert_eq!((listed[0]["id"].clone(), listed[0]["yourTurn"].clone()), (json!(id), json!(true)));
    }
}

#[tokio::test]
async fn the_flag_falls_on_the_server() {
    let house = House::open(patient()).await;
    let mut client = house.client();
    let mut new = quick("othello", "first");
    new["clock"] = json!({"minutes": 0, "byoyomi": 1});
    let table = client.start(&new).await;
    assert_eq!(table["clock"]["running"], "first");
    let id = text(&table["id"]);
    tokio::time::sleep(Duration::from_millis(1300)).await;
    let table = client.table(&id).await;
    assert_eq!((table["phase"].clone(), table["result"]["winner"].clone()), (json!("over"), json!("second")));
    assert_eq!(table["result"]["reason"]["en"], "time ran out");
}

#[tokio::test]
async fn hints_are_legal_and_only_given_where_they_were_agreed_on() {
    let house = House::open(patient()).await;
    let mut client = house.client();
    for game in ["othello", "kalah", "shogi"] {
        let table = client.start(&quick(game, "first")).await;
        let hint = client.get(&format!("/tables/{}/hint", text(&table["id"]))).await.json();
        assert!(
            table["legal"].as_array().unwrap().iter().any(|legal| legal["text"] == hint["move"]),
            "{game}"
        );
        assert!(hint["why"]["ja"].is_string());
    }
    let mut new = quick("othello", "first");
    new["hint"] = json!(false);
    let table = client.start(&new).await;
    let refused: Answer = client.get(&format!("/tables/{}/hint", text(&table["id"]))).await;
    assert_eq!((refused.status, refused.code()), (StatusCode::CONFLICT, "no-hint".to_owned()));
}

#[tokio::test]
async fn what_the_ladder_took_the_player_for_is_told_at_the_end() {
    let house = House::open(patient()).await;
    let mut client = house.client();
    let opponent = "ladder:rungs=2/4/8,playouts=50";
    let new = json!({"game": "othello", "opponent": opponent, "seat": "first", "pace": "at-once"});
    let table = client.start(&new).await;
    let table = client.play_out(&text(&table["id"])).await;
    let points = table["result"]["strength"]["points"].as_array().unwrap();
    assert!(points.len() > 10);
    for point in points {
        let number = |name: &str| point[name].as_f64().unwrap();
        assert!(
            2.0 <= number("low")
                && number("low") <= number("estimate")
                && number("estimate") <= number("high")
        );
    }
}

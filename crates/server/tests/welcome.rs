//! What a newcomer gets: lessons, an opponent that speaks and does as wished, and a game to look back in.
#![allow(clippy::unwrap_used, reason = "tests")]
#![allow(dead_code, reason = "the common helpers are shared by several tests")]

mod common;

use axum::http::StatusCode;
use common::{House, patient, quick, text};
use serde_json::{Value, json};

fn said(table: &Value) -> Vec<String> {
    table["said"].as_array().unwrap().iter().map(|sentence| text(&sentence["en"])).collect()
}

#[tokio::test]
async fn every_game_has_a_lesson_and_says_what_wins() {
    let house = House::open(patient()).await;
    let mut client = house.client();
    let catalogue = client.get("/games").await.json();
    for game in catalogue["games"].as_array().unwrap() {
        let name = text(&game["game"]);
        let lesson = client.get(&format!("/games/{name}/lesson")).await.json();
        assert_eq!(lesson["game"], name);
        assert_eq!(lesson["goals"], game["goals"]);
        for step in lesson["steps"].as_array().unwrap() {
            let moves = step["moves"].as_array().unwrap();
            assert!(moves.iter().any(|mv| mv["isRight"] == json!(true)), "{step}");
            assert!(moves.iter().all(|mv| !mv["frames"].as_array().unwrap().is_empty()));
            assert_eq!(step["position"]["kind"], name);
        }
        for level in game["levels"].as_array().unwrap() {
            assert_eq!(level["who"].is_null(), !level["source"].is_null(), "{level}");
        }
    }
    let unknown = client.get("/games/chess/lesson").await;
    assert_eq!((unknown.status, unknown.code().as_str()), (StatusCode::NOT_FOUND, "no-such-address"));
}

#[tokio::test]
async fn the_opponent_says_what_it_will_do_and_afterwards_what_it_saw() {
    let house = House::open(patient()).await;
    let mut client = house.client();
    let new = |wish: &str| {
        let mut new = json!({"game": "kalah", "level": "my-level", "seat": "first", "pace": "at-once"});
        new["wish"] = json!(wish);
        new
    };
    let even = client.start(&new("even")).await;
    assert_eq!(said(&even), ["I watch your moves and play at your level."]);
    let easy = client.start(&new("easier")).await;
    assert!(said(&easy)[1].contains("easier: about 7 games in ten"), "{:?}", said(&easy));
    let refused = client.post("/tables", &new("impossible")).await;
    assert_eq!(refused.code(), "malformed");

    let id = text(&even["id"]);
    let moved = client.play(&even, "1").await.json();
    assert_eq!(said(&moved), [""; 0], "nothing about the player during the game");
    let over = client.play_out(&id).await;
    let all = said(&over).join(" ");
    assert!(all.contains("between") || all.contains("take you for") || all.contains("stronger"), "{all}");
    assert!(over["said"].as_array().unwrap().iter().all(|sentence| text(&sentence["ja"]).ends_with('。')));
    // The number of the wish's win rate is nowhere among what players see.
    assert!(!over["said"].to_string().contains("target"));
    let fixed = client.start(&json!({"game": "kalah", "level": "level-1", "seat": "first"})).await;
    assert_eq!(said(&fixed).len(), 1);
    let somebody = client.start(&json!({"game": "kalah", "level": "one-board", "seat": "first"})).await;
    assert_eq!(said(&somebody), [""; 0]);
}

#[tokio::test]
async fn a_game_can_be_looked_back_in_and_hides_what_it_hides() {
    let house = House::open(patient()).await;
    let mut client = house.client();
    let table = client.start(&quick("geister", "first")).await;
    let id = text(&table["id"]);
    client.post(&format!("/tables/{id}/setup"), &json!({"version": 1, "reds": "ABCD"})).await;
    let table = client.settled(&id).await;
    let table = client.play(&table, &text(&table["legal"][0]["text"])).await.json();
    let table = if table["thinking"] == json!(true) { client.settled(&id).await } else { table };
    let line = client.get(&format!("/tables/{id}/line")).await.json();
    assert_eq!(line["version"], table["version"]);
    let (positions, steps) = (line["positions"].as_array().unwrap(), line["steps"].as_array().unwrap());
    assert_eq!((positions.len(), steps.len()), (3, 2));
    assert_eq!(positions[2], table["position"]);
    for position in positions {
        let ghosts = position["ghosts"].as_array().unwrap();
        let known = ghosts.iter().filter(|ghost| ghost["colour"] != "unknown");
        assert!(known.clone().all(|ghost| ghost["side"] == "first"));
        assert_eq!(known.count(), 8);
    }
    let stranger = house.client().get(&format!("/tables/{id}/line")).await;
    assert_eq!(stranger.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn an_opponent_with_a_persons_pace_can_be_hurried() {
    let house = House::open(patient()).await;
    let mut client = house.client();
    let new = json!({"game": "othello", "opponent": "random", "seat": "first", "pace": "person"});
    let waits = async |client: &mut common::Client, is_hurried: bool| {
        let table = client.start(&new).await;
        let id = text(&table["id"]);
        let begun = std::time::Instant::now();
        client.play(&table, "d3").await;
        if is_hurried {
            let answer = client.post(&format!("/tables/{id}/hurry"), &json!({})).await;
            assert_eq!(answer.status, StatusCode::NO_CONTENT);
        }
        client.settled(&id).await;
        begun.elapsed()
    };
    let (slow, quick) = (waits(&mut client, false).await, waits(&mut client, true).await);
    // As a ratio: how long either takes depends on the machine.
    assert!(quick.as_secs_f64() < 0.7 * slow.as_secs_f64(), "{quick:?} against {slow:?}");
}

#[tokio::test]
async fn a_game_can_begin_elsewhere_and_is_not_rated_then() {
    let house = House::open(patient()).await;
    let mut client = house.client();
    let catalogue = client.get("/games").await.json();
    let mut started = 0;
    for game in catalogue["games"].as_array().unwrap() {
        for start in game["starts"].as_array().unwrap() {
            let table = client
                .start(&json!({
                    "game": game["game"], "level": "level-1", "seat": "first", "position": start["position"],
                }))
                .await;
            assert_eq!(table["phase"], "playing", "{start}");
            started += 1;
        }
    }
    assert!(started > 8);
    let small = json!({
        "game": "kalah", "level": "level-1", "seat": "first", "pace": "at-once",
        "position": "1,1,1 0 1,1,1 0 first standard/any",
    });
    let table = client.start(&small).await;
    assert_eq!(table["position"]["houses"], json!([[1, 1, 1], [1, 1, 1]]));
    client.play_out(&text(&table["id"])).await;
    assert_eq!(client.get("/player").await.json()["ratings"], json!([]), "from elsewhere");
    let usual = client.start(&json!({"game": "kalah", "level": "level-1", "seat": "first"})).await;
    client.post(&format!("/tables/{}/resign", text(&usual["id"])), &json!({"version": 1})).await;
    assert_ne!(client.get("/player").await.json()["ratings"], json!([]), "from the usual start");

    for (level, game, position) in [
        ("my-level", "kalah", "1,1,1 0 1,1,1 0 first standard/any"),
        ("level-1", "kalah", "nonsense"),
        ("level-1", "kalah", "0,0,0 6 0,0,0 6 first standard/any"),
        ("level-1", "geister", "b2R,c2B,d2R,e2B,b1B,c1R,d1B,e1R e5R,d5B,c5B,b5B,e6R,d6R,c6B,b6R first 0/256"),
        ("research-max-q-n3m3", "kalah", "1,1,1 0 1,1,1 0 first standard/any"),
    ] {
        let new = json!({"game": game, "level": level, "seat": "first", "position": position});
        let answer = client.post("/tables", &new).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{level} {position}");
    }
}

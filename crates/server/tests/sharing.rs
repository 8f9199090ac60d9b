//! Links to games, codes for other browsers, and what is kept of a player.
#![allow(clippy::unwrap_used, reason = "tests")]
#![allow(dead_code, reason = "the common helpers are shared by several tests")]

mod common;

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use common::{Answer, Client, House, patient, quick, text};
use serde_json::{Value, json};

async fn delete_player(client: &mut Client) -> Answer {
    let request = Request::delete("/api/v1/player").header(header::CONTENT_TYPE, "application/json");
    client.send(request.body(Body::from("{}")).unwrap()).await
}

#[tokio::test]
async fn a_link_shows_a_game_to_anybody_and_hides_what_is_hidden() {
    let house = House::open(patient()).await;
    let (mut player, mut stranger) = (house.client(), house.client());
    let id = text(&player.start(&quick("geister", "first")).await["id"]);
    player.post(&format!("/tables/{id}/setup"), &json!({"version": 1, "reds": "ABCD"})).await;
    let table = player.settled(&id).await;
    player.play(&table, &text(&table["legal"][0]["text"])).await;
    let table = player.settled(&id).await;

    let share = format!("/tables/{id}/share");
    assert_eq!(stranger.post(&share, &json!({})).await.status, StatusCode::NOT_FOUND);
    let link = text(&player.post(&share, &json!({})).await.json()["id"]);
    assert_eq!(text(&player.post(&share, &json!({})).await.json()["id"]), link, "one link is enough");
    assert_ne!(link, id);

    let mut fresh = house.client();
    let shared = fresh.get(&format!("/shared/{link}")).await;
    assert_eq!((shared.status, &fresh.cookie), (StatusCode::OK, &None), "nobody becomes a player by looking");
    let game = shared.json();
    assert_eq!((&game["game"], &game["result"]), (&json!("geister"), &Value::Null));
    assert_eq!(game["plies"].as_array().unwrap().len(), 2);
    let colours = |position: &Value| -> Vec<String> {
        let ghosts = position["ghosts"].as_array().unwrap();
        ghosts.iter().map(|ghost| text(&ghost["colour"])).collect()
    };
    for position in game["positions"].as_array().unwrap() {
        assert!(colours(position).iter().all(|colour| colour == "unknown"), "{position}");
    }
    player.post(&format!("/tables/{id}/resign"), &json!({"version": table["version"]})).await;
    let game = fresh.get(&format!("/shared/{link}")).await.json();
    assert_eq!(game["result"]["winner"], "second");
    assert_eq!(colours(&game["positions"][0]).iter().filter(|colour| *colour == "red").count(), 8);
    assert_eq!(fresh.get("/shared/nothing").await.code(), "no-such-table");
    assert_eq!(fresh.get(&format!("/tables/{id}")).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_code_takes_a_player_to_another_browser_once() {
    let house = House::open(patient()).await;
    let (mut here, mut there) = (house.client(), house.client());
    assert_eq!(here.post("/player/code", &json!({})).await.code(), "no-player");
    let id = text(&here.start(&quick("othello", "first")).await["id"]);
    let code = text(&here.post("/player/code", &json!({})).await.json()["code"]);
    there.start(&quick("kalah", "first")).await;
    for wrong in ["", "abcd", "aaaa-aaaa-aaaa-aaaa"] {
        assert_eq!(there.post("/player/adopt", &json!({"code": wrong})).await.code(), "no-such-code");
    }
    let typed = code.to_uppercase().replace('-', " ");
    assert_eq!(there.post("/player/adopt", &json!({"code": typed})).await.status, StatusCode::OK);
    assert_eq!(there.cookie, here.cookie);
    let tables = there.get("/tables").await.json();
    assert_eq!((tables.as_array().unwrap().len(), &tables[0]["id"]), (1, &json!(id)));
    let mut third = house.client();
    assert_eq!(third.post("/player/adopt", &json!({"code": code})).await.code(), "no-such-code");
}

#[tokio::test]
async fn everything_can_be_taken_along_and_deleted() {
    let house = House::open(patient()).await;
    let mut player = house.client();
    let over = text(&player.start(&quick("othello", "first")).await["id"]);
    player.post(&format!("/tables/{over}/resign"), &json!({"version": 1})).await;
    let going = text(&player.start(&quick("geister", "first")).await["id"]);
    player.put("/player", &json!({"name": "Kurita"})).await;
    let link = text(&player.post(&format!("/tables/{over}/share"), &json!({})).await.json()["id"]);

    let answer = player.get("/player/everything").await;
    assert!(answer.headers[header::CONTENT_DISPOSITION].to_str().unwrap().contains("gokaku.json"));
    let everything = answer.json();
    assert_eq!((&everything["name"], everything["games"].as_array().unwrap().len()), (&json!("Kurita"), 2));
    assert!(text(&everything["games"][0]["record"]).starts_with("game othello"));
    assert_eq!(everything["games"][1]["record"], Value::Null);
    let hidden = everything["games"][1]["table"]["position"].to_string();
    assert_eq!(hidden.matches("unknown").count(), 8, "the other side's colours stay hidden");

    assert_eq!(delete_player(&mut player).await.status, StatusCode::OK);
    for id in [&over, &going] {
        assert_eq!(player.get(&format!("/tables/{id}")).await.status, StatusCode::NOT_FOUND);
    }
    assert_eq!(house.client().get(&format!("/shared/{link}")).await.status, StatusCode::NOT_FOUND);
    assert_eq!(player.get("/player/everything").await.json()["games"], json!([]));
}

#[tokio::test]
async fn a_record_from_elsewhere_is_reviewed_and_counts_for_nothing() {
    let house = House::open(patient()).await;
    let mut player = house.client();
    let opened = player.post("/records", &json!({"text": "position startpos moves 7g7f 3c3d 8h2b+"})).await;
    assert_eq!(opened.status, StatusCode::CREATED);
    let id = text(&opened.json()["table"]);
    let table = player.table(&id).await;
    assert_eq!((&table["phase"], &table["level"]["id"]), (&json!("over"), &json!("record")));
    let path = format!("/tables/{id}/review");
    while player.get(&path).await.status == StatusCode::ACCEPTED {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    assert_eq!(player.get(&path).await.json()["positions"].as_array().unwrap().len(), 4);
    assert_eq!(player.get("/exercises").await.json()["all"], json!(0), "nobody knows who the player was");
    assert_eq!(player.get("/player/history").await.json()["games"], json!([]));
    assert_eq!(player.post("/records", &json!({"text": "hello"})).await.code(), "bad-record");
    let mut new = quick("othello", "first");
    new["opponent"] = Value::Null;
    new["level"] = json!("record");
    assert_eq!(player.post("/tables", &new).await.code(), "unknown-level");
}

#[tokio::test]
async fn mistakes_of_a_reviewed_game_are_exercises() {
    let house = House::open(patient()).await;
    let mut player = house.client();
    let id = text(&player.start(&quick("othello", "first")).await["id"]);
    player.play_out(&id).await;
    let path = format!("/tables/{id}/review");
    while player.get(&path).await.status == StatusCode::ACCEPTED {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    let review = player.get(&path).await.json();
    let own = review["mistakes"].as_array().unwrap().iter().filter(|one| one["side"] == "first").count();
    let exercises = player.get("/exercises").await.json();
    assert_eq!(exercises["dueCount"], json!(own.min(5)));
    assert!(own > 0, "a player of random moves makes mistakes");
    let first = exercises["due"][0].clone();
    let address = format!("/tables/{id}/exercises/{}", first["ply"]);
    assert_eq!(player.get(&address).await.json(), first);

    // The move of the game does not solve it, and it comes again the next day; the best one is told.
    let played =
        player.table(&id).await["plies"][first["ply"].as_u64().unwrap() as usize - 1]["text"].clone();
    let wrong = player.post(&address, &json!({"move": played})).await.json();
    assert_eq!(wrong["verdict"], "mistake");
    assert!(wrong["againAt"].is_string() && wrong["why"][0]["text"]["ja"].is_string());
    assert_eq!(player.get("/exercises").await.json()["dueCount"], json!(own.min(5) - 1));
    let legal = first["legal"].as_array().unwrap();
    let best = legal.iter().find(|mv| mv["label"] == wrong["bestLabel"]).unwrap()["text"].clone();
    let right = player.post(&address, &json!({"move": best})).await.json();
    assert_eq!((&right["verdict"], &right["againAt"]), (&json!("best"), &Value::Null), "one attempt counts");
    assert_eq!(player.post(&address, &json!({"move": "a9"})).await.code(), "illegal-move");
    let strength = player.get("/player/strength").await.json();
    assert!(strength["games"][0]["overlooked"][0]["count"].as_u64().unwrap() > 0);
    // Somebody else's games are nobody's exercises.
    let mut other = house.client();
    other.start(&quick("othello", "first")).await;
    assert_eq!(other.get(&address).await.status, StatusCode::NOT_FOUND);
    assert_eq!(other.get("/exercises").await.json()["all"], json!(0));
}

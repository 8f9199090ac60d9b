//! Two people at one table: in front of one screen, and by a link.
#![allow(clippy::unwrap_used, reason = "tests")]
#![allow(dead_code, reason = "the common helpers are shared by several tests")]

mod common;

use axum::http::StatusCode;
use common::{Client, House, patient, text};
use serde_json::{Value, json};

fn new(game: &str, level: &str, seat: &str) -> Value {
    json!({"game": game, "level": level, "seat": seat, "undo": true, "hint": true})
}

/// How many of the ghosts of `side` on the board are shown as `colour`.
fn shown(table: &Value, side: &str, colour: &str) -> usize {
    let ghosts = table["position"]["ghosts"].as_array().unwrap();
    ghosts.iter().filter(|ghost| ghost["side"] == side && ghost["colour"] == colour).count()
}

/// The first legal move.
fn any_move(table: &Value) -> String {
    text(&table["legal"][0]["text"])
}

async fn ready(client: &mut Client, table: &Value) -> Value {
    let path = format!("/tables/{}/ready", text(&table["id"]));
    let answer = client.post(&path, &json!({"version": table["version"]})).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", String::from_utf8_lossy(&answer.bytes));
    answer.json()
}

async fn set_up(client: &mut Client, table: &Value, reds: &str) -> Value {
    let path = format!("/tables/{}/setup", text(&table["id"]));
    let answer = client.post(&path, &json!({"version": table["version"], "reds": reds})).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", String::from_utf8_lossy(&answer.bytes));
    answer.json()
}

#[tokio::test]
async fn whoever_opens_the_link_plays_and_nobody_else() {
    let house = House::open(patient()).await;
    let (mut host, mut guest, mut third) = (house.client(), house.client(), house.client());
    let made = host.start(&new("othello", "by-link", "first")).await;
    let id = text(&made["id"]);
    assert_eq!(
        (&made["phase"], &made["company"], &made["legal"]),
        (&json!("waiting"), &json!("by-link"), &json!([]))
    );
    assert_eq!(guest.get(&format!("/tables/{id}")).await.status, StatusCode::NOT_FOUND);
    let refused = host.play(&made, "f5").await;
    assert_eq!((refused.status, refused.code()), (StatusCode::CONFLICT, "not-your-turn".to_owned()));

    let join = format!("/tables/{id}/join");
    assert_eq!(
        host.post(&join, &json!({})).await.json()["phase"],
        "waiting",
        "one's own link changes nothing"
    );
    let joined = guest.post(&join, &json!({})).await.json();
    assert_eq!((&joined["phase"], &joined["seat"]), (&json!("playing"), &json!("second")));
    assert_eq!(guest.post(&join, &json!({})).await.json()["version"], joined["version"], "once is enough");
    let refused = third.post(&join, &json!({})).await;
    assert_eq!((refused.status, refused.code()), (StatusCode::CONFLICT, "seat-taken".to_owned()));
    for path in ["", "/events", "/hint", "/review", "/record?format=gkr"] {
        assert_eq!(third.get(&format!("/tables/{id}{path}")).await.status, StatusCode::NOT_FOUND, "{path}");
    }
    assert_eq!(third.play(&joined, "f5").await.status, StatusCode::NOT_FOUND);

    assert_eq!(guest.play(&joined, "f5").await.code(), "not-your-turn");
    let table = host.table(&id).await;
    assert_eq!(host.play(&table, "f5").await.status, StatusCode::OK);
    let table = guest.table(&id).await;
    assert_eq!((table["plies"].as_array().unwrap().len(), &table["thinking"]), (1, &json!(false)));
    let mv = any_move(&table);
    assert_eq!(guest.play(&table, &mv).await.status, StatusCode::OK);

    // Both are found again after a restart, and the turn is whose it was.
    let house = house.restarted().await;
    (host.router, guest.router) = (house.router.clone(), house.router.clone());
    let table = host.table(&id).await;
    assert_eq!((&table["toMove"], &table["allowed"]["undo"]), (&json!("first"), &json!(false)));
    let at = json!({"version": table["version"]});
    assert_eq!(host.post(&format!("/tables/{id}/undo"), &at).await.code(), "no-undo");
    assert_eq!(host.get(&format!("/tables/{id}/hint")).await.code(), "no-hint");
    let turns = [host.get("/tables").await.json(), guest.get("/tables").await.json()];
    assert_eq!((&turns[0][0]["yourTurn"], &turns[1][0]["yourTurn"]), (&json!(true), &json!(false)));

    let ended = guest.post(&format!("/tables/{id}/resign"), &at).await.json();
    assert_eq!(ended["result"]["person"], "lost");
    assert_eq!(host.table(&id).await["result"]["person"], "won");
    for (client, seat, result) in [(&mut host, "first", "won"), (&mut guest, "second", "lost")] {
        let past = client.get("/player/history").await.json();
        assert_eq!((&past["games"][0]["seat"], &past["games"][0]["result"]), (&json!(seat), &json!(result)));
        assert_eq!(client.get("/player/strength").await.json()["games"], json!([]), "people are not rated");
        assert_eq!(client.get(&format!("/tables/{id}/record?format=gkr")).await.status, StatusCode::OK);
    }
}

#[tokio::test]
async fn a_table_that_nobody_joined_can_be_closed() {
    let house = House::open(patient()).await;
    let (mut host, mut guest) = (house.client(), house.client());
    let made = host.start(&new("shogi", "by-link", "second")).await;
    let id = text(&made["id"]);
    let closed = host.post(&format!("/tables/{id}/resign"), &json!({"version": 1})).await.json();
    assert_eq!((&closed["phase"], &closed["result"]["winner"]), (&json!("over"), &json!(null)));
    assert_eq!(guest.post(&format!("/tables/{id}/join"), &json!({})).await.code(), "over");
    assert_eq!(host.get("/player/history").await.json()["games"], json!([]));
    // A table with an opponent has no free seat.
    let other = host.start(&common::quick("othello", "first")).await;
    let refused = guest.post(&format!("/tables/{}/join", text(&other["id"])), &json!({})).await;
    assert_eq!(refused.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn ghosts_of_two_people_stay_hidden_from_each_other() {
    let house = House::open(patient()).await;
    let (mut host, mut guest) = (house.client(), house.client());
    let made = host.start(&new("geister", "by-link", "second")).await;
    let id = text(&made["id"]);
    let table = guest.post(&format!("/tables/{id}/join"), &json!({})).await.json();
    assert_eq!(
        (&table["phase"], &table["toMove"]),
        (&json!("setup"), &json!("second")),
        "the host arranges first"
    );
    let body = json!({"version": table["version"], "reds": "ABCD"});
    assert_eq!(guest.post(&format!("/tables/{id}/setup"), &body).await.code(), "no-setup");
    let table = host.table(&id).await;
    set_up(&mut host, &table, "ACEG").await;
    let table = guest.table(&id).await;
    let mut table = set_up(&mut guest, &table, "ABCD").await;
    assert_eq!((&table["phase"], &table["toMove"]), (&json!("playing"), &json!("first")));
    for ply in 0..6 {
        let (seen, across) = if ply % 2 == 0 { ("first", "second") } else { ("second", "first") };
        assert_eq!((table["seat"].as_str(), shown(&table, across, "unknown")), (Some(seen), 8));
        assert_eq!(shown(&table, seen, "red"), 4);
        let mv = any_move(&table);
        let mover = if ply % 2 == 0 { &mut guest } else { &mut host };
        let after = mover.play(&table, &mv).await.json();
        assert_eq!(shown(&after, across, "unknown"), 8);
        table = if ply % 2 == 0 { host.table(&id).await } else { guest.table(&id).await };
    }
}

#[tokio::test]
async fn at_one_screen_nothing_hidden_is_sent_while_it_is_passed_on() {
    let house = House::open(patient()).await;
    let mut client = house.client();
    let made = client.start(&new("geister", "one-board", "random")).await;
    let id = text(&made["id"]);
    assert_eq!((&made["phase"], &made["seat"]), (&json!("setup"), &json!("first")));
    assert_eq!(shown(&made, "second", "unknown"), 8);
    let covered = |table: &Value, next: &str| {
        assert_eq!((&table["phase"], &table["toMove"]), (&json!("hand-over"), &json!(next)));
        assert_eq!((shown(table, "first", "unknown"), shown(table, "second", "unknown")), (8, 8));
        assert_eq!(table["legal"], json!([]));
    };
    let table = set_up(&mut client, &made, "ABCD").await;
    covered(&table, "second");
    let table = ready(&mut client, &table).await;
    assert_eq!((&table["phase"], shown(&table, "first", "unknown")), (&json!("setup"), 8));
    let table = set_up(&mut client, &table, "EFGH").await;
    covered(&table, "first");
    assert_eq!(client.play(&table, "b2b3").await.code(), "not-your-turn");

    // The same after a restart.
    let house = house.restarted().await;
    client.router = house.router.clone();
    let mut table = client.table(&id).await;
    covered(&table, "first");
    for ply in 0..6 {
        let (seen, across) = if ply % 2 == 0 { ("first", "second") } else { ("second", "first") };
        table = ready(&mut client, &table).await;
        assert_eq!((table["seat"].as_str(), shown(&table, across, "unknown")), (Some(seen), 8));
        assert_eq!((shown(&table, seen, "red"), shown(&table, seen, "blue")), (4, 4));
        assert_eq!(table["allowed"]["undo"], false);
        let mv = any_move(&table);
        table = client.play(&table, &mv).await.json();
        covered(&table, across);
    }
    let at = json!({"version": table["version"]});
    let ended = client.post(&format!("/tables/{id}/resign"), &at).await.json();
    assert_eq!((&ended["phase"], &ended["result"]["winner"]), (&json!("over"), &json!("second")));
    assert_eq!(shown(&ended, "second", "red"), 4);
}

#[tokio::test]
async fn at_one_board_either_takes_back_the_last_move() {
    let house = House::open(patient()).await;
    let mut client = house.client();
    let mut table = client.start(&new("othello", "one-board", "second")).await;
    let id = text(&table["id"]);
    for seat in ["first", "second", "first"] {
        assert_eq!((&table["seat"], &table["toMove"]), (&json!(seat), &json!(seat)));
        let mv = any_move(&table);
        table = client.play(&table, &mv).await.json();
    }
    let undone =
        client.post(&format!("/tables/{id}/undo"), &json!({"version": table["version"]})).await.json();
    assert_eq!((undone["plies"].as_array().unwrap().len(), &undone["toMove"]), (2, &json!("first")));
    let ended =
        client.post(&format!("/tables/{id}/resign"), &json!({"version": undone["version"]})).await.json();
    assert_eq!(ended["result"]["winner"], "second");
    assert_eq!(client.get("/player/history").await.json()["games"], json!([]), "it is nobody's result");
}

//! What is refused: with which status, and that nothing has changed.
#![allow(clippy::unwrap_used, reason = "tests")]
#![allow(dead_code, reason = "the common helpers are shared by several tests")]

mod common;

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use common::{Answer, Client, House, patient, quick, text};
use serde_json::{Value, json};
use server::Settings;

fn refused(answer: &Answer, status: StatusCode, code: &str) {
    assert_eq!((answer.status, answer.code().as_str()), (status, code));
    let message = text(&answer.json()["error"]["message"]);
    assert!(message.ends_with('.') && message.len() > 20, "{message}");
}

/// A game in which it is the player's turn.
async fn at_a_table(client: &mut Client) -> Value {
    let table = client.start(&quick("othello", "first")).await;
    assert_eq!(table["legal"].as_array().unwrap().len(), 4);
    table
}

#[tokio::test]
async fn moves_that_cannot_be_are_refused() {
    let house = House::open(patient()).await;
    let mut client = house.client();
    let table = at_a_table(&mut client).await;
    let id = text(&table["id"]);
    refused(&client.play(&table, "a1").await, StatusCode::UNPROCESSABLE_ENTITY, "illegal-move");
    refused(&client.play(&table, "pass").await, StatusCode::UNPROCESSABLE_ENTITY, "illegal-move");
    for bad in ["", "z9", "f5 d6", "\u{0}", "<script>"] {
        refused(&client.play(&table, bad).await, StatusCode::BAD_REQUEST, "malformed");
    }
    let setup = client.post(&format!("/tables/{id}/setup"), &json!({"version": 1, "reds": "ABCD"})).await;
    refused(&setup, StatusCode::CONFLICT, "no-setup");
    let undo = client.post(&format!("/tables/{id}/undo"), &json!({"version": 1})).await;
    refused(&undo, StatusCode::CONFLICT, "nothing-to-undo");
    refused(&client.get(&format!("/tables/{id}/review")).await, StatusCode::CONFLICT, "not-over");
    refused(&client.get(&format!("/tables/{id}/record?format=gkr")).await, StatusCode::CONFLICT, "not-over");
    assert_eq!(client.table(&id).await, table, "nothing has changed");
}

#[tokio::test]
async fn a_move_out_of_turn_is_refused() {
    let house = House::open(patient()).await;
    let mut client = house.client();
    let mut new = quick("othello", "second");
    new["pace"] = json!("person");
    let table = client.start(&new).await;
    assert_eq!((table["thinking"].clone(), table["legal"].clone()), (json!(true), json!([])));
    refused(&client.play(&table, "f5").await, StatusCode::CONFLICT, "not-your-turn");
    let id = text(&table["id"]);
    assert_eq!(client.table(&id).await["version"], table["version"]);
    let resigned =
        client.post(&format!("/tables/{id}/resign"), &json!({"version": table["version"]})).await.json();
    assert_eq!(resigned["result"]["person"], "lost");
    refused(&client.play(&resigned, "f5").await, StatusCode::CONFLICT, "over");
    let again = client.post(&format!("/tables/{id}/resign"), &json!({"version": resigned["version"]})).await;
    refused(&again, StatusCode::CONFLICT, "over");
}

#[tokio::test]
async fn somebody_elses_table_does_not_exist() {
    let house = House::open(patient()).await;
    let (mut owner, mut other, mut nobody) = (house.client(), house.client(), house.client());
    let table = at_a_table(&mut owner).await;
    let id = text(&table["id"]);
    at_a_table(&mut other).await;
    for client in [&mut other, &mut nobody] {
        for path in ["", "/events", "/hint", "/review", "/record?format=gkr"] {
            let answer = client.get(&format!("/tables/{id}{path}")).await;
            refused(&answer, StatusCode::NOT_FOUND, "no-such-table");
        }
        let version = &table["version"];
        for (path, body) in [
            ("moves", json!({"version": version, "move": "f5"})),
            ("undo", json!({"version": version})),
            ("resign", json!({"version": version})),
            ("setup", json!({"version": version, "reds": "ABCD"})),
            ("review/try", json!({"ply": 0, "moves": []})),
        ] {
            let answer = client.post(&format!("/tables/{id}/{path}"), &body).await;
            refused(&answer, StatusCode::NOT_FOUND, "no-such-table");
        }
    }
    assert_eq!(nobody.cookie, None, "a refusal makes nobody a player");
    assert_eq!(owner.table(&id).await, table);
    for id in ["x", "..", "%2e%2e%2f", "'%20OR%201=1--"] {
        assert_eq!(owner.get(&format!("/tables/{id}")).await.status, StatusCode::NOT_FOUND);
    }
}

#[tokio::test]
async fn bodies_that_are_too_large_malformed_or_of_another_kind_are_refused() {
    let house = House::open(patient()).await;
    let mut client = house.client();
    let table = at_a_table(&mut client).await;
    let id = text(&table["id"]);
    let path = format!("/tables/{id}/moves");
    let large = json!({"version": 1, "move": "f".repeat(100_000)});
    refused(&client.post(&path, &large).await, StatusCode::PAYLOAD_TOO_LARGE, "too-large");
    for body in [
        json!(null),
        json!([]),
        json!({}),
        json!({"version": 1}),
        json!({"version": -1, "move": "f5"}),
        json!({"version": "1", "move": "f5"}),
        json!({"version": 1, "move": 5}),
        json!({"version": 1, "move": "f5", "more": 1}),
    ] {
        refused(&client.post(&path, &body).await, StatusCode::BAD_REQUEST, "malformed");
    }
    let post = |kind: Option<&str>, body: &'static str| {
        let request = Request::post(format!("/api/v1{path}"));
        let request =
            if let Some(kind) = kind { request.header(header::CONTENT_TYPE, kind) } else { request };
        request.body(Body::from(body)).unwrap()
    };
    for body in ["", "{", "{\"version\": 1, \"move\": \"f5\"", "\u{feff}{}", "f5"] {
        let answer = client.send(post(Some("application/json"), body)).await;
        refused(&answer, StatusCode::BAD_REQUEST, "malformed");
    }
    for kind in
        [None, Some("text/plain"), Some("application/x-www-form-urlencoded"), Some("multipart/form-data")]
    {
        let answer = client.send(post(kind, "{\"version\": 1, \"move\": \"f5\"}")).await;
        refused(&answer, StatusCode::UNSUPPORTED_MEDIA_TYPE, "not-json");
    }
    assert_eq!(client.table(&id).await, table);
    let delete =
        Request::delete(format!("/api/v1/tables/{id}")).header(header::CONTENT_TYPE, "application/json");
    let answer = client.send(delete.body(Body::empty()).unwrap()).await;
    refused(&answer, StatusCode::METHOD_NOT_ALLOWED, "wrong-method");
    refused(&client.get("/nothing").await, StatusCode::NOT_FOUND, "no-such-address");
}

#[tokio::test]
async fn foreign_origins_are_refused() {
    let house = House::open(patient()).await;
    let mut client = house.client();
    let table = at_a_table(&mut client).await;
    let id = text(&table["id"]);
    let body = json!({"version": 1, "move": "f5"}).to_string();
    let from = |origin: &str| {
        Request::post(format!("/api/v1/tables/{id}/moves"))
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::ORIGIN, origin)
            .body(Body::from(body.clone()))
            .unwrap()
    };
    for origin in ["https://evil.example", "null", "http://localhost:81", "http://localhost.evil.example"] {
        refused(&client.send(from(origin)).await, StatusCode::FORBIDDEN, "foreign-origin");
    }
    assert_eq!(client.table(&id).await, table);
    assert_eq!(client.send(from("http://localhost")).await.status, StatusCode::OK);
}

#[tokio::test]
async fn opponents_that_are_not_ours_or_ask_for_too_much_are_refused() {
    let house = House::open(patient()).await;
    let mut client = house.client();
    for (game, opponent) in [
        ("othello", "gtp:touch /tmp/never"),
        ("othello", "nboard:command=sh"),
        ("shogi", "usi:/bin/sh"),
        ("shogi", "book:file=/etc/passwd,opponent=random"),
        ("geister", "gat:listen=0.0.0.0:9"),
        ("othello", "ladder:playouts=1000000000"),
        ("othello", "grandmaster"),
        ("othello", "alphabeta:depth=1,depth=2"),
    ] {
        let new = json!({"game": game, "opponent": opponent, "seat": "first"});
        refused(&client.post("/tables", &new).await, StatusCode::BAD_REQUEST, "unknown-opponent");
    }
    let new = json!({"game": "othello", "level": "level-9", "seat": "first"});
    refused(&client.post("/tables", &new).await, StatusCode::BAD_REQUEST, "unknown-level");
    for new in [
        json!({"game": "chess", "seat": "first"}),
        json!({"game": "othello", "seat": "third"}),
        json!({"game": "othello", "seat": "first", "clock": {"minutes": 0}}),
        json!({"game": "othello", "seat": "first", "clock": {"minutes": 100_000}}),
    ] {
        refused(&client.post("/tables", &new).await, StatusCode::BAD_REQUEST, "malformed");
    }
    assert_eq!(client.get("/tables").await.json(), json!([]));
}

/// A search that a browser asks for is ended by the server's clock, and nobody waits for it meanwhile.
#[tokio::test]
async fn a_long_search_blocks_nobody() {
    let house = House::open(Settings { thinking_limit: 1500, ..patient() }).await;
    let mut client = house.client();
    let new =
        json!({"game": "othello", "opponent": "alphabeta:depth=30", "seat": "second", "pace": "at-once"});
    let slow = client.start(&new).await;
    let begun = std::time::Instant::now();
    let table = client.start(&quick("kalah", "first")).await;
    assert_eq!(client.play(&table, "1").await.status, StatusCode::OK);
    assert!(begun.elapsed().as_millis() < 1000, "{:?}", begun.elapsed());
    let table = client.settled(&text(&slow["id"])).await;
    assert_eq!(table["plies"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn names_are_kept_as_text_or_refused() {
    let house = House::open(patient()).await;
    let mut client = house.client();
    for bad in
        [json!(""), json!("  "), json!("a\nb"), json!("\u{202e}evil"), json!("x".repeat(41)), json!("\u{7}")]
    {
        refused(&client.put("/player", &json!({"name": bad})).await, StatusCode::BAD_REQUEST, "bad-name");
    }
    refused(&client.put("/player", &json!({"name": 5})).await, StatusCode::BAD_REQUEST, "malformed");
    assert_eq!(client.get("/player").await.json()["name"], json!(null));
    // Text is text: whoever shows it must not read it as anything else, and the page is not allowed to.
    let script = "<script>alert(1)</script>";
    let answer = client.put("/player", &json!({"name": script})).await;
    assert_eq!(answer.json()["name"], script);
    assert_eq!(answer.headers[header::CONTENT_TYPE], "application/json");
    assert_eq!(answer.headers[header::X_CONTENT_TYPE_OPTIONS], "nosniff");
    let policy = answer.headers[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
    assert!(policy.contains("script-src 'self';") && policy.contains("frame-ancestors 'none'"));
    assert!(!policy.contains("unsafe"));
    assert_eq!(client.put("/player", &json!({"name": null})).await.json()["name"], json!(null));
}

#[tokio::test]
async fn cookies_are_opaque_and_safe() {
    let house = House::open(patient()).await;
    let mut client = house.client();
    let answer = client.post("/tables", &quick("kalah", "first")).await;
    let cookie = answer.headers[header::SET_COOKIE].to_str().unwrap();
    assert!(
        cookie.contains("; HttpOnly") && cookie.contains("; SameSite=Lax") && cookie.contains("; Path=/")
    );
    assert_eq!(answer.headers[header::CACHE_CONTROL], "no-store");
    let again = client.post("/tables", &quick("kalah", "first")).await;
    assert!(!again.headers.contains_key(header::SET_COOKIE));
    // What is in the cookie is nowhere in the store.
    let token = client.cookie.clone().unwrap().split_once('=').unwrap().1.to_owned();
    house.server.close().await;
    for file in std::fs::read_dir(house.folder.path()).unwrap() {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        assert!(!bytes.windows(token.len()).any(|window| window == token.as_bytes()));
    }
}

#[tokio::test]
async fn clients_that_ask_too_much_are_slowed_down() {
    let settings = Settings {
        request_burst: 20,
        requests_per_second: 1,
        tables_per_player: 2,
        table_burst: 3,
        ..Settings::default()
    };
    let house = House::open(settings).await;
    let mut client = house.client();
    for _ in 0..2 {
        client.start(&quick("kalah", "first")).await;
    }
    let third = client.post("/tables", &quick("kalah", "first")).await;
    refused(&third, StatusCode::TOO_MANY_REQUESTS, "too-many-games");
    // A new cookie does not help: the address has started three.
    let fourth = house.client().post("/tables", &quick("kalah", "first")).await;
    refused(&fourth, StatusCode::TOO_MANY_REQUESTS, "too-many-games");
    let mut last = client.get("/games").await;
    for _ in 0..20 {
        last = client.get("/games").await;
    }
    refused(&last, StatusCode::TOO_MANY_REQUESTS, "too-many-requests");
    assert_eq!(last.headers[header::RETRY_AFTER], "1");
}

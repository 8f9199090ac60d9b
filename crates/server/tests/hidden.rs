//! What a player receives in a Geister game does not depend on what the other side hides.
#![allow(clippy::unwrap_used, reason = "tests")]
#![allow(dead_code, reason = "the common helpers are shared by several tests")]

mod common;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use common::{Client, House, patient, text};
use games::Game;
use games::geister::{Colour, Geister, Ghost, Setup};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use store::{Store, StoredTable, TableChange};
use tower::ServiceExt;

/// Everything that came over a live connection, by version.
type Heard = Arc<Mutex<BTreeMap<u64, String>>>;

async fn listen(client: &Client, id: &str) -> Heard {
    let request = Request::get(format!("/api/v1/tables/{id}/events"))
        .header(header::HOST, "localhost")
        .header(header::COOKIE, client.cookie.clone().unwrap())
        .body(Body::empty())
        .unwrap();
    let mut body = client.router.clone().oneshot(request).await.unwrap().into_body();
    let heard = Heard::default();
    let hearing = Arc::clone(&heard);
    tokio::spawn(async move {
        let mut rest = String::new();
        while let Some(Ok(frame)) = body.frame().await {
            rest += std::str::from_utf8(frame.data_ref().unwrap()).unwrap();
            while let Some((message, after)) = rest.split_once("\n\n") {
                let line =
                    |name: &str| message.lines().find_map(|line| line.strip_prefix(name).map(str::to_owned));
                if let Some(version) = line("id: ").or_else(|| line("id:")) {
                    hearing.lock().unwrap().insert(version.trim().parse().unwrap(), message.to_owned());
                }
                rest = after.to_owned();
            }
        }
    });
    heard
}

/// Everything that is logged, down to the smallest detail.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl std::io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The same table with the colours of two of the other side's ghosts exchanged.
fn exchanged(row: &StoredTable) -> (StoredTable, [Ghost; 2]) {
    let game: Geister = row.start.parse().unwrap();
    let seat = row.seat;
    let setup = game.setup(seat.other());
    let of = |colour: Colour| Ghost::ALL.into_iter().rfind(|&ghost| setup.colour(ghost) == colour).unwrap();
    let pair = [of(Colour::Blue), of(Colour::Red)];
    let other = Setup::from_reds(setup.reds() ^ pair[0].bit() ^ pair[1].bit()).unwrap();
    let mut changed = game;
    changed.arrange(seat.other(), &other.to_string()).unwrap();
    (StoredTable { start: changed.to_string(), ..row.clone() }, pair)
}

/// Everything the API says of a table, without the time of day.
async fn everything(client: &mut Client, id: &str, with_hint: bool) -> Vec<String> {
    let mut all = Vec::new();
    for path in [
        format!("/tables/{id}"),
        format!("/tables/{id}/line"),
        format!("/tables/{id}/hint"),
        "/tables".to_owned(),
        "/player".to_owned(),
        "/player/history".to_owned(),
        format!("/tables/{id}/review"),
        format!("/tables/{id}/record?format=gkr"),
    ] {
        if path.ends_with("/hint") && !with_hint {
            continue;
        }
        let answer = client.get(&path).await;
        let mut body = String::from_utf8(answer.bytes).unwrap();
        if path == "/tables" {
            let mut list: Value = serde_json::from_str(&body).unwrap();
            list[0]["at"] = json!(null);
            body = list.to_string();
        }
        all.push(format!("{path} {} {body}", answer.status));
    }
    all
}

fn captured(table: &Value, seat: &Value, ghosts: [Ghost; 2]) -> bool {
    let taken = table["position"]["captured"].as_array().unwrap();
    taken.iter().any(|one| {
        one["side"] != *seat && ghosts.iter().any(|ghost| one["letter"] == ghost.letter().to_string())
    })
}

#[tokio::test]
async fn what_is_received_is_the_same_whatever_is_hidden() {
    let log = Log::default();
    let writer = log.clone();
    tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .with_writer(move || writer.clone())
        .init();
    let (mut turns, mut bytes, mut secrets) = (0, 0, Vec::new());
    // A round ends when a ghost shows its colour, which may be soon: both seats, and then until enough was
    // compared.
    for round in 0..20 {
        if round >= 2 && turns > 30 && bytes > 60_000 {
            break;
        }
        let seat = if round % 2 == 0 { "first" } else { "second" };
        let (one, two) = (House::open(patient()).await, House::open(patient()).await);
        let mut client = one.client();
        let new = json!({"game": "geister", "opponent": "random", "seat": seat,
            "hint": true, "undo": true, "pace": "at-once"});
        let id = text(&client.start(&new).await["id"]);
        // The other house gets the same table, but for two colours.
        let path = |house: &House| house.folder.path().join("tables.db").to_str().unwrap().to_owned();
        let (row, _) = Store::open(&path(&one)).await.unwrap().table(&id).await.unwrap().unwrap();
        let (changed, pair) = exchanged(&row);
        assert_ne!(changed.start, row.start);
        let token = client.cookie.clone().unwrap().split_once('=').unwrap().1.to_owned();
        secrets.extend([row.start.split(' ').nth(usize::from(seat == "first")).unwrap().to_owned(), token]);
        let store = Store::open(&path(&two)).await.unwrap();
        store.add_player(&row.player).await.unwrap();
        store
            .change_tables(&[TableChange { table: changed, kept: None, added: Vec::new(), memory: None }])
            .await
            .unwrap();
        let mut clients = [client.clone(), Client { router: two.router.clone(), ..client.clone() }];
        let heard = [listen(&clients[0], &id).await, listen(&clients[1], &id).await];
        let setup = json!({"version": 1, "reds": "BCFG"});
        for client in &mut clients {
            assert_eq!(client.post(&format!("/tables/{id}/setup"), &setup).await.status, StatusCode::OK);
        }
        for turn in 0..60 {
            let tables = [clients[0].settled(&id).await, clients[1].settled(&id).await];
            // A captured ghost shows its colour, and an opponent that can leave has one move more: that is no
            // secret any more.
            let differ = tables[0]["phase"] == "over" || tables[0]["plies"] != tables[1]["plies"];
            if differ || captured(&tables[0], &tables[0]["seat"], pair) {
                break;
            }
            let said = [
                everything(&mut clients[0], &id, turn % 4 == 0).await,
                everything(&mut clients[1], &id, turn % 4 == 0).await,
            ];
            assert_eq!(said[0], said[1]);
            turns += 1;
            bytes += said[0].iter().map(String::len).sum::<usize>();
            let legal = tables[0]["legal"].as_array().unwrap();
            // Different games in different rounds.
            let mv = text(&legal[(7 * turn + round) % legal.len()]["text"]);
            let answers = [clients[0].play(&tables[0], &mv).await, clients[1].play(&tables[1], &mv).await];
            let revealed = captured(&answers[0].json(), &tables[0]["seat"], pair);
            assert!(revealed || answers[0].json()["phase"] == "over" || answers[0].bytes == answers[1].bytes);
        }
        let [first, second] = heard.map(|heard| heard.lock().unwrap().clone());
        let secret = |message: &str| {
            let data = message.lines().find_map(|line| line.strip_prefix("data:")).unwrap();
            let table: Value = serde_json::from_str(data.trim()).unwrap();
            (table["phase"] != "over" && !captured(&table, &table["seat"], pair))
                .then(|| table["plies"].clone())
        };
        let mut compared = 0;
        for (version, message) in &first {
            let Some(other) = second.get(version) else { continue };
            if let (Some(one), Some(two)) = (secret(message), secret(other))
                && one == two
            {
                assert_eq!(message, other);
                compared += 1;
            }
        }
        assert!(compared > 0, "a live connection was compared");
    }
    let log = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    assert!(log.contains("/api/v1/tables/{id}/moves"), "requests are logged");
    for secret in secrets {
        assert!(!log.contains(&secret), "{secret} is in the log");
    }
    assert!(turns > 30 && bytes > 60_000, "{turns} turns and {bytes} bytes were compared");
}

//! A server in the same process, and a client that keeps its cookie.

use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode, header};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use server::{Server, Settings};
use store::Store;
use tower::ServiceExt;

/// A server on a store in a folder of its own.
pub(crate) struct House {
    pub(crate) folder: tempfile::TempDir,
    pub(crate) server: Server,
    pub(crate) router: Router,
}

/// Settings under which a test is not slowed down by limits it does not test.
pub(crate) fn patient() -> Settings {
    Settings {
        request_burst: 1_000_000,
        table_burst: 1_000_000,
        tables_per_player: 1_000_000,
        ..Settings::default()
    }
}

impl House {
    pub(crate) async fn open(settings: Settings) -> House {
        let folder = tempfile::tempdir().unwrap();
        let server = House::start(&folder, settings).await;
        House { router: server.router(), server, folder }
    }

    async fn start(folder: &tempfile::TempDir, settings: Settings) -> Server {
        let store = Store::open(folder.path().join("tables.db").to_str().unwrap()).await.unwrap();
        Server::new(store, settings).await.unwrap()
    }

    /// The same store under a new server, as after a restart.
    pub(crate) async fn restarted(self) -> House {
        self.server.close().await;
        let server = House::start(&self.folder, patient()).await;
        House { router: server.router(), server, folder: self.folder }
    }

    pub(crate) fn client(&self) -> Client {
        Client { router: self.router.clone(), cookie: None }
    }
}

/// A browser.
#[derive(Clone)]
pub(crate) struct Client {
    pub(crate) router: Router,
    pub(crate) cookie: Option<String>,
}

/// An answer, with its bytes as they came.
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) bytes: Vec<u8>,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes).unwrap()
    }

    pub(crate) fn code(&self) -> String {
        self.json()["error"]["code"].as_str().unwrap().to_owned()
    }
}

impl Client {
    /// Sends a request as it is.
    pub(crate) async fn send(&mut self, mut request: Request<Body>) -> Answer {
        if let Some(cookie) = &self.cookie {
            request.headers_mut().insert(header::COOKIE, cookie.parse().unwrap());
        }
        request.headers_mut().entry(header::HOST).or_insert("localhost".parse().unwrap());
        let response = self.router.clone().oneshot(request).await.unwrap();
        if let Some(cookie) = response.headers().get(header::SET_COOKIE) {
            self.cookie = Some(cookie.to_str().unwrap().split(';').next().unwrap().to_owned());
        }
        let (status, headers) = (response.status(), response.headers().clone());
        let bytes = response.into_body().collect().await.unwrap().to_bytes().to_vec();
        Answer { status, headers, bytes }
    }

    pub(crate) async fn get(&mut self, path: &str) -> Answer {
        self.send(Request::get(format!("/api/v1{path}")).body(Body::empty()).unwrap()).await
    }

    pub(crate) async fn post(&mut self, path: &str, body: &Value) -> Answer {
        let request =
            Request::post(format!("/api/v1{path}")).header(header::CONTENT_TYPE, "application/json");
        self.send(request.body(Body::from(body.to_string())).unwrap()).await
    }

    pub(crate) async fn put(&mut self, path: &str, body: &Value) -> Answer {
        let request = Request::put(format!("/api/v1{path}")).header(header::CONTENT_TYPE, "application/json");
        self.send(request.body(Body::from(body.to_string())).unwrap()).await
    }

    /// Starts a game and gives the table.
    pub(crate) async fn start(&mut self, new: &Value) -> Value {
        let answer = self.post("/tables", new).await;
        assert_eq!(answer.status, StatusCode::CREATED, "{}", String::from_utf8_lossy(&answer.bytes));
        answer.json()
    }

    /// The table as it is.
    pub(crate) async fn table(&mut self, id: &str) -> Value {
        self.get(&format!("/tables/{id}")).await.json()
    }

    /// The table when the opponent does not think any more.
    pub(crate) async fn settled(&mut self, id: &str) -> Value {
        for _ in 0..3000 {
            let table = self.table(id).await;
            if table["thinking"] == json!(false) {
                return table;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("the opponent does not answer");
    }

    /// Plays `mv` on the table as it is.
    pub(crate) async fn play(&mut self, table: &Value, mv: &str) -> Answer {
        let path = format!("/tables/{}/moves", text(&table["id"]));
        self.post(&path, &json!({"version": table["version"], "move": mv})).await
    }

    /// Plays the middle one of the legal moves until the game is over.
    pub(crate) async fn play_out(&mut self, id: &str) -> Value {
        for _ in 0..500 {
            let table = self.settled(id).await;
            if table["phase"] == "over" {
                return table;
            }
            let legal = table["legal"].as_array().unwrap();
            let mv = text(&legal[legal.len() / 2]["text"]);
            let answer = self.play(&table, &mv).await;
            assert_eq!(answer.status, StatusCode::OK, "{}", String::from_utf8_lossy(&answer.bytes));
        }
        panic!("the game does not end");
    }
}

pub(crate) fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

/// A game against a weak opponent that answers at once.
pub(crate) fn quick(game: &str, seat: &str) -> Value {
    json!({"game": game, "opponent": "random", "seat": seat, "undo": true, "hint": true, "pace": "at-once"})
}

//! How much one client may ask for: requests a second, games a minute, live connections.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::Extension;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::asker::Asker;
use crate::error::{Refusal, RefusalCode};
use crate::routes::BodyDeadline;
use crate::settings::Settings;
use crate::state::AppState;

/// A bucket that fills with time and is emptied by what is done.
#[derive(Clone, Copy, Debug)]
struct Bucket {
    level: f64,
    at: Instant,
}

impl Bucket {
    /// Takes one from a bucket of `size` that gets `rate` a second.
    fn take(&mut self, now: Instant, size: f64, rate: f64) -> bool {
        self.level = (self.level + now.duration_since(self.at).as_secs_f64() * rate).min(size);
        self.at = now;
        let enough = self.level >= 1.0;
        if enough {
            self.level -= 1.0;
        }
        enough
    }
}

/// What a client has left.
#[derive(Clone, Copy, Debug)]
struct Client {
    requests: Bucket,
    tables: Bucket,
    logins: Bucket,
    joins: Bucket,
    streams: u32,
}

/// What all clients have left.
#[derive(Debug)]
pub(crate) struct Limits {
    request_burst: f64,
    requests_per_second: f64,
    table_burst: f64,
    tables_per_second: f64,
    streams: u32,
    clients: Mutex<HashMap<IpAddr, Client>>,
}

/// Logins that a client may try at once, and how many more it gets every second: a key of 130 bits is not
/// found by trying, and nobody mistypes it more often.
const LOGIN_BURST: f64 = 10.0;
const LOGINS_PER_SECOND: f64 = 0.1;

/// People of one address who may join studies at once, and how many more every second: a class does, at a
/// school with one address; a program that fills up a study's groups is held up.
const JOIN_BURST: f64 = 60.0;
const JOINS_PER_SECOND: f64 = 0.2;

/// Clients that are remembered before those with full buckets are forgotten.
const REMEMBERED: usize = 10_000;

impl Limits {
    pub(crate) fn new(settings: &Settings) -> Limits {
        Limits {
            request_burst: settings.request_burst.into(),
            requests_per_second: settings.requests_per_second.into(),
            table_burst: settings.table_burst.into(),
            tables_per_second: f64::from(settings.tables_per_minute) / 60.0,
            streams: settings.streams_per_client,
            clients: Mutex::default(),
        }
    }

    fn clients(&self) -> MutexGuard<'_, HashMap<IpAddr, Client>> {
        self.clients.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn with_client<T>(&self, address: IpAddr, change: impl FnOnce(&mut Client, Instant) -> T) -> T {
        let now = Instant::now();
        let mut clients = self.clients();
        if clients.len() >= REMEMBERED && !clients.contains_key(&address) {
            let rested = |client: &Client| {
                let idle = now.duration_since(client.requests.at).as_secs_f64();
                let refilled = client.tables.level + idle * self.tables_per_second >= self.table_burst
                    && client.logins.level + idle * LOGINS_PER_SECOND >= LOGIN_BURST
                    && client.joins.level + idle * JOINS_PER_SECOND >= JOIN_BURST;
                client.streams == 0 && refilled && idle * self.requests_per_second >= self.request_burst
            };
            clients.retain(|_, client| !rested(client));
        }
        let full = |level: f64| Bucket { level, at: now };
        let client = clients.entry(address).or_insert_with(|| Client {
            requests: full(self.request_burst),
            tables: full(self.table_burst),
            logins: full(LOGIN_BURST),
            joins: full(JOIN_BURST),
            streams: 0,
        });
        change(client, now)
    }

    fn request(&self, address: IpAddr) -> bool {
        self.with_client(address, |client, now| {
            client.requests.take(now, self.request_burst, self.requests_per_second)
        })
    }

    /// Whether the client may start one more game now.
    pub(crate) fn new_table(&self, address: IpAddr) -> bool {
        self.with_client(address, |client, now| {
            client.tables.take(now, self.table_burst, self.tables_per_second)
        })
    }

    /// Whether the client may try one more login now.
    pub(crate) fn login(&self, address: IpAddr) -> bool {
        self.with_client(address, |client, now| client.logins.take(now, LOGIN_BURST, LOGINS_PER_SECOND))
    }

    /// Whether one more person there may join a study now.
    pub(crate) fn join(&self, address: IpAddr) -> bool {
        self.with_client(address, |client, now| client.joins.take(now, JOIN_BURST, JOINS_PER_SECOND))
    }

    /// One more live connection of the client's, as long as it is held; `None` if that would be too many.
    pub(crate) fn stream(self: &Arc<Self>, address: IpAddr) -> Option<Stream> {
        let granted = self.with_client(address, |client, _| {
            let granted = client.streams < self.streams;
            client.streams += u32::from(granted);
            granted
        });
        granted.then(|| {
            metrics::gauge!("gokaku_streams").increment(1.0);
            Stream { limits: Arc::clone(self), address }
        })
    }
}

/// A live connection that counts.
#[derive(Debug)]
pub(crate) struct Stream {
    limits: Arc<Limits>,
    address: IpAddr,
}

impl Drop for Stream {
    fn drop(&mut self) {
        metrics::gauge!("gokaku_streams").decrement(1.0);
        if let Some(client) = self.limits.clients().get_mut(&self.address) {
            client.streams = client.streams.saturating_sub(1);
        }
    }
}

/// Refuses a client that asks too often.
pub(crate) async fn requests(
    State(state): State<Arc<AppState>>,
    Extension(asker): Extension<Asker>,
    mut request: Request,
    next: Next,
) -> Response {
    if !state.limits.request(asker.address) {
        let message = "You ask too often; wait a moment and try again.";
        return Refusal::new(RefusalCode::TooManyRequests, message).into_response();
    }
    request.extensions_mut().insert(BodyDeadline(Duration::from_secs(state.settings.request_seconds)));
    next.run(request).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_empties_and_fills_again() {
        let start = Instant::now();
        let mut bucket = Bucket { level: 2.0, at: start };
        let mut take = |millis| bucket.take(start + Duration::from_millis(millis), 2.0, 10.0);
        assert!(take(0) && take(0) && !take(0) && !take(50));
        assert!(take(150) && !take(150));
        assert!(take(10_000) && take(10_000) && !take(10_000), "no more than it holds");
    }

    #[test]
    fn streams_count_while_they_live() {
        let limits = Arc::new(Limits::new(&Settings { streams_per_client: 2, ..Settings::default() }));
        let address = IpAddr::from([10, 0, 0, 1]);
        let one = limits.stream(address).unwrap();
        let two = limits.stream(address);
        assert!(two.is_some() && limits.stream(address).is_none());
        drop(one);
        assert!(limits.stream(address).is_some());
    }
}

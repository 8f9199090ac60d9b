//! How much one client may ask for: requests a second, games a minute, live connections.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::{ConnectInfo, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

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
                    && client.logins.level + idle * LOGINS_PER_SECOND >= LOGIN_BURST;
                client.streams == 0 && refilled && idle * self.requests_per_second >= self.request_burst
            };
            clients.retain(|_, client| !rested(client));
        }
        let full = |level: f64| Bucket { level, at: now };
        let client = clients.entry(address).or_insert_with(|| Client {
            requests: full(self.request_burst),
            tables: full(self.table_burst),
            logins: full(LOGIN_BURST),
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

/// Where a request comes from: the other end of the connection, or what the proxy in front of us says it is.
fn address_of(request: &Request, behind_proxy: bool) -> IpAddr {
    let forwarded = || {
        let text = request.headers().get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
        // The last one is what our own proxy has seen; those before it are hearsay.
        text.rsplit(',').next()?.trim().parse().ok()
    };
    let connected = || request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    let forwarded = if behind_proxy { forwarded() } else { None };
    let address = forwarded.or_else(connected).unwrap_or(IpAddr::from([127, 0, 0, 1]));
    prefix(address)
}

/// Whoever has an IPv6 address has 2^64 of them.
fn prefix(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(address) => match address.to_ipv4_mapped() {
            Some(address) => IpAddr::V4(address),
            None => IpAddr::V6((address.to_bits() & !u128::from(u64::MAX)).into()),
        },
    }
}

/// Refuses a client that asks too often, and notes where the request comes from.
pub(crate) async fn requests(
    State(state): State<Arc<AppState>>,
    mut request: Request,
    next: Next,
) -> Response {
    let address = address_of(&request, state.settings.behind_proxy);
    if !state.limits.request(address) {
        let message = "You ask too often; wait a moment and try again.";
        return Refusal::new(RefusalCode::TooManyRequests, message).into_response();
    }
    request.extensions_mut().insert(address);
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
    fn neighbours_in_a_network_are_one_client() {
        let address = |text: &str| prefix(text.parse().unwrap());
        assert_eq!(address("2001:db8::1"), address("2001:db8::ffff"));
        assert_ne!(address("2001:db8::1"), address("2001:db8:0:1::1"));
        assert_eq!(address("::ffff:10.0.0.1"), address("10.0.0.1"));
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

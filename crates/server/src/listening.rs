//! Connections: how many there may be, how long they may say nothing, and how they end.

use std::collections::HashMap;
use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tower::Service;

use crate::settings::Settings;

/// How long the other end may leave what we have sent unread.
const UNREAD: Duration = Duration::from_secs(60);

/// The longest that requests in hand may take when the server stops.
const SHUTDOWN: Duration = Duration::from_secs(10);

/// Pause after the system has refused a connection: it has no place for more files.
const PAUSE: Duration = Duration::from_millis(50);

/// What somebody is told for whom there is no place.
const NO_PLACE: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 5\r\ncontent-length: 0\r\n\
                          connection: close\r\n\r\n";

/// Connections there are, by where they come from.
#[derive(Default)]
struct Places {
    taken: Mutex<HashMap<IpAddr, usize>>,
}

/// A place that is free again when this is gone.
struct Place {
    places: Arc<Places>,
    address: IpAddr,
}

impl Places {
    /// A place, unless there are `all` taken, or `one` by the same address.
    fn take(self: &Arc<Self>, address: IpAddr, all: usize, one: usize) -> Option<Place> {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let sum: usize = taken.values().sum();
        let own = taken.entry(address).or_default();
        if sum >= all || *own >= one {
            if *own == 0 {
                taken.remove(&address);
            }
            return None;
        }
        *own += 1;
        metrics::gauge!("gokaku_connections").set((sum + 1) as f64);
        Some(Place { places: Arc::clone(self), address })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.places.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(own) = taken.get_mut(&self.address) {
            *own -= 1;
            if *own == 0 {
                taken.remove(&self.address);
            }
        }
        metrics::gauge!("gokaku_connections").set(taken.values().sum::<usize>() as f64);
    }
}

/// Serves `router` at `listener` until `stop` comes. Then requests in hand have a moment to be finished, and
/// connections that have sent half a request are closed with it.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    settings: &Settings,
    stop: impl Future<Output = ()>,
) {
    let places = Arc::new(Places::default());
    let patience = Duration::from_secs(settings.request_seconds);
    let (closing, _) = watch::channel(false);
    let mut connections = JoinSet::new();
    tokio::pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            Some(_) = connections.join_next() => continue,
            () = &mut stop => break,
        };
        let (stream, address) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                tracing::warn!(%error, "a connection was not accepted");
                tokio::time::sleep(PAUSE).await;
                continue;
            }
        };
        // Everybody behind a proxy has its address.
        let is_proxy = settings.proxies.iter().any(|proxy| proxy.contains(address.ip()));
        let one = if is_proxy { usize::MAX } else { settings.connections_per_client };
        match places.take(address.ip(), settings.connections, one) {
            Some(place) => {
                let connection = serve_one((stream, address), router.clone(), patience, closing.subscribe());
                connections.spawn(async move {
                    connection.await;
                    drop(place);
                });
            }
            None => {
                metrics::counter!("gokaku_connections_refused_total").increment(1);
                // Whoever does not read even this is not waited for.
                let _ = stream.try_write(NO_PLACE);
            }
        }
    }
    drop(listener);
    closing.send_replace(true);
    let ended = async { while connections.join_next().await.is_some() {} };
    if tokio::time::timeout(SHUTDOWN.min(patience), ended).await.is_err() {
        tracing::warn!("connections with unfinished requests are closed");
    }
    connections.shutdown().await;
}

async fn serve_one(
    (stream, address): (TcpStream, SocketAddr),
    router: Router,
    patience: Duration,
    mut closing: watch::Receiver<bool>,
) {
    // Moves are small and wait for nobody.
    let _ = stream.set_nodelay(true);
    #[cfg(target_os = "linux")]
    let _ = rustix::net::sockopt::set_tcp_user_timeout(&stream, UNREAD.as_millis() as u32);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(address));
        let mut router = router.clone();
        async move { Ok::<_, Infallible>(router.call(request.map(Body::new)).await.unwrap_or_default()) }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience)
        .serve_connection(TokioIo::new(stream), service);
    tokio::pin!(connection);
    // Without the guard that the channel hands out.
    let closing = async move { drop(closing.wait_for(|closing| *closing).await.map(|closing| *closing)) };
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = closing => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        // A browser that closes its window is no fault of ours.
        tracing::debug!(%error, "a connection has ended");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_limited_in_all_and_for_each() {
        let places = Arc::new(Places::default());
        let address = |last| IpAddr::from([10, 0, 0, last]);
        let take = |last| places.take(address(last), 3, 2);
        let held = [take(1), take(1)];
        assert!(held.iter().all(Option::is_some) && take(1).is_none(), "two for each");
        let other = take(2);
        assert!(other.is_some() && take(3).is_none(), "three in all");
        drop(other);
        assert!(take(3).is_some());
        drop(held);
        assert!(places.taken.lock().unwrap().is_empty());
    }
}

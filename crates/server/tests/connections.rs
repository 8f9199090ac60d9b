//! Clients that say half of what they have to say, or nothing, or come too many: they cost a connection for a
//! while, and hold up nobody.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use server::{Server, Settings};
use store::Store;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// A server at an address of its own, and how it is stopped.
struct Running {
    _folder: tempfile::TempDir,
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    served: JoinHandle<std::io::Result<()>>,
}

async fn serve(settings: Settings) -> Running {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path().join("tables.db").to_str().unwrap()).await.unwrap();
    let server = Server::new(store, settings).await.unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopped) = oneshot::channel();
    let served = tokio::spawn(server.run(listener, async {
        let _ = stopped.await;
    }));
    Running { _folder: folder, address, stop, served }
}

impl Running {
    /// A connection on which this has been sent.
    async fn say(&self, text: &str) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        stream.write_all(text.as_bytes()).await.unwrap();
        stream
    }

    /// What a whole request is answered.
    async fn ask(&self, path: &str) -> String {
        let mut stream =
            self.say(&format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")).await;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        answer
    }
}

/// What comes until the other end closes, which it must within this time.
async fn until_closed(mut stream: TcpStream, within: Duration) -> String {
    let mut heard = Vec::new();
    let closed = tokio::time::timeout(within, stream.read_to_end(&mut heard)).await;
    assert!(closed.is_ok(), "still open after {within:?}");
    String::from_utf8_lossy(&heard).into_owned()
}

const HALF_A_HEAD: &str = "GET /healthz HTTP/1.1\r\nhost: lo";
const HALF_A_BODY: &str = "POST /api/v1/tables HTTP/1.1\r\nhost: localhost\r\n\
                           content-type: application/json\r\ncontent-length: 100\r\n\r\n{\"game\": ";

#[tokio::test]
async fn whoever_falls_silent_is_left() {
    let server = serve(Settings { request_seconds: 1, ..Settings::default() }).await;
    let (silent, head) = (server.say("").await, server.say(HALF_A_HEAD).await);
    let body = server.say(HALF_A_BODY).await;
    let idle = server.say("GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n").await;
    assert!(server.ask("/healthz").await.starts_with("HTTP/1.1 200 "));
    let within = Duration::from_secs(8);
    assert_eq!(until_closed(silent, within).await, "");
    until_closed(head, within).await;
    assert!(until_closed(body, within).await.starts_with("HTTP/1.1 408 "));
    assert!(until_closed(idle, within).await.ends_with("\r\n\r\nok\n"));
}

#[tokio::test]
async fn half_a_request_does_not_hold_up_the_end() {
    let server = serve(Settings { request_seconds: 2, ..Settings::default() }).await;
    let _held = [server.say(HALF_A_HEAD).await, server.say(HALF_A_BODY).await, server.say("").await];
    assert!(server.ask("/healthz").await.starts_with("HTTP/1.1 200 "));
    let begun = Instant::now();
    server.stop.send(()).unwrap();
    tokio::time::timeout(Duration::from_secs(12), server.served).await.unwrap().unwrap().unwrap();
    assert!(begun.elapsed() < Duration::from_secs(12));
}

#[tokio::test]
async fn nobody_takes_every_connection() {
    let server = serve(Settings { connections_per_client: 3, ..Settings::default() }).await;
    let held = [server.say("").await, server.say("").await, server.say("").await];
    let refused = until_closed(server.say("").await, Duration::from_secs(5)).await;
    assert!(refused.starts_with("HTTP/1.1 503 ") && refused.contains("retry-after: 5\r\n"), "{refused}");
    drop(held);
    for _ in 0..100 {
        if server.ask("/healthz").await.starts_with("HTTP/1.1 200 ") {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the places are not free again");
}

#[tokio::test]
async fn numbers_are_for_those_who_run_the_server() {
    let free = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let server = serve(Settings { metrics_address: Some(free), ..Settings::default() }).await;
    let public = server.ask("/metrics").await;
    assert!(!public.contains("gokaku_requests_total"), "{public}");
    let there = Running { address: free, ..server };
    let numbers = there.ask("/metrics").await;
    assert!(numbers.starts_with("HTTP/1.1 200 ") && numbers.contains("gokaku_requests_total"), "{numbers}");
}

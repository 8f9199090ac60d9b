//! Chunks on a real server: each is there once, comes again if nobody acknowledges it, and is given up in the
//! end. With `GOKAKU_TEST_NATS` set to the program `nats-server`; otherwise there is nothing to test.
#![allow(clippy::unwrap_used, reason = "a test")]

#[allow(dead_code, reason = "this file is shared")]
#[path = "../../../xtask/src/nats.rs"]
mod nats;
/// What the server's file needs of the repository's chores.
mod tool {
    pub(crate) fn run(_: &mut std::process::Command) -> Result<(), String> {
        Err("nothing is installed here".to_owned())
    }
}

use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use nats::Nats;
use queue::{Access, Chunk, MOST_DELIVERIES, Queue, QueueState, Taker};

const ACK_WAIT: Duration = Duration::from_millis(700);

/// How long somebody waits for a chunk.
const WAIT: Duration = Duration::from_secs(3);

fn chunks(count: u64) -> impl Iterator<Item = Chunk> {
    (0..count).map(|number| Chunk { from: 2 * number, to: 2 * number + 2 })
}

async fn connect(nats: &Nats) -> (Queue, Arc<Mutex<Vec<String>>>) {
    let said = Arc::new(Mutex::new(Vec::new()));
    let listener = Arc::clone(&said);
    let tell = move |what: &str| listener.lock().unwrap().push(what.to_owned());
    (Queue::connect(&nats.url(), &Access::default(), "test", tell).await.unwrap(), said)
}

async fn take(taker: &mut Taker, most: usize) -> Vec<queue::Delivery> {
    taker.take(most, WAIT).await.unwrap().0
}

fn server(folder: &tempfile::TempDir) -> Option<Nats> {
    let program = std::env::var_os("GOKAKU_TEST_NATS");
    if program.is_none() {
        eprintln!("not tested: GOKAKU_TEST_NATS does not say where nats-server is");
    }
    Some(Nats::start(&PathBuf::from(program?), folder.path()).unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_chunk_comes_until_it_is_acknowledged() {
    let folder = tempfile::tempdir().unwrap();
    let Some(mut nats) = server(&folder) else { return };
    let (queue, said) = connect(&nats).await;
    let mut announcements = queue.announcements().await.unwrap();
    assert_eq!(queue.publish("abc", chunks(5), ACK_WAIT).await.unwrap(), 5);
    assert!(announcements.wait(WAIT).await);
    assert_eq!(queue.publish("abc", chunks(6), ACK_WAIT).await.unwrap(), 1, "only one is new");
    assert_eq!(queue.publish("abd", chunks(1), ACK_WAIT).await.unwrap(), 1, "another plan's");
    let mut taker = queue.taker("abc", ACK_WAIT);
    let taken = take(&mut taker, 2).await;
    assert_eq!(taken.len(), 2);
    let state = queue.state("abc").await.unwrap();
    assert_eq!(state, QueueState { waiting: 4, taken: 2, redelivered: 0, idle: 0 });
    taken[0].done().await.unwrap();
    // All others are reported for longer than anybody would wait.
    let rest = take(&mut taker, 4).await;
    assert_eq!(rest.len(), 4);
    for _ in 0..6 {
        tokio::time::sleep(ACK_WAIT / 3).await;
        for one in rest.iter().chain(&taken[1..]) {
            one.in_progress().await.unwrap();
        }
    }
    assert_eq!(queue.state("abc").await.unwrap().redelivered, 0);
    for one in &rest {
        one.done().await.unwrap();
    }
    // One is not reported any more.
    let again = take(&mut taker, 9).await;
    assert_eq!((again.len(), again[0].chunk(), again[0].deliveries()), (1, taken[1].chunk(), 2));
    // The server is killed: what is not acknowledged comes again, and so does the connection.
    nats.kill();
    nats.restart().unwrap();
    let mut last = Vec::new();
    while last.is_empty() {
        last = taker.take(9, WAIT).await.map(|taken| taken.0).unwrap_or_default();
    }
    assert_eq!((last.len(), last[0].chunk()), (1, taken[1].chunk()));
    last[0].done().await.unwrap();
    assert!(queue.state("abc").await.unwrap().is_empty());
    queue.forget("abc").await.unwrap();
    assert_eq!(queue.state("abd").await.unwrap().waiting, 1);
    assert_eq!(take(&mut queue.taker("abd", ACK_WAIT), 9).await.len(), 1, "another plan is not concerned");
    let said = said.lock().unwrap().clone();
    let place = queue.place();
    let expected = [format!("{place} does not answer; waiting for it"), format!("{place} answers again")];
    assert_eq!(said, expected);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_chunk_that_nobody_can_play_is_given_up_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let Some(nats) = server(&folder) else { return };
    let (queue, _) = connect(&nats).await;
    queue.publish("abc", chunks(2), ACK_WAIT).await.unwrap();
    let mut taker = queue.taker("abc", ACK_WAIT);
    let bad = chunks(1).next().unwrap();
    for _ in 0..MOST_DELIVERIES {
        for one in take(&mut taker, 2).await {
            if one.chunk() == bad {
                one.failed(&queue, "the engine has no licence").await.unwrap();
            } else {
                one.done().await.unwrap();
            }
        }
    }
    assert!(queue.state("abc").await.unwrap().is_empty());
    let given_up = queue.given_up("abc").await.unwrap();
    assert_eq!(given_up, [(bad, "the engine has no licence".to_owned())]);
    assert_eq!(queue.given_up("abd").await.unwrap(), []);
    queue.forgive("abc").await.unwrap();
    assert_eq!(queue.given_up("abc").await.unwrap(), []);
    assert_eq!(queue.publish("abc", [bad], ACK_WAIT).await.unwrap(), 1);
    assert_eq!(take(&mut taker, 2).await[0].deliveries(), 1);
}

//! The connection to NATS, and what is said when it is lost.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::stream::{Config, RetentionPolicy, StorageType, Stream};
use async_nats::jetstream::{self, Context};
use async_nats::{Client, ConnectOptions, Event};
use tokio::sync::watch;

use crate::{DEAD, QueueError, WORK};

/// How long connecting for the first time, or one answer, may take.
const TIMEOUT: Duration = Duration::from_secs(10);

/// The longest pause between two attempts to connect again.
const RECONNECT: Duration = Duration::from_secs(4);

/// How many workers may wait for chunks of one plan at the same time.
const MOST_WAITING: i64 = 100_000;

/// A plan that nobody has asked about for so long needs no consumer; whoever resumes it makes a new one.
const FORGOTTEN: Duration = Duration::from_secs(30 * 24 * 3600);

/// How to be let in, beyond what the URL says.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Access {
    /// Certificates of the authorities to trust besides those of the system (PEM).
    pub authorities: Option<PathBuf>,
    /// Our own certificate and its key (PEM).
    pub certificate: Option<(PathBuf, PathBuf)>,
}

/// The work queue. Copies share it.
#[derive(Clone)]
pub struct Queue {
    pub(crate) client: Client,
    pub(crate) context: Context,
    place: Arc<str>,
    reconnections: watch::Receiver<u64>,
}

impl Queue {
    /// Grows whenever the connection is back after it has been lost.
    pub(crate) fn reconnections(&self) -> watch::Receiver<u64> {
        self.reconnections.clone()
    }

    /// Connects to the server at `url`, a comma between several servers of one cluster. From then on the
    /// connection is restored whenever it is lost, for as long as it takes; `tell` hears each time of it, and
    /// when it is back.
    ///
    /// # Errors
    /// There is no such server, it does not let us in, or it has no JetStream.
    pub async fn connect(
        url: &str,
        access: &Access,
        name: &str,
        tell: impl Fn(&str) + Send + Sync + 'static,
    ) -> Result<Queue, QueueError> {
        let place: Arc<str> =
            url.split(',').map(store::without_password).collect::<Vec<_>>().join(",").into();
        let failed = |problem: String| QueueError::Connect { place: place.to_string(), problem };
        let servers = url.split(',').map(|server| server.trim().parse::<async_nats::ServerAddr>());
        let servers = servers.collect::<Result<Vec<_>, _>>().map_err(|error| failed(error.to_string()))?;
        let (back, reconnections) = watch::channel(0);
        let client = options(access, name, Arc::clone(&place), tell, back).connect(servers).await;
        let client = client.map_err(|error| failed(error.to_string()))?;
        let mut context = jetstream::new(client.clone());
        context.set_timeout(TIMEOUT);
        let queue = Queue { client, context, place: Arc::clone(&place), reconnections };
        queue.work().await.map_err(|error| failed(error.to_string()))?;
        queue.dead().await.map_err(|error| failed(error.to_string()))?;
        Ok(queue)
    }

    /// Where the queue is, without a password.
    #[must_use]
    pub fn place(&self) -> &str {
        &self.place
    }

    /// The stream of chunks to be played, made if it is missing: a server may come back without its disk.
    pub(crate) async fn work(&self) -> Result<Stream, QueueError> {
        self.stream(Config {
            name: WORK.to_owned(),
            subjects: vec!["gokaku.work.*.*".to_owned()],
            retention: RetentionPolicy::WorkQueue,
            ..Config::default()
        })
        .await
    }

    /// The stream of chunks that nobody could play.
    pub(crate) async fn dead(&self) -> Result<Stream, QueueError> {
        self.stream(Config {
            name: DEAD.to_owned(),
            subjects: vec!["gokaku.dead.*.*".to_owned()],
            max_messages_per_subject: 1,
            ..Config::default()
        })
        .await
    }

    async fn stream(&self, config: Config) -> Result<Stream, QueueError> {
        let config = Config { storage: StorageType::File, num_replicas: 1, ..config };
        self.context.get_or_create_stream(config).await.map_err(QueueError::refused)
    }

    /// Whoever takes chunks of a plan asks here. `ack_wait` counts only for whoever is first.
    pub(crate) async fn consumer(&self, plan: &str, ack_wait: Duration) -> Result<PullConsumer, QueueError> {
        let name = consumer_name(plan);
        let config = pull::Config {
            durable_name: Some(name.clone()),
            filter_subject: format!("gokaku.work.{plan}.*"),
            ack_policy: AckPolicy::Explicit,
            ack_wait,
            max_ack_pending: -1,
            max_waiting: MOST_WAITING,
            inactive_threshold: FORGOTTEN,
            ..pull::Config::default()
        };
        self.work().await?.get_or_create_consumer(&name, config).await.map_err(QueueError::refused)
    }
}

/// The name of a plan's consumer.
pub(crate) fn consumer_name(plan: &str) -> String {
    format!("plan-{}", &plan[..plan.len().min(32)])
}

fn options(
    access: &Access,
    name: &str,
    place: Arc<str>,
    tell: impl Fn(&str) + Send + Sync + 'static,
    back: watch::Sender<u64>,
) -> ConnectOptions {
    let lost = Arc::new(AtomicBool::new(false));
    let (tell, back) = (Arc::new(tell), Arc::new(back));
    let mut options = ConnectOptions::new()
        .name(name)
        .connection_timeout(TIMEOUT)
        .request_timeout(Some(TIMEOUT))
        // A server that has vanished without a word is missed within half a minute.
        .ping_interval(Duration::from_secs(10))
        .reconnect_delay_callback(|attempts| {
            let attempts = u32::try_from(attempts).unwrap_or(u32::MAX);
            Duration::from_millis(50).saturating_mul(2_u32.saturating_pow(attempts)).min(RECONNECT)
        })
        .event_callback(move |event| {
            let (lost, tell, place) = (Arc::clone(&lost), Arc::clone(&tell), Arc::clone(&place));
            let back = Arc::clone(&back);
            async move {
                match event {
                    Event::Disconnected if !lost.swap(true, Ordering::Relaxed) => {
                        tell(&format!("{place} does not answer; waiting for it"));
                    }
                    Event::Connected if lost.swap(false, Ordering::Relaxed) => {
                        back.send_modify(|times| *times += 1);
                        tell(&format!("{place} answers again"));
                    }
                    _ => {}
                }
            }
        });
    if let Some(authorities) = &access.authorities {
        options = options.add_root_certificates(authorities.clone());
    }
    if let Some((certificate, key)) = &access.certificate {
        options = options.add_client_certificate(certificate.clone(), key.clone());
    }
    options
}

//! Several servers on one store: what has changed, who answers at a table, and whom to ask to think.
//!
//! None of it decides what is stored: a change of a table is for one version of it, whoever makes it. So a
//! message that is lost, or a queue that is away, costs time and nothing else.

use std::time::Duration;

use async_nats::Subscriber;
use async_nats::jetstream::kv::{self, Config};
use async_nats::jetstream::stream::StorageType;
use futures_util::StreamExt;
use tokio::sync::watch;
use tokio::task::AbortHandle;

use crate::{Queue, QueueError};

/// The bucket of leases.
const LEASES: &str = "gokaku-leases";

/// A lease that is not renewed ends after this time,
const LEASE: Duration = Duration::from_secs(3);

/// and it is renewed so often.
const RENEWAL: Duration = Duration::from_millis(800);

/// How long the queue may take to answer while somebody waits for a move.
const PATIENCE: Duration = Duration::from_millis(700);

/// Where changes of tables are told.
const CHANGES: &str = "gokaku.site.changes";

/// Where whoever has time to think is asked; a worker's own name behind it asks that one.
const WORK: &str = "gokaku.site.work";

/// What a worker that takes a task answers, before its name.
const TAKEN: &str = "taken ";

/// A server of a site, or a worker that thinks for it.
#[derive(Clone)]
pub struct Site {
    queue: Queue,
    leases: kv::Store,
    name: String,
}

/// Something to think about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Task {
    /// The opponent's reply at a table, in the version that stands there.
    Reply(String, u64),
    /// The review of a finished game.
    Review(String),
}

impl Task {
    fn written(&self) -> String {
        match self {
            Task::Reply(table, version) => format!("reply {table} {version}"),
            Task::Review(table) => format!("review {table}"),
        }
    }

    fn read(text: &str) -> Option<Task> {
        let words: Vec<&str> = text.split(' ').collect();
        match words[..] {
            ["reply", table, version] => Some(Task::Reply(table.to_owned(), version.parse().ok()?)),
            ["review", table] => Some(Task::Review(table.to_owned())),
            _ => None,
        }
    }
}

/// The right to do something, as long as this value lives and the queue can be reached.
#[derive(Debug)]
pub struct Lease {
    renewing: AbortHandle,
}

impl Drop for Lease {
    fn drop(&mut self) {
        self.renewing.abort();
    }
}

/// Changes that other servers tell of.
pub struct Changes {
    told: Subscriber,
    name: String,
}

impl Changes {
    /// The next table that somebody else has changed; `None` when the connection is closed for good.
    pub async fn next(&mut self) -> Option<String> {
        loop {
            let message = self.told.next().await?;
            let text = std::str::from_utf8(&message.payload).unwrap_or_default();
            if let Some((table, by)) = text.split_once(' ')
                && by != self.name
            {
                return Some(table.to_owned());
            }
        }
    }
}

/// Tasks that servers hand out.
pub struct Tasks {
    queue: Queue,
    name: String,
    anybody: Subscriber,
    us: Subscriber,
}

impl Tasks {
    /// The next task, and whoever asked has been told that we take it; while `is_busy`, they are told that we
    /// do not.
    pub async fn next(&mut self, is_busy: impl Fn() -> bool) -> Option<Task> {
        loop {
            let message = tokio::select! {
                message = self.anybody.next() => message?,
                message = self.us.next() => message?,
            };
            let task = std::str::from_utf8(&message.payload).ok().and_then(Task::read);
            let (Some(task), Some(reply)) = (task, message.reply) else { continue };
            let takes_it = !is_busy();
            let answer = if takes_it { format!("{TAKEN}{}", self.name) } else { "busy".to_owned() };
            // Whoever does not hear this asks somebody else; the lease decides between us.
            let _ = soon(self.queue.client.publish(reply, answer.into())).await;
            if takes_it {
                return Some(task);
            }
        }
    }
}

/// What is not there within a moment is as good as refused.
async fn soon<T, E: std::fmt::Display>(asked: impl Future<Output = Result<T, E>>) -> Result<T, QueueError> {
    match tokio::time::timeout(PATIENCE, asked).await {
        Ok(answer) => answer.map_err(QueueError::refused),
        Err(_) => Err(QueueError::refused("no answer")),
    }
}

/// Where leases are kept: in memory, since they are over before a disk would matter.
fn bucket() -> Config {
    Config {
        bucket: LEASES.to_owned(),
        history: 1,
        max_age: LEASE,
        storage: StorageType::Memory,
        ..Config::default()
    }
}

impl Queue {
    /// Takes part in a site under a name of its own.
    ///
    /// # Errors
    /// The queue refuses.
    pub async fn site(&self, name: &str) -> Result<Site, QueueError> {
        let leases = self.context.create_or_update_key_value(bucket()).await.map_err(QueueError::refused)?;
        Ok(Site { queue: self.clone(), leases, name: name.to_owned() })
    }
}

impl Site {
    /// Grows whenever the connection has been lost and is back: what was told meanwhile is not known.
    #[must_use]
    pub fn reconnections(&self) -> watch::Receiver<u64> {
        self.queue.reconnections()
    }

    /// The right to do what `key` names; `None` if somebody else has it.
    ///
    /// # Errors
    /// The queue does not answer, or refuses.
    pub async fn lease(&self, key: &str) -> Result<Option<Lease>, QueueError> {
        let (leases, key, name) = (self.leases.clone(), key.to_owned(), self.name.clone());
        let created = soon(async { Ok::<_, QueueError>(leases.create(&key, name.clone().into()).await) });
        let mut revision = match created.await? {
            Ok(revision) => revision,
            Err(error) if error.kind() == kv::CreateErrorKind::AlreadyExists => return Ok(None),
            Err(error) => {
                // A queue that was started again has forgotten the bucket.
                let _ = soon(self.queue.context.create_or_update_key_value(bucket())).await;
                return Err(QueueError::refused(error));
            }
        };
        let renewing = tokio::spawn(async move {
            loop {
                tokio::time::sleep(RENEWAL).await;
                // Whoever has it after we have lost it keeps it.
                if let Ok(renewed) = leases.update(&key, name.clone().into(), revision).await {
                    revision = renewed;
                }
            }
        });
        Ok(Some(Lease { renewing: renewing.abort_handle() }))
    }

    /// Tells the other servers that a table has changed.
    pub async fn tell(&self, table: &str) {
        // They look at the store anyway, only later.
        let _ = soon(self.queue.client.publish(CHANGES, format!("{table} {}", self.name).into())).await;
    }

    /// Everything that others tell from now on.
    ///
    /// # Errors
    /// The queue refuses.
    pub async fn changes(&self) -> Result<Changes, QueueError> {
        let told = self.queue.client.subscribe(CHANGES).await.map_err(QueueError::refused)?;
        Ok(Changes { told, name: self.name.clone() })
    }

    /// Asks a worker to do something: first the one with this name, then any. Gives the name of who takes it,
    /// if anybody does.
    pub async fn ask(&self, task: &Task, first: Option<&str>) -> Option<String> {
        let subjects = first.map(|name| format!("{WORK}.{name}")).into_iter().chain([WORK.to_owned()]);
        for subject in subjects {
            let asked = self.queue.client.request(subject, task.written().into());
            if let Ok(answer) = soon(asked).await {
                let answer = std::str::from_utf8(&answer.payload).ok();
                if let Some(name) = answer.and_then(|answer| answer.strip_prefix(TAKEN)) {
                    return Some(name.to_owned());
                }
            }
        }
        None
    }

    /// Tasks to be done here from now on.
    ///
    /// # Errors
    /// The queue refuses.
    pub async fn tasks(&self) -> Result<Tasks, QueueError> {
        let client = &self.queue.client;
        let anybody = client.queue_subscribe(WORK, "workers".to_owned()).await;
        let us = client.subscribe(format!("{WORK}.{}", self.name)).await;
        Ok(Tasks {
            queue: self.queue.clone(),
            name: self.name.clone(),
            anybody: anybody.map_err(QueueError::refused)?,
            us: us.map_err(QueueError::refused)?,
        })
    }
}

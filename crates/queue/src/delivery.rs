//! Taking chunks, and saying what became of them.

use std::time::Duration;

use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::{AckKind, Message};
use futures_util::StreamExt;

use crate::{Chunk, Queue, QueueError, chunk_of, dead_subject};

/// A chunk that was delivered so often and never finished is given up: it may be what kills the workers.
pub const MOST_DELIVERIES: u64 = 20;

/// A chunk that is ours until it is acknowledged, or until `AckWait` has passed without a word from us.
#[derive(Debug)]
pub struct Delivery {
    chunk: Chunk,
    plan: String,
    deliveries: u64,
    message: Message,
}

/// Takes chunks of one plan.
pub struct Taker {
    queue: Queue,
    plan: String,
    ack_wait: Duration,
    /// Looked up again after every failure: the server may have come back without it.
    consumer: Option<PullConsumer>,
}

impl Queue {
    /// Whoever takes chunks of `plan`. `ack_wait` counts only if nobody has published or taken any yet.
    #[must_use]
    pub fn taker(&self, plan: &str, ack_wait: Duration) -> Taker {
        Taker { queue: self.clone(), plan: plan.to_owned(), ack_wait, consumer: None }
    }
}

impl Taker {
    /// Takes up to `most` chunks, waiting no longer than `wait` for the first. Also says after which time
    /// without a word from us they are delivered to somebody else.
    ///
    /// # Errors
    /// The queue does not answer, or refuses.
    pub async fn take(
        &mut self,
        most: usize,
        wait: Duration,
    ) -> Result<(Vec<Delivery>, Duration), QueueError> {
        let consumer = match self.consumer.take() {
            Some(consumer) => consumer,
            None => self.queue.consumer(&self.plan, self.ack_wait).await?,
        };
        // What is there already comes at once; only a single chunk is waited for.
        let there = consumer.fetch().max_messages(most).expires(wait).messages().await;
        let mut taken = collect(&self.plan, there.map_err(QueueError::refused)?).await?;
        if taken.is_empty() {
            let first = consumer.batch().max_messages(1).expires(wait).messages().await;
            taken = collect(&self.plan, first.map_err(QueueError::refused)?).await?;
        }
        let ack_wait = consumer.cached_info().config.ack_wait;
        self.consumer = Some(consumer);
        Ok((taken, ack_wait))
    }
}

async fn collect(
    plan: &str,
    mut batch: async_nats::jetstream::consumer::pull::Batch,
) -> Result<Vec<Delivery>, QueueError> {
    let mut taken = Vec::new();
    while let Some(message) = batch.next().await {
        match message {
            Ok(message) => taken.push(Delivery::of(plan, message)?),
            // What has come before the connection broke is ours all the same.
            Err(_) if !taken.is_empty() => break,
            Err(error) => return Err(QueueError::refused(error)),
        }
    }
    Ok(taken)
}

impl Delivery {
    fn of(plan: &str, message: Message) -> Result<Delivery, QueueError> {
        let chunk = chunk_of(&message.subject)?;
        let info = message.info().map_err(QueueError::refused)?;
        let deliveries = u64::try_from(info.delivered).unwrap_or(1);
        Ok(Delivery { chunk, plan: plan.to_owned(), deliveries, message })
    }

    /// Its games.
    #[must_use]
    pub fn chunk(&self) -> Chunk {
        self.chunk
    }

    /// How often it has been delivered, this time included.
    #[must_use]
    pub fn deliveries(&self) -> u64 {
        self.deliveries
    }

    /// Says that we are still at it.
    ///
    /// # Errors
    /// The queue does not answer.
    pub async fn in_progress(&self) -> Result<(), QueueError> {
        self.message.ack_with(AckKind::Progress).await.map_err(QueueError::refused)
    }

    /// Says that all its games are stored, and waits until the queue knows it.
    ///
    /// # Errors
    /// The queue does not answer: the chunk will be delivered again.
    pub async fn done(&self) -> Result<(), QueueError> {
        self.message.double_ack().await.map_err(QueueError::refused)
    }

    /// Hands it back, to be delivered to somebody else at once.
    ///
    /// # Errors
    /// The queue does not answer: then it will be delivered again anyway.
    pub async fn release(&self) -> Result<(), QueueError> {
        self.message.ack_with(AckKind::Nak(None)).await.map_err(QueueError::refused)
    }

    /// Hands it back because of `reason`: somebody else may try it in a moment. After [`MOST_DELIVERIES`]
    /// nobody does.
    ///
    /// # Errors
    /// The queue does not answer: then it will be delivered again anyway.
    pub async fn failed(&self, queue: &Queue, reason: &str) -> Result<(), QueueError> {
        if self.deliveries >= MOST_DELIVERIES {
            return self.give_up(queue, reason).await;
        }
        let moment = Some(Duration::from_millis(500));
        self.message.ack_with(AckKind::Nak(moment)).await.map_err(QueueError::refused)
    }

    /// Takes it out of the queue and keeps the reason where [`Queue::given_up`] finds it.
    ///
    /// # Errors
    /// The queue does not answer: then it will be delivered again.
    pub async fn give_up(&self, queue: &Queue, reason: &str) -> Result<(), QueueError> {
        let subject = dead_subject(&self.plan, self.chunk);
        let kept = queue.context.publish(subject, reason.to_owned().into()).await;
        // The reason is on disk before the chunk is gone.
        kept.map_err(QueueError::refused)?.await.map_err(QueueError::refused)?;
        self.message.double_ack_with(AckKind::Term).await.map_err(QueueError::refused)
    }
}

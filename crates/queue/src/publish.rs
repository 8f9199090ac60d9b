//! Publishing chunks, and announcing that there is work.

use std::time::Duration;

use async_nats::jetstream::context::PublishErrorKind;
use async_nats::jetstream::message::PublishMessage;
use futures_util::StreamExt;
use tokio::task::JoinSet;

use crate::{Chunk, PLANS, Queue, QueueError, work_subject};

/// Chunks on their way at the same time.
const IN_FLIGHT: usize = 256;

/// Plans that are announced from now on.
pub struct Announcements(async_nats::Subscriber);

impl Announcements {
    /// Waits for the next one, but no longer than `most`; whether there was one.
    pub async fn wait(&mut self, most: Duration) -> bool {
        // One announcement is as good as many.
        let announced = tokio::time::timeout(most, self.0.next()).await.is_ok();
        while let Ok(Some(_)) = tokio::time::timeout(Duration::ZERO, self.0.next()).await {}
        announced
    }
}

impl Queue {
    /// Publishes chunks of a plan; those that are in the queue already stay as they are. Returns how many are
    /// new. A chunk that is not acknowledged within `ack_wait` will be delivered again.
    ///
    /// # Errors
    /// The queue refuses; then some may be published, and publishing them again does no harm.
    pub async fn publish(
        &self,
        plan: &str,
        chunks: impl IntoIterator<Item = Chunk>,
        ack_wait: Duration,
    ) -> Result<u64, QueueError> {
        self.consumer(plan, ack_wait).await?;
        let (mut publishing, mut new) = (JoinSet::new(), 0);
        for chunk in chunks {
            if publishing.len() >= IN_FLIGHT
                && let Some(published) = publishing.join_next().await
            {
                new += published.map_err(QueueError::refused)??;
            }
            publishing.spawn(publish_one(self.clone(), work_subject(plan, chunk)));
        }
        while let Some(published) = publishing.join_next().await {
            new += published.map_err(QueueError::refused)??;
        }
        if new > 0 {
            self.announce(plan).await?;
        }
        Ok(new)
    }

    /// Tells every worker to look for work: a plan has chunks again, or none any more.
    ///
    /// # Errors
    /// The queue refuses.
    pub async fn announce(&self, plan: &str) -> Result<(), QueueError> {
        self.client.publish(PLANS, plan.to_owned().into()).await.map_err(QueueError::refused)
    }

    /// Everything that is announced from now on.
    ///
    /// # Errors
    /// The queue refuses.
    pub async fn announcements(&self) -> Result<Announcements, QueueError> {
        self.client.subscribe(PLANS).await.map(Announcements).map_err(QueueError::refused)
    }
}

/// 1 if the chunk is new.
async fn publish_one(queue: Queue, subject: String) -> Result<u64, QueueError> {
    // On the condition that nothing waits under this subject.
    let message = PublishMessage::build().expected_last_subject_sequence(0);
    let sent = queue.context.send_publish(subject, message).await.map_err(QueueError::refused)?;
    match sent.await {
        Ok(_) => Ok(1),
        Err(error) if error.kind() == PublishErrorKind::WrongLastSequence => Ok(0),
        Err(error) => Err(QueueError::refused(error)),
    }
}

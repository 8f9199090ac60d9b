//! How far a plan is, as the queue sees it.

use async_nats::jetstream::context::ConsumerInfoErrorKind;

use crate::connection::consumer_name;
use crate::{Queue, QueueError};

/// What the queue holds of a plan.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct QueueState {
    /// Chunks that nobody has taken yet.
    pub waiting: u64,
    /// Chunks that somebody is at.
    pub taken: u64,
    /// Of those, the ones that were delivered before.
    pub redelivered: u64,
    /// Workers that wait for a chunk.
    pub idle: u64,
}

impl QueueState {
    /// Whether nobody is at it, and nothing is left to take.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.waiting + self.taken == 0
    }
}

impl Queue {
    /// How far a plan is; a plan without a consumer has nothing in the queue.
    ///
    /// # Errors
    /// The queue does not answer, or refuses.
    pub async fn state(&self, plan: &str) -> Result<QueueState, QueueError> {
        let info = match self.work().await?.consumer_info(consumer_name(plan)).await {
            Ok(info) => info,
            Err(error) if error.kind() == ConsumerInfoErrorKind::NotFound => return Ok(QueueState::default()),
            Err(error) => return Err(QueueError::refused(error)),
        };
        let count = |number: usize| u64::try_from(number).unwrap_or(u64::MAX);
        Ok(QueueState {
            waiting: info.num_pending,
            taken: count(info.num_ack_pending),
            redelivered: count(info.num_redelivered),
            idle: count(info.num_waiting),
        })
    }

    /// Takes a finished plan out of the queue.
    ///
    /// # Errors
    /// The queue does not answer, or refuses.
    pub async fn forget(&self, plan: &str) -> Result<(), QueueError> {
        let stream = self.work().await?;
        let purged = stream.purge().filter(format!("gokaku.work.{plan}.*")).await;
        purged.map_err(QueueError::refused)?;
        // Another worker may have been quicker.
        let _ = stream.delete_consumer(&consumer_name(plan)).await;
        Ok(())
    }
}

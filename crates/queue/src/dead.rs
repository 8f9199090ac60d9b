//! Chunks that nobody could play, with the reasons.

use futures_util::StreamExt;

use crate::{Chunk, Queue, QueueError, chunk_of};

impl Queue {
    /// The chunks of a plan that were given up, in order, each with the reason.
    ///
    /// # Errors
    /// The queue does not answer, or refuses.
    pub async fn given_up(&self, plan: &str) -> Result<Vec<(Chunk, String)>, QueueError> {
        let stream = self.dead().await?;
        let filter = format!("gokaku.dead.{plan}.*");
        let mut subjects = stream.info_with_subjects(filter).await.map_err(QueueError::refused)?;
        let mut found = Vec::new();
        while let Some(subject) = subjects.next().await {
            let (subject, _) = subject.map_err(QueueError::refused)?;
            let last = stream.get_last_raw_message_by_subject(&subject).await;
            let reason = last.map_err(QueueError::refused)?.payload;
            found.push((chunk_of(&subject)?, String::from_utf8_lossy(&reason).into_owned()));
        }
        found.sort();
        Ok(found)
    }

    /// Forgets which chunks of a plan were given up: they may be published again.
    ///
    /// # Errors
    /// The queue does not answer, or refuses.
    pub async fn forgive(&self, plan: &str) -> Result<(), QueueError> {
        let purged = self.dead().await?.purge().filter(format!("gokaku.dead.{plan}.*")).await;
        purged.map(drop).map_err(QueueError::refused)
    }
}

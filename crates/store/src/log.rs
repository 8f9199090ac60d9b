//! Emptying the log of the embedded database, in which what was deleted still lies.

use std::time::Duration;

use sqlx::{Connection, Executor, Row};

use crate::Store;

/// How long one attempt waits for whoever reads, in milliseconds.
const ATTEMPT_MILLIS: u32 = 200;

/// The time between attempts.
const PAUSE: Duration = Duration::from_secs(1);

impl Store {
    /// Empties the log. As long as somebody reads what was there before, that cannot be done: then it is
    /// tried again in the background until it is, or until the store is closed; opening it tries again.
    pub(crate) async fn clear_log(&self) {
        if !self.embedded || self.try_to_clear_log().await != Ok(false) {
            return;
        }
        let store = self.clone();
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(PAUSE).await;
                if store.try_to_clear_log().await != Ok(false) {
                    return;
                }
            }
        });
    }

    /// Whether the log is empty now.
    async fn try_to_clear_log(&self) -> Result<bool, crate::StoreError> {
        // A connection of its own: the others wait for as long as it takes.
        let mut connection = self.pool.acquire().await?.detach();
        let patience = format!("PRAGMA busy_timeout = {ATTEMPT_MILLIS}");
        connection.execute(sqlx::AssertSqlSafe(patience)).await?;
        let row = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(&mut connection).await?;
        let is_blocked = row.try_get::<i64, _>(0)? != 0;
        connection.close().await?;
        Ok(!is_blocked)
    }
}

//! Which worker plays which chunk of a plan, where there is no queue.
//!
//! A worker claims a chunk for a lease and renews it while it is alive; an unrenewed chunk is reassigned. One
//! statement finds a free chunk and claims it: in PostgreSQL it skips the rows that others are just claiming,
//! and the embedded database has one writer at a time. The database's clock decides, never a worker's.
//! Should two workers play the same chunk, nothing is counted twice, because games have numbers.

use std::time::Duration;

use sqlx::AssertSqlSafe;

use crate::sql::unsigned;
use crate::{Store, StoreError};

/// A chunk that a worker has leased.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// The plan's hash.
    pub plan: String,
    /// The number of the chunk.
    pub chunk: u64,
    /// Who claims it.
    pub worker: String,
}

/// What a worker finds when it looks for work.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Standing {
    /// This chunk is yours.
    Yours(Claim),
    /// Everything is being done by others; look again later.
    Wait,
    /// Nothing is left to do.
    Done,
}

impl Store {
    /// Prepares the chunks of a plan, numbered from 0, to be claimed. Those that are there stay as they are.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn prepare_chunks(&self, plan: &str, chunks: u64) -> Result<(), StoreError> {
        // The condition is for SQLite, which would otherwise take ON CONFLICT for part of a join.
        sqlx::query(
            "INSERT INTO claims (plan, chunk, worker, until, done)
             WITH RECURSIVE number (chunk) AS
                 (SELECT CAST(0 AS BIGINT) UNION ALL SELECT chunk + 1 FROM number WHERE chunk + 1 < $2)
             SELECT $1, chunk, '', 0, 0 FROM number WHERE true
             ON CONFLICT (plan, chunk) DO NOTHING",
        )
        .bind(plan)
        .bind(chunks as i64)
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// Claims a free chunk of `plan` for `lease`, of those that [`Store::prepare_chunks`] has prepared.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn claim(&self, plan: &str, worker: &str, lease: Duration) -> Result<Standing, StoreError> {
        let clock = self.clock();
        let skip_claimed = if self.embedded { "" } else { "FOR UPDATE SKIP LOCKED" };
        let statement = format!(
            "UPDATE claims SET worker = $2, until = {clock} + $3 WHERE plan = $1 AND chunk =
                 (SELECT chunk FROM claims WHERE plan = $1 AND done = 0 AND until < {clock}
                  ORDER BY chunk LIMIT 1 {skip_claimed})
             RETURNING chunk"
        );
        let claimed = sqlx::query(AssertSqlSafe(statement))
            .bind(plan)
            .bind(worker)
            .bind(lease.as_millis() as i64)
            .fetch_all(&self.pool)
            .await?;
        if let Some(row) = claimed.first() {
            let chunk = unsigned(row, "chunk")?;
            return Ok(Standing::Yours(Claim { plan: plan.to_owned(), chunk, worker: worker.to_owned() }));
        }
        let open = sqlx::query("SELECT chunk FROM claims WHERE plan = $1 AND done = 0 LIMIT 1")
            .bind(plan)
            .fetch_optional(&self.pool)
            .await?;
        Ok(if open.is_some() { Standing::Wait } else { Standing::Done })
    }

    /// Renews a claim for another `lease`; `false` if the chunk has been reassigned.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn renew(&self, claim: &Claim, lease: Duration) -> Result<bool, StoreError> {
        let statement = format!(
            "UPDATE claims SET until = {} + $4 WHERE plan = $1 AND chunk = $2 AND worker = $3 AND done = 0",
            self.clock()
        );
        let renewed = sqlx::query(AssertSqlSafe(statement))
            .bind(&claim.plan)
            .bind(claim.chunk as i64)
            .bind(&claim.worker)
            .bind(lease.as_millis() as i64)
            .execute(&self.pool)
            .await?;
        Ok(renewed.rows_affected() == 1)
    }

    /// Marks a chunk as done: all of its games are stored.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn complete(&self, claim: &Claim) -> Result<(), StoreError> {
        sqlx::query("UPDATE claims SET done = 1 WHERE plan = $1 AND chunk = $2")
            .bind(&claim.plan)
            .bind(claim.chunk as i64)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    /// Gives a chunk back before it is done.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn release(&self, claim: &Claim) -> Result<(), StoreError> {
        sqlx::query(
            "UPDATE claims SET worker = '', until = 0
             WHERE plan = $1 AND chunk = $2 AND worker = $3 AND done = 0",
        )
        .bind(&claim.plan)
        .bind(claim.chunk as i64)
        .bind(&claim.worker)
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// Milliseconds since 1970 by the database's clock, as an expression.
    pub(crate) fn clock(&self) -> &'static str {
        if self.embedded {
            "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"
        } else {
            "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)"
        }
    }
}

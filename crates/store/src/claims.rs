//! Which worker plays which chunk of a plan.
//!
//! A worker claims a chunk for a lease and renews it while it is alive; an unrenewed chunk is reassigned.
//! Should two workers play the same chunk, nothing is counted twice, because games have numbers. So a table
//! of claims is enough, and no job queue is needed.

use std::collections::BTreeMap;
use std::time::Duration;

use sqlx::Row;

use crate::sql::unsigned;
use crate::{Store, StoreError, now};

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
    /// Claims a free chunk of `plan`, out of `chunks`, for `lease`.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn claim(
        &self,
        plan: &str,
        chunks: u64,
        worker: &str,
        lease: Duration,
    ) -> Result<Standing, StoreError> {
        loop {
            let rows = sqlx::query("SELECT chunk, until, done FROM claims WHERE plan = $1")
                .bind(plan)
                .fetch_all(&self.pool)
                .await?;
            let mut known = BTreeMap::new();
            for row in rows {
                let chunk = unsigned(&row, "chunk")?;
                known.insert(chunk, (row.try_get::<i64, _>("until")?, row.try_get::<i64, _>("done")? != 0));
            }
            let free = (0..chunks).find(|chunk| match known.get(chunk) {
                None => true,
                Some(&(until, done)) => !done && until < now(),
            });
            let Some(chunk) = free else {
                let all_done = (0..chunks).all(|chunk| known.get(&chunk).is_some_and(|&(_, done)| done));
                return Ok(if all_done { Standing::Done } else { Standing::Wait });
            };
            // Somebody may have been quicker; then this changes nothing, and we look again.
            let claimed = sqlx::query(
                "INSERT INTO claims (plan, chunk, worker, until, done) VALUES ($1, $2, $3, $4, 0)
                 ON CONFLICT (plan, chunk) DO UPDATE SET worker = excluded.worker, until = excluded.until
                 WHERE claims.done = 0 AND claims.until < $5",
            )
            .bind(plan)
            .bind(chunk as i64)
            .bind(worker)
            .bind(now() + lease.as_millis() as i64)
            .bind(now())
            .execute(&self.pool)
            .await?;
            if claimed.rows_affected() == 1 {
                return Ok(Standing::Yours(Claim {
                    plan: plan.to_owned(),
                    chunk,
                    worker: worker.to_owned(),
                }));
            }
        }
    }

    /// Renews a claim for another `lease`; `false` if the chunk has been reassigned.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn renew(&self, claim: &Claim, lease: Duration) -> Result<bool, StoreError> {
        let renewed = sqlx::query(
            "UPDATE claims SET until = $4 WHERE plan = $1 AND chunk = $2 AND worker = $3 AND done = 0",
        )
        .bind(&claim.plan)
        .bind(claim.chunk as i64)
        .bind(&claim.worker)
        .bind(now() + lease.as_millis() as i64)
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
        sqlx::query("DELETE FROM claims WHERE plan = $1 AND chunk = $2 AND worker = $3 AND done = 0")
            .bind(&claim.plan)
            .bind(claim.chunk as i64)
            .bind(&claim.worker)
            .execute(&self.pool)
            .await?;
        Ok(())
    }
}

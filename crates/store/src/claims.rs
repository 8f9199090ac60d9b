//! Who does which part of a plan.
//!
//! A plan is cut into chunks. A worker claims one for a while and renews its claim as long as it is alive; a claim that is not
//! renewed falls to whoever asks next. Should both play it, nothing is lost and nothing counted twice: games have numbers.

use std::collections::BTreeMap;
use std::time::Duration;

use sqlx::Row;

use crate::{Store, StoreError, now};

/// A chunk that is one's own for a while.
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
    /// Looks for a chunk of `plan` that nobody is at, out of `chunks`, and claims it for `lease`.
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
                let chunk = row.try_get::<i64, _>("chunk")?.unsigned_abs();
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

    /// Holds a claim for another `lease`; `false` if it has fallen to somebody else.
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

    /// Says that every game of the chunk is kept, whoever has played it.
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

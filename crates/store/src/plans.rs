//! Plans, and who worked on them.

use sqlx::Row;
use sqlx::any::AnyRow;

use crate::sql::unsigned;
use crate::{Store, StoreError, now};

/// A stored plan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredPlan {
    /// Its hash, by which it is known.
    pub hash: String,
    /// The game it is about.
    pub game: String,
    /// The plan, as TOML.
    pub plan: String,
    /// How many games it has in all.
    pub games: u64,
}

/// Somebody who works or worked on a plan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredRun {
    /// Who.
    pub worker: String,
    /// The version of the program.
    pub version: String,
    /// When they began, in milliseconds since 1970.
    pub began: i64,
    /// When they were last heard of.
    pub seen: i64,
}

fn plan_of(row: &AnyRow) -> Result<StoredPlan, sqlx::Error> {
    Ok(StoredPlan {
        hash: row.try_get("hash")?,
        game: row.try_get("game")?,
        plan: row.try_get("plan")?,
        games: unsigned(row, "games")?,
    })
}

impl Store {
    /// Adds a plan; one that is already there stays as it is.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn add_plan(&self, plan: &StoredPlan) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO plans (hash, game, plan, games, added) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (hash) DO NOTHING",
        )
        .bind(&plan.hash)
        .bind(&plan.game)
        .bind(&plan.plan)
        .bind(plan.games as i64)
        .bind(now())
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// All plans, the oldest first.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn plans(&self) -> Result<Vec<StoredPlan>, StoreError> {
        let rows = sqlx::query("SELECT hash, game, plan, games FROM plans ORDER BY added, hash");
        let rows = rows.fetch_all(&self.pool).await?;
        Ok(rows.iter().map(plan_of).collect::<Result<_, _>>()?)
    }

    /// The plan whose hash begins with `start`; without a start, the only one or the newest.
    ///
    /// # Errors
    /// There is none, or several begin so; the database refuses.
    pub async fn plan(&self, start: Option<&str>) -> Result<StoredPlan, StoreError> {
        let plans = self.plans().await?;
        let listed =
            || plans.iter().map(|plan| &plan.hash[..plan.hash.len().min(12)]).collect::<Vec<_>>().join(", ");
        let expected = |what: &str| match listed() {
            none if none.is_empty() => "a store with a plan in it".to_owned(),
            listed => format!("{what} {listed}"),
        };
        let Some(start) = start else {
            let missing = || StoreError::Plan { found: String::new(), expected: expected("one of") };
            return plans.last().cloned().ok_or_else(missing);
        };
        let mut found = plans.iter().filter(|plan| plan.hash.starts_with(start));
        match (found.next(), found.next()) {
            (Some(plan), None) => Ok(plan.clone()),
            (Some(_), Some(_)) => Err(StoreError::Plan {
                found: start.to_owned(),
                expected: expected("the beginning of only one of"),
            }),
            _ => Err(StoreError::Plan {
                found: start.to_owned(),
                expected: expected("the beginning of one of"),
            }),
        }
    }

    /// Notes that `worker` is at work on a plan.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn hear_of(&self, plan: &str, worker: &str, version: &str) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO runs (plan, worker, version, began, seen) VALUES ($1, $2, $3, $4, $4)
             ON CONFLICT (plan, worker) DO UPDATE SET seen = excluded.seen",
        )
        .bind(plan)
        .bind(worker)
        .bind(version)
        .bind(now())
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// Who worked on a plan, in the order in which they began.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn runs(&self, plan: &str) -> Result<Vec<StoredRun>, StoreError> {
        let rows = sqlx::query(
            "SELECT worker, version, began, seen FROM runs WHERE plan = $1 ORDER BY began, worker",
        )
        .bind(plan)
        .fetch_all(&self.pool)
        .await?;
        let run = |row: &AnyRow| {
            Ok(StoredRun {
                worker: row.try_get("worker")?,
                version: row.try_get("version")?,
                began: row.try_get("began")?,
                seen: row.try_get("seen")?,
            })
        };
        Ok(rows.iter().map(run).collect::<Result<_, sqlx::Error>>()?)
    }
}

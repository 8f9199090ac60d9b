//! Plans, and who worked on them.

use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row};

use crate::sql::unsigned;
use crate::{Store, StoreError, now};

/// A stored plan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredPlan {
    /// The hash of the plan and the fingerprint, by which it is known.
    pub hash: String,
    /// The game it is about.
    pub game: String,
    /// The plan, as TOML.
    pub plan: String,
    /// How many games it has in all.
    pub games: u64,
    /// The fingerprint of the opponents that play it: only they may add games.
    pub fingerprint: String,
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
    /// Milliseconds since then, by the database's clock.
    pub silent: u64,
    /// How many of the plan's games they have stored.
    pub played: u64,
    /// How many of their chunks somebody else had begun.
    pub redelivered: u64,
}

/// What a worker says of itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunNews<'a> {
    /// Who.
    pub worker: &'a str,
    /// The version of the program.
    pub version: &'a str,
    /// How many of the plan's games it has stored.
    pub played: u64,
    /// How many of its chunks somebody else had begun.
    pub redelivered: u64,
}

fn plan_of(row: &AnyRow) -> Result<StoredPlan, sqlx::Error> {
    Ok(StoredPlan {
        hash: row.try_get("hash")?,
        game: row.try_get("game")?,
        plan: row.try_get("plan")?,
        games: unsigned(row, "games")?,
        fingerprint: row.try_get("fingerprint")?,
    })
}

impl Store {
    /// Adds a plan; one that is already there stays as it is.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn add_plan(&self, plan: &StoredPlan) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO plans (hash, game, plan, games, added, fingerprint) VALUES ($1, $2, $3, $4, $5, $6)
             ON CONFLICT (hash) DO NOTHING",
        )
        .bind(&plan.hash)
        .bind(&plan.game)
        .bind(&plan.plan)
        .bind(plan.games as i64)
        .bind(now())
        .bind(&plan.fingerprint)
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// All plans, the oldest first.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn plans(&self) -> Result<Vec<StoredPlan>, StoreError> {
        let rows = sqlx::query("SELECT hash, game, plan, games, fingerprint FROM plans ORDER BY added, hash");
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

    /// The plans of which games may be missing, the oldest first.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn open_plans(&self) -> Result<Vec<StoredPlan>, StoreError> {
        let rows = sqlx::query(
            "SELECT hash, game, plan, games, fingerprint FROM plans WHERE done = 0 ORDER BY added, hash",
        );
        let rows = rows.fetch_all(&self.pool).await?;
        Ok(rows.iter().map(plan_of).collect::<Result<_, _>>()?)
    }

    /// Marks a plan as done if all its `games` are stored; returns whether they are.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn finish_plan(&self, plan: &str, games: u64) -> Result<bool, StoreError> {
        if self.count(plan).await? < games {
            return Ok(false);
        }
        sqlx::query("UPDATE plans SET done = 1 WHERE hash = $1").bind(plan).execute(&self.pool).await?;
        Ok(true)
    }

    /// Notes how far a worker is with a plan, at the time of the database's clock.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn hear_of(&self, plan: &str, news: RunNews<'_>) -> Result<(), StoreError> {
        let statement = format!(
            "INSERT INTO runs (plan, worker, version, began, seen, played, redelivered)
             VALUES ($1, $2, $3, {clock}, {clock}, $4, $5)
             ON CONFLICT (plan, worker) DO UPDATE SET
             seen = excluded.seen, played = excluded.played, redelivered = excluded.redelivered",
            clock = self.clock()
        );
        sqlx::query(AssertSqlSafe(statement))
            .bind(plan)
            .bind(news.worker)
            .bind(news.version)
            .bind(news.played as i64)
            .bind(news.redelivered as i64)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    /// Who worked on a plan, in the order in which they began.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn runs(&self, plan: &str) -> Result<Vec<StoredRun>, StoreError> {
        let statement = format!(
            "SELECT worker, version, began, seen, {} - seen AS silent, played, redelivered
             FROM runs WHERE plan = $1 ORDER BY began, worker",
            self.clock()
        );
        let rows = sqlx::query(AssertSqlSafe(statement)).bind(plan).fetch_all(&self.pool).await?;
        let run = |row: &AnyRow| {
            Ok(StoredRun {
                worker: row.try_get("worker")?,
                version: row.try_get("version")?,
                began: row.try_get("began")?,
                seen: row.try_get("seen")?,
                silent: u64::try_from(row.try_get::<i64, _>("silent")?).unwrap_or(0),
                played: unsigned(row, "played")?,
                redelivered: unsigned(row, "redelivered")?,
            })
        };
        Ok(rows.iter().map(run).collect::<Result<_, sqlx::Error>>()?)
    }
}

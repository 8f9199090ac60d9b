//! What analysts said of the moves of games.

use sqlx::Row;
use sqlx::any::AnyRow;

use crate::{Store, StoreError};

impl Store {
    /// Keeps what `analyst` said of games, by their numbers, all or none; what is there already stays as it is.
    ///
    /// # Errors
    /// The database refuses, or the disk is full: then none is kept.
    pub async fn add_analyses(
        &self,
        plan: &str,
        analyst: &str,
        judgements: &[(u64, String)],
    ) -> Result<(), StoreError> {
        let mut transaction = self.pool.begin().await?;
        for (number, judgements) in judgements {
            sqlx::query(
                "INSERT INTO analyses (plan, number, analyst, judgements) VALUES ($1, $2, $3, $4)
                 ON CONFLICT (plan, number, analyst) DO NOTHING",
            )
            .bind(plan)
            .bind(*number as i64)
            .bind(analyst)
            .bind(judgements)
            .execute(&mut *transaction)
            .await?;
        }
        transaction.commit().await?;
        Ok(())
    }

    /// The numbers of the games of a plan of which `analyst` has said something, in order.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn analysed(&self, plan: &str, analyst: &str) -> Result<Vec<u64>, StoreError> {
        let rows =
            sqlx::query("SELECT number FROM analyses WHERE plan = $1 AND analyst = $2 ORDER BY number")
                .bind(plan)
                .bind(analyst)
                .fetch_all(&self.pool)
                .await?;
        let number = |row: &AnyRow| Ok(row.try_get::<i64, _>("number")?.unsigned_abs());
        Ok(rows.iter().map(number).collect::<Result<_, sqlx::Error>>()?)
    }

    /// What `analyst` said of the games of a plan, by their numbers.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn analyses(&self, plan: &str, analyst: &str) -> Result<Vec<(u64, String)>, StoreError> {
        let rows = sqlx::query(
            "SELECT number, judgements FROM analyses WHERE plan = $1 AND analyst = $2 ORDER BY number",
        )
        .bind(plan)
        .bind(analyst)
        .fetch_all(&self.pool)
        .await?;
        let analysis =
            |row: &AnyRow| Ok((row.try_get::<i64, _>("number")?.unsigned_abs(), row.try_get("judgements")?));
        Ok(rows.iter().map(analysis).collect::<Result<_, sqlx::Error>>()?)
    }
}

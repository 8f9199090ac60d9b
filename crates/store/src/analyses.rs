//! What analysts said of the moves of games.

use sqlx::Row;

use crate::{Store, StoreError};

impl Store {
    /// Keeps what `analyst` said of a game; what is there already stays as it is.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn add_analysis(
        &self,
        plan: &str,
        number: u64,
        analyst: &str,
        judgements: &str,
    ) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO analyses (plan, number, analyst, judgements) VALUES ($1, $2, $3, $4)
             ON CONFLICT (plan, number, analyst) DO NOTHING",
        )
        .bind(plan)
        .bind(number as i64)
        .bind(analyst)
        .bind(judgements)
        .execute(&self.pool)
        .await?;
        Ok(())
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
        let analysis = |row: &sqlx::any::AnyRow| {
            Ok((row.try_get::<i64, _>("number")?.unsigned_abs(), row.try_get("judgements")?))
        };
        Ok(rows.iter().map(analysis).collect::<Result<_, sqlx::Error>>()?)
    }
}

//! What analysts said about the moves of games.

use sqlx::Row;
use sqlx::any::AnyRow;

use crate::sql::unsigned;
use crate::transaction::Transaction;
use crate::{Store, StoreError};

impl Store {
    /// Adds what `analyst` said about games, by their numbers, all or none; what is already there stays as it
    /// is.
    ///
    /// # Errors
    /// The database refuses, or the disk is full: then none is added.
    pub async fn add_analyses(
        &self,
        plan: &str,
        analyst: &str,
        judgements: &[(u64, String)],
    ) -> Result<(), StoreError> {
        let mut transaction = Transaction::begin(&self.pool).await?;
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
        Ok(rows.iter().map(|row| unsigned(row, "number")).collect::<Result<_, _>>()?)
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
        let analysis = |row: &AnyRow| Ok((unsigned(row, "number")?, row.try_get("judgements")?));
        Ok(rows.iter().map(analysis).collect::<Result<_, sqlx::Error>>()?)
    }
}

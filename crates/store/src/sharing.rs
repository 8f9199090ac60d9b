//! Links to games that anybody may see.

use sqlx::Row;

use crate::transaction::Transaction;
use crate::{Store, StoreError, now};

impl Store {
    /// Makes a link to a table, or gives the one that there is already.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn share(&self, table: &str, id: &str) -> Result<String, StoreError> {
        let mut transaction = Transaction::begin(&self.pool).await?;
        sqlx::query(
            "INSERT INTO shares (id, table_id, made) VALUES ($1, $2, $3) ON CONFLICT (table_id) DO NOTHING",
        )
        .bind(id)
        .bind(table)
        .bind(now())
        .execute(&mut *transaction)
        .await?;
        let row = sqlx::query("SELECT id FROM shares WHERE table_id = $1")
            .bind(table)
            .fetch_one(&mut *transaction)
            .await?;
        transaction.commit().await?;
        Ok(row.try_get("id")?)
    }

    /// The table behind a link.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn shared(&self, id: &str) -> Result<Option<String>, StoreError> {
        let row = sqlx::query("SELECT table_id FROM shares WHERE id = $1")
            .bind(id)
            .fetch_optional(&self.pool)
            .await?;
        Ok(row.map(|row| row.try_get("table_id")).transpose()?)
    }
}

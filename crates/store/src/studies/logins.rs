//! Researchers' keys and logins. Only hashes are stored.

use std::time::Duration;

use sqlx::Row;

use crate::transaction::Transaction;
use crate::{Store, StoreError, now};

impl Store {
    /// Gives a study another key; logins with the old one end. `false` if there is
    /// no such study.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn set_study_key(&self, study: &str, key_hash: &str) -> Result<bool, StoreError> {
        let mut transaction = Transaction::begin(&self.pool).await?;
        let changed = sqlx::query("UPDATE studies SET key_hash = $2 WHERE id = $1")
            .bind(study)
            .bind(key_hash)
            .execute(&mut *transaction)
            .await?;
        sqlx::query("DELETE FROM study_logins WHERE study = $1")
            .bind(study)
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await?;
        Ok(changed.rows_affected() == 1)
    }

    /// Logs in for `lease` with the hash of a key: `false` if it is not the key of that study, or there is no
    /// such study.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn log_in(
        &self,
        study: &str,
        key_hash: &str,
        token_hash: &str,
        lease: Duration,
    ) -> Result<bool, StoreError> {
        let mut transaction = Transaction::begin(&self.pool).await?;
        // Those that are over have no use any more.
        sqlx::query("DELETE FROM study_logins WHERE until < $1")
            .bind(now())
            .execute(&mut *transaction)
            .await?;
        let added = sqlx::query(
            "INSERT INTO study_logins (token_hash, study, until)
             SELECT $1, id, CAST($2 AS BIGINT) FROM studies WHERE id = $3 AND key_hash = $4",
        )
        .bind(token_hash)
        .bind(now() + lease.as_millis() as i64)
        .bind(study)
        .bind(key_hash)
        .execute(&mut *transaction)
        .await?;
        transaction.commit().await?;
        Ok(added.rows_affected() == 1)
    }

    /// The study that this login is for, if it still holds.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn logged_in(&self, token_hash: &str) -> Result<Option<String>, StoreError> {
        let row = sqlx::query("SELECT study FROM study_logins WHERE token_hash = $1 AND until >= $2")
            .bind(token_hash)
            .bind(now())
            .fetch_optional(&self.pool)
            .await?;
        Ok(row.map(|row| row.try_get("study")).transpose()?)
    }

    /// Ends a login.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn log_out(&self, token_hash: &str) -> Result<(), StoreError> {
        sqlx::query("DELETE FROM study_logins WHERE token_hash = $1")
            .bind(token_hash)
            .execute(&self.pool)
            .await?;
        Ok(())
    }
}

//! Giving a player another token. The old one counts until the new one is used for the first time: the answer
//! that brings it may be lost.

use sqlx::Row;

use crate::transaction::Transaction;
use crate::{Store, StoreError, now};

/// How long a new token may stay unused, in milliseconds: a day.
const UNUSED: i64 = 24 * 3600 * 1000;

impl Store {
    /// Notes that `new` is to take the place of `old`, as soon as they come.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn add_renewal(&self, old: &str, new: &str) -> Result<(), StoreError> {
        let mut transaction = Transaction::begin(&self.pool).await?;
        sqlx::query("DELETE FROM player_renewals WHERE until < $1 OR old = $2")
            .bind(now())
            .bind(old)
            .execute(&mut *transaction)
            .await?;
        sqlx::query("INSERT INTO player_renewals (new, old, until) VALUES ($1, $2, $3)")
            .bind(new)
            .bind(old)
            .bind(now() + UNUSED)
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await?;
        Ok(())
    }

    /// Gives `new` everything that belongs to the player in whose place they come, if they are to; the tables
    /// among it.
    ///
    /// # Errors
    /// The database refuses: then nothing has changed hands.
    pub async fn take_renewal(&self, new: &str) -> Result<Option<Vec<String>>, StoreError> {
        let mut transaction = Transaction::begin(&self.pool).await?;
        // First what both databases take for a lock: of two requests, one finds it gone.
        let taken = sqlx::query("UPDATE player_renewals SET until = until WHERE new = $1 AND until >= $2")
            .bind(new)
            .bind(now())
            .execute(&mut *transaction)
            .await?;
        if taken.rows_affected() == 0 {
            return transaction.end(None).await;
        }
        let old = sqlx::query("SELECT old FROM player_renewals WHERE new = $1").bind(new);
        let old: String = old.fetch_one(&mut *transaction).await?.try_get("old")?;
        let rows = sqlx::query("SELECT id FROM tables WHERE player = $1 OR other = $1").bind(&old);
        let rows = rows.fetch_all(&mut *transaction).await?;
        let tables = rows.iter().map(|row| row.try_get("id")).collect::<Result<Vec<String>, _>>()?;
        // Codes open the old token, which ends here; what opponents remember of the meantime is little.
        for (statement, player) in [
            ("DELETE FROM player_renewals WHERE old = $1", &*old),
            ("DELETE FROM player_codes WHERE player = $1", &old),
            ("DELETE FROM memories WHERE player = $1", new),
        ] {
            sqlx::query(statement).bind(player).execute(&mut *transaction).await?;
        }
        for statement in [
            "INSERT INTO players (id, name, made) SELECT $1, name, made FROM players WHERE id = $2
             ON CONFLICT (id) DO NOTHING",
            "UPDATE tables SET player = $1 WHERE player = $2",
            "UPDATE tables SET other = $1 WHERE other = $2",
            "UPDATE exercises SET player = $1 WHERE player = $2",
            "UPDATE memories SET player = $1 WHERE player = $2",
            "UPDATE participants SET player = $1 WHERE player = $2",
        ] {
            sqlx::query(statement).bind(new).bind(&old).execute(&mut *transaction).await?;
        }
        sqlx::query("DELETE FROM players WHERE id = $1").bind(&old).execute(&mut *transaction).await?;
        transaction.commit().await?;
        Ok(Some(tables))
    }
}

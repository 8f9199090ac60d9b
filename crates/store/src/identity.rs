//! What a player takes along, and what is forgotten of them.

use sqlx::Row;
use sqlx::any::AnyRow;

use crate::transaction::Transaction;
use crate::{Store, StoreError};

/// The tables of a player, alone or with somebody else.
const OWN_TABLES: &str = "SELECT id FROM tables WHERE player = $1 OR other = $1";

impl Store {
    /// Keeps a code by its hash, with what it opens; codes that are too old are forgotten.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn add_player_code(
        &self,
        id: &str,
        player: &str,
        sealed: &str,
        now: i64,
        until: i64,
    ) -> Result<(), StoreError> {
        let mut transaction = Transaction::begin(&self.pool).await?;
        sqlx::query("DELETE FROM player_codes WHERE until < $1 OR player = $2")
            .bind(now)
            .bind(player)
            .execute(&mut *transaction)
            .await?;
        sqlx::query("INSERT INTO player_codes (id, player, sealed, until) VALUES ($1, $2, $3, $4)")
            .bind(id)
            .bind(player)
            .bind(sealed)
            .bind(until)
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await?;
        Ok(())
    }

    /// Takes what a code opens, by the code's hash: it can be taken once.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn take_player_code(&self, id: &str, now: i64) -> Result<Option<String>, StoreError> {
        let mut transaction = Transaction::begin(&self.pool).await?;
        let row = sqlx::query("SELECT sealed FROM player_codes WHERE id = $1 AND until >= $2")
            .bind(id)
            .bind(now)
            .fetch_optional(&mut *transaction)
            .await?;
        let taken =
            sqlx::query("DELETE FROM player_codes WHERE id = $1").bind(id).execute(&mut *transaction).await?;
        transaction.commit().await?;
        let row = row.filter(|_| taken.rows_affected() == 1);
        Ok(row.map(|row| row.try_get("sealed")).transpose()?)
    }

    /// The ids of all tables of a player, the oldest first.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn all_tables_of(&self, player: &str) -> Result<Vec<String>, StoreError> {
        let statement = format!("{OWN_TABLES} ORDER BY made, id");
        let rows = sqlx::query(sqlx::AssertSqlSafe(statement)).bind(player).fetch_all(&self.pool).await?;
        Ok(rows.iter().map(|row| row.try_get("id")).collect::<Result<_, _>>()?)
    }

    /// What opponents remember of a player: game, opponent, and their own words.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn memories(&self, player: &str) -> Result<Vec<(String, String, String)>, StoreError> {
        let rows = sqlx::query(
            "SELECT game, opponent, memory FROM memories WHERE player = $1 ORDER BY game, opponent",
        )
        .bind(player)
        .fetch_all(&self.pool)
        .await?;
        let line =
            |row: &AnyRow| Ok((row.try_get("game")?, row.try_get("opponent")?, row.try_get("memory")?));
        Ok(rows.iter().map(line).collect::<Result<_, sqlx::Error>>()?)
    }

    /// Deletes a player with everything that belongs to them, games with somebody else too; gives the ids of
    /// the tables that are gone. What they gave in studies is not theirs alone: it is withdrawn there.
    ///
    /// # Errors
    /// The database refuses: then nothing is deleted.
    pub async fn delete_player(&self, player: &str) -> Result<Vec<String>, StoreError> {
        let tables = self.all_tables_of(player).await?;
        let mut transaction = Transaction::begin(&self.pool).await?;
        // The player goes last, and with them the place to which a move that comes too late would belong.
        for statement in [
            format!("DELETE FROM exercises WHERE player = $1 OR table_id IN ({OWN_TABLES})"),
            format!("DELETE FROM shares WHERE table_id IN ({OWN_TABLES})"),
            format!("DELETE FROM table_moves WHERE table_id IN ({OWN_TABLES})"),
            "DELETE FROM tables WHERE player = $1 OR other = $1".to_owned(),
            "DELETE FROM memories WHERE player = $1".to_owned(),
            "DELETE FROM player_codes WHERE player = $1".to_owned(),
            "DELETE FROM player_renewals WHERE old = $1 OR new = $1".to_owned(),
            "DELETE FROM players WHERE id = $1".to_owned(),
        ] {
            sqlx::query(sqlx::AssertSqlSafe(statement)).bind(player).execute(&mut *transaction).await?;
        }
        transaction.commit().await?;
        self.clear_log().await;
        Ok(tables)
    }
}

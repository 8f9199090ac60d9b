//! People who play in the web app.

use sqlx::Row;
use sqlx::any::AnyRow;

use crate::{Store, StoreError, now};

impl Store {
    /// Adds a player; one that is already there stays as it is.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn add_player(&self, id: &str) -> Result<(), StoreError> {
        sqlx::query("INSERT INTO players (id, made) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING")
            .bind(id)
            .bind(now())
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    /// Saves the name that a player chose, or deletes it.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn name_player(&self, id: &str, name: Option<&str>) -> Result<(), StoreError> {
        sqlx::query("UPDATE players SET name = $2 WHERE id = $1")
            .bind(id)
            .bind(name)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    /// The name of a player: `None` if there is no such player, `Some(None)` for one without a name.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn player(&self, id: &str) -> Result<Option<Option<String>>, StoreError> {
        let row =
            sqlx::query("SELECT name FROM players WHERE id = $1").bind(id).fetch_optional(&self.pool).await?;
        Ok(match row {
            Some(row) => Some(row.try_get("name")?),
            None => None,
        })
    }

    /// The last estimate of a player's strength in each of their finished games whose opponent had one, as
    /// JSON, by table.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn last_estimates(&self, player: &str) -> Result<Vec<(String, String)>, StoreError> {
        let rows = sqlx::query(
            "SELECT table_id, estimate FROM table_moves AS move
             WHERE table_id IN (SELECT id FROM tables WHERE player = $1 AND phase = 'over')
             AND number = (SELECT MAX(number) FROM table_moves
                           WHERE table_id = move.table_id AND estimate IS NOT NULL)",
        )
        .bind(player)
        .fetch_all(&self.pool)
        .await?;
        let line = |row: &AnyRow| Ok((row.try_get("table_id")?, row.try_get("estimate")?));
        Ok(rows.iter().map(line).collect::<Result<_, sqlx::Error>>()?)
    }
}

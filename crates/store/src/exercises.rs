//! Mistakes that players play again.

use sqlx::Row;
use sqlx::any::AnyRow;

use crate::sql::unsigned;
use crate::transaction::Transaction;
use crate::{Store, StoreError};

/// A position in which a player once chose a worse move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredExercise {
    /// Whose it is.
    pub player: String,
    /// The game it comes from.
    pub table: String,
    /// The mistake's number there, from 1.
    pub ply: u64,
    /// The game that was played.
    pub game: String,
    /// What was overlooked.
    pub kind: String,
    /// How often in a row it was solved when it was due.
    pub solved: u64,
    /// When it is due, in milliseconds since 1970.
    pub due: i64,
    /// When it was made.
    pub made: i64,
}

/// How many exercises a player has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExerciseCounts {
    /// In all.
    pub all: u64,
    /// Due now.
    pub due: u64,
    /// When the first of the others is due.
    pub next: Option<i64>,
}

fn exercise_of(row: &AnyRow) -> Result<StoredExercise, sqlx::Error> {
    Ok(StoredExercise {
        player: row.try_get("player")?,
        table: row.try_get("table_id")?,
        ply: unsigned(row, "ply")?,
        game: row.try_get("game")?,
        kind: row.try_get("kind")?,
        solved: unsigned(row, "solved")?,
        due: row.try_get("due")?,
        made: row.try_get("made")?,
    })
}

impl Store {
    /// Saves the review of a finished game together with the exercises that come of it; an exercise that is
    /// already there stays as it is.
    ///
    /// # Errors
    /// The database refuses: then nothing is saved.
    pub async fn save_review(
        &self,
        table: &str,
        review: &str,
        exercises: &[StoredExercise],
    ) -> Result<(), StoreError> {
        let mut transaction = Transaction::begin(&self.pool).await?;
        sqlx::query("UPDATE tables SET review = $2 WHERE id = $1")
            .bind(table)
            .bind(review)
            .execute(&mut *transaction)
            .await?;
        for exercise in exercises {
            sqlx::query(
                "INSERT INTO exercises (player, table_id, ply, game, kind, solved, due, made)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (player, table_id, ply) DO NOTHING",
            )
            .bind(&exercise.player)
            .bind(&exercise.table)
            .bind(exercise.ply as i64)
            .bind(&exercise.game)
            .bind(&exercise.kind)
            .bind(exercise.solved as i64)
            .bind(exercise.due)
            .bind(exercise.made)
            .execute(&mut *transaction)
            .await?;
        }
        transaction.commit().await?;
        Ok(())
    }

    /// The exercises of a player that are due at `now`, the longest due first, at most `most`.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn exercises_due(
        &self,
        player: &str,
        now: i64,
        most: u32,
    ) -> Result<Vec<StoredExercise>, StoreError> {
        let rows = sqlx::query(
            "SELECT * FROM exercises WHERE player = $1 AND due <= $2 ORDER BY due, table_id, ply LIMIT $3",
        )
        .bind(player)
        .bind(now)
        .bind(i64::from(most))
        .fetch_all(&self.pool)
        .await?;
        Ok(rows.iter().map(exercise_of).collect::<Result<_, _>>()?)
    }

    /// An exercise, if the player has it.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn exercise(
        &self,
        player: &str,
        table: &str,
        ply: u64,
    ) -> Result<Option<StoredExercise>, StoreError> {
        let row = sqlx::query("SELECT * FROM exercises WHERE player = $1 AND table_id = $2 AND ply = $3")
            .bind(player)
            .bind(table)
            .bind(ply as i64)
            .fetch_optional(&self.pool)
            .await?;
        Ok(row.as_ref().map(exercise_of).transpose()?)
    }

    /// How many exercises a player has at `now`.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn count_exercises(&self, player: &str, now: i64) -> Result<ExerciseCounts, StoreError> {
        let count = async |condition: &'static str| {
            let statement = format!(
                "SELECT COUNT(*) AS many, COALESCE(MIN(due), 0) AS next FROM exercises
                 WHERE player = $1 AND {condition}"
            );
            let query = sqlx::query(sqlx::AssertSqlSafe(statement)).bind(player).bind(now);
            let row = query.fetch_one(&self.pool).await?;
            Ok::<_, StoreError>((unsigned(&row, "many")?, row.try_get::<i64, _>("next")?))
        };
        let ((due, _), (later, next)) = (count("due <= $2").await?, count("due > $2").await?);
        Ok(ExerciseCounts { all: due + later, due, next: (later > 0).then_some(next) })
    }

    /// Says when an exercise is due next, unless that has been said since it was read; then `false`.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn reschedule(
        &self,
        exercise: &StoredExercise,
        solved: u64,
        due: i64,
    ) -> Result<bool, StoreError> {
        let done = sqlx::query(
            "UPDATE exercises SET solved = $5, due = $6
             WHERE player = $1 AND table_id = $2 AND ply = $3 AND due = $4",
        )
        .bind(&exercise.player)
        .bind(&exercise.table)
        .bind(exercise.ply as i64)
        .bind(exercise.due)
        .bind(solved as i64)
        .bind(due)
        .execute(&self.pool)
        .await?;
        Ok(done.rows_affected() == 1)
    }

    /// What a player has overlooked, and how often: the game, the word, the number, the most frequent first.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn overlooked(&self, player: &str) -> Result<Vec<(String, String, u64)>, StoreError> {
        let rows = sqlx::query(
            "SELECT game, kind, COUNT(*) AS many FROM exercises WHERE player = $1
             GROUP BY game, kind ORDER BY many DESC, game, kind",
        )
        .bind(player)
        .fetch_all(&self.pool)
        .await?;
        let line = |row: &AnyRow| Ok((row.try_get("game")?, row.try_get("kind")?, unsigned(row, "many")?));
        Ok(rows.iter().map(line).collect::<Result<_, sqlx::Error>>()?)
    }
}

//! Games of plans, known by their plan and their number in it. A game is one row: one row per move would be
//! an order of magnitude slower.

use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row};

use crate::sql::{Statement, insertion, unsigned};
use crate::transaction::Transaction;
use crate::{Store, StoreError};

/// A stored game.
#[derive(Clone, PartialEq, Debug)]
pub struct StoredGame {
    /// Its number in the plan, from 0.
    pub number: u64,
    /// The opponent in the first seat.
    pub first: String,
    /// The opponent in the second seat.
    pub second: String,
    /// What the first seat scored: 1, 0.5 or 0.
    pub score: f64,
    /// Why the game ended.
    pub ending: String,
    /// Who forfeited it, by which fault.
    pub forfeit: Option<String>,
    /// How many moves it had.
    pub plies: u64,
    /// Where it began, in the game's notation.
    pub start: String,
    /// The moves, between spaces.
    pub moves: String,
    /// One line per move, if they were asked for: milliseconds, value, reason.
    pub notes: Option<String>,
    /// How long it took.
    pub millis: u64,
}

/// Rows of one statement: twelve values each, and SQLite takes at most 32,766 values.
const ROWS: usize = 2000;

fn game_of(row: &AnyRow) -> Result<StoredGame, sqlx::Error> {
    Ok(StoredGame {
        number: unsigned(row, "number")?,
        first: row.try_get("first")?,
        second: row.try_get("second")?,
        score: row.try_get("score")?,
        ending: row.try_get("ending")?,
        forfeit: row.try_get("forfeit")?,
        plies: unsigned(row, "plies")?,
        start: row.try_get("start")?,
        moves: row.try_get("moves")?,
        notes: row.try_get("notes")?,
        millis: unsigned(row, "millis")?,
    })
}

impl Store {
    /// Adds games, all or none. A game that is already there stays as it is.
    ///
    /// # Errors
    /// The database refuses, or the disk is full: then none is added.
    pub async fn add_games(&self, plan: &str, games: &[StoredGame]) -> Result<(), StoreError> {
        if games.is_empty() {
            return Ok(());
        }
        let mut transaction = Transaction::begin(&self.pool).await?;
        for games in games.chunks(ROWS) {
            let statement = insertion("games", &COLUMNS, games.len(), self.embedded);
            let statement = format!("{statement} ON CONFLICT (plan, number) DO NOTHING");
            let mut query = sqlx::query(AssertSqlSafe(statement));
            for game in games {
                query = bind(query, plan, game);
            }
            query.execute(&mut *transaction).await?;
        }
        transaction.commit().await?;
        Ok(())
    }

    /// The numbers from `from` to before `to` that are stored, in order.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn numbers(&self, plan: &str, from: u64, to: u64) -> Result<Vec<u64>, StoreError> {
        let rows = sqlx::query(
            "SELECT number FROM games WHERE plan = $1 AND number >= $2 AND number < $3 ORDER BY number",
        )
        .bind(plan)
        .bind(from as i64)
        .bind(to as i64)
        .fetch_all(&self.pool)
        .await?;
        Ok(rows.iter().map(|row| unsigned(row, "number")).collect::<Result<_, _>>()?)
    }

    /// How many games of each run of `size` numbers are stored; runs without any are left out.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn counts(&self, plan: &str, size: u64) -> Result<Vec<(u64, u64)>, StoreError> {
        let rows = sqlx::query(
            "SELECT number / $2 AS part, COUNT(*) AS games FROM games WHERE plan = $1 GROUP BY part",
        )
        .bind(plan)
        .bind(size as i64)
        .fetch_all(&self.pool)
        .await?;
        let counted = |row: &AnyRow| Ok((unsigned(row, "part")?, unsigned(row, "games")?));
        Ok(rows.iter().map(counted).collect::<Result<_, sqlx::Error>>()?)
    }

    /// How many games of a plan are stored.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn count(&self, plan: &str) -> Result<u64, StoreError> {
        let row = sqlx::query("SELECT COUNT(*) AS games FROM games WHERE plan = $1")
            .bind(plan)
            .fetch_one(&self.pool)
            .await?;
        unsigned(&row, "games").map_err(Into::into)
    }

    /// All games of a plan, in order.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn games(&self, plan: &str) -> Result<Vec<StoredGame>, StoreError> {
        let rows = sqlx::query("SELECT * FROM games WHERE plan = $1 ORDER BY number")
            .bind(plan)
            .fetch_all(&self.pool)
            .await?;
        Ok(rows.iter().map(game_of).collect::<Result<_, _>>()?)
    }

    /// The results of a game in all plans of one fingerprint, without moves: what ratings are computed from.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn results_of(&self, game: &str, fingerprint: &str) -> Result<Vec<StoredGame>, StoreError> {
        let rows = sqlx::query(
            "SELECT number, first, second, score, ending, forfeit, plies,
             '' AS start, '' AS moves, NULL AS notes, millis FROM games JOIN plans ON games.plan = plans.hash
             WHERE plans.game = $1 AND plans.fingerprint = $2 ORDER BY games.plan, games.number",
        )
        .bind(game)
        .bind(fingerprint)
        .fetch_all(&self.pool)
        .await?;
        Ok(rows.iter().map(game_of).collect::<Result<_, _>>()?)
    }

    /// How many games of this kind are stored of each fingerprint.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn games_by_fingerprint(&self, game: &str) -> Result<Vec<(String, u64)>, StoreError> {
        let rows = sqlx::query(
            "SELECT fingerprint, COUNT(*) AS games FROM games JOIN plans ON games.plan = plans.hash
             WHERE plans.game = $1 GROUP BY fingerprint ORDER BY fingerprint",
        )
        .bind(game)
        .fetch_all(&self.pool)
        .await?;
        let counted = |row: &AnyRow| Ok((row.try_get("fingerprint")?, unsigned(row, "games")?));
        Ok(rows.iter().map(counted).collect::<Result<_, sqlx::Error>>()?)
    }
}

/// The columns of a game, its plan first.
const COLUMNS: [&str; 12] = [
    "plan", "number", "first", "second", "score", "ending", "forfeit", "plies", "start", "moves", "notes",
    "millis",
];

/// The values of a game in the order of [`COLUMNS`].
fn bind<'a>(query: Statement<'a>, plan: &'a str, game: &'a StoredGame) -> Statement<'a> {
    query
        .bind(plan)
        .bind(game.number as i64)
        .bind(&game.first)
        .bind(&game.second)
        .bind(game.score)
        .bind(&game.ending)
        .bind(&game.forfeit)
        .bind(game.plies as i64)
        .bind(&game.start)
        .bind(&game.moves)
        .bind(&game.notes)
        .bind(game.millis as i64)
}

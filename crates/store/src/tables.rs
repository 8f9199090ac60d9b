//! Tables at which people play, and their moves.

use games::Side;
use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row};

use crate::sql::{Statement, insertion, parsed, parsed_if_any, stored_words, unsigned};
use crate::transaction::Transaction;
use crate::{Store, StoreError};

/// How far a game at a table is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// The seat of the second person is free.
    Waiting,
    /// The player arranges something before the first move.
    Setup,
    /// Two people share a screen, and it is being passed on.
    HandOver,
    /// The game is in progress.
    Playing,
    /// The game has ended.
    Over,
}

stored_words!(Phase, "a phase: waiting, setup, hand-over, playing or over", {
    Waiting => "waiting",
    Setup => "setup",
    HandOver => "hand-over",
    Playing => "playing",
    Over => "over",
});

/// A stored table.
#[derive(Clone, PartialEq, Debug)]
pub struct StoredTable {
    /// Its id.
    pub id: String,
    /// Whose it is.
    pub player: String,
    /// The game.
    pub game: String,
    /// The level that was chosen.
    pub level: String,
    /// The opponent, with all its options; empty at a table of two people.
    pub opponent: String,
    /// Where the player sits.
    pub seat: Side,
    /// The random seed.
    pub seed: u64,
    /// What was agreed before the game, as JSON.
    pub terms: String,
    /// Where the game begins, with everything in it that is hidden from a seat.
    pub start: String,
    /// How far the game is.
    pub phase: Phase,
    /// Whose turn it is; at a table of two people also whose to arrange or to take the screen.
    pub to_move: Option<Side>,
    /// How many moves have been played.
    pub plies: u64,
    /// Grows with every change.
    pub version: u64,
    /// The last request that changed it.
    pub asked: String,
    /// How it ended.
    pub outcome: Option<String>,
    /// What the player scored: 1, 0.5 or 0; `None` while it is in progress, and for a game without a result.
    pub score: Option<f64>,
    /// When it was made, in milliseconds since 1970.
    pub made: i64,
    /// When it last changed.
    pub changed: i64,
    /// What the opponent knew about the player when the game began.
    pub memory: Option<String>,
    /// The second person, if there is one.
    pub other: Option<String>,
}

/// A stored move.
#[derive(Clone, PartialEq, Debug)]
pub struct StoredMove {
    /// Its number, from 1.
    pub number: u64,
    /// Who played it.
    pub side: Side,
    /// The move.
    pub mv: String,
    /// How long the side thought.
    pub millis: u64,
    /// The opponent's reason.
    pub why: Option<String>,
    /// The opponent's estimate of the player's strength, as JSON.
    pub estimate: Option<String>,
}

/// A change of a table: how it is now, which moves are taken back, and which are new.
#[derive(Clone, PartialEq, Debug)]
pub struct TableChange {
    /// The table as it is now.
    pub table: StoredTable,
    /// Moves with a higher number are taken back; `None` if none are.
    pub kept: Option<u64>,
    /// Moves that come after those.
    pub added: Vec<StoredMove>,
    /// What the opponent knows about the player from now on, if it has learnt something.
    pub memory: Option<String>,
}

fn table_of(row: &AnyRow) -> Result<StoredTable, sqlx::Error> {
    Ok(StoredTable {
        id: row.try_get("id")?,
        player: row.try_get("player")?,
        game: row.try_get("game")?,
        level: row.try_get("level")?,
        opponent: row.try_get("opponent")?,
        seat: parsed(row, "seat")?,
        seed: parsed(row, "seed")?,
        terms: row.try_get("terms")?,
        start: row.try_get("start")?,
        phase: parsed(row, "phase")?,
        to_move: parsed_if_any(row, "to_move")?,
        plies: unsigned(row, "plies")?,
        version: unsigned(row, "version")?,
        asked: row.try_get("asked")?,
        outcome: row.try_get("outcome")?,
        score: parsed_if_any(row, "score")?,
        made: row.try_get("made")?,
        changed: row.try_get("changed")?,
        memory: row.try_get("memory")?,
        other: row.try_get("other")?,
    })
}

fn move_of(row: &AnyRow) -> Result<StoredMove, sqlx::Error> {
    Ok(StoredMove {
        number: unsigned(row, "number")?,
        side: parsed(row, "side")?,
        mv: row.try_get("mv")?,
        millis: unsigned(row, "millis")?,
        why: row.try_get("why")?,
        estimate: row.try_get("estimate")?,
    })
}

/// Everything but the review: lists of tables need not carry it.
const COLUMNS: [&str; 20] = [
    "id", "player", "game", "level", "opponent", "seat", "seed", "terms", "start", "phase", "to_move",
    "plies", "version", "asked", "outcome", "score", "made", "changed", "memory", "other",
];

const MOVE_COLUMNS: [&str; 7] = ["table_id", "number", "side", "mv", "millis", "why", "estimate"];

/// What of a table can change; nothing does if another server has changed the table meanwhile.
const UPDATE: &str = "ON CONFLICT (id) DO UPDATE SET start = excluded.start, phase = excluded.phase, \
                      to_move = excluded.to_move, plies = excluded.plies, version = excluded.version, \
                      asked = excluded.asked, outcome = excluded.outcome, score = excluded.score, \
                      changed = excluded.changed, other = excluded.other \
                      WHERE tables.version = excluded.version - 1";

/// Rows of one statement. Statements are prepared once for each number of rows.
const ROWS: usize = 32;

fn bind_table<'a>(query: Statement<'a>, table: &'a StoredTable) -> Statement<'a> {
    query
        .bind(&table.id)
        .bind(&table.player)
        .bind(&table.game)
        .bind(&table.level)
        .bind(&table.opponent)
        .bind(table.seat.as_str())
        .bind(table.seed.to_string())
        .bind(&table.terms)
        .bind(&table.start)
        .bind(table.phase.as_str())
        .bind(table.to_move.map(Side::as_str))
        .bind(table.plies as i64)
        .bind(table.version as i64)
        .bind(&table.asked)
        .bind(&table.outcome)
        .bind(table.score.map(|score| score.to_string()))
        .bind(table.made)
        .bind(table.changed)
        .bind(&table.memory)
        .bind(&table.other)
}

fn bind_move<'a>(query: Statement<'a>, table: &'a str, mv: &'a StoredMove) -> Statement<'a> {
    query
        .bind(table)
        .bind(mv.number as i64)
        .bind(mv.side.as_str())
        .bind(&mv.mv)
        .bind(mv.millis as i64)
        .bind(&mv.why)
        .bind(&mv.estimate)
}

/// Saves changes of tables within a transaction.
pub(crate) async fn save_changes(
    transaction: &mut Transaction,
    changes: &[TableChange],
    embedded: bool,
) -> Result<(), StoreError> {
    for changes in changes.chunks(ROWS) {
        let statement = insertion("tables", &COLUMNS, changes.len(), embedded);
        let query = sqlx::query(AssertSqlSafe(format!("{statement} {UPDATE}")));
        let query = changes.iter().fold(query, |query, change| bind_table(query, &change.table));
        let done = query.execute(&mut **transaction).await?;
        if done.rows_affected() != changes.len() as u64 {
            return Err(StoreError::Overtaken);
        }
    }
    for change in changes {
        let Some(kept) = change.kept else { continue };
        sqlx::query("DELETE FROM table_moves WHERE table_id = $1 AND number > $2")
            .bind(&change.table.id)
            .bind(kept as i64)
            .execute(&mut **transaction)
            .await?;
    }
    let moves = changes.iter().flat_map(|change| change.added.iter().map(|mv| (&*change.table.id, mv)));
    for moves in moves.collect::<Vec<_>>().chunks(ROWS) {
        let statement = insertion("table_moves", &MOVE_COLUMNS, moves.len(), embedded);
        let query = sqlx::query(AssertSqlSafe(statement));
        let query = moves.iter().fold(query, |query, (table, mv)| bind_move(query, table, mv));
        query.execute(&mut **transaction).await?;
    }
    for change in changes {
        let (Some(memory), table) = (&change.memory, &change.table) else { continue };
        sqlx::query(
            "INSERT INTO memories (player, game, opponent, memory) VALUES ($1, $2, $3, $4)
             ON CONFLICT (player, game, opponent) DO UPDATE SET memory = excluded.memory",
        )
        .bind(&table.player)
        .bind(&table.game)
        .bind(&table.opponent)
        .bind(memory)
        .execute(&mut **transaction)
        .await?;
    }
    Ok(())
}

impl Store {
    /// Saves changes of tables, all or none, with at most one change per table. Each is for the version
    /// before its own.
    ///
    /// Few statements for many tables: under load the round trips to the database cost the most.
    ///
    /// # Errors
    /// A table has another version by now, the database refuses, or the disk is full: then none is saved.
    pub async fn change_tables(&self, changes: &[TableChange]) -> Result<(), StoreError> {
        let mut transaction = Transaction::begin(&self.pool).await?;
        save_changes(&mut transaction, changes, self.embedded).await?;
        transaction.commit().await?;
        Ok(())
    }

    /// A table and its moves in order, if there is one.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn table(&self, id: &str) -> Result<Option<(StoredTable, Vec<StoredMove>)>, StoreError> {
        // In one transaction: a move must not come between the two.
        let mut transaction = Transaction::begin(&self.pool).await?;
        let query = format!("SELECT {} FROM tables WHERE id = $1", COLUMNS.join(", "));
        let row = sqlx::query(AssertSqlSafe(query)).bind(id).fetch_optional(&mut *transaction).await?;
        let Some(row) = row else {
            return transaction.end(None).await;
        };
        let moves = sqlx::query("SELECT * FROM table_moves WHERE table_id = $1 ORDER BY number")
            .bind(id)
            .fetch_all(&mut *transaction)
            .await?;
        transaction.commit().await?;
        Ok(Some((table_of(&row)?, moves.iter().map(move_of).collect::<Result<_, _>>()?)))
    }

    /// The version of a table, if there is one.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn table_version(&self, id: &str) -> Result<Option<u64>, StoreError> {
        let row = sqlx::query("SELECT version FROM tables WHERE id = $1")
            .bind(id)
            .fetch_optional(&self.pool)
            .await?;
        Ok(row.map(|row| unsigned(&row, "version")).transpose()?)
    }

    /// What an opponent, by its full name, knows about a player from earlier games.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn memory(
        &self,
        player: &str,
        game: &str,
        opponent: &str,
    ) -> Result<Option<String>, StoreError> {
        let row =
            sqlx::query("SELECT memory FROM memories WHERE player = $1 AND game = $2 AND opponent = $3")
                .bind(player)
                .bind(game)
                .bind(opponent)
                .fetch_optional(&self.pool)
                .await?;
        Ok(row.map(|row| row.try_get("memory")).transpose()?)
    }

    /// The player's tables in progress, or those that are over, of one game or of all, the last changed
    /// first: at most `most`, changed before `before`. A list needs neither their start nor what was
    /// remembered, which can be long: both are empty here.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn tables_of(
        &self,
        player: &str,
        over: bool,
        game: Option<&str>,
        before: i64,
        most: u32,
    ) -> Result<Vec<StoredTable>, StoreError> {
        let phase = if over { "phase = 'over'" } else { "phase <> 'over'" };
        let game_is = if game.is_some() { "AND game = $4" } else { "" };
        let columns = COLUMNS.map(|column| match column {
            "start" => "'' AS start",
            "memory" => "CAST(NULL AS TEXT) AS memory",
            column => column,
        });
        // Two searches, each by an index from its newest end, instead of one that sorts everything.
        let half = |who: &str| {
            format!(
                "SELECT * FROM (SELECT {} FROM tables WHERE {who} = $1 AND {phase} AND changed < $2 {game_is}
                 ORDER BY changed DESC LIMIT $3) AS {who}_tables",
                columns.join(", ")
            )
        };
        let query =
            format!("{} UNION ALL {} ORDER BY changed DESC, id LIMIT $3", half("player"), half("other"));
        let query =
            sqlx::query(AssertSqlSafe(query)).bind(player.to_owned()).bind(before).bind(i64::from(most));
        let query = match game {
            Some(game) => query.bind(game.to_owned()),
            None => query,
        };
        let rows = query.fetch_all(&self.pool).await?;
        Ok(rows.iter().map(table_of).collect::<Result<_, _>>()?)
    }

    /// How many tables of a player are in progress.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn count_in_progress(&self, player: &str) -> Result<u64, StoreError> {
        let row = sqlx::query(
            "SELECT COUNT(*) AS tables FROM tables WHERE (player = $1 OR other = $1) AND phase <> 'over'",
        )
        .bind(player)
        .fetch_one(&self.pool)
        .await?;
        Ok(unsigned(&row, "tables")?)
    }

    /// The tables at which the opponent was to move, the last changed first, at most `most`.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn waiting_tables(&self, most: u32) -> Result<Vec<String>, StoreError> {
        let rows = sqlx::query(
            "SELECT id FROM tables WHERE phase = 'playing' AND to_move <> seat AND opponent <> ''
             ORDER BY changed DESC LIMIT $1",
        )
        .bind(i64::from(most))
        .fetch_all(&self.pool)
        .await?;
        Ok(rows.iter().map(|row| row.try_get("id")).collect::<Result<_, _>>()?)
    }

    /// The review of a game, if there is one.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn review(&self, table: &str) -> Result<Option<String>, StoreError> {
        let row = sqlx::query("SELECT review FROM tables WHERE id = $1")
            .bind(table)
            .fetch_optional(&self.pool)
            .await?;
        Ok(match row {
            Some(row) => row.try_get("review")?,
            None => None,
        })
    }
}

//! What has happened, for good?
//!
//! One interface over an embedded database (a file) and PostgreSQL, with the same tables, made by the same statements. What a
//! method of [`Store`] has acknowledged is on the disk.
//!
//! | to find | look in |
//! |---|---|
//! | opening a store | [`Store`] |
//! | plans, and who worked on them | `plans.rs` |
//! | games | `games.rs` |
//! | who does which part | `claims.rs` |
//! | what analysts said | `analyses.rs` |
//! | people, and the tables they play at | `players.rs`, `tables.rs` |
//! | studies, and what participants give | `studies/` |

mod analyses;
mod claims;
mod error;
mod games;
mod plans;
mod players;
mod studies;
mod tables;

use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::{AnyConnection, AnyPool, Connection, Executor};

pub use claims::{Claim, Standing};
pub use error::StoreError;
pub use games::StoredGame;
pub use plans::{StoredPlan, StoredRun};
pub use studies::{
    AddedStudy, Joined, Kept, NewParticipant, NewStudy, Resumed, StoredAnswer, StoredJudgement,
    StoredParticipant, StoredStudy, StoredTag, StudyCounts, StudyTable,
};
pub use tables::{StoredMove, StoredTable, TableChange};

/// How long somebody waits for another who is writing.
const PATIENCE: Duration = Duration::from_secs(60);

/// How long a server may take to answer the first time.
const GREETING: Duration = Duration::from_secs(10);

/// A database of games and all that belongs to them. Copies share it.
#[derive(Clone, Debug)]
pub struct Store {
    pool: AnyPool,
    place: String,
    embedded: bool,
}

impl Store {
    /// Opens the database in a file, which is made if it is not there, or at a URL that begins with `postgres://`; its tables are
    /// brought up to date.
    ///
    /// # Errors
    /// The place cannot be reached, or holds something else.
    pub async fn open(place: &str) -> Result<Store, StoreError> {
        sqlx::any::install_default_drivers();
        let embedded = !is_url(place);
        let failed = |error: sqlx::Error| StoreError::open(place, &error);
        let url = if embedded { file_url(place)? } else { place.to_owned() };
        let options: AnyConnectOptions = url.parse().map_err(failed)?;
        // A pool would try again and again; what is wrong here is better said at once.
        let greeting = async {
            let mut connection = AnyConnection::connect_with(&options).await?;
            prepare(&mut connection, embedded).await?;
            connection.close().await
        };
        let greeting = tokio::time::timeout(GREETING, greeting).await;
        greeting.map_err(|_| StoreError::open(place, &"no answer"))?.map_err(failed)?;
        let pool = AnyPoolOptions::new()
            .max_connections(if embedded { 4 } else { 8 })
            .acquire_timeout(PATIENCE)
            .after_connect(move |connection, _| Box::pin(prepare(connection, embedded)))
            .connect_with(options)
            .await
            .map_err(failed)?;
        sqlx::migrate!().run(&pool).await.map_err(|error| StoreError::open(place, &error))?;
        Ok(Store { pool, place: place.to_owned(), embedded })
    }

    /// Where this store is: a file or a URL.
    #[must_use]
    pub fn place(&self) -> &str {
        &self.place
    }

    /// Waits for what is under way and closes.
    pub async fn close(&self) {
        self.pool.close().await;
    }
}

/// Settings of the embedded database: readers and a writer at the same time, a commit that survives a power cut, and nothing left in
/// the file of what was deleted.
async fn prepare(connection: &mut AnyConnection, embedded: bool) -> Result<(), sqlx::Error> {
    if embedded {
        let settings = format!(
            "PRAGMA busy_timeout = {}; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; \
             PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON;",
            PATIENCE.as_millis()
        );
        connection.execute(sqlx::AssertSqlSafe(settings)).await?;
    }
    Ok(())
}

/// Whether a place is a URL and not a file.
fn is_url(place: &str) -> bool {
    place.starts_with("postgres://") || place.starts_with("postgresql://")
}

/// The URL of a file, its folder made.
fn file_url(place: &str) -> Result<String, StoreError> {
    let path = Path::new(place);
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).map_err(|error| StoreError::open(place, &error))?;
    }
    // These have a meaning in a URL.
    let escaped = place.replace('%', "%25").replace('?', "%3F").replace('#', "%23");
    Ok(format!("sqlite://{escaped}?mode=rwc"))
}

/// Milliseconds since 1970.
fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests;

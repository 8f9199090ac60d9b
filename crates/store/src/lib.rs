//! What has happened, for good?
//!
//! One interface over an embedded database (a file) and PostgreSQL, with the same tables, made by the same
//! statements. What a method of [`Store`] has acknowledged is on the disk.
//!
//! | to find | look in |
//! |---|---|
//! | opening a store | [`Store`] |
//! | plans, and who worked on them | `plans.rs` |
//! | games of plans | `games.rs` |
//! | which worker plays which chunk | `claims.rs` |
//! | what analysts said | `analyses.rs` |
//! | people, and the tables they play at | `players.rs`, `tables.rs` |
//! | mistakes that are played again | `exercises.rs` |
//! | links to games that anybody may see | `sharing.rs` |
//! | copies, and going back to them | `backup.rs` |
//! | one server on one store | `lock.rs` |
//! | what a player takes along, and what is forgotten | `identity.rs`, `log.rs` |
//! | another token for a player | `renewals.rs` |
//! | studies, and what participants give | `studies/` |
//! | what the statements share | `sql.rs`, `transaction.rs` |
//!
//! # Decisions
//!
//! - **A player is the hash of a random token** in a cookie. There is nothing to sign, and the database does
//!   not reveal anybody's token. Keys and codes of studies are stored as hashes too.
//! - **A participant is not a player.** Whoever joins a study gets a new player to sit at its tables; the
//!   player of their browser only speaks for them. So nothing passes between a study and other games
//!   (history, rating, what an opponent remembers), a code moves a participant to another browser by changing
//!   one row, and withdrawing deletes that player.
//! - **Joining takes a lock**, by an update of the study's row that comes first in its transaction. Both
//!   databases then admit people one after the other: quotas hold, and a study that somebody has joined
//!   cannot be replaced.
//! - **What was withdrawn is overwritten**: the embedded database clears what it deletes and empties its log,
//!   as soon as nobody reads what was there before.
//! - **A change of a table is for one version of it**, so that a server that was overtaken by another one is
//!   refused and stores nothing.
//! - **Claims where there is no queue** (`claims.rs`), and **a game is one row** (`games.rs`).

#![forbid(unsafe_code)]

mod analyses;
mod backup;
mod claims;
mod error;
mod exercises;
mod games;
mod identity;
mod lock;
mod log;
mod plans;
mod players;
mod renewals;
mod sharing;
mod sql;
mod studies;
mod tables;
mod transaction;

use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::{AnyConnection, AnyPool, Connection, Executor};

pub use self::games::StoredGame;
pub use backup::restore;
pub use claims::{Claim, Standing};
pub use error::{StoreError, without_password};
pub use exercises::{ExerciseCounts, StoredExercise};
pub use lock::ServerLock;
pub use plans::{RunNews, StoredPlan, StoredRun};
pub use studies::{
    AddedStudy, Given, Joined, NewParticipant, NewStudy, ParticipantState, Resumed, StoredAnswer,
    StoredJudgement, StoredParticipant, StoredStudy, StoredTag, StudyCounts, StudyTable,
};
pub use tables::{Phase, StoredMove, StoredTable, TableChange};

/// How long a writer waits for another.
const BUSY_TIMEOUT: Duration = Duration::from_secs(60);

/// How long connecting for the first time may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// A database of games and all that belongs to them. Copies share it.
#[derive(Clone, Debug)]
pub struct Store {
    pool: AnyPool,
    place: String,
    embedded: bool,
}

impl Store {
    /// Opens the database in a file, which is created if it is missing, or at a URL that begins with
    /// `postgres://`, and migrates its tables.
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
        let connecting = async {
            let mut connection = AnyConnection::connect_with(&options).await?;
            prepare(&mut connection, embedded).await?;
            connection.close().await
        };
        let connecting = tokio::time::timeout(CONNECT_TIMEOUT, connecting).await;
        connecting.map_err(|_| StoreError::open(place, &"no answer"))?.map_err(failed)?;
        let pool = AnyPoolOptions::new()
            .max_connections(if embedded { 4 } else { 8 })
            .acquire_timeout(BUSY_TIMEOUT)
            .after_connect(move |connection, _| Box::pin(prepare(connection, embedded)))
            .connect_with(options)
            .await
            .map_err(failed)?;
        sqlx::migrate!().run(&pool).await.map_err(|error| StoreError::open(place, &error))?;
        let store = Store { pool, place: without_password(place), embedded };
        // The last process may have ended before it could.
        store.clear_log().await;
        Ok(store)
    }

    /// Where this store is: a file, or a URL without its password.
    #[must_use]
    pub fn place(&self) -> &str {
        &self.place
    }

    /// Waits for what is under way and closes.
    pub async fn close(&self) {
        self.pool.close().await;
    }
}

/// Settings of the embedded database: readers beside the writer, commits that survive a power cut, and
/// deleted data overwritten in the file.
async fn prepare(connection: &mut AnyConnection, embedded: bool) -> Result<(), sqlx::Error> {
    if embedded {
        let settings = format!(
            "PRAGMA busy_timeout = {}; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; \
             PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON;",
            BUSY_TIMEOUT.as_millis()
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
    create_private(path).map_err(|error| StoreError::open(place, &error))?;
    // These have a meaning in a URL.
    let escaped = place.replace('%', "%25").replace('?', "%3F").replace('#', "%23");
    Ok(format!("sqlite://{escaped}?mode=rwc"))
}

/// Makes an empty file, which is a database without tables, for its owner alone. Its log gets the same
/// rights. What is there already stays as it is.
fn create_private(path: &Path) -> std::io::Result<()> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(path) {
        Err(error) if error.kind() != std::io::ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

/// Milliseconds since 1970.
fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests;

//! One server on one store, or several that know of each other. Each keeps tables in memory: without hearing
//! of each other's moves, players would be shown tables as they no longer are.

use std::fs::File;

use sqlx::pool::PoolConnection;
use sqlx::{Any, AssertSqlSafe, Row};

use crate::{Store, StoreError};

/// The number of the lock in a PostgreSQL database.
const NUMBER: i64 = 0x676f_6b61_6b75;

/// Holds a store for one server, as long as it lives.
#[derive(Debug)]
pub struct ServerLock {
    /// A file whose lock ends with the process, however it ends.
    _file: Option<File>,
    /// A session whose lock ends with it.
    _session: Option<PoolConnection<Any>>,
}

impl Store {
    /// Takes the store for one server, or with `shared` for one of several that hear of each other.
    ///
    /// # Errors
    /// Another server has it otherwise; it is a file and to be shared; the database refuses.
    pub async fn lock_for_server(&self, shared: bool) -> Result<ServerLock, StoreError> {
        let in_use = || StoreError::InUse { place: self.place.clone() };
        if !self.embedded {
            let mut session = self.pool.acquire().await?;
            let function = if shared { "pg_try_advisory_lock_shared" } else { "pg_try_advisory_lock" };
            let statement = format!("SELECT {function}({NUMBER}) AS locked");
            let row = sqlx::query(AssertSqlSafe(statement)).fetch_one(&mut *session).await?;
            if !row.try_get::<bool, _>("locked")? {
                return Err(in_use());
            }
            // The pool would keep the session, and so the lock.
            session.close_on_drop();
            return Ok(ServerLock { _file: None, _session: Some(session) });
        }
        if shared {
            return Err(StoreError::open(&self.place, &"found a file, and several servers are to share it"));
        }
        // Beside the database: SQLite has locks of its own on the file itself.
        let path = lock_file(&self.place);
        let failed = |error: std::io::Error| StoreError::open(&path, &error);
        let file = File::options().create(true).truncate(false).write(true).open(&path).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => Ok(ServerLock { _file: Some(file), _session: None }),
            Err(std::fs::TryLockError::WouldBlock) => Err(in_use()),
            Err(std::fs::TryLockError::Error(error)) => Err(failed(error)),
        }
    }
}

/// The file that is locked for a database file.
pub(crate) fn lock_file(place: &str) -> String {
    format!("{place}.lock")
}

//! Copies of a database file, made while it is in use, and going back to them.

use std::fs::{self, File};
use std::path::Path;

use sqlx::{AnyConnection, Connection, Row};

use crate::lock::lock_file;
use crate::{Store, StoreError, create_private, file_url, is_url};

fn failed(place: &str, problem: impl std::fmt::Display) -> StoreError {
    StoreError::Copy { place: place.to_owned(), problem: problem.to_string() }
}

impl Store {
    /// Copies the database as it is at one instant into a new file. Whoever writes meanwhile does not wait.
    ///
    /// # Errors
    /// The file is there already or cannot be written, or the store is no file: PostgreSQL has programs of
    /// its own for this.
    pub async fn back_up(&self, file: &str) -> Result<(), StoreError> {
        if !self.embedded {
            let instead = "found PostgreSQL, expected a database file; use pg_dump";
            return Err(failed(&self.place, instead));
        }
        if Path::new(file).exists() {
            return Err(failed(file, "found a file, expected a new name"));
        }
        // Completely or not at all: a copy that was cut off must not look like one.
        let part = format!("{file}.part");
        let _ = fs::remove_file(&part);
        create_private(Path::new(&part)).map_err(|error| failed(&part, error))?;
        sqlx::query("VACUUM INTO $1").bind(&part).execute(&self.pool).await?;
        File::open(&part).and_then(|copy| copy.sync_all()).map_err(|error| failed(&part, error))?;
        fs::rename(&part, file).map_err(|error| failed(file, error))
    }
}

/// Puts a copy in the place of a database file; what was there is kept beside it, as `FILE.before`.
///
/// # Errors
/// The copy is no whole database, the place is no file or in use, or something cannot be written: then the
/// place is as it was.
pub async fn restore(copy: &str, place: &str) -> Result<(), StoreError> {
    if is_url(place) {
        return Err(failed(place, "found PostgreSQL, expected a database file; use pg_restore"));
    }
    check(copy).await?;
    let lock = lock_file(place);
    let held = File::options().create(true).truncate(false).write(true).open(&lock);
    let held = held.map_err(|error| failed(&lock, error))?;
    if held.try_lock().is_err() {
        return Err(StoreError::InUse { place: place.to_owned() });
    }
    let part = format!("{place}.part");
    let _ = fs::remove_file(&part);
    create_private(Path::new(&part)).map_err(|error| failed(&part, error))?;
    fs::copy(copy, &part).map_err(|error| failed(&part, error))?;
    File::open(&part).and_then(|copy| copy.sync_all()).map_err(|error| failed(&part, error))?;
    if Path::new(place).exists() {
        // With everything in it: what is still in the log is written back first.
        let store = Store::open(place).await?;
        sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").fetch_all(&store.pool).await?;
        store.close().await;
        fs::rename(place, format!("{place}.before")).map_err(|error| failed(place, error))?;
    }
    // A log belongs to the file that is gone.
    for log in ["-wal", "-shm"] {
        let _ = fs::remove_file(format!("{place}{log}"));
    }
    fs::rename(&part, place).map_err(|error| failed(place, error))
}

/// Whether a file is a whole database of ours.
async fn check(copy: &str) -> Result<(), StoreError> {
    if !Path::new(copy).is_file() {
        return Err(failed(copy, "found no such file, expected a copy made by gokaku backup"));
    }
    sqlx::any::install_default_drivers();
    // Read only: a copy may lie where nothing can be written.
    let url = file_url(copy)?.replace("mode=rwc", "mode=ro");
    let ours = async {
        let mut connection = AnyConnection::connect(&url).await?;
        let row = sqlx::query("PRAGMA integrity_check").fetch_one(&mut connection).await?;
        let found: String = row.try_get(0)?;
        sqlx::query("SELECT COUNT(*) FROM plans").fetch_one(&mut connection).await?;
        connection.close().await?;
        Ok::<_, sqlx::Error>(found)
    };
    match ours.await {
        Ok(found) if found == "ok" => Ok(()),
        Ok(found) => Err(failed(copy, format_args!("found a damaged database: {found}"))),
        Err(error) => Err(failed(copy, format_args!("found no database of ours: {error}"))),
    }
}

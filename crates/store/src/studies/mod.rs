//! Studies, researchers and participants.
//!
//! | to find | look in |
//! |---|---|
//! | studies and their links | this file |
//! | researchers' logins | `logins.rs` |
//! | joining, continuing elsewhere, withdrawing | `participants.rs` |
//! | answers, judgements, tables, tags | `answers.rs` |

mod answers;
mod logins;
mod participants;
#[cfg(test)]
mod tests;

use sqlx::Row;
use sqlx::any::AnyRow;

pub use answers::{Given, StoredAnswer, StoredJudgement, StoredTag, StudyCounts, StudyTable};
pub use participants::{Joined, NewParticipant, ParticipantState, Resumed, StoredParticipant};

use crate::transaction::Transaction;
use crate::{Store, StoreError, now};

/// A study as it is added.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewStudy {
    /// What the researcher calls it.
    pub id: String,
    /// Random letters for participants, should it be new.
    pub link: String,
    /// The whole study as JSON.
    pub bundle: String,
    /// The hash of that.
    pub hash: String,
    /// The hash of the researcher's key, should it be new.
    pub key_hash: String,
}

/// What is known of a study besides its content.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredStudy {
    /// What the researcher calls it.
    pub id: String,
    /// The letters for participants.
    pub link: String,
    /// The hash of its content.
    pub hash: String,
    /// It takes new people.
    pub open: bool,
}

/// What came of adding a study.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AddedStudy {
    /// The letters for participants: the new ones, or those it had.
    pub link: String,
    /// It was not there before.
    pub is_new: bool,
}

fn study_of(row: &AnyRow) -> Result<StoredStudy, sqlx::Error> {
    Ok(StoredStudy {
        id: row.try_get("id")?,
        link: row.try_get("link")?,
        hash: row.try_get("hash")?,
        open: row.try_get::<String, _>("state")? == "open",
    })
}

impl Store {
    /// Adds a study. An existing one is replaced as long as nobody has joined it; its link and key stay.
    ///
    /// # Errors
    /// Somebody has joined another version of it, or the database refuses.
    pub async fn add_study(&self, new: &NewStudy) -> Result<AddedStudy, StoreError> {
        let mut transaction = Transaction::begin(&self.pool).await?;
        let added = sqlx::query(
            "INSERT INTO studies (id, link, bundle, hash, state, key_hash, made) 
             VALUES ($1, $2, $3, $4, 'open', $5, $6)
             ON CONFLICT (id) DO NOTHING",
        )
        .bind(&new.id)
        .bind(&new.link)
        .bind(&new.bundle)
        .bind(&new.hash)
        .bind(&new.key_hash)
        .bind(now())
        .execute(&mut *transaction)
        .await?;
        if added.rows_affected() == 1 {
            transaction.commit().await?;
            return Ok(AddedStudy { link: new.link.clone(), is_new: true });
        }
        lock_study(&mut transaction, &new.id).await?;
        let row = sqlx::query(
            "SELECT link, hash, (SELECT COUNT(*) FROM participants WHERE study = studies.id) AS people
             FROM studies WHERE id = $1",
        )
        .bind(&new.id)
        .fetch_one(&mut *transaction)
        .await?;
        if row.try_get::<String, _>("hash")? != new.hash {
            if row.try_get::<i64, _>("people")? > 0 {
                return Err(StoreError::Frozen { study: new.id.clone(), hash: row.try_get("hash")? });
            }
            sqlx::query("UPDATE studies SET bundle = $2, hash = $3 WHERE id = $1")
                .bind(&new.id)
                .bind(&new.bundle)
                .bind(&new.hash)
                .execute(&mut *transaction)
                .await?;
        }
        transaction.commit().await?;
        Ok(AddedStudy { link: row.try_get("link")?, is_new: false })
    }

    /// The study with this id.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn study(&self, id: &str) -> Result<Option<StoredStudy>, StoreError> {
        let row = sqlx::query("SELECT id, link, hash, state FROM studies WHERE id = $1")
            .bind(id)
            .fetch_optional(&self.pool)
            .await?;
        Ok(row.as_ref().map(study_of).transpose()?)
    }

    /// The study with this link.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn study_by_link(&self, link: &str) -> Result<Option<StoredStudy>, StoreError> {
        let row = sqlx::query("SELECT id, link, hash, state FROM studies WHERE link = $1")
            .bind(link)
            .fetch_optional(&self.pool)
            .await?;
        Ok(row.as_ref().map(study_of).transpose()?)
    }

    /// The ids of all studies, in order.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn study_ids(&self) -> Result<Vec<String>, StoreError> {
        let rows = sqlx::query("SELECT id FROM studies ORDER BY id").fetch_all(&self.pool).await?;
        Ok(rows.iter().map(|row| row.try_get("id")).collect::<Result<_, _>>()?)
    }

    /// The whole study as JSON, and the hash of that.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn study_bundle(&self, id: &str) -> Result<Option<(String, String)>, StoreError> {
        let row = sqlx::query("SELECT bundle, hash FROM studies WHERE id = $1")
            .bind(id)
            .fetch_optional(&self.pool)
            .await?;
        let pair = |row: AnyRow| Ok::<_, sqlx::Error>((row.try_get("bundle")?, row.try_get("hash")?));
        Ok(row.map(pair).transpose()?)
    }

    /// From now on the study takes new people, or no more of them.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn open_study(&self, id: &str, open: bool) -> Result<(), StoreError> {
        sqlx::query("UPDATE studies SET state = $2 WHERE id = $1")
            .bind(id)
            .bind(if open { "open" } else { "closed" })
            .execute(&self.pool)
            .await?;
        Ok(())
    }
}

/// Locks the study's row until the transaction ends, so that quotas hold and a study with participants is not
/// replaced in between. Both databases take an update for a lock, and it must come first: the embedded one
/// refuses to start writing after reading.
async fn lock_study(transaction: &mut Transaction, study: &str) -> Result<(), StoreError> {
    sqlx::query("UPDATE studies SET made = made WHERE id = $1")
        .bind(study)
        .execute(&mut **transaction)
        .await?;
    Ok(())
}

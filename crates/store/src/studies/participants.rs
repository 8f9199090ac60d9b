//! Participants of a study: joining, continuing elsewhere, withdrawing.

use std::collections::BTreeMap;

use sqlx::Row;
use sqlx::any::AnyRow;

use super::lock_study;
use crate::sql::{parsed, stored_words, unsigned};
use crate::transaction::Transaction;
use crate::{Store, StoreError, now};

/// Somebody who is about to take part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewParticipant {
    /// The player whose browser speaks for them.
    pub player: String,
    /// The player as whom they will sit at the study's tables.
    pub seated_as: String,
    /// The hash of the code to continue in another browser.
    pub code_hash: String,
    /// `en` or `ja`.
    pub language: String,
    /// The random seed.
    pub seed: u64,
    /// Their ratings in our games, as JSON.
    pub ratings: String,
}

/// Whether somebody is still taking part in a study.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParticipantState {
    /// There are steps left.
    Going,
    /// Every step is answered.
    Finished,
    /// They have withdrawn.
    Withdrawn,
}

stored_words!(ParticipantState, "going, finished or withdrawn", {
    Going => "going",
    Finished => "finished",
    Withdrawn => "withdrawn",
});

/// A stored participant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredParticipant {
    /// Their number in the study, from 1.
    pub number: u64,
    /// The player as whom they sit at the study's tables.
    pub seated_as: String,
    /// `en` or `ja`.
    pub language: String,
    /// Their group, if they have one.
    pub group: Option<String>,
    /// The random seed.
    pub seed: u64,
    /// Whether they are still taking part.
    pub state: ParticipantState,
    /// Their ratings in our games when they joined, as JSON.
    pub ratings: String,
    /// When they joined, in milliseconds since 1970.
    pub begun: i64,
    /// When they last gave something.
    pub seen: i64,
    /// When they finished; 0 until then.
    pub ended: i64,
}

/// What came of joining.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Joined {
    /// They are in.
    New(StoredParticipant),
    /// They were in before.
    Already(StoredParticipant),
    /// The study takes nobody any more.
    Closed,
    /// There is no place left.
    Full,
    /// The study is another one by now.
    Changed,
}

/// What came of continuing in another browser.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Resumed {
    /// This browser speaks for them now.
    Yes(StoredParticipant),
    /// Nobody has this code.
    Unknown,
    /// This browser speaks for somebody else in the study.
    Taken,
}

const COLUMNS: &str =
    "number, seated_as, language, group_id, seed, state, ratings, begun, seen, ended FROM participants";

fn participant_of(row: &AnyRow) -> Result<StoredParticipant, sqlx::Error> {
    Ok(StoredParticipant {
        number: unsigned(row, "number")?,
        seated_as: row.try_get("seated_as")?,
        language: row.try_get("language")?,
        group: row.try_get("group_id")?,
        seed: parsed(row, "seed")?,
        state: parsed(row, "state")?,
        ratings: row.try_get("ratings")?,
        begun: row.try_get("begun")?,
        seen: row.try_get("seen")?,
        ended: row.try_get("ended")?,
    })
}

async fn find(
    transaction: &mut Transaction,
    study: &str,
    column: &'static str,
    value: &str,
) -> Result<Option<StoredParticipant>, StoreError> {
    let query = format!("SELECT {COLUMNS} WHERE study = $1 AND {column} = $2");
    let row = sqlx::query(sqlx::AssertSqlSafe(query))
        .bind(study)
        .bind(value)
        .fetch_optional(&mut **transaction)
        .await?;
    Ok(row.as_ref().map(participant_of).transpose()?)
}

impl Store {
    /// Lets somebody take part in the study with this hash. `choose` gets the size of each group and returns
    /// the group they join, or `None` if there is no place for them; nobody else joins meanwhile.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn join(
        &self,
        study: &str,
        hash: &str,
        new: &NewParticipant,
        choose: impl FnOnce(&BTreeMap<String, u64>) -> Option<Option<String>> + Send,
    ) -> Result<Joined, StoreError> {
        let mut transaction = Transaction::begin(&self.pool).await?;
        lock_study(&mut transaction, study).await?;
        if let Some(already) = find(&mut transaction, study, "player", &new.player).await? {
            return transaction.end(Joined::Already(already)).await;
        }
        let row = sqlx::query(
            "SELECT hash, state,
             (SELECT COALESCE(MAX(number), 0) FROM participants WHERE study = studies.id) AS people
             FROM studies WHERE id = $1",
        )
        .bind(study)
        .fetch_optional(&mut *transaction)
        .await?;
        let Some(row) = row.filter(|row| row.try_get::<String, _>("hash").is_ok_and(|known| known == hash))
        else {
            return transaction.end(Joined::Changed).await;
        };
        if row.try_get::<String, _>("state")? != "open" {
            return transaction.end(Joined::Closed).await;
        }
        // Whoever has withdrawn leaves their place to somebody else.
        let rows = sqlx::query(
            "SELECT group_id, COUNT(*) AS people FROM participants
             WHERE study = $1 AND state <> 'withdrawn' AND group_id IS NOT NULL GROUP BY group_id",
        )
        .bind(study)
        .fetch_all(&mut *transaction)
        .await?;
        let mut groups = BTreeMap::new();
        for row in rows {
            groups.insert(row.try_get("group_id")?, unsigned(&row, "people")?);
        }
        let Some(group) = choose(&groups) else {
            return transaction.end(Joined::Full).await;
        };
        let number = row.try_get::<i64, _>("people")? + 1;
        sqlx::query("INSERT INTO players (id, made) VALUES ($1, $2)")
            .bind(&new.seated_as)
            .bind(now())
            .execute(&mut *transaction)
            .await?;
        sqlx::query(
            "INSERT INTO participants (study, number, player, seated_as, code_hash, language, group_id, seed,
             state, ratings, begun, seen, ended)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'going', $9, $10, $11, 0)",
        )
        .bind(study)
        .bind(number)
        .bind(&new.player)
        .bind(&new.seated_as)
        .bind(&new.code_hash)
        .bind(&new.language)
        .bind(&group)
        .bind(new.seed.to_string())
        .bind(&new.ratings)
        .bind(now())
        .bind(now())
        .execute(&mut *transaction)
        .await?;
        let joined = find(&mut transaction, study, "player", &new.player).await?;
        transaction.commit().await?;
        joined.map(Joined::New).ok_or_else(|| StoreError::Refused("a participant is not there".to_owned()))
    }

    /// The participant for whom this player speaks.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn participant(
        &self,
        study: &str,
        player: &str,
    ) -> Result<Option<StoredParticipant>, StoreError> {
        let query = format!("SELECT {COLUMNS} WHERE study = $1 AND player = $2");
        let row = sqlx::query(sqlx::AssertSqlSafe(query))
            .bind(study)
            .bind(player)
            .fetch_optional(&self.pool)
            .await?;
        Ok(row.as_ref().map(participant_of).transpose()?)
    }

    /// Whether `player` speaks for the participant who sits at tables as `seated_as`.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn speaks_for(&self, player: &str, seated_as: &str) -> Result<bool, StoreError> {
        let row = sqlx::query("SELECT number FROM participants WHERE seated_as = $1 AND player = $2")
            .bind(seated_as)
            .bind(player)
            .fetch_optional(&self.pool)
            .await?;
        Ok(row.is_some())
    }

    /// All participants of a study in their order, those who have withdrawn too.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn participants(&self, study: &str) -> Result<Vec<StoredParticipant>, StoreError> {
        let query = format!("SELECT {COLUMNS} WHERE study = $1 ORDER BY number");
        let rows = sqlx::query(sqlx::AssertSqlSafe(query)).bind(study).fetch_all(&self.pool).await?;
        Ok(rows.iter().map(participant_of).collect::<Result<_, _>>()?)
    }

    /// Gives a participant another code.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn set_code(&self, study: &str, number: u64, code_hash: &str) -> Result<(), StoreError> {
        sqlx::query(
            "UPDATE participants SET code_hash = $3
             WHERE study = $1 AND number = $2 AND state <> 'withdrawn'",
        )
        .bind(study)
        .bind(number as i64)
        .bind(code_hash)
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// From now on `player` speaks for the participant with this code, and nobody else does.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn resume(&self, study: &str, code_hash: &str, player: &str) -> Result<Resumed, StoreError> {
        let mut transaction = Transaction::begin(&self.pool).await?;
        lock_study(&mut transaction, study).await?;
        let found = find(&mut transaction, study, "code_hash", code_hash).await?;
        let Some(found) = found.filter(|found| found.state != ParticipantState::Withdrawn) else {
            return transaction.end(Resumed::Unknown).await;
        };
        let speaks = find(&mut transaction, study, "player", player).await?;
        if speaks.is_some_and(|other| other.number != found.number) {
            return transaction.end(Resumed::Taken).await;
        }
        sqlx::query("UPDATE participants SET player = $3 WHERE study = $1 AND number = $2")
            .bind(study)
            .bind(found.number as i64)
            .bind(player)
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await?;
        Ok(Resumed::Yes(found))
    }

    /// Deletes everything a participant gave, their games too; only the number is left. Returns the deleted
    /// tables. The embedded database overwrites what it deletes and empties its log.
    ///
    /// # Errors
    /// The database refuses: then nothing is deleted.
    pub async fn withdraw(
        &self,
        study: &str,
        participant: &StoredParticipant,
    ) -> Result<Vec<String>, StoreError> {
        let mut transaction = Transaction::begin(&self.pool).await?;
        let (number, seated_as) = (participant.number as i64, &participant.seated_as);
        // First the row that every answer locks, then the tables, at which an opponent may be about to move.
        sqlx::query(
            "UPDATE participants SET player = NULL, seated_as = $3, code_hash = '', language = '',
             group_id = NULL, seed = '0', state = 'withdrawn', ratings = '{}', begun = 0, seen = 0, ended = 0
             WHERE study = $1 AND number = $2",
        )
        .bind(study)
        .bind(number)
        .bind(format!("withdrawn {study} {number}"))
        .execute(&mut *transaction)
        .await?;
        sqlx::query("UPDATE tables SET version = version WHERE player = $1")
            .bind(seated_as)
            .execute(&mut *transaction)
            .await?;
        let rows = sqlx::query("SELECT id FROM tables WHERE player = $1")
            .bind(seated_as)
            .fetch_all(&mut *transaction)
            .await?;
        let tables = rows.iter().map(|row| row.try_get("id")).collect::<Result<Vec<String>, _>>()?;
        for given in ["study_tags", "study_judgements", "study_answers", "study_tables"] {
            let statement = format!("DELETE FROM {given} WHERE study = $1 AND participant = $2");
            sqlx::query(sqlx::AssertSqlSafe(statement))
                .bind(study)
                .bind(number)
                .execute(&mut *transaction)
                .await?;
        }
        // The player goes last, and with them the place to which a move that comes too late would belong.
        for statement in [
            "DELETE FROM table_moves WHERE table_id IN (SELECT id FROM tables WHERE player = $1)",
            "DELETE FROM tables WHERE player = $1",
            "DELETE FROM memories WHERE player = $1",
            "DELETE FROM players WHERE id = $1",
        ] {
            sqlx::query(statement).bind(seated_as).execute(&mut *transaction).await?;
        }
        transaction.commit().await?;
        self.clear_log().await;
        Ok(tables)
    }
}

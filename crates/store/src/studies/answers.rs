//! What participants give: answers, judgements of moves and games; and the researcher's tags on reasons.

use std::collections::BTreeMap;

use sqlx::Row;
use sqlx::any::AnyRow;

use crate::sql::unsigned;
use crate::tables::{TableChange, save_changes};
use crate::transaction::Transaction;
use crate::{Store, StoreError, now};

/// A stored answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredAnswer {
    /// Whose it is.
    pub participant: u64,
    /// What it answers.
    pub step: String,
    /// The answer as JSON.
    pub value: String,
    /// How long it took in the browser.
    pub millis: u64,
    /// How much of it each question took, as JSON: item to milliseconds.
    pub times: String,
    /// When it came, in milliseconds since 1970.
    pub at: i64,
}

/// A stored judgement of a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredJudgement {
    /// Who.
    pub participant: u64,
    /// In which game.
    pub step: String,
    /// Of which ply, from 1.
    pub ply: u64,
    /// `bad`, `normal` or `good`.
    pub verdict: String,
    /// In their own words.
    pub note: String,
    /// They said nothing, and it counts as normal.
    pub filled: bool,
}

/// A tag on a reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredTag {
    /// Whose reason.
    pub participant: u64,
    /// Of which step.
    pub step: String,
    /// The tag.
    pub tag: String,
}

/// Which table belongs to a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StudyTable {
    /// Whose it is.
    pub participant: u64,
    /// The step.
    pub step: String,
    /// The table.
    pub table: String,
}

/// How much was given in a study.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct StudyCounts {
    /// Answers, by participant.
    pub answers: BTreeMap<u64, u64>,
    /// Games that were played to their end.
    pub games: u64,
    /// Judgements of moves.
    pub judgements: u64,
}

/// What came of giving an answer or a judgement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Given {
    /// It is saved.
    New,
    /// The step was answered before: nothing has changed.
    Already,
    /// They do not take part any more: nothing has changed.
    Gone,
}

fn judgement_of(row: &AnyRow) -> Result<StoredJudgement, sqlx::Error> {
    Ok(StoredJudgement {
        participant: unsigned(row, "participant")?,
        step: row.try_get("step")?,
        ply: unsigned(row, "ply")?,
        verdict: row.try_get("verdict")?,
        note: row.try_get("note")?,
        filled: unsigned(row, "filled")? != 0,
    })
}

/// Notes that a participant gives something now and locks their row until the transaction ends; `false` if
/// they do not take part.
async fn lock_participant(
    transaction: &mut Transaction,
    study: &str,
    participant: u64,
) -> Result<bool, StoreError> {
    let locked = sqlx::query(
        "UPDATE participants SET seen = $3 WHERE study = $1 AND number = $2 AND state <> 'withdrawn'",
    )
    .bind(study)
    .bind(participant as i64)
    .bind(now())
    .execute(&mut **transaction)
    .await?;
    Ok(locked.rows_affected() == 1)
}

async fn is_answered(
    transaction: &mut Transaction,
    study: &str,
    participant: u64,
    step: &str,
) -> Result<bool, StoreError> {
    let row =
        sqlx::query("SELECT step FROM study_answers WHERE study = $1 AND participant = $2 AND step = $3")
            .bind(study)
            .bind(participant as i64)
            .bind(step)
            .fetch_optional(&mut **transaction)
            .await?;
    Ok(row.is_some())
}

async fn add_judgement(
    transaction: &mut Transaction,
    study: &str,
    judgement: &StoredJudgement,
    conflict: &'static str,
) -> Result<(), StoreError> {
    let statement = format!(
        "INSERT INTO study_judgements (study, participant, step, ply, verdict, note, filled, at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (study, participant, step, ply) {conflict}"
    );
    sqlx::query(sqlx::AssertSqlSafe(statement))
        .bind(study)
        .bind(judgement.participant as i64)
        .bind(&judgement.step)
        .bind(judgement.ply as i64)
        .bind(&judgement.verdict)
        .bind(&judgement.note)
        .bind(i64::from(judgement.filled))
        .bind(now())
        .execute(&mut **transaction)
        .await?;
    Ok(())
}

impl Store {
    /// Saves the answer to a step, unless there is one. `filled` are judgements of moves about which nothing
    /// was said, `group` is the group that the answer decides.
    ///
    /// # Errors
    /// The database refuses, or the disk is full: then nothing is saved.
    pub async fn answer(
        &self,
        study: &str,
        answer: &StoredAnswer,
        filled: &[StoredJudgement],
        group: Option<&str>,
        is_last: bool,
    ) -> Result<Given, StoreError> {
        let mut transaction = Transaction::begin(&self.pool).await?;
        if !lock_participant(&mut transaction, study, answer.participant).await? {
            return transaction.end(Given::Gone).await;
        }
        if is_answered(&mut transaction, study, answer.participant, &answer.step).await? {
            return transaction.end(Given::Already).await;
        }
        sqlx::query(
            "INSERT INTO study_answers (study, participant, step, value, millis, at, times)
             VALUES ($1, $2, $3, $4, $5, $6, $7)",
        )
        .bind(study)
        .bind(answer.participant as i64)
        .bind(&answer.step)
        .bind(&answer.value)
        .bind(answer.millis as i64)
        .bind(answer.at)
        .bind(&answer.times)
        .execute(&mut *transaction)
        .await?;
        for judgement in filled {
            add_judgement(&mut transaction, study, judgement, "DO NOTHING").await?;
        }
        if let Some(group) = group {
            sqlx::query("UPDATE participants SET group_id = $3 WHERE study = $1 AND number = $2")
                .bind(study)
                .bind(answer.participant as i64)
                .bind(group)
                .execute(&mut *transaction)
                .await?;
        }
        if is_last {
            sqlx::query(
                "UPDATE participants SET state = 'finished', ended = $3 WHERE study = $1 AND number = $2",
            )
            .bind(study)
            .bind(answer.participant as i64)
            .bind(answer.at)
            .execute(&mut *transaction)
            .await?;
        }
        transaction.commit().await?;
        Ok(Given::New)
    }

    /// Saves the judgement of a move; it can be changed as long as the step is not answered.
    ///
    /// # Errors
    /// The database refuses, or the disk is full: then nothing is saved.
    pub async fn judge_move(&self, study: &str, judgement: &StoredJudgement) -> Result<Given, StoreError> {
        let mut transaction = Transaction::begin(&self.pool).await?;
        if !lock_participant(&mut transaction, study, judgement.participant).await? {
            return transaction.end(Given::Gone).await;
        }
        if is_answered(&mut transaction, study, judgement.participant, &judgement.step).await? {
            return transaction.end(Given::Already).await;
        }
        let update = "DO UPDATE SET verdict = excluded.verdict, note = excluded.note, at = excluded.at";
        add_judgement(&mut transaction, study, judgement, update).await?;
        transaction.commit().await?;
        Ok(Given::New)
    }

    /// The table of a step: the one in `change`, unless there is one already; `None` if they do not take part
    /// any more.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn add_study_table(
        &self,
        study: &str,
        participant: u64,
        step: &str,
        change: TableChange,
    ) -> Result<Option<String>, StoreError> {
        let mut transaction = Transaction::begin(&self.pool).await?;
        if !lock_participant(&mut transaction, study, participant).await? {
            return transaction.end(None).await;
        }
        let there = sqlx::query(
            "SELECT table_id FROM study_tables WHERE study = $1 AND participant = $2 AND step = $3",
        )
        .bind(study)
        .bind(participant as i64)
        .bind(step)
        .fetch_optional(&mut *transaction)
        .await?;
        if let Some(row) = there {
            return transaction.end(Some(row.try_get("table_id")?)).await;
        }
        let id = change.table.id.clone();
        save_changes(&mut transaction, &[change], self.embedded).await?;
        sqlx::query("INSERT INTO study_tables (study, participant, step, table_id) VALUES ($1, $2, $3, $4)")
            .bind(study)
            .bind(participant as i64)
            .bind(step)
            .bind(&id)
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await?;
        Ok(Some(id))
    }

    /// The table of a step, if there is one.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn study_table(
        &self,
        study: &str,
        participant: u64,
        step: &str,
    ) -> Result<Option<String>, StoreError> {
        let row = sqlx::query(
            "SELECT table_id FROM study_tables WHERE study = $1 AND participant = $2 AND step = $3",
        )
        .bind(study)
        .bind(participant as i64)
        .bind(step)
        .fetch_optional(&self.pool)
        .await?;
        Ok(row.map(|row| row.try_get("table_id")).transpose()?)
    }

    /// The steps that a participant has answered, and how, as JSON.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn answered_steps(
        &self,
        study: &str,
        participant: u64,
    ) -> Result<Vec<(String, String)>, StoreError> {
        let rows = sqlx::query("SELECT step, value FROM study_answers WHERE study = $1 AND participant = $2")
            .bind(study)
            .bind(participant as i64)
            .fetch_all(&self.pool)
            .await?;
        let answered = |row: &AnyRow| Ok((row.try_get("step")?, row.try_get("value")?));
        Ok(rows.iter().map(answered).collect::<Result<_, sqlx::Error>>()?)
    }

    /// What a participant said of the moves of one game, by ply.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn judgements_of(
        &self,
        study: &str,
        participant: u64,
        step: &str,
    ) -> Result<Vec<StoredJudgement>, StoreError> {
        let rows = sqlx::query(
            "SELECT * FROM study_judgements WHERE study = $1 AND participant = $2 AND step = $3 ORDER BY ply",
        )
        .bind(study)
        .bind(participant as i64)
        .bind(step)
        .fetch_all(&self.pool)
        .await?;
        Ok(rows.iter().map(judgement_of).collect::<Result<_, _>>()?)
    }

    /// How much was given in a study.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn study_counts(&self, study: &str) -> Result<StudyCounts, StoreError> {
        let rows = sqlx::query(
            "SELECT participant, COUNT(*) AS answers FROM study_answers
             WHERE study = $1 GROUP BY participant",
        )
        .bind(study)
        .fetch_all(&self.pool)
        .await?;
        let mut counts = StudyCounts::default();
        for row in &rows {
            counts.answers.insert(unsigned(row, "participant")?, unsigned(row, "answers")?);
        }
        let row = sqlx::query(
            "SELECT (SELECT COUNT(*) FROM study_tables JOIN tables ON tables.id = study_tables.table_id
                     WHERE study = $1 AND phase = 'over') AS games,
                    (SELECT COUNT(*) FROM study_judgements WHERE study = $2) AS judgements",
        )
        .bind(study)
        .bind(study)
        .fetch_one(&self.pool)
        .await?;
        (counts.games, counts.judgements) = (unsigned(&row, "games")?, unsigned(&row, "judgements")?);
        Ok(counts)
    }

    /// All answers of a study, by participant in the order they came.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn study_answers(&self, study: &str) -> Result<Vec<StoredAnswer>, StoreError> {
        let rows = sqlx::query("SELECT * FROM study_answers WHERE study = $1 ORDER BY participant, at, step")
            .bind(study)
            .fetch_all(&self.pool)
            .await?;
        let answer = |row: &AnyRow| {
            Ok(StoredAnswer {
                participant: unsigned(row, "participant")?,
                step: row.try_get("step")?,
                value: row.try_get("value")?,
                millis: unsigned(row, "millis")?,
                times: row.try_get("times")?,
                at: row.try_get("at")?,
            })
        };
        Ok(rows.iter().map(answer).collect::<Result<_, sqlx::Error>>()?)
    }

    /// All judgements of moves of a study.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn study_judgements(&self, study: &str) -> Result<Vec<StoredJudgement>, StoreError> {
        let rows =
            sqlx::query("SELECT * FROM study_judgements WHERE study = $1 ORDER BY participant, step, ply")
                .bind(study)
                .fetch_all(&self.pool)
                .await?;
        Ok(rows.iter().map(judgement_of).collect::<Result<_, _>>()?)
    }

    /// All tables of a study.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn study_tables(&self, study: &str) -> Result<Vec<StudyTable>, StoreError> {
        let rows = sqlx::query(
            "SELECT participant, step, table_id FROM study_tables WHERE study = $1
             ORDER BY participant, step",
        )
        .bind(study)
        .fetch_all(&self.pool)
        .await?;
        let table = |row: &AnyRow| {
            Ok(StudyTable {
                participant: unsigned(row, "participant")?,
                step: row.try_get("step")?,
                table: row.try_get("table_id")?,
            })
        };
        Ok(rows.iter().map(table).collect::<Result<_, sqlx::Error>>()?)
    }

    /// All tags of a study.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn study_tags(&self, study: &str) -> Result<Vec<StoredTag>, StoreError> {
        let rows = sqlx::query(
            "SELECT participant, step, tag FROM study_tags WHERE study = $1 ORDER BY participant, step, tag",
        )
        .bind(study)
        .fetch_all(&self.pool)
        .await?;
        let tag = |row: &AnyRow| {
            Ok(StoredTag {
                participant: unsigned(row, "participant")?,
                step: row.try_get("step")?,
                tag: row.try_get("tag")?,
            })
        };
        Ok(rows.iter().map(tag).collect::<Result<_, sqlx::Error>>()?)
    }

    /// Gives a reason these tags and no others. `false` if there is no such answer.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn set_tags(
        &self,
        study: &str,
        participant: u64,
        step: &str,
        tags: &[String],
    ) -> Result<bool, StoreError> {
        let mut transaction = Transaction::begin(&self.pool).await?;
        sqlx::query("DELETE FROM study_tags WHERE study = $1 AND participant = $2 AND step = $3")
            .bind(study)
            .bind(participant as i64)
            .bind(step)
            .execute(&mut *transaction)
            .await?;
        if !is_answered(&mut transaction, study, participant, step).await? {
            return transaction.end(false).await;
        }
        for tag in tags {
            sqlx::query(
                "INSERT INTO study_tags (study, participant, step, tag) VALUES ($1, $2, $3, $4)
                 ON CONFLICT (study, participant, step, tag) DO NOTHING",
            )
            .bind(study)
            .bind(participant as i64)
            .bind(step)
            .bind(tag)
            .execute(&mut *transaction)
            .await?;
        }
        transaction.commit().await?;
        Ok(true)
    }
}

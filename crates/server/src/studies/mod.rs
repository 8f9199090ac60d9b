//! Studies as the server runs them: which step somebody is at, what of it they may see, and what has been
//! collected.
//!
//! | to find | look in |
//! |---|---|
//! | a study by its link or its id | this file |
//! | adding one, and its researcher's key | `keys.rs` |
//! | how far a participant is, and what they see | `steps.rs` |
//! | a record that is judged, without who played it | `records.rs` |
//! | how far a study is | `progress.rs` |
//! | everything that was given, for files and reports | `collection.rs` |
//! | reports that are being made | `reports.rs` |

pub(crate) mod collection;
pub(crate) mod keys;
pub(crate) mod progress;
pub(crate) mod records;
pub(crate) mod reports;
pub(crate) mod steps;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use store::{Store, StoredStudy};
use studies::Study;

use self::reports::Reports;
use crate::error::Refusal;
use crate::wire::Text;

/// A study, and what is known of it besides.
#[derive(Clone)]
pub(crate) struct Running {
    pub(crate) row: StoredStudy,
    pub(crate) study: Arc<Study>,
}

/// Studies that have been read, and reports on them.
#[derive(Default)]
pub(crate) struct Studies {
    /// By their hash.
    read: Mutex<HashMap<String, Arc<Study>>>,
    pub(crate) reports: Reports,
}

impl Studies {
    /// The study with this link.
    ///
    /// # Errors
    /// There is none.
    pub(crate) async fn by_link(&self, store: &Store, link: &str) -> Result<Running, Refusal> {
        let row = store.study_by_link(link).await?.ok_or_else(Refusal::no_such_study)?;
        self.running(store, row).await
    }

    /// The study with this id.
    ///
    /// # Errors
    /// There is none.
    pub(crate) async fn by_id(&self, store: &Store, id: &str) -> Result<Running, Refusal> {
        let row = store.study(id).await?.ok_or_else(Refusal::no_such_study)?;
        self.running(store, row).await
    }

    async fn running(&self, store: &Store, mut row: StoredStudy) -> Result<Running, Refusal> {
        let known = self.read.lock().unwrap_or_else(PoisonError::into_inner).get(&row.hash).map(Arc::clone);
        if let Some(study) = known {
            return Ok(Running { row, study });
        }
        let (bundle, hash) = store.study_bundle(&row.id).await?.ok_or_else(Refusal::no_such_study)?;
        let study = Study::from_bundle(&bundle).map_err(|faults| {
            let fault = faults.first().map(ToString::to_string).unwrap_or_default();
            tracing::error!(study = row.id, fault, "a study cannot be read");
            Refusal::internal()
        })?;
        let study = Arc::new(study);
        // It may have been replaced between the two questions.
        row.hash = hash;
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        read.insert(row.hash.clone(), Arc::clone(&study));
        Ok(Running { row, study })
    }
}

/// A text of a study as it goes over the wire.
pub(crate) fn text(text: &studies::Text) -> Text {
    Text::new(&text.en, &text.ja)
}

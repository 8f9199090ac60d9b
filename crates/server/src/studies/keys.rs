//! Adding a study, and its researcher's key.

use store::{NewStudy, Store, StoreError};
use studies::Study;

use crate::players::{hash_of, random_letters};

/// Letters of a study's link and of a researcher's key: 130 bits.
const SECRET_LETTERS: usize = 26;

/// A study that can be taken part in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prepared {
    /// The letters for participants, behind `/study/`.
    pub link: String,
    /// The researcher's key, if the study is new: it is told once.
    pub key: Option<String>,
}

fn secret() -> Result<String, StoreError> {
    random_letters(SECRET_LETTERS)
        .map_err(|_| StoreError::Refused("the system has no random numbers".to_owned()))
}

/// Adds a study; an existing one keeps its link and its key.
///
/// # Errors
/// Somebody has joined another version of it, or the store refuses.
pub async fn prepare(store: &Store, study: &Study) -> Result<Prepared, StoreError> {
    let key = secret()?;
    let new = NewStudy {
        id: study.id.clone(),
        link: secret()?,
        bundle: study.to_bundle(),
        hash: study.hash(),
        key_hash: hash_of(&key),
    };
    let added = store.add_study(&new).await?;
    Ok(Prepared { link: added.link, key: added.is_new.then_some(key) })
}

/// A new key for the researcher of a study; the old one, and every login with it, holds no more. `None` if
/// there is no such study.
///
/// # Errors
/// The store refuses.
pub async fn new_key(store: &Store, study: &str) -> Result<Option<String>, StoreError> {
    let key = secret()?;
    Ok(store.set_study_key(study, &hash_of(&key)).await?.then_some(key))
}

//! A folder beside the lab's store for finished parts of long work.

use std::path::PathBuf;

use anyhow::Result;
use lab::ResultCache;
use lab::reproduce::CacheKind;

use crate::files;
use crate::place;

/// One file per finished part.
pub(super) struct CacheFolder {
    path: PathBuf,
    extension: &'static str,
}

impl CacheFolder {
    /// The cache that belongs to the store at `place`.
    pub(super) fn beside_store(place: Option<&str>, kind: CacheKind) -> Result<CacheFolder> {
        let (name, extension) = match kind {
            CacheKind::Networks => ("networks", "gkn"),
            CacheKind::Series => ("series", "json"),
        };
        Ok(CacheFolder { path: place::beside_store(place, name)?, extension })
    }

    fn file(&self, name: &str) -> PathBuf {
        self.path.join(format!("{name}.{}", self.extension))
    }
}

impl ResultCache for CacheFolder {
    fn load(&self, name: &str) -> Result<Option<Vec<u8>>, String> {
        let path = self.file(name);
        if !path.exists() {
            return Ok(None);
        }
        files::read(&path).map(Some).map_err(|error| error.to_string())
    }

    fn save(&self, name: &str, bytes: &[u8]) -> Result<(), String> {
        files::write(&self.file(name), bytes).map_err(|error| error.to_string())
    }
}

//! Finished parts of long work, in a folder next to the lab's store.

use std::path::PathBuf;

use anyhow::Result;
use lab::Shelf;

use crate::files;
use crate::place;

/// A folder of finished parts.
pub(super) struct Folder {
    path: PathBuf,
    extension: &'static str,
}

impl Folder {
    /// The networks that belong to the store at `place`.
    pub(super) fn of_networks(place: Option<&str>) -> Result<Folder> {
        Ok(Folder { path: place::beside_store(place, "networks")?, extension: "gkn" })
    }

    /// The meetings that belong to the store at `place`.
    pub(super) fn of_meetings(place: Option<&str>) -> Result<Folder> {
        Ok(Folder { path: place::beside_store(place, "meetings")?, extension: "json" })
    }

    fn file(&self, name: &str) -> PathBuf {
        self.path.join(format!("{name}.{}", self.extension))
    }
}

impl Shelf for Folder {
    fn find(&self, name: &str) -> Result<Option<Vec<u8>>, String> {
        let path = self.file(name);
        if !path.exists() {
            return Ok(None);
        }
        files::read(&path).map(Some).map_err(|error| error.to_string())
    }

    fn keep(&self, name: &str, bytes: &[u8]) -> Result<(), String> {
        files::write(&self.file(name), bytes).map_err(|error| error.to_string())
    }
}

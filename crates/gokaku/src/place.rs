//! Where a person's data are stored.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use etcetera::BaseStrategy;
use store::Store;

/// File name of the lab's default store.
const LAB: &str = "lab.db";

/// The folder `name` that belongs to the store at `place`: next to it, if the store is a file.
pub(crate) fn beside_store(place: Option<&str>, name: &str) -> Result<PathBuf> {
    let file = place.filter(|place| !place.contains("://"));
    let folder = match file {
        Some(file) => Path::new(file).parent().unwrap_or(Path::new("")).to_owned(),
        None => data_folder("--store FILE")?,
    };
    Ok(folder.join(name))
}

/// The data folder; the error for a missing home folder asks for `instead`.
pub(crate) fn data_folder(instead: &str) -> Result<PathBuf> {
    let base = etcetera::choose_base_strategy()
        .with_context(|| format!("found no home folder, expected {instead}"))?;
    Ok(base.data_dir().join("gokaku"))
}

/// Opens the store at `place`, or the person's own.
pub(crate) async fn open_store(place: Option<&str>) -> Result<Store> {
    let place = match place {
        Some(place) => place.to_owned(),
        None => data_folder("--store FILE")?.join(LAB).to_string_lossy().into_owned(),
    };
    Ok(Store::open(&place).await?)
}

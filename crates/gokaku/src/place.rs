//! Where a person's data are stored.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use etcetera::BaseStrategy;
use queue::{Access, Queue};
use store::Store;

use crate::cli;

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

/// Connects to the queue, if there is to be one. Every worker has to reach the store too.
pub(crate) async fn open_queue(args: &cli::Queue, store: Option<&str>) -> Result<Option<Queue>> {
    let Some(url) = &args.url else { return Ok(None) };
    if !store.is_some_and(|store| store.contains("://")) {
        bail!("--queue: found a store that is a file, expected --store postgres://USER@HOST/NAME with it");
    }
    let certificate = args.certificate.clone().zip(args.key.clone());
    let access = Access { authorities: args.authorities.clone(), certificate };
    let name = format!("gokaku {}", std::process::id());
    Ok(Some(Queue::connect(url, &access, &name, say).await?))
}

/// A name that no other server or worker of a site has.
pub(crate) fn own_name() -> String {
    format!("{:016x}", rand::random::<u64>())
}

/// Tells whoever runs this command what it waits for.
pub(crate) fn say(what: &str) {
    anstream::eprintln!("gokaku: {what}");
}

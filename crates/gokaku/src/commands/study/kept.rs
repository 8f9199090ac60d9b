//! A study that was served: another key.

use std::io::Write;

use anyhow::{Result, anyhow};
use store::Store;

use crate::cli;
use crate::commands::lab::block_on;
use crate::commands::serve::store_in;
use crate::place;

async fn open(place: &cli::StudyPlace) -> Result<Store> {
    let data = match &place.data {
        Some(data) => data.clone(),
        None => place::data_folder("--data DIR")?,
    };
    let path = store_in(&data, place.store.as_deref());
    // Opening would make it: whoever has mistyped the folder should hear of it.
    if !path.contains("://") && !std::path::Path::new(&path).exists() {
        return Err(anyhow!("{path}: found no such file, expected the store of a study that was served"));
    }
    Ok(Store::open(&path).await?)
}

async fn no_such_study(store: &Store, id: &str) -> Result<anyhow::Error> {
    let known = store.study_ids().await?;
    let expected = if known.is_empty() { "one that was served".to_owned() } else { known.join(", ") };
    Ok(anyhow!("found study \"{id}\", expected one of: {expected}"))
}

pub(super) fn key(args: &cli::StudyKey) -> Result<()> {
    block_on(async {
        let store = open(&args.place).await?;
        let Some(key) = server::new_key(&store, &args.id).await? else {
            return Err(no_such_study(&store, &args.id).await?);
        };
        writeln!(anstream::stdout(), "Key, told only this once: {key}")?;
        store.close().await;
        Ok(())
    })
}

//! `gokaku backup` and `gokaku restore`.

use std::io::Write;
use std::path::Path;

use anyhow::{Result, bail};
use store::Store;

use super::serve::store_in;
use crate::runtime::block_on;
use crate::{cli, place};

pub(crate) fn back_up(args: &cli::Backup) -> Result<()> {
    let store = database(&args.place)?;
    if !store.contains("://") && !Path::new(&store).exists() {
        bail!("{store}: found no database, expected that of a server; --data says where it is");
    }
    let file = args.file.to_string_lossy();
    block_on(async {
        let opened = Store::open(&store).await?;
        opened.back_up(&file).await?;
        opened.close().await;
        Ok(())
    })?;
    Ok(writeln!(anstream::stdout(), "{file}: a copy of {}", store::without_password(&store))?)
}

pub(crate) fn restore(args: &cli::Restore) -> Result<()> {
    let store = database(&args.place)?;
    let file = args.file.to_string_lossy();
    block_on(async { Ok(store::restore(&file, &store).await?) })?;
    let mut out = anstream::stdout();
    writeln!(out, "{store} is again as in {file}")?;
    let before = format!("{store}.before");
    if Path::new(&before).exists() {
        writeln!(out, "what was there: {before}")?;
    }
    Ok(())
}

fn database(place: &cli::DataPlace) -> Result<String> {
    let data = match &place.data {
        Some(data) => data.clone(),
        None => place::data_folder("--data DIR")?,
    };
    Ok(store_in(&data, place.store.as_deref()))
}

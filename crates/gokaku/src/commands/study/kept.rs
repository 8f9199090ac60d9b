//! A study that was served: a new key, its data, its report.

use std::io::Write;

use anyhow::{Result, anyhow};
use indicatif::ProgressBar;
use store::Store;
use studies::{Study, StudyData};

use crate::cli;
use crate::commands::serve::store_in;
use crate::files;
use crate::place;
use crate::report_output;
use crate::runtime::block_on;

async fn open(place: &cli::StudyPlace) -> Result<Store> {
    let data = match &place.data {
        Some(data) => data.clone(),
        None => place::data_folder("--data DIR")?,
    };
    let path = store_in(&data, place.store.as_deref());
    // Opening would create it: a mistyped folder must be an error.
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

/// A served study and its collected data.
fn collected(args: &cli::StudyOutput) -> Result<(Study, StudyData)> {
    block_on(async {
        let store = open(&args.place).await?;
        let Some((bundle, _)) = store.study_bundle(&args.id).await? else {
            return Err(no_such_study(&store, &args.id).await?);
        };
        let study = Study::from_bundle(&bundle).map_err(|faults| {
            let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
            anyhow!("study {}: {}", args.id, faults.join("; "))
        })?;
        let collected = server::collect(&store, &study).await?;
        store.close().await;
        Ok((study, collected))
    })
}

pub(super) fn export(args: &cli::StudyOutput) -> Result<()> {
    let (study, collected) = collected(args)?;
    let mut out = anstream::stdout();
    for (name, text) in studies::export(&study, &collected) {
        let path = args.output.join(name);
        files::write(&path, text.as_bytes())?;
        writeln!(out, "{}", path.display())?;
    }
    Ok(())
}

pub(super) fn report(args: &cli::StudyReport) -> Result<()> {
    let (study, collected) = collected(&args.of)?;
    let bar = ProgressBar::new(0);
    let progress = |done: usize, of: usize| {
        bar.set_length(of as u64);
        bar.set_position(done as u64);
    };
    let judged = studies::judge_games(&study, &collected, args.analyst.as_deref(), &progress);
    bar.finish_and_clear();
    let judged = judged.map_err(|error| anyhow!("study {}: {error}", study.id))?;
    report_output::show(&studies::report(&study, &collected, &judged), &args.of.output, &study.id)
}

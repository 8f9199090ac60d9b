//! `gokaku study serve`: the web app with a study in it.

use std::io::Write;
use std::net::SocketAddr;

use anyhow::Result;
use store::Store;
use studies::{GroupBy, Study};

use super::source;
use crate::cli;
use crate::commands::serve;

pub(super) fn run(args: &cli::ServeStudy) -> Result<()> {
    let study = source::read(&args.study)?;
    serve::run_with(&args.serve, Some(&study))
}

/// Adds the study to the store and says where to find it; its key is told only when it is new.
pub(crate) async fn announce(
    out: &mut (impl Write + Send),
    store: &Store,
    study: &Study,
    address: SocketAddr,
) -> Result<()> {
    let prepared = server::prepare(store, study).await?;
    let link = format!("http://{address}/study/{}", prepared.link);
    let by_link = study.grouping.as_ref().filter(|grouping| grouping.by == GroupBy::Link);
    match by_link {
        None => writeln!(out, "Participants: {link}")?,
        Some(grouping) => {
            for group in &grouping.groups {
                writeln!(out, "Participants ({}): {link}?group={}", group.id, group.id)?;
            }
        }
    }
    writeln!(out, "Researcher: http://{address}/research/{}", study.id)?;
    if let Some(key) = prepared.key {
        writeln!(out, "Key, told only this once: {key}")?;
    }
    Ok(())
}

//! `gokaku report`

use anyhow::Result;
use lab::Evidence;

use super::judging;
use crate::plan_runs::{short_hash, stored_plan};
use crate::runtime::block_on;
use crate::{cli, place, report_output};

pub(crate) fn run(args: &cli::MakeReport) -> Result<()> {
    let (report, hash) = block_on(async {
        let store = place::open_store(args.store.as_deref()).await?;
        let stored = store.plan(args.plan.as_deref()).await?;
        let evidence = Evidence::load(&store, stored_plan(&stored)?, &stored.fingerprint).await?;
        let mut report = lab::run_report(&evidence)?;
        if let Some(analyst) = &args.analyst {
            let observer = args.observer.as_deref();
            let judgements = judging::judgements(&store, &evidence, analyst, observer, args.jobs).await?;
            lab::add_mistakes(&mut report, &evidence, &judgements);
        }
        store.close().await;
        Ok((report, stored.hash))
    })?;
    report_output::show(&report, &args.output, short_hash(&hash))
}

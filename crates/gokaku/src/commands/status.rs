//! `gokaku status`

use std::io::Write;

use anyhow::Result;

use crate::plan_runs::{short_hash, stored_plan};
use crate::runtime::block_on;
use crate::{cli, place};

pub(crate) fn run(args: &cli::Status) -> Result<()> {
    block_on(async {
        let store = place::open_store(args.store.as_deref()).await?;
        let mut out = anstream::stdout();
        let plans = store.plans().await?;
        if plans.is_empty() {
            writeln!(out, "{}: no plans", store.place())?;
        }
        for stored in plans {
            let plan = stored_plan(&stored)?;
            let count = store.count(&stored.hash).await?;
            let title = if plan.title.is_empty() { plan.opponents.join(", ") } else { plan.title.clone() };
            let percent = 100.0 * count as f64 / stored.games.max(1) as f64;
            writeln!(
                out,
                "{} {:<8} {count:>9} of {:>9} games {percent:>5.1}%  {title}",
                short_hash(&stored.hash),
                stored.game,
                stored.games
            )?;
            for run in store.runs(&stored.hash).await? {
                let seen = jiff::Timestamp::from_millisecond(run.seen).unwrap_or_default();
                writeln!(out, "             {} (version {}), last seen {seen:.0}", run.worker, run.version)?;
            }
        }
        Ok(())
    })
}

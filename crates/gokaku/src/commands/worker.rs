//! `gokaku worker`

use anyhow::Result;
use search::Stop;

use crate::plan_runs::{play_with_bar, stored_plan};
use crate::runtime::{block_on, stop_on_interrupt};
use crate::{cli, place};

pub(crate) fn run(args: &cli::Worker) -> Result<()> {
    block_on(async {
        let store = place::open_store(args.lab.store.as_deref()).await?;
        let stop = Stop::default();
        tokio::spawn(stop_on_interrupt(stop.clone()));
        lab::serve_plans(&store, args.once, &stop, async |stored| {
            let plan = stored_plan(stored)?;
            play_with_bar(&store, &plan, &stored.hash, &args.lab, &stop).await
        })
        .await?;
        store.close().await;
        Ok(())
    })
}

//! `gokaku worker`

use std::sync::Arc;

use anyhow::Result;
use games::with_game;
use lab::{Patience, Worker};
use search::Stop;
use store::StoredPlan;

use crate::plan_runs::{Places, play_what_is_there, stored_plan};
use crate::runtime::{block_on, stop_on_interrupt};
use crate::{cli, place};

pub(crate) fn run(args: &cli::Worker) -> Result<()> {
    // Whoever can write to the store could otherwise start what they like on this machine.
    protocols::allow_only(args.allowed.clone());
    block_on(async {
        let places = Places::open(&args.lab).await?;
        let stop = Stop::default();
        tokio::spawn(stop_on_interrupt(stop.clone()));
        let patience = Patience::new(stop.clone(), Arc::new(place::say));
        let worker = Worker {
            store: &places.store,
            queue: places.queue.as_ref(),
            once: args.once,
            stop: &stop,
            patience: &patience,
        };
        let may_play = |stored: &StoredPlan| can_be_played(stored).map_err(|error| format!("{error:#}"));
        lab::serve_plans(worker, may_play, async |stored| {
            let plan = stored_plan(stored)?;
            play_what_is_there(&places, &plan, &stored.hash, &args.lab, &stop).await
        })
        .await?;
        places.store.close().await;
        Ok(())
    })
}

/// Whether this machine has everything that a plan needs: its opponents, its programs, its files.
fn can_be_played(stored: &StoredPlan) -> Result<()> {
    let plan = stored_plan(stored)?;
    with_game!(plan.kind()?, G => plan.checked::<G>().map(drop)?);
    Ok(())
}

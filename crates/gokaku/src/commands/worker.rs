//! `gokaku worker`

use std::sync::Arc;

use anyhow::{Context, Result};
use games::with_game;
use lab::{Patience, Worker};
use search::Stop;
use server::{Server, Settings};
use store::StoredPlan;

use crate::plan_runs::{Places, play_what_is_there, stored_plan};
use crate::runtime::{block_on, cores, stop_on_interrupt};
use crate::{cli, place};

pub(crate) fn run(args: &cli::Worker) -> Result<()> {
    // Whoever can write to the store could otherwise start what they like on this machine.
    protocols::allow_only(args.allowed.clone());
    if args.serve {
        return block_on(think(args));
    }
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

/// Thinks for the servers of a site until it is interrupted.
async fn think(args: &cli::Worker) -> Result<()> {
    let places = Places::open(&args.lab).await?;
    let queue = places.queue.context("found no queue, expected --queue nats://HOST:PORT")?;
    let site = queue.site(&place::own_name()).await?;
    let threads = args.lab.jobs.map_or_else(cores, usize::from);
    let settings = Settings { engine_threads: threads, ..Settings::default() };
    let stop = Stop::default();
    let interrupted = stop_on_interrupt(stop);
    Server::work(places.store, settings, site, interrupted).await;
    Ok(())
}

/// Whether this machine has everything that a plan needs: its opponents, its programs, its files.
fn can_be_played(stored: &StoredPlan) -> Result<()> {
    let plan = stored_plan(stored)?;
    with_game!(plan.kind()?, G => plan.checked::<G>().map(drop)?);
    Ok(())
}

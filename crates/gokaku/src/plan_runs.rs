//! Playing plans with a progress bar: what `run`, `resume`, `worker`, `reproduce` and `train` share.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::{Context, Result};
use games::with_game;
use indicatif::{ProgressBar, ProgressStyle};
use lab::{Evidence, Plan, RunError, Work};
use search::Stop;
use store::{Store, StoredPlan};

use crate::cli;
use crate::error::Failed;
use crate::place;
use crate::runtime::{block_on, cores, stop_on_interrupt};

/// How often the bar is updated with the games of other workers.
const REFRESH: Duration = Duration::from_millis(500);

/// The plan that a store holds.
pub(crate) fn stored_plan(stored: &StoredPlan) -> Result<Plan> {
    stored.plan.parse().with_context(|| format!("plan {} of the store", short_hash(&stored.hash)))
}

/// The first characters of a hash, enough to identify a plan.
pub(crate) fn short_hash(hash: &str) -> &str {
    &hash[..hash.len().min(12)]
}

/// Plays a plan until it is done or stopped, with a progress bar.
pub(crate) async fn play_with_bar(
    store: &Store,
    plan: &Plan,
    hash: &str,
    args: &cli::Lab,
    stop: &Stop,
) -> Result<()> {
    let before = store.count(hash).await?;
    let bar = ProgressBar::new(plan.total()).with_style(ProgressStyle::with_template(
        "{wide_bar} {human_pos}/{human_len} games, {per_sec}, {eta} left",
    )?);
    bar.set_position(before);
    // Games played before say nothing about the speed of this run.
    bar.reset_eta();
    let played = Arc::new(AtomicU64::new(0));
    let watcher = tokio::spawn({
        let (bar, store, hash, played) = (bar.clone(), store.clone(), hash.to_owned(), Arc::clone(&played));
        async move {
            let mut seen = 0;
            loop {
                tokio::time::sleep(REFRESH).await;
                let own = played.load(Ordering::Relaxed);
                // Counting costs time in a large store; our own games suffice while we have some.
                if own > seen {
                    bar.set_position((before + own).max(bar.position()));
                } else if let Ok(count) = store.count(&hash).await {
                    bar.set_position(count);
                }
                seen = own;
            }
        }
    });
    let work = Work {
        worker: worker_name(),
        jobs: args.jobs.map_or_else(cores, usize::from),
        lease: Duration::from_millis(args.lease),
    };
    let worked = with_game!(plan.kind()?, G => lab::work::<G>(store, plan, &work, stop, &played).await);
    watcher.abort();
    bar.finish_and_clear();
    // A bad plan is bad input; everything else is a failure of this run.
    worked.map_err(|error| match error {
        RunError::Plan(_) => error.into(),
        _ => Failed(format!("{error}; resume with: gokaku resume --store {}", store.place())).into(),
    })
}

/// Plays the missing games of plans, unless they are taken `as_is`, and returns all games of the store.
pub(crate) fn played(plans: Vec<Plan>, args: &cli::Lab, as_is: bool) -> Result<Vec<Evidence>> {
    block_on(async {
        let store = place::open_store(args.store.as_deref()).await?;
        let stop = Stop::default();
        let listener = tokio::spawn(stop_on_interrupt(stop.clone()));
        let mut evidence: Vec<Evidence> = Vec::new();
        for plan in plans {
            let plan = with_game!(plan.kind()?, G => plan.checked::<G>()?);
            let hash = lab::enter(&store, &plan).await?;
            if !as_is && !stop.is_stopped() {
                play_with_bar(&store, &plan, &hash, args, &stop).await?;
            }
            evidence.push(Evidence::load(&store, plan).await?);
        }
        listener.abort();
        if stop.is_stopped() {
            let played: usize = evidence.iter().map(|evidence| evidence.games.len()).sum();
            let place = store.place();
            return Err(Failed(format!(
                "stopped with {played} games in {place}; run the same command again to resume"
            ))
            .into());
        }
        Ok(evidence)
    })
}

/// A name that no other worker has: machine, process and a random number.
fn worker_name() -> String {
    let machine = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let machine = if machine.trim().is_empty() { "machine" } else { machine.trim() };
    format!("{machine}:{}:{:08x}", process::id(), rand::random::<u32>())
}

//! Playing plans with a progress bar: what `run`, `resume`, `worker`, `reproduce` and `train` share.

use std::process;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::{Context, Result};
use games::with_game;
use indicatif::{ProgressBar, ProgressStyle};
use lab::{Done, Evidence, Patience, Plan, Progress, RunError, StoredOpponents, Work};
use queue::Queue;
use search::Stop;
use store::{Store, StoredPlan};
use tokio::task::JoinHandle;

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

/// Where games are stored, and where the chunks to be played come from.
pub(crate) struct Places {
    pub(crate) store: Store,
    pub(crate) queue: Option<Queue>,
}

impl Places {
    /// Opens both.
    pub(crate) async fn open(args: &cli::Lab) -> Result<Places> {
        // The database first: it is what everything ends in.
        let store = place::open_store(args.store.as_deref()).await?;
        let queue = place::open_queue(&args.queue, args.store.as_deref()).await?;
        Ok(Places { store, queue })
    }

    /// Publishes what is missing of a plan, if there is a queue; also what was given up.
    pub(crate) async fn publish(&self, plan: &Plan, args: &cli::Lab, stop: &Stop) -> Result<u64> {
        let Some(queue) = &self.queue else { return Ok(0) };
        let patience = Patience::new(stop.clone(), Arc::new(place::say));
        let lease = Duration::from_millis(args.lease);
        Ok(lab::publish_missing(&self.store, queue, plan, &patience, (lease, true)).await?)
    }
}

/// Plays a plan until it is done or stopped, with a progress bar.
pub(crate) async fn play_with_bar(
    places: &Places,
    plan: &Plan,
    hash: &str,
    args: &cli::Lab,
    stop: &Stop,
) -> Result<()> {
    places.publish(plan, args, stop).await?;
    // With a queue the rest may be in the hands of others.
    while !stop.is_stopped() {
        match play_what_is_there(places, plan, hash, args, stop).await? {
            Progress::Finished => break,
            Progress::Unfinished => {}
            Progress::GivenUp { chunks, reason } => {
                return Err(Failed(format!(
                    "{chunks} chunks of games were given up, the first because: {reason}"
                ))
                .into());
            }
        }
    }
    Ok(())
}

/// Plays what nobody else is at.
pub(crate) async fn play_what_is_there(
    places: &Places,
    plan: &Plan,
    hash: &str,
    args: &cli::Lab,
    stop: &Stop,
) -> Result<Progress> {
    let store = &places.store;
    let bar = ProgressBar::new(plan.total()).with_style(ProgressStyle::with_template(
        "{wide_bar} {human_pos}/{human_len} games, {per_sec}, {eta} left",
    )?);
    let done = Arc::new(Done::default());
    // Counting costs time in a large store: only if somebody is watching.
    let watcher = if bar.is_hidden() { None } else { Some(watch(&bar, store, hash, &done).await?) };
    let tell = {
        let bar = bar.clone();
        move |what: &str| bar.suspend(|| place::say(what))
    };
    let work = Work {
        worker: worker_name(),
        jobs: args.jobs.map_or_else(cores, usize::from),
        lease: Duration::from_millis(args.lease),
        queue: places.queue.clone(),
        tell: Arc::new(tell),
    };
    let worked = with_game!(plan.kind()?, G => lab::work::<G>(store, plan, &work, stop, &done).await);
    if let Some(watcher) = watcher {
        watcher.abort();
    }
    bar.finish_and_clear();
    // A bad plan is bad input; everything else is a failure of this run.
    worked.map_err(|error| match error {
        RunError::Plan(_) => error.into(),
        _ => Failed(format!("{error}; resume with: gokaku resume --store {}", store.place())).into(),
    })
}

/// Updates the bar with our own games and those of other workers.
async fn watch(bar: &ProgressBar, store: &Store, hash: &str, done: &Arc<Done>) -> Result<JoinHandle<()>> {
    let before = store.count(hash).await?;
    bar.set_position(before);
    // Games played before say nothing about the speed of this run.
    bar.reset_eta();
    let (bar, store, hash, done) = (bar.clone(), store.clone(), hash.to_owned(), Arc::clone(done));
    Ok(tokio::spawn(async move {
        let mut seen = 0;
        loop {
            tokio::time::sleep(REFRESH).await;
            let own = done.played.load(Ordering::Relaxed);
            // Our own games suffice while we have some.
            if own > seen {
                bar.set_position((before + own).max(bar.position()));
            } else if let Ok(count) = store.count(&hash).await {
                bar.set_position(count);
            }
            seen = own;
        }
    }))
}

/// Plays the missing games of plans and returns all their games, or only takes what is `stored`.
pub(crate) fn played(
    plans: Vec<Plan>,
    args: &cli::Lab,
    stored: Option<&StoredOpponents>,
) -> Result<Vec<Evidence>> {
    let checked = plans.into_iter().map(|plan| Ok(with_game!(plan.kind()?, G => plan.checked::<G>()?)));
    let plans = checked.collect::<Result<Vec<Plan>>>()?;
    block_on(async {
        let places = Places::open(args).await?;
        let store = &places.store;
        if let Some(stored) = stored {
            return Ok(stored.load(store, plans).await?);
        }
        let stop = Stop::default();
        let listener = tokio::spawn(stop_on_interrupt(stop.clone()));
        let mut evidence: Vec<Evidence> = Vec::new();
        for plan in plans {
            let hash = lab::enter(store, &plan).await?;
            if !stop.is_stopped() {
                play_with_bar(&places, &plan, &hash, args, &stop).await?;
            }
            let fingerprint = plan.fingerprint()?;
            evidence.push(Evidence::load(store, plan, fingerprint).await?);
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

/// Warns of stored games of opponents that are not this program's.
pub(crate) fn warn_of_old(stored: &StoredOpponents) {
    for (game, found, expected) in stored.old() {
        anstream::eprintln!(
            "gokaku: warning: the games of {game} are of opponents with fingerprint {found}; this program's \
             have {expected}"
        );
    }
}

/// A name that no other worker has: machine, process and a random number.
fn worker_name() -> String {
    let machine = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let machine = if machine.trim().is_empty() { "machine" } else { machine.trim() };
    format!("{machine}:{}:{:08x}", process::id(), rand::random::<u32>())
}

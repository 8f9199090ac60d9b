//! `gokaku status`

use std::io::Write;

use anyhow::Result;
use jiff::{SignedDuration, Timestamp};
use store::{Store, StoredPlan, StoredRun};

use crate::plan_runs::{short_hash, stored_plan};
use crate::runtime::block_on;
use crate::{cli, place};

/// A worker that reports every half minute is at work if it was heard of so recently, in milliseconds.
const AT_WORK: u64 = 90_000;

pub(crate) fn run(args: &cli::Status) -> Result<()> {
    block_on(async {
        let store = place::open_store(args.store.as_deref()).await?;
        let queue = place::open_queue(&args.queue, args.store.as_deref()).await?;
        let mut out = anstream::stdout();
        let plans = store.plans().await?;
        if plans.is_empty() {
            writeln!(out, "{}: no plans", store.place())?;
        }
        for stored in plans {
            let missing = show_plan(&mut out, &store, &stored).await?;
            let runs = store.runs(&stored.hash).await?;
            for run in &runs {
                show_run(&mut out, run)?;
            }
            if missing == 0 {
                continue;
            }
            let rate: f64 = runs.iter().filter(|run| run.silent < AT_WORK).map(games_per_second).sum();
            if let Some(end) = estimated_end(missing, rate) {
                writeln!(out, "             {rate:.1} games/s in all, about to end {end:.0}")?;
            }
            if let Some(queue) = &queue {
                let state = queue.state(&stored.hash).await?;
                let given_up = queue.given_up(&stored.hash).await?;
                writeln!(
                    out,
                    "             queue: {} chunks wait, {} taken ({} again), {} given up; {} workers idle",
                    state.waiting,
                    state.taken,
                    state.redelivered,
                    given_up.len(),
                    state.idle
                )?;
                for (chunk, reason) in given_up {
                    writeln!(out, "             games {chunk} given up: {reason}")?;
                }
            }
        }
        Ok(())
    })
}

/// Prints a line about a plan; returns how many of its games are missing.
async fn show_plan(out: &mut impl Write, store: &Store, stored: &StoredPlan) -> Result<u64> {
    let plan = stored_plan(stored)?;
    let count = store.count(&stored.hash).await?;
    let title = if plan.title.is_empty() { plan.opponents.join(", ") } else { plan.title.clone() };
    let percent = 100.0 * count as f64 / stored.games.max(1) as f64;
    writeln!(
        out,
        "{} {:<8} {count:>9} of {:>9} games {percent:>5.1}%  {:<12}  {title}",
        short_hash(&stored.hash),
        stored.game,
        stored.games,
        stored.fingerprint
    )?;
    Ok(stored.games.saturating_sub(count))
}

fn show_run(out: &mut impl Write, run: &StoredRun) -> Result<()> {
    let seen = Timestamp::from_millisecond(run.seen).unwrap_or_default();
    write!(out, "             {} (version {}), last seen {seen:.0}", run.worker, run.version)?;
    if run.played > 0 {
        write!(out, ", {} games, {:.1}/s", run.played, games_per_second(run))?;
    }
    if run.redelivered > 0 {
        write!(out, ", {} chunks after somebody else", run.redelivered)?;
    }
    Ok(writeln!(out)?)
}

fn games_per_second(run: &StoredRun) -> f64 {
    let millis = run.seen - run.began;
    if millis > 0 { run.played as f64 * 1000.0 / millis as f64 } else { 0.0 }
}

/// When the missing games will have been played at this rate.
fn estimated_end(missing: u64, rate: f64) -> Option<Timestamp> {
    let seconds = missing as f64 / rate;
    // Beyond a thousand years nobody waits for it.
    let wait = (seconds < 3e10).then(|| SignedDuration::from_secs_f64(seconds))?;
    Timestamp::now().checked_add(wait).ok()
}

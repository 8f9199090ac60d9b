//! `gokaku run`, `resume`, `worker`, `status` and `rate`: the lab.

use std::io::Write;
use std::path::Path;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use indicatif::{ProgressBar, ProgressStyle};
use lab::{Evidence, Plan, RunError, Work};
use search::Stop;
use store::{Store, StoredPlan};

use crate::cli;
use crate::error::Failed;
use crate::files;
use crate::game_files;
use crate::place;

use games::GameKind;
use games::with_game;

/// How often the bar is brought up to what others have played too.
const LOOK: Duration = Duration::from_millis(500);

/// How often a worker without work looks for a new plan.
const IDLE: Duration = Duration::from_secs(1);

/// Runs `future` with as many threads as there are cores.
pub(super) fn block_on<T>(future: impl Future<Output = Result<T>>) -> Result<T> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(future)
}

pub(crate) fn run(args: &cli::Run) -> Result<()> {
    let text = String::from_utf8(files::read(&args.plan)?).map_err(|_| {
        anyhow::anyhow!("{}: found bytes that are no text, expected UTF-8", args.plan.display())
    })?;
    let plan = read_plan(&text, &args.plan).with_context(|| args.plan.display().to_string())?;
    block_on(async {
        let store = place::open_store(args.lab.store.as_deref()).await?;
        lab::enter(&store, &plan).await?;
        follow(&store, &plan, &args.lab).await
    })
}

pub(crate) fn resume(args: &cli::Resume) -> Result<()> {
    block_on(async {
        let store = place::open_store(args.lab.store.as_deref()).await?;
        let plan = stored_plan(&store.plan(args.plan.as_deref()).await?)?;
        follow(&store, &plan, &args.lab).await
    })
}

/// The plan that a store holds.
pub(super) fn stored_plan(stored: &StoredPlan) -> Result<Plan> {
    stored.plan.parse().with_context(|| format!("plan {} of the store", short(&stored.hash)))
}

/// Enough of a hash to know it by.
pub(super) fn short(hash: &str) -> &str {
    &hash[..hash.len().min(12)]
}

/// The game that a plan names.
pub(super) fn game_of(plan: &Plan) -> Result<GameKind> {
    plan.game.parse().map_err(|error| anyhow::anyhow!("game: {error}"))
}

/// A plan with everything written out: names with all their options, openings with their moves.
fn read_plan(text: &str, path: &Path) -> Result<Plan> {
    let mut table: toml::Table = text.parse()?;
    let openings = match table.remove("openings-file") {
        Some(toml::Value::String(file)) => Some(path.parent().unwrap_or(Path::new("")).join(file)),
        Some(other) => bail!("openings-file: found {other}, expected the name of a file"),
        None => None,
    };
    let mut plan: Plan = table.to_string().parse()?;
    with_game!(game_of(&plan)?, G => {
        if let Some(file) = &openings {
            plan.openings = game_files::opening_moves::<G>(file)?;
        }
        Ok(plan.checked::<G>()?)
    })
}

/// Works on a plan with a bar, and tells what came of it.
async fn follow(store: &Store, plan: &Plan, args: &cli::Lab) -> Result<()> {
    let hash = plan.hash()?;
    let stop = Stop::default();
    let listener = tokio::spawn(stop_on_interrupt(stop.clone()));
    play_with_bar(store, plan, &hash, args, &stop).await?;
    listener.abort();
    let evidence = super::report::evidence(store, plan.clone()).await?;
    let results = evidence.results();
    let mut out = anstream::stdout();
    write!(out, "{}", super::results::text(&evidence, &results))?;
    if results.played < results.total {
        writeln!(out, "stopped; go on with: gokaku resume {} --store {}", short(&hash), store.place())?;
    } else {
        writeln!(
            out,
            "plan {}; report: gokaku report {} --store {}",
            short(&hash),
            short(&hash),
            store.place()
        )?;
    }
    store.close().await;
    Ok(())
}

/// Works on a plan until it is done or stopped, showing how far it is.
pub(super) async fn play_with_bar(
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
    // What was there before says nothing about how fast it goes.
    bar.reset_eta();
    let played = Arc::new(AtomicU64::new(0));
    let watcher = tokio::spawn({
        let (bar, store, hash, played) = (bar.clone(), store.clone(), hash.to_owned(), Arc::clone(&played));
        async move {
            let mut seen = 0;
            loop {
                tokio::time::sleep(LOOK).await;
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
    let worked = with_game!(game_of(plan)?, G => lab::work::<G>(store, plan, &work, stop, &played).await);
    watcher.abort();
    bar.finish_and_clear();
    // A plan that cannot be followed is bad input; all else happened on the way.
    worked.map_err(|error| match error {
        RunError::Plan(_) => error.into(),
        _ => Failed(format!("{error}; go on with: gokaku resume --store {}", store.place())).into(),
    })
}

/// Plays what is missing of plans, one after the other, unless the games are to be taken `as_is`, and gives all that the store then
/// has of them.
pub(super) fn played(plans: Vec<Plan>, args: &cli::Lab, as_is: bool) -> Result<Vec<Evidence>> {
    block_on(async {
        let store = place::open_store(args.store.as_deref()).await?;
        let stop = Stop::default();
        let listener = tokio::spawn(stop_on_interrupt(stop.clone()));
        let mut evidence: Vec<Evidence> = Vec::new();
        for plan in plans {
            let plan = with_game!(game_of(&plan)?, G => plan.checked::<G>()?);
            let hash = lab::enter(&store, &plan).await?;
            if !as_is && !stop.is_stopped() {
                play_with_bar(&store, &plan, &hash, args, &stop).await?;
            }
            evidence.push(super::report::evidence(&store, plan).await?);
        }
        listener.abort();
        if stop.is_stopped() {
            let played: usize = evidence.iter().map(|evidence| evidence.games.len()).sum();
            let place = store.place();
            return Err(
                Failed(format!("stopped with {played} games in {place}; the same command goes on")).into()
            );
        }
        Ok(evidence)
    })
}

/// Raises the flag at Ctrl-C or when the system asks for an end; the games in hand are finished.
pub(super) async fn stop_on_interrupt(stop: Stop) {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = interrupt => {}
                _ = terminate.recv() => {}
            }
            stop.stop();
            return;
        }
    }
    let _ = interrupt.await;
    stop.stop();
}

pub(super) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// A name that no other worker has: the machine, the process, and a number drawn by lot.
fn worker_name() -> String {
    let machine = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let machine = if machine.trim().is_empty() { "machine" } else { machine.trim() };
    format!("{machine}:{}:{:08x}", process::id(), rand::random::<u32>())
}

pub(crate) fn worker(args: &cli::Worker) -> Result<()> {
    block_on(async {
        let store = place::open_store(args.lab.store.as_deref()).await?;
        let stop = Stop::default();
        tokio::spawn(stop_on_interrupt(stop.clone()));
        while !stop.is_stopped() {
            let mut idle = true;
            for stored in store.plans().await? {
                if stop.is_stopped() || store.count(&stored.hash).await? >= stored.games {
                    continue;
                }
                idle = false;
                let plan = stored_plan(&stored)?;
                play_with_bar(&store, &plan, &stored.hash, &args.lab, &stop).await?;
            }
            if idle && args.once {
                break;
            }
            if idle {
                tokio::time::sleep(IDLE).await;
            }
        }
        store.close().await;
        Ok(())
    })
}

pub(crate) fn status(args: &cli::Status) -> Result<()> {
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
                short(&stored.hash),
                stored.game,
                stored.games
            )?;
            for run in store.runs(&stored.hash).await? {
                let seen = jiff::Timestamp::from_millisecond(run.seen).unwrap_or_default();
                writeln!(
                    out,
                    "             {} (version {}), last heard of {seen:.0}",
                    run.worker, run.version
                )?;
            }
        }
        Ok(())
    })
}

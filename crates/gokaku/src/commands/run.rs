//! `gokaku run` and `gokaku resume`.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, bail};
use games::with_game;
use lab::{Evidence, Plan};
use search::Stop;
use store::Store;

use crate::plan_runs::{Places, play_with_bar, short_hash, stored_plan};
use crate::runtime::{block_on, stop_on_interrupt};
use crate::{cli, files, game_files};

pub(crate) fn run(args: &cli::Run) -> Result<()> {
    let text = String::from_utf8(files::read(&args.plan)?).map_err(|_| {
        anyhow::anyhow!("{}: found bytes that are no text, expected UTF-8", args.plan.display())
    })?;
    let plan = read_plan(&text, &args.plan).with_context(|| args.plan.display().to_string())?;
    block_on(async {
        let places = Places::open(&args.lab).await?;
        let hash = lab::enter(&places.store, &plan).await?;
        say_not_reused(&places.store, &plan, &hash).await?;
        if args.detach {
            return publish(&places, &plan, &hash, &args.lab).await;
        }
        follow(&places, &plan, &args.lab).await
    })
}

pub(crate) fn resume(args: &cli::Resume) -> Result<()> {
    block_on(async {
        let places = Places::open(&args.lab).await?;
        let stored = places.store.plan(args.plan.as_deref()).await?;
        lab::is_ours(&stored)?;
        let plan = stored_plan(&stored)?;
        follow(&places, &plan, &args.lab).await
    })
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
    with_game!(plan.kind()?, G => {
        if let Some(file) = &openings {
            plan.openings = game_files::opening_moves::<G>(file)?;
        }
        Ok(plan.checked::<G>()?)
    })
}

/// Says of games of the same plan by opponents of other fingerprints that they are not reused.
async fn say_not_reused(store: &Store, plan: &Plan, hash: &str) -> Result<()> {
    let text = plan.text()?;
    for other in store.plans().await?.iter().filter(|other| other.plan == text && other.hash != hash) {
        anstream::eprintln!(
            "gokaku: {} games of this plan, {}, are of opponents with fingerprint {}; they are not reused",
            store.count(&other.hash).await?,
            short_hash(&other.hash),
            other.fingerprint
        );
    }
    Ok(())
}

/// Puts a plan into the queue and leaves it to the workers.
async fn publish(places: &Places, plan: &Plan, hash: &str, args: &cli::Lab) -> Result<()> {
    let chunks = places.publish(plan, args, &Stop::default()).await?;
    let (hash, store) = (short_hash(hash), places.store.place());
    writeln!(
        anstream::stdout(),
        "plan {hash}: {chunks} chunks published; how far it is: gokaku status --store {store}"
    )?;
    Ok(())
}

/// Plays a plan and prints its results.
async fn follow(places: &Places, plan: &Plan, args: &cli::Lab) -> Result<()> {
    let store = &places.store;
    let fingerprint = plan.fingerprint()?;
    let hash = plan.hash(fingerprint)?;
    let stop = Stop::default();
    let listener = tokio::spawn(stop_on_interrupt(stop.clone()));
    play_with_bar(places, plan, &hash, args, &stop).await?;
    listener.abort();
    let evidence = Evidence::load(store, plan.clone(), fingerprint).await?;
    let results = evidence.results();
    let mut out = anstream::stdout();
    write!(out, "{}", super::results::text(&evidence, &results))?;
    if results.played < results.total {
        writeln!(out, "stopped; resume with: gokaku resume {} --store {}", short_hash(&hash), store.place())?;
    } else {
        writeln!(
            out,
            "plan {}; report: gokaku report {} --store {}",
            short_hash(&hash),
            short_hash(&hash),
            store.place()
        )?;
    }
    store.close().await;
    Ok(())
}

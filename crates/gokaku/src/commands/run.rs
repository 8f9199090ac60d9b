//! `gokaku run` and `gokaku resume`.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, bail};
use games::with_game;
use lab::{Evidence, Plan};
use search::Stop;
use store::Store;

use crate::plan_runs::{play_with_bar, short_hash, stored_plan};
use crate::runtime::{block_on, stop_on_interrupt};
use crate::{cli, files, game_files, place};

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

/// Plays a plan and prints its results.
async fn follow(store: &Store, plan: &Plan, args: &cli::Lab) -> Result<()> {
    let hash = plan.hash()?;
    let stop = Stop::default();
    let listener = tokio::spawn(stop_on_interrupt(stop.clone()));
    play_with_bar(store, plan, &hash, args, &stop).await?;
    listener.abort();
    let evidence = Evidence::load(store, plan.clone()).await?;
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

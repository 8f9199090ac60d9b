//! Judging the games of a plan, for `gokaku report --analyst` and experiments that ask analysts.

use std::sync::Arc;

use anyhow::Result;
use indicatif::{ProgressBar, ProgressStyle};
use lab::{Evidence, Judgements, Plan, RunError};
use search::Stop;
use store::Store;

use super::analyse::analyst;
use crate::error::Failed;
use crate::runtime::{cores, stop_on_interrupt};
use games::with_game;

/// What an analyst and an observer say of the games, after judging what is missing, `jobs` games at a time.
pub(super) async fn judgements(
    store: &Store,
    evidence: &Evidence,
    analyst: &str,
    observer: Option<&str>,
    jobs: Option<u16>,
) -> Result<Judgements> {
    let plan = &evidence.plan;
    let analyst = full_name(plan, analyst)?;
    let observer = observer.map(|observer| full_name(plan, observer)).transpose()?;
    let stop = Stop::default();
    let listener = tokio::spawn(stop_on_interrupt(stop.clone()));
    for name in std::iter::once(&analyst).chain(&observer) {
        judge_with_bar(store, evidence, name, jobs.map_or_else(cores, usize::from), &stop).await?;
    }
    listener.abort();
    if stop.is_stopped() {
        let stopped =
            "stopped before all games were judged; what is judged is kept, and the same command goes on";
        return Err(Failed(stopped.to_owned()).into());
    }
    Ok(Judgements::of(store, evidence, &analyst, observer.as_deref()).await?)
}

/// The name of an analyst of the plan's game, with all options.
fn full_name(plan: &Plan, name: &str) -> Result<String> {
    with_game!(plan.kind()?, G => Ok(analyst::<G>(Some(name), plan.seed)?.1))
}

/// Judges what is missing, showing how far it is.
async fn judge_with_bar(
    store: &Store,
    evidence: &Evidence,
    analyst: &str,
    jobs: usize,
    stop: &Stop,
) -> Result<()> {
    let Evidence { plan, games, .. } = evidence;
    let kept = store.analysed(&evidence.hash()?, analyst).await?.len() as u64;
    let bar = ProgressBar::new(lab::distinct_games(plan, games).len() as u64)
        .with_style(ProgressStyle::with_template(
            "{wide_bar} {human_pos}/{human_len} games judged by {msg}, {per_sec}, {eta} left",
        )?)
        .with_message(analyst.split(':').next().unwrap_or_default().to_owned());
    bar.set_position(kept);
    // Judgements made before say nothing about the speed of this run.
    bar.reset_eta();
    let counted = bar.clone();
    let done: Arc<dyn Fn(u64) + Send + Sync> = Arc::new(move |judged| counted.inc(judged));
    let judged = with_game!(plan.kind()?, G => {
        lab::judge_missing::<G>(store, evidence, analyst, jobs, stop, &done).await
    });
    bar.finish_and_clear();
    judged.map_err(|error| match error {
        RunError::Plan(_) | RunError::Name(_) | RunError::OtherOpponents { .. } => error.into(),
        _ => Failed(format!("{error}; what is judged is kept, and the same command goes on")).into(),
    })
}

//! `gokaku reproduce`

use std::io::Write;
use std::time::Instant;

use anyhow::{Result, bail};
use indicatif::ProgressBar;
use lab::reproduce::{EXPERIMENTS, Experiment, Way};
use lab::{Evidence, Report};
use search::Stop;

use super::lab::{block_on, game_of, play_with_bar, stop_on_interrupt};
use super::report;
use crate::cli;
use crate::error::Failed;
use crate::place;
use crate::table::with_game;

pub(crate) fn run(args: &cli::Reproduce) -> Result<()> {
    let mut out = anstream::stdout();
    let Some(id) = args.id.as_deref() else {
        for experiment in EXPERIMENTS {
            writeln!(out, "{:<14} {}", experiment.id, experiment.about)?;
        }
        return Ok(());
    };
    let Some(experiment) = EXPERIMENTS.iter().find(|experiment| experiment.id == id) else {
        let known: Vec<_> = EXPERIMENTS.iter().map(|experiment| experiment.id).collect();
        bail!("found experiment \"{id}\", expected one of: {}", known.join(", "));
    };
    let scale = if args.quick { experiment.quick } else { args.scale };
    let begun = Instant::now();
    let made = make(experiment, scale, args)?;
    report::show(&made, &args.output, id)?;
    writeln!(out, "scale {scale}, seed {}, {:.0} s", args.seed, begun.elapsed().as_secs_f64())?;
    Ok(())
}

fn make(experiment: &Experiment, scale: f64, args: &cli::Reproduce) -> Result<Report> {
    match experiment.way {
        Way::Computed { steps, run } => {
            let bar = ProgressBar::new(steps(scale));
            let made = run(scale, args.seed, &|| bar.inc(1));
            bar.finish_and_clear();
            Ok(made?)
        }
        Way::Games { plans, report } => {
            let evidence = block_on(async {
                let store = place::open_store(args.lab.store.as_deref()).await?;
                let stop = Stop::default();
                let listener = tokio::spawn(stop_on_interrupt(stop.clone()));
                let mut evidence: Vec<Evidence> = Vec::new();
                for plan in plans(scale, args.seed) {
                    let plan = with_game!(game_of(&plan)?, G => plan.checked::<G>()?);
                    let hash = lab::enter(&store, &plan).await?;
                    if !stop.is_stopped() {
                        play_with_bar(&store, &plan, &hash, &args.lab, &stop).await?;
                    }
                    evidence.push(report::evidence(&store, plan).await?);
                }
                listener.abort();
                if stop.is_stopped() {
                    let played: usize = evidence.iter().map(|evidence| evidence.games.len()).sum();
                    let place = store.place();
                    return Err(Failed(format!(
                        "stopped with {played} games in {place}; the same command goes on"
                    ))
                    .into());
                }
                Ok(evidence)
            })?;
            Ok(report(&evidence)?)
        }
    }
}

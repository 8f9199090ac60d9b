//! `gokaku reproduce`

use std::io::Write;
use std::time::Instant;

use anyhow::{Result, bail};
use indicatif::{ProgressBar, ProgressStyle};
use lab::reproduce::{EXPERIMENTS, Experiment, Way, Workshop};
use report::Report;

use super::folder::Folder;
use super::judging;
use crate::cli;
use crate::plan_runs::played;
use crate::report_output;

pub(crate) fn run(args: &cli::Reproduce) -> Result<()> {
    let mut out = anstream::stdout();
    let Some(id) = args.id.as_deref() else {
        for experiment in EXPERIMENTS {
            writeln!(out, "{:<17} {}", experiment.id, experiment.about)?;
        }
        return Ok(());
    };
    let Some(experiment) = EXPERIMENTS.iter().find(|experiment| experiment.id == id) else {
        let known: Vec<_> = EXPERIMENTS.iter().map(|experiment| experiment.id).collect();
        bail!("found experiment \"{id}\", expected one of: {}", known.join(", "));
    };
    if let Some(jobs) = args.lab.jobs {
        rayon::ThreadPoolBuilder::new().num_threads(usize::from(jobs)).build_global()?;
    }
    let scale = if args.quick { experiment.quick } else { args.scale };
    let begun = Instant::now();
    let made = make(experiment, scale, args)?;
    report_output::show(&made, &args.output, id)?;
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
        Way::Met { steps, run } => {
            let shelf = Folder::of_meetings(args.lab.store.as_deref())?;
            let bar = ProgressBar::new(steps(scale))
                .with_style(ProgressStyle::with_template("{wide_bar} {pos}/{len} meetings, {eta} left")?);
            let made = run(scale, args.seed, &shelf, &|| bar.inc(1));
            bar.finish_and_clear();
            Ok(made?)
        }
        Way::Games { plans, report } => {
            let evidence = played(plans(scale, args.seed), &args.lab, args.as_is)?;
            Ok(report(&evidence)?)
        }
        Way::Judged { inquiries, report } => {
            let inquiries = inquiries(scale, args.seed);
            let plans = inquiries.iter().map(|inquiry| inquiry.plan.clone()).collect();
            let evidence = played(plans, &args.lab, args.as_is)?;
            Ok(report(&evidence, &judging::of_inquiries(&inquiries, &evidence, &args.lab)?)?)
        }
        Way::Learned { plans, networks, report } => {
            let evidence = played(plans(scale, args.seed), &args.lab, args.as_is)?;
            let shelf = Folder::of_networks(args.lab.store.as_deref())?;
            let bar = ProgressBar::new(networks(scale))
                .with_style(ProgressStyle::with_template("{wide_bar} {pos}/{len} networks, {eta} left")?);
            let workshop = Workshop { shelf: &shelf, scale, seed: args.seed, ready: &|| bar.inc(1) };
            let made = report(&evidence, &workshop);
            bar.finish_and_clear();
            Ok(made?)
        }
    }
}

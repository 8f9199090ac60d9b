//! `gokaku reproduce`

use std::io::Write;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use anyhow::{Context as _, Result, bail};
use indicatif::{ProgressBar, ProgressStyle};
use lab::reproduce::{CacheKind, Context, EXPERIMENTS, Experiment, Runner};
use lab::{Evidence, Judgements, Plan, ResultCache};
use report::{Origin, Report};

use super::cache_folder::CacheFolder;
use super::judging;
use crate::plan_runs::played;
use crate::runtime::block_on;
use crate::{cli, place, report_output};

pub(crate) fn run(args: &cli::Reproduce) -> Result<()> {
    let mut out = anstream::stdout();
    if let Some(folder) = &args.table {
        write!(out, "{}", verdict_table(folder)?)?;
        return Ok(());
    }
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
    let runner = TerminalRunner { args, bar: Mutex::new(ProgressBar::hidden()) };
    let made = (experiment.run)(&Context { scale, seed: args.seed, runner: &runner });
    runner.bar().finish_and_clear();
    let command = format!("gokaku reproduce {id} --scale {scale} --seed {}", args.seed);
    let origin = Origin { commit: option_env!("GOKAKU_COMMIT").map(str::to_owned), command };
    let made = Report { origin: Some(origin), ..made? };
    report_output::show(&made, &args.output, id)?;
    writeln!(out, "scale {scale}, seed {}, {:.0} s", args.seed, begun.elapsed().as_secs_f64())?;
    Ok(())
}

/// A Markdown table of the verdicts beside the reports in `folder`, in the order of the experiments.
fn verdict_table(folder: &Path) -> Result<String> {
    let mut table = "| report | finding | paper | ours | verdict |\n|---|---|---|---|---|\n".to_owned();
    for Experiment { id, .. } in EXPERIMENTS {
        let path = folder.join(format!("{id}-verdict.csv"));
        if !path.exists() {
            continue;
        }
        let mut reader = csv::Reader::from_path(&path)?;
        let row =
            reader.records().next().with_context(|| format!("{}: expected a row", path.display()))??;
        let cells: Vec<String> = row.iter().take(4).map(|cell| cell.replace('|', "\\|")).collect();
        table += &format!("| [{id}]({id}.html) | {} |\n", cells.join(" | "));
    }
    Ok(table)
}

/// Plays and judges through the lab's store, caches beside it, and shows bars.
struct TerminalRunner<'a> {
    args: &'a cli::Reproduce,
    bar: Mutex<ProgressBar>,
}

impl TerminalRunner<'_> {
    fn bar(&self) -> MutexGuard<'_, ProgressBar> {
        self.bar.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Runner for TerminalRunner<'_> {
    fn games(&self, plans: Vec<Plan>) -> Result<Vec<Evidence>> {
        played(plans, &self.args.lab, self.args.as_is)
    }

    fn judgements(&self, evidence: &Evidence, analyst: &str, observer: Option<&str>) -> Result<Judgements> {
        block_on(async {
            let store = place::open_store(self.args.lab.store.as_deref()).await?;
            let judged = judging::judgements(&store, evidence, analyst, observer, self.args.lab.jobs).await?;
            store.close().await;
            Ok(judged)
        })
    }

    fn cache(&self, kind: CacheKind) -> Result<Box<dyn ResultCache + Sync + '_>> {
        Ok(Box::new(CacheFolder::beside_store(self.args.lab.store.as_deref(), kind)?))
    }

    fn expect_steps(&self, steps: u64, unit: &'static str) {
        let template = format!("{{wide_bar}} {{pos}}/{{len}} {unit}, {{eta}} left");
        let style = ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar());
        *self.bar() = ProgressBar::new(steps).with_style(style);
    }

    fn step(&self) {
        self.bar().inc(1);
    }
}

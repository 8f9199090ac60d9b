//! `gokaku reproduce`

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context as _, Result, bail};
use lab::reproduce::{Context, EXPERIMENTS, Experiment};
use report::{Origin, Report};

use super::people_games;
use super::terminal_runner::{self, TerminalRunner};
use crate::{cli, report_output, version};

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
    terminal_runner::use_threads(args.lab.jobs)?;
    let scale = if args.quick { experiment.quick } else { args.scale };
    let begun = Instant::now();
    let people = match (&args.wthor[..], &args.player_ratings) {
        ([], _) => None,
        (folders, Some(ratings)) => Some(people_games::read(folders, ratings)?),
        (_, None) => bail!("found games of people without ratings, expected --player-ratings FILE as well"),
    };
    let runner = TerminalRunner::new(&args.lab, args.as_is);
    let made =
        (experiment.run)(&Context { scale, seed: args.seed, people: people.as_deref(), runner: &runner });
    runner.finish();
    let command = format!("gokaku reproduce {id} --scale {scale} --seed {}", args.seed);
    let commit = version::COMMIT.map(str::to_owned);
    let origin = Origin { commit, command, fingerprints: version::fingerprints() };
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

//! `gokaku reproduce`

use std::io::Write;
use std::time::Instant;

use anyhow::{Result, bail};
use indicatif::ProgressBar;
use lab::reproduce::{EXPERIMENTS, kalah_table1};

use crate::cli;

pub(crate) fn run(args: &cli::Reproduce) -> Result<()> {
    let mut out = anstream::stdout();
    match args.id.as_deref() {
        None => {
            for experiment in EXPERIMENTS {
                writeln!(out, "{:<14} {}", experiment.id, experiment.about)?;
            }
        }
        Some("kalah-table1") => {
            let games = (kalah_table1::PAPER_GAMES as f64 * args.scale).ceil().max(1.0) as u64;
            let begun = Instant::now();
            let bar = ProgressBar::new(kalah_table1::CELLS);
            let table = kalah_table1::run(games, args.seed, &|| bar.inc(1))?;
            bar.finish_and_clear();
            writeln!(out, "{table}")?;
            writeln!(
                out,
                "{games} games a cell, seed {}, {:.0} s",
                args.seed,
                begun.elapsed().as_secs_f64()
            )?;
        }
        Some(id) => {
            let known: Vec<_> = EXPERIMENTS.iter().map(|experiment| experiment.id).collect();
            bail!("found experiment \"{id}\", expected one of: {}", known.join(", "));
        }
    }
    Ok(())
}

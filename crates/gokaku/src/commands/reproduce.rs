//! `gokaku reproduce`

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use indicatif::ProgressBar;
use lab::plot::Figure;
use lab::reproduce::{EXPERIMENTS, kalah_table1, othello_fig9};

use crate::cli;
use crate::files;

pub(crate) fn run(args: &cli::Reproduce) -> Result<()> {
    let mut out = anstream::stdout();
    let Some(id) = args.id.as_deref() else {
        for experiment in EXPERIMENTS {
            writeln!(out, "{:<14} {}", experiment.id, experiment.about)?;
        }
        return Ok(());
    };
    let begun = Instant::now();
    let amount = |full: u64| (full as f64 * args.scale).ceil().max(1.0) as u64;
    let seed = args.seed;
    match id {
        "kalah-table1" => {
            let games = amount(kalah_table1::PAPER_GAMES);
            let bar = ProgressBar::new(kalah_table1::CELLS);
            let table = kalah_table1::run(games, seed, &|| bar.inc(1))?;
            bar.finish_and_clear();
            writeln!(out, "{table}")?;
            writeln!(out, "{games} games a cell")?;
        }
        "othello-fig9" => {
            let boards = amount(othello_fig9::BOARDS);
            let bar = ProgressBar::new(boards);
            let nodes = othello_fig9::run(boards, othello_fig9::DEPTH, seed, &|| bar.inc(1));
            bar.finish_and_clear();
            writeln!(out, "{nodes}")?;
            let path = draw(&nodes.figure(), &args.output, id)?;
            writeln!(out, "figure: {path}")?;
        }
        _ => {
            let known: Vec<_> = EXPERIMENTS.iter().map(|experiment| experiment.id).collect();
            bail!("found experiment \"{id}\", expected one of: {}", known.join(", "));
        }
    }
    writeln!(out, "seed {seed}, {:.0} s", begun.elapsed().as_secs_f64())?;
    Ok(())
}

/// Writes a figure into the folder and says where.
fn draw(figure: &Figure, folder: &Path, id: &str) -> Result<String> {
    std::fs::create_dir_all(folder).with_context(|| format!("{}: expected a folder", folder.display()))?;
    let path = folder.join(format!("{id}.svg"));
    files::write(&path, figure.svg()?.as_bytes())?;
    Ok(path.display().to_string())
}

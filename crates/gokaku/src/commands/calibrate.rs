//! `gokaku calibrate`

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Result, ensure};
use games::with_game;
use lab::calibrate::{CalibrationFile, calibrate};
use lab::reproduce::Context;

use super::terminal_runner::{self, TerminalRunner};
use crate::{cli, files};

pub(crate) fn run(args: &cli::Calibrate) -> Result<()> {
    let output = match &args.output {
        Some(file) => file.clone(),
        None => usual_output(args)?,
    };
    terminal_runner::use_threads(args.lab.jobs)?;
    let begun = Instant::now();
    let runner = TerminalRunner::new(&args.lab, false);
    let command = format!("gokaku calibrate {} --scale {} --seed {}", args.game, args.scale, args.seed);
    let context = Context { scale: args.scale, seed: args.seed, people: None, runner: &runner };
    let made = with_game!(args.game, G => calibrate::<G>(&context, &command));
    runner.finish();
    let made = made?;
    files::write(&output, CalibrationFile(&made).to_string().as_bytes())?;
    let mut out = anstream::stdout();
    writeln!(out, "{}", output.display())?;
    let players = &made.players;
    for measured in players {
        writeln!(
            out,
            "{:>6} ({} to {})  {}",
            measured.elo.value, measured.elo.low, measured.elo.high, measured.player
        )?;
    }
    writeln!(out, "{} games, seed {}, {:.0} s", made.games, args.seed, begun.elapsed().as_secs_f64())?;
    Ok(())
}

/// The file from which the next build reads the calibration.
fn usual_output(args: &cli::Calibrate) -> Result<PathBuf> {
    let folder = PathBuf::from("crates/opponents/calibration");
    ensure!(
        folder.is_dir(),
        "found no {} here, expected the project's root, or --output FILE",
        folder.display()
    );
    Ok(folder.join(format!("{}.toml", args.game)))
}

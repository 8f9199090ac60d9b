//! `gokaku completions`, and the files of a release that follow from the command line's own description.

use std::fs;

use anyhow::{Context, Result};
use clap::{CommandFactory, ValueEnum};
use clap_complete::Shell;

use crate::cli::{self, Cli};

/// What the program is called where it is installed.
const NAME: &str = "gokaku";

pub(crate) fn run(args: &cli::Completions) -> Result<()> {
    // Whole at once: a reader that has had enough must not break it off in the middle.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), NAME, &mut script);
    anstream::print!("{}", String::from_utf8_lossy(&script));
    Ok(())
}

pub(crate) fn generate(args: &cli::Generate) -> Result<()> {
    let [manual, completions] = ["man", "completions"].map(|name| args.folder.join(name));
    for folder in [&manual, &completions] {
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    clap_mangen::generate_to(Cli::command(), &manual).with_context(|| manual.display().to_string())?;
    for &shell in Shell::value_variants() {
        clap_complete::generate_to(shell, &mut Cli::command(), NAME, &completions)
            .with_context(|| completions.display().to_string())?;
    }
    Ok(())
}

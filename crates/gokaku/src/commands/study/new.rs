//! `gokaku study new`: a ready-made study as files, to be edited.

use std::io::Write;

use anyhow::{Result, anyhow};
use studies::templates;

use crate::cli;
use crate::files;

pub(super) fn run(args: &cli::NewStudy) -> Result<()> {
    let ready = templates::by_name(&args.name).ok_or_else(|| {
        let known = templates::ALL.map(|ready| ready.name).join(", ");
        anyhow!("found study \"{}\", expected one of: {known}", args.name)
    })?;
    let study = args.folder.join("study.toml");
    let mut wanted = vec![(study.clone(), ready.toml)];
    wanted.extend(ready.records.iter().map(|(path, text)| (args.folder.join(path), *text)));
    // Edited files must not be overwritten.
    if let Some((path, _)) = wanted.iter().find(|(path, _)| path.exists()) {
        return Err(anyhow!("{}: found a file, expected a folder without a study", path.display()));
    }
    // The study file comes last: if it exists, everything does.
    for (path, text) in wanted.iter().rev() {
        files::write(path, text.as_bytes())?;
    }
    let mut out = anstream::stdout();
    writeln!(out, "{}", study.display())?;
    writeln!(out, "Change it, then: gokaku study check {}", study.display())?;
    Ok(())
}

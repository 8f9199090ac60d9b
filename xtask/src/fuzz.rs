//! Fuzzing on a stable toolchain: libFuzzer's coverage needs no nightly compiler, only the sanitizers do.

use std::fs;
use std::path::{Path, PathBuf};

use crate::tool::{Chore, cargo_with, root, run, tool};

/// Lines of a playthrough that become seeds; later ones are of the same kinds.
const PLAYTHROUGH_LINES: usize = 200;

/// Fuzzes every target in turn, `seconds` in all, beginning from the real files of its game.
pub(crate) fn run_all(seconds: u64) -> Chore {
    let fuzz = tool("cargo-fuzz", "0.13.2")?;
    let targets = targets()?;
    let each = (seconds / targets.len().max(1) as u64).max(1);
    run(cargo_with(&fuzz).args(["fuzz", "build", "--sanitizer", "none"]))?;
    for target in &targets {
        let corpus = seed(target)?;
        let limit = format!("-max_total_time={each}");
        let mut command = cargo_with(&fuzz);
        command.args(["fuzz", "run", "--sanitizer", "none", target]).arg(corpus);
        run(command.args([
            "--",
            &limit,
            "-timeout=10",
            "-rss_limit_mb=4096",
            "-max_len=32768",
            "-verbosity=0",
        ]))?;
    }
    eprintln!("xtask: {} targets, {each} s each, no crash", targets.len());
    Ok(())
}

/// The names of the targets: the files of `fuzz/fuzz_targets`.
fn targets() -> Result<Vec<String>, String> {
    let mut names: Vec<String> = files(&root().join("fuzz/fuzz_targets"))?
        .iter()
        .filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()))
        .collect();
    names.sort();
    Ok(names)
}

/// Puts the real files of the target's game into its corpus, with every line of the playthrough as a file of
/// its own, and gives the folder.
fn seed(target: &str) -> Result<PathBuf, String> {
    let corpus = root().join("fuzz/corpus").join(target);
    fs::create_dir_all(&corpus).map_err(|error| format!("{}: {error}", corpus.display()))?;
    let game = target.split('_').next().unwrap_or(target);
    for path in files(&root().join("testdata").join(game))? {
        let name = path.file_name().unwrap_or_default();
        fs::copy(&path, corpus.join(name)).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    let playthrough = root().join("testdata/playthroughs").join(format!("{game}.txt"));
    let text =
        fs::read_to_string(&playthrough).map_err(|error| format!("{}: {error}", playthrough.display()))?;
    for (number, line) in (1..).zip(text.lines().take(PLAYTHROUGH_LINES)) {
        // The first word says what the line is; the rest is what a reader gets.
        let value = line.split_once(' ').map_or(line, |(_, value)| value);
        let path = corpus.join(format!("line-{number}"));
        fs::write(&path, value).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(corpus)
}

/// Every file below `folder`.
fn files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let failed = |error| format!("{}: {error}", folder.display());
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.is_dir() {
            found.extend(files(&path)?);
        } else {
            found.push(path);
        }
    }
    Ok(found)
}

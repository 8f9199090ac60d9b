//! Fuzzing on a stable toolchain: libFuzzer's coverage needs no nightly compiler, only the sanitizers do.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::tool::{Chore, cargo_with, root, run, tool};

/// Lines of a playthrough that become seeds; later ones are of the same kinds.
const PLAYTHROUGH_LINES: usize = 200;

/// Executions after which it is noted how many there have been.
const SLICE: u64 = 200_000;

/// What every run of a target is told.
const LIMITS: [&str; 4] = ["-timeout=10", "-rss_limit_mb=4096", "-max_len=32768", "-verbosity=0"];

/// Fuzzes every target in turn, `seconds` in all, beginning from the real files of its game.
pub(crate) fn run_all(seconds: u64) -> Chore {
    let fuzz = build()?;
    let targets = targets()?;
    let each = (seconds / targets.len().max(1) as u64).max(1);
    for target in &targets {
        run(command(&fuzz, target)?.arg(format!("-max_total_time={each}")))?;
    }
    eprintln!("xtask: {} targets, {each} s each, no crash", targets.len());
    Ok(())
}

/// Fuzzes every target until it has been executed so often in all, today or on earlier days: how often is
/// kept in `target/fuzz-runs`, and the inputs that were found in `fuzz/corpus`. May be ended at any time.
pub(crate) fn run_until(executions: u64) -> Chore {
    let fuzz = build()?;
    let targets = targets()?;
    let kept = root().join("target/fuzz-runs");
    fs::create_dir_all(&kept).map_err(|error| format!("{}: {error}", kept.display()))?;
    for target in &targets {
        let file = kept.join(target);
        let mut done: u64 =
            fs::read_to_string(&file).ok().and_then(|text| text.trim().parse().ok()).unwrap_or(0);
        while done < executions {
            let slice = SLICE.min(executions - done);
            run(command(&fuzz, target)?.arg(format!("-runs={slice}")))?;
            done += slice;
            fs::write(&file, format!("{done}\n")).map_err(|error| format!("{}: {error}", file.display()))?;
        }
        eprintln!("xtask: {target}: {done} executions");
    }
    Ok(())
}

/// The program `cargo-fuzz`, with every target built.
fn build() -> Result<PathBuf, String> {
    let fuzz = tool("cargo-fuzz", "0.13.2")?;
    run(cargo_with(&fuzz).args(["fuzz", "build", "--sanitizer", "none"]))?;
    Ok(fuzz)
}

/// A run of a target on its corpus, to which limits can be added.
fn command(fuzz: &Path, target: &str) -> Result<Command, String> {
    let corpus = seed(target)?;
    let mut command = cargo_with(fuzz);
    command.args(["fuzz", "run", "--sanitizer", "none", target]).arg(corpus).arg("--").args(LIMITS);
    Ok(command)
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

/// Puts what the target has to begin with into its corpus, and gives the folder: its own seeds, the real
/// files of its game, every line of that game's playthrough as a file of its own, and for studies the
/// templates.
fn seed(target: &str) -> Result<PathBuf, String> {
    let corpus = root().join("fuzz/corpus").join(target);
    fs::create_dir_all(&corpus).map_err(|error| format!("{}: {error}", corpus.display()))?;
    let first = target.split('_').next().unwrap_or(target);
    let mut folders = vec![root().join("fuzz/seeds").join(target), root().join("testdata").join(first)];
    if target == "study_file" {
        folders.push(root().join("crates/studies/templates"));
    }
    for folder in folders.iter().filter(|folder| folder.is_dir()) {
        for (number, path) in files(folder)?.iter().enumerate() {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            fs::copy(path, corpus.join(format!("{number}-{name}")))
                .map_err(|error| format!("{}: {error}", path.display()))?;
        }
    }
    let playthrough = root().join("testdata/playthroughs").join(format!("{first}.txt"));
    // What is no game has none.
    let text = fs::read_to_string(&playthrough).unwrap_or_default();
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
    found.sort();
    Ok(found)
}

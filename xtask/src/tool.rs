//! Running commands, and getting the ones that are not there.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A chore is done, or says what went wrong.
pub(crate) type Chore = Result<(), String>;

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}

/// The cargo that runs us, in the root of the repository.
pub(crate) fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    command
}

/// Runs a command and fails if it does.
pub(crate) fn run(command: &mut Command) -> Chore {
    let words: Vec<_> = std::iter::once(command.get_program()).chain(command.get_args()).collect();
    let line = words.iter().map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ");
    eprintln!("xtask: {line}");
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{line}: {status}")),
        Err(error) => Err(format!("{line}: {error}")),
    }
}

/// The path of a cargo tool of exactly this version, installed inside `target/` if it is not there yet.
///
/// Unoptimised: it starts an order of magnitude sooner and has little to do.
pub(crate) fn tool(name: &str, version: &str) -> Result<PathBuf, String> {
    let home = root().join("target/tools").join(format!("{name}-{version}"));
    let path = home.join("bin").join(name);
    if !path.exists() {
        let mut install = cargo();
        install
            .args(["install", name, "--version", version, "--locked", "--debug", "--quiet", "--root"])
            .arg(&home);
        run(&mut install)?;
    }
    Ok(path)
}

/// Cargo, with an installed subcommand in its path.
pub(crate) fn cargo_with(tool: &Path) -> Command {
    let mut command = cargo();
    let folder = tool.parent().unwrap_or(tool);
    let mut path = OsString::from(folder);
    if let Some(rest) = std::env::var_os("PATH") {
        path.push(":");
        path.push(rest);
    }
    command.env("PATH", path);
    command
}

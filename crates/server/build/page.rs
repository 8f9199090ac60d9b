//! Building the page in `web/` with npm. The build script and `cargo xtask` share this file.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::SystemTime;

/// What the page is made of.
pub(crate) fn sources(web: &Path) -> [PathBuf; 7] {
    ["src", "public", "build", "index.html", "package-lock.json", "vite.config.ts", "svelte.config.js"]
        .map(|name| web.join(name))
}

/// Builds the page if one of its sources is newer than what was built.
pub(crate) fn build_if_changed(web: &Path) -> Result<(), String> {
    let built = modified(&web.join("dist/index.html"));
    let newest = sources(web).iter().filter_map(|source| newest(source)).max();
    if built.is_some() && built >= newest {
        return Ok(());
    }
    install(web)?;
    npm(web, &["run", "build"])
}

/// Installs exactly the packages of `package-lock.json`, unless they are there.
pub(crate) fn install(web: &Path) -> Result<(), String> {
    let installed = modified(&web.join("node_modules/.package-lock.json"));
    if installed.is_some() && installed >= modified(&web.join("package-lock.json")) {
        return Ok(());
    }
    npm(web, &["ci", "--no-audit", "--no-fund"])
}

/// Runs npm. What it prints goes to standard error: the build script's standard output belongs to cargo.
pub(crate) fn npm(web: &Path, arguments: &[&str]) -> Result<(), String> {
    let mut command = Command::new("npm");
    command.args(arguments).current_dir(web).stdin(Stdio::null()).stdout(Stdio::from(std::io::stderr()));
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("npm {}: {status}", arguments.join(" "))),
        Err(_) => Err("found no npm, expected Node.js 20.19 or newer with npm".to_owned()),
    }
}

fn modified(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).ok()?.modified().ok()
}

/// When a file, or the newest file in a folder, was changed.
fn newest(path: &Path) -> Option<SystemTime> {
    let inside = fs::read_dir(path).into_iter().flatten().flatten();
    inside.filter_map(|entry| newest(&entry.path())).chain(modified(path)).max()
}

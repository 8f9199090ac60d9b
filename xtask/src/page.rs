//! The page under `web/`: building it, checking it, and playing it in a real browser.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;
use std::{env, fs};

use crate::tool::{Chore, cargo, root, run};

/// Where Debian and other systems put the browser.
const BROWSERS: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// Builds the page into `web/dist`, from exactly the packages of `package-lock.json`.
pub(crate) fn build() -> Chore {
    install()?;
    run(npm().args(["run", "build"]))
}

/// Builds the page if one of its sources is newer than what was built.
pub(crate) fn build_if_changed() -> Chore {
    let built = modified(&folder().join("dist/index.html"));
    let newest = sources().iter().filter_map(|source| newest(source)).max();
    if built.is_some() && built >= newest { Ok(()) } else { build() }
}

/// Types, and the tests that need no browser.
pub(crate) fn check() -> Chore {
    install()?;
    run(npm().args(["run", "check"]))?;
    run(npm().args(["run", "test"]))
}

/// The page that was built, played with real clicks against the real program.
pub(crate) fn play() -> Chore {
    install()?;
    run(cargo().args(["build", "--package", "gokaku", "--locked"]))?;
    let browser = match browser() {
        Some(browser) => browser,
        None => {
            run(Command::new("apt-get").arg("update"))?;
            // The faces too: without them every word of the Japanese page is a row of boxes.
            run(Command::new("apt-get").args([
                "install",
                "--yes",
                "--no-install-recommends",
                "chromium",
                "fonts-noto-cjk",
            ]))?;
            browser().ok_or("found no chromium, expected Debian's package to bring it")?
        }
    };
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    let program = root().join(target).join("debug/gokaku");
    run(npm().args(["run", "test:browser"]).env("GOKAKU_BINARY", program).env("GOKAKU_BROWSER", browser))
}

/// The page and its server, with the options of `gokaku serve`.
pub(crate) fn serve(options: &[&str]) -> Chore {
    build_if_changed()?;
    run(cargo().args(["run", "--release", "--package", "gokaku", "--", "serve"]).args(options))
}

fn folder() -> PathBuf {
    root().join("web")
}

/// What a build is made of.
fn sources() -> [PathBuf; 7] {
    ["src", "public", "build", "index.html", "package-lock.json", "vite.config.ts", "svelte.config.js"]
        .map(|name| folder().join(name))
}

fn npm() -> Command {
    let mut command = Command::new("npm");
    command.current_dir(folder());
    command
}

/// The packages, if those that are there are not the ones of `package-lock.json`.
fn install() -> Chore {
    if Command::new("npm").arg("--version").output().is_err() {
        return Err("found no npm, expected Node.js 20.19 or newer with npm to build the page".to_owned());
    }
    let installed = modified(&folder().join("node_modules/.package-lock.json"));
    if installed.is_some() && installed >= modified(&folder().join("package-lock.json")) {
        return Ok(());
    }
    run(npm().args(["ci", "--no-audit", "--no-fund"]))
}

fn browser() -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    let folders: Vec<PathBuf> = env::split_paths(&path).collect();
    BROWSERS
        .iter()
        .find_map(|name| folders.iter().map(|folder| folder.join(name)).find(|path| path.is_file()))
}

fn modified(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).ok()?.modified().ok()
}

/// When a file, or the newest file in a folder, was changed.
fn newest(path: &Path) -> Option<SystemTime> {
    let inside = fs::read_dir(path).into_iter().flatten().flatten();
    inside.filter_map(|entry| newest(&entry.path())).chain(modified(path)).max()
}

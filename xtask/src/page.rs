//! The page under `web/`: building it, checking it, and playing it in a real browser.

use std::env;
use std::path::PathBuf;
use std::process::Command;

use crate::build_page;
use crate::tool::{Chore, cargo, root, run};

/// Where Debian and other systems put the browser.
const BROWSERS: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// Builds the page into `web/dist`, from exactly the packages of `package-lock.json`.
pub(crate) fn build() -> Chore {
    build_page::install(&folder())?;
    npm(&["run", "build"])
}

/// Types, and the tests that need no browser.
pub(crate) fn check() -> Chore {
    build_page::install(&folder())?;
    npm(&["run", "check"])?;
    npm(&["run", "test"])
}

/// The page that was built, played with real clicks against the real program.
pub(crate) fn play() -> Chore {
    build_page::install(&folder())?;
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
    let mut browse = Command::new("npm");
    browse.args(["run", "test:browser"]).current_dir(folder());
    run(browse.env("GOKAKU_BINARY", program).env("GOKAKU_BROWSER", browser))
}

/// The page and its server, with the options of `gokaku serve`. A release build builds the page.
pub(crate) fn serve(options: &[&str]) -> Chore {
    run(cargo().args(["run", "--release", "--package", "gokaku", "--", "serve"]).args(options))
}

fn folder() -> PathBuf {
    root().join("web")
}

fn npm(arguments: &[&str]) -> Chore {
    eprintln!("xtask: npm {}", arguments.join(" "));
    build_page::npm(&folder(), arguments)
}

fn browser() -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    let folders: Vec<PathBuf> = env::split_paths(&path).collect();
    BROWSERS
        .iter()
        .find_map(|name| folders.iter().map(|folder| folder.join(name)).find(|path| path.is_file()))
}

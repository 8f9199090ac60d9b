//! Tells the program which commit it was built from, so that a report can name it.

use std::process::Command;

fn main() {
    // The sources of every crate decide whether the tree is as committed.
    println!("cargo:rerun-if-changed=..");
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"]) {
        println!("cargo:rerun-if-changed={log}");
    }
    // Without git, or outside a repository, the program has a version and no commit. The committed reports
    // themselves are no part of the program.
    if let Some(commit) = git(&["rev-parse", "--short=10", "HEAD"]) {
        let changed = git(&["status", "--porcelain", "--untracked-files=no", "--", "../../Cargo.lock", ".."]);
        let changed = changed.is_none_or(|files| !files.is_empty());
        println!("cargo:rustc-env=GOKAKU_COMMIT={commit}{}", if changed { " with changes" } else { "" });
    }
}

/// What git prints, without the line's end; nothing if it fails.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim_end().to_owned())
}

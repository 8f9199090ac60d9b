//! Networks are taught by the program, kept, found again, and refused if they are broken.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;

/// `gokaku train geister-policy` with four games; what it wrote, and what it said if it failed.
fn train(folder: &Path) -> Result<Vec<u8>, (Option<i32>, String)> {
    let out = folder.join("policy.gkn");
    let done = Command::cargo_bin("gokaku")
        .unwrap()
        .args(["train", "geister-policy", "--scale", "0.002", "--store"])
        .arg(folder.join("lab.db"))
        .arg("--out")
        .arg(&out)
        .output()
        .unwrap();
    if done.status.success() {
        let said = String::from_utf8(done.stdout).unwrap();
        assert!(said.contains("network: policy, 805904 parameters") && said.contains("scores: "), "{said}");
        return Ok(fs::read(out).unwrap());
    }
    Err((done.status.code(), String::from_utf8(done.stderr).unwrap()))
}

/// The network on the shelf beside the store.
fn kept(folder: &Path) -> PathBuf {
    let mut files = fs::read_dir(folder.join("networks")).unwrap();
    let file = files.next().unwrap().unwrap().path();
    assert!(files.next().is_none());
    file
}

#[test]
fn a_network_is_taught_once_kept_and_refused_when_broken() {
    let folder = tempfile::tempdir().unwrap();
    let taught = train(folder.path()).unwrap();
    let network = belief::Network::from_bytes(&taught).unwrap();
    assert!(network.card().contains("4 games of negamax:depth=6 against itself"), "{}", network.card());
    let shelf = kept(folder.path());
    assert_eq!(fs::read(&shelf).unwrap(), taught);

    // The second time it comes from the shelf; without it, the same games and settings give the same bytes.
    assert_eq!(train(folder.path()).unwrap(), taught);
    fs::remove_file(&shelf).unwrap();
    assert_eq!(train(folder.path()).unwrap(), taught);

    for broken in [&taught[..taught.len() / 2], b"not a network", &[]] {
        fs::write(&shelf, broken).unwrap();
        let (code, said) = train(folder.path()).unwrap_err();
        assert_eq!(code, Some(2), "{said}");
        assert!(said.contains("policy-") && said.contains("expected"), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
}

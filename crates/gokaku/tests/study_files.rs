//! Studies as files: written, changed, checked, and done by simulated people.

#![allow(clippy::unwrap_used, reason = "a test")]

use std::fs;
use std::path::Path;

use assert_cmd::Command;

/// Runs `gokaku study` with these words: exit code, what was printed, what was complained.
fn study(words: &[&str]) -> (i32, String, String) {
    let output =
        Command::new(assert_cmd::cargo::cargo_bin!("gokaku")).arg("study").args(words).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn a_ready_study_is_written_checked_and_done_by_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let mine = folder.path().join("mine");
    assert_eq!(study(&["new", "shogi-turing", path(&mine)]).0, 0);
    let file = mine.join("study.toml");
    let (code, of_file, _) = study(&["check", path(&file)]);
    assert_eq!(code, 0);
    assert!(of_file.contains("each participant: 3 questionnaires, 20 records, 0 games"), "{of_file}");
    assert!(of_file.contains("records of people: 5"), "{of_file}");
    assert_eq!(
        study(&["check", "shogi-turing"]).1,
        of_file,
        "what was written is what comes with the program"
    );
    let (code, _, again) = study(&["new", "shogi-turing", path(&mine)]);
    assert_eq!(code, 2);
    assert!(again.contains("expected a folder without a study"), "{again}");

    let out = folder.path().join("out");
    let (code, said, complaint) = study(&["simulate", path(&file), "--people", "3", "--output", path(&out)]);
    assert_eq!((code, complaint.as_str()), (0, ""), "{said}");
    assert!(said.contains("3 simulated people took part"), "{said}");
    assert!(fs::read_to_string(out.join("shogi-turing.html")).unwrap().contains("Person or computer?"));
    assert!(fs::read_to_string(out.join("answers.csv")).unwrap().lines().count() > 3 * 20);
    assert!(fs::read_to_string(out.join("codebook.csv")).unwrap().contains("pre.human-likeness"));
}

#[test]
fn every_fault_is_named_and_the_exit_code_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let mine = folder.path().join("mine");
    assert_eq!(study(&["new", "shogi-moves", path(&mine)]).0, 0);
    let file = mine.join("study.toml");
    let text = fs::read_to_string(&file).unwrap();
    let broken = text
        .replace("book:opponent=balance", "book:opponent=balnce")
        .replace("after = \"after-game\"", "after = \"later\"");
    fs::write(&file, broken).unwrap();
    let (code, _, complaint) = study(&["check", path(&file)]);
    assert_eq!(code, 1);
    for part in
        ["conditions[0].opponent: found \"book:opponent=balnce", "tasks[4].after: found \"later\"", "line "]
    {
        assert!(complaint.contains(part), "{part}: {complaint}");
    }
    for words in [
        &["check", "no-such-study"][..],
        &["simulate", "shogi-moves", "--detection", "1.5"],
        &["check", "nowhere/study.toml"],
    ] {
        let (code, _, complaint) = study(words);
        assert_eq!(code, 2, "{complaint}");
        assert!(complaint.contains("expected") || complaint.contains("cannot be read"), "{complaint}");
    }
}

/// How often it holds the truth is a test of the crate; here it is asked for little.
#[test]
fn the_coverage_is_printed() {
    let words = ["simulate", "othello-natural", "--people", "2", "--detection", "0.3", "--repeat", "20"];
    let (code, said, _) = study(&words);
    assert_eq!(code, 0);
    assert!(said.contains("Repeated 20 times with 2 new participants each"), "{said}");
}

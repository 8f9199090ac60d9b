//! Reports with an analyst's word: what is judged once is kept, and a report after a kill is the same as
//! without one.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};
use std::thread;
use std::time::Duration;

use assert_cmd::Command;
use store::Store;

const ANALYST: &str = "alphabeta:depth=3";
const OBSERVER: &str = "alphabeta:depth=1";

fn gokaku(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("gokaku"));
    command.args(arguments).current_dir(folder).timeout(Duration::from_secs(120));
    command
}

fn plan_file(folder: &Path, game: &str, a: &str, b: &str, games: u32) {
    let plan = format!(
        "game = \"{game}\"\nopponents = [\"{a}\", \"{b}\"]\ngames = {games}\nseed = 3\nkeep = \"moves\"\n"
    );
    fs::write(folder.join("plan.toml"), plan).unwrap();
}

/// A database that nobody has used.
fn empty_database(server: &str) -> String {
    for statement in ["DROP DATABASE IF EXISTS gokaku_test_judged", "CREATE DATABASE gokaku_test_judged"] {
        let admin = format!("{server}/postgres");
        let done = std::process::Command::new("psql").args([&admin, "-qc", statement]).status();
        assert!(done.unwrap().success());
    }
    format!("{server}/gokaku_test_judged")
}

/// What a store says of every analyst: the numbers and judgements of the games of its only plan.
fn judged(place: &str) -> Vec<Vec<(u64, String)>> {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let store = Store::open(place).await.unwrap();
        let plan = store.plan(None).await.unwrap().hash;
        let mut judged = Vec::new();
        for depth in [3, 1] {
            let name = format!("alphabeta:eval=patterns,depth={depth},noise=0,sign=1");
            judged.push(store.analyses(&plan, &name).await.unwrap());
        }
        store.close().await;
        judged
    })
}

/// The file of a report whose name ends so.
fn file(folder: &Path, ending: &str) -> String {
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let file = files.into_iter().find(|path| path.to_str().unwrap().ends_with(ending)).unwrap();
    fs::read_to_string(file).unwrap()
}

/// Begins a report and kills it on the way, until some of its games have been judged.
fn kill_on_the_way(folder: &Path, place: &str) {
    for round in 1.. {
        let mut child: Child = std::process::Command::new(assert_cmd::cargo::cargo_bin!("gokaku"))
            .args(["report", "--store", place, "--analyst", ANALYST, "--jobs", "1", "--output", "killed"])
            .current_dir(folder)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        thread::sleep(Duration::from_millis(400 * round));
        child.kill().unwrap();
        child.wait().unwrap();
        if !judged(place)[0].is_empty() {
            return;
        }
    }
}

#[test]
fn a_report_goes_on_judging_where_it_was_killed() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    plan_file(folder, "othello", "random", "alphabeta:depth=1", 16);
    let report = |place: &str, output: &str| {
        let arguments = ["report", "--store", place, "--analyst", ANALYST, "--observer", OBSERVER];
        let output = [&arguments[..], &["--output", output]].concat();
        String::from_utf8(gokaku(folder, &output).assert().success().get_output().stdout.clone()).unwrap()
    };
    gokaku(folder, &["run", "plan.toml", "--store", "smooth.db"]).assert().success();
    let said = report("smooth.db", "smooth");
    assert!(said.contains("16 distinct games were judged by alphabeta"), "{said}");
    let at = |place: &str| folder.join(place).to_str().unwrap().to_owned();
    let smooth = judged(&at("smooth.db"));
    assert_eq!(smooth.iter().map(Vec::len).collect::<Vec<_>>(), [16, 16]);
    let table = file(&folder.join("smooth"), "-mistakes.csv");
    assert!(table.starts_with("player,moves,bad,bad %,95% low,95% high,visible %,"), "{table}");
    let rate =
        |line: usize| table.lines().nth(line).unwrap().split(',').nth(3).unwrap().parse::<f64>().unwrap();
    assert!(rate(1) > rate(2), "random play has more bad moves: {table}");
    assert!(file(&folder.join("smooth"), ".html").contains("Mistakes"));
    assert!(file(&folder.join("smooth"), "-moves.csv").lines().count() > 16 * 55);
    // A second report judges nothing, and says the same.
    assert_eq!(report("smooth.db", "second-report").replace("second-report", "smooth"), said);

    let mut rough = vec![at("rough.db")];
    rough.extend(std::env::var("GOKAKU_TEST_POSTGRES").ok().map(|server| empty_database(&server)));
    for place in rough {
        gokaku(folder, &["run", "plan.toml", "--store", &place]).assert().success();
        kill_on_the_way(folder, &place);
        report(&place, "rough");
        assert_eq!(judged(&place), smooth);
        assert_eq!(file(&folder.join("rough"), "-mistakes.csv"), table);
        fs::remove_dir_all(folder.join("rough")).unwrap();
    }
}

#[test]
fn shogi_is_analysed_and_judged_like_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let printed = |arguments: &[&str]| {
        let said = gokaku(folder, arguments).assert().success().get_output().stdout.clone();
        String::from_utf8(said).unwrap()
    };
    let said = printed(&["analyse", "shogi", "start", "--analyst", "alphabeta:depth=2"]);
    assert!(said.contains("depth=2") && said.contains("values in"), "{said}");
    plan_file(folder, "shogi", "random", "random", 1);
    printed(&["run", "plan.toml", "--store", "s.db"]);
    let said = printed(&["report", "--store", "s.db", "--analyst", "alphabeta:depth=1"]);
    assert!(said.to_lowercase().contains("mistakes"), "{said}");
}

#[test]
fn what_cannot_be_judged_is_said_before_anything_is_done() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let complaint = |arguments: &[&str]| {
        let said = gokaku(folder, arguments).assert().code(2).get_output().stderr.clone();
        String::from_utf8(said).unwrap()
    };
    plan_file(folder, "geister", "random", "random", 2);
    gokaku(folder, &["run", "plan.toml", "--store", "g.db"]).assert().success();
    let said = complaint(&["report", "--store", "g.db", "--analyst", "alphabeta"]);
    assert!(said.contains("found opponent \"alphabeta\", expected one of: mc"), "{said}");
    plan_file(folder, "kalah", "random", "random", 2);
    gokaku(folder, &["run", "plan.toml", "--store", "k.db"]).assert().success();
    let said = complaint(&["report", "--store", "k.db", "--analyst", "betaalpha"]);
    assert!(said.contains("found opponent \"betaalpha\", expected one of: alphabeta, mcts"), "{said}");
    let said = complaint(&["report", "--store", "k.db", "--analyst", "alphabeta:time=1s"]);
    assert!(said.contains("found a time, expected a depth"), "{said}");
    assert!(complaint(&["report", "--store", "k.db", "--observer", "alphabeta"]).contains("--analyst"));
    assert!(!folder.join("reports").exists());
    gokaku(folder, &["report", "--store", "k.db", "--analyst", "mcts:playouts=20"]).assert().success();
}

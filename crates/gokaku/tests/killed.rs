//! Runs whose workers are killed at any instant end like runs that are left alone: nothing is lost, nothing counted twice.
//!
//! `GOKAKU_KILLS=100 cargo test --release -p gokaku --test killed` is the long form. With `GOKAKU_TEST_POSTGRES` set to the
//! URL of a server, without the name of a database, the same is done on PostgreSQL with three workers.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use store::{Store, StoredGame};

/// Kills of the short form.
const KILLS: u64 = 6;

/// Games for every kill, so that the run outlives them.
const GAMES_A_KILL: u64 = 20;

fn gokaku(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gokaku"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

fn plan_file(folder: &Path, games: u64) -> String {
    let path = folder.join("plan.toml");
    let plan = format!(
        "game = \"othello\"\nopponents = [\"random\", \"mcts:playouts=60\"]\ngames = {games}\nseed = 3\nkeep = \"moves\"\n"
    );
    std::fs::write(&path, plan).unwrap();
    path.to_str().unwrap().to_owned()
}

/// The games of the only plan, but for how long they took.
fn games(place: &str) -> Vec<StoredGame> {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let store = Store::open(place).await.unwrap();
        let plan = store.plan(None).await.unwrap();
        let mut games = store.games(&plan.hash).await.unwrap();
        assert_eq!(games.len() as u64, plan.games);
        games.iter_mut().for_each(|game| game.millis = 0);
        games
    })
}

/// A database that nobody has used.
fn empty_database(server: &str) -> String {
    for statement in ["DROP DATABASE IF EXISTS gokaku_test_killed", "CREATE DATABASE gokaku_test_killed"] {
        let done = Command::new("psql").args([&format!("{server}/postgres"), "-qc", statement]).status();
        assert!(done.unwrap().success());
    }
    format!("{server}/gokaku_test_killed")
}

/// Plays the plan with so many workers at a time, which are killed so many times in all.
fn play_roughly(plan: &str, place: &str, workers: usize, kills: u64) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let store = ["--store", place, "--jobs", "1", "--lease", "300"];
    let work = || gokaku(&[&["worker", "--once"], &store[..]].concat()).spawn().unwrap();
    // The first to come brings the plan, and is killed too.
    let mut at_work: Vec<Child> = vec![gokaku(&[&["run", plan], &store[..]].concat()).spawn().unwrap()];
    thread::sleep(Duration::from_millis(300));
    for _ in 0..kills {
        while at_work.len() < workers {
            at_work.push(work());
        }
        thread::sleep(Duration::from_millis(rng.random_range(0..250)));
        let mut victim = at_work.swap_remove(rng.random_range(..at_work.len()));
        victim.kill().unwrap();
        victim.wait().unwrap();
    }
    for mut left in at_work {
        assert!(left.wait().unwrap().success());
    }
    assert!(work().wait().unwrap().success());
}

#[test]
fn a_run_with_killed_workers_ends_like_one_left_alone() {
    let kills = std::env::var("GOKAKU_KILLS").map_or(KILLS, |kills| kills.parse().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let plan = plan_file(folder.path(), GAMES_A_KILL * kills);
    let smooth = folder.path().join("smooth.db");
    let smooth = smooth.to_str().unwrap();
    assert!(gokaku(&["run", &plan, "--store", smooth]).status().unwrap().success());
    let rough = folder.path().join("rough.db").to_str().unwrap().to_owned();
    play_roughly(&plan, &rough, 2, kills);
    assert_eq!(games(&rough), games(smooth));
    if let Ok(server) = std::env::var("GOKAKU_TEST_POSTGRES") {
        let rough = empty_database(&server);
        play_roughly(&plan, &rough, 3, kills);
        assert_eq!(games(&rough), games(smooth));
    }
}

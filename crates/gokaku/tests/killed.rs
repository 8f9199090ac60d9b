//! Runs whose workers are killed at any instant end like runs that are left alone: nothing is lost, nothing
//! counted twice. Of a match that is killed the games are kept that were played.
//!
//! `GOKAKU_KILLS=100 cargo test --release -p gokaku --test killed` is the long form. With
//! `GOKAKU_TEST_POSTGRES` set to the URL of a server, without the name of a database, the same is done on
//! PostgreSQL with three workers.
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
        "game = \"othello\"\nopponents = [\"random\", \"mcts:playouts=60\"]\n\
         games = {games}\nseed = 3\nkeep = \"moves\"\n"
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

#[test]
fn the_games_of_a_killed_match_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let arguments = |games: &str, log: &Path| {
        let players = ["match", "othello", "mcts:playouts=300", "random", "--seed", "7", "--jobs", "2"];
        let more = ["--games", games, "--log", log.to_str().unwrap()];
        [&players[..], &more].concat().into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let start = |games: &str, log: &Path| {
        let arguments = arguments(games, log);
        gokaku(&arguments.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let (log, part) = (path("games.gkr"), path("games.gkr.part"));
    std::fs::write(&log, "an older match").unwrap();
    let mut killed = start("100000", &log).spawn().unwrap();
    let games = || std::fs::read_to_string(&part).map_or(0, |text| text.matches("\nend ").count());
    while games() < 3 {
        thread::sleep(Duration::from_millis(20));
    }
    assert!(!start("2", &log).status().unwrap().success(), "somebody writes there");
    killed.kill().unwrap();
    killed.wait().unwrap();
    assert_eq!(std::fs::read_to_string(&log).unwrap(), "an older match");
    // Just the first games of the match, whole and in their order.
    let (kept, left_alone) = (std::fs::read_to_string(&part).unwrap(), path("alone.gkr"));
    assert!(start(&games().to_string(), &left_alone).status().unwrap().success());
    assert_eq!(kept, std::fs::read_to_string(&left_alone).unwrap());
    let read = path("read.gkr");
    let arguments = ["convert", part.to_str().unwrap(), "--to", "gkr", "-o", read.to_str().unwrap()];
    assert!(gokaku(&arguments).status().unwrap().success(), "it is read as any file of games");
    assert_eq!(kept, std::fs::read_to_string(&read).unwrap());
    // The next match takes the place of the one that was killed.
    assert!(start("2", &log).status().unwrap().success());
    assert!(!part.exists());
    assert_eq!(std::fs::read_to_string(&log).unwrap().matches("\nend ").count(), 2);
    // Where no game was played nothing is left.
    let nobody = gokaku(&["match", "othello", "nobody", "random", "--log", log.to_str().unwrap()]).status();
    assert!(!nobody.unwrap().success() && !part.exists());
}

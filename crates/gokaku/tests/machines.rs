//! Work on many machines: workers on a queue that are killed, cut off or have a wrong clock, while the queue
//! and the database are killed as well, end with the games of one machine left alone.
//!
//! With `GOKAKU_TEST_NATS` set to the program `nats-server`, and PostgreSQL installed; otherwise there is
//! nothing to test. The long form, as release builds:
//! `GOKAKU_TEST_NATS=nats-server GOKAKU_GAMES=5000 GOKAKU_KILLS=40 GOKAKU_CUT_OFF=60 cargo test --release -p
//! gokaku --test machines`.
#![allow(clippy::unwrap_used, reason = "a test")]

#[allow(dead_code, reason = "this file is shared")]
#[path = "../../../xtask/src/nats.rs"]
mod nats;
#[path = "../../../xtask/src/postgres.rs"]
mod postgres;
/// What the two need of the repository's chores.
mod tool {
    use std::process::{Command, Stdio};

    pub(crate) fn run(command: &mut Command) -> Result<(), String> {
        let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
        match status {
            Ok(status) if status.success() => Ok(()),
            other => Err(format!("{command:?}: {other:?}")),
        }
    }
}

use std::fs::{self, File};
use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use nats::Nats;
use postgres::Postgres;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use store::{Store, StoredGame};

/// How long everything may take, however slow the machine.
const PATIENCE: Duration = Duration::from_secs(1800);

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().unwrap())
}

/// The two services, and a folder for everything else.
struct Machines {
    nats: Nats,
    postgres: Postgres,
    folder: tempfile::TempDir,
}

impl Machines {
    /// `None` where there is no program to test with.
    fn start() -> Option<Machines> {
        let Some(program) = std::env::var_os("GOKAKU_TEST_NATS") else {
            eprintln!("not tested: GOKAKU_TEST_NATS does not say where nats-server is");
            return None;
        };
        let folder = tempfile::tempdir().unwrap();
        let nats = Nats::start(&PathBuf::from(program), &folder.path().join("nats")).unwrap();
        Some(Machines { nats, postgres: Postgres::start().unwrap(), folder })
    }

    fn store(&self) -> String {
        format!("{}/postgres", self.postgres.url())
    }

    /// A command on the store and the queue at these URLs; what it says is added to a file.
    fn gokaku(&self, arguments: &[&str], store: &str, queue: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gokaku"));
        self.prepare(&mut command, arguments, store, queue);
        command
    }

    fn prepare(&self, command: &mut Command, arguments: &[&str], store: &str, queue: &str) {
        let said = File::options().create(true).append(true).open(self.folder.path().join("said")).unwrap();
        command.args(arguments).args(["--store", store, "--queue", queue]);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(said);
    }

    /// A worker that reaches the services at these URLs, its clock set off if `clock` says so.
    fn worker(&self, store: &str, queue: &str, clock: Option<&str>) -> Child {
        let arguments = ["worker", "--jobs", "1", "--lease", "2000"];
        let mut command = match clock {
            Some(off) => {
                let mut command = Command::new("faketime");
                command.args(["-f", off, env!("CARGO_BIN_EXE_gokaku")]);
                command
            }
            None => Command::new(env!("CARGO_BIN_EXE_gokaku")),
        };
        self.prepare(&mut command, &arguments, store, queue);
        command.spawn().unwrap()
    }

    fn said(&self) -> String {
        fs::read_to_string(self.folder.path().join("said")).unwrap_or_default()
    }
}

fn plan_file(folder: &Path, games: u64) -> String {
    let path = folder.join("plan.toml");
    let plan = format!(
        "game = \"othello\"\nopponents = [\"random\", \"mcts:playouts=60\"]\n\
         games = {games}\nseed = 3\nkeep = \"moves\"\n"
    );
    fs::write(&path, plan).unwrap();
    path.to_str().unwrap().to_owned()
}

fn with_store<T>(place: &str, ask: impl AsyncFnOnce(Store) -> T) -> T {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async { ask(Store::open(place).await.unwrap()).await })
}

/// The games of the only plan, but for how long they took.
fn games(place: &str) -> Vec<StoredGame> {
    with_store(place, async |store| {
        let plan = store.plan(None).await.unwrap();
        let mut games = store.games(&plan.hash).await.unwrap();
        games.iter_mut().for_each(|game| game.millis = 0);
        games
    })
}

/// How many games are stored; `None` while the database is away.
fn count(place: &str) -> Option<u64> {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let store = Store::open(place).await.ok()?;
        let plan = store.plan(None).await.ok()?;
        store.count(&plan.hash).await.ok()
    })
}

/// A wire to a service that can be cut: then nothing passes, and neither end hears why.
struct Wire {
    address: SocketAddr,
    is_cut: Arc<AtomicBool>,
}

impl Wire {
    fn to(port: u16) -> Wire {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let address = listener.local_addr().unwrap();
        let is_cut = Arc::new(AtomicBool::new(false));
        let cut = Arc::clone(&is_cut);
        thread::spawn(move || {
            for near in listener.incoming().flatten() {
                let Ok(far) = TcpStream::connect(("127.0.0.1", port)) else { continue };
                for (from, to) in [(&near, &far), (&far, &near)] {
                    let (from, to) = (from.try_clone().unwrap(), to.try_clone().unwrap());
                    let cut = Arc::clone(&cut);
                    thread::spawn(move || pass_on(from, to, &cut));
                }
            }
        });
        Wire { address, is_cut }
    }
}

fn pass_on(mut from: TcpStream, mut to: TcpStream, cut: &AtomicBool) {
    let mut bytes = [0; 65536];
    while let Ok(read @ 1..) = from.read(&mut bytes) {
        while cut.load(Ordering::Relaxed) {
            thread::sleep(Duration::from_millis(10));
        }
        if to.write_all(&bytes[..read]).is_err() {
            break;
        }
    }
    let _ = to.shutdown(Shutdown::Both);
}

/// The port of a URL.
fn port(url: &str) -> u16 {
    url.rsplit(':').next().unwrap().parse().unwrap()
}

#[test]
fn whatever_is_killed_the_games_are_those_of_one_machine() {
    let Some(mut machines) = Machines::start() else { return };
    let (total, kills) = (setting("GOKAKU_GAMES", 600), setting("GOKAKU_KILLS", 8));
    let cut_off = Duration::from_secs(setting("GOKAKU_CUT_OFF", 4));
    let plan = plan_file(machines.folder.path(), total);
    let alone = machines.folder.path().join("alone.db").to_str().unwrap().to_owned();
    let mut one_machine = Command::new(env!("CARGO_BIN_EXE_gokaku"));
    one_machine.args(["run", &plan, "--store", &alone, "--jobs", "2"]).stdout(Stdio::null());
    assert!(one_machine.status().unwrap().success());

    let (store, queue) = (machines.store(), machines.nats.url());
    let published = machines.gokaku(&["run", &plan, "--detach"], &store, &queue).status().unwrap();
    assert!(published.success(), "{}", machines.said());
    // One worker reaches both services over wires that are cut, one has a clock that is an hour fast.
    let wires = [Wire::to(port(&queue)), Wire::to(port(&machines.postgres.url()))];
    let over_wires = (
        format!("postgres://postgres@{}/postgres", wires[1].address),
        format!("nats://{}", wires[0].address),
    );
    let has_faketime = Command::new("faketime").arg("--version").stdout(Stdio::null()).status().is_ok();
    let start = |machines: &Machines, number: usize| match number {
        0 => machines.worker(&over_wires.0, &over_wires.1, None),
        1 if has_faketime => machines.worker(&store, &queue, Some("+1h")),
        _ => machines.worker(&store, &queue, None),
    };
    let mut workers: Vec<Child> = (0..4).map(|number| start(&machines, number)).collect();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut cut_since = None;
    for kill in 0..kills {
        thread::sleep(Duration::from_millis(rng.random_range(100..500)));
        // Everybody in turn; of the one that is cut off, nothing is killed meanwhile.
        let number = (kill % 4) as usize;
        if number != 0 || cut_since.is_none() {
            workers[number].kill().unwrap();
            workers[number].wait().unwrap();
            workers[number] = start(&machines, number);
        }
        if kill == kills / 4 {
            machines.nats.kill();
            thread::sleep(Duration::from_secs(1));
            machines.nats.restart().unwrap();
        }
        if kill == kills / 2 {
            machines.postgres.kill();
            thread::sleep(Duration::from_secs(1));
            machines.postgres.restart().unwrap();
        }
        if kill == kills * 3 / 4 {
            wires.iter().for_each(|wire| wire.is_cut.store(true, Ordering::Relaxed));
            cut_since = Some(Instant::now());
        }
    }
    let cut_since = cut_since.unwrap();
    let begun = Instant::now();
    let mut restored = false;
    loop {
        if !restored && cut_since.elapsed() >= cut_off {
            wires.iter().for_each(|wire| wire.is_cut.store(false, Ordering::Relaxed));
            restored = true;
        }
        let now = count(&store);
        if restored && now == Some(total) {
            break;
        }
        assert!(begun.elapsed() < PATIENCE, "{now:?} games of {total}: {}", machines.said());
        for (number, worker) in workers.iter_mut().enumerate() {
            // Somebody looks after workers that ended because a service was away when they started.
            if worker.try_wait().unwrap().is_some() {
                *worker = start(&machines, number);
            }
        }
        thread::sleep(Duration::from_millis(200));
    }
    for worker in &mut workers {
        worker.kill().unwrap();
        worker.wait().unwrap();
    }
    assert_eq!(games(&store), games(&alone));
    let said = machines.said();
    assert!(said.contains("does not answer") && said.contains("answers again"), "{said}");
}

/// Games a second, commits a game and messages a game of so many workers.
fn speed(machines: &Machines, plan: &str, workers: usize) -> (f64, f64, f64) {
    let (store, queue) = (machines.store(), machines.nats.url());
    let begun_with = (commits(&store), machines.nats.messages());
    assert!(machines.gokaku(&["run", plan, "--detach"], &store, &queue).status().unwrap().success());
    let begun = Instant::now();
    let work = || machines.gokaku(&["worker", "--once", "--jobs", "1"], &store, &queue).spawn().unwrap();
    let at_work: Vec<Child> = (0..workers).map(|_| work()).collect();
    for mut worker in at_work {
        assert!(worker.wait().unwrap().success(), "{}", machines.said());
    }
    let seconds = begun.elapsed().as_secs_f64();
    let games = games(&store).len() as f64;
    let [commits, messages] =
        [commits(&store) - begun_with.0, machines.nats.messages() - begun_with.1].map(|count| count as f64);
    (games / seconds, commits / games, messages / games)
}

/// Transactions that the database has committed.
fn commits(store: &str) -> u64 {
    let statement = "SELECT xact_commit FROM pg_stat_database WHERE datname = 'postgres'";
    let output = Command::new("psql").args([store, "-Atqc", statement]).output().unwrap();
    String::from_utf8(output.stdout).unwrap().trim().parse().unwrap()
}

/// Plans that differ in their seeds: each is played once.
fn fast_plan(folder: &Path, games: u64, seed: u64) -> String {
    let path = folder.join(format!("fast-{seed}.toml"));
    let plan = format!(
        "game = \"othello\"\nopponents = [\"random\", \"mcts:playouts=20\"]\n\
         games = {games}\nseed = {seed}\nkeep = \"moves\"\n"
    );
    fs::write(&path, plan).unwrap();
    path.to_str().unwrap().to_owned()
}

/// `GOKAKU_TEST_NATS=... cargo test --release -p gokaku --test machines -- --ignored --nocapture`
#[test]
#[ignore = "it measures, and takes minutes; docs/scaling.md says how to run it"]
fn throughput() {
    let Some(machines) = Machines::start() else { return };
    let total = setting("GOKAKU_GAMES", 4000);
    let folder = machines.folder.path();
    let alone = |seed| {
        let plan = fast_plan(folder, total, seed);
        let store = folder.join(format!("alone-{seed}.db"));
        let mut command = Command::new(env!("CARGO_BIN_EXE_gokaku"));
        command.args(["run", &plan, "--jobs", "1", "--store", store.to_str().unwrap()]);
        let begun = Instant::now();
        assert!(command.stdout(Stdio::null()).status().unwrap().success());
        total as f64 / begun.elapsed().as_secs_f64()
    };
    let mut seed = 0;
    let mut next = |workers| {
        seed += 1;
        speed(&machines, &fast_plan(folder, total, seed), workers)
    };
    // Before and after: the machine may have other things to do.
    let one_machine = [alone(1000), alone(1001)];
    println!("one machine without a queue: {:.0} and {:.0} games/s", one_machine[0], one_machine[1]);
    let one_machine = (one_machine[0] + one_machine[1]) / 2.0;
    let show = |what: &str, (games, commits, messages): (f64, f64, f64)| {
        let ratio = games / one_machine;
        println!(
            "{what}: {games:.0} games/s ({ratio:.2}), {commits:.3} commits and {messages:.3} messages a game"
        );
    };
    for workers in [1, 2, 4] {
        show(&format!("{workers} workers"), next(workers));
    }
    let without = [next(2).0, next(2).0];
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let idle = runtime.block_on(async {
        let mut idle = Vec::new();
        for number in 0..1000 {
            let (url, access, name) = (machines.nats.url(), queue::Access::default(), number.to_string());
            let queue = queue::Queue::connect(&url, &access, &name, |_| ()).await.unwrap();
            // They wait as idle workers do: for an announcement, and a few for a chunk of a plan without any.
            let mut announcements = queue.announcements().await.unwrap();
            let mut taker = queue.taker("nothing", Duration::from_secs(10));
            idle.push(tokio::spawn(async move {
                loop {
                    if number % 10 == 0 {
                        let _ = taker.take(1, Duration::from_secs(20)).await;
                    } else {
                        announcements.wait(Duration::from_secs(60)).await;
                    }
                }
            }));
        }
        idle
    });
    let with = [next(2).0, next(2).0];
    println!("2 workers: {without:.0?} games/s, with 1000 idle ones connected: {with:.0?}");
    idle.iter().for_each(tokio::task::JoinHandle::abort);
}

#[test]
fn a_worker_starts_only_what_it_may() {
    let Some(machines) = Machines::start() else { return };
    let (store, queue) = (machines.store(), machines.nats.url());
    let proof = machines.folder.path().join("proof");
    let script = machines.folder.path().join("engine.sh");
    // No engine, but whoever starts it can see that it was started.
    fs::write(&script, format!("#!/bin/sh\necho started >> {}\ncat > /dev/null\n", proof.display())).unwrap();
    Command::new("chmod").arg("+x").arg(&script).status().unwrap();
    let plan = machines.folder.path().join("plan.toml");
    let opponent = format!("gtp:limit=1s,command={}", script.display());
    fs::write(
        &plan,
        format!(
            "game = \"othello\"\nopponents = [\"random\", \"{opponent}\"]\ngames = 2\nkeep = \"moves\"\n"
        ),
    )
    .unwrap();
    let plan = plan.to_str().unwrap();
    assert!(machines.gokaku(&["run", plan, "--detach"], &store, &queue).status().unwrap().success());
    fs::remove_file(&proof).unwrap();
    let worker = ["worker", "--once", "--jobs", "1"];
    assert!(machines.gokaku(&worker, &store, &queue).status().unwrap().success());
    assert!(!proof.exists(), "it was started");
    assert!(machines.said().contains("is left to others: opponents: "), "{}", machines.said());
    assert!(machines.said().contains("--allow-program"), "{}", machines.said());
    let allowed = script.display().to_string();
    let allowing = [&worker[..], &["--allow-program", &allowed]].concat();
    assert!(machines.gokaku(&allowing, &store, &queue).status().unwrap().success());
    assert!(proof.exists());
    // A program that says nothing loses its games by forfeit, but they are played.
    assert_eq!(count(&store), Some(2));
}

#[test]
fn a_password_is_never_said() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gokaku"));
    let store = ["--store", "postgres://me:s3cret@127.0.0.1:9/lab"];
    let output = command.args(["status"]).args(store).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && said.contains("postgres://me:***@127.0.0.1:9/lab"), "{said}");
    assert!(!said.contains("s3cret"), "{said}");
    let Some(machines) = Machines::start() else { return };
    let queue = "nats://me:s3cret@127.0.0.1:9";
    assert!(!machines.gokaku(&["worker"], &machines.store(), queue).status().unwrap().success());
    let said = machines.said();
    assert!(said.contains("nats://me:***@127.0.0.1:9: ") && !said.contains("s3cret"), "{said}");
}

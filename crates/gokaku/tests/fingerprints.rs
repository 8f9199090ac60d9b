//! Games of opponents with another fingerprint are never taken for this program's: not by `run`, `resume`,
//! `worker`, `reproduce`, `rate` or a report.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::fs;
use std::path::Path;
use std::time::Duration;

use assert_cmd::Command;
use lab::Plan;
use store::{Store, StoredGame, StoredPlan};

/// The fingerprint of a build that never was.
const OTHER: &str = "0123456789ab";

/// An experiment of several plans that is played in a second.
const EXPERIMENT: &str = "kalah-usual";
const SCALE: &str = "0.001";

/// How the games of that build end, by which they are known.
const MARK: &str = "resignation";

fn gokaku(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("gokaku"));
    command.args(arguments).current_dir(folder).timeout(Duration::from_secs(120));
    command
}

/// What a command prints and what it complains about, and its exit code.
fn said(folder: &Path, arguments: &[&str]) -> (String, String, Option<i32>) {
    let output = gokaku(folder, arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr), output.status.code())
}

fn block_on<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Runtime::new().unwrap().block_on(work)
}

/// The only plan of a store and its games.
fn only_plan(folder: &Path, store: &str) -> (StoredPlan, Vec<StoredGame>) {
    block_on(async {
        let store = Store::open(folder.join(store).to_str().unwrap()).await.unwrap();
        let plans = store.plans().await.unwrap();
        assert_eq!(plans.len(), 1);
        let games = store.games(&plans[0].hash).await.unwrap();
        store.close().await;
        (plans[0].clone(), games)
    })
}

/// Makes a store that another build would have left behind: these games of this plan, with its mark.
fn store_of_another_build(folder: &Path, store: &str, plan: &StoredPlan, games: &[StoredGame]) -> StoredPlan {
    let hash = plan.plan.parse::<Plan>().unwrap().hash(OTHER).unwrap();
    let plan = StoredPlan { hash, fingerprint: OTHER.to_owned(), ..plan.clone() };
    let marked = |game: &StoredGame| StoredGame { ending: MARK.to_owned(), ..game.clone() };
    block_on(async {
        let store = Store::open(folder.join(store).to_str().unwrap()).await.unwrap();
        store.add_plan(&plan).await.unwrap();
        store.add_games(&plan.hash, &games.iter().map(marked).collect::<Vec<_>>()).await.unwrap();
        store.close().await;
    });
    plan
}

/// By fingerprint, how many games of a plan's text are stored and how many of them are of the other build.
fn stored(folder: &Path, store: &str) -> Vec<(String, usize, usize)> {
    block_on(async {
        let store = Store::open(folder.join(store).to_str().unwrap()).await.unwrap();
        let mut stored = Vec::new();
        for plan in store.plans().await.unwrap() {
            let games = store.games(&plan.hash).await.unwrap();
            let marked = games.iter().filter(|game| game.ending == MARK).count();
            stored.push((plan.fingerprint, games.len(), marked));
        }
        store.close().await;
        stored
    })
}

/// Plays a small plan of Kalah into `here.db`, and returns it with its games.
fn played(folder: &Path) -> (StoredPlan, Vec<StoredGame>) {
    let plan = "game = \"kalah\"\nopponents = [\"random\", \"alphabeta:depth=1\"]\ngames = 8\nseed = 3\n";
    fs::write(folder.join("plan.toml"), plan).unwrap();
    gokaku(folder, &["run", "plan.toml", "--store", "here.db"]).assert().success();
    only_plan(folder, "here.db")
}

#[test]
fn run_plays_anew_what_another_build_has_played() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let (plan, games) = played(folder);
    let other = store_of_another_build(folder, "there.db", &plan, &games);
    let run = ["run", "plan.toml", "--store", "there.db"];
    let (printed, complaint, code) = said(folder, &run);
    assert_eq!(code, Some(0), "{complaint}");
    assert!(complaint.contains(&format!("8 games of this plan, {}", &other.hash[..12])), "{complaint}");
    assert!(complaint.contains(OTHER) && complaint.contains("not reused"), "{complaint}");
    assert!(printed.contains(&format!("fingerprint {}", plan.fingerprint)), "{printed}");
    assert_eq!(stored(folder, "there.db"), [(OTHER.to_owned(), 8, 8), (plan.fingerprint.clone(), 8, 0)]);
    // With the same fingerprint nothing is played again.
    gokaku(folder, &run).assert().success();
    assert_eq!(stored(folder, "there.db").len(), 2);

    // Each report is about the games of one, and names it.
    for (hash, fingerprint) in [(&other.hash, OTHER), (&plan.hash, plan.fingerprint.as_str())] {
        gokaku(folder, &["report", hash, "--store", "there.db", "--output", fingerprint]).assert().success();
        let pages = fs::read_dir(folder.join(fingerprint)).unwrap().map(|file| file.unwrap().path());
        let page = pages.into_iter().find(|path| path.extension().is_some_and(|end| end == "html")).unwrap();
        let page = fs::read_to_string(page).unwrap();
        let names = |name: &str| page.contains(&format!("fingerprint {name}"));
        assert_eq!((names(OTHER), names(&plan.fingerprint)), (fingerprint == OTHER, fingerprint != OTHER));
    }
    let (_, complaint, code) =
        said(folder, &["report", &other.hash, "--store", "there.db", "--analyst", "alphabeta:depth=2"]);
    assert!(code == Some(2) && complaint.contains(OTHER), "judges as another build has played: {complaint}");

    // Ratings are of one, too.
    let (printed, complaint, _) = said(folder, &["rate", "kalah", "--store", "there.db"]);
    assert!(printed.contains("kalah: 8 games"), "{printed}");
    assert!(complaint.contains(&format!("8 of {OTHER}")), "{complaint}");
    let (printed, ..) = said(folder, &["rate", "kalah", "--store", "there.db", "--fingerprint", OTHER]);
    assert!(printed.contains("kalah: 8 games"), "{printed}");
}

#[test]
fn what_another_build_has_begun_is_not_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let (plan, games) = played(folder);
    let other = store_of_another_build(folder, "there.db", &plan, &games[..3]);
    let (_, complaint, code) = said(folder, &["resume", "--store", "there.db"]);
    assert_eq!(code, Some(2), "{complaint}");
    for part in [&other.hash[..12], OTHER, plan.fingerprint.as_str(), "gokaku run"] {
        assert!(complaint.contains(part), "{part}: {complaint}");
    }
    let (_, complaint, code) = said(folder, &["worker", "--once", "--store", "there.db"]);
    assert_eq!((code, complaint.matches(OTHER).count()), (Some(0), 1), "{complaint}");
    assert!(complaint.contains("is left to others"), "{complaint}");
    assert_eq!(stored(folder, "there.db"), [(OTHER.to_owned(), 3, 3)]);
    let (printed, ..) = said(folder, &["status", "--store", "there.db"]);
    assert!(printed.contains(OTHER), "{printed}");
    gokaku(folder, &["report", "--store", "there.db"]).assert().success();
}

/// All plans of the first store with their games, as another build would have left them in the second; of the
/// first plan `of_first` games.
fn all_of_another_build(folder: &Path, from: &str, to: &str, of_first: usize) {
    let plans = block_on(async {
        let store = Store::open(folder.join(from).to_str().unwrap()).await.unwrap();
        let mut plans = Vec::new();
        for plan in store.plans().await.unwrap() {
            let games = store.games(&plan.hash).await.unwrap();
            plans.push((plan, games));
        }
        store.close().await;
        plans
    });
    assert!(plans.len() > 1, "an experiment of several plans");
    for (number, (plan, games)) in plans.iter().enumerate() {
        let games = if number == 0 { &games[..of_first.min(games.len())] } else { games };
        store_of_another_build(folder, to, plan, games);
    }
}

#[test]
fn experiments_never_mix_builds() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let experiment = |store: &'static str, more: &[&'static str]| {
        let arguments = ["reproduce", EXPERIMENT, "--scale", SCALE, "--store", store, "--output", "reports"];
        said(folder, &[&arguments[..], more].concat())
    };
    let (_, complaint, code) = experiment("here.db", &[]);
    assert_eq!(code, Some(0), "{complaint}");
    let ours = stored(folder, "here.db");

    // Nothing of another build is reused, and what there is of it can still be reported.
    all_of_another_build(folder, "here.db", "there.db", usize::MAX);
    let (_, complaint, code) = experiment("there.db", &["--as-is"]);
    assert!(code == Some(0) && complaint.contains("warning") && complaint.contains(OTHER), "{complaint}");
    let (_, complaint, code) = experiment("there.db", &[]);
    assert_eq!(code, Some(0), "{complaint}");
    let own: Vec<_> = stored(folder, "there.db").into_iter().filter(|plan| plan.0 != OTHER).collect();
    assert_eq!(own, ours);
    let (_, complaint, code) = experiment("there.db", &["--as-is"]);
    assert!(code == Some(0) && !complaint.contains("warning"), "{complaint}");

    // One plan of ours, all others of another build.
    all_of_another_build(folder, "here.db", "mixed.db", 0);
    block_on(async {
        let from = Store::open(folder.join("here.db").to_str().unwrap()).await.unwrap();
        let to = Store::open(folder.join("mixed.db").to_str().unwrap()).await.unwrap();
        let plan = from.plans().await.unwrap().swap_remove(0);
        to.add_plan(&plan).await.unwrap();
        to.add_games(&plan.hash, &from.games(&plan.hash).await.unwrap()).await.unwrap();
        from.close().await;
        to.close().await;
    });
    let (_, complaint, code) = experiment("mixed.db", &["--as-is"]);
    assert_eq!(code, Some(2), "{complaint}");
    for part in [OTHER, ours[0].0.as_str(), "games of all plans with the same"] {
        assert!(complaint.contains(part), "{part}: {complaint}");
    }
}

#[test]
fn the_version_and_records_name_the_fingerprint() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let (plan, _) = played(folder);
    let (printed, ..) = said(folder, &["--version"]);
    assert!(printed.starts_with(&format!("gokaku {}", env!("CARGO_PKG_VERSION"))), "{printed}");
    for game in ["othello", "kalah", "shogi", "geister"] {
        assert!(printed.contains(&format!("{game} opponents")), "{printed}");
    }
    let ours = printed.lines().find(|line| line.starts_with("kalah")).unwrap();
    assert!(ours.ends_with(&format!(" {}", plan.fingerprint)), "{printed}");
    let played = ["match", "kalah", "random", "random", "--games", "2", "--log", "games.gkr", "--json"];
    let (printed, ..) = said(folder, &played);
    assert!(printed.contains(&plan.fingerprint), "{printed}");
    let log = fs::read_to_string(folder.join("games.gkr")).unwrap();
    assert_eq!(log.matches(&plan.fingerprint).count(), 2, "{log}");
}

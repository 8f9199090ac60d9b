use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use games::kalah::Kalah;
use opponents::Roster;

use super::*;
use crate::reproduce::{CacheKind, Runner};
use crate::{Evidence, Judgements, Plan, ResultCache};

/// Keeps parts in memory, until it has kept so many: then it breaks off, as if it were killed.
struct Interrupted {
    kept: Mutex<BTreeMap<String, Vec<u8>>>,
    left: AtomicUsize,
}

impl Runner for Interrupted {
    fn games(&self, _plans: Vec<Plan>) -> Result<Vec<Evidence>> {
        unreachable!()
    }

    fn judgements(&self, _: &Evidence, _: &str, _: Option<&str>) -> Result<Judgements> {
        unreachable!()
    }

    fn cache(&self, _kind: CacheKind) -> Result<Box<dyn ResultCache + Sync + '_>> {
        Ok(Box::new(self))
    }

    fn expect_steps(&self, _steps: u64, _unit: &'static str) {}

    fn step(&self) {}
}

impl ResultCache for &Interrupted {
    fn load(&self, name: &str) -> Result<Option<Vec<u8>>, String> {
        Ok(self.kept.lock().unwrap().get(name).cloned())
    }

    fn save(&self, name: &str, bytes: &[u8]) -> Result<(), String> {
        let left = self.left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1));
        left.map_err(|_| "killed".to_owned())?;
        self.kept.lock().unwrap().insert(name.to_owned(), bytes.to_owned());
        Ok(())
    }
}

fn interrupted(left: usize) -> Interrupted {
    Interrupted { kept: Mutex::default(), left: AtomicUsize::new(left) }
}

const NAMES: [&str; 4] =
    ["alphabeta:depth=1,noise=12", "random", "alphabeta:depth=1,noise=1", "alphabeta:depth=2"];

/// Games of four players, all of whom are played against, with the random one at 0.
fn strengths(runner: &Interrupted) -> Result<Vec<Measured>> {
    let context = Context { scale: 1.0, seed: 1, people: None, runner };
    let limits = GameLimits::default();
    let names = NAMES.map(str::to_owned);
    let chains: Vec<Chain> =
        [(1, 0), (0, 2), (2, 3)].into_iter().map(|(weaker, stronger)| Chain { weaker, stronger }).collect();
    let observed = observed::chains::<Kalah>(&context, &names, &chains, 6, limits)?;
    let tournament = Tournament::new(&context, &names, (0..4).collect(), BTreeMap::new(), limits);
    let found = tournament.play::<Kalah>(1, &observed, 4)?;
    Ok((0..4).map(|number| found.measured(number)).collect())
}

#[test]
fn players_are_put_in_order_and_a_killed_run_ends_with_the_same_numbers() {
    let whole = interrupted(usize::MAX);
    let all = strengths(&whole).unwrap();
    let [noisy, random, careful, deep] = [0, 1, 2, 3].map(|number| all[number].value);
    assert!(random == 0.0 && random < noisy && noisy < careful && careful < deep, "{all:?}");
    assert!(all.iter().all(|one| one.low <= one.value && one.value <= one.high && one.games >= 40));
    for left in [0, 2, 9] {
        let runner = interrupted(left);
        assert!(strengths(&runner).unwrap_err().to_string().contains("killed"));
        let kept = runner.kept.lock().unwrap().len();
        assert_eq!(kept, left);
        runner.left.store(usize::MAX, Ordering::SeqCst);
        assert_eq!(strengths(&runner).unwrap(), all);
        assert_eq!(*runner.kept.lock().unwrap(), *whole.kept.lock().unwrap());
    }
}

#[test]
fn what_was_seen_of_neighbours_gives_lengths_and_scores() {
    let runner = interrupted(usize::MAX);
    let context = Context { scale: 1.0, seed: 2, people: None, runner: &runner };
    let names = NAMES.map(str::to_owned);
    let chain = Chain { weaker: 1, stronger: 3 };
    let observed = observed::chains::<Kalah>(&context, &names, &[chain], 10, GameLimits::default()).unwrap();
    assert_eq!((observed.games(), observed.of(1).len(), observed.of(0).len()), (10, 10, 0));
    let usual = observed.usual_moves();
    assert!((5.0..40.0).contains(&usual.value) && usual.games == 10, "{usual:?}");
    let scored = observed.scored(Some(3), |number| if number == 3 { 900.0 } else { 0.0 });
    assert!(scored.iter().all(|game| !game.moves.is_empty() && game.stronger == -900.0));
    assert!(scored.iter().map(|game| game.score).sum::<f64>() < 3.0);
    assert_eq!(scored.iter().filter(|game| game.is_first).count(), 5);
    assert!(observed.scored(Some(0), |_| 0.0).is_empty());
}

#[test]
fn a_calibration_file_reads_back_and_says_how_it_was_made() {
    let made = Kalah::adaptive().unwrap().calibration().unwrap();
    let text = CalibrationFile(&made).to_string();
    assert_eq!(toml::from_str::<Calibration>(&text).unwrap(), made);
    assert!(text.starts_with("# Made by the command below") && text.contains("gokaku calibrate kalah"));
}

#[test]
fn everybody_is_rated_once() {
    let everybody = Everybody::new::<Kalah>(Kalah::adaptive().unwrap(), Kalah::USERS).unwrap();
    let mut names = everybody.names.clone();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), everybody.names.len());
    assert_eq!(everybody.names[everybody.random], everybody.names[everybody.alternatives[0]]);
    assert!(everybody.guarded.iter().all(Option::is_some), "gokaku plays as each of them in Kalah");
}

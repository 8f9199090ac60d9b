//! Judging the games of a plan; judgements are stored and never made twice.
//!
//! Each task takes a game, judges its moves and stores results every second. A killed process loses at most
//! that second and the game it was judging.

use std::collections::BTreeMap;
use std::fmt::{Display, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use games::Game;
use opponents::analyst_by_name;
use protocols::ExternalEngines;
use search::{Stop, Unit};
use store::{Store, StoredGame};
use tokio::task::JoinSet;

use crate::judge::{Judged, judge_from};
use crate::results::distinct_games;
use crate::{Evidence, Plan, RunError, UnreadableGame, record};

/// How often judgements are stored.
const KEEP_EVERY: Duration = Duration::from_secs(1);

/// Judgements of the games of a plan by an analyst and an observer.
#[derive(Clone, PartialEq, Debug)]
pub struct Judgements {
    /// The analyst, with all options.
    pub analyst: String,
    /// A weaker analyst that judges the same moves.
    pub observer: Option<String>,
    /// In the order of their numbers; of equal games only the first.
    pub games: Vec<JudgedGame>,
}

/// A judged game. Opening moves are not judged.
#[derive(Clone, PartialEq, Debug)]
pub struct JudgedGame {
    /// Its number in the plan.
    pub number: u64,
    /// How many moves it had, judged or not.
    pub plies: usize,
    /// What the analyst says.
    pub analyst: Vec<Judged<String>>,
    /// What the observer says; empty without one.
    pub observer: Vec<Judged<String>>,
}

impl Judgements {
    /// The stored judgements of `analyst` and `observer`, by their full names, of games that both have
    /// judged.
    ///
    /// # Errors
    /// The store refuses, or holds something that is no judgement.
    pub async fn of(
        store: &Store,
        evidence: &Evidence,
        analyst: &str,
        observer: Option<&str>,
    ) -> Result<Judgements, RunError> {
        let Evidence { plan, games, .. } = evidence;
        let hash = evidence.hash()?;
        let mut said: BTreeMap<u64, String> = store.analyses(&hash, analyst).await?.into_iter().collect();
        let mut observed: BTreeMap<u64, String> = match observer {
            Some(observer) => store.analyses(&hash, observer).await?.into_iter().collect(),
            None => BTreeMap::new(),
        };
        let mut judged = Vec::new();
        for &StoredGame { number, plies, .. } in distinct_games(plan, games) {
            let Some(said) = said.remove(&number) else { continue };
            let observer = match (observer, observed.remove(&number)) {
                (None, _) => Vec::new(),
                (Some(_), Some(observed)) => read(number, &observed)?,
                (Some(_), None) => continue,
            };
            judged.push(JudgedGame {
                number,
                plies: plies as usize,
                analyst: read(number, &said)?,
                observer,
            });
        }
        Ok(Judgements { analyst: analyst.to_owned(), observer: observer.map(str::to_owned), games: judged })
    }
}

/// Judges the games that `analyst` has not judged yet, `jobs` at a time, and stores the judgements; of
/// equal games only the first. Drops unfinished games when `stop` is raised. `done` is told how many were
/// stored.
///
/// The seed is the plan's, so the plan, the game's number, the analyst's name and the fingerprint determine a
/// judgement. That is also the fingerprint of the games: a report would otherwise mix two.
///
/// # Errors
/// The store refuses; there is no such analyst; a game cannot be read; games are to be judged that other
/// opponents than this program's have played.
pub async fn judge_missing<G: ExternalEngines>(
    store: &Store,
    evidence: &Evidence,
    analyst: &str,
    jobs: usize,
    stop: &Stop,
    done: &Arc<dyn Fn(u64) + Send + Sync>,
) -> Result<(), RunError> {
    let Evidence { plan, games, fingerprint, .. } = evidence;
    let hash = evidence.hash()?;
    let kept = store.analysed(&hash, analyst).await?;
    let missing = distinct_games(plan, games).into_iter();
    let missing: Vec<StoredGame> =
        missing.filter(|game| kept.binary_search(&game.number).is_err()).cloned().collect();
    let expected = plan.fingerprint()?;
    if !missing.is_empty() && fingerprint != expected {
        return Err(RunError::OtherOpponents { hash, found: fingerprint.clone(), expected });
    }
    let bench = Arc::new(Bench {
        games: Mutex::new(missing.into_iter()),
        plan: plan.clone(),
        analyst: analyst.to_owned(),
        stop: stop.clone(),
        keep_every: KEEP_EVERY,
    });
    let mut tasks = JoinSet::new();
    for _ in 0..jobs.max(1) {
        let (bench, store, hash, done) = (Arc::clone(&bench), store.clone(), hash.clone(), Arc::clone(done));
        tasks.spawn(async move {
            loop {
                let at_it = Arc::clone(&bench);
                let judged = tokio::task::spawn_blocking(move || at_it.judge_for_a_while::<G>()).await??;
                if judged.is_empty() {
                    return Ok(());
                }
                store.add_analyses(&hash, &bench.analyst, &judged).await?;
                done(judged.len() as u64);
            }
        });
    }
    // The first task that fails stops the others, which store what they have.
    let mut result = Ok(());
    while let Some(ended) = tasks.join_next().await {
        if let Err(error) = ended.map_err(RunError::from).flatten() {
            stop.stop();
            result = result.and(Err(error));
        }
    }
    result
}

/// The games that are still to be judged, and by whom.
struct Bench {
    games: Mutex<std::vec::IntoIter<StoredGame>>,
    plan: Plan,
    analyst: String,
    stop: Stop,
    /// How long to judge before storing.
    keep_every: Duration,
}

impl Bench {
    /// Judges games until it is time to store; nothing if none is left or it was stopped.
    fn judge_for_a_while<G: ExternalEngines>(&self) -> Result<Vec<(u64, String)>, RunError> {
        let (mut thinker, _) = analyst_by_name::<G>(&self.analyst, self.plan.seed)?;
        // Setting up an analyst may take longer than that on a busy machine, and nothing judged means that no
        // game is left.
        let begun = Instant::now();
        let mut judged = Vec::new();
        while (judged.is_empty() || begun.elapsed() < self.keep_every) && !self.stop.is_stopped() {
            let game = self.games.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some(game) = game else { break };
            let StoredGame { number, .. } = game;
            let unreadable = |problem: &dyn Display| UnreadableGame { number, problem: problem.to_string() };
            let record = record::<G>(&game)?;
            let said = judge_from(&record, self.plan.opening_plies(number), &mut thinker, &self.stop);
            if let Some(said) = said.map_err(|error| unreadable(&error))? {
                judged.push((number, written::<G>(&said)));
            }
        }
        Ok(judged)
    }
}

/// One line per move, tab-separated: ply, move, value, best, best value, rank, moves, side, unit, and whether
/// it is exact.
fn written<G: Game>(judged: &[Judged<G::Move>]) -> String {
    let mut text = String::new();
    for Judged { ply, side, mv, value, rank, moves, best, best_value, unit, exact } in judged {
        // Writing to a string does not fail.
        let _ = writeln!(
            text,
            "{ply}\t{mv}\t{value}\t{best}\t{best_value}\t{rank}\t{moves}\t{side}\t{unit}\t{exact}"
        );
    }
    text
}

/// What [`written`] wrote.
fn read(number: u64, text: &str) -> Result<Vec<Judged<String>>, UnreadableGame> {
    let line = |line: &str| {
        let parts: Vec<&str> = line.split('\t').collect();
        let &[ply, mv, value, best, best_value, rank, moves, side, unit, exact] = parts.as_slice() else {
            return None;
        };
        Some(Judged {
            ply: ply.parse().ok()?,
            side: side.parse().ok()?,
            mv: mv.to_owned(),
            value: value.parse().ok()?,
            rank: rank.parse().ok()?,
            moves: moves.parse().ok()?,
            best: best.to_owned(),
            best_value: best_value.parse().ok()?,
            unit: UNITS.into_iter().find(|known| known.to_string() == unit)?,
            exact: exact.parse().ok()?,
        })
    };
    let problem = |text: &str| UnreadableGame {
        number,
        problem: format!("found \"{text}\", expected the judgement of a move"),
    };
    text.lines().map(|text| line(text).ok_or_else(|| problem(text))).collect()
}

/// What values can count.
const UNITS: [Unit; 5] = [Unit::Discs, Unit::Seeds, Unit::Points, Unit::WinRate, Unit::Reward];

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use games::kalah::Kalah;

    use super::*;
    use crate::{Work, enter, work};

    const ANALYST: &str = "mcts:depth=999,playouts=30,c=1,threads=1";

    /// A store with all games of a plan, the first two of which are equal to the next two.
    async fn played(folder: &tempfile::TempDir) -> (Store, Evidence) {
        let text = "game = \"kalah\"\nopponents = [\"alphabeta:depth=1\", \"alphabeta:depth=2\"]\ngames = \
                    8\nopenings = [\"1\", \"2 3\", \"1\", \"4\"]";
        let plan = text.parse::<Plan>().unwrap().checked::<Kalah>().unwrap();
        let store = Store::open(folder.path().join("lab.db").to_str().unwrap()).await.unwrap();
        enter(&store, &plan).await.unwrap();
        let worker = Work {
            worker: "me".to_owned(),
            jobs: 2,
            lease: Duration::from_secs(60),
            queue: None,
            tell: Arc::new(|_| ()),
        };
        work::<Kalah>(&store, &plan, &worker, &Stop::default(), &Arc::default()).await.unwrap();
        let fingerprint = plan.fingerprint().unwrap();
        let evidence = Evidence::load(&store, plan, fingerprint).await.unwrap();
        (store, evidence)
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn slow_machines_judge_a_game_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let (_, Evidence { plan, games, .. }) = played(&folder).await;
        let (count, analyst, stop) = (games.len(), ANALYST.to_owned(), Stop::default());
        let games = Mutex::new(games.into_iter());
        let bench = Bench { games, plan, analyst, stop, keep_every: Duration::ZERO };
        for _ in 0..count {
            assert_eq!(bench.judge_for_a_while::<Kalah>().unwrap().len(), 1);
        }
        assert!(bench.judge_for_a_while::<Kalah>().unwrap().is_empty());
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn equal_games_are_judged_once_and_nothing_twice() {
        let folder = tempfile::tempdir().unwrap();
        let (store, evidence) = played(&folder).await;
        let count = Arc::new(AtomicU64::new(0));
        let judge = async |evidence: &Evidence, jobs| {
            let counted = Arc::clone(&count);
            let done: Arc<dyn Fn(u64) + Send + Sync> = Arc::new(move |judged| {
                counted.fetch_add(judged, Ordering::Relaxed);
            });
            judge_missing::<Kalah>(&store, evidence, ANALYST, jobs, &Stop::default(), &done).await.unwrap();
            count.swap(0, Ordering::Relaxed)
        };
        // Games 4 and 5 begin like 0 and 1, and neither player is random.
        let distinct = [0, 1, 2, 3, 6, 7];
        let beginning = Evidence { games: evidence.games[..3].to_vec(), ..evidence.clone() };
        assert_eq!(judge(&beginning, 1).await, 3);
        assert_eq!(judge(&evidence, 2).await, 3);
        assert_eq!(judge(&evidence, 2).await, 0);
        let found = Judgements::of(&store, &evidence, ANALYST, None).await.unwrap();
        assert_eq!(found.games.iter().map(|game| game.number).collect::<Vec<_>>(), distinct);
        for game in &found.games {
            let from = evidence.plan.opening_plies(game.number);
            let plies: Vec<usize> = game.analyst.iter().map(|judged| judged.ply).collect();
            assert_eq!(plies, (from..game.plies).collect::<Vec<_>>());
            let moves: Vec<&str> = game.analyst.iter().map(|judged| judged.mv.as_str()).collect();
            let kept: Vec<&str> =
                evidence.games[game.number as usize].moves.split_whitespace().skip(from).collect();
            assert_eq!(moves, kept);
        }
        // Without the observer's word a game is not complete.
        let alone = Judgements::of(&store, &evidence, ANALYST, Some("nobody")).await.unwrap();
        assert_eq!(alone.games, []);
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn who_is_stopped_keeps_only_whole_games() {
        let folder = tempfile::tempdir().unwrap();
        let (store, evidence) = played(&folder).await;
        let stop = Stop::default();
        stop.stop();
        let done: Arc<dyn Fn(u64) + Send + Sync> = Arc::new(|_| {});
        judge_missing::<Kalah>(&store, &evidence, ANALYST, 2, &stop, &done).await.unwrap();
        assert_eq!(store.analysed(&evidence.hash().unwrap(), ANALYST).await.unwrap(), [] as [u64; 0]);
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn games_of_other_opponents_are_not_judged() {
        let folder = tempfile::tempdir().unwrap();
        let (store, evidence) = played(&folder).await;
        let other = Evidence { fingerprint: "0123456789ab".to_owned(), ..evidence };
        let done: Arc<dyn Fn(u64) + Send + Sync> = Arc::new(|_| {});
        let refused = judge_missing::<Kalah>(&store, &other, ANALYST, 2, &Stop::default(), &done).await;
        assert!(matches!(refused, Err(RunError::OtherOpponents { .. })), "{refused:?}");
    }

    #[test]
    fn a_judgement_is_read_as_it_was_written() {
        let record = &games::othello::moves::read("f5d6c4d3c3").unwrap()[0];
        let (mut analyst, _) = analyst_by_name("alphabeta:depth=3", 1).unwrap();
        let said = judge_from(record, 1, &mut analyst, &Stop::default()).unwrap().unwrap();
        let text = written::<games::othello::Othello>(&said);
        let back = read(7, &text).unwrap();
        assert_eq!(back.len(), 4);
        for (back, said) in back.iter().zip(&said) {
            assert_eq!((back.ply, back.side, &back.mv), (said.ply, said.side, &said.mv.to_string()));
            assert_eq!(
                (back.value, back.best_value, &back.best),
                (said.value, said.best_value, &said.best.to_string())
            );
            assert_eq!(
                (back.rank, back.moves, back.unit, back.exact),
                (said.rank, said.moves, said.unit, said.exact)
            );
        }
        let error = read(7, "1\tf5").unwrap_err().to_string();
        assert_eq!(error, "game 7 of the store: found \"1\tf5\", expected the judgement of a move");
    }
}

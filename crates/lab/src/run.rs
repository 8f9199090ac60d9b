//! Playing the missing games of a plan, alone or beside other workers.
//!
//! Each task leases a chunk, plays its missing games and stores them every second. A stored game is never
//! played again; a killed process loses at most a second.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use opponents::NameError;
use protocols::ExternalEngines;
use search::Stop;
use store::{Claim, Standing, Store, StoreError, StoredGame, StoredPlan};
use tokio::task::{JoinError, JoinSet};

use crate::plan::{Plan, PlanError};
use crate::stored::stored;
use crate::{GameLimits, Match, UnreadableGame};

/// How often games are stored.
const KEEP_EVERY: Duration = Duration::from_secs(1);

/// How often an idle worker looks again.
const LOOK_AGAIN: Duration = Duration::from_millis(50);

/// Settings of a worker.
#[derive(Clone, Debug)]
pub struct Work {
    /// A unique name.
    pub worker: String,
    /// Games at the same time.
    pub jobs: usize,
    /// An unrenewed chunk is reassigned after this time.
    pub lease: Duration,
}

/// Why a plan could not be finished.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RunError {
    /// The plan cannot be followed.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// There is no such opponent or analyst.
    #[error(transparent)]
    Name(#[from] NameError),
    /// A stored game cannot be read.
    #[error(transparent)]
    UnreadableGame(#[from] UnreadableGame),
    /// A bug of ours.
    #[error("a game could not be played: {0}")]
    Fault(String),
}

impl From<JoinError> for RunError {
    fn from(error: JoinError) -> RunError {
        RunError::Fault(error.to_string())
    }
}

/// Adds a plan to a store, so that any worker can play it; returns its hash.
///
/// # Errors
/// The store refuses, or the plan has no text.
pub async fn enter(store: &Store, plan: &Plan) -> Result<String, RunError> {
    let hash = plan.hash()?;
    let stored =
        StoredPlan { hash: hash.clone(), game: plan.game.clone(), plan: plan.text()?, games: plan.total() };
    store.add_plan(&stored).await?;
    Ok(hash)
}

/// Plays the missing games of a plan until none is left or `stop` is raised; games in progress are then
/// finished and stored. `played` counts the games stored by this call.
///
/// # Errors
/// The store refuses; an opponent is not known.
pub async fn work<G: ExternalEngines>(
    store: &Store,
    plan: &Plan,
    work: &Work,
    stop: &Stop,
    played: &Arc<AtomicU64>,
) -> Result<(), RunError> {
    let hash = plan.hash()?;
    let matches = Arc::new(plan.matches::<G>()?);
    store.hear_of(&hash, &work.worker, env!("CARGO_PKG_VERSION")).await?;
    let mut tasks = JoinSet::new();
    for task in 0..work.jobs.max(1) {
        let task = Task {
            store: store.clone(),
            plan: Arc::new(plan.clone()),
            hash: hash.clone(),
            matches: Arc::clone(&matches),
            worker: format!("{}/{task}", work.worker),
            lease: work.lease,
            stop: stop.clone(),
            played: Arc::clone(played),
        };
        tasks.spawn(task.run());
    }
    // The first task that fails stops the others, which store what they have.
    let mut result = Ok(());
    while let Some(ended) = tasks.join_next().await {
        if let Err(error) = ended.map_err(RunError::from).flatten() {
            stop.stop();
            result = result.and(Err(error));
        }
    }
    store.hear_of(&hash, &work.worker, env!("CARGO_PKG_VERSION")).await?;
    result
}

/// One task of a worker.
struct Task<G: ExternalEngines> {
    store: Store,
    plan: Arc<Plan>,
    hash: String,
    matches: Arc<Vec<Match<G>>>,
    worker: String,
    lease: Duration,
    stop: Stop,
    played: Arc<AtomicU64>,
}

impl<G: ExternalEngines> Task<G> {
    async fn run(self) -> Result<(), RunError> {
        while !self.stop.is_stopped() {
            match self.store.claim(&self.hash, self.plan.chunks(), &self.worker, self.lease).await? {
                Standing::Yours(claim) => self.play(&claim).await?,
                Standing::Wait => tokio::time::sleep(LOOK_AGAIN).await,
                Standing::Done => break,
            }
        }
        Ok(())
    }

    /// Plays a chunk while a heartbeat renews the lease.
    async fn play(&self, claim: &Claim) -> Result<(), RunError> {
        let played = tokio::select! {
            played = self.play_missing(claim) => played,
            never = renew(&self.store, claim, self.lease) => match never {},
        };
        match played {
            Ok(true) => Ok(self.store.complete(claim).await?),
            Ok(false) => Ok(self.store.release(claim).await?),
            Err(error) => Err(error),
        }
    }

    /// Plays the missing games of a chunk; `false` if stopped before the last.
    async fn play_missing(&self, claim: &Claim) -> Result<bool, RunError> {
        let size = self.plan.chunk_size();
        let from = claim.chunk * size;
        let to = (from + size).min(self.plan.total());
        let kept = self.store.numbers(&self.hash, from, to).await?;
        let mut missing = (from..to).filter(|number| kept.binary_search(number).is_err()).collect::<Vec<_>>();
        missing.reverse();
        while !missing.is_empty() && !self.stop.is_stopped() {
            let (matches, plan, stop) =
                (Arc::clone(&self.matches), Arc::clone(&self.plan), self.stop.clone());
            let (left, games) =
                tokio::task::spawn_blocking(move || play_for_a_while(&matches, &plan, missing, &stop))
                    .await?;
            missing = left;
            let games = games?;
            self.store.add_games(&self.hash, &games).await?;
            self.played.fetch_add(games.len() as u64, Ordering::Relaxed);
        }
        Ok(missing.is_empty())
    }
}

type Games = Result<Vec<StoredGame>, NameError>;

/// Plays from the end of `missing` until it is time to store.
fn play_for_a_while<G: ExternalEngines>(
    matches: &[Match<G>],
    plan: &Plan,
    mut missing: Vec<u64>,
    stop: &Stop,
) -> (Vec<u64>, Games) {
    let begun = Instant::now();
    let limits = GameLimits { max_plies: plan.max_plies, clock: plan.keep == crate::plan::Keep::Reasons };
    let mut games = Vec::new();
    while let Some(number) = missing.pop() {
        let (pairing, index) = plan.place(number);
        let game_begun = Instant::now();
        match matches[pairing].play_as(index, limits, plan.adjudicate.as_ref()) {
            Ok(played) => games.push(stored(number, &played, plan.keep, game_begun.elapsed())),
            Err(error) => return (missing, Err(error)),
        }
        if begun.elapsed() >= KEEP_EVERY || stop.is_stopped() {
            break;
        }
    }
    (missing, Ok(games))
}

/// Renews a lease for ever, three times per period. If the store does not answer, the chunk is reassigned and
/// played twice, which does no harm.
async fn renew(store: &Store, claim: &Claim, lease: Duration) -> Infallible {
    loop {
        tokio::time::sleep(lease / 3).await;
        let _ = store.renew(claim, lease).await;
    }
}

#[cfg(test)]
mod tests {
    use games::othello::Othello;

    use super::*;

    fn plan(games: u64) -> Plan {
        let text = format!(
            "game = \"othello\"\nopponents = [\"random\", \"alphabeta:depth=1\"]\ngames = {games}\nkeep = \
             \"moves\""
        );
        text.parse::<Plan>().unwrap().checked::<Othello>().unwrap()
    }

    fn worker(name: &str, lease: Duration) -> Work {
        Work { worker: name.to_owned(), jobs: 2, lease }
    }

    async fn open(folder: &tempfile::TempDir, name: &str) -> Store {
        Store::open(folder.path().join(name).to_str().unwrap()).await.unwrap()
    }

    /// Everything of a game but how long it took.
    fn timeless(mut games: Vec<StoredGame>) -> Vec<StoredGame> {
        games.iter_mut().for_each(|game| game.millis = 0);
        games
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_run_that_is_stopped_again_and_again_ends_like_one_that_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let plan = plan(40);
        let smooth = open(&folder, "smooth.db").await;
        let hash = enter(&smooth, &plan).await.unwrap();
        let played = Arc::new(AtomicU64::new(0));
        work::<Othello>(
            &smooth,
            &plan,
            &worker("smooth", Duration::from_secs(60)),
            &Stop::default(),
            &played,
        )
        .await
        .unwrap();
        assert_eq!(played.load(Ordering::Relaxed), 40);

        let rough = open(&folder, "rough.db").await;
        enter(&rough, &plan).await.unwrap();
        let mut rounds = 0;
        while rough.count(&hash).await.unwrap() < 40 {
            let stop = Stop::default();
            let stopper = tokio::spawn({
                let (stop, wait) = (stop.clone(), Duration::from_millis(5 + 20 * rounds));
                async move {
                    tokio::time::sleep(wait).await;
                    stop.stop();
                }
            });
            let name = format!("rough {rounds}");
            // Every third is dropped in the middle of whatever it does, like a process that is killed.
            let worker = worker(&name, Duration::from_millis(60));
            let played = Arc::default();
            let working = work::<Othello>(&rough, &plan, &worker, &stop, &played);
            if rounds % 3 == 2 {
                let _ = tokio::time::timeout(Duration::from_millis(20 * rounds), working).await;
            } else {
                working.await.unwrap();
            }
            stopper.await.unwrap();
            rounds += 1;
        }
        assert!(rounds > 1);
        assert_eq!(timeless(rough.games(&hash).await.unwrap()), timeless(smooth.games(&hash).await.unwrap()));
    }
}

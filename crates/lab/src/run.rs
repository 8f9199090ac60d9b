//! Playing the missing games of a plan, alone or beside other workers.
//!
//! Each task takes chunks, from the queue or from the store's claims, plays their missing games and stores
//! them every second. A stored game is never played again; a killed process loses at most a second.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use opponents::NameError;
use protocols::ExternalEngines;
use queue::{Queue, QueueError};
use search::Stop;
use store::{RunNews, Store, StoreError, StoredGame, StoredPlan};
use tokio::task::{JoinError, JoinSet};

use crate::patience::{Patience, Tell};
use crate::plan::{Plan, PlanError};
use crate::stored::stored;
use crate::{GameLimits, Match, UnreadableGame, from_claims, from_queue};

/// How often games are stored.
const KEEP_EVERY: Duration = Duration::from_secs(1);

/// How often a worker tells the store how far it is.
const REPORT_EVERY: Duration = Duration::from_secs(30);

/// Settings of a worker.
#[derive(Clone)]
pub struct Work {
    /// A unique name.
    pub worker: String,
    /// Games at the same time.
    pub jobs: usize,
    /// An unrenewed chunk is reassigned after this time.
    pub lease: Duration,
    /// Where chunks come from; `None` for the store's own claims.
    pub queue: Option<Queue>,
    /// What is said to whoever runs the worker.
    pub tell: Tell,
}

/// What a worker has done so far.
#[derive(Default, Debug)]
pub struct Done {
    /// Games that it has stored.
    pub played: AtomicU64,
    /// Chunks that somebody else had begun.
    pub redelivered: AtomicU64,
}

/// How far a worker has come with a plan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Progress {
    /// All games are stored.
    Finished,
    /// Others are at it, or the worker was stopped.
    Unfinished,
    /// Of all that is left nobody could play anything.
    GivenUp {
        /// How many chunks.
        chunks: usize,
        /// Why the first was given up.
        reason: String,
    },
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
    /// The queue failed.
    #[error(transparent)]
    Queue(#[from] QueueError),
    /// A stored game cannot be read.
    #[error(transparent)]
    UnreadableGame(#[from] UnreadableGame),
    /// The games are those of other opponents than this program's.
    #[error(
        "plan {}: found games of opponents with fingerprint {found}, expected {expected}, which this \
         program's have; play it anew with gokaku run, or go on with the program that began it",
        &hash[..hash.len().min(12)]
    )]
    OtherOpponents {
        /// The hash of the plan.
        hash: String,
        /// The fingerprint of those that played.
        found: String,
        /// That of this program.
        expected: &'static str,
    },
    /// One report cannot be about the games of several opponents of the same name.
    #[error(
        "{game}: found games of opponents with the fingerprints {found}, expected games of all plans with \
         the same; without --as-is the missing ones are played"
    )]
    Mixture {
        /// The game.
        game: String,
        /// The fingerprints.
        found: String,
    },
    /// A bug of ours.
    #[error("a game could not be played: {0}")]
    Fault(String),
}

impl From<JoinError> for RunError {
    fn from(error: JoinError) -> RunError {
        RunError::Fault(error.to_string())
    }
}

/// Adds a plan to a store, so that any worker with the same opponents can play it; returns its hash.
///
/// # Errors
/// The store refuses, or the plan has no text.
pub async fn enter(store: &Store, plan: &Plan) -> Result<String, RunError> {
    let fingerprint = plan.fingerprint()?;
    let hash = plan.hash(fingerprint)?;
    let stored = StoredPlan {
        hash: hash.clone(),
        game: plan.game.clone(),
        plan: plan.text()?,
        games: plan.total(),
        fingerprint: fingerprint.to_owned(),
    };
    store.add_plan(&stored).await?;
    // The hash says it already, but a store can be edited.
    is_ours(&store.plan(Some(&hash)).await?)?;
    Ok(hash)
}

/// Whether the opponents of this program are those that play a stored plan.
///
/// # Errors
/// They are others, or there is no such game.
pub fn is_ours(stored: &StoredPlan) -> Result<(), RunError> {
    let expected = crate::plan::fingerprint_of(&stored.game)?;
    if stored.fingerprint == expected {
        return Ok(());
    }
    Err(RunError::OtherOpponents { hash: stored.hash.clone(), found: stored.fingerprint.clone(), expected })
}

/// Plays the missing games of a plan until none is left or `stop` is raised; games in progress are then
/// finished and stored. With a queue it also returns when the rest is being played by others. `done` counts
/// what this call has done.
///
/// # Errors
/// The store refuses; an opponent is not known.
pub async fn work<G: ExternalEngines>(
    store: &Store,
    plan: &Plan,
    work: &Work,
    stop: &Stop,
    done: &Arc<Done>,
) -> Result<Progress, RunError> {
    let hash = plan.hash(plan.fingerprint()?)?;
    let shared = Arc::new(Shared {
        store: store.clone(),
        matches: plan.matches::<G>()?,
        plan: plan.clone(),
        hash: hash.clone(),
        work: work.clone(),
        patience: Patience::new(stop.clone(), Arc::clone(&work.tell)),
        stop: stop.clone(),
        done: Arc::clone(done),
    });
    shared.report().await?;
    let reporting = tokio::spawn({
        let shared = Arc::clone(&shared);
        async move {
            loop {
                tokio::time::sleep(REPORT_EVERY).await;
                // The next report says the same and more.
                let _ = shared.report().await;
            }
        }
    });
    let played = match &work.queue {
        Some(queue) => from_queue::play(&shared, queue).await,
        None => from_claims::play(&shared).await,
    };
    reporting.abort();
    let progress = played?;
    shared.report().await?;
    Ok(progress)
}

/// What the tasks of a worker share.
pub(crate) struct Shared<G: ExternalEngines> {
    pub(crate) store: Store,
    pub(crate) plan: Plan,
    pub(crate) hash: String,
    matches: Vec<Match<G>>,
    pub(crate) work: Work,
    pub(crate) patience: Patience,
    pub(crate) stop: Stop,
    pub(crate) done: Arc<Done>,
}

impl<G: ExternalEngines> Shared<G> {
    /// Tells the store how far this worker is.
    async fn report(&self) -> Result<(), StoreError> {
        let news = RunNews {
            worker: &self.work.worker,
            version: env!("CARGO_PKG_VERSION"),
            played: self.done.played.load(Ordering::Relaxed),
            redelivered: self.done.redelivered.load(Ordering::Relaxed),
        };
        self.patience.ask(|| self.store.hear_of(&self.hash, news)).await
    }

    /// Runs one task per job. The first that fails stops the others, which store what they have.
    pub(crate) async fn on_every_job<F>(
        self: &Arc<Self>,
        task: impl Fn(Arc<Self>, usize) -> F,
    ) -> Result<(), RunError>
    where
        F: Future<Output = Result<(), RunError>> + Send + 'static,
    {
        let mut tasks = JoinSet::new();
        for job in 0..self.work.jobs.max(1) {
            tasks.spawn(task(Arc::clone(self), job));
        }
        let mut result = Ok(());
        while let Some(ended) = tasks.join_next().await {
            if let Err(error) = ended.map_err(RunError::from).flatten() {
                self.stop.stop();
                result = result.and(Err(error));
            }
        }
        result
    }

    /// Plays the missing games of some chunks; `false` if stopped before the last.
    pub(crate) async fn play_missing(self: &Arc<Self>, chunks: &[Range<u64>]) -> Result<bool, RunError> {
        let mut missing = Vec::new();
        for Range { start, end } in joined(chunks) {
            let kept = self.patience.ask(|| self.store.numbers(&self.hash, start, end)).await?;
            missing.extend((start..end).filter(|number| kept.binary_search(number).is_err()));
        }
        missing.reverse();
        while !missing.is_empty() && !self.stop.is_stopped() {
            let shared = Arc::clone(self);
            let (left, games) = tokio::task::spawn_blocking(move || shared.play_for_a_while(missing)).await?;
            missing = left;
            let games = games?;
            self.patience.ask(|| self.store.add_games(&self.hash, &games)).await?;
            self.done.played.fetch_add(games.len() as u64, Ordering::Relaxed);
        }
        Ok(missing.is_empty())
    }

    /// Plays from the end of `missing` until it is time to store.
    fn play_for_a_while(&self, mut missing: Vec<u64>) -> (Vec<u64>, Games) {
        let begun = Instant::now();
        let plan = &self.plan;
        let limits = GameLimits { max_plies: plan.max_plies, clock: plan.keep == crate::plan::Keep::Reasons };
        let mut games = Vec::new();
        while let Some(number) = missing.pop() {
            let (pairing, index) = plan.place(number);
            let game_begun = Instant::now();
            match self.matches[pairing].play_as(index, limits, plan.adjudicate.as_ref()) {
                Ok(played) => games.push(stored(number, &played, plan.keep, game_begun.elapsed())),
                Err(error) => return (missing, Err(error)),
            }
            if begun.elapsed() >= KEEP_EVERY || self.stop.is_stopped() {
                break;
            }
        }
        (missing, Ok(games))
    }
}

/// Neighbouring chunks as one: a query each would be a query for every few games.
fn joined(chunks: &[Range<u64>]) -> Vec<Range<u64>> {
    let mut chunks = chunks.to_vec();
    chunks.sort_by_key(|chunk| chunk.start);
    let mut joined: Vec<Range<u64>> = Vec::new();
    for chunk in chunks {
        match joined.last_mut() {
            Some(last) if last.end >= chunk.start => last.end = last.end.max(chunk.end),
            _ => joined.push(chunk),
        }
    }
    joined
}

type Games = Result<Vec<StoredGame>, NameError>;

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
        Work { worker: name.to_owned(), jobs: 2, lease, queue: None, tell: Arc::new(|_| ()) }
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
        let done = Arc::new(Done::default());
        work::<Othello>(&smooth, &plan, &worker("smooth", Duration::from_secs(60)), &Stop::default(), &done)
            .await
            .unwrap();
        assert_eq!(done.played.load(Ordering::Relaxed), 40);

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
            let done = Arc::default();
            let working = work::<Othello>(&rough, &plan, &worker, &stop, &done);
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

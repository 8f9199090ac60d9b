//! The engine pool: few threads for searches, so that a long one never blocks a click.

mod waiting;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use search::Stop;
use tokio::sync::{oneshot, watch};

use self::waiting::WaitingJobs;

/// What is done first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Urgency {
    /// An opponent is to move: never refused.
    Move,
    /// Somebody asks for something and waits: refused when too much is waiting.
    Request,
    /// Somebody can wait: ended when somebody cannot.
    Review,
}

impl Urgency {
    /// The most urgent first.
    const ALL: [Urgency; 3] = [Urgency::Move, Urgency::Request, Urgency::Review];
}

/// Everybody who waits has their turn within about this time,
const ROUND: Duration = Duration::from_millis(1500);

/// as far as no search is given less than this,
const LEAST_SHARE: Duration = Duration::from_millis(50);

/// or more than this while somebody waits.
const MOST_SHARE: Duration = Duration::from_millis(700);

/// How long a review goes on while somebody waits for a move.
const REVIEW_SHARE: Duration = Duration::from_millis(30);

/// Requests that may wait: of one client, and of all.
const MOST_WAITING: (usize, usize) = (4, 100);

/// Why a search has no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NoResult {
    /// Too much is waiting already.
    Full,
    /// It failed, or the pool is closing.
    Failed,
}

/// What a search found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Found<T> {
    /// It.
    pub(crate) value: T,
    /// The search was ended early because others were waiting.
    pub(crate) was_cut: bool,
}

type Job = Box<dyn FnOnce() + Send>;

#[derive(Default)]
struct Queue {
    jobs: WaitingJobs<Job>,
    closing: bool,
}

struct Shared {
    queue: Mutex<Queue>,
    wake: Condvar,
    /// How many moves and requests wait.
    waiting: watch::Sender<usize>,
}

impl Shared {
    fn queue(&self) -> std::sync::MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells how much is waiting.
    fn count(&self, queue: &Queue) {
        let [moves, requests, reviews] = Urgency::ALL.map(|urgency| queue.jobs.count(urgency));
        metrics::gauge!("gokaku_pool_waiting").set((moves + requests + reviews) as f64);
        self.waiting.send_replace(moves + requests);
    }

    /// The next job; `None` when the pool closes.
    fn next(&self) -> Option<(String, Job)> {
        let mut queue = self.queue();
        loop {
            if queue.closing {
                return None;
            }
            if let Some(job) = queue.jobs.next(Instant::now()) {
                self.count(&queue);
                return Some(job);
            }
            queue = self.wake.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Threads that search.
pub(crate) struct Pool {
    shared: Arc<Shared>,
    threads: Mutex<Vec<JoinHandle<()>>>,
    size: usize,
}

/// Ends a search when nobody waits for it any more.
struct Raised(Stop);

impl Drop for Raised {
    fn drop(&mut self) {
        self.0.stop();
    }
}

impl Pool {
    /// So many threads, at least one.
    #[must_use]
    pub(crate) fn new(threads: usize) -> Pool {
        let shared =
            Arc::new(Shared { queue: Mutex::default(), wake: Condvar::new(), waiting: watch::channel(0).0 });
        let thread = |_| {
            let shared = Arc::clone(&shared);
            thread::spawn(move || {
                step_back();
                while let Some((client, job)) = shared.next() {
                    let begun = Instant::now();
                    // A search that fails must not take the thread with it; whoever waits hears nothing and
                    // knows.
                    let _ = catch_unwind(AssertUnwindSafe(job));
                    let now = Instant::now();
                    shared.queue().jobs.charge(&client, now - begun, now);
                }
            })
        };
        let size = threads.max(1);
        let threads = (0..size).map(thread).collect();
        Pool { shared, threads: Mutex::new(threads), size }
    }

    /// Does `work` for a client on the pool, when it is their turn. From when it begins it has `limit`, or
    /// less while others wait; then `stop` is raised. So it is when nobody waits any more.
    ///
    /// # Errors
    /// It failed, the pool is closing, or it is a request and too many are waiting.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        client: &str,
        urgency: Urgency,
        (limit, stop): (Duration, Stop),
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<Found<T>, NoResult> {
        let raised = Raised(stop.clone());
        let (begin, begun) = oneshot::channel();
        let (finish, mut finished) = oneshot::channel();
        let flag = stop.clone();
        let job: Job = Box::new(move || {
            // Nobody waits any more: not worth beginning.
            if flag.is_stopped() || begin.send(()).is_err() {
                return;
            }
            let _ = finish.send(work());
        });
        self.add(client, urgency, job)?;
        begun.await.map_err(|_| NoResult::Failed)?;
        let begun = Instant::now();
        let mut was_cut = false;
        let done = tokio::select! {
            done = &mut finished => Some(done),
            () = tokio::time::sleep(limit) => None,
            () = self.others_wait(urgency, begun) => {
                was_cut = true;
                None
            }
        };
        let done = match done {
            Some(done) => done,
            None => {
                stop.stop();
                finished.await
            }
        };
        drop(raised);
        done.map(|value| Found { value, was_cut }).map_err(|_| NoResult::Failed)
    }

    fn add(&self, client: &str, urgency: Urgency, job: Job) -> Result<(), NoResult> {
        let mut queue = self.shared.queue();
        if queue.closing {
            return Err(NoResult::Failed);
        }
        let is_full =
            queue.jobs.of(client, urgency) >= MOST_WAITING.0 || queue.jobs.count(urgency) >= MOST_WAITING.1;
        if urgency == Urgency::Request && is_full {
            return Err(NoResult::Full);
        }
        queue.jobs.add(client, urgency, job, Instant::now());
        self.shared.count(&queue);
        drop(queue);
        self.shared.wake.notify_one();
        Ok(())
    }

    /// Whether so much is waiting that nothing new should be begun.
    pub(crate) fn is_full(&self) -> bool {
        *self.shared.waiting.borrow() >= 2 * MOST_WAITING.1
    }

    /// Whether somebody waits for a thread already.
    pub(crate) fn is_at_work(&self) -> bool {
        *self.shared.waiting.borrow() > 0
    }

    /// Resolves when a search that began then has had its share, and somebody waits for a move or an answer.
    async fn others_wait(&self, urgency: Urgency, begun: Instant) {
        let mut waiting = self.shared.waiting.subscribe();
        loop {
            let share = match *waiting.borrow_and_update() {
                0 => Duration::MAX,
                _ if urgency == Urgency::Review => REVIEW_SHARE,
                many => self.share(many),
            };
            let left = share.saturating_sub(begun.elapsed());
            if left.is_zero() {
                return;
            }
            tokio::select! {
                () = tokio::time::sleep(left) => {}
                // The number has changed; it changes as long as the pool lives.
                _ = waiting.changed() => {}
            }
        }
    }

    /// How long a search may go on while so many wait.
    fn share(&self, waiting: usize) -> Duration {
        let round = ROUND * u32::try_from(self.size).unwrap_or(1);
        (round / u32::try_from(waiting).unwrap_or(u32::MAX)).clamp(LEAST_SHARE, MOST_SHARE)
    }

    /// Begins nothing more and waits for the threads; whoever has a search running should raise its flag
    /// first.
    pub(crate) fn close(&self) {
        {
            let mut queue = self.shared.queue();
            queue.closing = true;
            queue.jobs.clear();
        }
        self.shared.wake.notify_all();
        let threads = std::mem::take(&mut *self.threads.lock().unwrap_or_else(PoisonError::into_inner));
        for thread in threads {
            let _ = thread.join();
        }
    }
}

/// Lets the threads that answer clicks go first: on Linux a niceness is a thread's own.
pub(crate) fn step_back() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::nice(5) {
        tracing::debug!(%error, "the engine threads keep their priority");
    }
}

#[cfg(test)]
mod tests;

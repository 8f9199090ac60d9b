//! The engine pool: few threads for searches, so that a long one never blocks a click.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use search::Stop;
use tokio::sync::oneshot;

/// What is done first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Urgency {
    /// Somebody looks at the board and waits.
    Reply,
    /// Somebody can wait.
    Review,
}

type Job = Box<dyn FnOnce() + Send>;

#[derive(Default)]
struct Queue {
    replies: VecDeque<Job>,
    reviews: VecDeque<Job>,
    closing: bool,
}

impl Queue {
    /// Tells how much is waiting.
    fn count(&self) {
        metrics::gauge!("gokaku_pool_waiting").set((self.replies.len() + self.reviews.len()) as f64);
    }
}

#[derive(Default)]
struct Shared {
    queue: Mutex<Queue>,
    wake: Condvar,
}

impl Shared {
    fn queue(&self) -> std::sync::MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next job, replies first; `None` when the pool closes.
    fn next(&self) -> Option<Job> {
        let mut queue = self.queue();
        loop {
            if queue.closing {
                return None;
            }
            let job = queue.replies.pop_front().or_else(|| queue.reviews.pop_front());
            if job.is_some() {
                queue.count();
                return job;
            }
            queue = self.wake.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Threads that search.
pub(crate) struct Pool {
    shared: Arc<Shared>,
    threads: Mutex<Vec<JoinHandle<()>>>,
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
        let shared = Arc::new(Shared::default());
        let thread = |_| {
            let shared = Arc::clone(&shared);
            thread::spawn(move || {
                step_back();
                while let Some(job) = shared.next() {
                    // A search that fails must not take the thread with it; whoever waits hears nothing and
                    // knows.
                    let _ = catch_unwind(AssertUnwindSafe(job));
                }
            })
        };
        let threads = (0..threads.max(1)).map(thread).collect();
        Pool { shared, threads: Mutex::new(threads) }
    }

    /// Does `work` on the pool. From when it begins it has `limit`, then `stop` is raised; so it is when
    /// nobody waits any more. `None` if it failed, or the pool is closing.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        urgency: Urgency,
        limit: Duration,
        stop: Stop,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
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
        {
            let mut queue = self.shared.queue();
            if queue.closing {
                return None;
            }
            match urgency {
                Urgency::Reply => queue.replies.push_back(job),
                Urgency::Review => queue.reviews.push_back(job),
            }
            queue.count();
        }
        self.shared.wake.notify_one();
        begun.await.ok()?;
        let done = match tokio::time::timeout(limit, &mut finished).await {
            Ok(done) => done,
            Err(_) => {
                stop.stop();
                finished.await
            }
        };
        drop(raised);
        done.ok()
    }

    /// Begins nothing more and waits for the threads; whoever has a search running should raise its flag
    /// first.
    pub(crate) fn close(&self) {
        {
            let mut queue = self.shared.queue();
            queue.closing = true;
            queue.replies.clear();
            queue.reviews.clear();
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
mod tests {
    use std::time::Instant;

    use super::*;

    /// A search that ends only when it is told to.
    fn endless(stop: &Stop) {
        while !stop.is_stopped() {
            thread::sleep(Duration::from_millis(1));
        }
    }

    #[tokio::test]
    async fn a_search_is_ended_by_its_limit() {
        let pool = Pool::new(1);
        let stop = Stop::default();
        let flag = stop.clone();
        let work = move || endless(&flag);
        assert_eq!(pool.run(Urgency::Reply, Duration::from_millis(20), stop, work).await, Some(()));
    }

    #[tokio::test]
    async fn a_search_nobody_waits_for_is_ended() {
        let pool = Pool::new(1);
        let stop = Stop::default();
        let flag = stop.clone();
        let long = pool.run(Urgency::Reply, Duration::from_secs(60), stop.clone(), move || endless(&flag));
        assert!(tokio::time::timeout(Duration::from_millis(50), long).await.is_err());
        assert!(stop.is_stopped());
        let next = pool.run(Urgency::Reply, Duration::from_secs(60), Stop::default(), || 7);
        assert_eq!(next.await, Some(7));
    }

    #[tokio::test]
    async fn a_failure_leaves_the_pool_as_it_was() {
        let pool = Pool::new(1);
        let limit = Duration::from_secs(60);
        let failed = pool.run(Urgency::Reply, limit, Stop::default(), || panic!("on purpose"));
        assert_eq!(failed.await, None::<()>);
        assert_eq!(pool.run(Urgency::Review, limit, Stop::default(), || 7).await, Some(7));
        pool.close();
        assert_eq!(pool.run(Urgency::Review, limit, Stop::default(), || 7).await, None);
    }

    #[tokio::test]
    async fn replies_come_before_reviews() {
        let pool = Arc::new(Pool::new(1));
        let limit = Duration::from_secs(60);
        let order = Arc::new(Mutex::new(Vec::new()));
        let stop = Stop::default();
        let flag = stop.clone();
        let blocker = {
            let pool = Arc::clone(&pool);
            let stop = stop.clone();
            tokio::spawn(async move { pool.run(Urgency::Reply, limit, stop, move || endless(&flag)).await })
        };
        let begun = Instant::now();
        let mut tasks = Vec::new();
        for (urgency, name) in [(Urgency::Review, "review"), (Urgency::Reply, "reply")] {
            let (pool, order) = (Arc::clone(&pool), Arc::clone(&order));
            tasks.push(tokio::spawn(async move {
                let note = move || order.lock().unwrap().push(name);
                pool.run(urgency, limit, Stop::default(), note).await
            }));
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        assert!(begun.elapsed() < limit);
        stop.stop();
        blocker.await.unwrap();
        for task in tasks {
            task.await.unwrap();
        }
        assert_eq!(*order.lock().unwrap(), ["reply", "review"]);
    }
}

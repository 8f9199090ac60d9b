//! The loop of a worker that plays whatever plan of a store has games left.

use std::collections::HashSet;
use std::time::Duration;

use queue::Queue;
use search::Stop;
use store::{Store, StoredPlan};

use crate::RunError;
use crate::patience::Patience;
use crate::run::{Progress, is_ours};

/// How often a worker without work looks for a new plan if nobody announces one.
const IDLE: Duration = Duration::from_secs(1);

/// The same where plans are announced: this is only for announcements that were lost.
const IDLE_WITH_QUEUE: Duration = Duration::from_secs(60);

/// How often a worker that waits looks whether to stop.
const LOOK: Duration = Duration::from_millis(100);

/// What a worker works for.
pub struct Worker<'a> {
    /// Where plans and games are.
    pub store: &'a Store,
    /// Where chunks come from; `None` for the store's own claims.
    pub queue: Option<&'a Queue>,
    /// Return when no plan has games left.
    pub once: bool,
    /// When to return in any case.
    pub stop: &'a Stop,
    /// What to do while the store is away.
    pub patience: &'a Patience,
}

/// Calls `play` for every plan of the store that is not finished, again and again. Plans of other opponents
/// than this program's, and those that `may_play` refuses, are left to others; the reason is said once.
///
/// # Errors
/// The store fails, or `play` does.
pub async fn serve_plans<E: From<RunError>>(
    worker: Worker<'_>,
    may_play: impl Fn(&StoredPlan) -> Result<(), String>,
    play: impl AsyncFn(&StoredPlan) -> Result<Progress, E>,
) -> Result<(), E> {
    let Worker { store, queue, once, stop, patience } = worker;
    let mut announcements = match queue {
        Some(queue) => Some(queue.announcements().await.map_err(RunError::from)?),
        None => None,
    };
    let mut left = HashSet::new();
    // Until somebody publishes again.
    let mut hopeless = HashSet::new();
    while !stop.is_stopped() {
        let (mut open, mut finished) = (0, 0);
        let plans = patience.ask(|| store.open_plans()).await.map_err(RunError::from)?;
        for stored in plans {
            if stop.is_stopped() {
                break;
            }
            if left.contains(&stored.hash) {
                continue;
            }
            let refused = match is_ours(&stored) {
                Err(error) => Some(error.to_string()),
                Ok(()) => may_play(&stored).err(),
            };
            if let Some(reason) = refused {
                patience.tell(&format!("plan {:.12} is left to others: {reason}", stored.hash));
                left.insert(stored.hash);
                continue;
            }
            if hopeless.contains(&stored.hash) {
                continue;
            }
            open += 1;
            let progress = play(&stored).await?;
            if let Progress::GivenUp { chunks, reason } = &progress {
                patience.tell(&format!(
                    "plan {:.12}: {chunks} chunks were given up, the first because: {reason}; try them \
                     again with gokaku resume",
                    stored.hash
                ));
                hopeless.insert(stored.hash);
                open -= 1;
            } else if progress == Progress::Finished {
                let done = || store.finish_plan(&stored.hash, stored.games);
                finished += u32::from(patience.ask(done).await.map_err(RunError::from)?);
            }
        }
        if once && open == finished {
            break;
        }
        if finished > 0 || stop.is_stopped() {
            continue;
        }
        tokio::select! {
            () = async { match &mut announcements {
                // A plan that waits for others is looked at again as soon as with claims.
                Some(announcements) if open == 0 => {
                    if announcements.wait(IDLE_WITH_QUEUE).await {
                        hopeless.clear();
                    }
                }
                _ => tokio::time::sleep(IDLE).await,
            } } => {}
            () = raised(stop) => {}
        }
    }
    Ok(())
}

/// Resolves when `stop` is raised.
async fn raised(stop: &Stop) {
    while !stop.is_stopped() {
        tokio::time::sleep(LOOK).await;
    }
}

//! Chunks that the store hands out itself: one machine, or a few with PostgreSQL and no queue.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use protocols::ExternalEngines;
use store::{Claim, Standing, Store};
use tokio::sync::Mutex;

use crate::RunError;
use crate::run::{Progress, Shared};

/// Pauses of a worker that finds every chunk taken grow from the first to the last.
const PAUSES: (Duration, Duration) = (Duration::from_millis(50), Duration::from_secs(5));

/// Plays until no chunk is left or the worker is stopped.
pub(crate) async fn play<G: ExternalEngines>(shared: &Arc<Shared<G>>) -> Result<Progress, RunError> {
    let chunks = shared.plan.chunks();
    shared.patience.ask(|| shared.store.prepare_chunks(&shared.hash, chunks)).await?;
    // Of the jobs of one process only one asks at a time: the others would find the same.
    let asking = Arc::new(Mutex::new(()));
    shared.on_every_job(|shared, job| run(shared, job, Arc::clone(&asking))).await?;
    Ok(if shared.stop.is_stopped() { Progress::Unfinished } else { Progress::Finished })
}

async fn run<G: ExternalEngines>(
    shared: Arc<Shared<G>>,
    job: usize,
    asking: Arc<Mutex<()>>,
) -> Result<(), RunError> {
    let worker = format!("{}/{job}", shared.work.worker);
    while let Some(claim) = next(&shared, &worker, &asking).await? {
        play_chunk(&shared, &claim).await?;
    }
    Ok(())
}

/// Claims a chunk; `None` if none is left, or the worker is stopped.
async fn next<G: ExternalEngines>(
    shared: &Shared<G>,
    worker: &str,
    asking: &Mutex<()>,
) -> Result<Option<Claim>, RunError> {
    let _asking = asking.lock().await;
    let lease = shared.work.lease;
    let mut pause = PAUSES.0;
    while !shared.stop.is_stopped() {
        match shared.patience.ask(|| shared.store.claim(&shared.hash, worker, lease)).await? {
            Standing::Yours(claim) => return Ok(Some(claim)),
            Standing::Done => break,
            Standing::Wait => tokio::time::sleep(pause).await,
        }
        pause = (2 * pause).min(PAUSES.1).min(lease);
    }
    Ok(None)
}

/// Plays a chunk while a heartbeat renews the lease.
async fn play_chunk<G: ExternalEngines>(shared: &Arc<Shared<G>>, claim: &Claim) -> Result<(), RunError> {
    let size = shared.plan.chunk_size();
    let from = claim.chunk * size;
    let chunk = from..(from + size).min(shared.plan.total());
    let finished = tokio::select! {
        finished = shared.play_missing(std::slice::from_ref(&chunk)) => finished?,
        never = renew(&shared.store, claim, shared.work.lease) => match never {},
    };
    if finished {
        shared.patience.ask(|| shared.store.complete(claim)).await?;
    } else {
        shared.patience.ask(|| shared.store.release(claim)).await?;
    }
    Ok(())
}

/// Renews a lease for ever, three times per period. If the store does not answer, the chunk is reassigned and
/// played twice, which does no harm.
async fn renew(store: &Store, claim: &Claim, lease: Duration) -> Infallible {
    loop {
        tokio::time::sleep(lease / 3).await;
        let _ = store.renew(claim, lease).await;
    }
}

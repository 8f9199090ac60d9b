//! Chunks that a queue carries to any number of machines.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use protocols::ExternalEngines;
use queue::{Announcements, Chunk, Delivery, MOST_DELIVERIES, Queue, QueueError, Taker};
use search::Stop;
use tokio::sync::Mutex;

use crate::patience::Patience;
use crate::run::{Progress, Shared};
use crate::{Plan, RunError};

/// How long a worker waits for a chunk before it looks at other plans.
const WAIT: Duration = Duration::from_secs(20);

/// Chunks are taken together that take about so long: then a round trip a chunk costs nothing that counts.
const TOGETHER: Duration = Duration::from_millis(700);

/// The most chunks that are taken together.
const MOST_TOGETHER: usize = 128;

/// Pause after the queue has refused.
const PAUSE: Duration = Duration::from_secs(1);

/// How often somebody who waits looks whether to stop.
const LOOK: Duration = Duration::from_millis(100);

/// Publishes the chunks of a plan of which games are missing, to be delivered again after `lease`; with
/// `again` also those that were given up. Returns how many are new in the queue.
///
/// # Errors
/// The store or the queue refuses.
pub async fn publish_missing(
    store: &store::Store,
    queue: &Queue,
    plan: &Plan,
    patience: &Patience,
    (lease, again): (Duration, bool),
) -> Result<u64, RunError> {
    let hash = plan.hash(plan.fingerprint()?)?;
    let given_up = if again {
        queue.forgive(&hash).await?;
        Vec::new()
    } else {
        queue.given_up(&hash).await?
    };
    let size = plan.queue_chunk_size();
    let mut kept = vec![0; usize::try_from(plan.total().div_ceil(size)).unwrap_or(usize::MAX)];
    for (part, games) in patience.ask(|| store.counts(&hash, size)).await? {
        if let Some(kept) = usize::try_from(part).ok().and_then(|part| kept.get_mut(part)) {
            *kept = games;
        }
    }
    let missing = (0_u64..).zip(kept).filter_map(|(part, kept)| {
        let chunk = Chunk { from: part * size, to: (part * size + size).min(plan.total()) };
        let is_missing = kept < chunk.to - chunk.from && !given_up.iter().any(|(dead, _)| *dead == chunk);
        is_missing.then_some(chunk)
    });
    Ok(queue.publish(&hash, missing, lease).await?)
}

/// What the jobs of a process share when they take chunks.
struct Source {
    queue: Queue,
    taker: Taker,
    announcements: Announcements,
    /// One of the jobs has waited in vain.
    is_dry: bool,
}

/// Plays until nothing is left that others are not at, or the worker is stopped.
pub(crate) async fn play<G: ExternalEngines>(
    shared: &Arc<Shared<G>>,
    queue: &Queue,
) -> Result<Progress, RunError> {
    let Some(announcements) = patiently(shared, || queue.announcements()).await else {
        return Ok(Progress::Unfinished);
    };
    let taker = queue.taker(&shared.hash, shared.work.lease);
    let source = Source { queue: queue.clone(), taker, announcements, is_dry: false };
    // Of the jobs of one process only one waits at a time.
    let source = Arc::new(Mutex::new(source));
    shared.on_every_job(|shared, _| run(shared, Arc::clone(&source), queue.clone())).await?;
    match patiently(shared, || finish(shared, queue)).await {
        Some(progress) => progress,
        None => Ok(Progress::Unfinished),
    }
}

async fn run<G: ExternalEngines>(
    shared: Arc<Shared<G>>,
    source: Arc<Mutex<Source>>,
    queue: Queue,
) -> Result<(), RunError> {
    let mut together = 1;
    while let Some((deliveries, ack_wait)) = next(&shared, &source, together).await {
        let begun = Instant::now();
        let again = deliveries.iter().filter(|delivery| delivery.deliveries() > 1).count();
        shared.done.redelivered.fetch_add(again as u64, Ordering::Relaxed);
        let deliveries = without_hopeless(&queue, deliveries).await;
        let is_fine = play_chunks(&shared, &queue, &deliveries, ack_wait).await?;
        together = match begun.elapsed() {
            // One by one, until it is clear which of them fails.
            _ if !is_fine => 1,
            short if short < TOGETHER / 2 => (2 * together).min(MOST_TOGETHER),
            long if long > TOGETHER => (together / 2).max(1),
            _ => together,
        };
    }
    Ok(())
}

/// Takes up to `most` chunks; `None` if there are none, or the worker is stopped. Also says when they would
/// be delivered to somebody else.
async fn next<G: ExternalEngines>(
    shared: &Shared<G>,
    source: &Mutex<Source>,
    most: usize,
) -> Option<(Vec<Delivery>, Duration)> {
    let mut source = tokio::select! {
        source = source.lock() => source,
        () = raised(&shared.stop) => return None,
    };
    let source = &mut *source;
    while !source.is_dry && !shared.stop.is_stopped() {
        let taken = tokio::select! {
            taken = source.taker.take(most, WAIT) => taken,
            _ = source.announcements.wait(2 * WAIT) => {
                // Perhaps that the last chunk is done.
                source.is_dry = source.queue.state(&shared.hash).await.is_ok_and(|state| state.is_empty());
                continue;
            }
            () = raised(&shared.stop) => return None,
        };
        match taken {
            Ok((deliveries, _)) if deliveries.is_empty() => source.is_dry = true,
            Ok(taken) => return Some(taken),
            // The connection says so when it is lost, and when it is back.
            Err(_) => pause(&shared.stop).await,
        }
    }
    None
}

/// Gives up what has been delivered too often.
async fn without_hopeless(queue: &Queue, deliveries: Vec<Delivery>) -> Vec<Delivery> {
    let mut hopeful = Vec::new();
    for delivery in deliveries {
        if delivery.deliveries() <= MOST_DELIVERIES {
            hopeful.push(delivery);
            continue;
        }
        let reason = format!("{MOST_DELIVERIES} workers took it and none came back");
        // If the queue does not hear it, the chunk comes once more.
        let _ = delivery.give_up(queue, &reason).await;
    }
    hopeful
}

/// Plays chunks while a heartbeat reports them to be in progress; `false` if one of them failed.
async fn play_chunks<G: ExternalEngines>(
    shared: &Arc<Shared<G>>,
    queue: &Queue,
    deliveries: &[Delivery],
    ack_wait: Duration,
) -> Result<bool, RunError> {
    let chunks: Vec<_> = deliveries.iter().map(|one| one.chunk().from..one.chunk().to).collect();
    let played = tokio::select! {
        played = shared.play_missing(&chunks) => played,
        never = report_progress(deliveries, ack_wait) => match never {},
    };
    // What the queue does not hear is delivered again: its games are stored, and found.
    match played {
        Ok(true) => {
            join_all(deliveries.iter().map(Delivery::done)).await;
            Ok(true)
        }
        Ok(false) => {
            join_all(deliveries.iter().map(Delivery::release)).await;
            Ok(true)
        }
        Err(RunError::Store(error)) => {
            join_all(deliveries.iter().map(Delivery::release)).await;
            Err(error.into())
        }
        Err(error) => {
            let reason = error.to_string();
            match deliveries {
                [alone] => {
                    shared.patience.tell(&format!("games {} could not be played: {reason}", alone.chunk()));
                    let _ = alone.failed(queue, &reason).await;
                }
                several => drop(join_all(several.iter().map(Delivery::release)).await),
            }
            Ok(false)
        }
    }
}

/// Reports for ever, three times within the time that counts.
async fn report_progress(deliveries: &[Delivery], ack_wait: Duration) -> Infallible {
    loop {
        tokio::time::sleep(ack_wait / 3).await;
        join_all(deliveries.iter().map(Delivery::in_progress)).await;
    }
}

/// Looks what is left when nothing is there to take.
async fn finish<G: ExternalEngines>(
    shared: &Shared<G>,
    queue: &Queue,
) -> Result<Result<Progress, RunError>, QueueError> {
    let hash = &shared.hash;
    if shared.stop.is_stopped() || !queue.state(hash).await?.is_empty() {
        return Ok(Ok(Progress::Unfinished));
    }
    let total = shared.plan.total();
    match shared.patience.ask(|| shared.store.finish_plan(hash, total)).await {
        Ok(true) => {
            queue.forget(hash).await?;
            // Whoever waits for a chunk of it need not wait any longer.
            queue.announce(hash).await?;
            return Ok(Ok(Progress::Finished));
        }
        Ok(false) => {}
        Err(error) => return Ok(Err(error.into())),
    }
    // Nobody has published what is missing, or the queue has lost it.
    match publish_missing(&shared.store, queue, &shared.plan, &shared.patience, (shared.work.lease, false))
        .await
    {
        Ok(0) => {}
        Ok(_) => return Ok(Ok(Progress::Unfinished)),
        Err(RunError::Queue(error)) => return Err(error),
        Err(error) => return Ok(Err(error)),
    }
    let given_up = queue.given_up(hash).await?;
    let first = given_up.first().map(|(_, reason)| reason.clone());
    let progress = first.map(|reason| Progress::GivenUp { chunks: given_up.len(), reason });
    Ok(Ok(progress.unwrap_or(Progress::Unfinished)))
}

/// Asks the queue until it answers; `None` if the worker is stopped before.
async fn patiently<G: ExternalEngines, T, F>(shared: &Shared<G>, mut ask: impl FnMut() -> F) -> Option<T>
where
    F: Future<Output = Result<T, QueueError>>,
{
    while !shared.stop.is_stopped() {
        match ask().await {
            Ok(answer) => return Some(answer),
            Err(_) => pause(&shared.stop).await,
        }
    }
    None
}

async fn pause(stop: &Stop) {
    tokio::select! {
        () = tokio::time::sleep(PAUSE) => {}
        () = raised(stop) => {}
    }
}

/// Resolves when `stop` is raised.
async fn raised(stop: &Stop) {
    while !stop.is_stopped() {
        tokio::time::sleep(LOOK).await;
    }
}

//! The loop of a worker that plays whatever plan of a store has games left.

use std::time::Duration;

use search::Stop;
use store::{Store, StoreError, StoredPlan};

/// How often a worker without work looks for a new plan.
const IDLE: Duration = Duration::from_secs(1);

/// Calls `play` for every plan of the store that is not finished, again and again until `stop` is raised;
/// with `once` until no plan has games left.
///
/// # Errors
/// The store fails, or `play` does.
pub async fn serve_plans<E: From<StoreError>>(
    store: &Store,
    once: bool,
    stop: &Stop,
    play: impl AsyncFn(&StoredPlan) -> Result<(), E>,
) -> Result<(), E> {
    while !stop.is_stopped() {
        let mut is_idle = true;
        for stored in store.plans().await? {
            if stop.is_stopped() || store.count(&stored.hash).await? >= stored.games {
                continue;
            }
            is_idle = false;
            play(&stored).await?;
        }
        if is_idle && once {
            break;
        }
        if is_idle {
            tokio::time::sleep(IDLE).await;
        }
    }
    Ok(())
}

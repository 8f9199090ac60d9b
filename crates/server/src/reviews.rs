//! Reviews that are being made: position by position on the pool, behind everybody who waits for a move.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use search::Stop;
use store::Store;

use crate::exercises;
use crate::review::Reviewing;
use crate::tables::{TableRegistry, now};

/// How often a position is begun again if the search was ended for somebody who waited for a move. After that
/// it counts as far as it came.
const ATTEMPTS: usize = 20;

/// Positions that are done, by table.
type Done = Arc<AtomicUsize>;

/// The reviews that are being made.
#[derive(Clone, Default)]
pub(crate) struct Reviews {
    under_way: Arc<Mutex<HashMap<String, (Done, usize)>>>,
}

impl Reviews {
    /// Begins to make the review of a table unless that is under way; says how much of it is done, from 0 to
    /// 1.
    pub(crate) fn make(
        &self,
        registry: &Arc<TableRegistry>,
        store: &Store,
        (id, game): (String, String),
        reviewing: Reviewing,
    ) -> f64 {
        let mut under_way = self.under_way.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((done, all)) = under_way.get(&id) {
            return done.load(Ordering::Relaxed) as f64 / (*all).max(1) as f64;
        }
        let done = Done::default();
        under_way.insert(id.clone(), (Arc::clone(&done), reviewing.positions));
        tokio::spawn(make(self.clone(), Arc::clone(registry), store.clone(), (id, game), reviewing, done));
        0.0
    }

    fn forget(&self, id: &str) {
        self.under_way.lock().unwrap_or_else(PoisonError::into_inner).remove(id);
    }
}

async fn make(
    reviews: Reviews,
    registry: Arc<TableRegistry>,
    store: Store,
    (id, game): (String, String),
    reviewing: Reviewing,
    done: Done,
) {
    let held =
        if registry.worker_reviews(&id).await { None } else { registry.lease(&format!("review.{id}")).await };
    // A worker or another server makes it; whoever asks for it finds it in the store.
    let Some(_lease) = held else {
        reviews.forget(&id);
        return;
    };
    let mut judged = Vec::with_capacity(reviewing.positions);
    for position in 0..reviewing.positions {
        let mut found = None;
        for _ in 0..ATTEMPTS {
            let (judge, stop) = (Arc::clone(&reviewing.judge), Stop::default());
            let flag = stop.clone();
            found = registry.review(&id, stop, move || judge(position, flag)).await;
            if found.as_ref().is_none_or(|found| !found.was_cut) {
                break;
            }
        }
        judged.push(found.and_then(|found| found.value));
        done.fetch_add(1, Ordering::Relaxed);
        if *registry.closing().borrow() {
            return;
        }
    }
    let finish = reviewing.finish;
    let review = registry.review(&id, Stop::default(), move || finish(judged)).await;
    let review = review.map(|found| found.value);
    let exercises =
        review.as_ref().map(|review| exercises::of_review(review, &reviewing.people, &id, &game, now()));
    let written = review.and_then(|review| serde_json::to_string(&review).ok());
    match written.zip(exercises) {
        Some((review, exercises)) => {
            if let Err(error) = store.save_review(&id, &review, &exercises).await {
                tracing::error!(table = id, %error, "a review could not be saved");
            }
        }
        None => tracing::error!(table = id, "a review could not be made"),
    }
    reviews.forget(&id);
}

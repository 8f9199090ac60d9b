//! Reports that are being made, and those that have been.
//!
//! An analyst may look at games for minutes. That is done on one thread of its own with a low priority, so that nobody who plays waits
//! for it; and a report on the same answers is made once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use studies::{Collected, Study};

use crate::players::hash_of;
use crate::pool::step_back;

/// How far a report is.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Making {
    /// So much of it is done, from 0 to 1.
    UnderWay(f64),
    /// Here it is.
    Done(Arc<str>),
    /// It cannot be made; the log says why.
    Failed,
}

/// The last report of each study: what it is made from, and how far it is.
type Last = HashMap<String, (String, Making)>;

/// Reports, the last one of each study.
#[derive(Clone, Default)]
pub(crate) struct Reports {
    last: Arc<Mutex<Last>>,
}

impl Reports {
    fn last(&self) -> MutexGuard<'_, Last> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The report on what was collected; begins to make it unless that has been done.
    pub(crate) fn make(&self, study: &Arc<Study>, collected: Collected) -> Making {
        let given = serde_json::to_string(&collected).unwrap_or_default();
        let basis = hash_of(&format!("{}{given}", study.hash()));
        let mut last = self.last();
        if let Some((known, making)) = last.get(&study.id) {
            // Another one that is under way is waited for: two at once would take twice as long each.
            if *known == basis || matches!(making, Making::UnderWay(_)) {
                return making.clone();
            }
        }
        let begun = Making::UnderWay(0.0);
        last.insert(study.id.clone(), (basis.clone(), begun.clone()));
        let (reports, study) = (self.clone(), Arc::clone(study));
        std::thread::spawn(move || {
            step_back();
            let making = page(&reports, &study, &collected, &basis);
            reports.last().insert(study.id.clone(), (basis, making));
        });
        begun
    }
}

fn page(reports: &Reports, study: &Study, collected: &Collected, basis: &str) -> Making {
    let progress = |done: usize, of: usize| {
        let making = Making::UnderWay(done as f64 / of.max(1) as f64);
        reports.last().insert(study.id.clone(), (basis.to_owned(), making));
    };
    let made = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).start_handler(|_| step_back()).build();
        let pool = pool.map_err(|error| error.to_string())?;
        let judged = pool.install(|| studies::judge_games(study, collected, None, &progress))?;
        Ok::<_, String>(pool.install(|| studies::report(study, collected, &judged).html()))
    }));
    match made {
        Ok(Ok(page)) => Making::Done(page.into()),
        Ok(Err(error)) => {
            tracing::error!(study = study.id, error, "a report cannot be made");
            Making::Failed
        }
        Err(_) => {
            tracing::error!(study = study.id, "making a report failed");
            Making::Failed
        }
    }
}

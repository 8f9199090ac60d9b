//! Reports that are being made, and those that have been.
//!
//! An analyst may look at games for minutes. That is done on one thread of its own with a low priority, so
//! that nobody who plays waits for it; and a report on the same answers is made once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use studies::{Study, StudyData};

use crate::geometry::Geometry;
use crate::players::hash_of;
use crate::pool::step_back;
use games::with_game;

/// As long as this a report is good enough though more was given since: whoever waits for it must get it
/// while people answer.
const FRESH: Duration = Duration::from_secs(30);

/// How far a report is.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Making {
    /// So much of it is done, from 0 to 1.
    UnderWay(f64),
    /// Here it is, and since when.
    Done(Arc<str>, Instant),
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
    pub(crate) fn make(&self, study: &Arc<Study>, collected: StudyData) -> Making {
        let given = serde_json::to_string(&collected).unwrap_or_default();
        let basis = hash_of(&format!("{}{given}", study.hash()));
        let mut last = self.last();
        if let Some((known, making)) = last.get(&study.id) {
            let good = match making {
                // Two at once would take twice as long each.
                Making::UnderWay(_) => true,
                Making::Done(_, since) => *known == basis || since.elapsed() < FRESH,
                Making::Failed => *known == basis,
            };
            if good {
                return making.clone();
            }
        }
        let begun = Making::UnderWay(0.0);
        last.insert(study.id.clone(), (basis.clone(), begun.clone()));
        let (reports, study) = (self.clone(), Arc::clone(study));
        std::thread::spawn(move || {
            step_back();
            let making = page(&reports, &study, &collected, &basis);
            reports.tell(&study.id, &basis, making);
        });
        begun
    }

    /// Says how far the report on this basis is, unless it has been forgotten meanwhile.
    fn tell(&self, study: &str, basis: &str, making: Making) {
        if let Some((known, last)) = self.last().get_mut(study)
            && known == basis
        {
            *last = making;
        }
    }

    /// Forgets the report of a study, also one that is under way: somebody who is in it has withdrawn.
    pub(crate) fn forget(&self, study: &str) {
        self.last().remove(study);
    }
}

/// The analyst of the study's games: the quick one of reviews, since the researcher waits, if one name does
/// for all games of the study. The command line uses a stronger one.
fn analyst(study: &Study) -> Option<&'static str> {
    fn reviewer<G: Geometry>() -> &'static str {
        G::REVIEWER
    }
    let mut names = study.conditions.iter().map(|condition| with_game!(condition.game, G => reviewer::<G>()));
    let first = names.next()?;
    names.all(|name| name == first).then_some(first)
}

fn page(reports: &Reports, study: &Study, collected: &StudyData, basis: &str) -> Making {
    let progress = |done: usize, of: usize| {
        let making = Making::UnderWay(done as f64 / of.max(1) as f64);
        reports.tell(&study.id, basis, making);
    };
    let made = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).start_handler(|_| step_back()).build();
        let pool = pool.map_err(|error| error.to_string())?;
        let judged = pool.install(|| studies::judge_games(study, collected, analyst(study), &progress))?;
        Ok::<_, String>(pool.install(|| studies::report(study, collected, &judged).html()))
    }));
    match made {
        Ok(Ok(page)) => Making::Done(page.into(), Instant::now()),
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

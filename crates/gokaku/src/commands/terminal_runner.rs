//! What long work of the lab gets from this program: a store, a cache beside it, and a progress bar.

use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::Result;
use indicatif::{ProgressBar, ProgressStyle};
use lab::reproduce::{CacheKind, Runner};
use lab::{Evidence, Judgements, Plan, ResultCache, StoredOpponents};

use super::cache_folder::CacheFolder;
use super::judging;
use crate::plan_runs::{played, warn_of_old};
use crate::runtime::block_on;
use crate::{cli, place};

/// Games are played by so many threads, or one per core.
pub(super) fn use_threads(jobs: Option<u16>) -> Result<()> {
    if let Some(jobs) = jobs {
        rayon::ThreadPoolBuilder::new().num_threads(usize::from(jobs)).build_global()?;
    }
    Ok(())
}

/// Plays and judges through the lab's store, caches beside it, and shows bars.
pub(super) struct TerminalRunner<'a> {
    lab: &'a cli::Lab,
    /// Takes the games there are and plays none, if set.
    stored: Option<StoredOpponents>,
    bar: Mutex<ProgressBar>,
}

impl<'a> TerminalRunner<'a> {
    pub(super) fn new(lab: &'a cli::Lab, as_is: bool) -> TerminalRunner<'a> {
        let stored = as_is.then(StoredOpponents::default);
        TerminalRunner { lab, stored, bar: Mutex::new(ProgressBar::hidden()) }
    }

    /// Takes the bar away, and warns if games of other opponents than this program's were taken.
    pub(super) fn finish(&self) {
        self.bar().finish_and_clear();
        if let Some(stored) = &self.stored {
            warn_of_old(stored);
        }
    }

    fn bar(&self) -> MutexGuard<'_, ProgressBar> {
        self.bar.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Runner for TerminalRunner<'_> {
    fn games(&self, plans: Vec<Plan>) -> Result<Vec<Evidence>> {
        played(plans, self.lab, self.stored.as_ref())
    }

    fn judgements(&self, evidence: &Evidence, analyst: &str, observer: Option<&str>) -> Result<Judgements> {
        block_on(async {
            let store = place::open_store(self.lab.store.as_deref()).await?;
            let judged = judging::judgements(&store, evidence, analyst, observer, self.lab.jobs).await?;
            store.close().await;
            Ok(judged)
        })
    }

    fn cache(&self, kind: CacheKind) -> Result<Box<dyn ResultCache + Sync + '_>> {
        Ok(Box::new(CacheFolder::beside_store(self.lab.store.as_deref(), kind)?))
    }

    fn expect_steps(&self, steps: u64, unit: &'static str) {
        let template = format!("{{wide_bar}} {{pos}}/{{len}} {unit}, {{eta}} left");
        let style = ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar());
        *self.bar() = ProgressBar::new(steps).with_style(style);
    }

    fn step(&self) {
        self.bar().inc(1);
    }
}

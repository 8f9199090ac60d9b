//! Several servers on one store: following what the others change, and who lets an opponent think.
//!
//! Each server may hold any table in memory. A change is for one version of it, which the store checks, so
//! whoever is behind is refused, reads the table again and goes on from there. Leases only keep two of them
//! from thinking about the same move.

use std::sync::Arc;
use std::time::Duration;

use queue::{Lease, Site, Task};

use super::registry::{TableHandle, TableRegistry, lock, shown};
use crate::error::{Refusal, RefusalCode};
use crate::reviews::Reviews;

/// A head start for the server whose opponent knows the game so far.
const HEAD_START: Duration = Duration::from_millis(150);

/// After this time a reply that has not come is sought again: whoever was to give it may be gone.
const AGAIN: Duration = Duration::from_secs(1);

/// The site that a server or a worker is part of.
pub(crate) struct Shared {
    pub(crate) site: Site,
    /// Asks workers to think before it does so itself.
    pub(crate) asks_workers: bool,
}

impl TableRegistry {
    /// Follows what other servers change, for as long as this one lives.
    pub(crate) async fn follow(self: Arc<Self>) {
        let Some(site) = self.shared.as_ref().map(|shared| &shared.site) else { return };
        let mut back = site.reconnections();
        loop {
            let Ok(mut changes) = site.changes().await else {
                tokio::time::sleep(AGAIN).await;
                continue;
            };
            loop {
                let changed = tokio::select! {
                    changed = changes.next() => changed,
                    Ok(()) = back.changed() => {
                        // Nobody knows what was told meanwhile.
                        self.refresh_all().await;
                        continue;
                    }
                };
                let Some(id) = changed else { break };
                let handle = lock(&self.handles).get(&id).and_then(|place| place.get().map(Arc::clone));
                if let Some(handle) = handle {
                    let registry = Arc::clone(&self);
                    tokio::spawn(async move { registry.refresh(&handle).await });
                }
            }
        }
    }

    async fn refresh_all(self: &Arc<Self>) {
        let handles: Vec<_> =
            lock(&self.handles).values().filter_map(|place| place.get().map(Arc::clone)).collect();
        for handle in handles {
            // Whoever asks for this table hears what is wrong.
            let _ = self.refresh(&handle).await;
        }
    }

    /// Reads a table again if another server has changed it.
    ///
    /// # Errors
    /// It is gone; the store refuses.
    pub(super) async fn refresh(self: &Arc<Self>, handle: &Arc<TableHandle>) -> Result<(), Refusal> {
        if self.shared.is_none() {
            return Ok(());
        }
        let mut table = handle.table.lock().await;
        if self.store.table_version(&handle.id).await? == Some(table.row().version) {
            return Ok(());
        }
        let Some((row, moves)) = self.store.table(&handle.id).await? else {
            drop(table);
            self.forget_here(&handle.id).await;
            return Err(Refusal::no_such_table());
        };
        table.follow(row, moves);
        handle.shown.send_replace(shown(&**table));
        self.wake(handle, &mut **table);
        Ok(())
    }

    /// Tells the other servers that a table has changed.
    pub(super) fn tell(&self, id: &str) {
        if let Some(shared) = &self.shared {
            let (site, id) = (shared.site.clone(), id.to_owned());
            tokio::spawn(async move { site.tell(&id).await });
        }
    }

    /// The right to do what `key` names: always without other servers, and when nobody can say whether
    /// another has it.
    pub(crate) async fn lease(&self, key: &str) -> Option<Option<Lease>> {
        let Some(shared) = &self.shared else { return Some(None) };
        shared.site.lease(key).await.map_or(Some(None), |lease| lease.map(Some))
    }

    /// Sees to it that somebody lets the opponent think about this version of a table, until there is
    /// another.
    pub(super) async fn seek_reply(self: Arc<Self>, handle: Arc<TableHandle>, version: u64) {
        let is_known = handle.table.lock().await.knows_opponent() || lock(&handle.worker).is_some();
        if !is_known {
            tokio::time::sleep(HEAD_START).await;
        }
        let mut seen = handle.shown.subscribe();
        while !*self.closing.borrow() {
            let refreshed = self.refresh(&handle).await;
            let is_gone = refreshed.is_err_and(|refusal| refusal.code() == RefusalCode::NoSuchTable);
            if is_gone || handle.table.lock().await.row().version != version {
                return;
            }
            if !self.worker_replies(&handle, version).await {
                self.reply(&handle, version).await;
            }
            let changed = seen.wait_for(|shown| shown.version != version);
            let _ = tokio::time::timeout(AGAIN, changed).await.map(|_| ());
        }
    }

    /// Whether a worker has taken it on to reply.
    async fn worker_replies(&self, handle: &TableHandle, version: u64) -> bool {
        let Some(shared) = self.shared.as_ref().filter(|shared| shared.asks_workers) else { return false };
        let last = lock(&handle.worker).clone();
        let taken = shared.site.ask(&Task::Reply(handle.id.clone(), version), last.as_deref()).await;
        let is_taken = taken.is_some();
        *lock(&handle.worker) = taken;
        is_taken
    }

    /// Lets the opponent think here, unless somebody else does.
    async fn reply(self: &Arc<Self>, handle: &Arc<TableHandle>, version: u64) {
        let Some(_lease) = self.lease(&format!("reply.{}.{version}", handle.id)).await else { return };
        let thinking = {
            let mut table = handle.table.lock().await;
            let is_wanted = table.row().version == version;
            let thinking = if is_wanted { table.think() } else { None };
            thinking.map(|thinking| (thinking, table.search_number()))
        };
        if let Some((thinking, number)) = thinking {
            Arc::clone(self).answer(Arc::clone(handle), thinking, number).await;
        }
    }

    /// Whether a worker makes the review of a table.
    pub(crate) async fn worker_reviews(&self, table: &str) -> bool {
        match self.shared.as_ref().filter(|shared| shared.asks_workers) {
            Some(shared) => shared.site.ask(&Task::Review(table.to_owned()), None).await.is_some(),
            None => false,
        }
    }

    /// Thinks for the servers of the site, for as long as this process lives.
    pub(crate) async fn work(self: Arc<Self>, reviews: Reviews) {
        let Some(site) = self.shared.as_ref().map(|shared| &shared.site) else { return };
        loop {
            let Ok(mut tasks) = site.tasks().await else {
                tokio::time::sleep(AGAIN).await;
                continue;
            };
            while let Some(task) = tasks.next(|| self.pool.is_at_work()).await {
                tokio::spawn(Arc::clone(&self).perform(task, reviews.clone()));
            }
        }
    }

    async fn perform(self: Arc<Self>, task: Task, reviews: Reviews) {
        let (Task::Reply(id, _) | Task::Review(id)) = &task;
        let Ok(handle) = self.handle(id).await else { return };
        if self.refresh(&handle).await.is_err() {
            return;
        }
        match task {
            Task::Reply(_, version) => self.reply(&handle, version).await,
            Task::Review(id) => {
                let finished = {
                    let table = handle.table.lock().await;
                    table.finished_game().map(|game| (game.review(), table.row().game.clone()))
                };
                if let Ok((reviewing, game)) = finished {
                    reviews.make(&self, &self.store, (id, game), reviewing);
                }
            }
        }
    }
}

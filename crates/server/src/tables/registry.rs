//! All tables: opening and changing them, letting opponents think, telling watchers.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use games::Side;
use search::Stop;
use store::{Phase, Store, StoreError, TableChange};
use tokio::sync::{Mutex as AsyncMutex, OnceCell, watch};

use super::any::{AnyTable, open};
use super::site::Shared;
use super::writer::TableWriter;
use super::{Reply, Request, Thinking};
use crate::error::Refusal;
use crate::levels::IN_STUDY;
use crate::pool::{Found, NoResult, Pool, Urgency};
use crate::wire;

/// How long a table that nobody looks at stays in memory.
const IDLE: Duration = Duration::from_secs(600);

/// The most tables whose opponents begin to think again when the server starts; the others do when somebody
/// opens them.
const RESUMED: u32 = 1000;

/// The table as it was last sent to those who watch.
#[derive(Clone, Debug)]
pub(crate) struct Snapshot {
    /// Its version.
    pub version: u64,
    /// It, as JSON, as the first and the second seat may see it.
    pub bodies: [Arc<str>; 2],
}

/// A table in memory.
pub(crate) struct TableHandle {
    pub(super) id: String,
    player: String,
    /// The player is a participant of a study: the player who speaks for them may open it.
    in_study: bool,
    pub(super) table: AsyncMutex<Box<dyn AnyTable>>,
    pub(super) shown: watch::Sender<Snapshot>,
    used: Mutex<Instant>,
    /// The version whose clock somebody watches.
    flag_watched: AtomicU64,
    /// The version to which a reply is sought from the servers of a site.
    reply_sought: AtomicU64,
    /// The worker that has replied last, and may still know the game.
    pub(super) worker: Mutex<Option<String>>,
    /// The number of the search whose reply somebody does not want to wait for.
    hurried: watch::Sender<u64>,
}

impl TableHandle {
    fn new(table: Box<dyn AnyTable>) -> TableHandle {
        let row = table.row();
        let (id, player) = (row.id.clone(), row.player.clone());
        let in_study = row.level == IN_STUDY;
        let (shown, _) = watch::channel(shown(&*table));
        TableHandle {
            id,
            player,
            in_study,
            table: AsyncMutex::new(table),
            shown,
            used: Mutex::new(Instant::now()),
            flag_watched: AtomicU64::new(0),
            reply_sought: AtomicU64::new(0),
            worker: Mutex::default(),
            hurried: watch::channel(0).0,
        }
    }

    /// The table, while nobody else changes it.
    pub(crate) async fn table(&self) -> tokio::sync::MutexGuard<'_, Box<dyn AnyTable>> {
        *lock(&self.used) = Instant::now();
        self.table.lock().await
    }

    /// Shows the reply to the present search without a person's pace; in a study the pace is the study's.
    pub(crate) async fn hurry(&self) {
        if self.in_study {
            return;
        }
        let number = self.table().await.search_number();
        self.hurried.send_replace(number);
    }

    /// The table as it is now and after every change.
    pub(crate) fn watch(&self) -> watch::Receiver<Snapshot> {
        self.shown.subscribe()
    }
}

pub(super) fn shown(table: &dyn AnyTable) -> Snapshot {
    let eyes = Side::BOTH.map(|seat| table.eyes(seat));
    // Nothing in a table can fail to be written.
    let body = |seat| Arc::from(serde_json::to_string(&table.show(seat)).unwrap_or_default());
    let first: Arc<str> = body(eyes[0]);
    let second = if eyes[0] == eyes[1] { Arc::clone(&first) } else { body(eyes[1]) };
    Snapshot { version: table.row().version, bodies: [first, second] }
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// All tables.
pub(crate) struct TableRegistry {
    pub(super) store: Store,
    writer: TableWriter,
    pub(super) pool: Arc<Pool>,
    thinking_limit: Duration,
    pub(super) handles: Mutex<HashMap<String, Arc<OnceCell<Arc<TableHandle>>>>>,
    pub(super) closing: watch::Sender<bool>,
    /// The other servers on this store, if there are any.
    pub(super) shared: Option<Shared>,
}

impl TableRegistry {
    /// The tables of `store`.
    #[must_use]
    pub(crate) fn new(
        store: Store,
        pool: Arc<Pool>,
        thinking_limit: Duration,
        shared: Option<Shared>,
    ) -> Arc<TableRegistry> {
        let writer = TableWriter::new(store.clone());
        let registry = TableRegistry {
            store,
            writer,
            pool,
            thinking_limit,
            handles: Mutex::default(),
            closing: watch::channel(false).0,
            shared,
        };
        Arc::new(registry)
    }

    /// Turns true when the server is about to stop.
    pub(crate) fn closing(&self) -> watch::Receiver<bool> {
        self.closing.subscribe()
    }

    /// Lets the opponents think that were to move when the server stopped.
    ///
    /// # Errors
    /// The store refuses.
    pub(crate) async fn resume(self: &Arc<Self>) -> Result<(), Refusal> {
        for id in self.store.waiting_tables(RESUMED).await? {
            if let Err(refusal) = self.handle(&id).await {
                tracing::warn!(table = id, code = refusal.code().as_str(), "a table stays closed");
            }
        }
        Ok(())
    }

    /// Saves a new table, and its player if that is a new one, and opens it.
    ///
    /// # Errors
    /// It cannot be played at, and nothing is kept; the store refuses.
    pub(crate) async fn create(self: &Arc<Self>, change: TableChange) -> Result<wire::TableView, Refusal> {
        let id = change.table.id.clone();
        // What cannot be opened now could never be.
        open(change.table.clone(), change.added.clone())?;
        self.store.add_player(&change.table.player).await?;
        self.writer.save(change).await?;
        metrics::counter!("gokaku_tables_total").increment(1);
        let handle = self.handle(&id).await?;
        let table = handle.table().await;
        Ok(table.show(table.row().seat))
    }

    /// The player's table, and where they sit.
    ///
    /// # Errors
    /// There is none, or it is somebody else's.
    pub(crate) async fn open(
        self: &Arc<Self>,
        id: &str,
        player: Option<&str>,
    ) -> Result<(Arc<TableHandle>, Side), Refusal> {
        let player = player.ok_or_else(Refusal::no_such_table)?;
        let handle = self.handle(id).await?;
        self.refresh(&handle).await?;
        let speaks_for_player = handle.in_study && self.store.speaks_for(player, &handle.player).await?;
        let seat = {
            let mut table = handle.table().await;
            let sits_at = |who: &str| table.seat_of(who);
            let seat = if speaks_for_player { sits_at(&handle.player) } else { sits_at(player) };
            let seat = seat.filter(|_| speaks_for_player || !handle.in_study);
            let seat = seat.ok_or_else(Refusal::no_such_table)?;
            self.wake(&handle, &mut **table);
            seat
        };
        Ok((handle, seat))
    }

    /// A table that somebody looks at who does not sit there.
    ///
    /// # Errors
    /// There is none.
    pub(crate) async fn look_at(self: &Arc<Self>, id: &str) -> Result<Arc<TableHandle>, Refusal> {
        let handle = self.handle(id).await?;
        self.refresh(&handle).await?;
        Ok(handle)
    }

    /// Seats `player` at a table whose link they have opened.
    ///
    /// # Errors
    /// There is no such table, or somebody else has taken the seat.
    pub(crate) async fn join(self: &Arc<Self>, id: &str, player: String) -> Result<wire::TableView, Refusal> {
        let (registry, handle) = (Arc::clone(self), self.look_at(id).await?);
        // On a task of its own, as every change.
        let task = tokio::spawn(async move {
            let mut table = handle.table().await;
            if table.seat_of(&player).is_none() {
                let change = table.propose_join(&player)?;
                registry.change(&handle, &mut table, change).await?;
            }
            let seat = table.seat_of(&player).ok_or_else(Refusal::no_such_table)?;
            Ok(table.show(table.eyes(seat)))
        });
        task.await.unwrap_or_else(|_| Err(Refusal::internal()))
    }

    pub(super) async fn handle(self: &Arc<Self>, id: &str) -> Result<Arc<TableHandle>, Refusal> {
        let place = Arc::clone(lock(&self.handles).entry(id.to_owned()).or_default());
        let load = async || {
            let (row, moves) = self.store.table(id).await?.ok_or_else(Refusal::no_such_table)?;
            let handle = Arc::new(TableHandle::new(open(row, moves)?));
            self.wake(&handle, &mut **handle.table().await);
            Ok(handle)
        };
        let handle = place.get_or_try_init(load).await.map(Arc::clone);
        if handle.is_err() {
            let mut handles = lock(&self.handles);
            if handles.get(id).is_some_and(|place| !place.initialized()) {
                handles.remove(id);
            }
        }
        handle
    }

    /// Does what a player wants of a version of their table.
    ///
    /// # Errors
    /// The version is not the present one, or the rules do not allow it; then nothing has changed.
    pub(crate) async fn request(
        self: &Arc<Self>,
        (handle, seat): (Arc<TableHandle>, Side),
        version: u64,
        request: Request,
    ) -> Result<wire::TableView, Refusal> {
        let registry = Arc::clone(self);
        // On a task of its own: a client that hangs up must not leave on disk what is not in memory.
        let task = tokio::spawn(async move { registry.do_request(&handle, seat, version, &request).await });
        task.await.unwrap_or_else(|_| Err(Refusal::internal()))
    }

    async fn do_request(
        self: &Arc<Self>,
        handle: &Arc<TableHandle>,
        seat: Side,
        version: u64,
        request: &Request,
    ) -> Result<wire::TableView, Refusal> {
        let mut table = handle.table().await;
        let seen = |table: &dyn AnyTable| table.show(table.eyes(seat));
        if table.row().version == version {
            let change = match table.flag() {
                Some(flag) => flag,
                None => table.propose(request, table.eyes(seat))?,
            };
            match self.change(handle, &mut table, change).await {
                Ok(()) => return Ok(seen(&**table)),
                Err(refusal) if table.row().version == version => return Err(refusal),
                // Another server was quicker.
                Err(_) => {}
            }
        }
        // The answer may have been lost on its way: a request that has been done is not done again.
        let done = table.row().asked == request.at(version);
        let seen = seen(&**table);
        if done { Ok(seen) } else { Err(Refusal::stale(seen)) }
    }

    /// Saves a change, makes it, tells watchers, and lets the opponent think if it is to move.
    async fn change(
        self: &Arc<Self>,
        handle: &Arc<TableHandle>,
        table: &mut Box<dyn AnyTable>,
        change: TableChange,
    ) -> Result<(), Refusal> {
        if let Err(error) = self.writer.save(change.clone()).await {
            self.after_failure(handle, table, &change, error).await?;
        }
        metrics::counter!("gokaku_plies_total").increment(change.added.len() as u64);
        table.commit(change);
        handle.shown.send_replace(shown(&**table));
        self.tell(&handle.id);
        self.wake(handle, &mut **table);
        Ok(())
    }

    /// Reads a table again when nobody knows whether its change was saved. If it was, that is no failure; if
    /// the store is ahead of us for another reason, we follow it.
    ///
    /// # Errors
    /// The change was not saved.
    async fn after_failure(
        self: &Arc<Self>,
        handle: &Arc<TableHandle>,
        table: &mut Box<dyn AnyTable>,
        change: &TableChange,
        error: StoreError,
    ) -> Result<(), Refusal> {
        match self.store.table(&change.table.id).await {
            Ok(Some((row, _))) if row == change.table => return Ok(()),
            Ok(Some((row, moves))) if row.version != table.row().version => {
                table.follow(row, moves);
                handle.shown.send_replace(shown(&**table));
                self.wake(handle, &mut **table);
            }
            _ => {}
        }
        Err(error.into())
    }

    /// Lets the opponent think and the clock run, if it is time for it.
    pub(super) fn wake(self: &Arc<Self>, handle: &Arc<TableHandle>, table: &mut dyn AnyTable) {
        let Some(version) = (table.row().phase == Phase::Playing).then_some(table.row().version) else {
            return;
        };
        if self.shared.is_some() {
            if table.wants_reply() && handle.reply_sought.swap(version, Ordering::Relaxed) != version {
                tokio::spawn(Arc::clone(self).seek_reply(Arc::clone(handle), version));
            }
        } else if let Some(thinking) = table.think() {
            tokio::spawn(Arc::clone(self).answer(Arc::clone(handle), thinking, table.search_number()));
        }
        if let Some(millis) = table.until_flag()
            && handle.flag_watched.swap(version, Ordering::Relaxed) != version
        {
            tokio::spawn(Arc::clone(self).watch_flag(Arc::clone(handle), version, millis));
        }
    }

    /// Lets the opponent think, then saves and shows its move.
    pub(super) async fn answer(self: Arc<Self>, handle: Arc<TableHandle>, thinking: Thinking, number: u64) {
        let started = Instant::now();
        let limit = thinking.limit.min(self.thinking_limit);
        let stop = thinking.stop.clone();
        let found = self.pool.run(&handle.player, Urgency::Move, (limit, stop), thinking.work).await;
        metrics::histogram!("gokaku_thinking_seconds").record(started.elapsed().as_secs_f64());
        if *self.closing.borrow() {
            return;
        }
        // A search that was stopped before it started has no reply, and none is wanted.
        let reply = found.map_or_else(|_| Reply::failed(number), |found| found.value);
        let mut hurried = handle.hurried.subscribe();
        tokio::select! {
            () = tokio::time::sleep(reply.shown_after.saturating_sub(started.elapsed())) => {}
            _ = hurried.wait_for(|&hurried| hurried == number) => {}
        }
        let mut table = handle.table.lock().await;
        let flag = table.flag();
        let Some(change) = table.accept_reply(reply).map(|change| flag.unwrap_or(change)) else { return };
        if let Err(refusal) = self.change(&handle, &mut table, change).await {
            tracing::error!(table = handle.id, code = refusal.code().as_str(), "a reply could not be saved");
            table.stop_thinking();
        }
    }

    /// The flag falls when the time is over and nothing has happened.
    async fn watch_flag(self: Arc<Self>, handle: Arc<TableHandle>, version: u64, millis: u64) {
        tokio::time::sleep(Duration::from_millis(millis)).await;
        let mut table = handle.table.lock().await;
        if table.row().version != version {
            return;
        }
        if let Some(change) = table.flag()
            && let Err(refusal) = self.change(&handle, &mut table, change).await
        {
            tracing::error!(
                table = handle.id,
                code = refusal.code().as_str(),
                "a timeout could not be saved"
            );
        }
    }

    /// A search that a player has asked for and waits for.
    ///
    /// # Errors
    /// Too many wait already, or it failed.
    pub(crate) async fn search<T: Send + 'static>(
        &self,
        player: &str,
        stop: Stop,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let found = self.pool.run(player, Urgency::Request, (self.thinking_limit, stop), work).await;
        found.map(|found| found.value).map_err(|none| match none {
            NoResult::Full => Refusal::busy(),
            NoResult::Failed => Refusal::internal(),
        })
    }

    /// A part of a review for a player who can wait; whether it was ended early for others is part of it.
    pub(crate) async fn review<T: Send + 'static>(
        &self,
        player: &str,
        stop: Stop,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<Found<T>> {
        self.pool.run(player, Urgency::Review, (self.thinking_limit, stop), work).await.ok()
    }

    /// Refuses what would need the engines while they have more to do than they can.
    ///
    /// # Errors
    /// They have.
    pub(crate) fn check_not_busy(&self) -> Result<(), Refusal> {
        if self.pool.is_full() { Err(Refusal::busy()) } else { Ok(()) }
    }

    /// Forgets tables that nobody has looked at for a while; they are on disk.
    pub(crate) fn sweep(&self) {
        let mut handles = lock(&self.handles);
        handles.retain(|_, place| {
            let Some(handle) = place.get() else { return true };
            let idle = lock(&handle.used).elapsed() > IDLE;
            // Whoever watches, thinks or waits for a flag holds it too.
            !(idle && Arc::strong_count(handle) == 1 && handle.shown.receiver_count() == 0)
        });
        metrics::gauge!("gokaku_tables_open").set(handles.len() as f64);
    }

    /// Forgets a table that is not on disk any more, and lets the other servers do so.
    pub(crate) async fn forget(&self, id: &str) {
        self.tell(id);
        self.forget_here(id).await;
    }

    /// Forgets a table that is not on disk any more.
    pub(super) async fn forget_here(&self, id: &str) {
        let place = lock(&self.handles).remove(id);
        if let Some(handle) = place.as_ref().and_then(|place| place.get()) {
            handle.table.lock().await.stop_thinking();
        }
    }

    /// Stops all searches and ends all live connections.
    pub(crate) async fn close(&self) {
        self.closing.send_replace(true);
        let handles: Vec<Arc<TableHandle>> =
            lock(&self.handles).values().filter_map(|place| place.get().map(Arc::clone)).collect();
        for handle in handles {
            handle.table.lock().await.stop_thinking();
        }
        let pool = Arc::clone(&self.pool);
        let _ = tokio::task::spawn_blocking(move || pool.close()).await;
    }
}

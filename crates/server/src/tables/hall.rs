//! All tables: opening them, changing them, letting opponents think, telling who watches.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use search::Stop;
use store::{Store, TableChange};
use tokio::sync::{Mutex as AsyncMutex, OnceCell, watch};

use super::any::{AnyTable, open};
use super::keeper::Keeper;
use super::{Request, Thinking, Thought};
use crate::error::Refusal;
use crate::levels::IN_STUDY;
use crate::pool::{Pool, Urgency};
use crate::wire;

/// How long a table that nobody looks at stays in memory.
const IDLE: Duration = Duration::from_secs(600);

/// The most tables whose opponents begin to think again when the server starts; the others do when somebody opens them.
const RESUMED: u32 = 1000;

/// The table as it was last sent to those who watch.
#[derive(Clone, Debug)]
pub(crate) struct Shown {
    /// Its version.
    pub version: u64,
    /// It, as JSON.
    pub body: Arc<str>,
}

/// A table in memory.
pub(crate) struct Cell {
    id: String,
    player: String,
    /// The player sits here as a participant: whoever speaks for them may.
    in_study: bool,
    table: AsyncMutex<Box<dyn AnyTable>>,
    shown: watch::Sender<Shown>,
    used: Mutex<Instant>,
    /// The version whose clock somebody watches.
    flag_watched: AtomicU64,
}

impl Cell {
    fn new(table: Box<dyn AnyTable>) -> Cell {
        let row = table.row();
        let (id, player) = (row.id.clone(), row.player.clone());
        let in_study = row.level == IN_STUDY;
        let (shown, _) = watch::channel(shown(&*table));
        Cell {
            id,
            player,
            in_study,
            table: AsyncMutex::new(table),
            shown,
            used: Mutex::new(Instant::now()),
            flag_watched: AtomicU64::new(0),
        }
    }

    /// The table, while nobody else changes it.
    pub(crate) async fn table(&self) -> tokio::sync::MutexGuard<'_, Box<dyn AnyTable>> {
        *lock(&self.used) = Instant::now();
        self.table.lock().await
    }

    /// The table as it is now and after every change.
    pub(crate) fn watch(&self) -> watch::Receiver<Shown> {
        self.shown.subscribe()
    }
}

fn shown(table: &dyn AnyTable) -> Shown {
    let table = table.show();
    // Nothing in a table can fail to be written.
    let body = serde_json::to_string(&table).unwrap_or_default();
    Shown { version: table.version, body: body.into() }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// All tables.
pub(crate) struct Hall {
    store: Store,
    keeper: Keeper,
    pool: Arc<Pool>,
    thinking_limit: Duration,
    cells: Mutex<HashMap<String, Arc<OnceCell<Arc<Cell>>>>>,
    closing: watch::Sender<bool>,
}

impl Hall {
    /// The tables of `store`.
    #[must_use]
    pub(crate) fn new(store: Store, pool: Arc<Pool>, thinking_limit: Duration) -> Arc<Hall> {
        let keeper = Keeper::new(store.clone());
        let hall = Hall {
            store,
            keeper,
            pool,
            thinking_limit,
            cells: Mutex::default(),
            closing: watch::channel(false).0,
        };
        Arc::new(hall)
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
            if let Err(refusal) = self.cell(&id).await {
                tracing::warn!(table = id, code = refusal.code(), "a table stays closed");
            }
        }
        Ok(())
    }

    /// Keeps a new table and opens it.
    ///
    /// # Errors
    /// The store refuses.
    pub(crate) async fn create(self: &Arc<Self>, change: TableChange) -> Result<wire::Table, Refusal> {
        let id = change.table.id.clone();
        self.keeper.keep(change).await?;
        metrics::counter!("gokaku_tables_total").increment(1);
        let cell = self.cell(&id).await?;
        Ok(cell.table().await.show())
    }

    /// The player's table.
    ///
    /// # Errors
    /// There is none, or it is somebody else's.
    pub(crate) async fn open(self: &Arc<Self>, id: &str, player: Option<&str>) -> Result<Arc<Cell>, Refusal> {
        let player = player.ok_or_else(Refusal::no_such_table)?;
        let cell = self.cell(id).await?;
        let allowed = match cell.in_study {
            true => self.store.speaks_for(player, &cell.player).await?,
            false => cell.player == player,
        };
        if !allowed {
            return Err(Refusal::no_such_table());
        }
        self.wake(&cell, &mut **cell.table().await);
        Ok(cell)
    }

    async fn cell(self: &Arc<Self>, id: &str) -> Result<Arc<Cell>, Refusal> {
        let place = Arc::clone(lock(&self.cells).entry(id.to_owned()).or_default());
        let load = async || {
            let (row, moves) = self.store.table(id).await?.ok_or_else(Refusal::no_such_table)?;
            let cell = Arc::new(Cell::new(open(row, moves)?));
            self.wake(&cell, &mut **cell.table().await);
            Ok(cell)
        };
        let cell = place.get_or_try_init(load).await.map(Arc::clone);
        if cell.is_err() {
            let mut cells = lock(&self.cells);
            if cells.get(id).is_some_and(|place| !place.initialized()) {
                cells.remove(id);
            }
        }
        cell
    }

    /// Does what a player wants of a version of their table.
    ///
    /// # Errors
    /// The version is not the present one, or the rules do not allow it; then nothing has changed.
    pub(crate) async fn request(
        self: &Arc<Self>,
        cell: Arc<Cell>,
        version: u64,
        request: Request,
    ) -> Result<wire::Table, Refusal> {
        let hall = Arc::clone(self);
        // On a task of its own: a client that hangs up must not leave on disk what is not in memory.
        let task = tokio::spawn(async move { hall.do_request(&cell, version, &request).await });
        task.await.unwrap_or_else(|_| Err(Refusal::internal()))
    }

    async fn do_request(
        self: &Arc<Self>,
        cell: &Arc<Cell>,
        version: u64,
        request: &Request,
    ) -> Result<wire::Table, Refusal> {
        let mut table = cell.table().await;
        if table.row().version != version {
            // The answer may have been lost on its way: a request that has been done is not done again.
            let done = table.row().asked == request.at(version);
            return if done { Ok(table.show()) } else { Err(Refusal::stale(table.show())) };
        }
        let change = match table.flag() {
            Some(flag) => flag,
            None => table.propose(request)?,
        };
        self.change(cell, &mut **table, change).await?;
        Ok(table.show())
    }

    /// Keeps a change, makes it, tells who watches, and lets the opponent think if it is to move.
    async fn change(
        self: &Arc<Self>,
        cell: &Arc<Cell>,
        table: &mut dyn AnyTable,
        change: TableChange,
    ) -> Result<(), Refusal> {
        self.keeper.keep(change.clone()).await?;
        metrics::counter!("gokaku_plies_total").increment(change.added.len() as u64);
        table.commit(change);
        cell.shown.send_replace(shown(table));
        self.wake(cell, table);
        Ok(())
    }

    /// Lets the opponent think and the clock run, if it is time for it.
    fn wake(self: &Arc<Self>, cell: &Arc<Cell>, table: &mut dyn AnyTable) {
        let Some(version) = (table.row().phase == "playing").then_some(table.row().version) else { return };
        if let Some(thinking) = table.think() {
            tokio::spawn(Arc::clone(self).answer(Arc::clone(cell), thinking, table.thought()));
        }
        if let Some(millis) = table.until_flag()
            && cell.flag_watched.swap(version, Ordering::Relaxed) != version
        {
            tokio::spawn(Arc::clone(self).watch_flag(Arc::clone(cell), version, millis));
        }
    }

    /// The opponent thinks, and what it plays is kept and shown.
    async fn answer(self: Arc<Self>, cell: Arc<Cell>, thinking: Thinking, number: u64) {
        let begun = Instant::now();
        let limit = thinking.limit.min(self.thinking_limit);
        let stop = thinking.stop.clone();
        let thought = self.pool.run(Urgency::Reply, limit, stop, thinking.work).await;
        metrics::histogram!("gokaku_thinking_seconds").record(begun.elapsed().as_secs_f64());
        if *self.closing.borrow() {
            return;
        }
        tokio::time::sleep(thinking.pace.saturating_sub(begun.elapsed())).await;
        let mut table = cell.table.lock().await;
        // A thought that was stopped before it began leaves nothing; it is not wanted any more either.
        let thought = thought.unwrap_or_else(|| Thought::failed(number));
        let flag = table.flag();
        let Some(change) = table.settle(thought).map(|change| flag.unwrap_or(change)) else { return };
        if let Err(refusal) = self.change(&cell, &mut **table, change).await {
            tracing::error!(table = cell.id, code = refusal.code(), "an answer could not be kept");
            table.abandon();
        }
    }

    /// The flag falls when the time is over and nothing has happened.
    async fn watch_flag(self: Arc<Self>, cell: Arc<Cell>, version: u64, millis: u64) {
        tokio::time::sleep(Duration::from_millis(millis)).await;
        let mut table = cell.table.lock().await;
        if table.row().version != version {
            return;
        }
        if let Some(change) = table.flag()
            && let Err(refusal) = self.change(&cell, &mut **table, change).await
        {
            tracing::error!(table = cell.id, code = refusal.code(), "a flag could not be kept");
        }
    }

    /// A search for somebody who waits.
    pub(crate) async fn search<T: Send + 'static>(
        &self,
        urgency: Urgency,
        stop: Stop,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        self.pool.run(urgency, self.thinking_limit, stop, work).await
    }

    /// Forgets tables that nobody has looked at for a while; they are on disk.
    pub(crate) fn sweep(&self) {
        let mut cells = lock(&self.cells);
        cells.retain(|_, place| {
            let Some(cell) = place.get() else { return true };
            let idle = lock(&cell.used).elapsed() > IDLE;
            // Whoever watches, thinks or waits for a flag holds it too.
            !(idle && Arc::strong_count(cell) == 1 && cell.shown.receiver_count() == 0)
        });
        metrics::gauge!("gokaku_tables_open").set(cells.len() as f64);
    }

    /// Forgets a table that is not on disk any more.
    pub(crate) async fn forget(&self, id: &str) {
        let place = lock(&self.cells).remove(id);
        if let Some(cell) = place.as_ref().and_then(|place| place.get()) {
            cell.table.lock().await.abandon();
        }
    }

    /// Ends what is under way: searches are stopped and thrown away, whoever watches is sent home.
    pub(crate) async fn close(&self) {
        self.closing.send_replace(true);
        let cells: Vec<Arc<Cell>> =
            lock(&self.cells).values().filter_map(|place| place.get().map(Arc::clone)).collect();
        for cell in cells {
            cell.table.lock().await.abandon();
        }
        let pool = Arc::clone(&self.pool);
        let _ = tokio::task::spawn_blocking(move || pool.close()).await;
    }
}

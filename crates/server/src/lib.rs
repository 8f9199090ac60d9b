//! Who sits at which table?
//!
//! The web app: an API under `/api/v1`, live updates and the page, in one process on one store.
//!
//! | to find | look in |
//! |---|---|
//! | starting and stopping | [`Server`], [`Settings`] |
//! | what can be asked for | `routes/`, `openapi.rs` |
//! | what goes over the wire | [`wire`] |
//! | tables in progress | `tables/` |
//! | what the page is told about each game | `geometry/` |
//! | the opponents to choose from | `levels.rs`; who they are, `characters.rs` |
//! | players and their ratings | `players.rs`; their strength over time: `strength.rs` |
//! | studies: participants' steps, what was collected | `studies/` |
//! | searches on few threads, whose turn it is | `pool/` |
//! | reviews of finished games | `review.rs`, `reviews.rs`; values as chances to win: `chances.rs` |
//! | why a move was worse, in words | `oversights/` |
//! | mistakes that come back as exercises | `exercises.rs` |
//! | records from elsewhere | `imports.rs` |
//! | a player in another browser | `identity.rs` |
//! | connections and their limits | `listening.rs` |
//! | who asks, and what a proxy may say of them | `asker.rs`, `networks.rs` |
//! | what is refused | `limits.rs`, `security.rs`, `error.rs` |
//! | building the page into the program | `build/`, `page.rs` |
//!
//! # Decisions
//!
//! - **A table is a function of its moves.** Start, seed and moves are stored; everything else is made from
//!   them, so a killed server continues where it was. An opponent that remembers is told the moves again; one
//!   that is made again draws other random numbers than the one that died.
//! - **Several servers share a store** (`tables/site.rs`): a table may be in the memory of each, a change is
//!   for one version of it, and the store refuses whoever is behind. What they tell each other only saves
//!   time.
//! - **A request is for a version** of its table, and the last request that changed a table is stored with
//!   it: sent again, it is answered and not done again.
//! - **One task writes.** The embedded database has one writer, and every commit waits for the disk: what
//!   comes in meanwhile is committed together. A request is acknowledged when its commit is.
//! - **What a browser may name** are our own opponents with bounded options. Nothing is started and no file
//!   is read because a browser asked for it.
//! - **Engines belong to everybody**: of all who wait, the one who has used them least of late is next, and a
//!   search ends when it has had its share while others wait. So no name of an opponent buys more time.
//! - **A review is made position by position** on the engine pool, behind every reply somebody waits for, and
//!   makes way for it. Engine threads have a lower priority than the server.
//! - **A client that says nothing costs a connection and no more**: heads, bodies and silence have limits.
//! - **A report on a study is made on a thread of its own**, not on the engine pool: it may take minutes, and
//!   no player should wait for it.
//! - **A memory belongs to the result.** What an adaptive opponent learns about a player is written in the
//!   same transaction as the end of the game, and a table keeps what was known when it began. So a game
//!   counts once.
//! - **The server says which step of a study is the current one**, in refusals too. A reload, a second tab or
//!   a lost connection costs nothing, and an answer counts once.
//! - **A refusal is a code** ([`RefusalCode`]) that the page translates, and a sentence for everybody else.
//! - **The page knows no rules.** What may be played, how a move changed the board and whether it is on the
//!   board comes from here; a board only draws and points. So a rule exists once, and a new game is a
//!   drawing.

#![forbid(unsafe_code)]

mod asker;
mod chances;
mod characters;
mod cookies;
mod error;
mod exercises;
mod geometry;
mod identity;
mod imports;
mod levels;
mod limits;
mod listening;
mod metrics;
mod networks;
mod openapi;
mod oversights;
mod page;
mod players;
mod pool;
mod review;
mod reviews;
mod routes;
mod security;
mod settings;
mod state;
mod strength;
mod studies;
mod tables;
pub mod wire;
mod words;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use queue::Site;
use store::Store;
use tokio::net::TcpListener;

pub use error::{ErrorBody, Problem, RefusalCode};
pub use networks::Network;
pub use openapi::text as openapi_text;
pub use settings::{Language, Settings};
pub use studies::collection::collect;
pub use studies::keys::{Prepared, new_key, prepare};

use limits::Limits;
use pool::Pool;
use reviews::Reviews;
use state::AppState;
use studies::Studies;
use tables::{Shared, TableRegistry};

/// The full name of an opponent that a browser may ask for by this one.
///
/// # Errors
/// It is none of ours, or asks for too much; the sentence says what is expected.
pub fn opponent_asked_for(game: wire::GameKind, name: &str) -> Result<String, String> {
    levels::named(game, name).map(|level| level.opponent)
}

/// How often idle tables are looked for.
const SWEEP: Duration = Duration::from_secs(60);

async fn sweep(registry: Arc<TableRegistry>) {
    loop {
        tokio::time::sleep(SWEEP).await;
        registry.sweep();
    }
}

/// The web app on a store.
pub struct Server {
    state: Arc<AppState>,
}

impl Server {
    /// Makes the server; opponents that were to move when it last stopped begin to think.
    ///
    /// # Errors
    /// The store refuses.
    pub async fn new(store: Store, settings: Settings) -> Result<Server, store::StoreError> {
        Server::on_site(store, settings, None).await
    }

    /// The same as one of several servers on the store, which hear of each other through `site`.
    ///
    /// # Errors
    /// The store refuses.
    pub async fn on_site(
        store: Store,
        settings: Settings,
        site: Option<Site>,
    ) -> Result<Server, store::StoreError> {
        let shared = site.map(|site| Shared { site, asks_workers: true });
        let server = Server::made(store, settings, shared);
        let registry = &server.state.registry;
        tokio::spawn(Arc::clone(registry).follow());
        if registry.resume().await.is_err() {
            // The log says why; tables are opened one by one then.
            tracing::warn!("the tables of the last run are not resumed");
        }
        Ok(server)
    }

    /// Thinks for the servers of a site until `stop` comes: their opponents' moves and their reviews.
    pub async fn work(store: Store, settings: Settings, site: Site, stop: impl Future<Output = ()>) {
        let server = Server::made(store, settings, Some(Shared { site, asks_workers: false }));
        let registry = &server.state.registry;
        let following = tokio::spawn(Arc::clone(registry).follow());
        let sweeping = tokio::spawn(sweep(Arc::clone(registry)));
        tokio::select! {
            () = Arc::clone(registry).work(server.state.reviews.clone()) => {}
            () = stop => {}
        }
        following.abort();
        sweeping.abort();
        server.close().await;
    }

    fn made(store: Store, settings: Settings, shared: Option<Shared>) -> Server {
        metrics::install();
        let pool = Arc::new(Pool::new(settings.threads()));
        let limit = Duration::from_millis(settings.thinking_limit);
        let registry = TableRegistry::new(store.clone(), pool, limit, shared);
        let limits = Arc::new(Limits::new(&settings));
        let state = AppState {
            settings,
            store,
            registry,
            reviews: Reviews::default(),
            limits,
            studies: Studies::default(),
        };
        Server { state: Arc::new(state) }
    }

    /// Everything that can be asked for, to be served or to be asked in the same process.
    pub fn router(&self) -> Router {
        routes::router(Arc::clone(&self.state))
    }

    /// Serves at `listener` until `stop` comes; then requests in hand are finished, searches are stopped, and
    /// everything that was acknowledged is on disk. Nobody can hold this up for more than some seconds.
    ///
    /// # Errors
    /// The address for metrics is not free.
    pub async fn run(
        self,
        listener: TcpListener,
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> std::io::Result<()> {
        let router = self.router();
        let registry = Arc::clone(&self.state.registry);
        let sweeping = tokio::spawn(sweep(Arc::clone(&registry)));
        let metrics = match self.state.settings.metrics_address {
            Some(address) => Some(tokio::spawn(metrics::serve(TcpListener::bind(address).await?))),
            None => None,
        };
        let stop = async move {
            stop.await;
            tracing::info!("stopping");
            registry.close().await;
        };
        listening::serve(listener, router, &self.state.settings, stop).await;
        if let Some(metrics) = metrics {
            metrics.abort();
        }
        sweeping.abort();
        self.close().await;
        Ok(())
    }

    /// Stops searches and closes the store.
    pub async fn close(&self) {
        self.state.registry.close().await;
        self.state.store.close().await;
    }
}

//! Who sits at which table?
//!
//! The web app: an API under `/api/v1`, live updates, the page, on one process and one store.
//!
//! | to find | look in |
//! |---|---|
//! | starting and stopping | [`Server`], [`Settings`] |
//! | what can be asked for | `routes/`, `openapi.rs` |
//! | what goes over the wire | [`wire`] |
//! | tables in progress | `tables/` |
//! | how a game looks from a seat | `geometry/` |
//! | whom one can play against | `levels.rs` |
//! | who plays, and how well | `players.rs` |
//! | studies: participants' steps, what was collected | `studies/` |
//! | searches on few threads | `pool.rs` |
//! | what is said after a game | `review.rs`, `reviews.rs` |
//! | what is refused | `limits.rs`, `security.rs`, `error.rs` |

mod error;
mod geometry;
mod levels;
mod limits;
mod metrics;
mod openapi;
mod page;
mod players;
mod pool;
mod review;
mod reviews;
mod routes;
mod security;
mod settings;
mod state;
mod studies;
mod tables;
pub mod wire;
mod words;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use store::Store;
use tokio::net::TcpListener;

pub use error::{ErrorBody, Problem};
pub use openapi::text as openapi_text;
pub use settings::{Language, Settings};
pub use studies::collection::collect;
pub use studies::keys::{Prepared, new_key, prepare};

use limits::Limits;
use pool::Pool;
use reviews::Reviews;
use state::State;
use studies::Studies;
use tables::Hall;

/// How often idle tables are looked for.
const SWEEP: Duration = Duration::from_secs(60);

/// The web app on a store.
pub struct Server {
    state: Arc<State>,
}

impl Server {
    /// Makes the server; opponents that were to move when it last stopped begin to think.
    ///
    /// # Errors
    /// The store refuses.
    pub async fn new(store: Store, settings: Settings) -> Result<Server, store::StoreError> {
        metrics::install();
        let pool = Arc::new(Pool::new(settings.threads()));
        let hall = Hall::new(store.clone(), pool, Duration::from_millis(settings.thinking_limit));
        let limits = Arc::new(Limits::new(&settings));
        if hall.resume().await.is_err() {
            // The log says why; tables are opened one by one then.
            tracing::warn!("the tables of the last run are not resumed");
        }
        let state =
            State { settings, store, hall, reviews: Reviews::default(), limits, studies: Studies::default() };
        Ok(Server { state: Arc::new(state) })
    }

    /// Everything that can be asked for, to be served or to be asked in the same process.
    pub fn router(&self) -> Router {
        routes::router(Arc::clone(&self.state))
    }

    /// Serves at `listener` until `stop` comes; then requests in hand are finished, searches are stopped, and everything that was
    /// acknowledged is on disk.
    ///
    /// # Errors
    /// The listener fails.
    pub async fn run(
        self,
        listener: TcpListener,
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> std::io::Result<()> {
        let service = self.router().into_make_service_with_connect_info::<SocketAddr>();
        let hall = Arc::clone(&self.state.hall);
        let sweeping = tokio::spawn({
            let hall = Arc::clone(&hall);
            async move {
                loop {
                    tokio::time::sleep(SWEEP).await;
                    hall.sweep();
                }
            }
        });
        let served = axum::serve(listener, service)
            .with_graceful_shutdown(async move {
                stop.await;
                tracing::info!("stopping");
                hall.close().await;
            })
            .await;
        sweeping.abort();
        self.close().await;
        served
    }

    /// Stops searches and closes the store.
    pub async fn close(&self) {
        self.state.hall.close().await;
        self.state.store.close().await;
    }
}

//! Live updates: the table as it is, and after every change.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::extract::{Path, State};
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use futures_util::{Stream, StreamExt};
use tokio_stream::wrappers::WatchStream;

use super::CurrentPlayer;
use crate::asker::Asker;
use crate::error::{ErrorBody, Refusal, RefusalCode};
use crate::state::AppState;
use crate::tables::Snapshot;

/// How often a silent connection hears that it is still there.
pub(crate) const HEARTBEAT: Duration = Duration::from_secs(15);

/// The table, now and after every change: messages `event: table`, `id:` its version.
#[utoipa::path(
    get, path = "/api/v1/tables/{id}/events", tag = "tables", params(("id" = String, Path)),
    responses(
        (status = 200, content_type = "text/event-stream", body = crate::wire::TableView),
        (status = 404, body = ErrorBody),
    ),
)]
pub(crate) async fn events(
    State(state): State<Arc<AppState>>,
    Extension(asker): Extension<Asker>,
    who: CurrentPlayer,
    Path(id): Path<String>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Refusal> {
    let (handle, seat) = state.registry.open(&id, who.0.as_deref()).await?;
    let held = state.limits.stream(asker.address).ok_or_else(|| {
        let message = "You have too many live connections; close another window.";
        Refusal::new(RefusalCode::TooManyStreams, message)
    })?;
    let mut closing = state.registry.closing();
    let message = move |shown: Snapshot| {
        let body = &*shown.bodies[seat.index()];
        Event::default().event("table").id(shown.version.to_string()).data(body)
    };
    let stream = WatchStream::new(handle.watch())
        .map(move |shown| {
            // As long as the stream lives, it counts; and the table stays in memory.
            let _ = (&held, &handle);
            Ok(message(shown))
        })
        .take_until(async move {
            // An error means that the server is gone, which is an end too.
            let _ = closing.wait_for(|closing| *closing).await;
        });
    Ok(Sse::new(stream).keep_alive(KeepAlive::new().interval(HEARTBEAT)))
}

//! Live updates: the table as it is, and after every change.

use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::extract::{Path, State as Held};
use axum::http::StatusCode;
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use futures_util::{Stream, StreamExt};
use tokio_stream::wrappers::WatchStream;

use super::Who;
use crate::error::{ErrorBody, Refusal};
use crate::state::State;
use crate::tables::Shown;

/// How often a silent connection hears that it is still there.
pub(crate) const HEARTBEAT: Duration = Duration::from_secs(15);

/// The table, now and after every change: messages `event: table`, `id:` its version.
#[utoipa::path(get, path = "/api/v1/tables/{id}/events", tag = "tables", params(("id" = String, Path)),
    responses((status = 200, content_type = "text/event-stream", body = crate::wire::Table), (status = 404, body = ErrorBody)))]
pub(crate) async fn events(
    Held(state): Held<Arc<State>>,
    Extension(client): Extension<IpAddr>,
    who: Who,
    Path(id): Path<String>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Refusal> {
    let cell = state.hall.open(&id, who.0.as_deref()).await?;
    let held = state.limits.stream(client).ok_or_else(|| {
        let message = "You have too many live connections; close another window.";
        Refusal::new(StatusCode::TOO_MANY_REQUESTS, "too-many-streams", message)
    })?;
    let mut closing = state.hall.closing();
    let message =
        |shown: Shown| Event::default().event("table").id(shown.version.to_string()).data(&*shown.body);
    let stream = WatchStream::new(cell.watch())
        .map(move |shown| {
            // As long as the stream lives, it counts; and the table stays in memory.
            let _ = (&held, &cell);
            Ok(message(shown))
        })
        .take_until(async move {
            // An error means that the server is gone, which is an end too.
            let _ = closing.wait_for(|closing| *closing).await;
        });
    Ok(Sse::new(stream).keep_alive(KeepAlive::new().interval(HEARTBEAT)))
}

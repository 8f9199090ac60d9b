//! What the server is doing, for those who run it: numbers for Prometheus, a line of log a request.

use std::sync::OnceLock;
use std::time::Instant;

use axum::Router;
use axum::extract::{MatchedPath, Request};
use axum::http::header;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use tokio::net::TcpListener;

/// There is one recorder a process.
static RECORDER: OnceLock<Option<PrometheusHandle>> = OnceLock::new();

/// Bounds of the histograms of times, in seconds.
const SECONDS: [f64; 11] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0];

/// Begins to count.
pub(crate) fn install() {
    RECORDER.get_or_init(|| {
        let recorder = PrometheusBuilder::new()
            .set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), &SECONDS)
            .ok()?
            .install_recorder();
        recorder.map_err(|error| tracing::warn!(%error, "no metrics")).ok()
    });
}

/// Serves the numbers as Prometheus reads them, and nothing else, to whoever can reach `listener`.
pub(crate) async fn serve(listener: TcpListener) {
    let router = Router::new().route("/metrics", get(page));
    if let Err(error) = axum::serve(listener, router).await {
        tracing::error!(%error, "no metrics");
    }
}

async fn page() -> Response {
    let text = RECORDER.get().and_then(Option::as_ref).map(|handle| {
        handle.run_upkeep();
        handle.render()
    });
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text.unwrap_or_default()).into_response()
}

/// Counts and logs a request: its route, never what came with it.
pub(crate) async fn observe(request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let method = request.method().clone();
    let route = request
        .extensions()
        .get::<MatchedPath>()
        .map_or_else(|| "page".to_owned(), |path| path.as_str().to_owned());
    let response = next.run(request).await;
    let (status, seconds) = (response.status().as_u16(), begun.elapsed().as_secs_f64());
    metrics::counter!("gokaku_requests_total", "route" => route.clone(), "status" => status.to_string())
        .increment(1);
    metrics::histogram!("gokaku_request_seconds", "route" => route.clone()).record(seconds);
    tracing::info!(%method, route, status, millis = seconds * 1000.0, "request");
    response
}

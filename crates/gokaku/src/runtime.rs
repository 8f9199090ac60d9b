//! Asynchronous work of a command: its threads, and how it ends early.

use anyhow::Result;
use search::Stop;

/// Runs `future` with as many threads as there are cores.
pub(crate) fn block_on<T>(future: impl Future<Output = Result<T>>) -> Result<T> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(future)
}

/// Raises `stop` at Ctrl-C or SIGTERM.
pub(crate) async fn stop_on_interrupt(stop: Stop) {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = interrupt => {}
                _ = terminate.recv() => {}
            }
            stop.stop();
            return;
        }
    }
    let _ = interrupt.await;
    stop.stop();
}

/// Number of cores.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

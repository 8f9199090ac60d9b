//! The processor time of this thread: what a measurement counts, so that a busy machine disturbs it little.

/// Seconds of processor time that this thread has had.
#[cfg(unix)]
pub(crate) fn seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// Seconds of processor time that all threads of this program have had.
#[cfg(unix)]
pub(crate) fn process_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// The same as [`seconds`]: here there is no portable clock of processor time.
#[cfg(not(unix))]
pub(crate) fn process_seconds() -> f64 {
    seconds()
}

/// Seconds since the first call: here there is no portable clock of processor time.
#[cfg(not(unix))]
pub(crate) fn seconds() -> f64 {
    use std::sync::LazyLock;
    use std::time::Instant;

    static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
    BEGUN.elapsed().as_secs_f64()
}

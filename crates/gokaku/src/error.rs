//! What went wrong, as an exit code: 1 for a run that found a failure, 2 for bad usage or bad input.

use std::io;
use std::process::ExitCode;

/// The command ran and what it examined failed.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Failed(pub(crate) String);

/// The exit code that belongs to an error.
pub(crate) fn exit_code(error: &anyhow::Error) -> ExitCode {
    ExitCode::from(if error.is::<Failed>() { 1 } else { 2 })
}

/// Whoever read our output has stopped reading, as `head` does: no error at all.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|e| e.kind() == io::ErrorKind::BrokenPipe)
}

//! Exit codes: 1 for a run that found a failure, 2 for bad usage or input.

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

/// The reader of our output is gone, as with `head`: not an error.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|e| e.kind() == io::ErrorKind::BrokenPipe)
}

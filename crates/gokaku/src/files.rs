//! Reading and writing files: whole or not at all, with the file's name in every error.

use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, anyhow};
use games::Malformed;
use tempfile::NamedTempFile;

/// The contents of a file.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("{}: cannot be read", path.display()))
}

/// `FILE:LINE: found …, expected …`
pub(crate) fn name_file(path: &Path, error: &Malformed) -> anyhow::Error {
    let line = error.line.map(|line| format!("{line}:")).unwrap_or_default();
    anyhow!("{}:{line} found {}, expected {}", path.display(), error.found, error.expected)
}

/// Writes one file, whole or not at all: it is written beside its place and moved there when it is on the disk.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let failed = || format!("{}: cannot be written", path.display());
    fs::create_dir_all(folder).with_context(failed)?;
    let mut file = temporary_file_in(folder).with_context(failed)?;
    file.write_all(bytes).and_then(|()| file.as_file().sync_all()).with_context(failed)?;
    file.persist(path).with_context(failed)?;
    Ok(())
}

/// A temporary file that gets the usual permissions; the default of the crate is for secrets.
fn temporary_file_in(folder: &Path) -> std::io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666)); // less what the umask takes away
    }
    builder.tempfile_in(folder)
}

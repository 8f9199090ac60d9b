//! Reading and writing files: whole or not at all, with the file's name in every error.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};
use games::Malformed;
use tempfile::NamedTempFile;

/// The contents of a file.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).map_err(|error| anyhow!("{}: cannot be read: {error}", path.display()))
}

/// The first whole lines of a file, as many as fit into `limit` bytes.
pub(crate) fn read_start(path: &Path, limit: u64) -> Result<Vec<u8>> {
    let failed = |error| anyhow!("{}: cannot be read: {error}", path.display());
    let mut bytes = Vec::new();
    File::open(path).map_err(failed)?.take(limit).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 == limit {
        bytes.truncate(bytes.iter().rposition(|&byte| byte == b'\n').unwrap_or(0));
    }
    Ok(bytes)
}

/// `FILE:LINE: found …, expected …`
pub(crate) fn name_file(path: &Path, error: &Malformed) -> anyhow::Error {
    let line = error.line.map(|line| format!("{line}:")).unwrap_or_default();
    anyhow!("{}:{line} found {}, expected {}", path.display(), error.found, error.expected)
}

/// Writes one file, whole or not at all: it is written beside its place and moved there when it is on the
/// disk.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    let target = regular_target(path)?;
    let failed = |error: io::Error| anyhow!("{}: cannot be written: {error}", path.display());
    let folder = folder_of(&target);
    fs::create_dir_all(folder).map_err(failed)?;
    let mut file = temporary_file_in(folder).map_err(failed)?;
    file.write_all(bytes).and_then(|()| file.as_file().sync_all()).map_err(failed)?;
    file.persist(&target).map_err(|error| failed(error.error))?;
    Ok(())
}

/// Interval between syncs to disk: games of a millisecond must not wait for one each.
const SYNCED_EVERY: Duration = Duration::from_millis(100);

/// A file that grows part by part. Until it is finished it is called `FILE.part`, and each part is there as
/// soon as it is added: a kill costs nothing but what was not added, a power cut what was added within a
/// tenth of a second of the part before. FILE appears whole or not at all.
pub(crate) struct Growing {
    file: File,
    path: PathBuf,
    target: PathBuf,
    synced: Option<Instant>,
    is_kept: bool,
}

impl Growing {
    /// Starts a file. An unfinished one is overwritten, unless another process still writes it.
    pub(crate) fn create(path: &Path) -> Result<Growing> {
        let target = regular_target(path)?;
        let mut name = target.as_os_str().to_owned();
        name.push(".part");
        let path = PathBuf::from(name);
        let failed = |error: io::Error| anyhow!("{}: cannot be written: {error}", path.display());
        fs::create_dir_all(folder_of(&target)).map_err(failed)?;
        let file = File::options().write(true).create(true).truncate(false).open(&path).map_err(failed)?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => {
                anyhow!("{}: found another program writing it, expected a file of our own", path.display())
            }
            TryLockError::Error(error) => failed(error),
        })?;
        file.set_len(0).map_err(failed)?;
        Ok(Growing { file, path, target, synced: None, is_kept: false })
    }

    /// Adds a part.
    pub(crate) fn add(&mut self, bytes: &[u8]) -> Result<()> {
        self.is_kept = true;
        let mut added = self.file.write_all(bytes);
        if added.is_ok() && self.synced.is_none_or(|synced| synced.elapsed() >= SYNCED_EVERY) {
            added = self.file.sync_data();
            self.synced = Some(Instant::now());
        }
        added.map_err(|error| anyhow!("{}: cannot be written: {error}", self.path.display()))
    }

    /// All parts are there.
    pub(crate) fn finish(mut self) -> Result<()> {
        self.is_kept = true;
        let done = self.file.sync_all().and_then(|()| fs::rename(&self.path, &self.target));
        done.map_err(|error| anyhow!("{}: cannot be written: {error}", self.target.display()))
    }
}

impl Drop for Growing {
    fn drop(&mut self) {
        if !self.is_kept {
            // Nothing was added, and an empty file that stays does no harm.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Fails if `path` cannot be written, without writing it.
pub(crate) fn check_writable(path: &Path) -> Result<()> {
    let target = regular_target(path)?;
    let folder = folder_of(&target);
    let tried = fs::create_dir_all(folder).and_then(|()| temporary_file_in(folder));
    tried.map(drop).map_err(|error| anyhow!("{}: cannot be written: {error}", path.display()))
}

/// Removes a file, if it is there.
pub(crate) fn remove(path: &Path) -> Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(anyhow!("{}: cannot be removed: {error}", path.display()))
        }
        _ => Ok(()),
    }
}

/// What `path` leads to, through links; it must be a regular file or nothing yet, since moving a file there
/// would replace whatever it is.
fn regular_target(path: &Path) -> Result<PathBuf> {
    match fs::canonicalize(path) {
        Ok(target) if target.is_file() => Ok(target),
        Ok(_) => Err(anyhow!(
            "{}: found something that is no regular file, expected a file to write",
            path.display()
        )),
        Err(_) => Ok(path.to_owned()),
    }
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A temporary file that gets the usual permissions; the default of the crate is for secrets.
fn temporary_file_in(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666)); // less what the umask takes away
    }
    builder.tempfile_in(folder)
}

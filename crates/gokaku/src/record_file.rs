//! The file that a terminal game is saved to.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use etcetera::BaseStrategy;
use games::encoding::Encoding;
use games::{Game, Record, Side};

use crate::files;
use crate::format::{self, Format, Options};
use crate::records::Records;
use crate::table::Table;

/// Path and format of a saved game.
pub(crate) struct RecordFile {
    path: PathBuf,
    pub(crate) format: Format,
    /// The seat whose view is saved if the format hides something.
    pub(crate) seat: Side,
}

impl RecordFile {
    /// The given file, or a new one in the data folder; fails at once if it cannot be written.
    pub(crate) fn open<G: Table>(named: Option<&Path>, seat: Side) -> Result<RecordFile> {
        let path = match named {
            Some(path) => path.to_owned(),
            None => own_file(
                &format!("{}-{}", G::NAME, jiff::Zoned::now().strftime("%Y%m%d-%H%M%S")),
                G::RECORD_FORMAT,
            )?,
        };
        let expected = G::RECORD_FORMAT.extension(Encoding::Utf8);
        let format = Format::of_path(&path).with_context(|| {
            format!("{}: found no known ending, expected one such as .{expected}", path.display())
        })?;
        format.check_writes(G::KIND)?;
        files::check_writable(&path)?;
        Ok(RecordFile { path, format, seat })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Saves a finished game.
    pub(crate) fn keep<G: Game>(&self, record: &Record<G>) -> Result<()>
    where
        Records: From<Vec<Record<G>>>,
    {
        files::write(&self.path, &self.print(&Records::from(vec![record.clone()]), self.format)?)
    }

    /// Saves what may be saved of an unfinished game.
    pub(crate) fn keep_unfinished<G: Table>(&self, record: &Record<G>) -> Result<()>
    where
        Records: From<Vec<Record<G>>>,
    {
        if record.line.plies.is_empty() {
            return files::remove(&self.path);
        }
        let (records, format) = G::unfinished(record, self)?;
        files::write(&self.path, &self.print(&records, format)?)
    }

    fn print(&self, records: &Records, format: Format) -> Result<Vec<u8>> {
        let output = Format::encoding_for(&self.path);
        Ok(format::write(records, format, &Options { output, seat: self.seat, ..Options::default() })?)
    }
}

/// A file of this name that does not exist yet.
fn own_file(name: &str, format: Format) -> Result<PathBuf> {
    let base =
        etcetera::choose_base_strategy().context("found no home folder, expected one, or --record FILE")?;
    let folder = base.data_dir().join("gokaku").join("records");
    let extension = format.extension(Encoding::Utf8);
    let numbered = (2..).map(|number| format!("{name}-{number}.{extension}"));
    let names = std::iter::once(format!("{name}.{extension}")).chain(numbered);
    names.map(|name| folder.join(name)).find(|path| !path.exists()).context("found no free file name")
}

//! Files with games in them, or with positions to begin from.

use std::path::Path;

use anyhow::{Context as _, Result, bail};
use games::othello::Othello;
use games::{Game, Record};
use lab::Opening;

use crate::files;
use crate::format::{self, Format, Options};
use crate::records::Records;
use crate::table::Table;

/// The games in a file of records.
pub(crate) fn records<G: Table>(path: &Path) -> Result<Vec<Record<G>>>
where
    Vec<Record<G>>: TryFrom<Records>,
{
    let bytes = files::read(path)?;
    let Some(format) = Format::of_path(path).or_else(|| Format::of_contents(&bytes)) else {
        bail!("{}: found no known ending, expected a file of records", path.display());
    };
    // Othello has a notation of its own for bare moves, without spaces.
    if format == Format::Moves && G::NAME != Othello::NAME {
        return bare_moves(&String::from_utf8_lossy(&bytes), path);
    }
    let options = Options { input: Format::encoding_of_path(path), ..Options::default() };
    let records = format::read(&bytes, format, &options).map_err(|error| files::name_file(path, &error))?;
    match Vec::<Record<G>>::try_from(records) {
        Ok(records) => Ok(records),
        Err(_) => bail!("{}: found games of another kind, expected {}", path.display(), G::NAME),
    }
}

/// Games of bare moves from the usual start: one per line, moves between spaces.
fn bare_moves<G: Table>(text: &str, path: &Path) -> Result<Vec<Record<G>>> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let record = |(number, line): (usize, &str)| -> Result<Record<G>> {
        let place = || format!("{}:{}", path.display(), number + 1);
        let moves = line.split_whitespace().map(str::parse).collect::<Result<Vec<G::Move>, _>>();
        Record::from_moves(G::default(), moves.with_context(place)?).with_context(place)
    };
    lines.map(record).collect()
}

/// The games in a file of records, or the positions in a file of those (`.obf`), to be played on.
pub(crate) fn openings<G: Table>(path: &Path) -> Result<Vec<Opening<G>>>
where
    Vec<Record<G>>: TryFrom<Records>,
{
    let openings: Vec<Opening<G>> = if path.extension().is_some_and(|ending| ending == "obf") {
        let text = String::from_utf8_lossy(&files::read(path)?).into_owned();
        let starts = G::positions_from(&text).map_err(|error| files::name_file(path, &error))?;
        starts.into_iter().map(Opening::from).collect()
    } else {
        records::<G>(path)?.iter().map(Opening::try_from).collect::<Result<_, _>>()?
    };
    if openings.is_empty() {
        bail!("{}: found nothing, expected an opening", path.display());
    }
    Ok(openings)
}

/// The moves of the games in a file of records, all from the usual start.
pub(crate) fn opening_moves<G: Table>(path: &Path) -> Result<Vec<String>>
where
    Vec<Record<G>>: TryFrom<Records>,
{
    let moves = |record: &Record<G>| {
        if record.start != G::default() {
            bail!("{}: found a game from another position, expected the usual start", path.display());
        }
        Ok(record.moves().map(|mv| mv.to_string()).collect::<Vec<_>>().join(" "))
    };
    records::<G>(path)?.iter().map(moves).collect()
}

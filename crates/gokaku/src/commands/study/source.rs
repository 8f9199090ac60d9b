//! A study from its file, or a ready-made one.

use std::path::Path;

use anyhow::{Result, anyhow};
use studies::{Study, StudyError, templates};

use crate::files;

/// The study in a file, or the one that comes with the program under this name.
pub(super) fn read(file_or_name: &str) -> Result<Study> {
    look_at(file_or_name)?.map_err(|faults| named(file_or_name, &faults))
}

/// The same, or everything that is wrong with it.
pub(super) fn look_at(file_or_name: &str) -> Result<Result<Study, Vec<StudyError>>> {
    let path = Path::new(file_or_name);
    if !path.exists() && !file_or_name.contains(['/', '.']) {
        let ready = templates::by_name(file_or_name).ok_or_else(|| {
            let known = templates::ALL.map(|ready| ready.name).join(", ");
            anyhow!("found study \"{file_or_name}\", expected a file or one of: {known}")
        })?;
        return Ok(ready.study());
    }
    let text = text_of(path)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut record = |file: &str| text_of(&folder.join(file)).map_err(|error| error.to_string());
    Ok(Study::parse(&text, &mut record))
}

fn text_of(path: &Path) -> Result<String> {
    String::from_utf8(files::read(path)?)
        .map_err(|_| anyhow!("{}: found bytes that are no text, expected UTF-8", path.display()))
}

/// All faults, a line each, with the study's name before them.
fn named(study: &str, faults: &[StudyError]) -> anyhow::Error {
    let lines: Vec<String> = faults.iter().map(|fault| format!("{study}: {fault}")).collect();
    anyhow!(lines.join("\n"))
}

//! `gokaku convert`

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use games::encoding::Encoding;
use games::othello::wthor::{Directory, Names};
use indicatif::ProgressBar;
use walkdir::WalkDir;

use crate::cli::{self, EncodingName};
use crate::error::Failed;
use crate::files;
use crate::format::{self, Format, Options};
use crate::records::Records;

use crate::comparison::Comparison;

/// Bytes of a file that are looked at to find its format.
const LOOKED_AT: u64 = 8192;

/// Nothing is written before everything has been read and converted.
pub(crate) fn run(args: &cli::Convert) -> Result<()> {
    let inputs = inputs(args)?;
    let mut outputs: BTreeMap<PathBuf, Vec<u8>> = BTreeMap::new();
    let mut printed = Vec::new();
    let mut tally = Tally::default();
    let bar = if inputs.len() > 1 { ProgressBar::new(inputs.len() as u64) } else { ProgressBar::hidden() };
    for input in &inputs {
        match convert(args, input) {
            Ok(converted) => {
                tally.add(&converted);
                printed.extend(converted.printed);
                for (path, bytes) in converted.outputs {
                    if outputs.insert(path.clone(), bytes).is_some() {
                        bail!("{}: two inputs would be written here; convert them apart", path.display());
                    }
                }
            }
            Err(error) if args.skip_bad => {
                bar.suspend(|| anstream::eprintln!("gokaku: {error:#} (skipped)"));
                tally.skipped += 1;
            }
            Err(error) => return Err(error),
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    write_outputs(outputs)?;
    std::io::stdout().lock().write_all(&printed)?;
    tally.report(args, inputs.len())
}

/// A file to convert and its format.
struct Input {
    path: PathBuf,
    format: Format,
}

fn inputs(args: &cli::Convert) -> Result<Vec<Input>> {
    if !args.input.is_dir() {
        let format = match args.from {
            Some(format) => Some(format),
            None => told_format(&args.input)?,
        };
        let format = format.with_context(|| {
            format!(
                "{}: found no known ending or contents, expected --from to name the format",
                args.input.display()
            )
        })?;
        return Ok(vec![Input { path: args.input.clone(), format }]);
    }
    if args.output.is_none() && !args.verify {
        bail!("{}: found a folder and no --output, expected a folder to write to", args.input.display());
    }
    let mut inputs = Vec::new();
    for entry in WalkDir::new(&args.input).sort_by_file_name() {
        let path = entry.with_context(|| format!("{}: cannot be read", args.input.display()))?.into_path();
        let format = if path.is_file() { told_format(&path)? } else { None };
        // In a folder a .txt may be anything: it is a list of moves only if somebody says so.
        let wanted = |format: &Format| args.from.map_or(*format != Format::Moves, |from| from == *format);
        if let Some(format) = format.filter(wanted) {
            inputs.push(Input { path, format });
        }
    }
    if inputs.is_empty() {
        bail!(
            "{}: found no record in this folder, expected files such as .kif, .csa, .ggf or .wtb",
            args.input.display()
        );
    }
    Ok(inputs)
}

/// The format that the name of a file tells, or its contents if the name does not.
fn told_format(path: &Path) -> Result<Option<Format>> {
    match Format::of_path(path) {
        Some(format) => Ok(Some(format)),
        None => Ok(Format::of_contents(&files::read_start(path, LOOKED_AT)?)),
    }
}

/// What became of one input.
struct Converted {
    games: usize,
    moves: usize,
    outputs: Vec<(PathBuf, Vec<u8>)>,
    /// What goes to the standard output.
    printed: Vec<u8>,
    comparison: Comparison,
}

fn convert(args: &cli::Convert, input: &Input) -> Result<Converted> {
    let options = Options {
        input: args.input_encoding.map(encoding).or_else(|| Format::encoding_of_path(&input.path)),
        output: output_encoding(args)?,
        directory: directory(args, input)?,
        seat: args.seat,
    };
    let bytes = files::read(&input.path)?;
    let records = format::read(&bytes, input.format, &options)
        .map_err(|error| files::name_file(&input.path, &error))?;
    if records.len() == 0 {
        bail!("{}: found no game, expected at least one", input.path.display());
    }
    let parts = if args.to.holds_many() { vec![records.clone()] } else { records.clone().into_singles() };
    let mut outputs = Vec::new();
    let mut printed = Vec::new();
    let mut comparison = Comparison::default();
    for (index, part) in parts.iter().enumerate() {
        let written =
            format::write(part, args.to, &options).map_err(|error| files::name_file(&input.path, &error))?;
        match there_and_back(part, input, &written, args.to, &options) {
            Ok(compared) => comparison.add(&compared),
            Err(error) if args.verify => return Err(error),
            Err(_) => comparison.add(&Comparison::of_counts(part.len(), 0)),
        }
        if let Some(path) = output_path(args, input, (parts.len() > 1).then_some(index + 1), options.output) {
            outputs.push((path, written));
        } else if !args.verify {
            printed.extend(written);
        }
    }
    Ok(Converted { games: records.len(), moves: records.moves(), outputs, printed, comparison })
}

/// Reads what was written, writes that in the format of the input, reads it again, and compares.
fn there_and_back(
    records: &Records,
    input: &Input,
    written: &[u8],
    to: Format,
    options: &Options,
) -> Result<Comparison> {
    let path = input.path.display();
    let there = Options { input: Some(options.output), ..options.clone() };
    let read =
        format::read(written, to, &there).map_err(|error| anyhow!("{path}: what was written: {error}"))?;
    // A seat's transcript has no way back: what the seat did not see is gone, as it should be.
    if matches!(read, Records::Seen(_)) && !matches!(records, Records::Seen(_)) {
        return Ok(Comparison::of_counts(records.len(), read.len()));
    }
    let back = Options { output: Encoding::Utf8, input: Some(Encoding::Utf8), ..options.clone() };
    let again = format::write(&read, input.format, &back)
        .and_then(|bytes| format::read(&bytes, input.format, &back))
        .map_err(|error| anyhow!("{path}: on the way back: {error}"))?;
    Ok(records.compare(&again))
}

fn encoding(name: EncodingName) -> Encoding {
    match name {
        EncodingName::Utf8 => Encoding::Utf8,
        EncodingName::ShiftJis => Encoding::ShiftJis,
    }
}

/// What somebody said, or what other programs expect of a file with that name.
fn output_encoding(args: &cli::Convert) -> Result<Encoding> {
    let Some(output) = args.output.as_deref() else {
        return Ok(args.encoding.map_or(Encoding::Utf8, encoding));
    };
    let told = args.encoding.map(encoding);
    match (told, Format::encoding_of_path(output)) {
        (Some(told), Some(promised)) if told != promised => {
            bail!(
                "{}: found --encoding {told} for a name that promises {promised}, expected them to agree",
                output.display()
            )
        }
        (told, _) => Ok(told.unwrap_or_else(|| Format::encoding_for(output))),
    }
}

/// WTHOR's names: in the folder that was named, or beside the games.
fn directory(args: &cli::Convert, input: &Input) -> Result<Directory> {
    if args.to != Format::Wthor && input.format != Format::Wthor {
        return Ok(Directory::default());
    }
    let beside =
        input.path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let folder = args.names.as_deref().unwrap_or(beside);
    let mut directory = Directory::default();
    for entry in WalkDir::new(folder).max_depth(1).sort_by_file_name() {
        let path = entry.with_context(|| format!("{}: cannot be read", folder.display()))?.into_path();
        let ending = path.extension().map(|ending| ending.to_ascii_lowercase());
        let (names, read): (_, fn(&[u8]) -> _) = match ending.as_ref().and_then(|ending| ending.to_str()) {
            Some("jou") => (&mut directory.players, Names::read_players),
            Some("trn") => (&mut directory.tournaments, Names::read_tournaments),
            _ => continue,
        };
        *names = read(&files::read(&path)?).map_err(|error| files::name_file(&path, &error))?;
    }
    Ok(directory)
}

/// Where the conversion of `input` goes; `None` is the standard output.
fn output_path(
    args: &cli::Convert,
    input: &Input,
    part: Option<usize>,
    encoding: Encoding,
) -> Option<PathBuf> {
    let output = args.output.as_ref()?;
    let mut path = match input.path.strip_prefix(&args.input) {
        Ok(inside) if args.input.is_dir() => output.join(inside),
        _ if part.is_none() => return Some(output.clone()),
        _ => output.clone(),
    };
    // game.kif and game.csa of one folder must not meet in game.gkr.
    if args.input.is_dir() {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        path.set_file_name(format!("{name}.{}", args.to.extension(encoding)));
    }
    if let Some(part) = part {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        path.set_file_name(format!("{stem}-{part}.{}", args.to.extension(encoding)));
    }
    Some(path)
}

fn write_outputs(outputs: BTreeMap<PathBuf, Vec<u8>>) -> Result<()> {
    outputs.into_iter().try_for_each(|(path, bytes)| files::write(&path, &bytes))
}

/// The counts of the whole conversion.
#[derive(Default)]
struct Tally {
    skipped: usize,
    games: usize,
    moves: usize,
    comparison: Comparison,
}

impl Tally {
    fn add(&mut self, converted: &Converted) {
        self.games += converted.games;
        self.moves += converted.moves;
        self.comparison.add(&converted.comparison);
    }

    /// Prints the counts, apart from the games themselves.
    fn report(&self, args: &cli::Convert, files: usize) -> Result<()> {
        let poorer = self.comparison.poorer();
        if poorer > 0 && args.to != Format::Transcript && !args.verify {
            anstream::eprintln!(
                "gokaku: {poorer} games lost something this format cannot hold (--verify tells more)"
            );
        }
        if args.output.is_none() && !args.verify {
            return Ok(());
        }
        let skipped =
            if self.skipped > 0 { format!(", {} files skipped", self.skipped) } else { String::new() };
        anstream::eprintln!(
            "{} files, {} games, {} moves{skipped}",
            files - self.skipped,
            self.games,
            self.moves
        );
        if !args.verify {
            return Ok(());
        }
        anstream::eprintln!("there and back: {}", self.comparison);
        match self.comparison.differing() {
            0 => Ok(()),
            differing => Err(Failed(format!("{differing} games did not survive the conversion")).into()),
        }
    }
}

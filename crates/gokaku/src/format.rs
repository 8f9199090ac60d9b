//! All record formats: detecting, reading and writing them.

use std::path::Path;

use anyhow::{Result, bail};
use clap::ValueEnum;
use games::encoding::{self, Encoding};
use games::geister::Transcript;
use games::othello::{self, wthor};
use games::shogi::{self, Shogi};
use games::{GameKind, IllegalPly, Malformed, Record, Side};

use crate::records::Records;

/// A record format.
#[derive(Clone, Copy, PartialEq, Eq, Hash, ValueEnum, Debug)]
pub(crate) enum Format {
    /// Gokaku's own lossless format, for every game (.gkr).
    Gkr,
    /// Bare moves, one game per line (.txt); Othello without spaces, other games only as openings.
    Moves,
    /// Othello: Generic Game Format (.ggf).
    Ggf,
    /// Othello: the WTHOR database (.wtb, with names in .jou and .trn).
    Wthor,
    /// Shogi: CSA (.csa).
    Csa,
    /// Shogi: KIF (.kif, .kifu).
    Kif,
    /// Shogi: KI2 (.ki2, .ki2u).
    Ki2,
    /// Shogi: JSON Kifu Format (.jkf, .json).
    Jkf,
    /// Shogi: USI position lines and SFEN (.sfen, .usi).
    Usi,
    /// Geister: the game as one seat saw it (.seat).
    Transcript,
}

impl Format {
    /// File extension for an encoding: shogi programs tell encodings apart by it.
    pub(crate) fn extension(self, encoding: Encoding) -> &'static str {
        match (self, encoding) {
            (Format::Kif, Encoding::Utf8) => "kifu",
            (Format::Ki2, Encoding::Utf8) => "ki2u",
            _ => self.usual_extension(),
        }
    }

    /// Usual file extension.
    fn usual_extension(self) -> &'static str {
        match self {
            Format::Gkr => "gkr",
            Format::Moves => "txt",
            Format::Ggf => "ggf",
            Format::Wthor => "wtb",
            Format::Csa => "csa",
            Format::Kif => "kif",
            Format::Ki2 => "ki2",
            Format::Jkf => "jkf",
            Format::Usi => "sfen",
            Format::Transcript => "seat",
        }
    }

    /// The format for a file name.
    pub(crate) fn of_path(path: &Path) -> Option<Format> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        match extension.as_str() {
            "kifu" => Some(Format::Kif),
            "ki2u" => Some(Format::Ki2),
            "json" => Some(Format::Jkf),
            "usi" => Some(Format::Usi),
            _ => {
                Format::value_variants().iter().copied().find(|format| format.usual_extension() == extension)
            }
        }
    }

    /// The format detected from the first lines of a file.
    pub(crate) fn of_contents(bytes: &[u8]) -> Option<Format> {
        /// Line beginnings that occur in one format only.
        const MARKS: [(&str, Format); 12] = [
            ("game ", Format::Gkr),
            ("(;", Format::Ggf),
            ("V2", Format::Csa),
            ("P1", Format::Csa),
            ("PI", Format::Csa),
            ("#KIF", Format::Kif),
            ("手数----", Format::Kif),
            ("#KI2", Format::Ki2),
            ("position ", Format::Usi),
            ("startpos", Format::Usi),
            ("sfen ", Format::Usi),
            ("transcript ", Format::Transcript),
        ];
        let (text, _) = encoding::decode(bytes, None).ok()?;
        let marked = |line: &str| {
            // A GGF line may begin with the number of its games.
            let line = line.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ');
            MARKS.into_iter().find(|(mark, _)| line.starts_with(mark)).map(|(_, format)| format)
        };
        text.lines().take(50).find_map(marked)
    }

    /// The encoding that a file's name promises, if it promises UTF-8; many a .kif is UTF-8, so that one
    /// promises nothing.
    pub(crate) fn encoding_of_path(path: &Path) -> Option<Encoding> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        matches!(extension.as_str(), "kifu" | "ki2u" | "jkf" | "json" | "gkr" | "seat")
            .then_some(Encoding::Utf8)
    }

    /// The encoding that other programs expect for a file name.
    pub(crate) fn encoding_for(path: &Path) -> Encoding {
        let extension = path.extension().map(std::ffi::OsStr::to_ascii_lowercase);
        match extension.as_ref().and_then(|extension| extension.to_str()) {
            Some("kif" | "ki2") => Encoding::ShiftJis,
            _ => Encoding::Utf8,
        }
    }

    /// The game this format is for; `None` if it is for all.
    pub(crate) fn game(self) -> Option<GameKind> {
        match self {
            Format::Gkr => None,
            Format::Moves | Format::Ggf | Format::Wthor => Some(GameKind::Othello),
            Format::Csa | Format::Kif | Format::Ki2 | Format::Jkf | Format::Usi => Some(GameKind::Shogi),
            Format::Transcript => Some(GameKind::Geister),
        }
    }

    /// Fails unless games of `game` can be written in this format.
    pub(crate) fn check_writes(self, game: GameKind) -> Result<()> {
        match self.game() {
            Some(own) if own != game => {
                bail!("found format {self:?} for {game:?}, expected {}", formats_of(game))
            }
            _ => Ok(()),
        }
    }

    /// A file of this format can hold more than one game.
    pub(crate) fn holds_many(self) -> bool {
        !matches!(self, Format::Kif | Format::Ki2 | Format::Jkf)
    }
}

/// The formats that can hold `game`, as a list for an error message.
fn formats_of(game: GameKind) -> String {
    let able = Format::value_variants().iter().filter(|format| format.game().is_none_or(|own| own == game));
    able.filter_map(|format| format.to_possible_value())
        .map(|value| value.get_name().to_owned())
        .collect::<Vec<_>>()
        .join(", ")
}

/// Options of reading and writing beyond the format.
#[derive(Clone, Debug)]
pub(crate) struct Options {
    /// Encoding of the input, if given.
    pub(crate) input: Option<Encoding>,
    /// Encoding of the output.
    pub(crate) output: Encoding,
    /// WTHOR's names.
    pub(crate) directory: wthor::Directory,
    /// The seat of a transcript.
    pub(crate) seat: Side,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            input: None,
            output: Encoding::Utf8,
            directory: wthor::Directory::default(),
            seat: Side::First,
        }
    }
}

/// Reads the games in `bytes`.
pub(crate) fn read(bytes: &[u8], format: Format, options: &Options) -> Result<Records, Malformed> {
    if format == Format::Wthor {
        return wthor::read(bytes, &options.directory).map(Records::Othello);
    }
    let (text, _) = encoding::decode(bytes, options.input)?;
    match format {
        // The record of a game that was cut short may be what its player saw of it.
        Format::Gkr if text.starts_with(Transcript::HEADER) => Transcript::read(&text).map(Records::Seen),
        Format::Gkr => Records::read_gkr(&text),
        Format::Moves => othello::moves::read(&text).map(Records::Othello),
        Format::Ggf => othello::ggf::read(&text).map(Records::Othello),
        Format::Csa => shogi::csa::read(&text).map(Records::Shogi),
        Format::Kif => shogi::kif::read(&text).map(Records::Shogi),
        Format::Ki2 => shogi::ki2::read(&text).map(Records::Shogi),
        Format::Jkf => shogi::jkf::read(&text).map(Records::Shogi),
        Format::Usi => shogi::usi::read(&text).map(Records::Shogi),
        Format::Transcript => Transcript::read(&text).map(Records::Seen),
        Format::Wthor => unreachable!("read above, from bytes"),
    }
}

/// Writes games in the given format.
pub(crate) fn write(records: &Records, format: Format, options: &Options) -> Result<Vec<u8>, Malformed> {
    let lines = |texts: Result<Vec<String>, Malformed>| {
        texts.map(|texts| texts.into_iter().map(|t| t + "\n").collect())
    };
    let text: String = match (records, format) {
        (Records::Othello(records), Format::Wthor) => return wthor::write(records, &options.directory),
        (Records::Othello(records), Format::Moves) => {
            lines(records.iter().map(othello::moves::write).collect())?
        }
        (Records::Othello(records), Format::Ggf) => lines(records.iter().map(othello::ggf::write).collect())?,
        (Records::Shogi(records), Format::Csa) => shogi_text(records, "/\n", shogi::csa::write)?,
        (Records::Shogi(records), Format::Kif) => shogi_text(records, "\n", shogi::kif::write)?,
        (Records::Shogi(records), Format::Ki2) => shogi_text(records, "\n", shogi::ki2::write)?,
        (Records::Shogi(records), Format::Jkf) => shogi_text(records, "\n", shogi::jkf::write)?,
        (Records::Shogi(records), Format::Usi) => shogi_text(records, "", shogi::usi::write)?,
        (Records::Geister(records), Format::Transcript) => {
            let seen: Result<Vec<Transcript>, IllegalPly> =
                records.iter().map(|record| Transcript::of(record, options.seat)).collect();
            transcripts(&seen.map_err(|error| Malformed::described(error.to_string(), "a legal game"))?)
        }
        (Records::Seen(seen), Format::Transcript) => transcripts(seen),
        (Records::Seen(_), _) => {
            return Err(Malformed::described(
                "a game as one seat saw it",
                "the format transcript, the only one for it",
            ));
        }
        (records, Format::Gkr) => records.write_gkr(),
        (records, _) => {
            return Err(Malformed::described(
                format!("games of {}", records.game()),
                format!("one of the formats that can hold them: {}", formats_of(records.game())),
            ));
        }
    };
    encoding::encode(&text, options.output)
}

fn transcripts(seen: &[Transcript]) -> String {
    seen.iter().map(Transcript::write).collect::<Vec<_>>().join("\n")
}

fn shogi_text(
    records: &[Record<Shogi>],
    separator: &str,
    write: impl Fn(&Record<Shogi>) -> Result<String, Malformed>,
) -> Result<String, Malformed> {
    let texts: Result<Vec<String>, Malformed> = records.iter().map(write).collect();
    Ok(texts?.join(separator))
}

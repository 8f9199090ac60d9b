//! What decides how the opponents of a game play, as 12 hex digits: the same fingerprint, the same games.
//!
//! It is a hash of the files that are part of the program (evaluations, networks, the opening book, the model
//! of people), of the reference players, and of how the searches behave, which `behaviour` says. A result of
//! another fingerprint is not reused, and no report mixes two.

use std::fmt;
use std::sync::OnceLock;

use games::{GameKind, with_game};
use sha2::{Digest, Sha256};

use crate::{Calibration, Roster};

/// Stands for the fingerprint of what was stored before there were any.
pub const NONE: &str = "none";

/// Raised with every change of how `gokaku` estimates users and chooses moves. It is no part of [`searches`]:
/// a calibration measures reference players, and those do not change with it.
const ADAPTATION: u32 = 2;

/// How the searches of a game behave, beside the files that they read.
struct Behaviour {
    /// Raised with every change that makes opponents play differently, also one that the signature misses.
    version: u32,
    /// Hash of node counts and moves in fixed positions. A test computes it, and fails when it is another.
    signature: &'static str,
}

/// To change when a search behaves differently; then run `gokaku calibrate GAME`.
const fn behaviour(game: GameKind) -> Behaviour {
    match game {
        GameKind::Kalah => Behaviour { version: 1, signature: "551e4304b444" },
        GameKind::Othello => Behaviour { version: 1, signature: "2042ec0fe01a" },
        GameKind::Shogi => Behaviour { version: 1, signature: "e9e47f82defa" },
        GameKind::Geister => Behaviour { version: 1, signature: "d321b189ea11" },
    }
}

/// What the game's searches did in fixed positions when their version was last raised.
#[must_use]
pub const fn signature(game: GameKind) -> &'static str {
    behaviour(game).signature
}

/// The files that are part of the program and decide how a game's opponents play, by name.
#[must_use]
pub fn files(game: GameKind) -> Vec<(&'static str, &'static [u8])> {
    match game {
        GameKind::Kalah => Vec::new(),
        GameKind::Othello => {
            let mut files = search::othello::shipped_files();
            files.extend(people::othello::shipped_files());
            files
        }
        GameKind::Shogi => {
            let mut files = search::shogi::shipped_files();
            files.push(("shogi_book.txt", people::attention::SHOGI_BOOK.as_bytes()));
            files
        }
        GameKind::Geister => belief::shipped::files(),
    }
}

/// What `gokaku` knows of the reference players and of users.
const fn calibration(game: GameKind) -> &'static str {
    match game {
        GameKind::Kalah => include_str!("../calibration/kalah.toml"),
        GameKind::Othello => include_str!("../calibration/othello.toml"),
        GameKind::Shogi => include_str!("../calibration/shogi.toml"),
        GameKind::Geister => include_str!("../calibration/geister.toml"),
    }
}

/// How each reference player chooses, because cached results know them only by their numbers, and what else
/// is chosen for `gokaku`.
fn reference_players(game: GameKind) -> String {
    with_game!(game, G => <G as Roster>::adaptive().map_or(String::new(), |adaptive| {
        format!("{:?} {:?} {}", adaptive.players(), adaptive.alternatives(), adaptive.choices())
    }))
}

/// The fingerprint of all opponents of a game: its searches, the calibration of `gokaku`, and how it adapts.
#[must_use]
pub fn of(game: GameKind) -> &'static str {
    static KNOWN: [OnceLock<String>; GameKind::ALL.len()] = [const { OnceLock::new() }; GameKind::ALL.len()];
    KNOWN[game as usize].get_or_init(|| {
        let adaptation = ADAPTATION.to_le_bytes();
        hash(&[
            ("searches", searches(game).as_bytes()),
            ("calibration", calibration(game).as_bytes()),
            ("adaptation", &adaptation[..]),
        ])
    })
}

/// The searches and reference players alone: what a calibration is measured with.
#[must_use]
pub fn searches(game: GameKind) -> &'static str {
    static KNOWN: [OnceLock<String>; GameKind::ALL.len()] = [const { OnceLock::new() }; GameKind::ALL.len()];
    KNOWN[game as usize].get_or_init(|| of_files(game, &files(game)))
}

/// What [`searches`] would be with these files.
#[must_use]
pub fn of_files(game: GameKind, files: &[(&str, &[u8])]) -> String {
    let Behaviour { version, signature } = behaviour(game);
    let behaviour = format!("{game} {version} {signature}");
    let players = reference_players(game);
    let mut parts = vec![("behaviour", behaviour.as_bytes()), ("players", players.as_bytes())];
    parts.extend(files);
    hash(&parts)
}

/// Each part with its name and length, so that nothing can move from one to the next unseen.
fn hash(parts: &[(&str, &[u8])]) -> String {
    let mut digest = Sha256::new();
    for (name, bytes) in parts {
        digest.update(format!("{name} {}\n", bytes.len()));
        digest.update(bytes);
    }
    hex::encode(&digest.finalize()[..6])
}

/// A calibration that was measured with other searches than those of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OutdatedCalibration {
    game: String,
    found: String,
    expected: String,
}

impl fmt::Display for OutdatedCalibration {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let OutdatedCalibration { game, found, expected } = self;
        write!(
            formatter,
            "the calibration of {game} was measured with other opponents: found fingerprint \"{found}\", \
             expected \"{expected}\"; run: gokaku calibrate {game}"
        )
    }
}

impl std::error::Error for OutdatedCalibration {}

/// Whether a calibration was measured with the searches of this fingerprint: [`searches`] of its game.
///
/// # Errors
/// It was measured with others.
pub fn check(calibration: &Calibration, expected: &str) -> Result<(), OutdatedCalibration> {
    if calibration.fingerprint == expected {
        return Ok(());
    }
    Err(OutdatedCalibration {
        game: calibration.game.clone(),
        found: calibration.fingerprint.clone(),
        expected: expected.to_owned(),
    })
}

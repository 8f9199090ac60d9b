//! JKF, the JSON Kifu Format of json-kifu-format: records as other programs exchange them.
//!
//! A file is one object: `header` with the names KIF uses, `initial` (a preset, or board and hands), and
//! `moves`, of which the first holds what was said before the game.

mod read;
mod write;

pub use read::read;
pub use write::write;

use super::Handicap;

/// The names JKF has for starts.
const PRESETS: [(&str, Handicap); 16] = [
    ("HIRATE", Handicap::Even),
    ("KY", Handicap::Lance),
    ("KY_R", Handicap::RightLance),
    ("KA", Handicap::Bishop),
    ("HI", Handicap::Rook),
    ("HIKY", Handicap::RookLance),
    ("2", Handicap::TwoPieces),
    ("3", Handicap::ThreePieces),
    ("4", Handicap::FourPieces),
    ("5", Handicap::FivePieces),
    ("5_L", Handicap::LeftFivePieces),
    ("6", Handicap::SixPieces),
    ("7_R", Handicap::RightSevenPieces),
    ("7_L", Handicap::LeftSevenPieces),
    ("8", Handicap::EightPieces),
    ("10", Handicap::TenPieces),
];

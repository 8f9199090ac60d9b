//! CSA, the record format of the Computer Shogi Association: V2.2 is written, and older versions are read
//! too.
//!
//! ```text
//! V2.2
//! N+NAKAHARA
//! N-YONENAGA
//! $EVENT:13th World Computer Shogi Championship
//! PI
//! +
//! +2726FU
//! T12
//! -3334FU
//! T6
//! %CHUDAN
//! ```
//!
//! A file may hold several games with `/` between them. CSA has no variations: [`write()`] leaves them out.
//! The header's `$EVENT` and its kin become tags under the names KIF uses (棋戦, 場所, …), other keywords keep
//! theirs.

mod read;
mod write;

pub use read::read;
pub use write::write;

use super::PieceType;

/// Header keywords and the tags they become.
const HEADERS: [(&str, &str); 6] = [
    ("EVENT", "棋戦"),
    ("SITE", "場所"),
    ("START_TIME", "開始日時"),
    ("END_TIME", "終了日時"),
    ("TIME_LIMIT", "持ち時間"),
    ("OPENING", "戦型"),
];

const PIECES: [(&str, PieceType); 14] = [
    ("FU", PieceType::PAWN),
    ("KY", PieceType::LANCE),
    ("KE", PieceType::KNIGHT),
    ("GI", PieceType::SILVER),
    ("KI", PieceType::GOLD),
    ("KA", PieceType::BISHOP),
    ("HI", PieceType::ROOK),
    ("OU", PieceType::KING),
    ("TO", PieceType::PRO_PAWN),
    ("NY", PieceType::PRO_LANCE),
    ("NK", PieceType::PRO_KNIGHT),
    ("NG", PieceType::PRO_SILVER),
    ("UM", PieceType::HORSE),
    ("RY", PieceType::DRAGON),
];

/// The piece with this name.
pub(super) fn piece(name: &str) -> Option<PieceType> {
    PIECES.iter().find(|(known, _)| *known == name).map(|(_, kind)| *kind)
}

/// The name of a piece.
pub(super) fn piece_name(kind: PieceType) -> &'static str {
    PIECES.iter().find(|(_, known)| *known == kind).map_or("FU", |(name, _)| name)
}

//! KIF, the record format of Kakinoki's Kifu for Windows and of most programs since.
//!
//! ```text
//! 手合割：平手
//! 先手：先手の対局者名
//! 後手：後手の対局者名
//! 手数----指手---------消費時間--
//!    1 ７六歩(77)   ( 0:16/00:00:16)
//!    2 ３四歩(33)   ( 0:00/00:00:00)
//!    3 中断         ( 0:03/00:00:19)
//! まで2手で中断
//! ```
//!
//! Lines that begin with `#` belong to the file and not to the game, and are not kept. Bookmarks (`&`) are
//! kept in the comment as lines that begin with `&`. The numbers in front of moves are not looked at: real
//! files miscount.

pub(super) mod board;
mod read;
pub(super) mod result;
mod write;

pub use read::read;
pub(super) use read::{Names, PartialGame};
pub use write::write;
pub(super) use write::{SPELLING, Variations, write_comment, write_header};

//! What is allowed, and who has won: the rules of Othello, Kalah, Shogi and Geister, what each seat may know,
//! and the notations in which the rest of the world writes these games down.
//!
//! Nothing here does I/O, reads a clock or owns a generator of random numbers: what chance decides is handed
//! in.
//!
//! | to find | look in |
//! |---|---|
//! | the list of games | [`GameKind`], [`with_game!`] |
//! | what all games share | [`Game`], [`View`], [`Side`], [`Outcome`] |
//! | a game's rules and notations | [`othello`], [`kalah`], [`shogi`], [`geister`] |
//! | games that were played | [`Record`], and [`text`], our own record format |
//! | bytes of a file as text | [`encoding`] |
//! | what is wrong with an input | [`Malformed`], [`IllegalMove`] |

pub mod encoding;
mod game;
pub mod geister;
pub mod kalah;
mod kind;
mod malformed;
pub mod othello;
mod outcome;
mod record;
pub mod shogi;
pub mod split_mix;
pub mod text;
mod zobrist;

pub use game::{Game, IllegalMove, Move, PerfectInformation, Side, View};
pub use kind::{GameKind, Registered};
pub use malformed::Malformed;
pub use outcome::{EndReason, Outcome};
pub use record::{IllegalPly, Line, Player, Ply, Record};

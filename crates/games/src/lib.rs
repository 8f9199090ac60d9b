//! The rules of Othello, Kalah, Shogi and Geister, what each seat may know, and the notations of these games.
//!
//! Nothing here does I/O, reads a clock or owns a random number generator: generators are passed in.
//!
//! | to find | look in |
//! |---|---|
//! | the list of games | [`GameKind`], [`with_game!`] |
//! | what all games share | [`Game`], [`View`], [`Side`], [`Outcome`] |
//! | a game's rules and notations | [`othello`], [`kalah`], [`shogi`], [`geister`] |
//! | games that were played | [`Record`], and [`text`], our own record format |
//! | bytes of a file as text | [`encoding`] |
//! | what is wrong with an input | [`Malformed`], [`IllegalMove`] |
//! | seeds and hashes | [`split_mix`] |
//!
//! A random game of any kind:
//!
//! ```
//! use games::othello::Othello;
//! use games::{Game, Record};
//! use rand::{RngExt, SeedableRng};
//! use rand_xoshiro::Xoshiro256PlusPlus;
//!
//! fn random_game<G: Game>(seed: u64) -> Record<G> {
//!     let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
//!     let start = G::deal(&mut rng);
//!     let (mut game, mut moves, mut played) = (start.clone(), Vec::new(), Vec::new());
//!     while game.outcome().is_none() {
//!         game.legal_moves(&mut moves);
//!         let mv = moves[rng.random_range(..moves.len())];
//!         game.apply(mv);
//!         played.push(mv);
//!     }
//!     Record::from_moves(start, played).unwrap()
//! }
//!
//! let record = random_game::<Othello>(1);
//! assert_eq!(record.line.end, record.replay().unwrap().outcome());
//! ```
//!
//! # Decisions
//!
//! - **A game is a position plus what the rules remember of its past.** [`Game`] is implemented by that one
//!   type, so a record, a search or a table needs one type parameter. Equality is that of positions; the past
//!   (shogi's repetitions) does not count.
//! - **Rules twice.** Hot loops use a small kernel ([`othello::Board`], [`kalah::Board`], [`geister::Board`])
//!   without hashes or history, which the `Game` wraps. A kernel with a vector path chooses it at run time,
//!   once per loop, so the binary stays portable.
//! - **A declaration is a move** in shogi (`win` in USI), so an opponent, a record and a table need no second
//!   way to end a game. Resigning, time and agreements happen at the table and stand only in a record's
//!   outcome.
//! - **Leaving the board is one move** in Geister, though the tournament protocol has two words for it at a
//!   corner: two moves with the same result would distort every uniform choice.
//! - **Othello's perft counts a finished game once**, as the published counts do; in the other games a
//!   finished game has no continuation.
//! - **`.gkr`** is our own record format: line by line, for every game, with nothing lost. Other formats each
//!   lose something (KIF has no values, GGF no variations).

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

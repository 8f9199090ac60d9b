//! Which move do I play, and why?
//!
//! An [`Opponent`] gets what its seat may see and answers with a [`Choice`]: a move and the [`Reason`] for
//! it. Each way of choosing is one file; [`by_name`] finds an opponent by the name it has everywhere.
//!
//! ```
//! use games::Game;
//! use games::kalah::Kalah;
//! use opponents::{by_name, Language};
//!
//! // A game of Kalah between two opponents, which say why they move.
//! let mut players = [by_name::<Kalah>("alphabeta:depth=3", 1)?, by_name::<Kalah>("random", 2)?];
//! let mut game = Kalah::default();
//! while game.outcome().is_none() {
//!     let seat = game.side_to_move();
//!     let choice = players[seat.index()].choose(&game.view(seat)).expect("there is a move");
//!     println!("{}: {} {}", seat, choice.mv, choice.reason.sentence(Language::English));
//!     players[seat.other().index()].observe(&game.view(seat.other()), choice.mv);
//!     game.play(choice.mv).expect("our opponents play legal moves");
//! }
//! # Ok::<(), opponents::NameError>(())
//! ```
//!
//! # Decisions
//!
//! - **No clock, no I/O, no generator of its own**: an opponent gets a seed, and the same seed gives the same
//!   game. It only says how long it would like to think ([`Interruptible`]); whoever holds a clock raises the
//!   stop flag.
//! - **Playing, learning and thinking by the clock are separate traits.** An opponent around another one
//!   implements [`Wrapper`], which forwards everything, so nothing can be dropped by accident.
//! - **A reason is a value, not a sentence**: stored with the move as JSON, tabulated by the lab, and said in
//!   two languages. In Geister what is believed of a ghost is not said before the end
//!   ([`Reason::while_playing`]).
//! - **An analyst has a name like an opponent** ([`NamedAnalyst`]): `alphabeta`, `balance:analyst=...` and
//!   `gokaku analyse` read the same options by the same code.
//! - **Pondering changes no choice.** The ladder may search the user's position while the user thinks; an
//!   unfinished search is thrown away and done again later.
//! - **Shogi's `balance` remembers wins, not a table.** The program of Nakamichi 2020 mates where its
//!   transposition table knows the mate from an earlier move. Ours keeps the won positions of every search by
//!   the position it began from, so that a game with takebacks is the same as one without.
//! - **Repetition is even, but not the point**: where the most even move repeats a position, `balance` with
//!   `repeat` plays the next best that does not, if it is less than so many points further from zero.
//! - **`gokaku` measures strength on a scale of reference players** and updates a distribution over it by
//!   moves and results; its module says how. Users are no reference players, so what holds the win rate is
//!   the control over games, which needs no true scale. The guard replaces blunders that this user would
//!   notice, and no others; easing off when ahead was tried and loses won games.
//! - **One set of playouts serves all colourings** of a Geister user's ghosts: random playouts tell two moves
//!   apart by less than the noise of a few hundred of them.
//! - **A memory belongs to a result**: what is learned about a user is written when the game ends, and counts
//!   once.

#![forbid(unsafe_code)]

mod balance;
mod best_move;
mod estimate;
mod failure;
pub mod fingerprint;
pub mod geister;
mod gokaku;
mod ladder;
mod limits;
mod name;
mod named_analyst;
mod opponent;
mod people;
mod q;
mod random;
mod reason;
mod roster;
mod select_q;
mod shogi;

pub use balance::Balance;
pub use best_move::BestMove;
pub use estimate::{Estimate, StrengthUnit};
pub use failure::Failure;
pub use gokaku::{
    Adaptive, Calibration, Chances, Measured, MeasuredOpponent, MeasuredPlayer, PlayerUse,
    ReferencePlayerInfo, ScoredGame, SeenMoves, Uncalibrated, UserFit, UserMove, UserSeries,
};
pub use ladder::Ladder;
pub use limits::Limits;
pub use name::{Name, NameError, Options};
pub use named_analyst::NamedAnalyst;
pub use opponent::{Interruptible, Learning, Opponent, Wrapper};
pub use people::People;
pub use q::Greedy;
pub use random::Random;
pub use reason::{BlueGhosts, Heard, Language, Reason, Remark, Ruling, Visits};
pub use roster::{Roster, analyst_by_name, is_name_of_opponent};
pub use select_q::{Formula, SelectQ};
pub use shogi::book::{behind_book, shogi_book, with_book};
pub use shogi::shogi_with_weights;

/// A move and the reason for it.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice<M> {
    /// The move to play.
    pub mv: M,
    /// Why this one.
    pub reason: Reason,
}

/// The opponent with this name, whose every choice follows from `seed`.
///
/// # Errors
/// There is no such opponent or no such option; the error lists those there are.
///
/// ```
/// use games::othello::Othello;
/// use opponents::{by_name, Opponent, Reason};
///
/// let mut opponent = by_name::<Othello>("random", 7)?;
/// let choice = opponent.choose(&Othello::default()).expect("the start has moves");
/// assert_eq!(choice.reason, Reason::Random { moves: 4 });
/// # Ok::<(), opponents::NameError>(())
/// ```
pub fn by_name<G: Roster>(name: &str, seed: u64) -> Result<Box<dyn Opponent<G>>, NameError> {
    if let Some(wrapped) = G::wrapped(name, seed) {
        return wrapped;
    }
    let mut name: Name = name.parse()?;
    if let Some((_, short)) = G::ALIASES.iter().find(|(alias, _)| *alias == name.opponent()) {
        name.rename(short);
    }
    G::opponent(&name, seed)
}

#[cfg(test)]
mod tests;

//! What do people play?
//!
//! A model of people says how likely somebody of a given strength is to play each legal move. It is learned
//! from games of people, and tested on games of people it has never met.
//!
//! ```
//! use games::othello::Othello;
//! use people::{PeopleModel, RecentMoves, othello::OthelloPeople};
//!
//! let mut people = OthelloPeople::shipped(false);
//! let game: Othello = "---------------------------OX------XXX------X------------------- O".parse()?;
//! let shares = people.probabilities(&game, RecentMoves::default(), 1500.0);
//! assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-6);
//! # Ok::<(), games::Malformed>(())
//! ```
//!
//! | to find | look in |
//! |---|---|
//! | what a model is | [`PeopleModel`] |
//! | the model of Othello: weights, training, tests | [`othello`] |
//! | the models of the other games: what is striking about a move | [`attention`] |
//! | how strong somebody is, by the moves | [`strength`] |
//! | where shipped weights come from | `data/README.md` |
//!
//! # Decisions
//!
//! - **The board after the move says most.** A linear sum over the evaluation's patterns, learned from
//!   people's choices, predicts them better than any search does; values of searches help on top of it.
//! - **People are held out, not only games**: a player who opens alike in every tournament would be predicted
//!   from memory.
//! - **Two layers that learn from different games.** The second one weighs what the first one says against
//!   searches and the opening book. It sees the first on games that the first has not learned from, as it
//!   will in use.

#![forbid(unsafe_code)]
#![allow(
    clippy::needless_range_loop,
    reason = "arrays of one width are walked side by side, eight at a time"
)]

pub mod attention;
mod dense;
pub mod othello;
pub mod strength;

use games::Game;

/// The last moves before a position, as far as they are known: people answer them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RecentMoves<M> {
    /// What the other side has just played.
    pub other: Option<M>,
    /// What the side to move played before that.
    pub own: Option<M>,
}

impl<M> Default for RecentMoves<M> {
    fn default() -> Self {
        RecentMoves { other: None, own: None }
    }
}

/// Says what people play.
pub trait PeopleModel<G: Game>: Send {
    /// How likely people of each of `ratings` are to play each legal move, in the order of the legal moves.
    /// Each list adds up to 1; it is empty if there is no move.
    fn at_ratings(&mut self, view: &G::View, recent: RecentMoves<G::Move>, ratings: &[f64]) -> Vec<Vec<f64>>;

    /// How likely people of this rating are to play each legal move, in the order of the legal moves.
    fn probabilities(&mut self, view: &G::View, recent: RecentMoves<G::Move>, rating: f64) -> Vec<f64> {
        self.at_ratings(view, recent, &[rating]).pop().unwrap_or_default()
    }
}

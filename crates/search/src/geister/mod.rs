//! Geister by Monte Carlo, and by negamax over what a seat cannot see.
//!
//! | to find | look in |
//! |---|---|
//! | random playouts, and how fast they can be had | [`Playouts`], [`Path`] |
//! | what a seat thinks of the colours it does not see | [`Deal`] |
//! | the value of each move by playouts | [`MonteCarlo`] |
//! | a search that fears whatever hurts most | [`negamax()`] |
//! | colours guessed from moves, without a network | [`Upp`], [`Blueness`] |

mod blueness;
mod deal;
mod lanes;
mod monte_carlo;
mod negamax;
mod odds;
mod playouts;
mod random;
mod single;
mod start;
mod upp;

pub use blueness::Blueness;
pub use deal::Deal;
pub use monte_carlo::MonteCarlo;
pub use negamax::{Assumption, negamax};
pub use playouts::{Path, Playouts};
pub use start::{End, Start};
pub use upp::Upp;

#[cfg(test)]
mod tests;

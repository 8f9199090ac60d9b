//! Geister by Monte Carlo, and by negamax over what a seat cannot see.
//!
//! | to find | look in |
//! |---|---|
//! | random playouts, and how fast they can be had | [`Playouts`], [`Path`] |
//! | what a seat thinks of the colours it does not see | [`Deal`] |
//! | the value of each move by playouts | [`MonteCarlo`] |
//! | a search that fears whatever hurts most | [`negamax()`] |

mod deal;
mod lanes;
mod monte_carlo;
mod negamax;
mod playouts;
mod random;
mod single;
mod start;

pub use deal::Deal;
pub use monte_carlo::MonteCarlo;
pub use negamax::{Assumption, negamax};
pub use playouts::{Path, Playouts};
pub use start::{End, Start};

#[cfg(test)]
mod tests;

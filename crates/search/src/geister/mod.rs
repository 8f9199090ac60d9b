//! Geister by Monte Carlo.
//!
//! | to find | look in |
//! |---|---|
//! | random playouts, and how fast they can be had | [`Playouts`], [`Path`] |
//! | what a seat thinks of the colours it does not see | [`Deal`] |
//! | the value of each move by playouts | [`MonteCarlo`] |
//! | colours guessed from moves, without a network | [`Upp`], [`Blueness`] |

mod blueness;
mod deal;
mod lanes;
mod monte_carlo;
mod odds;
mod playouts;
mod random;
mod single;
mod start;
mod upp;

pub use blueness::Blueness;
pub use deal::Deal;
pub use monte_carlo::MonteCarlo;
pub use playouts::{Path, Playouts};
pub use start::{End, Start};
pub use upp::Upp;

#[cfg(test)]
mod tests;

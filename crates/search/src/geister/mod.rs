//! Geister by Monte Carlo.
//!
//! | to find | look in |
//! |---|---|
//! | random playouts, and how fast they can be had | [`Playouts`], [`Path`] |
//! | what a seat thinks of the colours it does not see | [`Deal`] |
//! | the value of each move by playouts | [`MonteCarlo`] |

mod deal;
mod lanes;
mod monte_carlo;
mod playouts;
mod random;
mod single;
mod start;

pub use deal::Deal;
pub use monte_carlo::MonteCarlo;
pub use playouts::{Path, Playouts};
pub use start::{End, Start};

#[cfg(test)]
mod tests;

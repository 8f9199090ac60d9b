//! Geister by Monte Carlo, and by negamax over what a seat cannot see.
//!
//! | to find | look in |
//! |---|---|
//! | random playouts, and how fast they can be had | [`Playouts`], [`PlayoutKernel`] |
//! | what a seat thinks of the colours it does not see | [`ColourDistribution`] |
//! | the value of each move by playouts | [`MonteCarlo`] |
//! | a search that fears whatever hurts most | [`negamax()`] |
//! | colours guessed from moves, without a network | [`UppEstimator`], [`BluenessEstimator`] |

mod blueness;
mod colour_distribution;
mod log_odds;
mod monte_carlo;
mod negamax;
mod playout_ends;
mod playouts;
mod random;
mod scalar_playout;
mod simd_lanes;
mod upp;

pub use blueness::BluenessEstimator;
pub use colour_distribution::ColourDistribution;
pub use monte_carlo::MonteCarlo;
pub use negamax::{Assumption, negamax};
pub use playout_ends::{PlayoutEnd, PlayoutStart};
pub use playouts::{PlayoutKernel, Playouts};
pub use upp::UppEstimator;

#[cfg(test)]
mod tests;

//! Geister by Monte Carlo, and by negamax over what a seat cannot see.
//!
//! | to find | look in |
//! |---|---|
//! | random playouts, and the kernels that play them | [`Playouts`], [`PlayoutKernel`] |
//! | a distribution over the colours a seat does not see | [`ColourDistribution`] |
//! | the value of each move by playouts | [`MonteCarlo`] |
//! | a search that assumes the worst colours | [`negamax()`] |
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

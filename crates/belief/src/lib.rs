//! The hidden colours of Geister: networks that infer a ghost's colour from its move, and the policy network
//! that imitates a player.
//!
//! | to find | look in |
//! |---|---|
//! | the input of a network | [`NetworkInput`] |
//! | the networks: inference, saving, loading | [`Network`], [`Architecture`] |
//! | a policy in whole numbers, faster | [`QuantisedPolicy`] |
//! | training | [`training`], with [`multiply`] for gradients |
//! | networks that come with the program | [`shipped`] |
//! | what is believed of each ghost | [`Beliefs`], kept up to date by a [`BeliefTracker`] |
//! | colourings that agree with beliefs | [`colourings`] |
//!
//! # Decisions
//!
//! - **Colourings have the believed probabilities.** Of all distributions that give each ghost its
//!   probability and the right number of blues, the one of maximum entropy is used. Independent draws until
//!   the number is right would change every probability, and need not end.
//! - **The policy plays in whole numbers.** Its sums are exact, so the same seed gives the same game on every
//!   machine, and table lookups of 2x2 patches make it faster than floats. Colour networks stay floats: they
//!   run once a move.
//! - **A few layers of our own.** The forward pass is our kernel (AVX2 where there is one), gradients use
//!   `gemm`. On networks this small, frameworks are slower.

mod beliefs;
mod colourings;
mod network;
mod network_input;
mod quantised;
pub mod shipped;
mod tracker;
pub mod training;

pub use beliefs::Beliefs;
pub use colourings::colourings;
pub use network::matrix::{Matrix, multiply};
pub use network::{Architecture, Network, Scratch};
pub use network_input::{COUNT_BITS, MOVES, MoveSet, NetworkInput, move_at, move_index};
pub use quantised::{QuantisedPolicy, QuantisedScratch};
pub use tracker::{BeliefTracker, BeliefUpdate};

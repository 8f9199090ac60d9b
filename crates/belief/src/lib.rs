//! What is hidden, judged from what is seen: networks that tell a Geister ghost's colour from its move, and
//! the policy network that imitates a player.
//!
//! | to find | look in |
//! |---|---|
//! | what a network is shown | [`NetworkInput`] |
//! | the networks: judging, saving, loading | [`Network`], [`Architecture`] |
//! | a policy in whole numbers, faster | [`QuantisedPolicy`] |
//! | teaching them | [`training`] |
//! | those that come with the program | [`shipped`] |
//! | what is believed of each ghost | [`Beliefs`], kept up to date by a [`BeliefTracker`] |
//! | colours dealt as they are believed | [`colourings`] |

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
pub use network::{Architecture, Network, Scratch};
pub use network_input::{COUNT_BITS, MOVES, MoveSet, NetworkInput, move_at, move_index};
pub use quantised::{QuantisedPolicy, QuantisedScratch};
pub use tracker::{BeliefTracker, BeliefUpdate};

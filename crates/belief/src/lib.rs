//! What is hidden, judged from what is seen: networks that tell a Geister ghost's colour from its move, and the
//! policy network that imitates a player.
//!
//! | to find | look in |
//! |---|---|
//! | what a network is shown | [`Sight`] |
//! | the networks: judging, saving, loading | [`Network`], [`Architecture`] |
//! | a policy in whole numbers, faster | [`QuantisedPolicy`] |
//! | teaching them | [`training`] |

mod network;
mod quantised;
mod sight;
pub mod training;

pub use network::{Architecture, Network, Scratch};
pub use quantised::{QuantisedPolicy, QuantisedScratch};
pub use sight::{COUNT_BITS, MOVES, MoveSet, Sight, move_at, move_index};

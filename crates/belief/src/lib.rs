//! What is hidden, judged from what is seen: networks that tell a Geister ghost's colour from its move, and the
//! policy network that imitates a player.
//!
//! | to find | look in |
//! |---|---|
//! | what a network is shown | [`Sight`] |
//! | the networks: judging, saving, loading | [`Network`], [`Architecture`] |
//! | a policy in whole numbers, faster | [`QuantisedPolicy`] |
//! | teaching them | [`training`] |
//! | those that come with the program | [`shipped`] |
//! | what is believed of each ghost | [`Beliefs`], kept up to date by a [`Reader`] |
//! | colours dealt as they are believed | [`colourings`] |

mod beliefs;
mod deal;
mod network;
mod quantised;
mod reader;
pub mod shipped;
mod sight;
pub mod training;

pub use beliefs::Beliefs;
pub use deal::colourings;
pub use network::{Architecture, Network, Scratch};
pub use quantised::{QuantisedPolicy, QuantisedScratch};
pub use reader::{Keeping, Reader};
pub use sight::{COUNT_BITS, MOVES, MoveSet, Sight, move_at, move_index};

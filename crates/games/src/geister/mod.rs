//! Geister (ghosts), with four blue and four red ghosts a side whose colours the other side does not see.
//!
//! Squares are named from the first player's seat: columns a to f, rows 1 to 6, the first player's home row
//! is 1. They are numbered from a1 along the rows: `6 * row + column`.
//!
//! | to find | look in |
//! |---|---|
//! | the rules | [`Geister`], [`Move`] |
//! | what one seat may know | [`View`], [`Transcript`] |
//! | ghosts, their colours and their setup | [`Ghost`], [`Colour`], [`Place`], [`Setup`] |
//! | bare bitboards for searches and playouts | [`Board`], [`Ghosts`] |
//! | the texts of the GAT tournament's protocol | [`gat`] |

mod board;
pub mod gat;
mod ghost;
mod moves;
mod notation;
mod rules;
mod setup;
mod square;
mod transcript;
mod view;

pub use board::{Board, Ghosts};
pub use ghost::{Colour, Ghost, Place};
pub use moves::Move;
pub use rules::{DEFAULT_LIMIT, Geister};
pub use setup::Setup;
pub use square::{Direction, Square, Squares};
pub use transcript::{Seen, Transcript};
pub use view::View;

//! Geister: playouts, and searches over what a seat cannot see.

mod negamax;

pub use negamax::{Assumption, negamax};

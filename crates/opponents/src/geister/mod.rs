//! Opponents that only Geister has.

mod negamax;

pub use negamax::Negamax;

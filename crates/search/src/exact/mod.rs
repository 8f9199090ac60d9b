//! Small games worked out to the end: every position, what each way of playing does there, and its exact chances.
//!
//! Where a match of thousands of games gives a win rate with an interval, this gives the win rate.

mod chances;
mod policy;
mod positions;
mod regret;

pub use chances::Chances;
pub use policy::Policy;
pub use positions::Positions;
pub use regret::Regret;

#[cfg(test)]
mod tests;

//! Small games solved completely: every position, what each policy does there, and the exact probabilities of
//! its results.
//!
//! Where a match of thousands of games gives a win rate with an interval, this gives the win rate.

mod game_graph;
mod policy;
mod regret;
mod result_probabilities;

pub use game_graph::GameGraph;
pub use policy::Policy;
pub use regret::Regret;
pub use result_probabilities::ResultProbabilities;

#[cfg(test)]
mod tests;

//! Small games worked out to the end: every position, what each way of playing does there, and its exact
//! chances.
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

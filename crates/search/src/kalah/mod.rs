//! Kalah: an evaluation, the exact solver, and exact chances of whole games on small boards.

mod bound_table;
mod packed;
mod solver;
mod store_difference;

pub use solver::Solver;
pub use store_difference::StoreDifference;

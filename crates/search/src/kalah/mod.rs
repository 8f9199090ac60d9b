//! Kalah: an evaluation, the exact solver, and exact chances of whole games on small boards.

mod store_difference;

pub use store_difference::StoreDifference;

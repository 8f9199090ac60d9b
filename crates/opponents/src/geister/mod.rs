//! Opponents that only Geister has.

mod colour_belief;
pub(crate) mod monte_carlo;
mod negamax;
mod policy;
mod policy_playouts;
mod random_exit;

pub use colour_belief::ColourBelief;
pub use monte_carlo::MonteCarlo;
pub use negamax::Negamax;
pub(crate) use policy::Heard;
pub use policy::Policy;
pub use policy_playouts::PolicyPlayouts;
pub use random_exit::RandomExit;

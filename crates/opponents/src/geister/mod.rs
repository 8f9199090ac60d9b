//! Opponents that only Geister has.

mod leaver;
pub(crate) mod monte_carlo;
mod negamax;
mod policy;
mod policy_playouts;
mod suspicion;

pub use leaver::Leaver;
pub use monte_carlo::MonteCarlo;
pub use negamax::Negamax;
pub use policy::Policy;
pub use policy_playouts::PolicyPlayouts;
pub use suspicion::Suspicion;

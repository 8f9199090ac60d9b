//! Opponents that only Geister has.

mod negamax;
mod policy;
mod policy_playouts;
mod suspicion;

pub use negamax::Negamax;
pub use policy::Policy;
pub use policy_playouts::PolicyPlayouts;
pub use suspicion::Suspicion;

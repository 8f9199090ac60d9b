//! How much an analyst may spend.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that tells a search to come to an end. Copies share it.
#[derive(Clone, Default, Debug)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Raises the flag.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the flag is up.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The limits of one search. With nodes or depth alone the answer is always the same; a stop flag makes it
/// depend on when the flag is raised.
#[derive(Clone, Default, Debug)]
pub struct Budget {
    /// The deepest iteration.
    pub depth: Option<u32>,
    /// The most nodes or playouts.
    pub nodes: Option<u64>,
    /// Ends the search early; the best answer so far counts.
    pub stop: Stop,
}

impl Budget {
    /// A search to a fixed depth.
    #[must_use]
    pub fn depth(depth: u32) -> Budget {
        Budget { depth: Some(depth), ..Budget::default() }
    }

    /// A search of a fixed number of nodes or playouts.
    #[must_use]
    pub fn nodes(nodes: u64) -> Budget {
        Budget { nodes: Some(nodes), ..Budget::default() }
    }
}

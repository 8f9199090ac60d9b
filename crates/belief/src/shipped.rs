//! The networks that come with the program.

use std::sync::{Arc, LazyLock};

use crate::{Network, QuantisedPolicy};

/// On whose moves a network of colours was trained.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Teacher {
    /// Primitive Monte Carlo.
    Mc,
    /// Monte Carlo with the policy in its playouts.
    Pm,
}

/// A network that is part of the program is read once, when it is first asked for; a test reads them all, so that none is broken.
macro_rules! shipped {
    ($file:literal) => {{
        static NETWORK: LazyLock<Arc<Network>> = LazyLock::new(|| {
            let bytes = include_bytes!(concat!("../networks/", $file));
            Arc::new(Network::from_bytes(bytes).unwrap_or_else(|error| panic!("{}: {error}", $file)))
        });
        Arc::clone(&NETWORK)
    }};
}

/// The network of the policy that imitates `negamax` (document 004, appendix A.1).
#[must_use]
pub fn policy_network() -> Arc<Network> {
    shipped!("policy.gkn")
}

/// The same in whole numbers, as it plays.
#[must_use]
pub fn policy() -> Arc<QuantisedPolicy> {
    static POLICY: LazyLock<Arc<QuantisedPolicy>> = LazyLock::new(|| {
        let rounded = QuantisedPolicy::new(&policy_network());
        Arc::new(rounded.unwrap_or_else(|| panic!("policy.gkn: another network, expected a policy")))
    });
    Arc::clone(&POLICY)
}

/// The network `count`.
#[must_use]
pub fn count(teacher: Teacher) -> Arc<Network> {
    match teacher {
        Teacher::Mc => shipped!("count-mc.gkn"),
        Teacher::Pm => shipped!("count-pm.gkn"),
    }
}

/// The network `countCH`.
#[must_use]
pub fn count_ch(teacher: Teacher) -> Arc<Network> {
    match teacher {
        Teacher::Mc => shipped!("countch-mc.gkn"),
        Teacher::Pm => shipped!("countch-pm.gkn"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Architecture;

    #[test]
    fn every_shipped_network_is_whole_and_says_where_it_is_from() {
        let mut networks = vec![(policy_network(), Architecture::Policy)];
        for teacher in [Teacher::Mc, Teacher::Pm] {
            networks.push((count(teacher), Architecture::Count));
            networks.push((count_ch(teacher), Architecture::CountCh));
        }
        for (network, architecture) in networks {
            assert_eq!(network.architecture(), architecture);
            assert!(!network.card().is_empty());
        }
    }
}

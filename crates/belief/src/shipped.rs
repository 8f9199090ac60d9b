//! The networks that come with the program.

use std::sync::{Arc, LazyLock};

use crate::{Network, QuantisedPolicy};

/// The player on whose moves a colour network was trained.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TrainedOn {
    /// Primitive Monte Carlo.
    Mc,
    /// Monte Carlo with the policy in its playouts.
    Pm,
}

/// A file of `networks/` that is part of the program, by name.
macro_rules! file {
    ($name:ident, $file:literal) => {
        static $name: (&str, &[u8]) = ($file, include_bytes!(concat!("../networks/", $file)));
    };
}

file!(POLICY, "policy.gkn");
file!(COUNT_MC, "count-mc.gkn");
file!(COUNT_PM, "count-pm.gkn");
file!(COUNT_CH_MC, "countch-mc.gkn");
file!(COUNT_CH_PM, "countch-pm.gkn");

/// The networks' files, by name: they decide how Geister's opponents play.
#[must_use]
pub fn files() -> Vec<(&'static str, &'static [u8])> {
    vec![POLICY, COUNT_MC, COUNT_PM, COUNT_CH_MC, COUNT_CH_PM]
}

/// A network that is part of the program is read once, when it is first asked for; a test reads them all, so
/// that none is broken.
macro_rules! shipped {
    ($file:expr) => {{
        static NETWORK: LazyLock<Arc<Network>> = LazyLock::new(|| {
            let (name, bytes) = $file;
            Arc::new(Network::from_bytes(bytes).unwrap_or_else(|error| panic!("{name}: {error}")))
        });
        Arc::clone(&NETWORK)
    }};
}

/// The network of the policy that imitates `negamax` (Teramura and Matsuzaki 2021, appendix A.1).
#[must_use]
pub fn policy_network() -> Arc<Network> {
    shipped!(POLICY)
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
pub fn count(teacher: TrainedOn) -> Arc<Network> {
    match teacher {
        TrainedOn::Mc => shipped!(COUNT_MC),
        TrainedOn::Pm => shipped!(COUNT_PM),
    }
}

/// The network `countCH`.
#[must_use]
pub fn count_ch(teacher: TrainedOn) -> Arc<Network> {
    match teacher {
        TrainedOn::Mc => shipped!(COUNT_CH_MC),
        TrainedOn::Pm => shipped!(COUNT_CH_PM),
    }
}

#[cfg(test)]
mod tests {
    use games::Game;
    use games::geister::Geister;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::{Architecture, NetworkInput, QuantisedScratch, Scratch, move_at};

    #[test]
    fn every_shipped_network_is_whole_and_says_where_it_is_from() {
        let mut networks = vec![(policy_network(), Architecture::Policy)];
        for teacher in [TrainedOn::Mc, TrainedOn::Pm] {
            networks.push((count(teacher), Architecture::Count));
            networks.push((count_ch(teacher), Architecture::CountCh));
        }
        for (network, architecture) in networks {
            assert_eq!(network.architecture(), architecture);
            assert!(!network.card().is_empty());
        }
    }

    #[test]
    fn the_policy_in_whole_numbers_plays_as_the_network_says() {
        let (network, rounded) = (policy_network(), policy());
        let (mut floats, mut whole) = (Scratch::default(), QuantisedScratch::default());
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(99);
        let (mut worst, mut sum, mut positions) = (0.0_f32, 0.0, 0);
        for _ in 0..12 {
            let (mut game, mut last) = (Geister::deal(&mut rng), None);
            while game.outcome().is_none() {
                let input = NetworkInput::of_board(&game.board(), last);
                let said = network.probabilities(&[input], &mut floats);
                let played = rounded.probabilities(&[input], &mut whole);
                let apart = said.iter().zip(played).map(|(a, b)| (a - b).abs());
                worst = apart.clone().fold(worst, f32::max);
                sum += f64::from(apart.sum::<f32>()) / 2.0;
                positions += 1;
                // Games as the policy itself plays them: a move as often as it is likely.
                let mut left: f32 = rng.random();
                let index = input.legal().indices().find(|&index| {
                    left -= played[index];
                    left < 0.0
                });
                let Some(mv) = index.and_then(|index| move_at(index, game.side_to_move())) else { break };
                game.apply(mv);
                last = Some(mv);
            }
        }
        // One move in a thousand is another one; no probability is far off.
        let changed = sum / f64::from(positions);
        assert!(worst < 0.02 && changed < 0.002, "{worst} {changed} in {positions} positions");
    }
}

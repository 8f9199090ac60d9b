//! Random colourings in which each ghost is blue with the probability that is believed.

use games::geister::{Ghost, Setup};

use crate::Beliefs;

/// Ghosts nearer to certainty than this are certain.
const CERTAIN: f64 = 1e-9;

/// The colourings of the other side's ghosts that `beliefs` leave possible, each with its probability.
///
/// Every one has four red ghosts, and a ghost is blue with just the believed probability. Of all
/// distributions for which that holds this is the one of maximum entropy (conditional Poisson sampling: Chen,
/// Dempster and Liu 1994). Independent draws repeated until there are four reds would change the
/// probabilities.
#[must_use]
pub fn colourings(beliefs: &Beliefs) -> Vec<(Setup, f64)> {
    let blue = beliefs.blue();
    let certainly = |is_blue: bool| {
        let target = if is_blue { 1.0 } else { 0.0 };
        let sure = Ghost::ALL.into_iter().filter(move |ghost| (blue[ghost.index()] - target).abs() < CERTAIN);
        sure.fold(0, |set, ghost| set | ghost.bit())
    };
    let (blues, reds): (u8, u8) = (certainly(true), certainly(false));
    let open: Vec<Ghost> = Ghost::ALL.into_iter().filter(|ghost| (blues | reds) & ghost.bit() == 0).collect();
    let left = 4_u32.saturating_sub(reds.count_ones());
    let sets: Vec<u8> =
        (0..=u8::MAX).filter(|set| set & (blues | reds) == 0 && set.count_ones() == left).collect();
    let wanted: Vec<f64> = open.iter().map(|ghost| 1.0 - blue[ghost.index()]).collect();
    let weights = fitted(&sets, &open, &wanted);
    sets.iter()
        .zip(weights)
        .filter_map(|(set, weight)| Some((Setup::from_reds(reds | set)?, weight)))
        .collect()
}

/// Probabilities of the sets of red ghosts, each a product of one factor a ghost, such that every ghost of
/// `open` is in them with the probability `wanted`.
fn fitted(sets: &[u8], open: &[Ghost], wanted: &[f64]) -> Vec<f64> {
    // Beliefs that are hardly certain make the fit slow, not wrong; this is ample for all others.
    const ROUNDS: usize = 200;
    const CLOSE: f64 = 1e-9;
    let mut odds: Vec<f64> = wanted.iter().map(|p| p / (1.0 - p)).collect();
    let mut weights = vec![0.0; sets.len()];
    for _ in 0..ROUNDS {
        for (weight, set) in weights.iter_mut().zip(sets) {
            let chosen = open.iter().zip(&odds).filter(|(ghost, _)| set & ghost.bit() != 0);
            *weight = chosen.map(|(_, odds)| odds).product();
        }
        let sum: f64 = weights.iter().sum();
        weights.iter_mut().for_each(|weight| *weight /= sum);
        let mut worst: f64 = 0.0;
        for ((ghost, odds), &wanted) in open.iter().zip(&mut odds).zip(wanted) {
            let within = weights.iter().zip(sets).filter(|(_, set)| *set & ghost.bit() != 0);
            let reached: f64 = within.map(|(weight, _)| weight).sum();
            worst = worst.max((reached - wanted).abs());
            // Where every set agrees about a ghost, its factor has no effect.
            if reached > 0.0 && reached < 1.0 {
                *odds *= wanted * (1.0 - reached) / (reached * (1.0 - wanted));
            }
        }
        if worst < CLOSE {
            break;
        }
    }
    weights
}

#[cfg(test)]
mod tests {
    use games::geister::{Colour, Geister};
    use games::{Game, Side};
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    /// How likely each ghost is to be blue in a drawn colouring.
    fn blue_in(colourings: &[(Setup, f64)]) -> [f64; 8] {
        Ghost::ALL.map(|ghost| {
            let blue = colourings.iter().filter(|(setup, _)| setup.colour(ghost) == Colour::Blue);
            blue.map(|(_, weight)| weight).sum()
        })
    }

    #[test]
    fn ghosts_are_blue_as_often_as_believed() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(6);
        for _ in 0..200 {
            let mut beliefs = Beliefs::default();
            for _ in 0..12 {
                beliefs.update(Ghost::ALL[rng.random_range(..8_usize)], rng.random_range(0.01..0.99));
            }
            let drawn = colourings(&beliefs);
            let total: f64 = drawn.iter().map(|(_, weight)| weight).sum();
            assert!((total - 1.0).abs() < 1e-9);
            for (drawn, believed) in blue_in(&drawn).iter().zip(beliefs.blue()) {
                assert!((drawn - believed).abs() < 1e-4, "{drawn} {believed} {beliefs:?}");
            }
        }
    }

    #[test]
    fn certainty_leaves_fewer_colourings() {
        let mut beliefs = Beliefs::default();
        for ghost in &Ghost::ALL[..4] {
            beliefs.update(*ghost, 1.0);
        }
        assert_eq!(colourings(&beliefs), [(Setup::from_reds(0xf0).unwrap(), 1.0)]);
        let view = Geister::default().view(Side::First);
        let even = colourings(&Beliefs::even(&view));
        assert!(even.len() == 70 && even.iter().all(|(_, weight)| (weight - 1.0 / 70.0).abs() < 1e-12));
    }
}

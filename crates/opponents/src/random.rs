//! Every legal move with equal probability.

use games::{Game, View};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::{Choice, Failure, Opponent, Reason};

/// Plays any legal move, each with equal probability.
#[derive(Clone, Debug)]
pub struct Random {
    rng: Xoshiro256PlusPlus,
}

impl Random {
    /// An opponent whose choices follow from `seed`.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Random { rng: Xoshiro256PlusPlus::seed_from_u64(seed) }
    }
}

impl<G: Game> Opponent<G> for Random {
    fn name(&self) -> String {
        "random".to_owned()
    }

    fn choose(&mut self, view: &G::View) -> Result<Choice<G::Move>, Failure> {
        let mut moves = Vec::new();
        view.legal_moves(&mut moves);
        if moves.is_empty() {
            return Err(Failure::NoMove);
        }
        let mv = moves[self.rng.random_range(0..moves.len())];
        Ok(Choice { mv, reason: Reason::Random { moves: moves.len() } })
    }
}

//! Leaves by the exit if it can, else plays at random.

use games::View as _;
use games::geister::{Geister, Move, View};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::{Choice, Failure, Opponent, Reason};

/// The player RA of Teramura and Matsuzaki 2021: a blue ghost that can leave leaves, else every legal move is
/// as likely.
#[derive(Clone, Debug)]
pub struct RandomExit {
    rng: Xoshiro256PlusPlus,
}

impl RandomExit {
    /// An opponent whose choices follow from `seed`.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        RandomExit { rng: Xoshiro256PlusPlus::seed_from_u64(seed) }
    }
}

impl Opponent<Geister> for RandomExit {
    fn name(&self) -> String {
        "ra".to_owned()
    }

    fn choose(&mut self, view: &View) -> Result<Choice<Move>, Failure> {
        let mut moves = Vec::new();
        view.legal_moves(&mut moves);
        if let Some(&mv) = moves.iter().find(|mv| mv.is_leaving()) {
            return Ok(Choice { mv, reason: Reason::Exit });
        }
        if moves.is_empty() {
            return Err(Failure::NoMove);
        }
        let mv = moves[self.rng.random_range(..moves.len())];
        Ok(Choice { mv, reason: Reason::Random { moves: moves.len() } })
    }
}

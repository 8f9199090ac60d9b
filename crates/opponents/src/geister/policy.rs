//! PR: plays as the policy network says.

use std::sync::Arc;

use belief::{NetworkInput, QuantisedPolicy, QuantisedScratch, move_at, shipped};
use games::geister::{Geister, Move, View};
use games::{Side, View as _};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::name::{Name, NameError};
use crate::{Choice, Failure, Opponent, Reason};

/// Plays each move as often as its teacher would (player PR of Teramura and Matsuzaki 2021).
#[derive(Clone, Debug)]
pub struct Policy {
    network: Arc<QuantisedPolicy>,
    heard: Heard,
    scratch: QuantisedScratch,
    rng: Xoshiro256PlusPlus,
}

impl Policy {
    /// Has no options.
    ///
    /// # Errors
    /// An option is given.
    pub fn from_name(name: &Name, seed: u64) -> Result<Self, NameError> {
        name.options().finish()?;
        Ok(Policy {
            network: shipped::policy(),
            heard: Heard::default(),
            scratch: QuantisedScratch::default(),
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
        })
    }
}

impl Opponent<Geister> for Policy {
    fn name(&self) -> String {
        "pr".to_owned()
    }

    fn begin(&mut self, start: &View, moves: &[Move]) {
        self.heard.begin(start, moves);
    }

    fn observe(&mut self, _before: &View, mv: Move) {
        self.heard.observe(mv);
    }

    fn retract(&mut self, observed: usize) {
        self.heard.retract(observed);
    }

    fn choose(&mut self, view: &View) -> Result<Choice<Move>, Failure> {
        let sight = NetworkInput::new(view, self.heard.last());
        let probabilities = self.network.probabilities(&[sight], &mut self.scratch);
        let index = drawn(probabilities, &sight, &mut self.rng).ok_or(Failure::NoMove)?;
        let p = probabilities[index];
        let rank = 1 + probabilities.iter().filter(|&&other| other > p).count();
        let mv = move_at(index, view.seat()).ok_or(Failure::NoMove)?;
        let reason = Reason::Policy { probability: p.into(), rank, moves: sight.legal().len() as usize };
        Ok(Choice { mv, reason })
    }
}

/// A legal move, each as often as `probabilities` say; `None` if there is none.
pub(super) fn drawn(probabilities: &[f32], sight: &NetworkInput, rng: &mut dyn Rng) -> Option<usize> {
    let mut left: f32 = rng.random();
    let mut last = None;
    for index in sight.legal().indices() {
        left -= probabilities[index];
        last = Some(index);
        if left < 0.0 {
            break;
        }
    }
    last
}

/// The other side's moves, as far as a policy wants to know them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Heard {
    moves: Vec<Move>,
}

impl Heard {
    /// The other side's last move.
    pub(crate) fn last(&self) -> Option<Move> {
        self.moves.last().copied()
    }

    pub(crate) fn begin(&mut self, start: &View, moves: &[Move]) {
        let theirs = |number: usize| {
            let mover: Side =
                if number.is_multiple_of(2) { start.side_to_move() } else { start.side_to_move().other() };
            mover != start.seat()
        };
        self.moves =
            moves.iter().enumerate().filter(|&(number, _)| theirs(number)).map(|(_, &mv)| mv).collect();
    }

    pub(crate) fn observe(&mut self, mv: Move) {
        self.moves.push(mv);
    }

    pub(crate) fn retract(&mut self, observed: usize) {
        self.moves.truncate(self.moves.len().saturating_sub(observed));
    }
}

#[cfg(test)]
mod tests {
    use games::Game;

    use super::*;

    #[test]
    fn moves_are_drawn_as_often_as_they_are_likely() {
        let sight = NetworkInput::new(&Geister::default().view(Side::First), None);
        let legal: Vec<usize> = sight.legal().indices().collect();
        let mut probabilities = [0.0; 144];
        probabilities[legal[1]] = 0.25;
        probabilities[legal[4]] = 0.75;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut counts = [0; 144];
        for _ in 0..10_000 {
            counts[drawn(&probabilities, &sight, &mut rng).unwrap()] += 1;
        }
        assert_eq!(counts[legal[1]] + counts[legal[4]], 10_000);
        assert!((2300..2700).contains(&counts[legal[1]]));
    }

    #[test]
    fn only_the_other_sides_moves_are_heard() {
        let start = Geister::default();
        let moves = ["b2b3", "b5b4", "c2c3"].map(|mv| mv.parse().unwrap());
        for (seat, last) in [(Side::First, "b5b4"), (Side::Second, "c2c3")] {
            let mut heard = Heard::default();
            heard.begin(&start.view(seat), &moves);
            assert_eq!(heard.last().unwrap().to_string(), last);
            heard.retract(9);
            assert_eq!(heard.last(), None);
        }
    }
}

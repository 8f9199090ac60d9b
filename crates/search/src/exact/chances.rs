//! How a game between two ways of playing ends.

use std::hash::Hash;

use games::{Game, Outcome, Side};

use super::{Policy, Positions};

/// The probabilities of a win and a draw; the rest is lost.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Chances {
    /// Probability of a win.
    pub win: f64,
    /// Probability of a draw.
    pub draw: f64,
}

impl Chances {
    /// What a finished game is to `seat`.
    #[must_use]
    pub fn of_outcome(outcome: &Outcome, seat: Side) -> Chances {
        match outcome.winner {
            None => Chances { win: 0.0, draw: 1.0 },
            Some(winner) => Chances { win: f64::from(u8::from(winner == seat)), draw: 0.0 },
        }
    }

    /// The chances of `policies[0]`, which sits at `seat`, against `policies[1]`, from the start.
    pub fn from_seat<G: Game + Eq + Hash>(
        positions: &Positions<G>,
        policies: [&Policy; 2],
        seat: Side,
    ) -> Chances {
        let mut chances: Vec<Chances> = Vec::with_capacity(positions.len());
        for (index, game) in positions.iter().enumerate() {
            let here = match game.outcome() {
                Some(outcome) => Chances::of_outcome(&outcome, seat),
                None => {
                    let mover = policies[usize::from(game.side_to_move() != seat)];
                    mover.mean(index, positions.next(index).map(|next| chances[next]))
                }
            };
            chances.push(here);
        }
        chances.last().copied().unwrap_or_default()
    }

    /// The chances of `policies[0]` when the first move is drawn by lot.
    pub fn by_lot<G: Game + Eq + Hash>(positions: &Positions<G>, policies: [&Policy; 2]) -> Chances {
        let [first, second] = Side::BOTH.map(|seat| Chances::from_seat(positions, policies, seat));
        first.mean(second)
    }

    /// Half of each.
    #[must_use]
    pub fn mean(self, other: Chances) -> Chances {
        Chances { win: (self.win + other.win) / 2.0, draw: (self.draw + other.draw) / 2.0 }
    }
}

//! The results of a game between two policies.

use std::hash::Hash;

use games::{Game, Outcome, Side};

use super::{GameGraph, Policy};

/// The probabilities of a win and a draw; the rest is lost.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct ResultProbabilities {
    /// Probability of a win.
    pub win: f64,
    /// Probability of a draw.
    pub draw: f64,
}

impl ResultProbabilities {
    /// What a finished game is to `seat`.
    #[must_use]
    pub fn of_outcome(outcome: &Outcome, seat: Side) -> ResultProbabilities {
        match outcome.winner {
            None => ResultProbabilities { win: 0.0, draw: 1.0 },
            Some(winner) => ResultProbabilities { win: f64::from(u8::from(winner == seat)), draw: 0.0 },
        }
    }

    /// The chances of `policies[0]`, which sits at `seat`, against `policies[1]`, from the start.
    pub fn from_seat<G: Game + Eq + Hash>(
        positions: &GameGraph<G>,
        policies: [&Policy; 2],
        seat: Side,
    ) -> ResultProbabilities {
        let mut chances: Vec<ResultProbabilities> = Vec::with_capacity(positions.len());
        for (index, game) in positions.iter().enumerate() {
            let here = match game.outcome() {
                Some(outcome) => ResultProbabilities::of_outcome(&outcome, seat),
                None => {
                    let mover = policies[usize::from(game.side_to_move() != seat)];
                    mover.mean(index, positions.next(index).map(|next| chances[next]))
                }
            };
            chances.push(here);
        }
        chances.last().copied().unwrap_or_default()
    }

    /// The probabilities of `policies[0]` when seats are drawn at random.
    pub fn with_random_seats<G: Game + Eq + Hash>(
        positions: &GameGraph<G>,
        policies: [&Policy; 2],
    ) -> ResultProbabilities {
        let [first, second] =
            Side::BOTH.map(|seat| ResultProbabilities::from_seat(positions, policies, seat));
        first.mean(second)
    }

    /// Half of each.
    #[must_use]
    pub fn mean(self, other: ResultProbabilities) -> ResultProbabilities {
        ResultProbabilities { win: (self.win + other.win) / 2.0, draw: (self.draw + other.draw) / 2.0 }
    }
}

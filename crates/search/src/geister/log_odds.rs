//! Log odds of the colour of each enemy ghost, kept from move to move.

use games::geister::{Board, Ghost, Move, Setup, Square, View};
use games::{Side, View as _};

use super::ColourDistribution;

/// The logarithm of odds that count as certain: one in 160,000. Nothing seen is ever taken for impossible.
const CERTAIN: f64 = 12.0;

/// The odds that each of the enemy's ghosts is blue, as if each had its colour by itself; that there are four
/// of each is brought in when they are asked for.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub(super) struct LogOdds {
    /// Logarithms, from A to H; 0 is even.
    blue: [f64; 8],
}

impl LogOdds {
    /// Makes it by a factor of e^`evidence` more likely that a ghost is blue.
    pub(super) fn add(&mut self, ghost: Ghost, evidence: f64) {
        self.set(ghost, self.blue[ghost.index()] + evidence);
    }

    /// Sets the logarithm of the odds that a ghost is blue.
    pub(super) fn set(&mut self, ghost: Ghost, log_odds: f64) {
        self.blue[ghost.index()] = log_odds.clamp(-CERTAIN, CERTAIN);
    }

    /// A ghost that stands on its exit and does not leave is red.
    pub(super) fn see_who_stays(&mut self, before: &View, mv: Move) {
        let enemy = before.seat().other();
        for (ghost, square) in standing(before, enemy) {
            if Board::exits(enemy) & square.bit() != 0 && !mv.is_leaving() {
                self.set(ghost, -CERTAIN);
            }
        }
    }

    /// Every setup that agrees with `view`, with the product of the odds of its blues for weight.
    pub(super) fn distribution(&self, view: &View) -> ColourDistribution {
        let weight = |setup: Setup| {
            let blues = (0..8).filter(|ghost| setup.reds() >> ghost & 1 == 0);
            // Four blues: the exponent is at most 48.
            blues.map(|ghost| self.blue[ghost]).sum::<f64>().exp()
        };
        let possible = Setup::all().filter(|&setup| view.with_colours(setup).is_ok());
        let weighted = ColourDistribution::weighted(view, possible.map(|setup| (setup, weight(setup))));
        weighted.unwrap_or_else(|_| ColourDistribution::uniform(view))
    }

    /// The probability that each ghost is blue; 0 for those no longer on the board, so that the sum is the
    /// number of blues left.
    pub(super) fn blue(&self, view: &View) -> [f64; 8] {
        let mut blue = self.distribution(view).blue();
        for (probability, place) in blue.iter_mut().zip(view.places(view.seat().other())) {
            if place.square().is_none() {
                *probability = 0.0;
            }
        }
        blue
    }
}

/// The ghosts of `side` on the board, and where they stand.
pub(super) fn standing(view: &View, side: Side) -> impl Iterator<Item = (Ghost, Square)> {
    let places = *view.places(side);
    Ghost::ALL.into_iter().filter_map(move |ghost| Some((ghost, places[ghost.index()].square()?)))
}

/// The ghost that the enemy of the view's seat moves with `mv`, if it is its turn.
pub(super) fn mover(before: &View, mv: Move) -> Option<Ghost> {
    let enemy = before.seat().other();
    let is_on = |&(_, square): &(Ghost, Square)| square == mv.from();
    (before.side_to_move() == enemy).then(|| standing(before, enemy).find(is_on))?.map(|(ghost, _)| ghost)
}

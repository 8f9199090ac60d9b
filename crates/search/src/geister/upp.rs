//! Colours by playouts: under which colour of the ghost that moved was its move a good one?

use games::geister::{Board, Colour, Ghost, Ghosts, Move, Setup, View};
use games::{Game, Side};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use games::split_mix::mix;

use super::log_odds::{LogOdds, mover};
use super::{ColourDistribution, PlayoutStart, Playouts};

/// Mean points by which a move must be better to be chosen e times as often. Tuned in games of Monte Carlo
/// against itself.
const TEMPERATURE: f64 = 0.1;

/// The estimator UPP (Mishio and Kotani): assumes each colour of the ghost that moved, plays the enemy's
/// Monte Carlo, and believes more in the colour under which the move looks better.
///
/// The evidence of a move is the log likelihood ratio of choosing it with a blue ghost and with a red one,
/// for a player that chooses by the softmax of mean points.
#[derive(Clone, Debug)]
pub struct UppEstimator {
    odds: LogOdds,
    playouts: u64,
    seed: u64,
}

impl UppEstimator {
    /// An estimator that spends so many playouts on each move it sees, which follow from `seed`.
    #[must_use]
    pub fn new(playouts: u64, seed: u64) -> UppEstimator {
        UppEstimator { odds: LogOdds::default(), playouts, seed }
    }

    /// Sees a move of the enemy; `before` is what the seat saw before it. Moves of the seat itself tell
    /// nothing.
    pub fn observe(&mut self, before: &View, mv: Move) {
        let Some(ghost) = mover(before, mv) else { return };
        if mv.is_leaving() || before.outcome().is_some() {
            return;
        }
        let likelihood = |colour| self.likelihood(before, ghost, mv, colour);
        if let (Some(blue), Some(red)) = (likelihood(Colour::Blue), likelihood(Colour::Red)) {
            self.odds.add(ghost, blue - red);
        }
        self.odds.see_who_stays(before, mv);
    }

    /// The logarithm of the probability that the enemy chooses `mv` if its `ghost` has this colour; `None` if
    /// it cannot.
    fn likelihood(&self, before: &View, ghost: Ghost, mv: Move, colour: Colour) -> Option<f64> {
        let believed = self.odds.distribution(before);
        let agreeing = believed.setups().filter(|(setup, _)| setup.colour(ghost) == colour);
        let theirs = ColourDistribution::weighted(before, agreeing).ok()?;
        let example = theirs.setups().find_map(|(setup, _)| before.with_colours(setup).ok())?;
        let enemy = before.seat().other();
        // The enemy sees the board with our colours hidden.
        let ours = ColourDistribution::uniform(&example.view(enemy));
        let armies = |deal: &ColourDistribution, side: Side| -> Vec<Ghosts> {
            deal.setups().map(|(setup, _)| army(before, side, setup)).collect()
        };
        let (their_armies, our_armies) = (armies(&theirs, enemy), armies(&ours, before.seat()));

        let mut moves = Vec::new();
        example.board().own.push_moves(enemy, &mut moves);
        moves.retain(|mv| !mv.is_leaving());
        let place = moves.iter().position(|&other| other == mv)?;
        let seed = mix(self.seed ^ mix(example.hash() ^ mix(u64::from(before.ply()))));
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let plies_left = u32::from(before.limit() - before.ply()) - 1;
        // Both colours share the playouts.
        let each = (self.playouts / 2).div_ceil(moves.len() as u64);
        let starts = (0..each as usize * moves.len()).map(|number| {
            let own = their_armies[theirs.sample_place(&mut rng)];
            let other = our_armies[ours.sample_place(&mut rng)];
            let board = Board { own, other, side: enemy };
            let mv: Move = moves[number % moves.len()];
            PlayoutStart::new(&mv.to().map_or(board, |to| board.stepped(mv.from(), to)), plies_left)
        });
        let mut points = vec![0.0; moves.len()];
        let count = moves.len();
        Playouts::new(seed).play(starts, |number, end| points[number % count] += end.points(enemy));
        let preference = |points: f64| (points / each as f64 / TEMPERATURE).exp();
        let sum: f64 = points.iter().map(|&points| preference(points)).sum();
        Some((preference(points[place]) / sum).ln())
    }

    /// The probability that each of the enemy's ghosts, from A to H, is blue; 0 for those no longer on the
    /// board, so that the sum is the number of blues left.
    #[must_use]
    pub fn blue(&self, view: &View) -> [f64; 8] {
        self.odds.blue(view)
    }

    /// The colourings with the weights that follow.
    #[must_use]
    pub fn distribution(&self, view: &View) -> ColourDistribution {
        self.odds.distribution(view)
    }
}

/// The ghosts of `side` on the board if its colours are `setup`.
fn army(view: &View, side: Side, setup: Setup) -> Ghosts {
    let mut ghosts = Ghosts::default();
    for (ghost, square) in super::log_odds::standing(view, side) {
        match setup.colour(ghost) {
            Colour::Blue => ghosts.blue |= square.bit(),
            Colour::Red => ghosts.red |= square.bit(),
        }
    }
    ghosts
}

#[cfg(test)]
mod tests {
    use super::*;

    //   2  . u . . . .      Two steps from the exit a1, far from every defender: a blue would run.
    #[test]
    fn running_for_an_open_exit_means_blue() {
        let view: View =
            "view first f6R,f5R,f4R,f3R,e6B,e5B,e4B,e3B b2u,d5u,c5u,b5u,d6u,a6u,c6u,b6u second 9/256"
                .parse()
                .unwrap();
        let believed = |mv: &str| {
            let mut upp = UppEstimator::new(4000, 1);
            upp.observe(&view, mv.parse().unwrap());
            let blue = upp.blue(&view);
            assert!((blue.iter().sum::<f64>() - 4.0).abs() < 1e-9, "{blue:?}");
            blue[0]
        };
        assert!(believed("b2a2") > 0.5, "{}", believed("b2a2"));
        assert!(believed("b2c2") < believed("b2a2"));
        // Its own moves tell the seat nothing.
        let mut upp = UppEstimator::new(4000, 1);
        upp.observe(&view, "f6f5".parse().unwrap());
        assert!((upp.blue(&view)[0] - 0.5).abs() < 1e-9);
    }
}

//! PM: Monte Carlo whose playouts follow the policy network.

use std::sync::Arc;

use belief::{NetworkInput, QuantisedPolicy, QuantisedScratch, move_at, shipped};
use games::Side;
use games::geister::{Board, Geister, Move, View};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use search::geister::ColourDistribution;

use super::colour_belief::ColourBelief;
use super::policy::{Heard, drawn};
use crate::name::{Name, NameError};
use crate::{Choice, Failure, Opponent, Reason};

/// Playouts at the same time. A network judges ten sights in hardly more time than it takes to fetch its
/// weights for one, and ten of fifty still leave UCB1 its say.
const LANES: usize = 10;

/// Plays the move that wins most playouts, both sides of which move as the policy network says (player PM of
/// Teramura and Matsuzaki 2021).
///
/// UCB1 shares the playouts among the moves. A move begins with one visit, won with the probability that the
/// network gives it.
#[derive(Clone, Debug)]
pub struct PolicyPlayouts {
    playouts: u32,
    network: Arc<QuantisedPolicy>,
    colours: ColourBelief,
    heard: Heard,
    scratch: QuantisedScratch,
    rng: Xoshiro256PlusPlus,
}

impl PolicyPlayouts {
    /// Reads the option `playouts` (50) and those of [`ColourBelief`].
    ///
    /// # Errors
    /// An option is unknown or out of range.
    pub fn from_name(name: &Name, seed: u64) -> Result<Self, NameError> {
        let mut options = name.options();
        let playouts = options.number("playouts", 50, 1..=1_000_000)?;
        let colours = ColourBelief::from_options(&mut options, seed)?;
        options.finish()?;
        Ok(PolicyPlayouts {
            playouts,
            network: shipped::policy(),
            colours,
            heard: Heard::default(),
            scratch: QuantisedScratch::default(),
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
        })
    }
}

/// A move of the root and how it fares.
struct Arm {
    mv: Move,
    /// Playouts, those that are not over yet too, and the visit it began with.
    visits: f64,
    /// Points of the finished ones.
    points: f64,
}

impl Arm {
    fn mean(&self) -> f64 {
        self.points / self.visits
    }

    /// UCB1 (Auer, Cesa-Bianchi and Fischer, 2002).
    fn bound(&self, all: f64) -> f64 {
        self.mean() + (2.0 * all.ln() / self.visits).sqrt()
    }
}

/// A playout on its way.
struct Lane {
    arm: usize,
    board: Board,
    last: Move,
    plies_left: u16,
}

impl Lane {
    /// Makes a move; if that ends the game, the points of `us`.
    fn play(&mut self, mv: Move, us: Side) -> Option<f64> {
        let points = |winner: Side| if winner == us { 1.0 } else { 0.0 };
        let Some(to) = mv.to() else { return Some(points(self.board.side)) };
        self.board = self.board.stepped(mv.from(), to);
        self.last = mv;
        self.plies_left = self.plies_left.saturating_sub(1);
        match self.board.winner() {
            Some(winner) => Some(points(winner)),
            None => (self.plies_left == 0).then_some(0.5),
        }
    }
}

impl PolicyPlayouts {
    /// The root's moves with the visits that the network gives them.
    fn arms(&mut self, view: &View) -> Vec<Arm> {
        let sight = NetworkInput::new(view, self.heard.last());
        let probabilities = self.network.probabilities(&[sight], &mut self.scratch);
        let arm = |index: usize| {
            Some(Arm { mv: move_at(index, view.seat())?, visits: 1.0, points: probabilities[index].into() })
        };
        sight.legal().indices().filter_map(arm).collect()
    }

    /// Begins a playout: deals the colours, and makes the move whose bound is highest. `Err` if that ended it
    /// already.
    fn begin(
        &mut self,
        view: &View,
        deal: &ColourDistribution,
        arms: &mut [Arm],
    ) -> Result<Lane, (usize, f64)> {
        let all: f64 = arms.iter().map(|arm| arm.visits).sum();
        let bounds = arms.iter().map(|arm| arm.bound(all)).enumerate();
        let arm = bounds.max_by(|one, two| one.1.total_cmp(&two.1)).map_or(0, |(arm, _)| arm);
        arms[arm].visits += 1.0;
        let mv = arms[arm].mv;
        // A deal only has colourings that the view allows.
        let game = view.with_colours(deal.sample(&mut self.rng)).unwrap_or_default();
        let mut lane =
            Lane { arm, board: game.board(), last: mv, plies_left: view.limit().saturating_sub(view.ply()) };
        match lane.play(mv, view.seat()) {
            Some(points) => Err((arm, points)),
            None => Ok(lane),
        }
    }

    /// Plays all playouts, several at a time.
    fn play_out(&mut self, view: &View, deal: &ColourDistribution, arms: &mut [Arm]) {
        let (mut lanes, mut sights): (Vec<Lane>, Vec<NetworkInput>) = (Vec::new(), Vec::new());
        let mut left = self.playouts;
        loop {
            while lanes.len() < LANES && left > 0 {
                left -= 1;
                match self.begin(view, deal, arms) {
                    Ok(lane) => lanes.push(lane),
                    Err((arm, points)) => arms[arm].points += points,
                }
            }
            if lanes.is_empty() {
                return;
            }
            sights.clear();
            sights.extend(lanes.iter().map(|lane| NetworkInput::of_board(&lane.board, Some(lane.last))));
            let probabilities =
                self.network.probabilities(&sights, &mut self.scratch).chunks_exact(belief::MOVES);
            let mut says = sights.iter().zip(probabilities);
            lanes.retain_mut(|lane| {
                let Some((sight, probabilities)) = says.next() else { return true };
                let index = drawn(probabilities, sight, &mut self.rng);
                let mv = index.and_then(|index| move_at(index, lane.board.side));
                // Positions without a move do not occur.
                let points = mv.map_or(Some(0.5), |mv| lane.play(mv, view.seat()));
                arms[lane.arm].points += points.unwrap_or(0.0);
                points.is_none()
            });
        }
    }
}

impl Opponent<Geister> for PolicyPlayouts {
    fn name(&self) -> String {
        self.colours.spell(Name::plain("pm").with("playouts", self.playouts)).to_string()
    }

    fn begin(&mut self, start: &View, moves: &[Move]) {
        self.heard.begin(start, moves);
        self.colours.begin();
    }

    fn observe(&mut self, before: &View, mv: Move) {
        self.heard.observe(mv);
        self.colours.observe(before, mv);
    }

    fn retract(&mut self, observed: usize) {
        self.heard.retract(observed);
        self.colours.retract(observed);
    }

    fn choose(&mut self, view: &View) -> Result<Choice<Move>, Failure> {
        let mut arms = self.arms(view);
        let (deal, blue) = self.colours.deal(view);
        if arms.len() > 1 {
            self.play_out(view, &deal, &mut arms);
        }
        let best = arms
            .iter()
            .max_by(|one, two| one.visits.total_cmp(&two.visits).then(one.points.total_cmp(&two.points)));
        let best = best.ok_or(Failure::NoMove)?;
        // Each move began with one visit that is no playout.
        let playouts = best.visits as u64 - 1;
        Ok(Choice { mv: best.mv, reason: Reason::PolicyPlayouts { score: best.mean(), playouts, blue } })
    }
}

#[cfg(test)]
mod tests {
    use games::Game;

    use super::*;

    #[test]
    fn a_ghost_that_can_leave_leaves() {
        let game: Geister =
            "a6B,c2R,d2R,e2R,b1B,c1B,d1B,e1R e5R,d5R,c5R,b5R,e6B,d6B,c6B,b6B first 20/256".parse().unwrap();
        let mut player = PolicyPlayouts::from_name(&"pm:playouts=200".parse().unwrap(), 1).unwrap();
        assert_eq!(player.choose(&game.view(Side::First)).unwrap().mv.to_string(), "a6out");
    }

    #[test]
    fn all_playouts_are_counted_once() {
        let view = Geister::default().view(Side::First);
        let mut player = PolicyPlayouts::from_name(&"pm:playouts=37".parse().unwrap(), 2).unwrap();
        let mut arms = player.arms(&view);
        let begun: f64 = arms.iter().map(|arm| arm.points).sum();
        assert!((begun - 1.0).abs() < 1e-5);
        let (deal, _) = player.colours.deal(&view);
        player.play_out(&view, &deal, &mut arms);
        assert_eq!(arms.iter().map(|arm| arm.visits - 1.0).sum::<f64>(), 37.0);
        assert!(arms.iter().all(|arm| (0.0..=1.0).contains(&arm.mean())));
    }
}

//! Looking at a game of Geister from one seat.

use std::sync::Arc;

use belief::{NetworkInput, QuantisedPolicy, QuantisedScratch, move_index, shipped};
use games::Game;
use games::geister::{Direction, Geister, Move, Place, Setup, View};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use search::Budget;
use search::geister::{ColourDistribution, MonteCarlo};

use super::eyes::{Eyes, in_order};
use super::imagined::Imagined;
use crate::geister::Suspicion;

/// Colourings of the user's ghosts under which a move of the user is looked at. Enough for what one of the policy network's moves says; not tried otherwise.
const WORLDS: usize = 16;

/// Playouts that say what all moves of the user are worth to them: some three milliseconds. (Their noise is still larger than most differences
/// between moves: of what 20,000 under the true colours say of `mc:playouts=1000`, 0.15 nats a move, these say 0.07.)
const USERS_PLAYOUTS: usize = 8000;

/// Playouts of each look, and from which on colours are read: who hardly looks ahead does not read either.
const PLAYOUTS: [u64; 4] = [200, 1000, 4000, 20_000];
const READS_FROM: usize = 2;

/// The look of somebody who plays as the policy network says: its values are logarithms of how often.
pub(super) const POLICY: usize = PLAYOUTS.len();

/// What it is worth to stay where a ghost could leave and win: so little that nobody who looks at all stays.
const STAYING: f64 = -2.0;

/// Values by playouts and by a network; what the user sees is imagined.
pub(super) struct Ghosts {
    search: MonteCarlo,
    suspicion: Suspicion,
    policy: Arc<QuantisedPolicy>,
    scratch: QuantisedScratch,
    /// Where the own ghosts stood before the last move of this seat.
    stood: Option<[Place; 8]>,
    rng: Xoshiro256PlusPlus,
}

/// Where one can leave, nothing else is worth a look.
fn leaving_or(moves: &[Move], values: impl FnOnce() -> Vec<(Move, f64)>) -> Vec<(Move, f64)> {
    if !moves.iter().any(|mv| mv.is_leaving()) {
        return values();
    }
    moves.iter().map(|&mv| (mv, if mv.is_leaving() { 0.5 } else { STAYING })).collect()
}

impl Ghosts {
    pub(super) fn new(suspicion: Suspicion, seed: u64) -> Ghosts {
        Ghosts {
            search: MonteCarlo::new(seed),
            suspicion,
            policy: shipped::policy(),
            scratch: QuantisedScratch::default(),
            stood: None,
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
        }
    }

    /// The last move of this seat, if it is to be seen from what has changed.
    fn last(&self, now: &View) -> Option<Move> {
        let places = now.places(now.seat());
        let moved = self
            .stood?
            .into_iter()
            .zip(places)
            .find(|(before, now)| before != *now && now.square().is_some());
        let (before, now) = moved?;
        let (from, to) = (before.square()?, now.square()?);
        Direction::ALL
            .into_iter()
            .find(|&direction| from.step(direction) == Some(to))
            .and_then(|direction| Move::new(from, direction))
    }

    /// What the network would do in each of some worlds.
    fn as_the_policy(&mut self, before: &View, worlds: &[Setup]) -> Vec<Vec<(Move, f64)>> {
        let last = self.last(before);
        let user = before.seat().other();
        let games = worlds.iter().filter_map(|&setup| before.with_colours(setup).ok());
        let views: Vec<View> = games.map(|game| game.view(user)).collect();
        let sights: Vec<NetworkInput> = views.iter().map(|view| NetworkInput::new(view, last)).collect();
        let probabilities = self.policy.probabilities(&sights, &mut self.scratch);
        let mut moves = Vec::new();
        let mut values = |(view, probabilities): (&View, &[f32])| {
            games::View::legal_moves(view, &mut moves);
            let value = |&mv: &Move| (mv, f64::from(probabilities[move_index(mv, user)].max(1e-6)).ln());
            moves.iter().map(value).collect()
        };
        views.iter().zip(probabilities.chunks_exact(belief::MOVES)).map(&mut values).collect()
    }
}

impl Eyes<Geister> for Ghosts {
    fn own(&mut self, view: &View, look: usize) -> Vec<(Move, f64)> {
        self.stood = Some(*view.places(view.seat()));
        let mut moves = Vec::new();
        games::View::legal_moves(view, &mut moves);
        leaving_or(&moves, || {
            let deal = if look >= READS_FROM {
                self.suspicion.deal(view).0
            } else {
                ColourDistribution::uniform(view)
            };
            in_order(&moves, &self.search.analyse(&deal, &Budget::nodes(PLAYOUTS[look])))
        })
    }

    fn users(&mut self, before: &View, look: usize) -> Vec<Vec<(Move, f64)>> {
        let (deal, _) = self.suspicion.deal(before);
        let worlds: Vec<Setup> = (0..WORLDS).map(|_| deal.sample(&mut self.rng)).collect();
        if look == POLICY {
            return self.as_the_policy(before, &worlds);
        }
        let imagined = Imagined::new(before, &deal, USERS_PLAYOUTS, &mut self.rng);
        let mut moves = Vec::new();
        let values = |setup: Setup| {
            let game = before.with_colours(setup).ok()?;
            game.legal_moves(&mut moves);
            Some(leaving_or(&moves, || imagined.values(setup)))
        };
        worlds.into_iter().filter_map(values).collect()
    }

    fn begin(&mut self) {
        self.suspicion.begin();
        self.stood = None;
    }

    fn observe(&mut self, before: &View, mv: Move) {
        self.suspicion.observe(before, mv);
    }

    fn retract(&mut self, observed: usize) {
        self.suspicion.retract(observed);
    }
}

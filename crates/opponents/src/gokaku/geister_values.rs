//! The values of Geister moves, as one seat can know them.

use std::sync::Arc;

use belief::{NetworkInput, QuantisedPolicy, QuantisedScratch, move_index, shipped};
use games::Game;
use games::geister::{Direction, Geister, Move, Place, Setup, View};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use search::Budget;
use search::geister::{ColourDistribution, MonteCarlo};

use super::geister_user_values::UserMoveValues;
use super::move_values::{MoveValues, Search, in_order};
use crate::geister::{ColourBelief, Heard};

/// Colourings of the user's ghosts under which a move of the user is judged.
const COLOURINGS: usize = 16;

/// Playouts that value the user's moves: some three milliseconds.
const USER_PLAYOUTS: usize = 8000;

/// Players with fewer playouts take every colouring for as likely: beginners do not read colours either.
const READS_COLOURS_FROM: u64 = 4000;

/// The value of every other move where a ghost can leave and win: no player that searches stays.
const STAYING: f64 = -2.0;

/// Values by playouts and by the policy network.
pub(super) struct GeisterValues {
    search: MonteCarlo,
    colours: ColourBelief,
    policy: Arc<QuantisedPolicy>,
    scratch: QuantisedScratch,
    /// Where the own ghosts stood before the last move of this seat.
    places_before: Option<[Place; 8]>,
    heard: Heard,
    rng: Xoshiro256PlusPlus,
}

/// Where a ghost can leave, no search is needed.
fn leaving_or(moves: &[Move], values: impl FnOnce() -> Vec<(Move, f64)>) -> Vec<(Move, f64)> {
    if !moves.iter().any(|mv| mv.is_leaving()) {
        return values();
    }
    moves.iter().map(|&mv| (mv, if mv.is_leaving() { 0.5 } else { STAYING })).collect()
}

impl GeisterValues {
    pub(super) fn new(colours: ColourBelief, seed: u64) -> GeisterValues {
        GeisterValues {
            search: MonteCarlo::new(seed),
            colours,
            policy: shipped::policy(),
            scratch: QuantisedScratch::default(),
            places_before: None,
            heard: Heard::default(),
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
        }
    }

    /// The last move of this seat, if it is to be seen from what has changed.
    fn last(&self, now: &View) -> Option<Move> {
        let places = now.places(now.seat());
        let moved = self
            .places_before?
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

    /// What the policy network would do under each of these colourings.
    fn policy_values(&mut self, before: &View, colourings: &[Setup]) -> Vec<Vec<(Move, f64)>> {
        let last = self.last(before);
        let user = before.seat().other();
        let games = colourings.iter().filter_map(|&setup| before.with_colours(setup).ok());
        let views: Vec<View> = games.map(|game| game.view(user)).collect();
        self.log_probabilities(&views, last)
    }

    /// The logarithms of how likely the policy network plays each move in these views of one seat; the last
    /// move of the other seat is given.
    fn log_probabilities(&mut self, views: &[View], last: Option<Move>) -> Vec<Vec<(Move, f64)>> {
        let inputs: Vec<NetworkInput> = views.iter().map(|view| NetworkInput::new(view, last)).collect();
        let probabilities = self.policy.probabilities(&inputs, &mut self.scratch);
        let mut moves = Vec::new();
        let mut values = |(view, probabilities): (&View, &[f32])| {
            games::View::legal_moves(view, &mut moves);
            let probability = |mv: Move| probabilities[move_index(mv, view.seat())].max(1e-6);
            moves.iter().map(|&mv| (mv, f64::from(probability(mv)).ln())).collect()
        };
        views.iter().zip(probabilities.chunks_exact(belief::MOVES)).map(&mut values).collect()
    }
}

impl MoveValues<Geister> for GeisterValues {
    fn own_values(&mut self, view: &View, search: Search) -> Vec<(Move, f64)> {
        self.see_own_turn(view);
        let mut moves = Vec::new();
        games::View::legal_moves(view, &mut moves);
        leaving_or(&moves, || {
            let Search::Playouts(playouts) = search else {
                return self.log_probabilities(std::slice::from_ref(view), self.heard.last()).concat();
            };
            let deal = if playouts >= READS_COLOURS_FROM {
                self.colours.deal(view).0
            } else {
                ColourDistribution::uniform(view)
            };
            in_order(&moves, &self.search.analyse(&deal, &Budget::nodes(playouts)))
        })
    }

    fn user_values(&mut self, before: &View, search: Search) -> Vec<Vec<(Move, f64)>> {
        let (deal, _) = self.colours.deal(before);
        let sampled: Vec<Setup> = (0..COLOURINGS).map(|_| deal.sample(&mut self.rng)).collect();
        if search == Search::Policy {
            return self.policy_values(before, &sampled);
        }
        let values = UserMoveValues::new(before, &deal, USER_PLAYOUTS, &mut self.rng);
        let mut moves = Vec::new();
        let under = |setup: Setup| {
            let game = before.with_colours(setup).ok()?;
            game.legal_moves(&mut moves);
            Some(leaving_or(&moves, || values.under(setup)))
        };
        sampled.into_iter().filter_map(under).collect()
    }

    fn see_own_turn(&mut self, view: &View) {
        self.places_before = Some(*view.places(view.seat()));
    }

    fn begin(&mut self) {
        self.colours.begin();
        self.places_before = None;
        self.heard = Heard::default();
    }

    fn observe(&mut self, before: &View, mv: Move) {
        self.colours.observe(before, mv);
        self.heard.observe(mv);
    }

    fn retract(&mut self, observed: usize) {
        self.heard.retract(observed);
        self.colours.retract(observed);
    }
}

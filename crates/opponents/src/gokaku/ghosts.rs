//! Looking at a game of Geister from one seat.

use games::Game;
use games::geister::{Geister, Move, View};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use search::Budget;
use search::geister::{Deal, MonteCarlo};

use super::eyes::{Eyes, in_order};
use crate::geister::Suspicion;

/// Colourings of the user's ghosts under which a move of the user is looked at. Few, since every one costs all looks; what more would
/// tell has not been measured.
const WORLDS: usize = 4;

/// Playouts of each look, and from which on colours are read: who hardly looks ahead does not read either.
/// (A look at 16,000 was no stronger: 780 Elo beside 770, 40 games a pairing.)
const PLAYOUTS: [u64; 3] = [200, 1000, 4000];
const READS_FROM: usize = 2;

/// Values by playouts; what the user sees is imagined.
pub(super) struct Ghosts {
    search: MonteCarlo,
    suspicion: Suspicion,
    rng: Xoshiro256PlusPlus,
}

impl Ghosts {
    pub(super) fn new(suspicion: Suspicion, seed: u64) -> Ghosts {
        let rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        Ghosts { search: MonteCarlo::new(seed), suspicion, rng }
    }

    fn look(&self, deal: &Deal, moves: &[Move], look: usize) -> Vec<(Move, f64)> {
        in_order(moves, &self.search.analyse(deal, &Budget::nodes(PLAYOUTS[look])))
    }
}

impl Eyes<Geister> for Ghosts {
    fn own(&mut self, view: &View, look: usize) -> Vec<(Move, f64)> {
        let deal = if look >= READS_FROM { self.suspicion.deal(view).0 } else { Deal::uniform(view) };
        let mut moves = Vec::new();
        games::View::legal_moves(view, &mut moves);
        self.look(&deal, &moves, look)
    }

    fn users(&mut self, before: &View, look: usize) -> Vec<Vec<(Move, f64)>> {
        let (deal, _) = self.suspicion.deal(before);
        let mut moves = Vec::new();
        let mut worlds = Vec::with_capacity(WORLDS);
        for _ in 0..WORLDS {
            let Ok(game) = before.with_colours(deal.sample(&mut self.rng)) else { continue };
            game.legal_moves(&mut moves);
            worlds.push(self.look(&Deal::uniform(&game.view(game.side_to_move())), &moves, look));
        }
        worlds
    }

    fn begin(&mut self) {
        self.suspicion.begin();
    }

    fn observe(&mut self, before: &View, mv: Move) {
        self.suspicion.observe(before, mv);
    }

    fn retract(&mut self, observed: usize) {
        self.suspicion.retract(observed);
    }
}

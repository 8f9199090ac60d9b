//! The teacher of the policy network: a negamax search with suspicion, like the winner of the 2020 GAT
//! tournament.

use games::Side;
use games::geister::{Board, Colour, Direction, Geister, Ghost, Move, Square, View};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use search::geister::{Assumption, negamax};

use crate::name::{Name, NameError};
use crate::{Choice, Failure, Opponent, Reason};

/// From here on a ghost is taken for red.
const CERTAIN: u32 = 1000;

/// Suspects no ghost at first, and searches as if each hidden ghost had the colour that hurts most. A ghost
/// that could have left and did not is red; then all others are taken for blue.
///
/// Suspicion and search follow the observed behaviour of the winner of GAT 2020; ties are broken at random,
/// as in Teramura and Matsuzaki 2021.
#[derive(Clone, Debug)]
pub struct Negamax {
    depth: u32,
    /// How suspicious each ghost across the board is of being red.
    redness: [u32; 8],
    /// What it was before each of the other side's moves.
    before: Vec<[u32; 8]>,
    rng: Xoshiro256PlusPlus,
}

impl Negamax {
    /// Reads the option `depth` (6).
    ///
    /// # Errors
    /// An option is unknown or out of range.
    pub fn from_name(name: &Name, seed: u64) -> Result<Self, NameError> {
        let mut options = name.options();
        let depth = options.number("depth", 6, 1..=20)?;
        options.finish()?;
        Ok(Negamax {
            depth,
            redness: [0; 8],
            before: Vec::new(),
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
        })
    }

    /// The most suspicious ghost on the board, if it is certainly red.
    fn certainly_red(&self, view: &View) -> Option<(Ghost, Square)> {
        let places = view.places(view.seat().other());
        let on_board =
            Ghost::ALL.into_iter().filter_map(|ghost| Some((ghost, places[ghost.index()].square()?)));
        let redness = |ghost: Ghost| self.redness[ghost.index()];
        on_board.filter(|&(ghost, _)| redness(ghost) >= CERTAIN).max_by_key(|&(ghost, _)| redness(ghost))
    }
}

/// Stands next to one of `ghosts`.
fn touches(square: Square, ghosts: u64) -> bool {
    Direction::ALL
        .into_iter()
        .filter_map(|direction| square.step(direction))
        .any(|next| next.bit() & ghosts != 0)
}

impl Opponent<Geister> for Negamax {
    fn name(&self) -> String {
        Name::plain("negamax").with("depth", self.depth).to_string()
    }

    fn begin(&mut self, _start: &View, _moves: &[Move]) {
        // An opening that neither side chose says nothing about colours.
        self.redness = [0; 8];
        self.before.clear();
    }

    fn observe(&mut self, before: &View, mv: Move) {
        self.before.push(self.redness);
        let enemy: Side = before.seat().other();
        let own = before.own_ghosts();
        let exits = Board::exits(enemy);
        for ghost in Ghost::ALL {
            let Some(square) = before.places(enemy)[ghost.index()].square() else { continue };
            let redness = &mut self.redness[ghost.index()];
            // A ghost on its exit that does not leave cannot: it is red.
            if square.bit() & exits != 0 && !mv.is_leaving() {
                *redness += CERTAIN;
            }
            let Some(to) = mv.to().filter(|_| mv.from() == square) else { continue };
            let captures = own.all() & to.bit() != 0;
            if !captures && !touches(square, own.all()) && touches(to, own.all()) {
                let reds_left = 4 - before.captured(before.seat(), Colour::Red);
                *redness += if reds_left == 1 { 1 } else { 5 };
            }
        }
    }

    fn retract(&mut self, observed: usize) {
        let kept = self.before.len().saturating_sub(observed);
        if let Some(&redness) = self.before.get(kept) {
            self.redness = redness;
        }
        self.before.truncate(kept);
    }

    fn choose(&mut self, view: &View) -> Result<Choice<Move>, Failure> {
        let red = self.certainly_red(view);
        let assumption = red.map_or(Assumption::Unknown, |(_, square)| Assumption::OneRed(square));
        let (mv, value) = negamax(view, assumption, self.depth, &mut self.rng).ok_or(Failure::NoMove)?;
        let reason = Reason::Negamax { value, red: red.map(|(ghost, _)| ghost.letter()) };
        Ok(Choice { mv, reason })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn player() -> Negamax {
        Negamax::from_name(&"negamax:depth=4".parse().unwrap(), 1).unwrap()
    }

    #[test]
    fn a_ghost_that_could_have_left_is_red() {
        // The second player's A stands on its exit a1, and B moves.
        let view: View =
            "view first c2R,d2R,e2R,f2R,c1B,d1B,e1B,f1B a1u,d5u,c5u,b5u,e6u,d6u,c6u,b6u second 21/256"
                .parse()
                .unwrap();
        let mut player = player();
        player.observe(&view, "d5d4".parse().unwrap());
        assert_eq!(player.redness, [1000, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(player.certainly_red(&view), Some((Ghost::ALL[0], "a1".parse().unwrap())));
        player.retract(1);
        assert_eq!((player.redness, player.certainly_red(&view)), ([0; 8], None));
    }

    #[test]
    fn coming_into_contact_is_suspicious_but_capturing_is_not() {
        let view: View =
            "view first b4R,c2R,d2R,e2R,b1B,c1B,d1B,e1B e5u,d5u,c5u,a6u,e6u,d6u,c6u,b6u second 21/256"
                .parse()
                .unwrap();
        let mut player = player();
        player.observe(&view, "b6b5".parse().unwrap());
        assert_eq!(player.redness, [0, 0, 0, 0, 0, 0, 0, 5]);
    }
}

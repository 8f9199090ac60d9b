//! Beliefs that follow the opponent's moves.

use std::sync::Arc;

use games::geister::{Ghost, Move, Place, View};

use crate::{Architecture, Beliefs, Network, NetworkInput, Scratch};

/// How an estimate becomes a belief.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BeliefUpdate {
    /// Only the last move counts.
    LastMoveOnly,
    /// What was believed before counts too.
    Cumulative,
}

/// Beliefs nearer to even than this are not shown to a network that takes beliefs as input (Teramura and
/// Matsuzaki 2021, section 5.3).
const TELLING: std::ops::RangeInclusive<f64> = 0.35..=0.65;

/// Watches the opponent's moves and tracks the beliefs that a network derives from them.
#[derive(Clone, Debug)]
pub struct BeliefTracker {
    network: Arc<Network>,
    update: BeliefUpdate,
    beliefs: Beliefs,
    /// What was believed before each observed move.
    before: Vec<Beliefs>,
    scratch: Scratch,
}

impl BeliefTracker {
    /// Believes nothing yet.
    #[must_use]
    pub fn new(network: Arc<Network>, update: BeliefUpdate) -> BeliefTracker {
        BeliefTracker {
            network,
            update,
            beliefs: Beliefs::default(),
            before: Vec::new(),
            scratch: Scratch::default(),
        }
    }

    /// Forgets everything.
    pub fn begin(&mut self) {
        self.beliefs = Beliefs::default();
        self.before.clear();
    }

    /// Sees the other side move; `before` is what its seat saw until then.
    pub fn observe(&mut self, before: &View, mv: Move) {
        self.before.push(self.beliefs);
        self.beliefs.reveal(before);
        let Some((ghost, after)) = moved(before, mv) else { return };
        let blue = self.network.blue(&self.input(&after, ghost, mv), &mut self.scratch).into();
        match self.update {
            BeliefUpdate::LastMoveOnly => self.beliefs = Beliefs::single(&after, ghost, blue),
            BeliefUpdate::Cumulative => self.beliefs.update(ghost, blue),
        }
    }

    /// What the network is shown: of the ghost that moved it is not told what was believed.
    fn input(&self, after: &View, moved: Ghost, mv: Move) -> NetworkInput {
        let input = NetworkInput::new(after, Some(mv));
        if self.network.architecture() != Architecture::CountCh {
            return input;
        }
        let places = after.places(after.seat().other());
        let telling = self.beliefs.hidden().filter(|&ghost| ghost != moved).filter_map(|ghost| {
            let p = self.beliefs.blue()[ghost.index()];
            let square = places[ghost.index()].square()?;
            (!TELLING.contains(&p)).then_some((square, (2.0 * p - 1.0) as f32))
        });
        input.believing(after.seat(), telling)
    }

    /// The last so many observed moves have been taken back.
    pub fn retract(&mut self, observed: usize) {
        let kept = self.before.len().saturating_sub(observed);
        if let Some(&beliefs) = self.before.get(kept) {
            self.beliefs = beliefs;
        }
        self.before.truncate(kept);
    }

    /// What is believed, with the colours that `view` shows.
    #[must_use]
    pub fn beliefs(&self, view: &View) -> Beliefs {
        let mut beliefs = self.beliefs;
        beliefs.reveal(view);
        beliefs
    }
}

/// The ghost across the board that makes `mv`, and what the seat sees afterwards; `None` if it leaves, which
/// ends the game, or if the move cannot be.
pub(crate) fn moved(before: &View, mv: Move) -> Option<(Ghost, View)> {
    let on = |side: games::Side, square| {
        let places = before.places(side);
        Ghost::ALL.into_iter().find(|ghost| places[ghost.index()] == Place::On(square))
    };
    let (seat, enemy) = (before.seat(), before.seat().other());
    let ghost = on(enemy, mv.from())?;
    let captured = on(seat, mv.to()?).and_then(|ghost| before.colour(seat, ghost));
    let mut after = *before;
    after.follow(mv, captured).ok()?;
    Some((ghost, after))
}

#[cfg(test)]
mod tests {
    use games::geister::Geister;
    use games::{Game, Side};
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    #[test]
    fn reading_is_undone_move_by_move() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        for (architecture, update) in [
            (Architecture::Count, BeliefUpdate::LastMoveOnly),
            (Architecture::Count, BeliefUpdate::Cumulative),
            (Architecture::CountCh, BeliefUpdate::Cumulative),
        ] {
            let mut tracker = BeliefTracker::new(Arc::new(Network::random(architecture, &mut rng)), update);
            let mut game = Geister::deal(&mut rng);
            let (mut seen, mut moves) = (Vec::new(), Vec::new());
            while game.outcome().is_none() {
                game.legal_moves(&mut moves);
                let mv = moves[rng.random_range(..moves.len())];
                if game.side_to_move() == Side::Second {
                    let view = game.view(Side::First);
                    seen.push((view, tracker.beliefs(&view)));
                    tracker.observe(&view, mv);
                }
                game.apply(mv);
            }
            let beliefs = tracker.beliefs(&game.view(Side::First));
            assert!(beliefs.blue().iter().all(|p| (0.0..=1.0).contains(p)));
            let last = seen.len() - 5;
            tracker.retract(5);
            assert_eq!(tracker.beliefs(&seen[last].0), seen[last].1);
            tracker.begin();
            assert_eq!(*tracker.beliefs(&seen[0].0).blue(), [0.5; 8]);
        }
    }
}

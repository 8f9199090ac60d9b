//! A player of fixed strength that errs as people do: seldom much.

use games::{Game, View};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{Fitting, Setting, Values, by_lot};
use crate::name::{Name, NameError};
use crate::{Choice, Failure, Opponent, Reason};

/// Plays as the players of reference of a given strength do, whoever the user is.
pub(crate) struct Fixed<G: Game> {
    setting: Setting<G>,
    strength: f64,
    rng: Xoshiro256PlusPlus,
}

impl<G: Fitting> Fixed<G> {
    /// Reads the option `strength` (600): Elo above a player who moves by lot, or below.
    ///
    /// # Errors
    /// The option is out of range, or there is another.
    pub(crate) fn from_name(name: &Name, seed: u64) -> Result<Self, NameError> {
        let mut options = name.options();
        let strength = options.number("strength", 600.0, G::SCALE.bottom()..=4000.0)?;
        options.finish()?;
        Ok(Fixed { setting: G::setting(seed)?, strength, rng: Xoshiro256PlusPlus::seed_from_u64(seed) })
    }
}

impl<G: Game> Opponent<G> for Fixed<G> {
    fn name(&self) -> String {
        Name::plain("rung").with("strength", self.strength).to_string()
    }

    fn begin(&mut self, _start: &G::View, _moves: &[G::Move]) {
        self.setting.eyes.begin();
    }

    fn observe(&mut self, before: &G::View, mv: G::Move) {
        self.setting.eyes.observe(before, mv);
    }

    fn retract(&mut self, observed: usize) {
        self.setting.eyes.retract(observed);
    }

    fn choose(&mut self, view: &G::View) -> Result<Choice<G::Move>, Failure> {
        let mut moves = Vec::new();
        view.legal_moves(&mut moves);
        if moves.is_empty() {
            return Err(Failure::NoMove);
        }
        let scale = self.setting.scale;
        let mut values = Values::new(&mut self.setting, view);
        let policy = scale.policy(self.strength, &mut |look| values.of(look));
        let place = by_lot(&policy, &mut self.rng);
        let reason =
            Reason::Reference { strength: self.strength, probability: policy[place], moves: moves.len() };
        Ok(Choice { mv: moves[place], reason })
    }
}

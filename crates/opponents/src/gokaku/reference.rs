//! A reference player of fixed strength: `reference:strength=600`.

use games::{Game, View};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{AdaptiveGame, CachedValues, Calibration, draw};
use crate::name::{Name, NameError};
use crate::{Choice, Failure, Opponent, Reason};

/// Plays at a given strength, whoever the user is.
pub(crate) struct ReferenceOpponent<G: Game> {
    calibration: Calibration<G>,
    strength: f64,
    rng: Xoshiro256PlusPlus,
}

impl<G: AdaptiveGame> ReferenceOpponent<G> {
    /// Reads the option `strength` (600): Elo (random play = 0).
    ///
    /// # Errors
    /// The option is out of range, or there is another.
    pub(crate) fn from_name(name: &Name, seed: u64) -> Result<Self, NameError> {
        let mut options = name.options();
        let strength = options.number("strength", 600.0, G::SCALE.bottom()..=4000.0)?;
        options.finish()?;
        Ok(ReferenceOpponent {
            calibration: G::calibration(seed)?,
            strength,
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
        })
    }
}

impl<G: Game> Opponent<G> for ReferenceOpponent<G> {
    fn name(&self) -> String {
        Name::plain("reference").with("strength", self.strength).to_string()
    }

    fn begin(&mut self, _start: &G::View, _moves: &[G::Move]) {
        self.calibration.move_values.begin();
    }

    fn observe(&mut self, before: &G::View, mv: G::Move) {
        self.calibration.move_values.observe(before, mv);
    }

    fn retract(&mut self, observed: usize) {
        self.calibration.move_values.retract(observed);
    }

    fn choose(&mut self, view: &G::View) -> Result<Choice<G::Move>, Failure> {
        let mut moves = Vec::new();
        view.legal_moves(&mut moves);
        if moves.is_empty() {
            return Err(Failure::NoMove);
        }
        let scale = self.calibration.scale;
        let mut values = CachedValues::new(&mut self.calibration, view);
        let policy = scale.policy(self.strength, &mut |search| values.of(search));
        let place = draw(&policy, &mut self.rng);
        let reason =
            Reason::Reference { strength: self.strength, probability: policy[place], moves: moves.len() };
        Ok(Choice { mv: moves[place], reason })
    }
}

//! A reference player: of fixed strength, `reference:strength=600`, or one of those that are on the scale,
//! `reference:player=7`.

use games::{Game, View};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::model::Model;
use super::move_values::MoveValues;
use super::scale::{PlayerSettings, ReferenceScale};
use super::settings::AdaptiveGame;
use super::{CachedValues, Drawn, draw};
use crate::name::{Name, NameError};
use crate::{Choice, Failure, Opponent, Reason, Ruling};

/// Plays at a given strength, whoever the user is.
pub(crate) struct ReferenceOpponent<G: Game> {
    move_values: Box<dyn MoveValues<G>>,
    policy: Policy,
    rng: Xoshiro256PlusPlus,
}

/// Which reference player it is.
enum Policy {
    /// A mixture of this strength.
    Strength(f64, ReferenceScale),
    /// The player at this place of the settings, or of the alternatives, and perhaps with the guard, against
    /// the player of that place.
    Player { place: usize, alternative: bool, guarded_against: Option<usize> },
}

impl<G: AdaptiveGame> ReferenceOpponent<G> {
    /// Reads the option `strength` (600): Elo (random play = 0). Instead of it `player`, a place among the
    /// reference players from 0, or `alternative`, one among those of the other kind; and with `player` the
    /// option `guard`, the place of the user before whom it hides blunders as `gokaku` does.
    ///
    /// # Errors
    /// An option is out of range, there is another, or the game is not calibrated.
    pub(crate) fn from_name(name: &Name, seed: u64) -> Result<Self, NameError> {
        let mut options = name.options();
        let places = |players: &[PlayerSettings]| 0..=players.len().saturating_sub(1);
        let policy = if let Some(place) = options.optional_number("player", places(G::PLAYERS))? {
            let guarded_against = options.optional_number("guard", places(G::PLAYERS))?;
            Policy::Player { place, alternative: false, guarded_against }
        } else if !G::ALTERNATIVES.is_empty()
            && let Some(place) = options.optional_number("alternative", places(G::ALTERNATIVES))?
        {
            Policy::Player { place, alternative: true, guarded_against: None }
        } else {
            let scale = Model::of::<G>()?.plain;
            let range = scale.bottom()..=scale.top();
            Policy::Strength(options.number("strength", 600.0, range)?, scale)
        };
        options.finish()?;
        let move_values = G::move_values(seed)?;
        Ok(ReferenceOpponent { move_values, policy, rng: Xoshiro256PlusPlus::seed_from_u64(seed) })
    }
}

impl<G: AdaptiveGame> Opponent<G> for ReferenceOpponent<G> {
    fn name(&self) -> String {
        let name = Name::plain("reference");
        match self.policy {
            Policy::Strength(strength, _) => name.with("strength", strength),
            Policy::Player { place, alternative: true, .. } => name.with("alternative", place),
            Policy::Player { place, guarded_against: None, .. } => name.with("player", place),
            Policy::Player { place, guarded_against: Some(user), .. } => {
                name.with("player", place).with("guard", user)
            }
        }
        .to_string()
    }

    fn begin(&mut self, _start: &G::View, _moves: &[G::Move]) {
        self.move_values.begin();
    }

    fn observe(&mut self, before: &G::View, mv: G::Move) {
        self.move_values.observe(before, mv);
    }

    fn retract(&mut self, observed: usize) {
        self.move_values.retract(observed);
    }

    fn choose(&mut self, view: &G::View) -> Result<Choice<G::Move>, Failure> {
        let mut moves = Vec::new();
        view.legal_moves(&mut moves);
        if moves.is_empty() {
            return Err(Failure::NoMove);
        }
        let mut values = CachedValues::<G>::new(&mut *self.move_values, view);
        let (drawn, strength) = match &self.policy {
            Policy::Strength(strength, scale) => {
                let policy = scale.policy(*strength, &mut |search| values.of(search));
                (plain(&policy, &mut self.rng), Some(*strength))
            }
            &Policy::Player { place, alternative, guarded_against } => {
                let players = if alternative { G::ALTERNATIVES } else { G::PLAYERS };
                let player: PlayerSettings = players[place];
                let policy = player.policy(&values.of(player.search));
                let drawn = match guarded_against {
                    None => plain(&policy, &mut self.rng),
                    Some(user) => {
                        guarded(&mut values, &moves, player, &policy, G::PLAYERS[user], &mut self.rng)
                    }
                };
                (drawn, None)
            }
        };
        let Drawn { place, probability, .. } = drawn;
        let reason = Reason::Reference { strength, probability, moves: moves.len() };
        Ok(Choice { mv: moves[place], reason })
    }
}

fn plain(policy: &[f64], rng: &mut Xoshiro256PlusPlus) -> Drawn {
    let place = draw(policy, rng);
    Drawn { place, ruling: Ruling::Allowed, probability: policy[place] }
}

/// As `gokaku` plays as this player.
fn guarded<G: AdaptiveGame>(
    values: &mut CachedValues<'_, G>,
    moves: &[G::Move],
    player: PlayerSettings,
    policy: &[f64],
    user: PlayerSettings,
    rng: &mut Xoshiro256PlusPlus,
) -> Drawn {
    if player.prefers_good_moves() {
        let (best, _) = values.best(moves);
        if G::wins_at_once(values.view, moves[best]) {
            return Drawn { place: best, ruling: Ruling::Obvious, probability: policy[best] };
        }
    }
    values.draw_guarded(moves, policy, player, user, rng)
}

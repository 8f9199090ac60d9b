//! `gokaku`: the adaptive opponent.
//!
//! 1. Strength is measured on a scale of reference players ([`scale`]): each values all moves by its own
//!    search and plays the better ones more often (a softmax with its temperature); their Elo was measured in
//!    games (random play = 0), and a strength between two of them is a mixture of both.
//! 2. From every move of the user (how likely each reference player is to play it and, in Othello and Kalah,
//!    what it loses: [`evidence`]) and every result, Bayes' rule gives a distribution of the user's strength
//!    ([`posterior`]). A second kind of reference player, where a game has one, catches users who play like
//!    it.
//! 3. [`control`] turns the estimate into the strength for the next move, so that the program wins the
//!    `target` share of the games: results move the aim from game to game, being behind raises it (being
//!    ahead does not lower it), and it changes by small steps only.
//! 4. The move is drawn as a player of that strength would play. If the [`guard`] finds that the user would
//!    notice a blunder, a natural move of about the same value is played instead; if there is none, the
//!    blunder stands, unless only one reply is sensible. In shogi it takes a win at once and resigns lost
//!    games.
//! 5. What was learned about the user is carried over to the next game as one line of text (`memory`).
//!
//! [`calibration`] has the measured and tuned numbers, one file per game; [`move_values`] is how moves get
//! their values.

mod calibration;
mod control;
mod evidence;
mod geister_user_values;
mod geister_values;
mod guard;
mod move_values;
mod posterior;
mod reference;
mod scale;
mod shogi_values;

use games::{Game, Malformed, Outcome, Side, View};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use calibration::{AdaptiveGame, Calibration};
use control::Control;
use guard::{Guard, Verdict};
use move_values::{MoveValues, Search};
use posterior::Posterior;
use scale::ReferencePlayer;

pub(crate) use reference::ReferenceOpponent;

use crate::name::{Name, NameError};
use crate::{Choice, Failure, Learning, Opponent, Reason, Ruling};

/// So many lost positions in a row before it resigns.
const PATIENCE: u32 = 3;

/// Plays at the user's level.
pub(crate) struct Gokaku<G: Game> {
    calibration: Calibration<G>,
    posterior: Posterior,
    control: Control,
    /// The posterior before each of the user's moves, to take them back.
    past: Vec<Posterior>,
    seat: Option<Side>,
    /// Lost positions in a row.
    lost: u32,
    rng: Xoshiro256PlusPlus,
}

/// The strengths of the reference players of a game.
pub(crate) fn reference_strengths<G: AdaptiveGame>() -> Vec<f64> {
    G::SCALE.0.iter().map(|player| player.elo).collect()
}

/// The values of all moves of a position, each search made at most once.
struct CachedValues<'a, G: Game> {
    move_values: &'a mut dyn MoveValues<G>,
    view: &'a G::View,
    known: Vec<(Search, Vec<f64>)>,
    analyst: Search,
}

impl<'a, G: Game> CachedValues<'a, G> {
    fn new(calibration: &'a mut Calibration<G>, view: &'a G::View) -> CachedValues<'a, G> {
        calibration.move_values.set_position(view);
        let analyst = calibration.analyst;
        CachedValues { move_values: &mut *calibration.move_values, view, known: Vec::new(), analyst }
    }

    fn of(&mut self, search: Search) -> Vec<f64> {
        if let Some((_, values)) = self.known.iter().find(|(known, _)| *known == search) {
            return values.clone();
        }
        let values = self.move_values.own_values(self.view, search);
        let values: Vec<f64> = values.into_iter().map(|(_, value)| value).collect();
        self.known.push((search, values.clone()));
        values
    }

    /// What moves are really worth.
    fn real(&mut self) -> Vec<f64> {
        self.of(self.analyst)
    }

    /// The place of the best of these moves, and its value.
    fn best(&mut self, moves: &[G::Move]) -> (usize, f64) {
        let known = self.move_values.best(self.view);
        let place = |(mv, value): (G::Move, f64)| Some((moves.iter().position(|&other| other == mv)?, value));
        known.and_then(place).unwrap_or_else(|| {
            let real = self.real();
            let best = (0..moves.len()).max_by(|&one, &two| real[one].total_cmp(&real[two])).unwrap_or(0);
            (best, real[best])
        })
    }

    /// What is lost by the move at this place of the list.
    fn loss(&mut self, moves: &[G::Move], place: usize) -> f64 {
        self.move_values.loss(self.view, moves[place]).unwrap_or_else(|| {
            let real = self.real();
            real.iter().copied().fold(f64::NEG_INFINITY, f64::max) - real[place]
        })
    }
}

impl<G: AdaptiveGame> Gokaku<G> {
    /// Reads the option `target` (0.5): the win rate it aims at, from 0.3 to 0.7.
    ///
    /// # Errors
    /// The option is out of range, or there is another.
    pub(crate) fn from_name(name: &Name, seed: u64) -> Result<Self, NameError> {
        let mut options = name.options();
        let target = options.number("target", 0.5, 0.3..=0.7)?;
        options.finish()?;
        let calibration = G::calibration(seed)?;
        Ok(Gokaku {
            posterior: Posterior::new(&G::kinds(), G::PRIOR),
            control: Control::new(target),
            past: Vec::new(),
            seat: None,
            lost: 0,
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            calibration,
        })
    }
}

impl<G: Game> Gokaku<G> {
    /// The user's estimated strength.
    fn user_estimate(&self) -> crate::Estimate {
        let value = self.calibration.user_elo(self.posterior.mean());
        let (low, high) = self.posterior.interval_90();
        let away = |read: f64| (self.calibration.user_elo(read) - value).hypot(self.calibration.scale_error);
        crate::Estimate {
            scale: crate::StrengthUnit::Elo,
            value,
            low: (value - away(low)).max(0.0),
            high: value + away(high),
        }
    }

    /// The reference player whose view of the position stands for the user's. Below the weakest searching
    /// player, random play is mixed in: beginners notice some threats and miss others.
    fn user_proxy(&mut self, user_elo: f64) -> ReferencePlayer {
        let scale = self.calibration.scale;
        let (lower, upper, share) = scale.around(self.control.at_most(user_elo));
        let sees_nothing = scale.0[lower].is_random() && self.rng.random_range(0.0..1.0) >= share;
        scale.0[if sees_nothing { lower } else { upper }]
    }
}

/// Draws a move by the policy and lets the guard rule on it: the place of the move to play, and the ruling.
fn draw_guarded<M: ToString>(
    guard: Guard,
    moves: &[M],
    policy: &[f64],
    shown: Option<&[f64]>,
    blunders: &[bool],
    real: &mut dyn FnMut() -> Vec<f64>,
    rng: &mut Xoshiro256PlusPlus,
) -> (usize, Ruling) {
    let chosen = draw(policy, rng);
    match guard.judge(chosen, shown, blunders, real) {
        Verdict::Allowed => (chosen, Ruling::Allowed),
        Verdict::Obvious(only) => (only, Ruling::Obvious),
        Verdict::Instead(natural) => {
            let kept: Vec<f64> = natural.iter().map(|&place| policy[place]).collect();
            let place = natural[draw(&kept, rng)];
            (place, Ruling::InsteadOf(moves[chosen].to_string()))
        }
    }
}

/// A place, drawn with these weights.
fn draw(weights: &[f64], rng: &mut Xoshiro256PlusPlus) -> usize {
    let mut left = rng.random_range(0.0..1.0) * weights.iter().sum::<f64>();
    let is_drawn = |weight: &f64| {
        left -= weight;
        left < 0.0
    };
    // Rounding may leave a little over: then it is the last.
    weights.iter().position(is_drawn).unwrap_or(weights.len() - 1)
}

impl<G: AdaptiveGame> Opponent<G> for Gokaku<G> {
    fn name(&self) -> String {
        Name::plain("gokaku").with("target", self.control.target).to_string()
    }

    fn begin(&mut self, _start: &G::View, _moves: &[G::Move]) {
        self.calibration.move_values.begin();
        self.control.begin();
        if let Some(first) = self.past.drain(..).next() {
            self.posterior = first;
        }
        self.lost = 0;
    }

    fn choose(&mut self, view: &G::View) -> Result<Choice<G::Move>, Failure> {
        let mut moves = Vec::new();
        view.legal_moves(&mut moves);
        self.seat = Some(view.side_to_move());
        match moves.as_slice() {
            [] => return Err(Failure::NoMove),
            &[mv] => return Ok(Choice { mv, reason: Reason::OnlyMove }),
            _ => {}
        }
        let crate::Estimate { value: user, low, high, .. } = self.user_estimate();
        let proxy = self.user_proxy(user);
        let left = G::left(self.control.strengths().len());
        let value_of_400_elo = self.calibration.value_of_400_elo(left);
        let aim_offset = self.calibration.aim_offset(self.posterior.mean(), self.control.games())
            + self.posterior.alternative_share() * self.calibration.aim_offset_alternative;
        let Calibration { scale, guard, resignation, .. } = self.calibration;
        let mut values = CachedValues::new(&mut self.calibration, view);
        let (best, value) = values.best(&moves);
        // The lead in Elo, spread over the part of the game that is left to make up for it.
        let lead = 400.0 * value / value_of_400_elo / left;
        let strength = self.control.strength(user + aim_offset, lead, (scale.bottom(), scale.top()));
        let policy = scale.policy(strength, &mut |search| values.of(search));
        let shown = (!proxy.is_random()).then(|| values.of(proxy.search));
        self.lost = match resignation {
            Some(resignation) if value < resignation.below && user >= resignation.user_elo => self.lost + 1,
            _ => 0,
        };
        if self.lost >= PATIENCE {
            return Err(Failure::Resigned);
        }
        let blunders: Vec<bool> = moves.iter().map(|&mv| G::is_obvious_blunder(view, mv)).collect();
        let prefers_good_moves = scale.0[scale.around(strength).0].prefers_good_moves();
        let (place, ruling) = if prefers_good_moves && G::wins_at_once(view, moves[best]) {
            (best, Ruling::Obvious)
        } else {
            draw_guarded(
                guard,
                &moves,
                &policy,
                shown.as_deref(),
                &blunders,
                &mut || values.real(),
                &mut self.rng,
            )
        };
        let loss = values.loss(&moves, place);
        let reason = Reason::Adaptive {
            user,
            low,
            high,
            target: self.control.target,
            strength,
            probability: policy[place],
            ruling,
            best: moves[best].to_string(),
            loss,
        };
        Ok(Choice { mv: moves[place], reason })
    }

    fn observe(&mut self, before: &G::View, mv: G::Move) {
        let made = self.past.len();
        self.past.push(self.posterior.clone());
        evidence::update(&mut self.calibration, &mut self.posterior, before, mv, made);
        self.calibration.move_values.observe(before, mv);
    }

    fn retract(&mut self, observed: usize) {
        let kept = self.past.len().saturating_sub(observed);
        if let Some(earlier) = self.past.drain(kept..).next() {
            self.posterior = earlier;
        }
        self.calibration.move_values.retract(observed);
    }

    fn learning(&self) -> Option<&dyn Learning> {
        Some(self)
    }

    fn learning_mut(&mut self) -> Option<&mut dyn Learning> {
        Some(self)
    }
}

impl<G: AdaptiveGame> Learning for Gokaku<G> {
    fn estimate(&self) -> Option<crate::Estimate> {
        Some(self.user_estimate())
    }

    fn strengths(&self) -> &[f64] {
        self.control.strengths()
    }

    fn memory(&self, end: Outcome) -> Option<String> {
        let (mut control, mut posterior) = (self.control.clone(), self.posterior.clone());
        // A game in which it has not moved says nothing.
        if let (Some(seat), Some(played)) = (self.seat, control.played()) {
            let score = match end.winner {
                None => 0.5,
                Some(winner) => f64::from(u8::from(winner == seat)),
            };
            control.see_result(score);
            posterior.see_result(1.0 - score, played);
        }
        Some(format!("{} {}", control.write(), posterior.write()))
    }

    fn remember(&mut self, memory: &str) -> Result<(), Malformed> {
        let (control, posterior) = memory.split_once(' ').unwrap_or((memory, ""));
        let mut known = self.posterior.clone();
        known.read(posterior)?;
        self.control.read(control)?;
        known.forget();
        self.posterior = known;
        // The next game does not begin with what was thought before the last.
        self.past.clear();
        Ok(())
    }
}

#[cfg(test)]
mod tests;

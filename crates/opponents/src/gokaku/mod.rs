//! `gokaku`: the opponent that fits.
//!
//! It estimates from every move and every result how strong the user is ([`estimate`]), aims at a win rate ([`control`]), and plays
//! as a player of the strength that takes plays ([`scale`]): by lot among the moves such a player plays, as often as it plays them. What
//! the user would see through is not played where a natural move is worth as much ([`guard`]).

mod control;
mod estimate;
mod eyes;
mod ghosts;
mod guard;
mod imagined;
mod plies;
mod reading;
mod rung;
mod scale;
mod settings;

use games::{Game, Malformed, Outcome, Side, View};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use control::Control;
use estimate::Estimate;
use eyes::Eyes;
use guard::{Guard, Verdict};
use scale::{Rung, Scale};

pub(crate) use rung::Fixed;
pub(crate) use settings::{Fitting, Setting};

use crate::name::{Name, NameError};
use crate::{Choice, Failure, Learning, Opponent, Reason, Ruling};

/// Moves in a row that look lost before a person gives up.
const PATIENCE: u32 = 3;

/// Plays at the user's level.
pub(crate) struct Gokaku<G: Game> {
    setting: Setting<G>,
    estimate: Estimate,
    control: Control,
    /// What was thought of the user before each of their moves.
    past: Vec<Estimate>,
    seat: Option<Side>,
    /// Moves in a row that looked lost.
    lost: u32,
    rng: Xoshiro256PlusPlus,
}

/// The strengths of the players of reference of a game.
pub(crate) fn rungs<G: Fitting>() -> Vec<f64> {
    G::SCALE.0.iter().map(|rung| rung.elo).collect()
}

/// The values of all moves of a position, each way of looking asked at most once.
struct Values<'a, G: Game> {
    eyes: &'a mut dyn Eyes<G>,
    view: &'a G::View,
    known: Vec<Option<Vec<f64>>>,
    analyst: usize,
}

impl<'a, G: Game> Values<'a, G> {
    fn new(setting: &'a mut Setting<G>, view: &'a G::View) -> Values<'a, G> {
        setting.eyes.turn_to(view);
        Values { eyes: &mut *setting.eyes, view, known: Vec::new(), analyst: setting.analyst }
    }

    fn of(&mut self, look: usize) -> Vec<f64> {
        if self.known.len() <= look {
            self.known.resize(look + 1, None);
        }
        let (eyes, view) = (&mut self.eyes, self.view);
        let values = self.known[look]
            .get_or_insert_with(|| eyes.own(view, look).into_iter().map(|(_, value)| value).collect());
        values.clone()
    }

    /// What moves are worth.
    fn real(&mut self) -> Vec<f64> {
        self.of(self.analyst)
    }

    /// The place of the best of these moves, and its value.
    fn best(&mut self, moves: &[G::Move]) -> (usize, f64) {
        let told = self.eyes.best(self.view);
        let place = |(mv, value): (G::Move, f64)| Some((moves.iter().position(|&known| known == mv)?, value));
        told.and_then(place).unwrap_or_else(|| {
            let real = self.real();
            let best = (0..moves.len()).max_by(|&one, &two| real[one].total_cmp(&real[two])).unwrap_or(0);
            (best, real[best])
        })
    }

    /// What is lost by the move at this place of the list.
    fn loss(&mut self, moves: &[G::Move], place: usize) -> f64 {
        self.eyes.loss(self.view, moves[place]).unwrap_or_else(|| {
            let real = self.real();
            real.iter().copied().fold(f64::NEG_INFINITY, f64::max) - real[place]
        })
    }
}

impl<G: Fitting> Gokaku<G> {
    /// Reads the option `target` (0.5): the win rate it aims at, from 0.3 to 0.7.
    ///
    /// # Errors
    /// The option is out of range, or there is another.
    pub(crate) fn from_name(name: &Name, seed: u64) -> Result<Self, NameError> {
        let mut options = name.options();
        let target = options.number("target", 0.5, 0.3..=0.7)?;
        options.finish()?;
        let setting = G::setting(seed)?;
        Ok(Gokaku {
            estimate: Estimate::new(&G::kinds(), G::VISITORS),
            control: Control::new(target),
            past: Vec::new(),
            seat: None,
            lost: 0,
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            setting,
        })
    }
}

impl<G: Game> Gokaku<G> {
    /// Where the user stands, as far as one can know.
    fn place(&self) -> crate::Estimate {
        let value = self.setting.place(self.estimate.mean());
        let (low, high) = self.estimate.nine_tenths();
        let away = |read: f64| (self.setting.place(read) - value).hypot(self.setting.scale_error);
        crate::Estimate {
            scale: crate::Scale::Elo,
            value,
            low: (value - away(low)).max(0.0),
            high: value + away(high),
        }
    }

    /// Who sees what the user sees in this position. Somebody between a player who moves by lot and one who looks sees by turns
    /// nothing and something; and whoever loses more often than their moves let expect sees less than these do.
    fn observer(&mut self, user: f64) -> Rung {
        let Scale(rungs) = self.setting.scale;
        let (lower, upper, share) = self.setting.scale.around(self.control.at_most(user));
        let sees_nothing = rungs[lower].plays_by_lot() && self.rng.random_range(0.0..1.0) >= share;
        rungs[if sees_nothing { lower } else { upper }]
    }
}

/// The place of the move to play among those of the policy, and what the guard had to say.
fn settle<M: ToString>(
    guard: Guard,
    moves: &[M],
    policy: &[f64],
    shown: Option<&[f64]>,
    gifts: &[bool],
    real: &mut dyn FnMut() -> Vec<f64>,
    rng: &mut Xoshiro256PlusPlus,
) -> (usize, Ruling) {
    let chosen = by_lot(policy, rng);
    match guard.judge(chosen, shown, gifts, real) {
        Verdict::Allowed => (chosen, Ruling::Allowed),
        Verdict::Obvious(only) => (only, Ruling::Obvious),
        Verdict::Instead(natural) => {
            let kept: Vec<f64> = natural.iter().map(|&place| policy[place]).collect();
            let place = natural[by_lot(&kept, rng)];
            (place, Ruling::InsteadOf(moves[chosen].to_string()))
        }
    }
}

/// A place, drawn with these weights.
fn by_lot(weights: &[f64], rng: &mut Xoshiro256PlusPlus) -> usize {
    let mut left = rng.random_range(0.0..1.0) * weights.iter().sum::<f64>();
    let is_drawn = |weight: &f64| {
        left -= weight;
        left < 0.0
    };
    // Rounding may leave a little over: then it is the last.
    weights.iter().position(is_drawn).unwrap_or(weights.len() - 1)
}

impl<G: Fitting> Opponent<G> for Gokaku<G> {
    fn name(&self) -> String {
        Name::plain("gokaku").with("target", self.control.target).to_string()
    }

    fn begin(&mut self, _start: &G::View, _moves: &[G::Move]) {
        self.setting.eyes.begin();
        self.control.begin();
        if let Some(first) = self.past.drain(..).next() {
            self.estimate = first;
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
        let crate::Estimate { value: user, low, high, .. } = self.place();
        let observer = self.observer(user);
        let left = G::left(self.control.strengths().len());
        let worth_400 = self.setting.worth_400(left);
        let above = self.setting.above(self.estimate.mean(), self.control.games())
            + self.estimate.others() * self.setting.above_others;
        let Setting { scale, guard, lost, .. } = self.setting;
        let mut values = Values::new(&mut self.setting, view);
        let (best, value) = values.best(&moves);
        // What strength must make up for in the part of the game that is left.
        let lead = 400.0 * value / worth_400 / left;
        let strength = self.control.strength(user + above, lead, (scale.bottom(), scale.top()));
        let policy = scale.policy(strength, &mut |look| values.of(look));
        let shown = (!observer.plays_by_lot()).then(|| values.of(observer.look));
        self.lost = match lost {
            Some((lost, from)) if value < -lost && user >= from => self.lost + 1,
            _ => 0,
        };
        if self.lost >= PATIENCE {
            return Err(Failure::Resigned);
        }
        let gifts: Vec<bool> = moves.iter().map(|&mv| G::is_gift(view, mv)).collect();
        let looks = scale.0[scale.around(strength).0].looks();
        let (place, ruling) = if looks && G::wins_at_once(view, moves[best]) {
            (best, Ruling::Obvious)
        } else {
            settle(guard, &moves, &policy, shown.as_deref(), &gifts, &mut || values.real(), &mut self.rng)
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
        self.past.push(self.estimate.clone());
        reading::read(&mut self.setting, &mut self.estimate, before, mv, made);
        self.setting.eyes.observe(before, mv);
    }

    fn retract(&mut self, observed: usize) {
        let kept = self.past.len().saturating_sub(observed);
        if let Some(earlier) = self.past.drain(kept..).next() {
            self.estimate = earlier;
        }
        self.setting.eyes.retract(observed);
    }

    fn learning(&self) -> Option<&dyn Learning> {
        Some(self)
    }

    fn learning_mut(&mut self) -> Option<&mut dyn Learning> {
        Some(self)
    }
}

impl<G: Fitting> Learning for Gokaku<G> {
    fn estimate(&self) -> Option<crate::Estimate> {
        Some(self.place())
    }

    fn strengths(&self) -> &[f64] {
        self.control.strengths()
    }

    fn memory(&self, end: Outcome) -> Option<String> {
        let (mut control, mut estimate) = (self.control.clone(), self.estimate.clone());
        // A game in which it has not moved says nothing.
        if let (Some(seat), Some(played)) = (self.seat, control.played()) {
            let score = match end.winner {
                None => 0.5,
                Some(winner) => f64::from(u8::from(winner == seat)),
            };
            control.see_result(score);
            estimate.see_result(1.0 - score, played);
        }
        Some(format!("{} {}", control.write(), estimate.write()))
    }

    fn remember(&mut self, memory: &str) -> Result<(), Malformed> {
        let (control, estimate) = memory.split_once(' ').unwrap_or((memory, ""));
        let mut known = self.estimate.clone();
        known.read(estimate)?;
        self.control.read(control)?;
        known.forget();
        self.estimate = known;
        // What was thought of the user in a game before is not what the next one begins with.
        self.past.clear();
        Ok(())
    }
}

#[cfg(test)]
mod tests;

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
mod rung;
mod scale;
mod settings;

use games::{Game, Malformed, Outcome, Side, View};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use control::Control;
use estimate::Estimate;
use eyes::Eyes;
use guard::{Guard, Ruling};
use scale::{Rung, Scale};

pub(crate) use rung::Fixed;
pub(crate) use settings::{Fitting, Setting};

use crate::name::{Name, NameError};
use crate::{Choice, Failure, Opponent};

/// People sometimes play something else altogether, which players of reference never do: no move of a user proves anything. (With 0.02
/// users of another kind, `mcts:playouts=500` in Kalah, seemed 300 to 700 Elo weaker than they are.)
const LAPSE: f64 = 0.1;

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

/// The user's moves with their values, in each way things may be.
type Worlds<G> = Vec<Vec<(<G as Game>::Move, f64)>>;

/// The values of all moves of a position, each way of looking asked at most once.
struct Values<'a, G: Game> {
    eyes: &'a mut dyn Eyes<G>,
    view: &'a G::View,
    known: Vec<Option<Vec<f64>>>,
}

impl<G: Game> Values<'_, G> {
    fn of(&mut self, look: usize) -> Vec<f64> {
        if self.known.len() <= look {
            self.known.resize(look + 1, None);
        }
        let (eyes, view) = (&mut self.eyes, self.view);
        let values = self.known[look]
            .get_or_insert_with(|| eyes.own(view, look).into_iter().map(|(_, value)| value).collect());
        values.clone()
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
            estimate: Estimate::new(setting.scale),
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
    /// Who sees what the user sees in this position. Somebody between a player who moves by lot and one who looks sees by turns
    /// nothing and something; and whoever loses more often than their moves let expect sees less than these do.
    fn observer(&mut self, user: f64) -> Rung {
        let Scale(rungs) = self.setting.scale;
        let (lower, upper, share) = self.setting.scale.around(self.control.at_most(user));
        let sees_nothing = rungs[lower].plays_by_lot() && self.rng.random_range(0.0..1.0) >= share;
        rungs[if sees_nothing { lower } else { upper }]
    }

    /// The place of the move to play among those of the policy, and what the guard had to say.
    fn settle(&mut self, policy: &[f64], shown: Option<&[f64]>, real: &[f64]) -> (usize, String) {
        let guard: Guard = self.setting.guard;
        let chosen = by_lot(policy, &mut self.rng);
        match shown.map_or(Ruling::Allowed, |shown| guard.judge(chosen, shown, real)) {
            Ruling::Allowed => (chosen, String::new()),
            Ruling::Obvious(only) => (only, ", the obvious reply".to_owned()),
            Ruling::Instead(natural) => {
                let kept: Vec<f64> = natural.iter().map(|&place| policy[place]).collect();
                let place = natural[by_lot(&kept, &mut self.rng)];
                (place, format!(", not move {} of the list, whose loss shows", chosen + 1))
            }
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

impl<G: Game> Opponent<G> for Gokaku<G> {
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
            &[mv] => return Ok(Choice { mv, why: "the only move".to_owned() }),
            _ => {}
        }
        let user = self.estimate.mean();
        let observer = self.observer(user);
        let (analyst, scale) = (self.setting.analyst, self.setting.scale);
        let mut values = Values { eyes: &mut *self.setting.eyes, view, known: Vec::new() };
        let real = values.of(analyst);
        let best = (0..moves.len()).max_by(|&one, &two| real[one].total_cmp(&real[two])).unwrap_or(0);
        let lead = 400.0 * real[best] / self.setting.worth_400;
        let strength = self.control.strength(user + self.setting.above, lead, scale.top());
        let policy = scale.policy(strength, &mut |look| values.of(look));
        let shown = (!observer.plays_by_lot()).then(|| values.of(observer.look));
        self.lost = match self.setting.lost {
            Some(lost) if real[best] < -lost => self.lost + 1,
            _ => 0,
        };
        if self.lost >= PATIENCE {
            return Err(Failure::Resigned);
        }
        let (place, ruling) = self.settle(&policy, shown.as_deref(), &real);
        let (low, high) = self.estimate.interval(self.setting.scale_error);
        let why = format!(
            "user {user:.0} ({low:.0} to {high:.0}), target {}, strength {strength:.0}, played {:.0}% of the time{ruling}; best {} by {:.2}",
            self.control.target,
            100.0 * policy[place],
            moves[best],
            real[best] - real[place]
        );
        Ok(Choice { mv: moves[place], why })
    }

    fn observe(&mut self, before: &G::View, mv: G::Move) {
        self.past.push(self.estimate.clone());
        let scale = self.setting.scale;
        let (low, high) = self.estimate.likely();
        let mut played: Vec<Option<f64>> = vec![None; scale.0.len()];
        let mut worlds: Vec<Option<Worlds<G>>> = vec![None; scale.0.len()];
        let shown = self.setting.eyes.users(before, 0);
        let worth = self.setting.worth_of_move * self.setting.openness(&shown);
        let eyes = &mut self.setting.eyes;
        let mut rung_plays = |place: usize| {
            *played[place].get_or_insert_with(|| {
                let rung = scale.0[place];
                let worlds = worlds[rung.look].get_or_insert_with(|| eyes.users(before, rung.look));
                let share = |moves: &Vec<(G::Move, f64)>| {
                    let values: Vec<f64> = moves.iter().map(|&(_, value)| value).collect();
                    let place = moves.iter().position(|&(known, _)| known == mv);
                    let played = place.map_or(0.0, |place| rung.policy(&values)[place]);
                    (1.0 - LAPSE) * played + LAPSE / values.len().max(1) as f64
                };
                worlds.iter().map(share).sum::<f64>() / worlds.len().max(1) as f64
            })
        };
        // Strengths that are as good as ruled out are not looked at, however deep they would look.
        let mut likelihood = |elo: f64| {
            let (lower, upper, share) = scale.around(elo.clamp(low, high));
            let below = if share < 1.0 { (1.0 - share) * rung_plays(lower) } else { 0.0 };
            let above = if share > 0.0 { share * rung_plays(upper) } else { 0.0 };
            below + above
        };
        self.estimate.see_move(worth, &mut likelihood);
        self.setting.eyes.observe(before, mv);
    }

    fn retract(&mut self, observed: usize) {
        let kept = self.past.len().saturating_sub(observed);
        if let Some(earlier) = self.past.drain(kept..).next() {
            self.estimate = earlier;
        }
        self.setting.eyes.retract(observed);
    }

    fn estimate(&self) -> Option<crate::Estimate> {
        let (low, high) = self.estimate.interval(self.setting.scale_error);
        Some(crate::Estimate { scale: crate::Scale::Elo, value: self.estimate.mean(), low, high })
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
        Ok(())
    }
}

#[cfg(test)]
mod tests;

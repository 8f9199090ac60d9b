//! `gokaku`: the adaptive opponent.
//!
//! # The model
//!
//! 1. *Reference players* ([`scale`]) value all moves by a search and play the better ones more often (a
//!    softmax with a temperature). How strong each is was measured in games, in Elo with random play = 0. A
//!    strength between two of them is a mixture of both. Where a model of people is known (Othello), those
//!    that `gokaku` plays as choose as people of a rating do ([`people_policy`]).
//! 2. *A user looks like* a reference player of some kind and strength: of the moves it would play, a user
//!    plays each as often as it does, but for lapses. Moves of one game are not independent, so each counts
//!    with a weight below 1. What a move loses counts too, where an analyst is cheap ([`evidence`]).
//! 3. *A user is stronger than they look* by a deviation that is their own and normally distributed; its mean
//!    vanishes towards random play.
//! 4. *Results* depend on the difference of strengths by Elo's formula; a lead counts as the strength that
//!    would make up for it in the rest of the game, and so does the seat ([`model`]). A game in progress is a
//!    part of a result.
//!
//! Everything else follows. Bayes' rule turns moves and results into a distribution of the user's strength
//! ([`posterior`]). Before each move the strength is computed with which the target win rate is expected from
//! here ([`control`]), a little stronger while little is known of the user: who is ahead can still ease off.
//! Where the scale ends before that, as in the second seat against a strong user, the next game makes up for
//! it. The move is drawn as people open, where that is known, and else as a reference player of that strength
//! would play, but less often if it was played in
//! the same position in an earlier game ([`variety`]). If the [`guard`]
//! finds that the user would notice a blunder, a natural move of about the same value is played instead; if
//! there is none, the blunder stands, unless only one reply is sensible. What people play needs less of it:
//! only what hardly any of them would is left out. The guard makes a player stronger: how strong each is with
//! it was measured as well, and is what the strength of `gokaku`'s own play means.
//!
//! The assumptions are marked as such where they stand: the prior and its kinds, lapses, how fast people
//! change. What is measured stands in `calibration/GAME.toml`, written by `gokaku calibrate`
//! ([`calibration`]); what a game's players are in [`settings`]. What was learned about a user is carried
//! over to the next game as one line of text (`memory`).

mod adaptive;
mod calibration;
mod control;
mod evidence;
mod fit;
mod geister_user_values;
mod geister_values;
mod guard;
mod model;
mod move_values;
mod othello_values;
mod people_policy;
mod posterior;
mod reference;
mod scale;
mod settings;
mod shogi_values;
mod variety;

use games::{Game, Malformed, Outcome, Side, View};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use control::Control;
use evidence::{Likelihoods, MoveEvidence};
use guard::{Guard, Verdict};
use model::{Experience, Model};
use move_values::{MoveValues, Search};
use posterior::Posterior;
use scale::{PlayerSettings, ReferenceScale, Role};
use settings::AdaptiveGame;
use variety::Variety;

pub use adaptive::{Adaptive, PlayerUse, ReferencePlayerInfo, ScoredGame};
pub use calibration::{Calibration, Measured, MeasuredOpponent, MeasuredPlayer, Uncalibrated};
pub use evidence::{MoveEvidence as UserMove, SeenMoves};
pub use fit::{UserFit, UserSeries};
pub use model::Chances;

pub(crate) use adaptive::AdaptiveOf;
pub(crate) use reference::ReferenceOpponent;

use crate::name::{Name, NameError};
use crate::{Choice, Failure, Learning, Opponent, Reason, Ruling};

/// The least of their winning chances that a user loses by what is called overlooking a better move.
const OVERLOOKED: f64 = 0.15;

/// Moves are as good if they differ by this part of what nobody notices. A choice.
const NOISE: f64 = 2.0;

/// So many lost positions in a row before it resigns.
const PATIENCE: u32 = 3;

/// Plays at the user's level.
pub(crate) struct Gokaku<G: Game> {
    move_values: Box<dyn MoveValues<G>>,
    model: Model,
    experience: Experience,
    posterior: Posterior,
    control: Control,
    variety: Variety,
    /// The posterior and the number of own moves before each of the user's, to take them back.
    past: Vec<(Posterior, usize)>,
    seat: Option<Side>,
    /// Lost positions in a row.
    lost: u32,
    /// What the user's last move overlooked.
    overlooked: Option<String>,
    rng: Xoshiro256PlusPlus,
}

/// The values of all moves of a position, each search made at most once.
struct CachedValues<'a, G: Game> {
    move_values: &'a mut dyn MoveValues<G>,
    view: &'a G::View,
    known: Vec<(Search, Vec<f64>)>,
}

impl<'a, G: AdaptiveGame> CachedValues<'a, G> {
    fn new(move_values: &'a mut dyn MoveValues<G>, view: &'a G::View) -> CachedValues<'a, G> {
        move_values.set_position(view);
        CachedValues { move_values, view, known: Vec::new() }
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
        self.of(G::ANALYST)
    }

    /// Which moves are within the noise of an evaluation as good as the one that the policy plays most.
    fn as_good_as_likeliest(&mut self, policy: &[f64]) -> Vec<bool> {
        let real = self.real();
        let likeliest = (0..policy.len()).max_by(|&one, &two| policy[one].total_cmp(&policy[two]));
        let least = likeliest.map_or(f64::INFINITY, |place| real[place] - G::GUARD.alike / NOISE);
        real.iter().map(|&value| value >= least).collect()
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

/// A move drawn by a policy, after the guard has ruled on it.
struct Drawn {
    place: usize,
    ruling: Ruling,
    probability: f64,
}

impl<G: AdaptiveGame> CachedValues<'_, G> {
    /// Draws a move by the policy of `player` and of one above it, and lets the guard rule on it; `user` is
    /// the player whose view of the position stands for the user's.
    fn draw_guarded(
        &mut self,
        moves: &[G::Move],
        policy: &[f64],
        player: PlayerSettings,
        user: PlayerSettings,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Drawn {
        const { assert!(G::GUARD.alike <= G::GUARD.visible) };
        let guard: Guard = G::GUARD;
        let drawn = |place: usize, ruling| Drawn { place, ruling, probability: policy[place] };
        if player.role == Role::Person {
            // What people play needs no guard, but for what hardly any of them does.
            return drawn(people_policy::draw_usual(policy, rng), Ruling::Allowed);
        }
        let chosen = draw(policy, rng);
        let gains: Vec<bool> = moves.iter().map(|&mv| G::is_obvious_gain(self.view, mv)).collect();
        if let Some(gain) = guard.passed_up(chosen, &gains, &mut || self.of(G::PLAYERS[0].search)) {
            return drawn(gain, Ruling::Obvious);
        }
        let shown = (!user.is_random()).then(|| self.of(user.search.sight()));
        let blunders: Vec<bool> = moves.iter().map(|&mv| G::is_obvious_blunder(self.view, mv)).collect();
        match guard.judge(chosen, shown.as_deref(), &blunders, &mut || self.real()) {
            Verdict::Allowed => drawn(chosen, Ruling::Allowed),
            Verdict::Obvious(only) => drawn(only, Ruling::Obvious),
            Verdict::Instead(natural) => {
                let kept: Vec<f64> = natural.iter().map(|&place| policy[place]).collect();
                drawn(natural[draw(&kept, rng)], Ruling::InsteadOf(moves[chosen].to_string()))
            }
        }
    }
}

impl<G: AdaptiveGame> Gokaku<G> {
    /// Reads the options `target` (0.5), the win rate it aims at, from 0.3 to 0.7, and `prior` (unknown,
    /// beginner, casual, regular, tournament), what the user says of themselves.
    ///
    /// # Errors
    /// An option is out of range, there is another, or the game is not calibrated.
    pub(crate) fn from_name(name: &Name, seed: u64) -> Result<Self, NameError> {
        let mut options = name.options();
        let target = options.number("target", 0.5, 0.3..=0.7)?;
        let experience = Experience::from_word(options.word("prior", &Experience::WORDS)?);
        options.finish()?;
        let model = Model::of::<G>()?;
        Ok(Gokaku {
            move_values: G::move_values(seed)?,
            posterior: Posterior::new(&model.kinds, model.prior(experience), model.deviation),
            experience,
            control: Control::new(target),
            variety: Variety::default(),
            past: Vec::new(),
            seat: None,
            lost: 0,
            overlooked: None,
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            model,
        })
    }

    /// The move that the user should have played, if theirs lost much against it in every hidden state.
    fn better_move(&self, before: &G::View, mv: G::Move, seen: &MoveEvidence) -> Option<String> {
        let search = self.model.judge.unwrap_or(self.model.first_sight);
        let is_much = |&(loss, _): &(f64, f64)| loss >= OVERLOOKED;
        let losses = seen.losses(search, &self.model);
        if losses.is_empty() || !losses.iter().all(is_much) {
            return None;
        }
        let mut moves = Vec::new();
        before.legal_moves(&mut moves);
        let mut best = seen.states(search).iter().map(|(values, played)| {
            // The values stand in the order of the legal moves; otherwise nothing is said.
            let is_aligned = values.len() == moves.len() && played.is_some_and(|played| moves[played] == mv);
            let best = (0..values.len()).max_by(|&one, &two| values[one].total_cmp(&values[two]));
            best.filter(|_| is_aligned)
        });
        let first = best.next()??;
        best.all(|other| other == Some(first)).then(|| moves[first].to_string())
    }
}

/// The reference player whose view of the position stands for the user's. Below the weakest searching player,
/// random play is mixed in: beginners notice some threats and miss others.
fn user_proxy(scale: &ReferenceScale, user_elo: f64, rng: &mut Xoshiro256PlusPlus) -> PlayerSettings {
    let (lower, upper, share) = scale.around(user_elo);
    let players = scale.players();
    let sees_nothing = players[lower].settings.is_random() && rng.random_range(0.0..1.0) >= share;
    players[if sees_nothing { lower } else { upper }].settings
}

/// How often people open with each of these moves, whatever their strength; `None` where that is not known.
fn opening_policy<G: AdaptiveGame>(view: &G::View, moves: &[G::Move]) -> Option<Vec<f64>> {
    let known = G::usual_openings(view);
    let times = |mv: &G::Move| {
        known.iter().find(|(opening, _)| opening == mv).map_or(0.0, |(_, times)| *times as f64)
    };
    let times: Vec<f64> = moves.iter().map(times).collect();
    let all: f64 = times.iter().sum();
    (all > 0.0).then(|| times.into_iter().map(|times| times / all).collect())
}

/// The same number for the same position, as far as the seat can tell positions apart.
fn position_key<G: Game>(view: &G::View) -> u64 {
    view.resample(&mut Xoshiro256PlusPlus::seed_from_u64(0)).hash()
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
        let name = Name::plain("gokaku").with("target", self.control.target);
        name.with("prior", self.experience.word()).to_string()
    }

    fn begin(&mut self, _start: &G::View, _moves: &[G::Move]) {
        self.move_values.begin();
        self.control.begin();
        self.variety.begin();
        if let Some((first, _)) = self.past.drain(..).next() {
            self.posterior = first;
        }
        self.lost = 0;
        self.overlooked = None;
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
        let left = self.model.left(self.past.len());
        let mut values = CachedValues::new(&mut *self.move_values, view);
        let (best, value) = values.best(&moves);
        let gained = self.control.gained(value);
        let (mut known, before) = (self.posterior.clone(), self.posterior.mean());
        let seat = self.model.elo_of_seat(view.side_to_move(), before);
        // How the game goes says something too; it is kept only as a result, at the end.
        if let Some((elo, sd)) = self.model.performance(self.control.strengths(), seat, gained, before) {
            known.see_performance(elo, sd);
        }
        let crate::Estimate { value: user, low, high, .. } = known.estimate();
        let proxy = user_proxy(&self.model.plain, user, &mut self.rng);
        let caution = self.model.caution(&known, self.control.strengths().len());
        let lead = seat + self.model.elo_of_lead(gained, left, user) - caution;
        let lead = G::MAX_LEAD.map_or(lead, |most| lead.clamp(-most, most));
        let range = (self.model.own.bottom(), self.model.own.top());
        let strength = self.control.strength(&known, lead, range);
        let at_top = strength >= range.1 && self.control.falls_short();
        let opening = opening_policy::<G>(view, &moves);
        let is_opening = opening.is_some();
        let played = || self.model.own.policy(strength, &mut |search| values.of(search));
        let policy = opening.unwrap_or_else(played);
        let position = position_key::<G>(view);
        let policy = self.variety.vary(position, &policy, &mut || values.as_good_as_likeliest(&policy));
        let own = &self.model.own;
        let lower = own.players()[own.around(strength).0].settings;
        self.lost = match G::RESIGNS_BELOW {
            // Somebody with no eye for good moves may not know how to win.
            Some(hopeless) if value < hopeless && proxy.prefers_good_moves() => self.lost + 1,
            _ => 0,
        };
        if self.lost >= PATIENCE {
            return Err(Failure::Resigned);
        }
        let Drawn { place, ruling, probability } =
            if lower.prefers_good_moves() && G::wins_at_once(view, moves[best]) {
                Drawn { place: best, ruling: Ruling::Obvious, probability: policy[best] }
            } else if is_opening {
                let place = draw(&policy, &mut self.rng);
                Drawn { place, ruling: Ruling::Allowed, probability: policy[place] }
            } else {
                values.draw_guarded(&moves, &policy, lower, proxy, &mut self.rng)
            };
        self.variety.note(position, place);
        let loss = values.loss(&moves, place);
        let reason = Reason::Adaptive {
            user,
            low,
            high,
            target: self.control.target,
            strength,
            probability,
            at_top,
            ruling,
            best: moves[best].to_string(),
            loss,
            overlooked: self.overlooked.take(),
        };
        Ok(Choice { mv: moves[place], reason })
    }

    fn observe(&mut self, before: &G::View, mv: G::Move) {
        let made = self.past.len();
        self.past.push((self.posterior.clone(), self.control.strengths().len()));
        let searches = evidence::searches(&self.model, self.posterior.plausible_range());
        let seen = MoveEvidence::new::<G>(&mut *self.move_values, before, mv, made, &searches);
        evidence::update(&self.model, &mut self.posterior, &Likelihoods::new(&self.model, &seen));
        self.overlooked = self.better_move(before, mv, &seen);
        self.move_values.observe(before, mv);
    }

    fn retract(&mut self, observed: usize) {
        let kept = self.past.len().saturating_sub(observed);
        if let Some((earlier, own_moves)) = self.past.drain(kept..).next() {
            self.posterior = earlier;
            self.control.keep(own_moves);
            self.variety.keep(own_moves);
        }
        self.overlooked = None;
        self.move_values.retract(observed);
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
        Some(self.posterior.estimate())
    }

    fn strengths(&self) -> &[f64] {
        self.control.strengths()
    }

    fn memory(&self, end: Outcome) -> Option<String> {
        let mut posterior = self.posterior.clone();
        // A game in which it has not moved says nothing.
        if let (Some(seat), Some(expected)) = (self.seat, self.control.expected()) {
            let score = match end.winner {
                None => 0.5,
                Some(winner) => f64::from(u8::from(winner == seat)),
            };
            posterior.see_result(score, expected);
        }
        Some(format!("{} | {:.2} {}", posterior.write(), self.control.still_owed(), self.variety.write()))
    }

    fn remember(&mut self, memory: &str) -> Result<(), Malformed> {
        let expected =
            || Malformed::new(memory, "what is known of a user | what is owed and the moves played");
        let (of_user, of_games) = memory.split_once(" | ").ok_or_else(expected)?;
        let (owed, variety) = of_games.split_once(' ').ok_or_else(expected)?;
        let owed = owed.parse().ok().filter(|owed: &f64| owed.abs() <= 1.0).ok_or_else(expected)?;
        let variety = Variety::read(variety).ok_or_else(expected)?;
        let mut known = self.posterior.clone();
        known.read(of_user)?;
        known.forget();
        self.posterior = known;
        self.control.owe(owed);
        self.variety = variety;
        // The next game does not begin with what was thought before the last.
        self.past.clear();
        Ok(())
    }
}

#[cfg(test)]
mod tests;

//! What the adaptive opponent knows of a game: its settings and its calibration together.

use games::Side;

use super::calibration::{Calibration, Measured, MeasuredPlayer, Uncalibrated};
use super::move_values::Search;
use super::posterior::{Posterior, Prior, win_rate};
use super::scale::{PHASES, PlayerSettings, ReferencePlayer, ReferenceScale, Role};
use super::settings::AdaptiveGame;

/// So many moves are always assumed to be left: games may be longer than usual.
const LAST_MOVES: f64 = 2.0;

/// How much a lead varies over a game, in Elo (standard deviation): with it, a normal distribution gives
/// about the expected scores of Elo's formula, 1.702 * 400 / ln 10 (Camilli 1994).
const GAME_SD: f64 = 295.7;

/// How many standard deviations of the user's strength to be on the safe side at the beginning of a game. A
/// choice.
const CAUTION: f64 = 1.0;

/// The numbers by which a user is estimated and played.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Model {
    /// The players as themselves.
    pub(super) plain: ReferenceScale,
    /// The players as `gokaku` plays them, with the guard.
    pub(super) own: ReferenceScale,
    /// The kinds of players as which users are seen, the usual one first.
    pub(super) kinds: Vec<ReferenceScale>,
    /// The search that judges losses, if they are evidence.
    pub(super) judge: Option<Search>,
    /// The search by which everybody sees a position.
    pub(super) first_sight: Search,
    pub(super) evidence_per_move: f64,
    pub(super) evidence_per_loss: f64,
    /// Mean and standard deviation of how much stronger users are than they look.
    pub(super) deviation: (f64, f64),
    pub(super) value_of_400_elo: f64,
    /// How many moves a side makes in a game.
    pub(super) usual_moves: f64,
    /// Whether that is about the same in all games.
    pub(super) has_usual_length: bool,
}

impl Model {
    /// The model of a game by its embedded calibration.
    pub(super) fn of<G: AdaptiveGame>() -> Result<Model, Uncalibrated> {
        let calibration = Calibration::read(G::NAME, G::CALIBRATION, G::PLAYERS, G::ALTERNATIVES)?;
        Ok(Model::new::<G>(&calibration))
    }

    /// The model by a calibration of the game's own players.
    pub(super) fn new<G: AdaptiveGame>(calibration: &Calibration) -> Model {
        let players = || G::PLAYERS.iter().zip(&calibration.players);
        let seen = |settings: &PlayerSettings, measured: &MeasuredPlayer| match G::SEEN_BY {
            Some(search) if !settings.is_random() => PlayerSettings {
                search,
                temperature: measured
                    .seen_temperature
                    .map_or(settings.temperature, |measured| measured.value),
                ..*settings
            },
            Some(search) => PlayerSettings { search, ..*settings },
            None => *settings,
        };
        let is_played = |settings: &PlayerSettings| settings.role != Role::SeenOnly;
        let plain = players().filter(|(settings, _)| is_played(settings));
        let reference = |settings, measured: &MeasuredPlayer, elo| {
            reference(settings, measured, elo, calibration.value_of_400_elo.value)
        };
        let plain = plain.map(|(settings, measured)| reference(*settings, measured, measured.elo.value));
        let own = players().filter(|(settings, _)| is_played(settings)).map(|(settings, measured)| {
            reference(*settings, measured, measured.guarded.unwrap_or(measured.elo).value)
        });
        let usual = players().filter(|(settings, _)| matches!(settings.role, Role::Both | Role::SeenOnly));
        let usual = usual
            .map(|(settings, measured)| reference(seen(settings, measured), measured, measured.elo.value));
        let mut kinds = vec![ReferenceScale::new(usual.collect())];
        if !G::ALTERNATIVES.is_empty() {
            let others = G::ALTERNATIVES.iter().zip(&calibration.alternatives);
            let others =
                others.map(|(settings, measured)| reference(*settings, measured, measured.elo.value));
            kinds.push(ReferenceScale::new(others.collect()));
        }
        let is_person = |(settings, _): &(&PlayerSettings, _)| settings.role == Role::Person;
        if players().any(|player| is_person(&player)) {
            let people = players().filter(|player| is_person(player) || player.0.is_random());
            let people =
                people.map(|(settings, measured)| reference(*settings, measured, measured.elo.value));
            kinds.push(ReferenceScale::new(people.collect()));
        }
        Model {
            plain: ReferenceScale::new(plain.collect()),
            own: ReferenceScale::new(own.collect()),
            kinds,
            judge: G::JUDGES_LOSSES.then_some(G::ANALYST),
            first_sight: G::SEEN_BY.unwrap_or(G::PLAYERS[0].search),
            evidence_per_move: calibration.evidence_per_move.value,
            evidence_per_loss: calibration.evidence_per_loss.value,
            deviation: (calibration.deviation.value, calibration.deviation_sd.value),
            value_of_400_elo: calibration.value_of_400_elo.value,
            usual_moves: calibration.usual_moves.value,
            has_usual_length: G::HAS_USUAL_LENGTH,
        }
    }

    /// The part of a side's moves still to come after it has made so many; always 1 in a game without a usual
    /// length.
    pub(super) fn left(&self, made: usize) -> f64 {
        part_left(self.has_usual_length.then_some(self.usual_moves), made)
    }

    /// The winning chances in a position of this value with this part of the game to come.
    pub(super) fn chance(&self, value: f64, left: f64) -> f64 {
        chance_of_lead(value / self.value_of_400_elo, left)
    }

    /// The same for whoever reviews games: between players as strong as usual users.
    pub(super) fn chances(&self) -> Chances {
        let usual = self.prior(Experience::Unknown).mean;
        Chances {
            value_of_400_elo: self.around(usual, |player| player.value_of_400_elo),
            usual_moves: self.has_usual_length.then_some(self.usual_moves),
        }
    }

    /// How much stronger somebody has to be to make up for a position of this value with this part of the
    /// game to come, in Elo, where players are about so strong.
    pub(super) fn elo_of_lead(&self, value: f64, left: f64, elo: f64) -> f64 {
        400.0 * value / self.around(elo, |player| player.value_of_400_elo) / left
    }

    /// What this seat is worth between players who are about so strong, in Elo.
    pub(super) fn elo_of_seat(&self, seat: Side, elo: f64) -> f64 {
        let first_move = self.around(elo, |player| player.first_move);
        if seat == Side::First { first_move } else { -first_move }
    }

    /// How much stronger to play for not knowing the user, in Elo, after so many own moves: who is ahead can
    /// still ease off, and who is behind a stronger player cannot catch up.
    pub(super) fn caution(&self, user: &Posterior, moves: usize) -> f64 {
        CAUTION * user.sd() * (1.0 - moves as f64 / self.usual_moves).max(0.0)
    }

    /// How well the user has played in a game so far, in Elo, and how uncertain that is, by the strengths
    /// that `gokaku` has had, its seat and what the position has gained it; `None` before its first move.
    ///
    /// The lead of a player who is stronger by D Elo rises on average by D over a whole game, and varies
    /// like a Brownian motion.
    pub(super) fn performance(
        &self,
        strengths: &[f64],
        seat: f64,
        gained: f64,
        elo: f64,
    ) -> Option<(f64, f64)> {
        if strengths.is_empty() {
            return None;
        }
        let played = (strengths.len() as f64 / self.usual_moves).min(1.0);
        let own = seat + strengths.iter().sum::<f64>() / strengths.len() as f64;
        // What is decided says no more than that somebody was much better.
        let lead = self.elo_of_lead(gained, 1.0, elo).clamp(-3.0 * GAME_SD, 3.0 * GAME_SD);
        Some((own - lead / played, GAME_SD / played.sqrt()))
    }

    /// What is known of players, at this strength.
    fn around(&self, elo: f64, known: impl Fn(&ReferencePlayer) -> f64) -> f64 {
        let of_each: Vec<f64> = self.plain.players().iter().map(known).collect();
        self.plain.between(elo, &of_each)
    }

    /// How open a position of this value is, from 0 to 1: in a decided one people play anything.
    pub(super) fn openness(&self, value: f64, left: f64) -> f64 {
        1.0 / (1.0 + (value / self.value_of_400_elo).powi(2) / left)
    }

    /// The winning chances per move that a player of a kind and strength loses at this part of the game, as a
    /// share of what a random move loses.
    pub(super) fn loss_share(&self, kind: usize, elo: f64, left: f64) -> f64 {
        let scale = &self.kinds[kind];
        let of_each: Vec<f64> = scale.players().iter().map(|player| at(&player.losses, 1.0 - left)).collect();
        scale.between(elo, &of_each)
    }

    /// What is assumed of a user who says this of themselves.
    pub(super) fn prior(&self, experience: Experience) -> Prior {
        // People who play games are spread over the players that look for good moves.
        let players: Vec<f64> = self.kinds[0].players().iter().map(|player| player.elo).collect();
        let at = |share: f64| at(&players, share);
        let (middle, half, random_share) = match experience {
            Experience::Unknown => (0.5, 0.4, 0.1),
            Experience::Beginner => (0.1, 0.1, 0.2),
            Experience::Casual => (0.35, 0.2, 0.0),
            Experience::Regular => (0.6, 0.2, 0.0),
            Experience::Tournament => (0.85, 0.15, 0.0),
        };
        let sd = (at(middle + half) - at(middle - half)) / 2.0;
        Prior { mean: at(middle), sd: sd.max(f64::MIN_POSITIVE), random_share }
    }
}

/// A player with what was measured of it.
fn reference(
    settings: PlayerSettings,
    measured: &MeasuredPlayer,
    elo: f64,
    value_of_400_elo: f64,
) -> ReferencePlayer {
    let mut losses = [1.0; PHASES];
    for (place, &Measured { value, .. }) in losses.iter_mut().zip(&measured.losses) {
        *place = value;
    }
    ReferencePlayer {
        elo,
        settings,
        losses,
        value_of_400_elo: measured.value_of_400_elo.map_or(value_of_400_elo, |measured| measured.value),
        first_move: measured.first_move.map_or(0.0, |measured| measured.value),
    }
}

/// Interpolates in a list; `share` goes from 0, its beginning, to 1, its end.
fn at(list: &[f64], share: f64) -> f64 {
    let place = share.clamp(0.0, 1.0) * (list.len() - 1) as f64;
    let below = (place as usize).min(list.len() - 1);
    let above = (below + 1).min(list.len() - 1);
    list[below] + (list[above] - list[below]) * (place - below as f64)
}

/// Chances to win by the value of a position, between players about as strong as usual users.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Chances {
    value_of_400_elo: f64,
    usual_moves: Option<f64>,
}

impl Chances {
    /// The chances of a side that has made so many moves.
    #[must_use]
    pub fn of(&self, value: f64, made: usize) -> f64 {
        chance_of_lead(value / self.value_of_400_elo, part_left(self.usual_moves, made))
    }
}

/// The part of a side's moves still to come after it has made so many.
fn part_left(usual_moves: Option<f64>, made: usize) -> f64 {
    usual_moves.map_or(1.0, |usual| ((usual - made as f64).max(LAST_MOVES) / usual).min(1.0))
}

/// The winning chances with a lead of so many times 400 Elo and this part of the game to come.
fn chance_of_lead(lead: f64, left: f64) -> f64 {
    win_rate(400.0 * lead / left.sqrt())
}

/// What users say of themselves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Experience {
    /// Nothing.
    Unknown,
    /// New to the game.
    Beginner,
    /// Plays now and then.
    Casual,
    /// Plays a lot.
    Regular,
    /// Plays in tournaments.
    Tournament,
}

impl Experience {
    /// The words of the option `prior`, the usual one first.
    pub(super) const WORDS: [&'static str; 5] = ["unknown", "beginner", "casual", "regular", "tournament"];

    const ALL: [Experience; 5] = [
        Experience::Unknown,
        Experience::Beginner,
        Experience::Casual,
        Experience::Regular,
        Experience::Tournament,
    ];

    /// The one with this word.
    pub(super) fn from_word(word: &str) -> Experience {
        let place = Experience::WORDS.iter().position(|known| *known == word);
        place.map_or(Experience::Unknown, |place| Experience::ALL[place])
    }

    /// Its word.
    pub(super) fn word(self) -> &'static str {
        Experience::WORDS[self as usize]
    }
}

#[cfg(test)]
mod tests {
    use games::kalah::Kalah;

    use super::*;

    #[test]
    fn a_list_is_interpolated() {
        assert_eq!(
            [0.0, 0.25, 0.5, 1.0].map(|share| at(&[10.0, 20.0, 40.0], share)),
            [10.0, 15.0, 20.0, 40.0]
        );
        assert_eq!(at(&[7.0], 0.3), 7.0);
    }

    #[test]
    fn leads_weigh_more_when_less_is_left() {
        let model = Model::of::<Kalah>().unwrap();
        assert!(model.left(0) > model.left(5) && model.left(500) > 0.0);
        assert!((model.chance(0.0, 0.5) - 0.5).abs() < 1e-12);
        let chances = model.chances();
        assert!(chances.of(3.0, 7) > chances.of(3.0, 0) && chances.of(0.0, 7) == 0.5);
        assert!(model.chance(3.0, 0.2) > model.chance(3.0, 1.0) && model.chance(3.0, 1.0) > 0.5);
        let lead = |value, left, elo| model.elo_of_lead(value, left, elo);
        assert!(lead(-3.0, 0.5, 500.0) < lead(-3.0, 1.0, 500.0));
        let seats = Side::BOTH.map(|seat| model.elo_of_seat(seat, 900.0));
        assert!(seats[0] > 0.0 && seats[0] == -seats[1], "the first move is an advantage: {seats:?}");
        assert!(model.openness(0.0, 1.0) == 1.0 && model.openness(20.0, 0.5) < model.openness(20.0, 1.0));
    }

    #[test]
    fn experience_orders_the_priors() {
        let model = Model::of::<Kalah>().unwrap();
        let means = Experience::ALL[1..].iter().map(|&experience| model.prior(experience).mean);
        let means: Vec<f64> = means.collect();
        assert!(means.windows(2).all(|pair| pair[0] < pair[1]), "{means:?}");
        let unknown = model.prior(Experience::Unknown);
        assert!(Experience::ALL[1..].iter().all(|&experience| model.prior(experience).sd < unknown.sd));
        for experience in Experience::ALL {
            assert_eq!(Experience::from_word(experience.word()), experience);
        }
    }
}

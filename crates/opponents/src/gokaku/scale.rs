//! Reference players of every strength, from random play to a deep search that hardly errs.

use super::move_values::Search;

/// How a reference player chooses, before anybody has measured how strong it is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct PlayerSettings {
    /// How it values moves.
    pub(crate) search: Search,
    /// Of the softmax by which it chooses: a move worth so much less is played 1/e times as often. Infinite
    /// for the random player, negative for one that prefers bad moves.
    pub(crate) temperature: f64,
    /// What it is for.
    pub(crate) role: Role,
}

/// What a reference player is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// It is played, and users are seen as it.
    Both,
    /// It is only played.
    PlayedOnly,
    /// Users are only seen as it.
    SeenOnly,
    /// It chooses as people do: it is played, and users are seen as people, a kind of their own.
    Person,
}

impl PlayerSettings {
    /// In words that tell it from others, for the calibration file.
    pub(crate) fn description(&self) -> String {
        if self.is_random() {
            "random".to_owned()
        } else if self.role == Role::Person {
            self.search.description()
        } else {
            format!("{}, temperature {}", self.search.description(), self.temperature)
        }
    }

    /// How often it plays each of the moves with these values.
    pub(crate) fn policy(&self, values: &[f64]) -> Vec<f64> {
        let liked = |value: &f64| if self.is_random() { 0.0 } else { value / self.temperature };
        let most = values.iter().map(liked).fold(f64::NEG_INFINITY, f64::max);
        let weights: Vec<f64> = values.iter().map(|value| (liked(value) - most).exp()).collect();
        let sum: f64 = weights.iter().sum();
        weights.into_iter().map(|weight| weight / sum).collect()
    }

    /// Whether it looks for good moves.
    pub(crate) fn prefers_good_moves(&self) -> bool {
        self.temperature > 0.0 && !self.is_random()
    }

    /// Whether every move is as likely.
    pub(crate) fn is_random(&self) -> bool {
        self.temperature.is_infinite()
    }
}

/// A player of known strength.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct ReferencePlayer {
    /// Its strength in Elo (random play = 0).
    pub(crate) elo: f64,
    /// How it chooses.
    pub(crate) settings: PlayerSettings,
    /// The winning chances it loses per move in the first, second and last third of a game, as shares of what
    /// a random move loses there; 1 where nobody has measured.
    pub(crate) losses: [f64; PHASES],
    /// Between players like it, a position of this value, with the whole game to come, wins as often as 400
    /// Elo more strength.
    pub(crate) value_of_400_elo: f64,
    /// What moving first is worth to it, in Elo.
    pub(crate) first_move: f64,
}

/// The parts of a game in which losses are measured.
pub(crate) const PHASES: usize = 3;

/// Reference players, the weakest first.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct ReferenceScale(Vec<ReferencePlayer>);

impl ReferenceScale {
    /// Puts players in order.
    pub(crate) fn new(mut players: Vec<ReferencePlayer>) -> ReferenceScale {
        players.sort_by(|one, other| one.elo.total_cmp(&other.elo));
        ReferenceScale(players)
    }

    /// The players, the weakest first.
    pub(crate) fn players(&self) -> &[ReferencePlayer] {
        &self.0
    }

    /// The weakest strength.
    pub(crate) fn bottom(&self) -> f64 {
        self.0.first().map_or(0.0, |player| player.elo)
    }

    /// The strongest.
    pub(crate) fn top(&self) -> f64 {
        self.0.last().map_or(0.0, |player| player.elo)
    }

    /// The players on both sides of a strength, and how near the upper one it is, from 0 to 1.
    pub(crate) fn around(&self, elo: f64) -> (usize, usize, f64) {
        let upper = self.0.iter().position(|player| player.elo >= elo).unwrap_or(self.0.len() - 1);
        let lower = upper.saturating_sub(1);
        let (low, high) = (self.0[lower].elo, self.0[upper].elo);
        let share = if high > low { ((elo - low) / (high - low)).clamp(0.0, 1.0) } else { 1.0 };
        (lower, upper, share)
    }

    /// Interpolates what is known of each player to this strength.
    pub(crate) fn between(&self, elo: f64, of_each: &[f64]) -> f64 {
        let (lower, upper, share) = self.around(elo);
        (1.0 - share) * of_each[lower] + share * of_each[upper]
    }

    /// How often a player of this strength plays each move: a mixture of the players on both sides of it.
    /// `values` gives the values of all moves by a search.
    pub(crate) fn policy(&self, elo: f64, values: &mut dyn FnMut(Search) -> Vec<f64>) -> Vec<f64> {
        let (lower, upper, share) = self.around(elo);
        let mut mixed: Vec<f64> = Vec::new();
        for (place, part) in [(lower, 1.0 - share), (upper, share)] {
            if part > 0.0 {
                let PlayerSettings { search, .. } = self.0[place].settings;
                let played = self.0[place].settings.policy(&values(search));
                mixed.resize(played.len(), 0.0);
                mixed.iter_mut().zip(played).for_each(|(sum, played)| *sum += part * played);
            }
        }
        mixed
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Players of these strengths and temperatures that look so many plies ahead.
    pub(crate) fn scale(players: &[(f64, u32, f64)]) -> ReferenceScale {
        let player = |&(elo, plies, temperature): &(f64, u32, f64)| ReferencePlayer {
            elo,
            settings: PlayerSettings { search: Search::depth(plies), temperature, role: Role::Both },
            losses: [1.0; PHASES],
            value_of_400_elo: 10.0,
            first_move: 0.0,
        };
        ReferenceScale::new(players.iter().map(player).collect())
    }

    fn three() -> ReferenceScale {
        scale(&[(800.0, 2, 1.0), (0.0, 1, f64::INFINITY), (400.0, 1, 2.0)])
    }

    #[test]
    fn a_negative_temperature_plays_worse_than_random() {
        let mistaken = scale(&[(-200.0, 1, -4.0)]).players()[0].settings;
        let policy = mistaken.policy(&[400.0, 0.0, -4.0]);
        assert!(policy[0] < policy[1] && policy[1] < 1.0 / 3.0 && policy[2] > 0.7, "{policy:?}");
        let good =
            three().players().iter().map(|player| player.settings.prefers_good_moves()).collect::<Vec<_>>();
        assert!(!mistaken.prefers_good_moves() && good == [false, true, true]);
        assert!((policy.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn stronger_players_play_better_moves_more_often() {
        let scale = three();
        let mut values =
            |search| if search == Search::depth(1) { vec![1.0, 0.0, -4.0] } else { vec![3.0, -3.0, 0.0] };
        let uniform = scale.policy(0.0, &mut values);
        assert!(uniform.iter().all(|share| (share - 1.0 / 3.0).abs() < 1e-12));
        let mut best = 0.0;
        for elo in [0.0, 100.0, 400.0, 600.0, 800.0] {
            let policy = scale.policy(elo, &mut values);
            assert!((policy.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            assert!(policy[0] > best, "{elo}: {policy:?}");
            best = policy[0];
        }
        assert_eq!(scale.policy(5000.0, &mut values), scale.policy(scale.top(), &mut values));
        assert_eq!(scale.policy(-50.0, &mut values), uniform);
    }
}

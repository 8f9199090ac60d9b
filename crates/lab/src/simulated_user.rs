//! Users who are programs: an opponent by name, or two that take turns.

use std::fmt;

use games::{Game, Outcome};
use opponents::{Choice, Failure, NameError, Opponent};
use protocols::{ExternalEngines, by_name};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Serialize;

/// A simulated user; opponents are given by name.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub enum SimulatedUser<'a> {
    /// Always the same.
    Steady(&'a str),
    /// Moves at random so often instead.
    Lapsing(&'a str, f64),
    /// The first makes so many moves of a game, the second the others: strong in one phase only.
    Phased(&'a str, usize, &'a str),
    /// The first plays the first half of a series, the second the others: somebody who improves, or tires.
    Changing(&'a str, &'a str),
}

impl<'a> SimulatedUser<'a> {
    /// The user in game number `game`, from 0, of a series of `of` games.
    ///
    /// # Errors
    /// An opponent is not known.
    pub fn in_game<G: ExternalEngines>(
        self,
        game: u64,
        of: u64,
        seed: u64,
    ) -> Result<Box<dyn Opponent<G>>, NameError> {
        let taking_turns = |names: [&str; 2], turns| -> Result<Box<dyn Opponent<G>>, NameError> {
            let [first, second] = names.map(|name| by_name::<G>(name, seed));
            let rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            Ok(Box::new(TakingTurns {
                name: self.to_string(),
                players: [first?, second?],
                turns,
                made: 0,
                rng,
            }))
        };
        match self {
            SimulatedUser::Steady(name) => by_name::<G>(name, seed),
            SimulatedUser::Lapsing(name, share) => taking_turns([name, "random"], Turns::Share(share)),
            SimulatedUser::Phased(first, moves, second) => taking_turns([first, second], Turns::After(moves)),
            SimulatedUser::Changing(..) => by_name::<G>(self.steady_in(game, of), seed),
        }
    }

    /// The opponent that plays this game, if it is one alone.
    fn steady_in(self, game: u64, of: u64) -> &'a str {
        match self {
            SimulatedUser::Changing(_, second) if 2 * game >= of => second,
            SimulatedUser::Steady(name)
            | SimulatedUser::Lapsing(name, _)
            | SimulatedUser::Phased(name, ..)
            | SimulatedUser::Changing(name, _) => name,
        }
    }

    /// Whether the user is as strong in every game.
    pub(crate) fn is_steady(self) -> bool {
        !matches!(self, SimulatedUser::Changing(..))
    }

    /// The program that plays as this user, if it is not one of ours.
    pub(crate) fn program(self) -> Option<&'a str> {
        let SimulatedUser::Steady(name) = self else { return None };
        let (protocol, program) = name.split_once(':')?;
        matches!(protocol, "gtp" | "usi" | "gat").then(|| program.split([',', ' ']).next().unwrap_or(program))
    }
}

impl<'a> From<&'a str> for SimulatedUser<'a> {
    fn from(name: &'a str) -> Self {
        SimulatedUser::Steady(name)
    }
}

impl fmt::Display for SimulatedUser<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SimulatedUser::Steady(name) => formatter.write_str(name),
            SimulatedUser::Lapsing(name, share) => {
                write!(formatter, "{name}, {:.0}% at random", 100.0 * share)
            }
            SimulatedUser::Phased(first, moves, second) => {
                write!(formatter, "{first} for {moves} moves, then {second}")
            }
            SimulatedUser::Changing(first, second) => {
                write!(formatter, "{first}, in the second half of the games {second}")
            }
        }
    }
}

/// Whose turn it is of two players.
enum Turns {
    /// The second's so often.
    Share(f64),
    /// The second's after so many moves.
    After(usize),
}

struct TakingTurns<G: Game> {
    name: String,
    players: [Box<dyn Opponent<G>>; 2],
    turns: Turns,
    /// Moves of this game.
    made: usize,
    rng: Xoshiro256PlusPlus,
}

impl<G: Game> Opponent<G> for TakingTurns<G> {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn arrangement(&mut self, view: &G::View) -> Result<Option<String>, Failure> {
        self.players[0].arrangement(view)
    }

    fn begin(&mut self, start: &G::View, moves: &[G::Move]) {
        self.made = 0;
        self.players.iter_mut().for_each(|player| player.begin(start, moves));
    }

    fn choose(&mut self, view: &G::View) -> Result<Choice<G::Move>, Failure> {
        let is_seconds = match self.turns {
            Turns::Share(share) => self.rng.random_bool(share),
            Turns::After(moves) => self.made >= moves,
        };
        self.made += 1;
        self.players[usize::from(is_seconds)].choose(view)
    }

    fn observe(&mut self, before: &G::View, mv: G::Move) {
        self.players.iter_mut().for_each(|player| player.observe(before, mv));
    }

    fn retract(&mut self, observed: usize) {
        self.players.iter_mut().for_each(|player| player.retract(observed));
    }

    fn finish(&mut self, last: &G, end: Outcome) {
        self.players.iter_mut().for_each(|player| player.finish(last, end));
    }
}

#[cfg(test)]
mod tests {
    use games::kalah::Kalah;
    use opponents::Reason;

    use super::*;

    /// Whether each move of a game was drawn at random.
    fn random_moves(user: SimulatedUser<'_>, game: u64) -> Vec<bool> {
        let mut player = user.in_game::<Kalah>(game, 10, 1).unwrap();
        let start = Kalah::default();
        player.begin(&start, &[]);
        let is_random = |choice: Choice<_>| matches!(choice.reason, Reason::Random { .. });
        (0..200).map(|_| is_random(player.choose(&start).unwrap())).collect()
    }

    #[test]
    fn two_players_take_turns() {
        let lapses = random_moves(SimulatedUser::Lapsing("alphabeta:depth=1", 0.25), 0);
        assert!((35..65).contains(&lapses.iter().filter(|lapse| **lapse).count()));
        let phases = random_moves(SimulatedUser::Phased("alphabeta:depth=1", 3, "random"), 0);
        assert!(phases.iter().enumerate().all(|(number, random)| *random == (number >= 3)));
        let changing = SimulatedUser::Changing("random", "alphabeta:depth=1");
        assert!(random_moves(changing, 4)[0] && !random_moves(changing, 5)[0]);
        assert!(!changing.is_steady() && SimulatedUser::from("random").is_steady());
        assert!(SimulatedUser::Lapsing("nobody", 0.5).in_game::<Kalah>(0, 1, 1).is_err());
    }

    #[test]
    fn only_programs_of_others_have_to_be_installed() {
        assert_eq!(SimulatedUser::from("gtp:gtp-rhino --level 3").program(), Some("gtp-rhino"));
        assert_eq!(SimulatedUser::from("alphabeta:depth=1").program(), None);
    }
}
